"""The chain bound: the best chain of table entries, with lives, cubes and a count of crows.

``chain_bound`` answers: from this state, how many more points can a game still make at most? It
relaxes a game in three ways:

- the paths, rocks and cubes of older cards may be covered;
- of the crows outside the last card any number may vanish at every turn, whichever is kinder;
- red cubes are earned without their limit of six.

Everything else is kept: the entries hold every trace of every placement, and the crows left on the
last card, the marker and the lives it costs are counted as the rules say. So each game maps to a
chain that makes the same points, and the bound is never below what a game makes.

With ``crow_scope=all`` a cube may be laid on a crow of the wall card before that card is traced. A
cube on a crow of the wall card hides the crow at once; it is charged one turn later, when the trace
bumps into it or the update must not count the crow. A life paid for a yellow cube is paid one turn
later too, which is never worse.

Cubes cover crows only as far as an update gains from it, see ``crow_bound``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, ROWS, SHORT_BLOCKS, VOID
from bolets_solver.optimize.bounds.updates import enter_card, list_updates, wall_crows_counting
from bolets_solver.optimize.state.bound_arrays import LOST, STATES, UNKNOWN
from bolets_solver.optimize.state.search_arrays import (
    ENTRANCE,
    HAND,
    HELD,
    LIVES,
    MARKER,
    PEAK,
    POINTS,
    SEARCH_TYPE,
    YELLOW,
    Search,
)
from bolets_solver.optimize.tables.deal_tables import TABLES_TYPE, DealTables, table_number
from bolets_solver.optimize.tables.segment_table import DOOR, EFFECT, LEFT
from bolets_solver.optimize.tables.segment_table import POINTS as ENTRY_POINTS
from bolets_solver.optimize.tracing.crow_losses import PEAKS
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    MAX_CUBES,
    MAX_LIVES,
    MAX_MARKER,
    POINTS_PER_RED,
    RED_IN_TRACE,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.effects import HANDS, YELLOWS, effect_outcome


@kernel(INT(SEARCH_TYPE, INT))
def chain_bound(search: Search, k: Int) -> Int:
    """Most points that can still be made from ``state[k]``, LOST if no game continues.

    The marker counts crows outside card k alone, unless the wall card's crows count.
    """
    if k == search.deal.width.shape[0] - 1:
        return 0
    state = search.state[k]
    slot = state_slot(
        table_number(search.tables, k, state[ENTRANCE]),
        state[LIVES],
        state[HELD],
        state[YELLOW],
        state[POINTS] % POINTS_PER_RED,
        state[MARKER],
        state[PEAK],
    )
    if search.bounds[slot] == UNKNOWN:
        search.bounds[slot] = _best_chain(search, k)
    return np.int64(search.bounds[slot])


@kernel(inline=True)
def state_slot(
    number: Int, lives: Int, hand: Int, yellow: Int, phase: Int, marker: Int, peak: Int
) -> Int:
    """Where in the memory the bound of a state is kept; ``phase``: points modulo 4."""
    state = (((lives - 1) * HANDS + min(hand, MAX_CUBES)) * YELLOWS + yellow) * POINTS_PER_RED
    state = ((state + phase) * (MAX_MARKER + 1) + marker) * PEAKS + peak
    return number * STATES + state


@kernel(INT(SEARCH_TYPE, INT))
def _best_chain(search: Search, k: Int) -> Int:
    """The bound of ``state[k]``, found by trying every entry."""
    tables, chain = search.tables, search.tables.chain
    number = table_number(tables, k, search.state[k, ENTRANCE])
    old_crows = search.state[k, MARKER]  # each of them may stay or vanish: a relaxation
    most_after = most_from(tables, k + 1)
    best = np.int64(LOST)
    for row in range(tables.chain_at[number], tables.chain_to[number]):
        points = chain[row, ENTRY_POINTS]
        if points + most_after <= best:  # entries are sorted by points
            break
        rest = tables.most_points[table_number(tables, k + 1, chain[row, DOOR])]
        if rest >= 0 and points + rest > best:
            best = _entry_bound(search, k, chain, row, 0, old_crows, best)
    return best


@kernel(INT(SEARCH_TYPE, INT, ROWS, INT, INT, INT, INT), inline=True)
def _entry_bound(
    search: Search, k: Int, entries: Ints, row: Int, fewest_old: Int, most_old: Int, best: Int
) -> Int:
    """The most points of a chain that begins with an entry, ``best`` if that is more.

    Of the crows outside card ``k``, ``fewest_old`` to ``most_old`` stay visible.
    """
    state = search.state[k]
    in_trace = search.deal.switches[RED_IN_TRACE]
    points, door = entries[row, ENTRY_POINTS], entries[row, DOOR]
    phase = state[POINTS] % POINTS_PER_RED
    lives, hand, yellow = effect_outcome(
        search.tables.effects,
        entries[row, EFFECT],
        state[LIVES],
        state[HELD],
        state[YELLOW],
        phase,
        in_trace,
    )
    if lives == 0:
        return best
    total = phase + points
    reds = np.int64(0) if in_trace else total // POINTS_PER_RED
    wall_crows = wall_crows_counting(search, k)
    for old in range(fewest_old, most_old + 1):
        shown = entries[row, LEFT] + old
        for way in range(list_updates(search, k, shown, wall_crows, lives, hand, yellow)):
            rest = bound_after(search, k, door, way, reds, total)
            if rest >= 0:
                best = max(best, points + rest)
    return best


@kernel(INT(SEARCH_TYPE, *[INT] * 5))
def bound_after(search: Search, k: Int, door: Int, way: Int, reds: Int, points: Int) -> Int:
    """The chain bound of the state after a row of ``updates[k]``; 0 if the game is over then.

    Arguments as in :func:`~bolets_solver.optimize.bounds.updates.enter_card`.
    """
    if k + 1 == search.deal.width.shape[0] - 1:
        return 0
    update = search.updates[k, way]
    slot = state_slot(
        table_number(search.tables, k + 1, door),
        update[LIVES],
        update[HAND] + reds,
        update[YELLOW],
        points % POINTS_PER_RED,
        update[MARKER],
        update[PEAK],
    )
    if search.bounds[slot] == UNKNOWN:
        enter_card(search, k + 1, door, way, reds, points)
        search.bounds[slot] = _best_chain(search, k + 1)
    return np.int64(search.bounds[slot])


@kernel(INT(SEARCH_TYPE, INT, INT, INT, INT))
def bound_groups(search: Search, k: Int, first: Int, last: Int, need: Int) -> Int:
    """Find the bound of ``state[k]`` for each of the groups ``first`` to ``last`` - 1 by itself.

    Sets ``crows.value[k, group - first]``, to LOST if the bound is below ``need``; returns the
    highest. Crows outside card k that no later card can reach stay visible; of the near and the
    vague ones any number does.
    """
    tables, groups = search.tables, search.tables.groups
    values = search.crows.value[k]
    far, near = search.crows.far[k], search.crows.near[k] + search.crows.vague[k]
    highest = np.int64(LOST)
    for group in range(first, last):
        values[group - first] = LOST
        rest = tables.most_points[table_number(tables, k + 1, groups[group, DOOR])]
        if rest < 0 or groups[group, ENTRY_POINTS] + rest < need:
            continue
        value = _entry_bound(search, k, groups, group, far, far + near, need - 1)
        if value >= need:
            values[group - first] = value
            highest = max(highest, value)
    return highest


@kernel(INT(SEARCH_TYPE, INT, INT))
def useful_groups(search: Search, k: Int, need: Int) -> Int:
    """Where the groups of ``state[k]`` end with which ``need`` more points can be made.

    Groups are sorted by points: the later ones cannot make them whatever follows.
    """
    tables = search.tables
    number = table_number(tables, k, search.state[k, ENTRANCE])
    first, last = tables.group_at[number], tables.group_to[number]
    return enough_points(tables.groups, first, last, need - most_from(tables, k + 1))


@kernel(INT(TABLES_TYPE, INT))
def most_from(tables: DealTables, k: Int) -> Int:
    """Most points from any entrance of card ``k`` to the end if only doors mattered."""
    most = np.int64(LOST)
    for number in range(table_number(tables, k, 0), table_number(tables, k + 1, 0)):
        most = max(most, tables.most_points[number])
    return most


@kernel(INT(ROWS, INT, INT, INT))
def enough_points(rows: Ints, first: Int, last: Int, need: Int) -> Int:
    """Where the rows from ``first`` on, sorted by points, begin to have less than ``need``."""
    while last > first and rows[last - 1, ENTRY_POINTS] < need:
        middle = (first + last) // 2
        if rows[middle, ENTRY_POINTS] < need:
            last = middle
        else:
            first = middle + 1
    return last


@kernel(VOID(ARRAYS_TYPE, TABLES_TYPE, INT, SHORT_BLOCKS))
def fill_loose(deal: DealArrays, tables: DealTables, cards: Int, loose: NDArray[np.int16]) -> None:
    """Fill the rows of the first ``cards`` cards, from the last of them back.

    They hold LOST, and those of the cards after them are filled (0 for the last card of all).
    """
    in_trace, doors = deal.switches[RED_IN_TRACE], tables.doors[0]
    for number in range(cards * doors - 1, -1, -1):
        for row in range(tables.chain_at[number], tables.chain_to[number]):
            door = tables.chain[row, DOOR]
            follow = loose[table_number(tables, number // doors + 1, door)]
            _loosen(tables, row, in_trace, follow, loose[number])


@kernel()
def _loosen(
    tables: DealTables,
    row: Int,
    in_trace: Int,
    follow: NDArray[np.int16],
    loose: NDArray[np.int16],
) -> None:
    """Raise the loose bounds of a (card, entrance) to what an entry makes with those after it."""
    points, effect = tables.chain[row, ENTRY_POINTS], tables.chain[row, EFFECT]
    reds = (points + POINTS_PER_RED - 1) // POINTS_PER_RED
    for lives in range(1, MAX_LIVES + 1):
        for cubes in range(HANDS):
            hand = min(MAX_CUBES, cubes + reds) if in_trace else cubes
            after, left, _ = effect_outcome(
                tables.effects, effect, lives, hand, np.int64(0), np.int64(0), np.int64(0)
            )
            if after == 0:
                continue
            if not in_trace:
                left = min(MAX_CUBES, left + reds)
            rest = follow[after - 1, left]
            if rest >= 0:
                best = max(np.int64(loose[lives - 1, cubes]), points + rest)
                loose[lives - 1, cubes] = best
