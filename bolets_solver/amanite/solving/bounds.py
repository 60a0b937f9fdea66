"""Bounds of moves that were not searched to the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bolets_solver.amanite.game.objective import WIN_UNIT, Key, Mode, Objective, Preference
from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.scoring import (
    ANTIDOTE,
    COUNT,
    COUNT_POINTS,
    ELIXIR,
    FIRST,
    MAJORITY,
    NUMBERS,
    OUT_POINTS,
    PAIR_POINTS,
    PIG_POINTS,
    POISON,
    POISON_POINTS,
    TWO,
    TWO_POINTS,
    World,
)
from bolets_solver.amanite.game.tokens import PIG, Counts, add
from bolets_solver.amanite.solving.stations import reachable_gains

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Ranges that hold one player's average share of the victory, margin and points."""

    win: Range
    margin: Range
    vp: Range


def widest_bounds(position: Position, worlds: Sequence[World]) -> tuple[Bounds, ...]:
    """Return bounds for every player from what he could hold at most and at least."""
    most = [
        add(hand, gain)
        for hand, gain in zip(position.tokens, reachable_gains(position), strict=True)
    ]
    highest = [[_most_points(hand, world) for hand in most] for world in worlds]
    lowest = [[_fewest_points(hand, world) for hand in most] for world in worlds]
    found = []
    for player in range(len(most)):
        rivals = [rival for rival in range(len(most)) if rival != player]
        top = _mean([row[player] for row in highest])
        bottom = _mean([row[player] for row in lowest])
        rivals_top = _mean([max(row[rival] for rival in rivals) for row in highest])
        rivals_bottom = _mean([max(row[rival] for rival in rivals) for row in lowest])
        margin = (bottom - rivals_top, top - rivals_bottom)
        found.append(Bounds((0.0, 1.0), margin, (bottom, top)))
    return tuple(found)


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)


def _most_points(most: Counts, world: World) -> int:
    """Return an upper bound of the points of a player who never holds more than ``most``."""
    total = PIG_POINTS * most[PIG]
    for number, attribute in zip(most, world, strict=False):
        if attribute in NUMBERS:
            total += max(0, int(attribute)) * number
        elif attribute == POISON:
            total += POISON_POINTS * number
        else:
            total += {COUNT: max(COUNT_POINTS), TWO: TWO_POINTS, MAJORITY: FIRST}.get(attribute, 0)
    return total


def _fewest_points(most: Counts, world: World) -> int:
    """Return a lower bound of a player's points, with -50 for an eliminated player."""
    held = dict(zip(world, most, strict=False))
    total = PAIR_POINTS * min(held[ANTIDOTE], held.get(ELIXIR, 0)) - held.get("-1", 0)
    if COUNT in held:
        total += min(COUNT_POINTS)
    return min(OUT_POINTS, total)


def bounds_of_reply(
    preference: Preference,
    replier: int,
    keys: Sequence[Key],
    total: int,
    widest: Sequence[Bounds],
) -> tuple[Bounds, ...]:
    """Tighten ``widest`` by one answer of ``replier``, who gets this or something better.

    ``keys`` are the sums of that answer over ``total`` worlds.
    """
    bounds = list(widest)
    me = preference.guaranteed
    if preference.mode is Mode.PARANOID and me is not None and replier != me:
        bounds[me] = _at_most(bounds[me], preference, keys[me], total)
        return tuple(bounds)
    sums = preference.unpack(keys[replier])
    own = bounds[replier]
    if preference.objective is Objective.WIN:
        share = sums.win
        if preference.mode is Mode.DUEL:  # the difference is assured, not the share
            share = max(0, share - preference.unpack(keys[1 - replier]).win)
        least = share / (WIN_UNIT * total)
        own = replace(own, win=(least, 1.0))
    elif preference.objective is Objective.MARGIN:
        own = replace(own, margin=(max(own.margin[0], sums.margin / total), own.margin[1]))
    else:
        own = replace(own, vp=(max(own.vp[0], sums.vp / total), own.vp[1]))
    bounds[replier] = own
    for player, other in enumerate(bounds):
        if player != replier:
            # shares of the victory add up to at most one; a margin is at most the best rival's
            # shortfall
            bounds[player] = replace(
                other,
                win=(other.win[0], min(other.win[1], 1.0 - own.win[0])),
                margin=(other.margin[0], min(other.margin[1], -own.margin[0])),
            )
    return tuple(bounds)


def _at_most(bounds: Bounds, preference: Preference, key: Key, total: int) -> Bounds:
    sums = preference.unpack(key)
    if preference.objective is Objective.WIN:
        return replace(bounds, win=(0.0, sums.win / (WIN_UNIT * total)))
    if preference.objective is Objective.MARGIN:
        return replace(bounds, margin=(bounds.margin[0], sums.margin / total))
    return replace(bounds, vp=(bounds.vp[0], sums.vp / total))
