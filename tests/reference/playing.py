"""The effects of a trace on lives and cubes, and of its update on the tracking card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from bolets_solver.bolets.cards.face import CROW, HEART, POINTS, Face
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.rules import CrowLoss, Difficulty, RedTiming, Rules
from tests.reference.tracing import LAY, Trace

COVERING_CROWS = "covering crows"
CROW_LIVES = "crow lives"
CUBES = "cubes"
OPENING = "opening"
YELLOW = "yellow"
WITHOUT = frozenset({COVERING_CROWS, CROW_LIVES, CUBES, OPENING, YELLOW})
"""What can be taken out of the game to see whether it mattered: cubes on crows, the lives that a
marker of 3 or 4 costs, all laying of cubes, blocked doors ever opening, yellow cubes."""


@dataclass(frozen=True)
class Purse:
    """What a player has in hand: lives, cubes, yellow cubes still to be had."""

    lives: int
    cubes: int
    yellow: int


def new_purse(rules: Rules, without: frozenset[str]) -> Purse:
    """Return what one starts with (B-R4, B-R5, B-R31, B-R41)."""
    none = rules.difficulty is Difficulty.DIFFICULT or YELLOW in without
    return Purse(3, 0, 0 if none else 2)


def red_cubes(points: int) -> int:
    """Return how many red cubes these points earn (B-R28, B-Q3)."""
    return min(points // 4, 6)


def worth(face: Face, trace: Trace) -> int:
    """Return the points of a trace over a face."""
    return sum(POINTS.get(face.grid[y][x], 0) for x, y in trace.path)


def play(
    face: Face, trace: Trace, before: Purse, points: int, rules: Rules
) -> dict[Purse, tuple[int, ...]]:
    """Return all ways to pay for a trace: what is left at its end, and when yellow was taken.

    The moments are numbers of events before which a yellow cube was taken; the number after the
    last event is the moment before the door is entered. None is taken before the entrance tile is
    met: that could be done as well at the end of the trace before (the update between takes lives
    whatever one has), and before the very first tile nobody has five lives.
    """
    ways: dict[Purse, tuple[int, ...]] = {before: ()}
    for moment, (what, (x, y)) in enumerate(trace.events):
        if moment > 0:
            ways = with_yellow(ways, moment)
        kind = face.grid[y][x]
        after: dict[Purse, tuple[int, ...]] = {}
        for purse, moments in ways.items():
            if what == LAY:
                new = replace(purse, cubes=purse.cubes - 1)
            elif kind == CROW:
                new = replace(purse, lives=purse.lives - 1)
            elif kind == HEART:
                new = replace(purse, lives=min(purse.lives + 1, 5))
            elif kind in POINTS and rules.red_timing is RedTiming.TRACE:
                earned = red_cubes(points + POINTS[kind]) - red_cubes(points)
                new = replace(purse, cubes=purse.cubes + earned)
            else:
                new = purse
            if new.lives > 0 and new.cubes >= 0:
                after.setdefault(new, moments)
        ways = after
        points += POINTS.get(kind, 0) if what != LAY else 0
    return with_yellow(ways, len(trace.events))


def with_yellow(ways: dict[Purse, tuple[int, ...]], moment: int) -> dict[Purse, tuple[int, ...]]:
    """Add the ways in which one or two yellow cubes are taken at this moment (B-Q4, B-Q5)."""
    found = dict(ways)
    for purse, moments in ways.items():
        for count in range(1, purse.yellow + 1):
            new = Purse(purse.lives - count, purse.cubes + count, purse.yellow - count)
            if new.lives > 0:
                found.setdefault(new, moments + (moment,) * count)
    return found


def crow_loss(before: int, most: int, now: int, rules: Rules) -> int:
    """Return the lives that the new marker costs (B-R35, B-Q6).

    ``before`` is the marker until now, ``most`` the highest it ever was.
    """
    if rules.crow_loss is CrowLoss.EVERY:
        return 1 if now in (3, 4) else 0
    if rules.crow_loss is CrowLoss.STOOD:
        return 1 if now > before and now in (3, 4) else 0
    passed = most if rules.crow_loss is CrowLoss.ONCE else before
    return len([value for value in (3, 4) if passed < value <= now])


def subsets(tiles: list[Tile], most: int) -> Iterator[frozenset[Tile]]:
    """All subsets of at most ``most`` tiles, the smaller ones first."""
    for size in range(min(most, len(tiles)) + 1):
        for chosen in combinations(tiles, size):
            yield frozenset(chosen)
