"""Art styles for cards: the project's own, and three that share nothing with it.

The second is painted with OpenCV: a white card with round corners and its name below the tiles,
brick walls, arched doors, toadstools. Nothing in it has the project's shapes or colours. The third
is drawn in pale lines on dark blue, with seams that are hardly seen. Nothing was tuned on it: it
shows whether the scanner depends on the other two. The fourth is in ``pen_art``.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.draw.paper.card_faces import face_side
from bolets_solver.draw.paper.card_sizes import cards_of
from bolets_solver.draw.paper.page import CARD
from bolets_solver.draw.picture.png import to_png
from bolets_solver.draw.picture.svg import to_svg
from tests.scan.pen_art import pen_art

Image = NDArray[np.uint8]

TILE = 64
"""Pixels of a tile as the second style paints it."""
MARGIN = 26
FOOT = 60
"""White below the tiles, where the name stands."""


def own_art(deck: Deck, name: str) -> Image:
    """Draw a face as ``bolets deck print`` does, about 64 pixels a tile."""
    for card in cards_of(deck, CARD):
        for pattern in filter(None, (card.front, card.back)):
            if pattern.face.name == name:
                svg = to_svg(
                    tuple(face_side(pattern, 0.0)),
                    *pattern.size,
                    title=name,
                    description=name,
                    scale=TILE / pattern.tile,
                )
                return cv2.imdecode(np.frombuffer(to_png(svg), np.uint8), cv2.IMREAD_COLOR)
    raise KeyError(name)


def other_art(deck: Deck, name: str) -> Image:
    """Paint a face in the second style."""
    face = deck.faces[name]
    rng = random.Random(f"{deck.name} {name}")
    height = face.height * TILE + MARGIN + FOOT
    card = np.full((height, face.width * TILE + 2 * MARGIN, 3), 250, np.uint8)
    for y, row in enumerate(face.grid):
        for x, kind in enumerate(row):
            left, top = MARGIN + x * TILE, MARGIN + y * TILE
            card[top : top + TILE, left : left + TILE] = _tile(face, kind, x, y, rng)
    if face.border is Border.EDGES:
        _hedges(card, face)
    foot = (MARGIN, height - 18)
    cv2.putText(card, f"{name}  wood walk", foot, cv2.FONT_HERSHEY_DUPLEX, 0.9, (90, 40, 60), 2)
    return card


def night_art(deck: Deck, name: str) -> Image:
    """Draw a face in the third style."""
    face = deck.faces[name]
    size = ((face.height + 1) * TILE, (face.width + 1) * TILE, 3)
    card = np.full(size, (74, 48, 36), np.uint8)
    half = TILE // 2
    for y, row in enumerate(face.grid):
        for x, kind in enumerate(row):
            middle = (half + x * TILE + half, half + y * TILE + half)
            corner = (middle[0] - half, middle[1] - half)
            cv2.rectangle(card, corner, (corner[0] + TILE, corner[1] + TILE), (92, 64, 50), 1)
            _sign(card, kind, middle)
    if face.border is Border.EDGES:
        end = (half + face.width * TILE, half + face.height * TILE)
        cv2.rectangle(card, (half, half), end, _PALE, 5)
        for door in face.doors:
            dx, dy = door.side.dx, door.side.dy
            at = (TILE + door.x * TILE + half * dx, TILE + door.y * TILE + half * dy)
            cv2.circle(card, at, 15, (60, 190, 240), -1, cv2.LINE_AA)
            if door.blocked:
                cv2.line(card, (at[0] - 12, at[1] - 12), (at[0] + 12, at[1] + 12), (30, 20, 20), 6)
    cv2.putText(card, name, (half, half - 10), cv2.FONT_HERSHEY_SIMPLEX, 0.6, _PALE, 1, cv2.LINE_AA)
    return card


_PALE = (225, 232, 236)


def _sign(card: Image, kind: str, at: tuple[int, int]) -> None:
    """Draw what lies on a tile of the third style."""
    x, y = at
    if kind == "#":
        for shift in range(-24, 25, 12):
            cv2.line(card, (x + shift, y + 28), (x + shift + 6, y - 28), (120, 130, 140), 3)
    elif kind in "+x":
        cv2.circle(card, at, 22, (60, 190, 240), -1, cv2.LINE_AA)
        if kind == "x":
            cv2.line(card, (x - 18, y - 18), (x + 18, y + 18), (30, 20, 20), 8)
    elif kind == "o":
        cv2.polylines(
            card, [np.array([(x - 20, y + 16), (x, y - 18), (x + 20, y + 16)])], True, _PALE, 3
        )
    elif kind in "mM":
        cap = (80, 150, 235) if kind == "m" else (200, 110, 230)
        cv2.ellipse(card, (x, y), (20, 18), 0, 180, 360, cap, -1, cv2.LINE_AA)
        cv2.rectangle(card, (x - 5, y), (x + 5, y + 20), _PALE, 2)
        if kind == "M":
            cv2.circle(card, (x, y - 8), 5, _PALE, -1, cv2.LINE_AA)
    elif kind == "h":
        cv2.drawMarker(card, at, (90, 90, 250), cv2.MARKER_DIAMOND, 36, 6)
    elif kind == "c":
        wings = np.array(
            [(x - 24, y - 12), (x - 8, y + 4), (x, y - 4), (x + 8, y + 4), (x + 24, y - 12)]
        )
        cv2.polylines(card, [wings], False, _PALE, 5, cv2.LINE_AA)


STYLES: dict[str, Callable[[Deck, str], Image]] = {
    "own": own_art,
    "other": other_art,
    "night": night_art,
    "pen": pen_art,
}


def _tile(face: Face, kind: str, x: int, y: int, rng: random.Random) -> Image:
    paint = {"#": _bricks, "+": _arch, "x": _barred}.get(kind)
    if paint is None:
        tile = _meadow(rng)
        if kind in _THINGS:
            shift = np.float32([[1, 0, rng.uniform(-2, 2)], [0, 1, rng.uniform(-2, 2)]])
            layer = _THINGS[kind](tile.copy())
            tile = cv2.warpAffine(layer, shift, (TILE, TILE), borderMode=cv2.BORDER_REPLICATE)
        cv2.rectangle(tile, (0, 0), (TILE - 1, TILE - 1), (120, 175, 150), 2)
        return tile
    side = {0: 0, face.height - 1: 2}.get(y, 1 if x == face.width - 1 else 3)
    tile = paint(rng)
    if kind == "#":
        return tile
    turns = {0: None, 1: cv2.ROTATE_90_CLOCKWISE, 2: cv2.ROTATE_180}
    turn = turns.get(side, cv2.ROTATE_90_COUNTERCLOCKWISE)
    return tile if turn is None else np.asarray(cv2.rotate(tile, turn))


def _meadow(rng: random.Random) -> Image:
    tile = np.full((TILE, TILE, 3), (165, 215, 190), np.uint8)
    for _ in range(7):
        x, y = rng.randrange(4, TILE - 4), rng.randrange(8, TILE - 4)
        cv2.line(tile, (x, y), (x + rng.randint(-2, 2), y - 6), (120, 190, 150), 1, cv2.LINE_AA)
    return tile


def _bricks(rng: random.Random) -> Image:
    tile = np.full((TILE, TILE, 3), (150, 150, 170), np.uint8)
    for row in range(4):
        for column in range(-1, 3):
            left = column * 32 + (row % 2) * 16
            tone = rng.randint(-12, 12)
            colour = (70 + tone, 80 + tone, 175 + tone)
            cv2.rectangle(tile, (left + 1, row * 16 + 1), (left + 30, row * 16 + 14), colour, -1)
    return tile


def _arch(rng: random.Random) -> Image:
    tile = _bricks(rng)
    cv2.ellipse(tile, (32, 34), (22, 30), 0, 180, 360, (200, 120, 40), -1, cv2.LINE_AA)
    cv2.rectangle(tile, (10, 34), (54, 63), (200, 120, 40), -1)
    cv2.ellipse(tile, (32, 36), (15, 22), 0, 180, 360, (235, 205, 150), -1, cv2.LINE_AA)
    cv2.rectangle(tile, (17, 36), (47, 63), (235, 205, 150), -1)
    return tile


def _barred(rng: random.Random) -> Image:
    tile = _arch(rng)
    for a, b in (((14, 18), (50, 60)), ((50, 18), (14, 60))):
        cv2.line(tile, a, b, (30, 30, 60), 8, cv2.LINE_AA)
    return tile


def _toadstool(tile: Image, cap: tuple[int, int, int], spots: int) -> Image:
    cv2.rectangle(tile, (27, 34), (37, 54), (225, 240, 245), -1, cv2.LINE_AA)
    cv2.ellipse(tile, (32, 36), (21, 22), 0, 180, 360, cap, -1, cv2.LINE_AA)
    for index in range(spots):
        cv2.circle(tile, (20 + 12 * index, 29 - 6 * (index == 1)), 4, (250, 250, 250), -1)
    return tile


def _plain(tile: Image) -> Image:
    return _toadstool(tile, (50, 60, 215), 2)


def _golden(tile: Image) -> Image:
    tile = _toadstool(tile, (40, 185, 245), 0)
    star = [
        (32 + r * np.sin(a * np.pi / 5), 24 - r * np.cos(a * np.pi / 5))
        for a, r in ((i, 10 if i % 2 == 0 else 4) for i in range(10))
    ]
    cv2.fillPoly(tile, [np.array(star, np.int32)], (60, 60, 120), cv2.LINE_AA)
    return tile


def _life(tile: Image) -> Image:
    for x in (24, 40):
        cv2.circle(tile, (x, 26), 10, (150, 80, 235), -1, cv2.LINE_AA)
    cv2.fillPoly(tile, [np.array([(15, 30), (49, 30), (32, 54)])], (150, 80, 235), cv2.LINE_AA)
    return tile


def _bird(tile: Image) -> Image:
    cv2.ellipse(tile, (34, 36), (18, 10), 20, 0, 360, (70, 50, 50), -1, cv2.LINE_AA)
    cv2.circle(tile, (18, 24), 9, (70, 50, 50), -1, cv2.LINE_AA)
    cv2.fillPoly(tile, [np.array([(10, 22), (2, 28), (11, 29)])], (30, 160, 240), cv2.LINE_AA)
    cv2.line(tile, (34, 44), (34, 56), (70, 50, 50), 3)
    return tile


def _stone(tile: Image) -> Image:
    outline = np.array([(10, 48), (14, 26), (30, 14), (48, 20), (55, 46)])
    cv2.fillPoly(tile, [outline], (165, 160, 155), cv2.LINE_AA)
    cv2.polylines(tile, [outline[1:4]], False, (215, 212, 208), 4, cv2.LINE_AA)
    return tile


_THINGS: dict[str, Callable[[Image], Image]] = {
    "m": _plain,
    "M": _golden,
    "h": _life,
    "c": _bird,
    "o": _stone,
}


def _hedges(card: Image, face: Face) -> None:
    """Paint hedges along the outer edge, with gates in them."""
    across, down = face.width * TILE, face.height * TILE
    near, far, low = MARGIN, MARGIN + across, MARGIN + down
    for a, b in (
        ((near, near), (far, near)),
        ((near, low), (far, low)),
        ((near, near), (near, low)),
        ((far, near), (far, low)),
    ):
        cv2.line(card, a, b, (60, 110, 40), 9)
    for door in face.doors:
        x, y = MARGIN + door.x * TILE, MARGIN + door.y * TILE
        gate = {
            Heading.N: ((x + 10, y), (x + 54, y)),
            Heading.S: ((x + 10, y + TILE), (x + 54, y + TILE)),
            Heading.W: ((x, y + 10), (x, y + 54)),
            Heading.E: ((x + TILE, y + 10), (x + TILE, y + 54)),
        }[door.side]
        cv2.line(card, *gate, (210, 235, 245), 11)
        for post in gate:
            cv2.circle(card, post, 6, (30, 70, 120), -1, cv2.LINE_AA)
        if door.blocked:
            cv2.line(card, *gate, (50, 50, 50), 5)
            middle = ((gate[0][0] + gate[1][0]) // 2, (gate[0][1] + gate[1][1]) // 2)
            cv2.circle(card, middle, 8, (40, 40, 200), -1, cv2.LINE_AA)
