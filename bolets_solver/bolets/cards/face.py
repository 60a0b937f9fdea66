"""One printed side of a card: its tiles and its doors, in the frame in which it is printed.

The characters of a grid are the letters of the table of tile kinds (``tile_kinds``, beside this
module). With ``Border.TILES`` the rim of the grid is walls and doors; with ``Border.EDGES`` every
tile can be walked, and walls and doors lie on the outer edge (B-Q16).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.tile_kinds import (
    BLOCKED_DOOR,
    CROW,
    DOOR,
    FLOOR,
    HEART,
    MUSHROOM,
    ON_TILES,
    POINTS,
    ROCK,
    SPECIAL_MUSHROOM,
    WALL,
)

__all__ = [
    "BLOCKED_DOOR",
    "COTTAGE",
    "CROW",
    "DOOR",
    "FLOOR",
    "HEART",
    "MUSHROOM",
    "ON_TILES",
    "POINTS",
    "ROCK",
    "ROTATIONS",
    "SPECIAL_MUSHROOM",
    "WALL",
    "Border",
    "Door",
    "Face",
]

COTTAGE = "C"
"""The name of the face that ends every deal."""

ROTATIONS = (0, 90, 180, 270)
"""Clockwise quarter turns (B-Q21)."""


class Border(StrEnum):
    """Where the walls and doors of a card are (B-Q16)."""

    TILES = "tiles"  # they are the tiles of the card's rim
    EDGES = "edges"  # they lie on the card's outer edge


@dataclass(frozen=True, slots=True)
class Door:
    """A door of a face.

    ``x``, ``y`` is the tile that the path enters: the rim tile of the door (tiles), or the tile
    behind the edge (edges). ``side`` is the side of the card, the direction outward.
    """

    number: int
    x: int
    y: int
    side: Heading
    blocked: bool

    @property
    def tile(self) -> Tile:
        """The tile that the path enters."""
        return self.x, self.y


@dataclass(frozen=True)
class Face:
    """One side of a card as printed (rotation 0); ``doors[i].number == i + 1``.

    Not validated here: the deck reader does that, and reports the place of each defect.
    """

    name: str
    border: Border
    grid: tuple[str, ...]
    doors: tuple[Door, ...]

    @property
    def width(self) -> int:
        """Tiles from left to right, the rim included."""
        return len(self.grid[0])

    @property
    def height(self) -> int:
        """Tiles from top to bottom, the rim included."""
        return len(self.grid)

    @property
    def number(self) -> int | None:
        """The number of the card, None for the cottage."""
        return None if self.name == COTTAGE else int(self.name[:-1])

    @property
    def margin(self) -> int:
        """Width of the rim in tiles: 1 with tiles, 0 with edges."""
        return 1 if self.border is Border.TILES else 0

    def size(self, rotation: int) -> tuple[int, int]:
        """Return width and height of the face when rotated."""
        if rotation in (90, 270):
            return self.height, self.width
        return self.width, self.height

    def turned_tile(self, tile: Tile, rotation: int) -> Tile:
        """Return where a printed tile is, counted from the top left of the rotated face."""
        x, y = tile
        if rotation == 90:
            return self.height - 1 - y, x
        if rotation == 180:
            return self.width - 1 - x, self.height - 1 - y
        if rotation == 270:
            return y, self.width - 1 - x
        return x, y

    def printed_tile(self, tile: Tile, rotation: int) -> Tile:
        """Return the printed tile at a tile of the rotated face; inverse of turned_tile."""
        x, y = tile
        if rotation == 90:
            return y, self.height - 1 - x
        if rotation == 180:
            return self.width - 1 - x, self.height - 1 - y
        if rotation == 270:
            return self.width - 1 - y, x
        return x, y

    def turned_grid(self, rotation: int) -> tuple[str, ...]:
        """Return the rows of the rotated face, top first."""
        return self._turned[rotation][0]

    def turned_doors(self, rotation: int) -> tuple[Door, ...]:
        """Return the doors of the rotated face, in the order of their numbers."""
        return self._turned[rotation][1]

    def count(self, kinds: str) -> int:
        """Return the number of tiles of the given kinds (characters)."""
        return sum(row.count(kind) for row in self.grid for kind in kinds)

    @cached_property
    def _turned(self) -> dict[int, tuple[tuple[str, ...], tuple[Door, ...]]]:
        return {rotation: self._turn(rotation) for rotation in ROTATIONS}

    def _turn(self, rotation: int) -> tuple[tuple[str, ...], tuple[Door, ...]]:
        width, height = self.size(rotation)
        rows = []
        for y in range(height):
            printed = (self.printed_tile((x, y), rotation) for x in range(width))
            rows.append("".join(self.grid[py][px] for px, py in printed))
        doors = tuple(
            Door(door.number, *self.turned_tile(door.tile, rotation), side, door.blocked)
            for door in self.doors
            for side in [door.side.turned(rotation)]
        )
        return tuple(rows), doors


def border_places(width: int, height: int) -> list[tuple[Heading, Tile]]:
    """List the places of the border clockwise from the top-left corner.

    Each is a side and a tile on that side; a corner tile comes once for each of its two sides. The
    doors of a face are numbered in this order.
    """
    return [
        *((Heading.N, (x, 0)) for x in range(width)),
        *((Heading.E, (width - 1, y)) for y in range(height)),
        *((Heading.S, (x, height - 1)) for x in reversed(range(width))),
        *((Heading.W, (0, y)) for y in reversed(range(height))),
    ]


def rim_doors(grid: Sequence[str]) -> tuple[Door, ...]:
    """Return the numbered doors of a rectangular grid whose rim is walls and doors."""
    width, height = len(grid[0]), len(grid)
    corners = {(x, y) for x in (0, width - 1) for y in (0, height - 1)}
    found = [
        (side, (x, y), grid[y][x] == BLOCKED_DOOR)
        for side, (x, y) in border_places(width, height)
        if (x, y) not in corners and grid[y][x] in (DOOR, BLOCKED_DOOR)
    ]
    return _numbered(found)


def edge_doors(
    grid: Sequence[str], places: Iterable[tuple[Heading, int, bool]]
) -> tuple[Door, ...]:
    """Return the numbered doors of a grid with its doors on the outer edge.

    Each place is a side, the tile counted from 1 from the left or from the top, and whether the
    door is blocked; in any order.
    """
    width, height = len(grid[0]), len(grid)
    wanted = {}
    for side, position, blocked in places:
        along = position - 1
        tile = {
            Heading.N: (along, 0),
            Heading.E: (width - 1, along),
            Heading.S: (along, height - 1),
            Heading.W: (0, along),
        }[side]
        wanted[side, tile] = blocked
    found = [
        (side, tile, wanted[side, tile])
        for side, tile in border_places(width, height)
        if (side, tile) in wanted
    ]
    return _numbered(found)


def _numbered(found: Iterable[tuple[Heading, Tile, bool]]) -> tuple[Door, ...]:
    return tuple(
        Door(number, x, y, side, blocked)
        for number, (side, (x, y), blocked) in enumerate(found, start=1)
    )
