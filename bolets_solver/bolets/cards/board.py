"""The map on the table: placed cards, the path, cubes, and what is visible of them.

This module checks no rules; the referee does.
"""

from __future__ import annotations

from enum import StrEnum

from bolets_solver.bolets.cards.face import BLOCKED_DOOR, CROW, DOOR, ROCK, WALL, Face
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.placement import PlacedFace, Placement


class Cube(StrEnum):
    """The colour of a cube on the map; both are rocks (B-R32)."""

    RED = "red"
    YELLOW = "yellow"


class Board:
    """A map that grows; all tiles are tiles of the map.

    ``cards``: in the order of placement, later ones on top.
    ``segments``: the path, one list of tiles for each card on which it was begun; the first tile of
    each is the one on which the card was entered.
    ``met``: the tiles of the path whose content was dealt with (collected, defeated). With walls on
    edges the tile behind a door is on the path before its content is met.
    ``tops``: the index of the topmost card on every tile of the map.
    """

    def __init__(self) -> None:
        self.cards: list[PlacedFace] = []
        self.segments: list[list[Tile]] = []
        self.cubes: dict[Tile, Cube] = {}
        self.path: set[Tile] = set()
        self.met: set[Tile] = set()
        self.tops: dict[Tile, int] = {}
        self._crows: list[list[Tile]] = []  # printed on each card

    def place(self, face: Face, placement: Placement) -> PlacedFace:
        """Place a face on top of all cards."""
        card = PlacedFace(face, placement)
        self.tops.update(dict.fromkeys(card.tiles(), len(self.cards)))
        self._crows.append([tile for tile in card.tiles() if card.kind(tile) == CROW])
        self.cards.append(card)
        return card

    def begin_segment(self, tile: Tile) -> None:
        """Begin a segment of the path at ``tile`` of a new card."""
        self.segments.append([])
        self.extend_path(tile)

    def extend_path(self, tile: Tile) -> None:
        """Extend the path to ``tile``."""
        self.segments[-1].append(tile)
        self.path.add(tile)

    def top(self, tile: Tile) -> int | None:
        """Return the index of the topmost card on a tile, None on the bare table."""
        return self.tops.get(tile)

    def printed(self, tile: Tile) -> str | None:
        """Return the character printed on the topmost card there, None on the bare table."""
        index = self.top(tile)
        return None if index is None else self.cards[index].kind(tile)

    def is_rock(self, tile: Tile) -> bool:
        """Whether a printed rock or a cube is visible there."""
        return tile in self.cubes or self.printed(tile) == ROCK

    def is_border(self, tile: Tile) -> bool:
        """Whether a wall or a door tile is visible there."""
        return self.printed(tile) in (WALL, DOOR, BLOCKED_DOOR)

    def visible_crows(self, cards: int) -> list[Tile]:
        """List the visible crows printed on the first ``cards`` cards.

        A crow is visible when no later card and no cube covers it and it was not defeated
        (B-R25 to B-R27).
        """
        return [
            tile
            for index, crows in enumerate(self._crows[:cards])
            for tile in crows
            if self.top(tile) == index and tile not in self.cubes and tile not in self.met
        ]
