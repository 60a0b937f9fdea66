"""The kernel of ``turns``: all traces of a turn, without those that another one makes needless."""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BYTES, INT, INTS, ROWS
from bolets_solver.optimize.tracing.board import crow_cell, lay_board, points_in_sight
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    FREE,
    MOST_REDS,
    RED_IN_TRACE,
    Bytes,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, WALK_TYPE, Walk
from bolets_solver.optimize.tracing.traces import advance, begin, earned_reds, go_on, set_purse
from bolets_solver.optimize.turns.trace_rows import (
    EXIT,
    HAND,
    LENGTH,
    LIVES,
    N_DETAILS,
    N_PLACES,
    N_ROWS,
    TRACE_COLUMNS,
    TRACE_LIST_TYPE,
    WORTH,
    YELLOW,
    TraceList,
    has_room,
    lay_placement,
    lift_placement,
    mark_tile,
    write_details,
    write_row,
)

CROWS, BASE = range(TRACE_COLUMNS, TRACE_COLUMNS + 2)
"""Further columns of a row: which crows of the card are left visible (bits), and cubes in hand
less those that the points earned."""

COLUMNS = TRACE_COLUMNS + 2
"""Behind these come the words of the footprint."""

START_TILE, START_HEADING, START_MUSHROOMS, START_TRACED = range(4)
"""Indices of where a begun trace continues; tile -1: none was."""


@kernel(INT(ARRAYS_TYPE, INT, TRACE_LIST_TYPE, ROWS, BYTES, INTS, WALK_TYPE, INTS))
def list_turns(
    arrays: DealArrays,
    entrance: Int,
    traces: TraceList,
    reach: Ints,
    begun: Bytes,
    start: Ints,
    walk: Walk,
    flag: Ints,
) -> Int:
    """List the traces of face 0 under placements of face 1, without needless ones.

    ``reach``: for each placement the tiles, as words, that later cards may reach. ``begun``: what a
    begun trace left on the tiles (PATH, OBSTACLE or 0); ``start``: where it continues. Behind the
    columns of its row come the words of a trace's footprint. Returns 1 if there is no room for the
    traces of the next placement: called with more room it continues there.
    """
    done = traces.done
    count, used = done[N_ROWS], done[N_DETAILS]
    lay_board(arrays, 0, entrance, walk)
    for number in range(done[N_PLACES], traces.placements.shape[0]):
        lay_placement(arrays, 0, entrance, traces, number, walk)
        _lay_begun(begun, walk)
        _begin(arrays, entrance, traces.purse, start, walk)
        first = count
        while advance(arrays.width[0] + 2, arrays.switches, walk, flag):
            if not has_room(traces, count, used, walk):
                return np.int64(1)
            write_row(traces, count, used, number, walk)
            _write_crows(arrays, traces.rows[count], walk)
            _write_base(arrays, traces, count, walk)
            _write_footprint(traces.rows[count], reach[number], walk)
            if _drop_needless(traces.rows, first, count):
                continue
            used = write_details(traces, used, walk)
            count += 1
        if flag[0] != 0:
            break
        count = _close_up(traces.rows, first, count)
        lift_placement(arrays, 0, traces, number, walk)
        _lift_begun(arrays, begun, walk)
        done[N_ROWS], done[N_DETAILS], done[N_PLACES] = count, used, number + 1
    return np.int64(0)


@kernel()
def _lay_begun(begun: Bytes, walk: Walk) -> None:
    """Put what a begun trace left on the tiles on the board."""
    for cell in range(begun.shape[0]):
        if begun[cell] != 0:
            walk.ground[cell] = begun[cell]


@kernel()
def _lift_begun(arrays: DealArrays, begun: Bytes, walk: Walk) -> None:
    """Make the tiles of a begun trace what is printed there."""
    for cell in range(begun.shape[0]):
        if begun[cell] != 0:
            walk.ground[cell] = arrays.ground[cell]


@kernel()
def _begin(arrays: DealArrays, entrance: Int, purse: Ints, start: Ints, walk: Walk) -> None:
    """Begin to trace on the board, or continue with the trace that was begun."""
    in_sight = points_in_sight(arrays, 0, walk)
    set_purse(walk, purse[0], purse[1], purse[2], purse[3])
    if start[START_TILE] < 0:
        begin(arrays, 0, entrance, in_sight, purse[4], walk)
        return
    go_on(
        start[START_TILE],
        start[START_HEADING],
        start[START_MUSHROOMS],
        start[START_TRACED],
        in_sight,
        walk,
    )


@kernel()
def _write_crows(arrays: DealArrays, row: Ints, walk: Walk) -> None:
    """Write which crows of the card are left visible (B-R25 to B-R27)."""
    for crow in range(arrays.crow_at[1]):
        if walk.ground[crow_cell(arrays, 0, crow)] == FREE:
            row[CROWS] |= np.int64(1) << crow


@kernel()
def _write_base(arrays: DealArrays, traces: TraceList, count: Int, walk: Walk) -> None:
    """Write the cubes in hand less those that all points of the game earned (B-R28, B-Q1)."""
    row = traces.rows[count]
    row[BASE] = row[HAND]
    if arrays.switches[RED_IN_TRACE]:
        points = traces.purse[0] + walk.points[walk.scalar[DEPTH]]
        row[BASE] -= earned_reds(points, arrays.switches[MOST_REDS])


@kernel()
def _write_footprint(row: Ints, reach: Ints, walk: Walk) -> None:
    """Write the tiles that no later card may cover, as far as one may reach (B-R10, B-R11)."""
    for index in range(walk.scalar[DEPTH] + 1):
        mark_tile(row, COLUMNS, walk.tile[index])
        if walk.cube[index] >= 0:
            mark_tile(row, COLUMNS, walk.cube[index])
    for word in range(reach.shape[0]):
        row[COLUMNS + word] &= reach[word]


@kernel()
def _drop_needless(rows: Ints, first: Int, count: Int) -> bool:
    """Whether row ``count`` is needless beside those from ``first`` on.

    If it is not, those that it makes needless are marked: their LENGTH is 0.
    """
    for other in range(first, count):
        if rows[other, LENGTH] > 0 and _does_as_well(rows, other, count):
            return True
    for other in range(first, count):
        if _does_as_well(rows, count, other):
            rows[other, LENGTH] = 0
    return False


@kernel()
def _does_as_well(rows: Ints, one: Int, other: Int) -> bool:
    """Whether whatever can follow the ``other`` trace can follow ``one`` too, for no less."""
    if rows[one, EXIT] != rows[other, EXIT] or rows[one, CROWS] != rows[other, CROWS]:
        return False
    if rows[one, WORTH] < rows[other, WORTH] or rows[one, BASE] < rows[other, BASE]:
        return False
    if rows[one, LIVES] < rows[other, LIVES] or rows[one, YELLOW] < rows[other, YELLOW]:
        return False
    more = np.int64(0)
    for word in range(COLUMNS, rows.shape[1]):
        more |= rows[one, word] & ~rows[other, word]
    return bool(more == 0)


@kernel()
def _close_up(rows: Ints, first: Int, count: Int) -> Int:
    """Move the rows from ``first`` on that are not needless together; return where they end."""
    kept = first
    for row in range(first, count):
        if rows[row, LENGTH] > 0:
            for column in range(rows.shape[1]):
                rows[kept, column] = rows[row, column]
            kept += 1
    return kept
