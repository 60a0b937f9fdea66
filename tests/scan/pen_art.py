"""A fourth art style: drawn by hand with one pen on cream paper, every line and symbol different.

It shares nothing with the other styles. Its lines wobble, its symbols have no fill and no colour,
no two of a kind are quite alike, and no letter stands on the card. It was drawn to be measured
once before anything was tuned on it.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, border_places
from bolets_solver.scan.faces.proposal import border_letters

Image = NDArray[np.uint8]
Spot = tuple[float, float]

SIDE = 60
"""Pixels of a tile."""
AROUND = 33
"""Bare paper around the tiles."""
INK = (58, 46, 40)
_WOBBLE = 1.3
"""How far a line strays, in pixels."""


def pen_art(deck: Deck, name: str) -> Image:
    """Draw a face by hand."""
    face = deck.faces[name]
    pen = _Pen(face.width, face.height, f"pen {deck.name} {name}")
    right, low = AROUND + face.width * SIDE, AROUND + face.height * SIDE
    for x in range(AROUND, right + 1, SIDE):
        pen.through([(x, AROUND - 2), (x, low + 2)], 1)
    for y in range(AROUND, low + 1, SIDE):
        pen.through([(AROUND - 2, y), (right + 2, y)], 1)
    for y, row in enumerate(face.grid):
        for x, kind in enumerate(row):
            draw = _SYMBOLS.get(kind)
            if draw is not None:
                draw(pen, AROUND + (x + 0.5) * SIDE, AROUND + (y + 0.5) * SIDE)
    if face.border is Border.EDGES:
        places = border_places(face.width, face.height)
        for (side, (x, y)), kind in zip(places, border_letters(face), strict=True):
            middle = (
                AROUND + (x + 0.5 + side.dx / 2) * SIDE,
                AROUND + (y + 0.5 + side.dy / 2) * SIDE,
            )
            _edge(pen, middle, (abs(side.dy), abs(side.dx)), kind)
    return pen.card


class _Pen:
    """A sheet of paper, and a hand that is not quite steady."""

    def __init__(self, width: int, height: int, seed: str):
        self.rng = random.Random(seed)
        size = (height * SIDE + 2 * AROUND, width * SIDE + 2 * AROUND)
        grain = np.random.default_rng(self.rng.randrange(2**32)).normal(0, 1, size)
        grain = cv2.GaussianBlur(grain.astype(np.float32), (0, 0), 2.5) * 9
        paper = np.array([206, 230, 242], np.float32) + grain[..., None]
        self.card: Image = np.clip(paper, 0, 255).astype(np.uint8)

    def through(self, spots: Sequence[Spot], thick: int = 2) -> None:
        """Draw a line through places; it strays a little."""
        points: list[Spot] = []
        dx, dy = (self.rng.uniform(-_WOBBLE, _WOBBLE) for _ in range(2))
        for (ax, ay), (bx, by) in itertools.pairwise(spots):
            steps = max(1, int(math.hypot(bx - ax, by - ay) / 6))
            for step in range(steps + 1):
                dx = 0.8 * dx + self.rng.uniform(-0.45, 0.45) * _WOBBLE
                dy = 0.8 * dy + self.rng.uniform(-0.45, 0.45) * _WOBBLE
                share = step / steps
                points.append((ax + share * (bx - ax) + dx, ay + share * (by - ay) + dy))
        fine = (np.array(points) * 8).round().astype(np.int32)
        cv2.polylines(self.card, [fine], False, INK, thick, cv2.LINE_AA, shift=3)

    def ring(self, x: float, y: float, wide: float, high: float, part: float = 1.04) -> None:
        """Draw a round line, from the right clockwise; a closed one misses its beginning."""
        begin = self.rng.uniform(0, 2 * math.pi) if part > 1 else math.pi
        turns = [begin + step * part * 2 * math.pi / 20 for step in range(21)]
        self.through([(x + wide * math.cos(t), y + high * math.sin(t)) for t in turns])


def _edge(pen: _Pen, middle: Spot, along: tuple[int, int], kind: str) -> None:
    """Draw a hedge, a gate or a shut gate on an edge."""
    (x, y), (ax, ay) = middle, along
    half = SIDE / 2

    def at(u: float, v: float) -> Spot:
        return x + u * ax + v * ay, y + u * ay + v * ax

    if kind == "#":
        pen.through([at(u, 5 if index % 2 else -5) for index, u in enumerate(range(-28, 29, 7))])
        pen.through([at(-half, 0), at(half, 0)], 3)
        return
    for end in (-18, 18):
        pen.through([at(end, -8), at(end, 8)], 4)
    if kind == "x":
        pen.through([at(-14, -7), at(14, 7)], 3)
        pen.through([at(-14, 7), at(14, -7)], 3)


def _wall(pen: _Pen, x: float, y: float) -> None:
    for shift in (-18, -4, 10, 22):
        pen.through([(x + shift - 9, y + 25), (x + shift + 6, y - 25)])
        pen.through([(x - 25, y + shift + 3), (x + 25, y + shift - 5)], 1)


def _door(pen: _Pen, x: float, y: float) -> None:
    pen.through([(x - 17, y - 20), (x + 17, y - 20), (x + 17, y + 20), (x - 17, y + 20)])
    pen.through([(x - 17, y + 20), (x - 17, y - 20)])
    pen.ring(x, y, 5, 5)


def _shut_door(pen: _Pen, x: float, y: float) -> None:
    _door(pen, x, y)
    pen.through([(x - 20, y - 10), (x + 18, y - 4), (x - 18, y + 4), (x + 20, y + 12)], 3)


def _cap(pen: _Pen, x: float, y: float) -> None:
    pen.ring(x, y, 18, 17, 0.5)
    pen.through([(x - 18, y), (x + 18, y)])
    pen.through([(x - 5, y), (x - 6, y + 19), (x + 6, y + 19), (x + 5, y)])


def _dotted_cap(pen: _Pen, x: float, y: float) -> None:
    _cap(pen, x, y)
    for dx, dy in ((-9, -6), (0, -11), (9, -6), (0, -4)):
        pen.ring(x + dx, y + dy, 1.5, 1.5)
    pen.through([(x - 15, y + 22), (x + 15, y + 22)])


def _heart(pen: _Pen, x: float, y: float) -> None:
    left = [(x, y - 8), (x - 9, y - 17), (x - 18, y - 8), (x - 12, y + 6), (x, y + 19)]
    pen.through(left)
    pen.through([(2 * x - a, b) for a, b in left])


def _bird(pen: _Pen, x: float, y: float) -> None:
    for shift in (0, 4, 8):
        wing = [(x - 22, y - 12 + shift), (x - 9, y - 14 + shift), (x, y + shift)]
        pen.through([*wing, (x + 9, y - 14 + shift), (x + 22, y - 12 + shift)])


def _stump(pen: _Pen, x: float, y: float) -> None:
    for radius in (7, 14, 21):
        pen.ring(x, y, radius, 0.85 * radius)


_SYMBOLS: dict[str, Callable[[_Pen, float, float], None]] = {
    "#": _wall,
    "+": _door,
    "x": _shut_door,
    "m": _cap,
    "M": _dotted_cap,
    "h": _heart,
    "c": _bird,
    "o": _stump,
}
