"""A line drawn by hand, snapped to the lattice.

The line may be off by up to ``TOLERANCE`` tiles in x and in y everywhere. So it may waver over the
border of two tiles before it goes on, and end a little before or behind a tile's middle; it does
not turn back, and no corner of four tiles comes near it. Whatever cannot be explained within the
tolerance stays in the answer for the referee, or is reported as ambiguous by its coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bolets_solver.bolets.cards.lattice import Tile

TOLERANCE = 0.3
"""How far, in tiles, a point may be drawn beside where it is meant."""
SLIP = 0.5 - TOLERANCE
"""A line that enters a tile no deeper than this was not meant to go there."""
STEP = 0.02
"""Distance of the points at which a line is looked at, in tiles."""
LONGEST = 10_000.0
"""Longer lines (in tiles) are not traces."""

Point = tuple[float, float]
"""A point in tiles; whole numbers are the middles of tiles."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A place where it is not clear which way a line goes, in words."""

    point: Point
    message: str


@dataclass(slots=True)
class _Visit:
    """A stay of the line in one tile: which part of the tile it touches, and how long it is."""

    tile: Tile
    left: float
    right: float
    top: float
    bottom: float
    length: float

    def depth(self, before: Tile) -> float:
        """How far the line goes into the tile from its side towards the tile ``before``."""
        x, y = self.tile
        if before[0] != x:
            return self.right - x + 0.5 if before[0] < x else x + 0.5 - self.left
        return self.bottom - y + 0.5 if before[1] < y else y + 0.5 - self.top


def snap(points: Sequence[Point]) -> tuple[list[Tile], list[Ambiguous]]:
    """Return the tiles that a line goes through, in order, and the places that are ambiguous.

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
            raise ValueError(f"the line is longer than {LONGEST:.0f} tiles: that is not a trace")
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
    """Return the visits without tiles at the ends into which the line only slips."""
    first, last = 0, len(visits)
    if last - first > 1 and visits[-1].depth(visits[-2].tile) < SLIP:
        last -= 1
    if last - first > 1 and visits[0].depth(visits[1].tile) < SLIP:
        first += 1
    return visits[first:last]


def _steadied(visits: list[_Visit]) -> list[Tile]:
    """Return the tiles without the wavering over a border: A B A B is A B."""
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
    """Keep a turn back that goes too deep for a slip: the referee will object to it."""
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
