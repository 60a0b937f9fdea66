"""Lists of traces with their tiles: rows and details, as ``turns`` and advice make them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import INTS, ROWS
from bolets_solver.optimize.tracing.board import lift_wall_card, put_wall_card
from bolets_solver.optimize.tracing.deal_arrays import OBSTACLE, DealArrays, Int, Ints
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, EXIT_DOOR, EXIT_HEADING, Walk

PLACE, EXIT, WORTH, HEADING, LENGTH, AT, LIVES, HAND, YELLOW = range(9)
"""Columns of a row: placement, door entered, points of this card, heading at the exit (in the
card's frame), tiles walked, where in the details they begin, and what is in hand at the exit."""

TRACE_COLUMNS = 9
"""Behind these come columns and words of whoever makes the list."""

N_ROWS, N_DETAILS, N_PLACES = range(3)
"""Indices of ``TraceList.done``."""

BITS = 62
"""Tiles a word of a footprint."""


class TraceList(NamedTuple):
    """Traces that are to be listed, and those that are.

    ``placements``: rows turns, left, top of the wall card. ``masked``: padded tiles of cubes that
    lie on the card. ``purse``: points, lives, cubes in hand, yellow ones left, and whether a yellow
    cube may be taken before the first tile. ``rows``: see the columns. ``details``: for each trace
    its padded tiles, then for each of them whether a cube was laid ahead there. ``done``: how many
    of both are filled, and how many placements are done.
    """

    placements: Ints
    masked: Ints
    purse: Ints
    rows: Ints
    details: Ints
    done: Ints


TRACE_LIST_TYPE = bundle_type(
    TraceList,
    placements=ROWS,
    masked=INTS,
    purse=INTS,
    rows=ROWS,
    details=INTS,
    done=INTS,
)


def more_room(traces: TraceList) -> TraceList:
    """Return the list with room for twice as many traces."""
    return traces._replace(
        rows=np.concatenate([traces.rows, np.zeros_like(traces.rows)]),
        details=np.concatenate([traces.details, np.zeros_like(traces.details)]),
    )


@kernel()
def lay_placement(
    arrays: DealArrays, k: Int, entrance: Int, traces: TraceList, number: Int, walk: Walk
) -> None:
    """Put the cubes on face ``k`` and the next face, placed so, on the board."""
    place = traces.placements[number]
    for index in range(traces.masked.shape[0]):
        walk.ground[traces.masked[index]] = OBSTACLE
    put_wall_card(arrays, k, entrance, k + 1, place[0], place[1], place[2], walk)


@kernel()
def lift_placement(arrays: DealArrays, k: Int, traces: TraceList, number: Int, walk: Walk) -> None:
    """Take the next face away again."""
    place = traces.placements[number]
    lift_wall_card(arrays, k, k + 1, place[0], place[1], place[2], walk)


@kernel()
def has_room(traces: TraceList, count: Int, used: Int, walk: Walk) -> bool:
    """Whether the trace on the board fits in behind ``count`` rows and ``used`` details."""
    end = used + 2 * (walk.scalar[DEPTH] + 1)
    return bool(count < traces.rows.shape[0] and end <= traces.details.shape[0])


@kernel()
def write_row(traces: TraceList, count: Int, used: Int, number: Int, walk: Walk) -> None:
    """Write what the trace on the board brings to row ``count``; what follows its columns is 0."""
    row, depth = traces.rows[count], walk.scalar[DEPTH]
    for column in range(row.shape[0]):
        row[column] = 0
    row[PLACE], row[EXIT], row[WORTH] = number, walk.scalar[EXIT_DOOR], walk.points[depth]
    row[HEADING], row[LENGTH], row[AT] = walk.scalar[EXIT_HEADING], depth + 1, used
    row[LIVES], row[HAND], row[YELLOW] = walk.lives[depth], walk.hand[depth], walk.yellow[depth]


@kernel()
def write_details(traces: TraceList, used: Int, walk: Walk) -> Int:
    """Write the tiles of the trace on the board; return how many details are used then."""
    length = walk.scalar[DEPTH] + 1
    for index in range(length):
        traces.details[used + index] = walk.tile[index]
        traces.details[used + length + index] = walk.cube[index] >= 0
    return used + 2 * length


@kernel()
def mark_tile(row: Ints, first: Int, cell: Int) -> None:
    """Add a tile to the footprint whose words begin at column ``first``."""
    row[first + cell // BITS] |= np.int64(1) << (cell % BITS)
