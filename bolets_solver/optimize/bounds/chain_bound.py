"""The chain bound: the best chain of table entries, with lives, cubes and a count of crows.

``chain_bound`` answers: from this card and entrance, with these lives, cubes in hand, yellow cubes
left and visible crows, how many more points can a game still make at most? It relaxes a game in
three ways: the paths, rocks and cubes of older cards may be covered; of the crows outside the last
card any number may vanish at every turn, whichever is kinder; and red cubes are earned without
their limit of six. Everything else is kept: the entries hold every trace of every placement, and
the crows left on the last card, the marker and the lives it costs are counted as the rules say. So
each game maps to a chain that makes the same points, and the bound is never below what a game
makes.

With ``crow_scope=all`` a cube may be laid on a crow of the wall card before that card is traced.
The bound lets such cubes be laid on credit: the crow is hidden from the marker as long as there are
cubes for it, and the cube stays in hand; in the game it lies on the next card, where the trace that
bumps into it, or the update that must not count the crow, pays it in the bound one turn later. A
life paid for a yellow cube is paid one turn later too, which is never worse.

Cubes cover crows only as far as an update gains from it, see ``crow_bound``.

The value is kept for every state met: card and entrance, lives, cubes in hand, yellow left, points
modulo 4, marker and, with ``crow_loss=once``, which of the values 3 and 4 were charged already.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import (
    BLOCKS,
    BYTE_BLOCKS,
    BYTES,
    INT,
    INTS,
    ROWS,
    SHORT_BLOCKS,
    SHORTS,
    THREE,
    VOID,
)
from bolets_solver.optimize.tables.deal_tables import TABLES_TYPE, DealTables
from bolets_solver.optimize.tables.segment_table import DOOR, EFFECT, LEFT, POINTS
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    MAX_CUBES,
    MAX_LIVES,
    MAX_MARKER,
    POINTS_PER_RED,
    RED_IN_TRACE,
    SCOPE_ALL,
    Bytes,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.effects import HANDS, YELLOWS, apply_events
from bolets_solver.optimize.tracing.updates import (
    CHARGED,
    HAND,
    LIVES,
    MARKER,
    YELLOW,
    list_updates,
)

ONCE_MASKS = 4
"""Which of the marker's values 3 (1) and 4 (2) were charged already."""

STATES = MAX_LIVES * HANDS * YELLOWS * POINTS_PER_RED * (MAX_MARKER + 1) * ONCE_MASKS
"""States of one (card, entrance)."""

UNKNOWN, LOST = -2, -1


Bounds = NDArray[np.int16]


def new_bounds(n_tables: int) -> Bounds:
    """Return the memory of :func:`chain_bound` for a deal with so many table numbers."""
    return np.full(n_tables * STATES, UNKNOWN, dtype=np.int16)


@kernel(THREE(BYTE_BLOCKS, BYTES, INTS, *[INT] * 6), inline=True)
def effect_outcome(
    outcomes: Bytes,
    strings: Bytes,
    string_at: Ints,
    effect: Int,
    lives: Int,
    hand: Int,
    yellow: Int,
    points: Int,
    in_trace: Int,
) -> tuple[Int, Int, Int]:
    """Lives (0: impossible), cubes and yellow left after an effect; see DealTables for the arrays.

    ``points``: of the game, or modulo 4 where the limit of red cubes is ignored.
    """
    if in_trace:
        after, cubes, spare = apply_events(
            strings, string_at[effect], string_at[effect + 1], lives, hand, yellow, points
        )
    else:
        row = ((lives - 1) * HANDS + min(hand, MAX_CUBES)) * YELLOWS + yellow
        after = np.int64(outcomes[effect, row, 0])
        cubes = np.int64(outcomes[effect, row, 1])
        spare = np.int64(outcomes[effect, row, 2])
    return after, cubes, spare


@kernel(inline=True)
def state_slot(
    number: Int, lives: Int, hand: Int, yellow: Int, phase: Int, marker: Int, charged: Int
) -> Int:
    """Where in the memory the bound of a state is kept."""
    state = (((lives - 1) * HANDS + min(hand, MAX_CUBES)) * YELLOWS + yellow) * POINTS_PER_RED
    state = ((state + phase) * (MAX_MARKER + 1) + marker) * ONCE_MASKS + charged
    return number * STATES + state


