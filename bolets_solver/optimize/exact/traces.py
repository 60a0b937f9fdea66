"""The traces of the exact search: placements valued, traces listed, their tiles forbidden."""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.optimize.bounds.chain_bound import bound_after, bound_groups, useful_groups
from bolets_solver.optimize.bounds.updates import list_updates, reds_at_update
from bolets_solver.optimize.exact.map_state import (
    counting_wall_crows,
    forbid,
    map_x,
    map_y,
    old_crows_left,
)
from bolets_solver.optimize.state.bound_arrays import LOST
from bolets_solver.optimize.state.failures import OUT_OF_ROOM
from bolets_solver.optimize.state.map_arrays import (
    START_CARD,
    START_HEADING,
    START_MUSHROOMS,
    START_PLACEMENT,
    START_TILE,
    START_TRACED,
    TRACE_AT,
    TRACE_CROWS,
    TRACE_DOOR,
    TRACE_HAND,
    TRACE_HEADING,
    TRACE_LIVES,
    TRACE_POINTS,
    TRACE_TILES,
    TRACE_VALUE,
    TRACE_YELLOW,
    Map,
)
from bolets_solver.optimize.state.search_arrays import (
    ENTRANCE,
    HAND,
    LIVES,
    POINTS,
    YELLOW,
    Search,
)
from bolets_solver.optimize.tables.deal_tables import (
    LEFT_SIDE,
    TOP_SIDE,
    TURNS,
    table_number,
)
from bolets_solver.optimize.tables.segment_table import FIRST, LAST
from bolets_solver.optimize.tables.segments import MOST_CROWS
from bolets_solver.optimize.tracing.board import (
    crow_cell,
    lay_board,
    points_in_sight,
    put_wall_card,
)
from bolets_solver.optimize.tracing.deal_arrays import (
    A_HEART,
    FREE,
    ITEM_POINTS,
    MAX_CUBES,
    MAX_LIVES,
    MOST_REDS,
    OBSTACLE,
    RED_IN_TRACE,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, EXIT_DOOR, EXIT_HEADING
from bolets_solver.optimize.tracing.traces import (
    advance,
    begin,
    earned_reds,
    go_on,
    set_purse,
    want_all,
)


@kernel()
def value_placements(search: Search, k: Int, need: Int) -> Int:
    """Set ``map.value[k]`` of this table's placements to their chain bounds; return the highest.

    A bound below ``need`` is -1.
    """
    tables, groups, members = search.tables, search.tables.groups, search.tables.members
    number = table_number(tables, k, search.state[k, ENTRANCE])
    first, last = tables.group_at[number], tables.group_to[number]
    value_of, values = search.map.value[k], search.crows.value[k]
    for group in range(first, last):
        for member in range(groups[group, FIRST], groups[group, LAST]):
            value_of[members[member, 0]] = -1
    start = search.map.start
    if k == start[START_CARD] and start[START_PLACEMENT] >= 0:  # the wall card lies there
        value_of[start[START_PLACEMENT]] = need
        return need
    last = useful_groups(search, k, need)
    highest = bound_groups(search, k, first, last, need)
    for group in range(first, last):
        value = values[group - first]
        if value < need:
            continue
        for member in range(groups[group, FIRST], groups[group, LAST]):
            placement = members[member, 0]
            value_of[placement] = max(value_of[placement], value)
    return highest


@kernel()
def list_traces(search: Search, k: Int, placement: Int, target: Int) -> Int:
    """List the traces of a placement whose chain bound allows the target.

    Fills ``map.rows[k]`` and ``map.detail[k]``, into which the rows point: for each trace its
    tiles, each followed by the tile ahead on which a cube was laid there or -1, then the numbers of
    the crows left visible on card k. Returns how many, -1 if there is no room for them.
    """
    deal, walk, state = search.deal, search.walk, search.state[k]
    rows, detail = search.map.rows[k], search.map.detail[k]
    n_crows = deal.crow_at[k + 1] - deal.crow_at[k]
    old = old_crows_left(deal, search.map, k)
    n_rows = 0
    used = 0
    _lay_cards(search, k, placement)
    set_needs(search, k, target - state[POINTS])
    _begin(search, k)
    while advance(deal.width[k] + 2, deal.switches, walk, search.flag):
        depth = walk.scalar[DEPTH]
        points = state[POINTS] + walk.points[depth]
        rest = search.tables.most_points[table_number(search.tables, k + 1, walk.scalar[EXIT_DOOR])]
        if rest < 0 or points + rest < target:
            continue
        end = used + 2 * (depth + 1)
        if n_rows == rows.shape[0] or end + n_crows > detail.shape[0]:
            search.failures.counts[OUT_OF_ROOM] = 1
            return -1
        left = _list_crows_left(search, k, detail, end)
        if left > MOST_CROWS:  # lost, whatever cubes may cover (B-R36)
            continue
        value = _trace_value(search, k, points, old + left)
        if value < target:
            continue
        rows[n_rows, TRACE_POINTS], rows[n_rows, TRACE_VALUE] = points, value
        rows[n_rows, TRACE_AT], rows[n_rows, TRACE_CROWS] = used, left
        _write_trace(search, k, n_rows)
        used = end + left
        n_rows += 1
    return n_rows


@kernel()
def _lay_cards(search: Search, k: Int, placement: Int) -> None:
    """Put card ``k``, the cubes on it and the wall card on the board."""
    deal, walk, entrance = search.deal, search.walk, search.state[k, ENTRANCE]
    lay_board(deal, k, entrance, walk)
    for index in range(search.map.n_masked[k]):
        walk.ground[crow_cell(deal, k, search.map.masked[k, index])] = OBSTACLE
    place = search.tables.placements[placement]
    put_wall_card(deal, k, entrance, k + 1, place[TURNS], place[LEFT_SIDE], place[TOP_SIDE], walk)
    since = k - search.map.start[START_CARD]
    if since < 2:
        begun = search.map.begun[since]
        for cell in range(deal.cell_at[k + 1] - deal.cell_at[k]):
            if begun[cell] != 0:
                walk.ground[cell] = begun[cell]


@kernel()
def _begin(search: Search, k: Int) -> None:
    """Begin to trace on the board, or continue within the trace in which the search begins."""
    deal, walk, state, start = search.deal, search.walk, search.state[k], search.map.start
    in_sight = points_in_sight(deal, k, walk)
    set_purse(walk, state[POINTS], state[LIVES], state[HAND], state[YELLOW])
    if k == start[START_CARD] and start[START_PLACEMENT] >= 0:
        go_on(
            start[START_TILE],
            start[START_HEADING],
            start[START_MUSHROOMS],
            start[START_TRACED],
            in_sight,
            walk,
        )
        want_all(walk)
    else:
        # a yellow cube may be taken before the first tile, but not where the search begins
        begin(deal, k, state[ENTRANCE], in_sight, k > start[START_CARD], walk)


@kernel()
def set_needs(search: Search, k: Int, need: Int) -> None:
    """Set for each number of cubes used the fewest points with which a trace can be of use.

    Whatever a trace leaves behind, the loose bound with all hearts of the card and all yellow cubes
    taken for nothing is not below it. ``need``: points that the game still has to make.
    """
    deal, state = search.deal, search.state[k]
    lives = state[LIVES]
    most = np.int64(0)
    for cell in range(deal.cell_at[k], deal.cell_at[k + 1]):
        if deal.item[cell] == A_HEART:
            lives = min(MAX_LIVES, lives + 1)
        most += ITEM_POINTS[deal.item[cell]]
    most_reds, points = deal.switches[MOST_REDS], state[POINTS]
    for used in range(search.walk.need.shape[0]):
        cubes = state[HAND] + state[YELLOW] - used
        fewest: Int = most + 1
        for made in range(most + 1):
            reds = earned_reds(points + made, most_reds) - earned_reds(points, most_reds)
            # red cubes may pay for cubes of the same trace only if they are earned in it (B-Q1)
            if cubes + reds * deal.switches[RED_IN_TRACE] < 0:
                continue
            rest = _loose_rest(search, k, lives, cubes + reds)
            if rest >= 0 and made + rest >= need:
                fewest = made
                break
        search.walk.need[used] = fewest


@kernel()
def _loose_rest(search: Search, k: Int, lives: Int, cubes: Int) -> Int:
    """The loose bound after card ``k``, by the best door."""
    rest: Int = np.int64(LOST)
    for door in range(search.deal.door_at[k + 2] - search.deal.door_at[k + 1]):
        number = table_number(search.tables, k + 1, door)
        rest = max(rest, np.int64(search.map.loose[number, lives - 1, min(cubes, MAX_CUBES)]))
    return rest


@kernel()
def _list_crows_left(search: Search, k: Int, detail: Ints, at: Int) -> Int:
    """Write the crows of card ``k`` that a trace leaves visible from ``at`` on; return how many."""
    left = 0
    for crow in range(search.deal.crow_at[k + 1] - search.deal.crow_at[k]):
        if search.walk.ground[crow_cell(search.deal, k, crow)] == FREE:
            detail[at + left] = crow
            left += 1
    return left


@kernel()
def _trace_value(search: Search, k: Int, points: Int, shown: Int) -> Int:
    """The bound of the game's points after the trace on the board and the best update, or -1.

    ``points``: of the game after it; ``shown``: crows visible but for those of the wall card.
    """
    walk, depth = search.walk, search.walk.scalar[DEPTH]
    reds = reds_at_update(search.deal.switches, search.state[k, POINTS], points)
    count = list_updates(
        search,
        k,
        shown,
        counting_wall_crows(search.deal, search.map, k),
        walk.lives[depth],
        walk.hand[depth],
        walk.yellow[depth],
    )
    value = np.int64(-1)
    for way in range(count):
        bound = bound_after(search, k, walk.scalar[EXIT_DOOR], way, reds, points)
        if bound >= 0:
            value = max(value, points + bound)
    return value


@kernel()
def _write_trace(search: Search, k: Int, row: Int) -> None:
    """Write the trace on the board to its row and its details."""
    walk, depth = search.walk, search.walk.scalar[DEPTH]
    trace, detail = search.map.rows[k, row], search.map.detail[k]
    trace[TRACE_DOOR], trace[TRACE_HEADING] = walk.scalar[EXIT_DOOR], walk.scalar[EXIT_HEADING]
    trace[TRACE_LIVES], trace[TRACE_HAND] = walk.lives[depth], walk.hand[depth]
    trace[TRACE_YELLOW], trace[TRACE_TILES] = walk.yellow[depth], depth + 1
    for index in range(depth + 1):
        detail[trace[TRACE_AT] + 2 * index] = walk.tile[index]
        detail[trace[TRACE_AT] + 2 * index + 1] = walk.cube[index]


@kernel()
def forbid_trace(arrays: DealArrays, map_: Map, k: Int, trace: Ints, detail: Ints) -> None:
    """Forbid the path, the cubes of a trace and the rocks of the wall card."""
    stride = arrays.width[k] + 2
    at = trace[TRACE_AT]
    for index in range(trace[TRACE_TILES]):
        for which in range(2):
            cell = detail[at + 2 * index + which]
            if cell >= 0:
                x, y = cell % stride - 1, cell // stride - 1
                forbid(
                    map_,
                    map_x(arrays, map_, k, x, y),
                    map_y(arrays, map_, k, x, y),
                )
    for rock in range(arrays.rock_at[k + 1], arrays.rock_at[k + 2]):
        x, y = arrays.rocks[rock, 0], arrays.rocks[rock, 1]
        forbid(
            map_,
            map_x(arrays, map_, k + 1, x, y),
            map_y(arrays, map_, k + 1, x, y),
        )
