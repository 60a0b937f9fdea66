"""The wall card on the last card: where a trace may go, what stops it, which doors it may enter.

Movement on one card as the rules describe it. The referee and everything else that studies the
traces of one overlap use this module.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bolets_solver.bolets.cards.face import Door
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import PlacedFace


@dataclass(frozen=True)
class Overlap:
    """The last card, the wall card on it, and where rocks and cubes lie (all tiles of the map)."""

    last: PlacedFace
    wall: PlacedFace
    is_rock: Callable[[Tile], bool]

    def on_last(self) -> list[Door]:
        """List the wall card's doors that lie on the last card; a placement needs one (B-R9)."""
        return [door for door in self.wall.doors if self.last.covers(door.tile)]

    def on_field(self, tile: Tile) -> bool:
        """Whether the tile is on the last card, inside its walls, and not under the wall card.

        A trace stays on these tiles (B-Q22).
        """
        return self.last.inside(tile) and not self.wall.covers(tile)

    def is_free(self, tile: Tile) -> bool:
        """Whether a trace can be on this tile, the path itself ignored (B-R18)."""
        return self.on_field(tile) and not self.is_rock(tile)

    def bumps(self, tile: Tile, heading: Heading) -> bool:
        """Whether a wall, door, rock or cube is in the next tile ahead (B-R15, B-R20).

        The path itself does not count (B-Q24).
        """
        return not self.is_free(heading.step(tile))

    def door_entered(self, tile: Tile, heading: Heading) -> Door | None:
        """Return the wall card's door that a step from ``tile`` enters, if there is one.

        A turn into a door needs no bump (B-R19, B-Q26). Not checked: whether a blocked door opens
        (B-R22), and whether a cube lies behind the door (B-R18).
        """
        return self.wall.door_entered(tile, heading)

    def run(self, tile: Tile, heading: Heading) -> list[Tile]:
        """List the free tiles ahead of ``tile`` up to the next obstacle, ignoring the path."""
        found = []
        while not self.bumps(tile, heading):
            tile = heading.step(tile)
            found.append(tile)
        return found
