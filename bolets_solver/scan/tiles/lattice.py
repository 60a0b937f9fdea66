"""Finding the tiles' lattice on a card from above: where it begins and ends, and how many tiles.

Seams between tiles are lines that many pixels of a row or a column share. The steepness along each
column (row) makes a profile; a lattice is lines at equal distances on its peaks. The tiles are
squares, which ties both directions together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from bolets_solver.scan.photo.rectify import PAD, Flat
from bolets_solver.scan.photo.vision import Reals, strongest, vision

FEWEST, MOST = 3, 16
"""Tiles along a side, where their number is to be found out."""
WIDEST_MARGIN = 0.2
"""A margin beside the tiles takes no more of the card's side than this."""
SQUARE = 0.03
"""How far tiles may be from squares, as a logarithm, where the perspective is sure."""
_FINE = 0.00625


class Area(NamedTuple):
    """Where the tiles lie on a card, as shares of its width and height."""

    left: float
    top: float
    right: float
    bottom: float

    def turned(self, turn: int) -> Area:
        """Return where they lie after the card was turned clockwise."""
        area = self
        for _ in range(turn // 90 % 4):
            area = Area(1 - area.bottom, area.left, 1 - area.top, area.right)
        return area


@dataclass(frozen=True)
class Lattice:
    """The tiles of a card: ``width`` x ``height`` of them within ``area``.

    ``clear``: how much clearer its lines are than those of other sizes; 1 and more is sure.
    """

    width: int
    height: int
    area: Area
    clear: float = 1.0


class _Lines(NamedTuple):
    score: float
    low: float
    high: float
    tiles: int


def find_lattice(
    flat: Flat, size: tuple[int, int] | None = None, usual: Area | None = None
) -> Lattice:
    """Find the lattice of a card, see :func:`lattices`."""
    return lattices(flat, size, usual)[0]


def lattices(
    flat: Flat, size: tuple[int, int] | None = None, usual: Area | None = None, most: int = 6
) -> list[Lattice]:
    """Find places where the lattice of a card may be, the clearest first.

    ``size``: tiles across and down, if known. ``usual``: where they lie on the deck's other cards;
    then they are looked for close to there.
    """
    across, down = _profiles(flat)
    widths: Sequence[int] = range(FEWEST, MOST + 1) if size is None else size[:1]
    heights: Sequence[int] = range(FEWEST, MOST + 1) if size is None else size[1:]
    spans = (None, None) if usual is None else ((usual[0], usual[2]), (usual[1], usual[3]))
    columns = [found for count in widths for found in _lines(across, count, spans[0])]
    rows = [found for count in heights for found in _lines(down, count, spans[1])]
    ranked = sorted(_pairs(columns, rows, flat), key=lambda entry: -entry[0])
    best = ranked[0][0]
    chosen: list[Lattice] = []
    for score, lattice in ranked:
        if all(_differ(lattice, other) for other in chosen):
            chosen.append(lattice)
            if len(chosen) == 2:
                clear = 5 * (best - score) / max(abs(best), 1e-6)
                chosen[0] = replace(chosen[0], clear=clear)
            if len(chosen) == most:
                break
    return chosen


def _pairs(columns: list[_Lines], rows: list[_Lines], flat: Flat) -> list[tuple[float, Lattice]]:
    """Pair columns and rows whose tiles are squares, more or less; with how good a pair is."""
    across = np.array([(line.high - line.low) / line.tiles * flat.width for line in columns])
    down = np.array([(line.high - line.low) / line.tiles * flat.height for line in rows])
    crooked = np.log(across[:, None] / down) / np.hypot(SQUARE, flat.shape.doubt)
    scores = np.add.outer([line.score for line in columns], [line.score for line in rows])
    scores = scores - 0.5 * np.minimum(crooked**2, 100.0)
    chosen = np.argsort(-scores, axis=None, kind="stable")[:_PAIRS]
    pairs = []
    for at in chosen:
        column, row = columns[at // len(rows)], rows[at % len(rows)]
        area = Area(column.low, row.low, column.high, row.high)
        pairs.append((float(scores.flat[at]), Lattice(column.tiles, row.tiles, area)))
    return pairs


_PAIRS = 4000
"""Number of best pairs examined."""


def _differ(a: Lattice, b: Lattice) -> bool:
    """Whether two lattices are of other sizes, or a quarter of a tile apart."""
    if (a.width, a.height) != (b.width, b.height):
        return True
    apart = np.abs(np.subtract(a.area, b.area)) * (a.width, a.height, a.width, a.height)
    return bool(apart.max() > 0.25)


def _profiles(flat: Flat) -> tuple[Reals, Reals]:
    """Return how clear a line each column and each row is, PAD around the card.

    A seam runs from end to end: what is steep over less than most of a line does not count. So
    symbols that lie alike in several tiles do not count as seams. Values are in units of how much
    a profile varies where there is no seam.
    """
    cv2 = vision()
    profiles = []
    for axis, steep in enumerate(steepness(flat)):
        steep = steep[PAD:-PAD] if axis == 0 else steep[:, PAD:-PAD]
        near = np.ones((1, _SLANT) if axis == 0 else (_SLANT, 1), np.uint8)
        shared = np.percentile(cv2.dilate(steep, near), _SHARED, axis=axis).astype(np.float32)
        profile = cv2.GaussianBlur(shared.reshape(1, -1), (0, 0), _ACROSS)
        profile = (profile - cv2.blur(profile, (LOCAL, 1))).ravel()
        inside = profile[2 * PAD : -2 * PAD]
        spread = 1.5 * float(np.median(np.abs(inside - np.median(inside))))
        profiles.append(np.tanh(profile / max(spread, 0.02) / CLEAR_LINE) * CLEAR_LINE)
    return profiles[0], profiles[1]


def steepness(flat: Flat) -> list[Reals]:
    """Return how steep the picture is from left to right and from top to bottom, 0 to 3.

    It is smoothed along the seams before: what a whole seam shows stays, the photo's grain goes.
    """
    cv2 = vision()
    lab = cv2.cvtColor(flat.pixels.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    found = []
    for dx, dy in ((1, 0), (0, 1)):
        wide, tall = (_ACROSS, _ALONG) if dx else (_ALONG, _ACROSS)
        smooth = cv2.GaussianBlur(lab, (0, 0), sigmaX=wide, sigmaY=tall)
        steep = strongest(np.abs(cv2.Sobel(smooth, cv2.CV_32F, dx, dy) / 8))
        level = float(np.percentile(steep[PAD:-PAD, PAD:-PAD], 70)) + 0.1
        found.append(np.minimum(steep / level, 3.0))
    return found


_SHARED = 40.0
"""Percentage of a line that may differ in slope from the rest."""
_SLANT = 5
"""Largest width of a line in pixels, because it slants a little."""
_ACROSS, _ALONG = 1.5, 9.0
"""How far the picture is smoothed across seams and along them, in its pixels."""
CLEAR_LINE = 3.0
"""A line that is clearer than this says no more."""
EDGE = 0.012
"""What lies so near to the card's edge, as a share of its side, is the edge itself."""
LOCAL = 61
"""A profile's peaks are measured against this number of pixels around them."""


def _lines(profile: Reals, count: int, usual: tuple[float, float] | None) -> list[_Lines]:
    """Return the best places for ``count`` tiles along a side."""
    length = len(profile) - 2 * PAD
    if usual is None:
        low = np.arange(-0.01, WIDEST_MARGIN, _FINE / 2)
        lows, highs = (a.ravel() for a in np.meshgrid(low, 1 - low, indexing="ij"))
    else:
        near = np.arange(-0.02, 0.0201, _FINE / 3)
        lows, highs = (
            a.ravel() for a in np.meshgrid(usual[0] + near, usual[1] + near, indexing="ij")
        )
    steps = np.arange(count + 1) / count
    at = PAD + length * (lows[:, None] + (highs - lows)[:, None] * steps)
    between = (at[:, 1:] + at[:, :-1]) / 2
    peaks = np.maximum(_read(profile, at), -1.0)
    on_edge = (at < PAD + EDGE * length) | (at > PAD + (1 - EDGE) * length)
    weights = np.where(on_edge, 0.0, 1.0)  # every card has an edge: it is no evidence
    inner = (peaks * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)
    peaks = np.where(on_edge, inner[:, None], peaks)
    weak = np.sort(peaks, axis=1)[:, : max(1, (count + 1) // 3)].mean(axis=1)
    clear = 0.5 * inner + 0.5 * weak - 0.5 * _read(profile, between).mean(axis=1)
    scores = clear * np.sqrt(weights.sum(axis=1) + 0.45 * on_edge.sum(axis=1))
    if usual is None:
        scores -= 1.5 * np.abs(lows + highs - 1)  # the tiles are rather in the middle
        scores -= 1.4 * (np.abs(lows) + np.abs(1 - highs))  # and take most of the card
    else:
        away = np.abs(lows - usual[0]) + np.abs(highs - usual[1])
        scores -= 60.0 * away
    chosen = np.argsort(-scores, kind="stable")[:24]
    return [_Lines(float(scores[i]), float(lows[i]), float(highs[i]), count) for i in chosen]


def _read(profile: Reals, at: Reals) -> Reals:
    whole = np.arange(len(profile))
    values = np.interp(at.ravel(), whole, profile).reshape(at.shape)
    return np.asarray(values, np.float32)
