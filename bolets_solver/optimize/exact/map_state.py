"""The map of the exact search: where cards lie, which tiles may not be covered."""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.optimize.bounds.crow_states import within_reach
from bolets_solver.optimize.state.map_arrays import START_CARD, Map
from bolets_solver.optimize.tables.deal_tables import (
    BOTTOM_SIDE,
    LEFT_SIDE,
    RIGHT_SIDE,
    TOP_SIDE,
    TURNS,
    DealTables,
    table_number,
)
from bolets_solver.optimize.tracing.deal_arrays import SCOPE_ALL, DealArrays, Int
from bolets_solver.optimize.tracing.rotations import printed_x, printed_y, turned_x, turned_y

_OFFSET = 1 << 14


@kernel()
def map_x(arrays: DealArrays, map_: Map, k: Int, x: Int, y: Int) -> Int:
    """X on the map of a printed tile of card ``k``."""
    pose = map_.pose
    return pose[k, 1] + turned_x(x, y, arrays.width[k], arrays.height[k], pose[k, 0])


@kernel()
def map_y(arrays: DealArrays, map_: Map, k: Int, x: Int, y: Int) -> Int:
    """Y on the map of a printed tile of card ``k``."""
    pose = map_.pose
    return pose[k, 2] + turned_y(x, y, arrays.width[k], arrays.height[k], pose[k, 0])


@kernel()
def pose_wall_card(
    arrays: DealArrays, tables: DealTables, map_: Map, k: Int, placement: Int
) -> None:
    """Set the pose of card ``k + 1`` from a placement in the frame of card ``k``."""
    place = tables.placements[placement]
    left, top = place[LEFT_SIDE], place[TOP_SIDE]
    right, bottom = place[RIGHT_SIDE] - 1, place[BOTTOM_SIDE] - 1
    one_x, one_y = (
        map_x(arrays, map_, k, left, top),
        map_y(arrays, map_, k, left, top),
    )
    two_x = map_x(arrays, map_, k, right, bottom)
    two_y = map_y(arrays, map_, k, right, bottom)
    map_.pose[k + 1, 0] = (map_.pose[k, 0] + place[TURNS]) & 3
    map_.pose[k + 1, 1] = min(one_x, two_x)
    map_.pose[k + 1, 2] = min(one_y, two_y)


@kernel()
def covers_forbidden(arrays: DealArrays, map_: Map, k: Int) -> bool:
    """Whether card ``k`` as posed covers a forbidden tile."""
    left, top = map_.pose[k, 1], map_.pose[k, 2]
    across, down = arrays.width[k], arrays.height[k]
    if map_.pose[k, 0] & 1:
        across, down = down, across
    for index in range(map_.size[0]):
        x, y = map_.forbidden[index, 0] - left, map_.forbidden[index, 1] - top
        if 0 <= x < across and 0 <= y < down:
            return True
    return False


@kernel()
def forbid(map_: Map, x: Int, y: Int) -> None:
    """Add a tile that no card may cover."""
    size = map_.size[0]
    map_.forbidden[size, 0] = x
    map_.forbidden[size, 1] = y
    map_.size[0] = size + 1


@kernel()
def forbidden_in_reach(
    arrays: DealArrays, tables: DealTables, map_: Map, k: Int, entrance: Int
) -> Int:
    """List the forbidden tiles beside card ``k`` that a later card may cover.

    They are written to ``map_.tiles[k]``, packed, in the card's frame, sorted; returns how many.
    """
    found = map_.tiles[k]
    count = 0
    turns, left, top = map_.pose[k, 0], map_.pose[k, 1], map_.pose[k, 2]
    width, height = arrays.width[k], arrays.height[k]
    number = table_number(tables, k, entrance)
    for index in range(map_.size[0]):
        x, y = map_.forbidden[index, 0] - left, map_.forbidden[index, 1] - top
        px = printed_x(x, y, width, height, turns)
        py = printed_y(x, y, width, height, turns)
        if 0 <= px < width and 0 <= py < height:
            continue
        if within_reach(tables, number, px, py):
            tile = ((px + _OFFSET) << 15) | (py + _OFFSET)
            place = count
            while place > 0 and found[place - 1] > tile:
                found[place] = found[place - 1]
                place -= 1
            found[place] = tile
            count += 1
    return count


@kernel()
def packed_mask(map_: Map, k: Int) -> Int:
    """The crows of card ``k`` under cubes as one word; their numbers ascend."""
    word = np.int64(0)
    for index in range(map_.n_masked[k]):
        word = (word << 8) | (map_.masked[k, index] + 1)
    return word


@kernel()
def old_crows_left(arrays: DealArrays, map_: Map, k: Int) -> Int:
    """How many visible crows outside card ``k`` card ``k + 1`` as posed leaves uncovered."""
    left, top = map_.pose[k + 1, 1], map_.pose[k + 1, 2]
    across, down = arrays.width[k + 1], arrays.height[k + 1]
    if map_.pose[k + 1, 0] & 1:
        across, down = down, across
    count = 0
    for index in range(map_.crows[k]):
        x, y = map_.crow[k, 2 * index] - left, map_.crow[k, 2 * index + 1] - top
        if not (0 <= x < across and 0 <= y < down):
            count += 1
    return count


@kernel()
def counting_wall_crows(arrays: DealArrays, map_: Map, k: Int) -> Int:
    """How many crows of the wall card over card ``k`` count at the update, but for cubes."""
    if arrays.switches[SCOPE_ALL] == 0:
        return 0
    covered = map_.waiting[0] if k == map_.start[START_CARD] else 0
    return arrays.crow_at[k + 2] - arrays.crow_at[k + 1] - covered
