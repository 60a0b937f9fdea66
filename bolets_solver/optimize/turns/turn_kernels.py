"""The kernels of ``turns``: traces listed with their tiles, dominated turns dropped."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BYTE_BLOCKS, BYTE_ROWS, BYTES, INT, INTS, ROWS, VOID
from bolets_solver.optimize.tracing.board import (
    lay_board,
    lift_wall_card,
    points_in_sight,
    put_wall_card,
)
from bolets_solver.optimize.tracing.deal_arrays import ARRAYS_TYPE, OBSTACLE, DealArrays, Int, Ints
from bolets_solver.optimize.tracing.effects import nowhere_worse
from bolets_solver.optimize.tracing.trace_arrays import (
    DEPTH,
    EXIT_DOOR,
    EXIT_HEADING,
    WALK_TYPE,
    Walk,
)
from bolets_solver.optimize.tracing.traces import advance, begin, set_purse

PLACE, EXIT, WORTH, HEADING, LENGTH, AT, LIVES, HAND, YELLOW = range(9)
"""Columns of a trace: placement, door entered, points, heading at the exit (in the card's frame),
tiles walked, where in the details they begin, and what is in hand at the exit."""

TRACE_COLUMNS = 9
"""Behind these come the words of its events, then those of its footprint."""

N_ROWS, N_DETAILS, N_PLACES = range(3)
"""Indices of what :func:`list_traces` has done."""

LETTERS = 20
"""Events a word, three bits each."""

BITS = 62
"""Tiles a word of a footprint."""


@kernel(INT(ARRAYS_TYPE, INT, INT, ROWS, INTS, INTS, INT, ROWS, INTS, INTS, WALK_TYPE, INTS))
def list_traces(
    arrays: DealArrays,
    k: Int,
    entrance: Int,
    placements: Ints,
    masked: Ints,
    purse: Ints,
    event_words: Int,
    rows: Ints,
    details: Ints,
    done: Ints,
    walk: Walk,
    flag: Ints,
) -> Int:
    """List all traces of face ``k`` under the given placements of the next face.

    ``masked``: padded tiles of cubes that lie there; ``purse``: points, lives, hand, yellow and
    whether a yellow cube may be taken before the first tile. Fills ``rows`` and ``details`` as in
    Traces. ``done``: how many of both were filled, and how many placements are done. Returns 1 if
    there is no room for the traces of the next one: called with more room it goes on there.
    """
    count = done[N_ROWS]
    used = done[N_DETAILS]
    stride = arrays.width[k] + 2
    lay_board(arrays, k, entrance, walk)
    for place in range(done[N_PLACES], placements.shape[0]):
        turns, left, top = placements[place, 0], placements[place, 1], placements[place, 2]
        for index in range(masked.shape[0]):
            walk.ground[masked[index]] = OBSTACLE
        put_wall_card(arrays, k, entrance, k + 1, turns, left, top, walk)
        in_sight = points_in_sight(arrays, k, walk)
        set_purse(walk, purse[0], purse[1], purse[2], purse[3])
        begin(arrays, k, entrance, in_sight, purse[4], walk)
        while advance(stride, arrays.switches, walk, flag):
            depth = walk.scalar[DEPTH]
            length = depth + 1
            if count == rows.shape[0] or used + 2 * length > details.shape[0]:
                return np.int64(1)
            for column in range(rows.shape[1]):
                rows[count, column] = 0
            rows[count, PLACE] = place
            rows[count, EXIT] = walk.scalar[EXIT_DOOR]
            rows[count, WORTH] = walk.points[depth]
            rows[count, HEADING] = walk.scalar[EXIT_HEADING]
            rows[count, LENGTH] = length
            rows[count, AT] = used
            rows[count, LIVES] = walk.lives[depth]
            rows[count, HAND] = walk.hand[depth]
            rows[count, YELLOW] = walk.yellow[depth]
            for index in range(walk.n_events[depth]):
                word = TRACE_COLUMNS + index // LETTERS
                rows[count, word] |= np.int64(walk.events[index]) << (3 * (index % LETTERS))
            base = TRACE_COLUMNS + event_words
            for index in range(masked.shape[0]):
                cell = masked[index]
                rows[count, base + cell // BITS] |= np.int64(1) << (cell % BITS)
            for index in range(length):
                cell = walk.tile[index]
                rows[count, base + cell // BITS] |= np.int64(1) << (cell % BITS)
                details[used + index] = cell
                cell = walk.cube[index]
                details[used + length + index] = cell >= 0
                if cell >= 0:
                    rows[count, base + cell // BITS] |= np.int64(1) << (cell % BITS)
            used += 2 * length
            count += 1
        if flag[0] != 0:
            break
        lift_wall_card(arrays, k, k + 1, turns, left, top, walk)
        done[N_ROWS], done[N_DETAILS], done[N_PLACES] = count, used, place + 1
    return np.int64(0)


@kernel(VOID(BYTE_BLOCKS, BYTE_ROWS))
def compare_effects(outcomes: NDArray[np.int8], better: NDArray[np.int8]) -> None:
    """Tell of every two effects' tables whether the first is nowhere worse than the second."""
    count = outcomes.shape[0]
    for one in range(count):
        for other in range(count):
            better[one, other] = nowhere_worse(outcomes[one], outcomes[other])


@kernel()
def _contained(footprints: Ints, one: Int, other: Int) -> bool:
    """Whether all tiles of a footprint are among those of another."""
    for word in range(footprints.shape[1]):
        if footprints[one, word] & ~footprints[other, word]:
            return False
    return True


@kernel(VOID(ROWS, INTS, ROWS, BYTE_ROWS, BYTES))
def drop_dominated(
    keys: Ints, effects: Ints, footprints: Ints, better: NDArray[np.int8], kept: NDArray[np.int8]
) -> None:
    """Set ``kept`` to 0 for turns that another with the same key dominates.

    Equal keys stand together.

    Of turns that are equal in everything one is kept.
    """
    count = keys.shape[0]
    first = 0
    while first < count:
        last = first + 1
        equal = True
        while last < count and equal:
            for column in range(keys.shape[1]):
                equal = equal and keys[last, column] == keys[first, column]
            last += equal
        for one in range(first, last):
            for other in range(first, last):
                if one == other or not kept[other] or not better[effects[other], effects[one]]:
                    continue
                if _contained(footprints, other, one):
                    kept[one] = 0
                    break
        first = last
