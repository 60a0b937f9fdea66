"""The rules to the letter, for tiny deals: without shortcuts, in coordinates of the map.

At every moment, before a placement too, a yellow cube may be taken and a cube laid on any visible
tile that may bear one. The reference leaves most of that out and says why; here it is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import (
    BLOCKED_DOOR,
    CROW,
    DOOR,
    HEART,
    POINTS,
    ROCK,
    ROTATIONS,
    WALL,
)
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.bolets.rules import BlockedCounts, CrowScope, Difficulty, RedTiming, Rules
from tests.reference.playing import crow_loss, red_cubes
from tests.reference.solving import TooLarge


@dataclass(frozen=True)
class Moment:
    """A game at any moment; tiles are tiles of the map.

    ``tracing``: the wall card lies and the path continues from ``here``. ``met``: tiles of the path
    whose content was dealt with. ``picked``, ``gained``: mushrooms and points of this card.
    """

    lying: tuple[Placement, ...]
    tracing: bool
    path: frozenset[Tile]
    met: frozenset[Tile]
    cubes: frozenset[Tile]
    here: Tile
    heading: Heading
    lives: int
    hand: int
    yellow: int
    marker: int
    most: int
    points: int
    picked: int
    gained: int


def literal_points_from(
    deal: Deal, rules: Rules, moment: Moment, most_moments: int
) -> frozenset[int]:
    """Return all points with which a game can be won that stands at this moment."""
    literal = _Literal(deal, rules, most_moments)
    literal.play_on([moment])
    return frozenset(literal.found)


def literal_points(deal: Deal, rules: Rules, most_moments: int) -> frozenset[int]:
    """Return all points with which a game of the deal can be won.

    Raises TooLarge as soon as there are more than ``most_moments`` different moments.
    """
    return _Literal(deal, rules, most_moments).all_points()


class _Literal:
    def __init__(self, deal: Deal, rules: Rules, most_moments: int):
        self.most_moments = most_moments
        self.faces = deal.faces
        self.rules = rules
        self.seen: set[Moment] = set()
        self.found: set[int] = set()
        self.card = cache(lambda index, placement: PlacedFace(self.faces[index], placement))

    def all_points(self) -> frozenset[int]:
        yellow = 0 if self.rules.difficulty is Difficulty.DIFFICULT else 2
        waiting = []
        for door in self.faces[0].doors:
            none: frozenset[Tile] = frozenset()
            inward = door.side.opposite
            path = frozenset({door.tile})
            purse_and_card = (3, 0, yellow, 0, 0, 0, 0, 0)
            waiting.append(
                Moment((UPRIGHT,), False, path, none, none, door.tile, inward, *purse_and_card)
            )
        self.play_on(waiting)
        return frozenset(self.found)

    def play_on(self, waiting: list[Moment]) -> None:
        while waiting:
            moment = waiting.pop()
            if moment in self.seen or moment.lives <= 0:
                continue
            if len(self.seen) >= self.most_moments:
                raise TooLarge
            self.seen.add(moment)
            waiting.extend(self.actions(moment))

    def cards(self, moment: Moment) -> list[PlacedFace]:
        return [self.card(index, placement) for index, placement in enumerate(moment.lying)]

    def top(self, moment: Moment, tile: Tile) -> PlacedFace | None:
        on_tile = [card for card in self.cards(moment) if card.covers(tile)]
        return on_tile[-1] if on_tile else None

    def actions(self, moment: Moment) -> Iterator[Moment]:
        if moment.yellow:
            yield replace(
                moment, yellow=moment.yellow - 1, lives=moment.lives - 1, hand=moment.hand + 1
            )
        if moment.hand:
            for tile in self.tiles_for_cubes(moment):
                yield replace(moment, hand=moment.hand - 1, cubes=moment.cubes | {tile})
        yield from self.trace_on(moment) if moment.tracing else self.place(moment)

    def tiles_for_cubes(self, moment: Moment) -> set[Tile]:
        """B-Q33."""
        found = set()
        for card in self.cards(moment):
            for tile in card.tiles():
                if self.top(moment, tile) is card and card.kind(tile) not in (
                    WALL,
                    DOOR,
                    BLOCKED_DOOR,
                    ROCK,
                ):
                    found.add(tile)
        return found - moment.path - moment.cubes

    def place(self, moment: Moment) -> Iterator[Moment]:
        """B-R9 to B-R12; then the tile on which the card was entered is met."""
        last, index = self.cards(moment)[-1], len(moment.lying)
        left, top = last.placement.x, last.placement.y
        for rotation in ROTATIONS:
            width, height = self.faces[index].size(rotation)
            for x in range(left - width, left + last.size[0] + 1):
                for y in range(top - height, top + last.size[1] + 1):
                    wall = self.card(index, Placement(rotation, x, y))
                    if not any(last.covers(door.tile) for door in wall.doors):
                        continue
                    if any(
                        tile in moment.path
                        or tile in moment.cubes
                        or ((below := self.top(moment, tile)) and below.kind(tile) == ROCK)
                        for tile in wall.tiles()
                    ):
                        continue
                    lying = (*moment.lying, wall.placement)
                    yield self.meet(replace(moment, lying=lying, tracing=True), moment.here)

    def meet(self, moment: Moment, tile: Tile) -> Moment:
        """B-R23 to B-R25."""
        kind = self.cards(moment)[-2].kind(tile)
        lives, hand, worth = moment.lives, moment.hand, POINTS.get(kind, 0)
        if kind == HEART:
            lives = min(5, lives + 1)
        if kind == CROW:
            lives -= 1
        if self.rules.red_timing is RedTiming.TRACE:
            before = moment.points + moment.gained
            hand += red_cubes(before + worth) - red_cubes(before)
        return replace(
            moment,
            here=tile,
            path=moment.path | {tile},
            met=moment.met | {tile},
            lives=lives,
            hand=hand,
            picked=moment.picked + (worth > 0),
            gained=moment.gained + worth,
        )

    def trace_on(self, moment: Moment) -> Iterator[Moment]:
        """One step ahead, or round a bump, or into a door (B-R14 to B-R22)."""
        last, wall = self.cards(moment)[-2:]

        def free(tile: Tile) -> bool:
            return (
                last.covers(tile)
                and not wall.covers(tile)
                and last.kind(tile) not in (WALL, DOOR, BLOCKED_DOOR, ROCK)
                and tile not in moment.cubes
            )

        ahead = moment.heading.step(moment.here)
        sides = [moment.heading.left, moment.heading.right]
        bump = not free(ahead) and ahead not in moment.path
        for heading in [moment.heading, *(sides if bump else [])]:
            target = heading.step(moment.here)
            if free(target) and target not in moment.path:
                yield self.meet(replace(moment, heading=heading), target)
        enough = moment.picked
        if self.rules.blocked_counts is BlockedCounts.POINTS:
            enough = moment.gained
        for heading in [moment.heading, *sides]:
            target = heading.step(moment.here)
            for door in wall.doors:
                if (
                    door.tile == target
                    and door.side is heading.opposite
                    and (enough >= 2 or not door.blocked)
                    and target not in moment.cubes
                ):
                    yield from self.enter(moment, target, heading)

    def enter(self, moment: Moment, tile: Tile, heading: Heading) -> Iterator[Moment]:
        """The door is entered and the tracking card brought up to date (B-R33 to B-R39)."""
        counted = len(moment.lying) - (self.rules.crow_scope is CrowScope.TRACED)
        marker = sum(
            self.top(moment, place) is card
            and card.kind(place) == CROW
            and place not in moment.cubes
            and place not in moment.met
            for card in self.cards(moment)[:counted]
            for place in card.tiles()
        )
        lives = moment.lives - crow_loss(moment.marker, moment.most, marker, self.rules)
        if marker >= 5 or lives <= 0:
            return
        points = moment.points + moment.gained
        if len(moment.lying) == len(self.faces):
            self.found.add(points)
            return
        earned = 0
        if self.rules.red_timing is RedTiming.UPDATE:
            earned = red_cubes(points) - red_cubes(moment.points)
        yield replace(
            moment,
            tracing=False,
            path=moment.path | {tile},
            here=tile,
            heading=heading,
            lives=lives,
            hand=moment.hand + earned,
            marker=marker,
            most=max(moment.most, marker),
            points=points,
            picked=0,
            gained=0,
        )