@kernel(INT(TABLES_TYPE, INT, INT))
def most_from(tables: DealTables, doors: Int, k: Int) -> Int:
    """Most points from any entrance of card ``k`` to the end if nothing but doors mattered."""
    most = np.int64(LOST)
    for number in range(k * doors, (k + 1) * doors):
        most = max(most, tables.most_points[number])
    return most


@kernel(INT(ROWS, INT, INT, INT))
def enough_points(rows: Ints, first: Int, last: Int, need: Int) -> Int:
    """Where the rows from ``first`` on, sorted by points, begin to have less than ``need``."""
    while last > first and rows[last - 1, POINTS] < need:
        middle = (first + last) // 2
        if rows[middle, POINTS] < need:
            last = middle
        else:
            first = middle + 1
    return last


@kernel(
    INT(*[ARRAYS_TYPE, TABLES_TYPE, SHORTS, BLOCKS, *[INT] * 14, SHORTS]),
)
def entries_bound(
    arrays: DealArrays,
    tables: DealTables,
    bounds: Bounds,
    updates: Ints,
    doors: Int,
    k: Int,
    entrance: Int,
    lives: Int,
    hand: Int,
    yellow: Int,
    phase: Int,
    marker: Int,
    charged: Int,
    first: Int,
    last: Int,
    fewest_old: Int,
    most_old: Int,
    need: Int,
    values: Bounds,
) -> Int:
    """Bound of a state (``first`` < 0), or of its groups ``first`` to ``last`` - 1 one by one.

    In the second case ``values[group - first]`` is set to the group's bound, or to -1 if that is
    below ``need``; of the crows outside the last card ``fewest_old`` to ``most_old`` stay uncovered
    by cards; the highest bound is returned. One function for both, since functions that call each
    other cannot be kept compiled on disk, and one call for all groups, since calls with so many
    arrays are dear.
    """
    number = k * doors + entrance
    slot = np.int64(0)
    rows = tables.groups
    of_state = first < 0
    if of_state:
        slot = state_slot(number, lives, hand, yellow, phase, marker, charged)
        rows = tables.chain
        first, last = tables.chain_at[number], tables.chain_to[number]
    switches = arrays.switches
    in_trace = switches[RED_IN_TRACE]
    wall_crows = np.int64(0)
    if switches[SCOPE_ALL]:
        wall_crows = arrays.crow_at[k + 2] - arrays.crow_at[k + 1]
    over = k + 1 == arrays.width.shape[0] - 1
    most_points, outcomes = tables.most_points, tables.outcomes
    strings, string_at = tables.strings, tables.string_at
    ways = updates[k]
    highest = np.int64(LOST)
    most = most_from(tables, doors, k + 1)
    for row in range(first, last):
        door, points = rows[row, DOOR], rows[row, POINTS]
        rest = np.int64(most_points[(k + 1) * doors + door])
        best = np.int64(LOST)
        if of_state:
            best = highest
        else:
            values[row - first] = LOST
            best = need - 1
        if of_state and points + most <= best:
            break
        if rest < 0 or points + rest <= best:
            continue
        after, cubes, spare = effect_outcome(
            outcomes, strings, string_at, rows[row, EFFECT], lives, hand, yellow, phase, in_trace
        )
        if after == 0:
            continue
        total = phase + points
        reds = np.int64(0) if in_trace else total // POINTS_PER_RED
        after_phase = total % POINTS_PER_RED
        for old in range(fewest_old, most_old + 1):
            count = list_updates(
                switches,
                rows[row, LEFT] + old,
                wall_crows,
                marker,
                charged,
                after,
                cubes,
                spare,
                ways,
            )
            for way in range(count):
                rest = np.int64(0)
                if not over:
                    rest = np.int64(
                        bounds[
                            state_slot(
                                (k + 1) * doors + door,
                                ways[way, LIVES],
                                ways[way, HAND] + reds,
                                ways[way, YELLOW],
                                after_phase,
                                ways[way, MARKER],
                                ways[way, CHARGED],
                            )
                        ]
                    )
                if rest == UNKNOWN:
                    rest = entries_bound(
                        arrays,
                        tables,
                        bounds,
                        updates,
                        doors,
                        k + 1,
                        door,
                        ways[way, LIVES],
                        ways[way, HAND] + reds,
                        ways[way, YELLOW],
                        after_phase,
                        ways[way, MARKER],
                        ways[way, CHARGED],
                        np.int64(-1),  # literals would make a second version of this function
                        np.int64(0),
                        np.int64(0),
                        ways[way, MARKER],
                        np.int64(0),
                        values,
                    )
                if rest >= 0:
                    best = max(best, points + rest)
        if of_state:
            highest = best
        elif best >= need:
            values[row - first] = best
            highest = max(highest, best)
    if of_state:
        bounds[slot] = highest
    return highest


