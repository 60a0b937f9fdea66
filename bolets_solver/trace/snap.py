"""A line drawn by hand, snapped to the lattice.

The line may deviate by up to ``TOLERANCE`` tiles in x and y everywhere. So it may waver over the
border of two tiles, and end a little before or behind a tile's middle. It does not turn back or
pass near a corner of four tiles. What the tolerance does not explain stays in the result for the
referee, or is reported as ambiguous with its coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bolets_solver.bolets.cards.lattice import Tile

TOLERANCE = 0.3
"""Largest deviation of a drawn point, in tiles."""
SLIP = 0.5 - TOLERANCE
"""A line that enters a tile no deeper than this was not meant to enter it."""
STEP = 0.02
"""Sampling distance along a line, in tiles."""
LONGEST = 10_000.0
"""Largest length of a trace, in tiles."""

Point = tuple[float, float]
"""A point in tiles; whole numbers are the middles of tiles."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A place where the way of a line is ambiguous, in words."""

    point: Point
    message: str


@dataclass(slots=True)
class _Visit:
    """A visit of the line to one tile: the part of the tile it touches, and its length there."""

    tile: Tile
    left: float
    right: float
    top: float
    bottom: float
    length: float

    def depth(self, before: Tile) -> float:
        """Return how deep the line goes into the tile from the side of the tile ``before``."""
        x, y = self.tile
        if before[0] != x:
            return self.right - x + 0.5 if before[0] < x else x + 0.5 - self.left
        return self.bottom - y + 0.5 if before[1] < y else y + 0.5 - self.top


def snap(points: Sequence[Point]) -> tuple[list[Tile], list[Ambiguous]]:
    """Return the tiles that a line passes, in order, and the ambiguous places.

    Neighbours in the list share a side. Raises ValueError if the line is too long for a trace.
    """
    visits = _visits(points)
    ambiguous = []
    for index in range(1, len(visits)):
        if not _share_side(visits[index - 1].tile, visits[index].tile):
            ambiguous.append(_corner(visits[index - 1].tile, visits[index].tile))
    for before, here, after in zip(visits, visits[1:], visits[2:], strict=False):
        turns = before.tile[0] != after.tile[0] and before.tile[1] != after.tile[1]
        if turns and here.length < SLIP:
            ambiguous.append(_corner(before.tile, after.tile))
    if ambiguous:
        return [], ambiguous
    return _steadied(_trimmed(visits)), []


def _visits(points: Sequence[Point]) -> list[_Visit]:
    import numpy
    import shapely

    if len(points) == 1:
        line = numpy.array(points, dtype=float)
    else:
        drawn = shapely.LineString(points)
        if drawn.length > LONGEST:
            raise ValueError(f"the line is longer than {LONGEST:.0f} tiles: longer than any trace")
        line = shapely.get_coordinates(shapely.segmentize(drawn, STEP))
    tiles = numpy.floor(line + 0.5).astype(int)
    changes = numpy.flatnonzero(numpy.any(tiles[1:] != tiles[:-1], axis=1)) + 1
    lengths = numpy.hypot(*numpy.diff(line, axis=0, append=line[-1:]).T)
    visits = []
    for first, last in zip([0, *changes], [*changes, len(line)], strict=True):
        part = line[first:last]
        (left, top), (right, bottom) = part.min(axis=0), part.max(axis=0)
        tile = (int(tiles[first][0]), int(tiles[first][1]))
        length = float(lengths[first:last].sum())
        visits.append(_Visit(tile, float(left), float(right), float(top), float(bottom), length))
    return visits


def _trimmed(visits: list[_Visit]) -> list[_Visit]:
    """Return the visits without end tiles that the line barely enters."""
    first, last = 0, len(visits)
    if last - first > 1 and visits[-1].depth(visits[-2].tile) < SLIP:
        last -= 1
    if last - first > 1 and visits[0].depth(visits[1].tile) < SLIP:
        first += 1
    return visits[first:last]


def _steadied(visits: list[_Visit]) -> list[Tile]:
    """Return the tiles without wavering over a border: A B A B becomes A B."""
    tiles: list[Tile] = []
    bounce: _Visit | None = None  # just left backwards, into the last tile of the list
    for index, visit in enumerate(visits):
        if bounce is not None and visit.tile != bounce.tile:
            _settle(tiles, bounce)
            bounce = None
        if bounce is None and len(tiles) > 1 and tiles[-2] == visit.tile:
            bounce = visits[index - 1]
            tiles.pop()
        else:
            bounce = None
            tiles.append(visit.tile)
    if bounce is not None:
        _settle(tiles, bounce)
    return tiles


def _settle(tiles: list[Tile], bounce: _Visit) -> None:
    """Keep a turn back that is too deep for a slip: the referee will reject it."""
    here = tiles[-1]
    if bounce.depth(here) >= SLIP:
        tiles += [bounce.tile, here]


def _share_side(first: Tile, second: Tile) -> bool:
    return abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1


def _corner(before: Tile, after: Tile) -> Ambiguous:
    x, y = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
    ways = f"{before[0]},{after[1]} or {after[0]},{before[1]}"
    return Ambiguous(
        (x, y),
        f"from {before[0]},{before[1]} to {after[0]},{after[1]} the line passes the corner at "
        f"{x:g},{y:g}: does it go by {ways}?",
    )
