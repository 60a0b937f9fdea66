"""All placements of a wall card and all traces of one overlap, by trying everything.

All coordinates are in the frame of the last map card as printed: it lies upright with its top
left at (0, 0), and the wall card's placement is relative to that. No rule asks where on the table,
or which way round, a map lies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from bolets_solver.bolets.cards.face import POINTS, ROCK, ROTATIONS, Door, Face
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.bolets.rules import BlockedCounts, Rules

MEET = "meet"
LAY = "lay"
Event = tuple[str, Tile]
"""What happens on the way: ``(MEET, tile)`` or ``(LAY, tile)``: a cube on the tile ahead."""


@dataclass(frozen=True)
class Trace:
    """One way over the last card, from the entrance to the wall card's door of number ``door``.

    The first event is to meet the entrance tile: a door tile without content where the border is
    tiles, a tile like any other where it is edges.
    """

    events: tuple[Event, ...]
    door: int

    @cached_property
    def path(self) -> tuple[Tile, ...]:
        """The tiles walked, the entrance first."""
        return tuple(tile for what, tile in self.events if what == MEET)

    @cached_property
    def cubes(self) -> tuple[Tile, ...]:
        """The tiles on which a cube was laid, in order."""
        return tuple(tile for what, tile in self.events if what == LAY)


def placements(last: Face, wall: Face) -> list[Placement]:
    """List how the wall card may lie, one door on the last card (B-R9), if nothing else forbids."""
    last_card = PlacedFace(last, UPRIGHT)
    found = []
    for rotation in ROTATIONS:
        width, height = wall.size(rotation)
        for x in range(1 - width, last.width):
            for y in range(1 - height, last.height):
                placement = Placement(rotation, x, y)
                doors = PlacedFace(wall, placement).doors
                if any(last_card.covers(door.tile) for door in doors):
                    found.append(placement)
    return found


@cache
def printed_rocks(face: Face) -> frozenset[Tile]:
    """Return the rocks printed on a face."""
    card = PlacedFace(face, UPRIGHT)
    return frozenset(tile for tile in card.tiles() if card.kind(tile) == ROCK)


def traces(
    last: Face,
    entrance: Door,
    placement: Placement,
    wall: Face,
    cubes: int,
    rules: Rules | None = None,
    rocks: frozenset[Tile] | None = None,
) -> list[Trace]:
    """List all traces over ``last`` with at most ``cubes`` cubes laid ahead.

    ``rocks``: the rocks and cubes on the last card before the trace (default: the printed ones).
    Lives are ignored. A cube is laid only to turn at it, and only where the turn needs it and
    leads to a free tile: any other cube does not change the way (into a door beside the way
    one turns without an obstacle, B-Q26). The placement must leave the entrance tile and all rocks
    uncovered.
    """
    last_card, wall_card = PlacedFace(last, UPRIGHT), PlacedFace(wall, placement)
    rocks = printed_rocks(last) if rocks is None else rocks
    opening_points = (rules or Rules()).blocked_counts is BlockedCounts.POINTS

    def opens(door: Door, path: list[Tile]) -> bool:
        """A blocked door wants two mushrooms of this card (B-R22)."""
        if not door.blocked:
            return True
        kinds = [last_card.kind(tile) for tile in path]
        worth = [POINTS[kind] if opening_points else 1 for kind in kinds if kind in POINTS]
        return sum(worth) >= 2

    def stands_open(tile: Tile, laid: set[Tile]) -> bool:
        """No wall, door, rock, cube or other card is there (the own path may be)."""
        return (
            last_card.inside(tile)
            and not wall_card.covers(tile)
            and tile not in rocks
            and tile not in laid
        )

    def go_on(
        tile: Tile, heading: Heading, events: tuple[Event, ...], laid: set[Tile]
    ) -> Iterator[Trace]:
        path = [met for what, met in events if what == MEET]
        sides = (heading.left, heading.right)

        def step(to: Heading, events: tuple[Event, ...], laid: set[Tile]) -> Iterator[Trace]:
            target = to.step(tile)
            if stands_open(target, laid) and target not in path:
                yield from go_on(target, to, (*events, (MEET, target)), laid)

        for to in (heading, *sides):  # ahead (B-Q28), or beside the way (B-R19)
            door = wall_card.door_entered(tile, to)
            if door is not None and opens(door, path):
                yield Trace(events, door.number)
        ahead = heading.step(tile)
        if ahead in path:
            return  # neither free nor an obstacle (B-R17, B-Q24)
        if not stands_open(ahead, laid):  # a bump (B-R15)
            for to in sides:
                yield from step(to, events, laid)
            return
        yield from step(heading, events, laid)
        if len(laid) < cubes:
            for to in sides:
                yield from step(to, (*events, (LAY, ahead)), laid | {ahead})

    inward = entrance.side.opposite  # B-Q29
    return list(go_on(entrance.tile, inward, ((MEET, entrance.tile),), set()))
