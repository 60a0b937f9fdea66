"""Ends compared, inside the search: as ``scoring.prefers`` compares them, and what that rules out.

A row of ends holds the totals of the players, and their packed flags, -1 as long as there is none.
Every comparison also bounds the zone of totals in which it comes out the same, see ``zones``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.boldest.kernels.arrays import ACTOR, LAID, PLACES, Stack
from bolets_solver.boldest.kernels.columns import (
    COMPARE,
    DUEL,
    GAIN,
    HERO,
    HIGH,
    LOW,
    REST,
    SEQUENCE,
    WIN,
)
from bolets_solver.boldest.kernels.tables import Arrays
from bolets_solver.boldest.kernels.zones import (
    bound_lead,
    keep_cut,
    keep_order,
    keep_rank,
    margin_of,
)
from bolets_solver.jit import kernel

Integers = NDArray[np.int64]


@kernel(inline=True)
def copy_end(stack: Stack, source: int, target: int) -> None:
    """Copy a row of ends."""
    for word in range(PLACES):
        stack.ends[target, word] = stack.ends[source, word]


@kernel()
def _same(stack: Stack, one: int, other: int) -> bool:
    differs = 0
    for word in range(PLACES):
        differs |= stack.ends[one, word] ^ stack.ends[other, word]
    return bool(differs == 0)


@kernel()
def _wins(stack: Stack, row: int, player: int, margin: int) -> bool:
    """Return whether a player with that margin wins; ties go by flags (T-R52)."""
    ends = stack.ends
    if margin != 0:
        return margin > 0
    players = stack.owned.shape[1]
    for place in range(players):
        other = (ends[row, LAID] >> 3 * place) & 7
        if ends[row, other] == ends[row, player]:
            return bool(other == player)
    return False


@kernel()
def _compare(stack: Stack, depth: int, winning: bool, player: int, new: int, old: int) -> int:
    """Compare two ends by what one player gets: 1 the new one is more, -1 less, 0 the same.

    A winner has a margin of 0 or more, so winning decides only between margins of 0.
    """
    margin_new, margin_old = margin_of(stack, new, player), margin_of(stack, old, player)
    if margin_new != margin_old:
        if margin_new > margin_old:
            keep_order(stack, depth, player, new, old, 1)
            return 1
        keep_order(stack, depth, player, old, new, 1)
        return -1
    keep_order(stack, depth, player, new, old, 0)
    keep_order(stack, depth, player, old, new, 0)
    if not winning:
        return 0
    keep_rank(stack, depth, player, new)
    if margin_new == 0:
        keep_rank(stack, depth, player, old)
    won = _wins(stack, new, player, margin_new)
    if won == _wins(stack, old, player, margin_old):
        return 0
    return 1 if won else -1


@kernel()
def prefers(stack: Stack, depth: int, mode: Integers, mover: int, new: int, old: int) -> bool:
    """Return whether row ``new`` of the ends is better for the mover than row ``old`` (T-Q44)."""
    ends = stack.ends
    players = stack.owned.shape[1]
    if mode[COMPARE] == DUEL:
        other = 1 - mover
        gap_new = ends[new, mover] - ends[new, other]
        gap_old = ends[old, mover] - ends[old, other]
        if gap_new != gap_old:
            return bool(gap_new > gap_old)
        leads_new = ends[new, LAID] & 7 == mover
        if leads_new != (ends[old, LAID] & 7 == mover):
            return bool(leads_new)
        return bool(ends[new, mover] > ends[old, mover])
    if _same(stack, new, old):
        return False
    hero, winning = mode[HERO], mode[COMPARE] == WIN
    if hero >= 0:
        found = _compare(stack, depth, winning, hero, new, old)
        if found != 0:
            return found > 0 if mover == hero else found < 0
    for both in range(1 if winning else 0, 2):  # what all want; then winning, if they do not
        for step in range(players):
            player = (mover + step) % players
            found = _compare(stack, depth, both == 1, player, new, old)
            if found != 0:
                return found > 0 if step == 0 else found < 0
    return bool(ends[new, mover] > ends[old, mover])


@kernel()
def is_cut(stack: Stack, depth: int, winning: bool) -> bool:
    """Return whether the player one level up is certain to decide otherwise.

    He has an end already; the player at this level will get at least what he has found so far, so
    the other's margin is at most the negative of that.
    """
    ends = stack.ends
    above, here = stack.level[depth - 1, ACTOR], stack.level[depth, ACTOR]
    if above == here or ends[depth - 1, LAID] < 0:
        return False
    margin = margin_of(stack, depth - 1, above)
    found = margin_of(stack, depth, here)
    spare = found + margin - 1
    if spare >= 0:
        keep_cut(stack, depth, here, above)
        return True
    if winning and _wins(stack, depth, here, found) and _wins(stack, depth - 1, above, margin):
        keep_rank(stack, depth, here, depth)
        keep_rank(stack, depth, above, depth - 1)
        return True
    return False


@kernel()
def is_hopeless(arrays: Arrays, stack: Stack, depth: int, entry: int) -> bool:
    """Return whether an entry cannot bring the player at this level the margin he has found."""
    totals, ends, sequences = stack.totals, stack.ends, arrays.sequences
    players = stack.owned.shape[1]
    actor, sequence = stack.level[depth, ACTOR], stack.level[depth, SEQUENCE]
    rest = sequences[sequence, REST]
    most = totals[depth, actor] + arrays.entries[entry, GAIN] + sequences[rest, HIGH + actor]
    rival, least = -1, 0
    for other in range(players):
        if other != actor:
            total = totals[depth, other] + sequences[sequence, LOW + other]
            if rival < 0 or total > least:
                rival, least = other, total
    if most - least >= margin_of(stack, depth, actor):
        return False
    for other in range(players):
        if other != actor:
            lead = ends[depth, actor] - ends[depth, other]
            if most - (totals[depth, other] + sequences[sequence, LOW + other]) >= lead:
                bound_lead(stack, depth, other, rival, lead - (most - least) - 1)
    return True
