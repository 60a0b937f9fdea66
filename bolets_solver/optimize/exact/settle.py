"""Target after target, entrance after entrance, in one call of a kernel."""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, INTS
from bolets_solver.optimize.bounds.chain_bound import chain_bound
from bolets_solver.optimize.bounds.crow_bound import still_makes
from bolets_solver.optimize.exact.exact_search import makes
from bolets_solver.optimize.state.failures import EXACT_LIMIT, EXACT_SEEN, OUT_OF_ROOM
from bolets_solver.optimize.state.map_arrays import START_PLACEMENT
from bolets_solver.optimize.state.memo import (
    NO,
    NO_LIMIT,
    STATES_LIMIT,
    STATES_SEEN,
    STOPPED,
    YES,
)
from bolets_solver.optimize.state.search_arrays import (
    ENTRANCE,
    POINTS,
    REACHED_ENTRANCE,
    REACHED_TARGET,
    SEARCH_TYPE,
    Search,
)
from bolets_solver.optimize.tracing.deal_arrays import Int, Ints

CROW_STATES_PER_EXACT = 100
"""Crow states allowed for each exact state of a try."""


@kernel(INT(SEARCH_TYPE, INT, INTS, INT, INT, INT))
def settle(search: Search, k: Int, entrances: Ints, high: Int, low: Int, effort: Int) -> Int:
    """Look for the highest of the targets ``high`` down to ``low`` that a game makes.

    The position is laid out on card ``k``, its state in row k but for the entrance. ``entrances``:
    of card ``k``, in the order in which they are tried. ``effort``: exact states that a try at one
    target from one entrance may see. Returns YES (the game is in ``game``), NO (proven for all
    targets), or STOPPED at a target of which nothing is known, those above it refuted; ``reached``
    says at which target and which index of ``entrances``.
    """
    for target in range(high, low - 1, -1):
        search.reached[REACHED_TARGET] = target
        stopped = False
        for index in range(entrances.shape[0]):
            search.reached[REACHED_ENTRANCE] = index
            search.state[k, ENTRANCE] = entrances[index]
            _limit(search, effort)
            answer = _try_target(search, k, target)
            if answer == YES:
                return YES
            if search.failures.counts[OUT_OF_ROOM] != 0:
                return STOPPED
            stopped = stopped or answer == STOPPED
        if stopped:
            return STOPPED
    return NO


@kernel()
def _limit(search: Search, effort: Int) -> None:
    """Allow both searches more states."""
    exact, crow = search.failures.counts, search.memo.counts
    exact[EXACT_LIMIT] = crow[STATES_LIMIT] = NO_LIMIT
    if effort < NO_LIMIT:
        exact[EXACT_LIMIT] = exact[EXACT_SEEN] + effort
        crow[STATES_LIMIT] = crow[STATES_SEEN] + CROW_STATES_PER_EXACT * effort


@kernel()
def _try_target(search: Search, k: Int, target: Int) -> Int:
    """Ask the bounds first, then the exact search."""
    if search.map.start[START_PLACEMENT] < 0:  # within a trace the bounds do not apply
        bound = chain_bound(search, k)
        if bound < 0 or search.state[k, POINTS] + bound < target:
            return np.int64(NO)
        answer = still_makes(search, k, target)
        if answer != YES:
            return answer
    return makes(search, k, target)
