"""Ends compared, inside the search: as ``scoring.prefers`` compares them, and what that rules out.

A row of ends holds the totals of the players, then their packed flags, -1 as long as there is none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.boldest.columns import (
    DUEL,
    GAIN,
    HIGH,
    LOW,
    REST,
    SEQUENCE,
    STATE_WIDTH,
    WIN,
)
from bolets_solver.jit import kernel

Integers = NDArray[np.int64]

ACTOR, ENTRY, LAST, START, HASH = range(STATE_WIDTH, STATE_WIDTH + 5)
"""What a level of the stack holds beyond the state: who decides, the entry that is being tried, the
end of his table, the count of nodes at the beginning, where in the memory the end belongs."""

MAX_DEPTH = 20  # five players lay fifteen Groups: no line of play has more decisions
OUT = MAX_DEPTH  # the row of ends in which a finished node hands its end up


@kernel(inline=True)
def copy_end(ends: Integers, source: int, target: int) -> None:
    """Copy a row of ends."""
    for word in range(ends.shape[1]):
        ends[target, word] = ends[source, word]


@kernel()
def _margin(ends: Integers, row: int, player: int) -> int:
    """Own total less the best rival's."""
    best = ends[row, 1 if player == 0 else 0]
    for other in range(ends.shape[1] - 1):
        if other != player and ends[row, other] > best:
            best = ends[row, other]
    return int(ends[row, player] - best)


@kernel()
def _wins(ends: Integers, row: int, player: int, margin: int) -> bool:
    """Tell whether a player with that margin wins; ties go to the flag closest to the tent."""
    if margin != 0:
        return margin > 0
    players = ends.shape[1] - 1
    for place in range(players):
        other = (ends[row, players] >> 3 * place) & 7
        if ends[row, other] == ends[row, player]:
            return bool(other == player)
    return False


@kernel()
def _compare(winning: bool, player: int, ends: Integers, new: int, old: int) -> int:
    """Compare two ends by what one player gets: 1 the new one is more, -1 less, 0 the same."""
    margin_new, margin_old = _margin(ends, new, player), _margin(ends, old, player)
    if winning:
        won = _wins(ends, new, player, margin_new)
        if won != _wins(ends, old, player, margin_old):
            return 1 if won else -1
    if margin_new == margin_old:
        return 0
    return 1 if margin_new > margin_old else -1


@kernel()
def prefers(compare: int, hero: int, mover: int, ends: Integers, new: int, old: int) -> bool:
    """Tell whether row ``new`` of ``ends`` is better for the mover than row ``old``."""
    players = ends.shape[1] - 1
    if compare == DUEL:
        other = 1 - mover
        gap_new = ends[new, mover] - ends[new, other]
        gap_old = ends[old, mover] - ends[old, other]
        if gap_new != gap_old:
            return bool(gap_new > gap_old)
        leads_new = ends[new, players] & 7 == mover
        if leads_new != (ends[old, players] & 7 == mover):
            return bool(leads_new)
        return bool(ends[new, mover] > ends[old, mover])
    if hero >= 0:
        found = _compare(compare == WIN, hero, ends, new, old)
        if found != 0:
            return found > 0 if mover == hero else found < 0
    for both in range(2):
        for step in range(players):
            player = (mover + step) % players
            found = _compare(both == 1 or compare == WIN, player, ends, new, old)
            if found != 0:
                return found > 0 if step == 0 else found < 0
    return bool(ends[new, mover] > ends[old, mover])


@kernel(inline=True)
def is_cut(compare: int, level: Integers, ends: Integers, depth: int) -> bool:
    """Tell whether the player one level up is certain to decide otherwise.

    He has an end already; the player at this level will get at least what he has found so far, so
    the other's margin is at most the negative of that.
    """
    players = ends.shape[1] - 1
    above, here = level[depth - 1, ACTOR], level[depth, ACTOR]
    if above == here or ends[depth - 1, players] < 0 or ends[depth, players] < 0:
        return False
    margin = _margin(ends, depth - 1, above)
    found = _margin(ends, depth, here)
    if -found < margin:
        return True
    return (
        compare == WIN and _wins(ends, depth, here, found) and _wins(ends, depth - 1, above, margin)
    )


@kernel(inline=True)
def is_hopeless(
    entries: Integers,
    sequences: Integers,
    level: Integers,
    totals: Integers,
    ends: Integers,
    depth: int,
    entry: int,
) -> bool:
    """Tell whether an entry cannot bring the player at this level the margin he has found."""
    players = totals.shape[1]
    if ends[depth, players] < 0:
        return False
    actor, sequence = level[depth, ACTOR], level[depth, SEQUENCE]
    rest = sequences[sequence, REST]
    most = totals[depth, actor] + entries[entry, GAIN] + sequences[rest, HIGH + actor]
    rival = -(1 << 60)
    for other in range(players):
        if other != actor:
            rival = max(rival, totals[depth, other] + sequences[sequence, LOW + other])
    return bool(most - rival < _margin(ends, depth, actor))