def new_loose(n_tables: int) -> NDArray[np.int16]:
    """Return room for a bound that forgets crows and phase, for every (card, entrance).

    An array over table number, lives - 1, cubes (in hand or to be had for yellow ones, whose lives
    are forgotten too): most points, or LOST. It is there to be had cheaply before any search.
    """
    return np.full((n_tables, MAX_LIVES, HANDS), LOST, dtype=np.int16)


@kernel(VOID(ARRAYS_TYPE, TABLES_TYPE, INT, INT, SHORT_BLOCKS))
def fill_loose(
    arrays: DealArrays, tables: DealTables, doors: Int, cards: Int, loose: NDArray[np.int16]
) -> None:
    """Fill the rows of the first ``cards`` cards, from the last of them back.

    They hold LOST, and those of the cards after them are filled (0 for the last card of all).
    """
    in_trace = arrays.switches[RED_IN_TRACE]
    chain = tables.chain
    for number in range(cards * doors - 1, -1, -1):
        k = number // doors
        for row in range(tables.chain_at[number], tables.chain_to[number]):
            points = chain[row, POINTS]
            follow = (k + 1) * doors + chain[row, DOOR]
            reds = (points + POINTS_PER_RED - 1) // POINTS_PER_RED
            for lives in range(1, MAX_LIVES + 1):
                for cubes in range(HANDS):
                    hand = min(MAX_CUBES, cubes + reds) if in_trace else cubes
                    after, left, _ = effect_outcome(
                        tables.outcomes,
                        tables.strings,
                        tables.string_at,
                        chain[row, EFFECT],
                        lives,
                        hand,
                        np.int64(0),
                        np.int64(0),
                        0,
                    )
                    if after == 0:
                        continue
                    if not in_trace:
                        left = min(MAX_CUBES, left + reds)
                    rest = loose[follow, after - 1, left]
                    if rest >= 0:
                        best = max(np.int64(loose[number, lives - 1, cubes]), points + rest)
                        loose[number, lives - 1, cubes] = best


@kernel(INT(*[ARRAYS_TYPE, TABLES_TYPE, SHORTS, BLOCKS, *[INT] * 9]))
def chain_bound(
    arrays: DealArrays,
    tables: DealTables,
    bounds: Bounds,
    updates: Ints,
    doors: Int,
    k: Int,
    entrance: Int,
    lives: Int,
    hand: Int,
    yellow: Int,
    phase: Int,
    marker: Int,
    charged: Int,
) -> Int:
    """Most points that can still be made, LOST if no game goes on to the Cottage.

    ``phase``: points modulo 4. ``updates``: rows to work in, see :func:`new_updates`. ``doors``:
    table numbers a card. ``marker``: visible crows at the last update, all of them outside the last
    card unless the wall card's crows count.
    """
    if k == arrays.width.shape[0] - 1:
        return np.int64(0)
    slot = state_slot(k * doors + entrance, lives, hand, yellow, phase, marker, charged)
    if bounds[slot] != UNKNOWN:
        return np.int64(bounds[slot])
    return entries_bound(
        arrays,
        tables,
        bounds,
        updates,
        doors,
        k,
        entrance,
        lives,
        hand,
        yellow,
        phase,
        marker,
        charged,
        np.int64(-1),
        np.int64(0),
        np.int64(0),
        marker,
        np.int64(0),
        bounds,  # not written to
    )
