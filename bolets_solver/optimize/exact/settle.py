"""Target after target, entrance after entrance, in one call of a kernel."""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BLOCKS, INT, INTS, SHORTS
from bolets_solver.optimize.bounds.chain_bound import Bounds, chain_bound
from bolets_solver.optimize.bounds.crow_bound import still_makes
from bolets_solver.optimize.bounds.crow_states import CROWS_TYPE, CrowStack
from bolets_solver.optimize.bounds.transposition_table import (
    MEMO_TYPE,
    NO,
    NO_LIMIT,
    STATES_LIMIT,
    STATES_SEEN,
    STOPPED,
    YES,
    Memo,
)
from bolets_solver.optimize.exact.exact_search import makes
from bolets_solver.optimize.exact.failed_states import (
    EXACT_LIMIT,
    EXACT_SEEN,
    FAILURES_TYPE,
    OUT_OF_ROOM,
    Failures,
)
from bolets_solver.optimize.exact.found_game import GAME_TYPE, Game
from bolets_solver.optimize.exact.map_state import MAP_TYPE, START_PLACEMENT, Map
from bolets_solver.optimize.tables.deal_tables import TABLES_TYPE, DealTables
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    POINTS_PER_RED,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.trace_arrays import WALK_TYPE, Walk

CROW_STATES_PER_EXACT = 100
"""A try that may see so many exact states may see so many times more crow states."""

TOLD_TARGET, TOLD_ENTRANCE = range(2)
"""What ``settle`` tells of how far it is: indices of ``told``."""


@kernel(
    INT(
        *[ARRAYS_TYPE, TABLES_TYPE, SHORTS, BLOCKS, MEMO_TYPE, CROWS_TYPE],
        *[FAILURES_TYPE, MAP_TYPE, GAME_TYPE, WALK_TYPE],
        *[INT] * 9,
        *[INTS, INT, INT, INT, INTS, INTS],
    ),
)
def settle(
    arrays: DealArrays,
    tables: DealTables,
    bounds: Bounds,
    updates: Ints,
    memo: Memo,
    stack: CrowStack,
    failures: Failures,
    terrain: Map,
    game: Game,
    walk: Walk,
    doors: Int,
    k: Int,
    marker: Int,
    charged: Int,
    lives: Int,
    held: Int,
    hand: Int,
    yellow: Int,
    points: Int,
    entrances: Ints,
    high: Int,
    low: Int,
    effort: Int,
    told: Ints,
    flag: Ints,
) -> Int:
    """Look for the highest of the targets ``high`` down to ``low`` that a game makes.

    The position is laid out on card ``k``. ``held``: cubes in hand and on that card. ``entrances``:
    of card ``k``, in the order in which they are tried. ``effort``: exact states that a try at one
    target from one entrance may see. Returns YES (the game is in ``game``), NO (proven for all
    targets), or STOPPED at a target of which nothing is known, those above it refuted; ``told``
    says at which target and which index of ``entrances``.
    """
    within = terrain.start[START_PLACEMENT] >= 0  # a trace was begun: the bounds cannot tell
    for target in range(high, low - 1, -1):
        told[TOLD_TARGET] = target
        stopped = False
        for index in range(entrances.shape[0]):
            told[TOLD_ENTRANCE] = index
            entrance = entrances[index]
            answer: Int = np.int64(YES)
            if effort < NO_LIMIT:
                failures.counts[EXACT_LIMIT] = failures.counts[EXACT_SEEN] + effort
                memo.counts[STATES_LIMIT] = (
                    memo.counts[STATES_SEEN] + CROW_STATES_PER_EXACT * effort
                )
            else:
                failures.counts[EXACT_LIMIT] = NO_LIMIT
                memo.counts[STATES_LIMIT] = NO_LIMIT
            if not within:
                bound = chain_bound(
                    arrays,
                    tables,
                    bounds,
                    updates,
                    doors,
                    k,
                    entrance,
                    lives,
                    held,
                    yellow,
                    points % POINTS_PER_RED,
                    marker,
                    charged,
                )
                if bound < 0 or points + bound < target:
                    continue
                answer = still_makes(
                    arrays,
                    tables,
                    bounds,
                    updates,
                    memo,
                    stack,
                    doors,
                    k,
                    entrance,
                    marker,
                    charged,
                    lives,
                    held,
                    yellow,
                    points,
                    target,
                    flag,
                )
            if answer == YES:
                answer = makes(
                    arrays,
                    tables,
                    bounds,
                    updates,
                    memo,
                    stack,
                    failures,
                    terrain,
                    game,
                    walk,
                    doors,
                    k,
                    entrance,
                    marker,
                    charged,
                    lives,
                    hand,
                    yellow,
                    points,
                    target,
                    flag,
                )
            if answer == YES:
                return YES
            if failures.counts[OUT_OF_ROOM] != 0:
                return STOPPED
            stopped = stopped or answer == STOPPED
        if stopped:
            return STOPPED
    return NO
