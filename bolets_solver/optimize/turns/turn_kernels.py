"""The kernels of ``turns``: traces listed with their tiles, dominated turns dropped."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BYTE_BLOCKS, BYTE_ROWS, BYTES, INT, INTS, ROWS, VOID
from bolets_solver.optimize.tracing.board import lay_board, points_in_sight
from bolets_solver.optimize.tracing.deal_arrays import ARRAYS_TYPE, DealArrays, Int, Ints
from bolets_solver.optimize.tracing.effects import nowhere_worse
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, WALK_TYPE, Walk
from bolets_solver.optimize.tracing.traces import advance, begin, set_purse
from bolets_solver.optimize.turns.trace_rows import (
    N_DETAILS,
    N_PLACES,
    N_ROWS,
    TRACE_COLUMNS,
    TRACE_LIST_TYPE,
    TraceList,
    has_room,
    lay_placement,
    lift_placement,
    mark_tile,
    write_details,
    write_row,
)

LETTERS = 20
"""Events a word, three bits each."""


@kernel(INT(ARRAYS_TYPE, INT, INT, TRACE_LIST_TYPE, INT, WALK_TYPE, INTS))
def list_traces(
    arrays: DealArrays,
    k: Int,
    entrance: Int,
    traces: TraceList,
    event_words: Int,
    walk: Walk,
    flag: Ints,
) -> Int:
    """List all traces of face ``k`` under the given placements of the next face.

    Behind the columns of its row come the words of a trace's events, then those of its footprint.
    Returns 1 if there is no room for the traces of the next placement: called with more room it
    continues there.
    """
    purse, done = traces.purse, traces.done
    count, used = done[N_ROWS], done[N_DETAILS]
    lay_board(arrays, k, entrance, walk)
    for number in range(done[N_PLACES], traces.placements.shape[0]):
        lay_placement(arrays, k, entrance, traces, number, walk)
        set_purse(walk, purse[0], purse[1], purse[2], purse[3])
        begin(arrays, k, entrance, points_in_sight(arrays, k, walk), purse[4], walk)
        while advance(arrays.width[k] + 2, arrays.switches, walk, flag):
            if not has_room(traces, count, used, walk):
                return np.int64(1)
            write_row(traces, count, used, number, walk)
            _write_events(traces.rows[count], walk)
            _write_footprint(traces, count, TRACE_COLUMNS + event_words, walk)
            used = write_details(traces, used, walk)
            count += 1
        if flag[0] != 0:
            break
        lift_placement(arrays, k, traces, number, walk)
        done[N_ROWS], done[N_DETAILS], done[N_PLACES] = count, used, number + 1
    return np.int64(0)


@kernel()
def _write_events(row: Ints, walk: Walk) -> None:
    """Write the events of the trace on the board as words."""
    for index in range(walk.n_events[walk.scalar[DEPTH]]):
        word = TRACE_COLUMNS + index // LETTERS
        row[word] |= np.int64(walk.events[index]) << (3 * (index % LETTERS))


@kernel()
def _write_footprint(traces: TraceList, count: Int, first: Int, walk: Walk) -> None:
    """Write which tiles no later card may cover: those walked and those of cubes (B-R10, B-R11)."""
    row = traces.rows[count]
    for index in range(traces.masked.shape[0]):
        mark_tile(row, first, traces.masked[index])
    for index in range(walk.scalar[DEPTH] + 1):
        mark_tile(row, first, walk.tile[index])
        if walk.cube[index] >= 0:
            mark_tile(row, first, walk.cube[index])


@kernel(VOID(BYTE_BLOCKS, BYTE_ROWS))
def compare_effects(outcomes: NDArray[np.int8], better: NDArray[np.int8]) -> None:
    """Return for every two effects' tables whether the first is nowhere worse than the second."""
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
