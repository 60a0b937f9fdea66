"""Placement of a card on the map, and a placed card in map coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bolets_solver.bolets.cards.face import Door, Face
from bolets_solver.bolets.cards.lattice import Heading, Tile

_NOTATION = re.compile(r"[rR](0|90|180|270)\s+@(-?[0-9]{1,6})\s*,\s*(-?[0-9]{1,6})")

_WITHOUT_AT = re.compile(r"[rR](?:0|90|180|270)\s+-?[0-9]{1,6}\s*,\s*-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """Rotation (clockwise: 0, 90, 180, 270) and map tile of the rotated card's top left."""

    rotation: int
    x: int
    y: int

    def __str__(self) -> str:
        """The notation ``r90 @3,-2``."""
        return f"r{self.rotation} @{self.x},{self.y}"

    @classmethod
    def parse(cls, text: str) -> Placement:
        """Read the notation ``r90 @3,-2``; raises ValueError for other texts."""
        match = _NOTATION.fullmatch(text.strip())
        if match is None and _WITHOUT_AT.fullmatch(text.strip()):
            how, where = text.split(maxsplit=1)
            raise ValueError(f"the '@' is missing before the tile: write '{how} @{where.strip()}'")
        if match is None:
            raise ValueError(
                f"'{text.strip()}' is not a placement: write r0, r90, r180 or r270 and the map "
                "tile of the turned card's top left, such as 'r90 @3,-2'"
            )
        rotation, x, y = match.groups()
        return cls(int(rotation), int(x), int(y))

    def to_map(self, face: Face, tile: Tile) -> Tile:
        """Return the map tile of a printed tile of ``face``."""
        x, y = face.turned_tile(tile, self.rotation)
        return self.x + x, self.y + y

    def to_face(self, face: Face, tile: Tile) -> Tile:
        """Return the printed tile of ``face`` at a map tile; may lie outside the face."""
        return face.printed_tile((tile[0] - self.x, tile[1] - self.y), self.rotation)

    def side(self, side: Heading) -> Heading:
        """Return the direction in which a printed side of the card looks on the map."""
        return side.turned(self.rotation)


UPRIGHT = Placement(0, 0, 0)
"""Placement of the first card of a map."""


@dataclass(frozen=True)
class PlacedFace:
    """A face and its placement; all tiles are tiles of the map."""

    face: Face
    placement: Placement

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height on the map."""
        return self.face.size(self.placement.rotation)

    @cached_property
    def doors(self) -> tuple[Door, ...]:
        """The doors with map tiles and sides, in the order of their numbers."""
        return tuple(
            Door(door.number, door.x + self.placement.x, door.y + self.placement.y, side, blocked)
            for door in self.face.turned_doors(self.placement.rotation)
            for side, blocked in [(door.side, door.blocked)]
        )

    def covers(self, tile: Tile) -> bool:
        """Whether the card lies on this tile."""
        width, height = self.size
        return (
            self.placement.x <= tile[0] < self.placement.x + width
            and self.placement.y <= tile[1] < self.placement.y + height
        )

    def inside(self, tile: Tile) -> bool:
        """Whether the tile belongs to the card and is not part of a rim of wall tiles."""
        width, height = self.size
        margin = self.face.margin
        return (
            self.placement.x + margin <= tile[0] < self.placement.x + width - margin
            and self.placement.y + margin <= tile[1] < self.placement.y + height - margin
        )

    def kind(self, tile: Tile) -> str:
        """Return the printed character at a tile that the card covers."""
        rows = self.face.turned_grid(self.placement.rotation)
        return rows[tile[1] - self.placement.y][tile[0] - self.placement.x]

    def tiles(self) -> Iterator[Tile]:
        """All tiles of the card, row by row."""
        width, height = self.size
        for y in range(self.placement.y, self.placement.y + height):
            for x in range(self.placement.x, self.placement.x + width):
                yield x, y

    def door_entered(self, tile: Tile, heading: Heading) -> Door | None:
        """Return the door entered by a step from ``tile`` outside in ``heading``, if any."""
        target = heading.step(tile)
        for door in self.doors:
            if door.tile == target and door.side is heading.opposite:
                return door
        return None
