"""The traces of the exact search: placements valued, traces listed, their tiles forbidden."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import kernel
from bolets_solver.optimize.bounds.chain_bound import (
    LOST,
    UNKNOWN,
    Bounds,
    chain_bound,
    enough_points,
    entries_bound,
    most_from,
    state_slot,
)
from bolets_solver.optimize.bounds.crow_states import CrowStack
from bolets_solver.optimize.exact.failed_states import OUT_OF_ROOM, Failures
from bolets_solver.optimize.exact.map_state import (
    START_CARD,
    START_HEADING,
    START_MUSHROOMS,
    START_PLACEMENT,
    START_TILE,
    START_TRACED,
    Map,
    counting_wall_crows,
    forbid,
    map_x,
    map_y,
    old_crows_left,
)
from bolets_solver.optimize.tables.deal_tables import (
    COVERS_OUTSIDE,
    LEFT_SIDE,
    TOP_SIDE,
    TURNS,
    DealTables,
)
from bolets_solver.optimize.tables.segment_table import FIRST, LAST
from bolets_solver.optimize.tables.segments import MOST_CROWS
from bolets_solver.optimize.tracing.board import lay_board, points_in_sight, put_wall_card
from bolets_solver.optimize.tracing.deal_arrays import (
    A_HEART,
    FREE,
    ITEM_POINTS,
    MAX_CUBES,
    MAX_LIVES,
    MOST_REDS,
    OBSTACLE,
    POINTS_PER_RED,
    RED_IN_TRACE,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, EXIT_DOOR, EXIT_HEADING, Walk
from bolets_solver.optimize.tracing.traces import advance, begin, earned_reds, go_on, want_all
from bolets_solver.optimize.tracing.updates import (
    CHARGED,
    HAND,
    LIVES,
    MARKER,
    YELLOW,
    list_updates,
)

Label = tuple[Int, Int, Int, Int]
"""Lives, cubes, yellow cubes left, points."""


@kernel()
def value_placements(
    arrays: DealArrays,
    tables: DealTables,
    bounds: Bounds,
    updates: Ints,
    terrain: Map,
    stack: CrowStack,
    doors: Int,
    k: Int,
    entrance: Int,
    label: Label,
    marker: Int,
    charged: Int,
    need: Int,
) -> Int:
    """Set ``terrain.value`` of this table's placements to their chain bounds; return the highest.

    ``label``: lives, cubes (those on this card counted as in hand), yellow left, points.
    """
    number = k * doors + entrance
    groups, members = tables.groups, tables.members
    first, last = tables.group_at[number], tables.group_to[number]
    value_of = terrain.value[k]
    for group in range(first, last):
        for member in range(groups[group, FIRST], groups[group, LAST]):
            value_of[members[member, 0]] = -1
    if k == terrain.start[START_CARD] and terrain.start[START_PLACEMENT] >= 0:
        value_of[terrain.start[START_PLACEMENT]] = need
        return need
    last = enough_points(groups, first, last, need - most_from(tables, doors, k + 1))
    highest = entries_bound(
        arrays,
        tables,
        bounds,
        updates,
        doors,
        k,
        entrance,
        label[0],
        label[1],
        label[2],
        label[3] % POINTS_PER_RED,
        marker,
        charged,
        first,
        last,
        stack.far[k],
        stack.near[k] + stack.far[k],
        need,
        stack.value[k],
    )
    for group in range(first, last):
        value = stack.value[k, group - first]
        if value < need:
            continue
        for member in range(groups[group, FIRST], groups[group, LAST]):
            placement = members[member, 0]
            if k > 0 and tables.placements[placement, COVERS_OUTSIDE]:
                continue
            value_of[placement] = max(value_of[placement], value)
    return highest


@kernel()
def _lay_cards(
    arrays: DealArrays,
    tables: DealTables,
    terrain: Map,
    k: Int,
    entrance: Int,
    placement: Int,
    walk: Walk,
) -> None:
    """Put card ``k``, the cubes on it and the wall card on the board."""
    lay_board(arrays, k, entrance, walk)
    stride = arrays.width[k] + 2
    for index in range(terrain.n_masked[k]):
        crow = arrays.crow_at[k] + terrain.masked[k, index]
        cell = (arrays.crows[crow, 1] + 1) * stride + arrays.crows[crow, 0] + 1
        walk.ground[cell] = OBSTACLE
    place = tables.placements[placement]
    put_wall_card(
        arrays,
        k,
        entrance,
        k + 1,
        place[TURNS],
        place[LEFT_SIDE],
        place[TOP_SIDE],
        walk,
    )
    since = k - terrain.start[START_CARD]
    if since < 2:
        for cell in range(arrays.cell_at[k + 1] - arrays.cell_at[k]):
            if terrain.begun[since, cell] != 0:
                walk.ground[cell] = terrain.begun[since, cell]


TRACE_DOOR, TRACE_LIVES, TRACE_HAND, TRACE_YELLOW, TRACE_POINTS = range(5)
TRACE_VALUE, TRACE_AT, TRACE_TILES, TRACE_CROWS, TRACE_HEADING = range(5, 10)
"""Columns of the rows of :func:`list_traces`."""


@kernel()
def _set_needs(
    arrays: DealArrays,
    loose: NDArray[np.int16],
    doors: Int,
    k: Int,
    label: Label,
    need: Int,
    walk: Walk,
) -> None:
    """Set for each number of cubes used the fewest points with which a trace can be of use.

    Whatever a trace leaves behind, the loose bound with all hearts of the card and all yellow cubes
    taken for nothing is not below it. ``need``: points that the game still has to make.
    """
    lives, hand, yellow, points = label[0], label[1], label[2], label[3]
    in_trace = arrays.switches[RED_IN_TRACE]
    most_reds = arrays.switches[MOST_REDS]
    most = np.int64(0)
    for cell in range(arrays.cell_at[k], arrays.cell_at[k + 1]):
        if arrays.item[cell] == A_HEART:
            lives = min(MAX_LIVES, lives + 1)
        most += ITEM_POINTS[arrays.item[cell]]
    n_doors = arrays.door_at[k + 2] - arrays.door_at[k + 1]
    for used in range(walk.need.shape[0]):
        fewest: Int = most + 1
        for made in range(most + 1):
            reds = earned_reds(points + made, most_reds) - earned_reds(points, most_reds)
            cubes = hand + yellow - used
            if in_trace:
                cubes += reds
            if cubes < 0:
                continue
            if not in_trace:
                cubes += reds
            rest: Int = np.int64(LOST)
            for door in range(n_doors):
                number = (k + 1) * doors + door
                rest = max(rest, np.int64(loose[number, lives - 1, min(cubes, MAX_CUBES)]))
            if rest >= 0 and made + rest >= need:
                fewest = made
                break
        walk.need[used] = fewest


@kernel()
def list_traces(
    arrays: DealArrays,
    tables: DealTables,
    bounds: Bounds,
    updates: Ints,
    failures: Failures,
    terrain: Map,
    doors: Int,
    k: Int,
    entrance: Int,
    placement: Int,
    label: Label,
    marker: Int,
    charged: Int,
    target: Int,
    walk: Walk,
    flag: Ints,
) -> Int:
    """List the traces of a placement whose chain bound allows the target.

    Fills ``terrain.rows[k]`` (see above) and ``terrain.detail[k]``, into which the rows point: for
    each trace its tiles, each followed by the tile ahead on which a cube was laid there or -1, then
    the numbers of the crows left visible on card k. Returns how many, -1 if there is no room for
    them.
    """
    cards = arrays.width.shape[0]
    in_trace = arrays.switches[RED_IN_TRACE]
    most_reds = arrays.switches[MOST_REDS]
    wall_crows = counting_wall_crows(arrays, terrain, k)
    lives, hand, yellow, points = label[0], label[1], label[2], label[3]
    old = old_crows_left(arrays, terrain, k)
    stride = arrays.width[k] + 2
    first_crow, last_crow = arrays.crow_at[k], arrays.crow_at[k + 1]
    n_crows = last_crow - first_crow
    rows, detail, ways = terrain.rows[k], terrain.detail[k], terrain.ways[k]
    n_rows = 0
    used = 0
    _lay_cards(arrays, tables, terrain, k, entrance, placement, walk)
    in_sight = points_in_sight(arrays, k, walk)
    _set_needs(arrays, terrain.loose, doors, k, label, target - points, walk)
    start = terrain.start
    if k == start[START_CARD] and start[START_PLACEMENT] >= 0:
        go_on(
            start[START_TILE],
            start[START_HEADING],
            start[START_MUSHROOMS],
            start[START_TRACED],
            points,
            in_sight,
            lives,
            hand,
            yellow,
            walk,
        )
        want_all(walk)
    else:
        early = k > start[START_CARD]
        begin(arrays, k, entrance, points, in_sight, lives, hand, yellow, early, walk)
    while advance(stride, arrays.switches, walk, flag):
        depth = walk.scalar[DEPTH]
        door = walk.scalar[EXIT_DOOR]
        total = points + walk.points[depth]
        rest = tables.most_points[(k + 1) * doors + door]
        if rest < 0 or total + rest < target:
            continue
        if n_rows == rows.shape[0] or used + 2 * depth + 2 + n_crows > detail.shape[0]:
            failures.counts[OUT_OF_ROOM] = 1
            return -1
        left = 0
        for crow in range(first_crow, last_crow):
            cell = (arrays.crows[crow, 1] + 1) * stride + arrays.crows[crow, 0] + 1
            if walk.ground[cell] == FREE:
                detail[used + 2 * depth + 2 + left] = crow - first_crow
                left += 1
        if left > MOST_CROWS:
            continue
        reds = np.int64(0)
        if not in_trace:
            reds = earned_reds(total, most_reds) - earned_reds(points, most_reds)
        count = list_updates(
            arrays.switches,
            old + left,
            wall_crows,
            marker,
            charged,
            walk.lives[depth],
            walk.hand[depth],
            walk.yellow[depth],
            ways,
        )
        value = np.int64(-1)
        for way in range(count):
            bound = np.int64(0)
            if k + 1 < cards - 1:
                bound = np.int64(
                    bounds[
                        state_slot(
                            (k + 1) * doors + door,
                            ways[way, LIVES],
                            ways[way, HAND] + reds,
                            ways[way, YELLOW],
                            total % POINTS_PER_RED,
                            ways[way, MARKER],
                            ways[way, CHARGED],
                        )
                    ]
                )
            if bound == UNKNOWN:
                bound = chain_bound(
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
                    total % POINTS_PER_RED,
                    ways[way, MARKER],
                    ways[way, CHARGED],
                )
            if bound >= 0:
                value = max(value, total + bound)
        if value < target:
            continue
        rows[n_rows, TRACE_DOOR] = door
        rows[n_rows, TRACE_LIVES] = walk.lives[depth]
        rows[n_rows, TRACE_HAND] = walk.hand[depth]
        rows[n_rows, TRACE_YELLOW] = walk.yellow[depth]
        rows[n_rows, TRACE_POINTS] = total
        rows[n_rows, TRACE_VALUE] = value
        rows[n_rows, TRACE_AT] = used
        rows[n_rows, TRACE_TILES] = depth + 1
        rows[n_rows, TRACE_CROWS] = left
        rows[n_rows, TRACE_HEADING] = walk.scalar[EXIT_HEADING]
        for index in range(depth + 1):
            detail[used + 2 * index] = walk.tile[index]
            detail[used + 2 * index + 1] = walk.cube[index]
        used += 2 * depth + 2 + left
        n_rows += 1
    return n_rows


@kernel()
def forbid_trace(arrays: DealArrays, terrain: Map, k: Int, trace: Ints, detail: Ints) -> None:
    """Forbid the path, the cubes of a trace and the rocks of the wall card."""
    stride = arrays.width[k] + 2
    at = trace[TRACE_AT]
    for index in range(trace[TRACE_TILES]):
        for which in range(2):
            cell = detail[at + 2 * index + which]
            if cell >= 0:
                x, y = cell % stride - 1, cell // stride - 1
                forbid(
                    terrain,
                    map_x(arrays, terrain, k, x, y),
                    map_y(arrays, terrain, k, x, y),
                )
    for rock in range(arrays.rock_at[k + 1], arrays.rock_at[k + 2]):
        x, y = arrays.rocks[rock, 0], arrays.rocks[rock, 1]
        forbid(
            terrain,
            map_x(arrays, terrain, k + 1, x, y),
            map_y(arrays, terrain, k + 1, x, y),
        )
