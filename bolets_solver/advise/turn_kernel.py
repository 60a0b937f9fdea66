"""The kernel of ``turns``: all traces of a turn, without those that another one makes needless."""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BYTES, INT, INTS, ROWS
from bolets_solver.optimize.tracing.board import (
    lay_board,
    lift_wall_card,
    points_in_sight,
    put_wall_card,
)
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    FREE,
    MOST_REDS,
    OBSTACLE,
    RED_IN_TRACE,
    Bytes,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.trace_arrays import (
    DEPTH,
    EXIT_DOOR,
    EXIT_HEADING,
    WALK_TYPE,
    Walk,
)
from bolets_solver.optimize.tracing.traces import advance, begin, earned_reds, go_on, set_purse

PLACE, EXIT, WORTH, HEADING, LENGTH, AT, LIVES, HAND, YELLOW, CROWS, BASE = range(11)
"""Columns of a row: placement, door entered, points of this card, heading at the exit (in the
card's frame), tiles walked, where in the details they begin, what is in hand at the exit, which
crows of the card are left in sight (bits), and cubes in hand less those that the points earned."""

COLUMNS = 11
"""Behind these come the words of the footprint."""

BITS = 62
"""Tiles a word of a footprint."""

N_ROWS, N_DETAILS, N_PLACES = range(3)
"""Indices of what is done."""

START_TILE, START_HEADING, START_MUSHROOMS, START_TRACED = range(4)
"""Indices of where a trace goes on that was begun; tile -1: none was."""


@kernel()
def _set_footprint(
    rows: Ints, count: Int, reach: Ints, place: Int, length: Int, walk: Walk
) -> None:
    """Write the tiles that the trace walks or lays cubes on and that later cards may reach."""
    for index in range(length):
        for which in range(2):
            cell = walk.tile[index] if which == 0 else walk.cube[index]
            if cell >= 0:
                bit = (np.int64(1) << (cell % BITS)) & reach[place, cell // BITS]
                rows[count, COLUMNS + cell // BITS] |= bit


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


@kernel(
    INT(*[ARRAYS_TYPE, INT, ROWS, ROWS, INTS, BYTES, INTS, INTS, ROWS, INTS, INTS, WALK_TYPE, INTS])
)
def list_turns(
    arrays: DealArrays,
    entrance: Int,
    placements: Ints,
    reach: Ints,
    masked: Ints,
    begun: Bytes,
    start: Ints,
    purse: Ints,
    rows: Ints,
    details: Ints,
    done: Ints,
    walk: Walk,
    flag: Ints,
) -> Int:
    """List the traces of face 0 under placements of face 1, without needless ones.

    ``reach``: for each placement the tiles, as words, that later cards may reach. ``masked``:
    padded tiles of cubes that lie there; ``begun``: what a begun trace left on the tiles (PATH,
    OBSTACLE or 0); ``start``: where it goes on. ``purse``: points, lives, cubes in hand, yellow
    left. Fills ``rows`` with the columns above and ``details``: for each trace its padded tiles,
    then for each of them whether a cube was laid ahead there. Returns 1 if there is no room for the
    traces of the next placement: called with more room it goes on there.
    """
    count = done[N_ROWS]
    used = done[N_DETAILS]
    stride = arrays.width[0] + 2
    in_trace, most_reds = arrays.switches[RED_IN_TRACE], arrays.switches[MOST_REDS]
    lay_board(arrays, 0, entrance, walk)
    for place in range(done[N_PLACES], placements.shape[0]):
        turns, left, top = placements[place, 0], placements[place, 1], placements[place, 2]
        for index in range(masked.shape[0]):
            walk.ground[masked[index]] = OBSTACLE
        put_wall_card(arrays, 0, entrance, 1, turns, left, top, walk)
        for cell in range(begun.shape[0]):
            if begun[cell] != 0:
                walk.ground[cell] = begun[cell]
        in_sight = points_in_sight(arrays, 0, walk)
        set_purse(walk, purse[0], purse[1], purse[2], purse[3])
        if start[START_TILE] < 0:
            begin(arrays, 0, entrance, in_sight, 0, walk)
        else:
            go_on(
                start[START_TILE],
                start[START_HEADING],
                start[START_MUSHROOMS],
                start[START_TRACED],
                in_sight,
                walk,
            )
        first = count
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
            rows[count, BASE] = walk.hand[depth]
            if in_trace:
                rows[count, BASE] -= earned_reds(purse[0] + walk.points[depth], most_reds)
            for crow in range(arrays.crow_at[1]):
                cell = (arrays.crows[crow, 1] + 1) * stride + arrays.crows[crow, 0] + 1
                if walk.ground[cell] == FREE:
                    rows[count, CROWS] |= np.int64(1) << crow
            _set_footprint(rows, count, reach, place, length, walk)
            needless = False
            for other in range(first, count):
                if rows[other, LENGTH] > 0 and _does_as_well(rows, other, count):
                    needless = True
                    break
            if needless:
                continue
            for other in range(first, count):
                if _does_as_well(rows, count, other):
                    rows[other, LENGTH] = 0  # needless itself
            for index in range(length):
                details[used + index] = walk.tile[index]
                details[used + length + index] = walk.cube[index] >= 0
            used += 2 * length
            count += 1
        if flag[0] != 0:
            break
        kept = first
        for row in range(first, count):
            if rows[row, LENGTH] > 0:
                for column in range(rows.shape[1]):
                    rows[kept, column] = rows[row, column]
                kept += 1
        count = kept
        lift_wall_card(arrays, 0, 1, turns, left, top, walk)
        for cell in range(begun.shape[0]):
            if begun[cell] != 0:
                walk.ground[cell] = arrays.ground[cell]
        done[N_ROWS], done[N_DETAILS], done[N_PLACES] = count, used, place + 1
    return np.int64(0)
