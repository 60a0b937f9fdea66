"""All arrays of a search in one bundle, and the state of the game at each depth of it.

Every kernel of the searches takes a :class:`Search` and the number ``k`` of the last card, which is
the depth: ``state[k]`` is the state in which card k is about to be traced. Of what is kept by depth
a kernel reads row k; but for its own room to work in it writes rows beyond that only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import BLOCKS, INTS, ROWS, SHORTS
from bolets_solver.optimize.state.bound_arrays import Bounds
from bolets_solver.optimize.state.crow_stack import CROWS_TYPE, CrowStack
from bolets_solver.optimize.state.failures import FAILURES_TYPE, Failures
from bolets_solver.optimize.state.game import GAME_TYPE, Game
from bolets_solver.optimize.state.map_arrays import MAP_TYPE, Map
from bolets_solver.optimize.state.memo import MEMO_TYPE, Memo
from bolets_solver.optimize.tables.deal_tables import TABLES_TYPE, DealTables
from bolets_solver.optimize.tracing.deal_arrays import ARRAYS_TYPE, DealArrays, Ints
from bolets_solver.optimize.tracing.trace_arrays import WALK_TYPE, Walk

ENTRANCE, POINTS, LIVES, HAND, YELLOW, MARKER, PEAK, HELD = range(8)
"""Columns of ``Search.state``: door by which the card was entered (from 0), points so far, lives,
cubes in hand, yellow cubes left, crow marker, what was charged for it (see ``crow_losses``), and
cubes in hand together with those that lie on the card: the bounds count them all as in hand."""

STATE_COLUMNS = 8

COVERED, HIDDEN = range(2)
"""Columns of ``Search.updates``: cubes laid before the update on visible crows, and on crows of the
wall card. LIVES to PEAK are as in a state: how things stand after the update."""

UPDATE_COLUMNS = 7

MOST_UPDATES = 40
"""Rows of updates a card: at most three costs, each with up to nine ways to pay."""

REACHED_TARGET, REACHED_ENTRANCE = range(2)
"""Indices of ``Search.reached``: the progress of ``settle``."""


class Search(NamedTuple):
    """The arrays of a search.

    ``state[k]``: see the columns above. ``updates[k]``: rows, see there. ``bounds``: memory of the
    chain bound, by :func:`~bolets_solver.optimize.bounds.chain_bound.state_slot`. ``reached``: the
    target and the index of the entrance at which ``settle`` is. ``flag[0]``: not 0 if the search
    must stop.
    """

    deal: DealArrays
    tables: DealTables
    bounds: Bounds
    memo: Memo
    crows: CrowStack
    failures: Failures
    map: Map
    game: Game
    walk: Walk
    state: Ints
    updates: Ints
    reached: Ints
    flag: Ints


SEARCH_TYPE = bundle_type(
    Search,
    deal=ARRAYS_TYPE,
    tables=TABLES_TYPE,
    bounds=SHORTS,
    memo=MEMO_TYPE,
    crows=CROWS_TYPE,
    failures=FAILURES_TYPE,
    map=MAP_TYPE,
    game=GAME_TYPE,
    walk=WALK_TYPE,
    state=ROWS,
    updates=BLOCKS,
    reached=INTS,
    flag=INTS,
)


def new_state(cards: int) -> Ints:
    """Return a row of state for every card."""
    return np.zeros((cards, STATE_COLUMNS), dtype=np.int64)


def new_updates(cards: int) -> Ints:
    """Return room for the updates of every card."""
    return np.zeros((cards, MOST_UPDATES, UPDATE_COLUMNS), dtype=np.int64)
