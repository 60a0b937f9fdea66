"""Locate the map in a drawing by the coordinates that `bolets draw` writes beside it.

The number N above a map is at the middle of column N, the number N to its left beside row N. This
holds however the drawing was saved: grouped, ungrouped, moved or enlarged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

Frame = tuple[float, float, float]
"""The side of a tile, and x and y of the middle of tile 0,0, in the coordinates of the drawing."""

LOWER = 0.12
"""Distance of a row's number below the middle of its row, in tiles."""
ABOVE = 0.75
"""Distance of the column numbers above the middle of the first row, in tiles."""
BESIDE = 0.75
"""Distance of the ends of the row numbers from the middle of the first column, in tiles."""
CLOSE = 0.05
"""Largest deviation of a number from its place, in tiles."""

APART = (
    "the coordinates beside the map do not form one grid: the map was taken apart or "
    "stretched; draw over a map as it was made, or write 'scale:' (the size of a tile) and "
    "'origin:' (the middle of tile 0,0)"
)


class Coordinate(NamedTuple):
    """A number beside a map, and its place in the drawing."""

    number: int
    x: float
    y: float


def map_frame(coordinates: Sequence[Coordinate]) -> Frame:
    """Return the frame of the map; raises ValueError if its coordinates do not form a grid."""
    if not all(math.isfinite(one.x) and math.isfinite(one.y) for one in coordinates):
        raise ValueError(APART)
    spread = max(max(map(place, coordinates)) - min(map(place, coordinates)) for place in (_x, _y))
    # column numbers share their height, row numbers their right end; the larger group comes first
    one = _largest_row(coordinates, _y, spread)
    two = _largest_row(coordinates, _x, spread)
    if len(one) >= len(two):
        across, down = one, [item for item in coordinates if item not in set(one)]
    else:
        across, down = [item for item in coordinates if item not in set(two)], two
    if not across or not down:
        raise ValueError(APART)
    wide, high = _step(across, _x), _step(down, _y)
    if wide is None and high is None:
        raise ValueError(APART)
    scale = wide or high or 0.0
    if scale <= 0 or not math.isclose(high or scale, scale, rel_tol=1e-3):
        raise ValueError(APART)
    x, y = across[0].x - scale * across[0].number, down[0].y - scale * down[0].number
    frame = scale, x, y - LOWER * scale
    _require_grid(across, down, frame)
    return frame


def _x(coordinate: Coordinate) -> float:
    return coordinate.x


def _y(coordinate: Coordinate) -> float:
    return coordinate.y


Place = Callable[[Coordinate], float]


def _largest_row(
    coordinates: Sequence[Coordinate], place: Place, spread: float
) -> list[Coordinate]:
    """Return the largest group of coordinates within a thousandth of the map's size."""
    ordered = sorted(coordinates, key=place)
    rows = [[ordered[0]]]
    for before, here in pairwise(ordered):
        if place(here) - place(before) > 1e-3 * spread:
            rows.append([])
        rows[-1].append(here)
    return max(rows, key=len)


def _step(coordinates: Sequence[Coordinate], place: Place) -> float | None:
    """Return the distance of neighbouring numbers, None for a single number."""
    first = min(coordinates)
    last = max(coordinates)
    if first.number == last.number:
        return None
    return (place(last) - place(first)) / (last.number - first.number)


def _require_grid(across: Sequence[Coordinate], down: Sequence[Coordinate], frame: Frame) -> None:
    """Raise ValueError unless every number is at its place in a map with this frame."""
    scale, x, y = frame
    left, top = min(across).number, min(down).number
    above = y + scale * (top - ABOVE)
    beside = [x + scale * (column - BESIDE) for column in (left, left - 1)]  # wide maps skip some
    fits = all(
        abs(one.x - x - scale * one.number) <= CLOSE * scale and abs(one.y - above) <= CLOSE * scale
        for one in across
    ) and all(
        abs(one.y - y - scale * (one.number + LOWER)) <= CLOSE * scale
        and min(abs(one.x - place) for place in beside) <= CLOSE * scale
        for one in down
    )
    if not fits:
        raise ValueError(APART)
