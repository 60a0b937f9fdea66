"""The board of a trace: the last card with the wall card laid over it."""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.optimize.tracing.deal_arrays import (
    FREE,
    ITEM_POINTS,
    OBSTACLE,
    DealArrays,
    Int,
)
from bolets_solver.optimize.tracing.rotations import turned_x, turned_y
from bolets_solver.optimize.tracing.trace_arrays import Walk


@kernel()
def lay_board(arrays: DealArrays, k: Int, entrance: Int, walk: Walk) -> None:
    """Put face ``k`` with nothing on it on the board, as it is when ``entrance`` was entered."""
    start = arrays.cell_at[k]
    cells = arrays.cell_at[k + 1] - start
    for cell in range(cells):
        walk.ground[cell] = arrays.ground[start + cell]
        walk.item[cell] = arrays.item[start + cell]
    for index in range(4 * cells):
        walk.exits[index] = 0


@kernel()
def entrance_cell(arrays: DealArrays, k: Int, entrance: Int) -> Int:
    """Number of the tile on which a trace over face ``k`` begins."""
    door = arrays.door_at[k] + entrance
    return (arrays.doors[door, 1] + 1) * (arrays.width[k] + 2) + arrays.doors[door, 0] + 1


@kernel()
def crow_cell(arrays: DealArrays, k: Int, crow: Int) -> Int:
    """Number of the tile of face ``k`` on which one of its crows is printed."""
    place = arrays.crows[arrays.crow_at[k] + crow]
    return (place[1] + 1) * (arrays.width[k] + 2) + place[0] + 1


@kernel()
def put_wall_card(
    arrays: DealArrays,
    k: Int,
    entrance: Int,
    wall: Int,
    turns: Int,
    left: Int,
    top: Int,
    walk: Walk,
) -> Int:
    """Lay face ``wall`` over face ``k`` on the board; return how many of its doors lead there.

    ``turns``, ``left``, ``top``: quarter turns and top-left tile in the frame of face ``k``. A door
    leads to a tile of ``k`` outside the wall card that can be walked, or to the entrance tile.
    """
    width, height = arrays.width[k], arrays.height[k]
    stride = width + 2
    wall_width, wall_height = arrays.width[wall], arrays.height[wall]
    across, down = wall_width, wall_height
    if turns & 1:
        across, down = wall_height, wall_width
    for y in range(max(0, top), min(height, top + down)):
        for x in range(max(0, left), min(width, left + across)):
            walk.ground[(y + 1) * stride + x + 1] = OBSTACLE
    start = entrance_cell(arrays, k, entrance)
    count = 0
    first = arrays.door_at[wall]
    for door in range(first, arrays.door_at[wall + 1]):
        px, py = arrays.doors[door, 0], arrays.doors[door, 1]
        side = (arrays.doors[door, 2] + turns) & 3
        x = left + turned_x(px, py, wall_width, wall_height, turns)
        y = top + turned_y(px, py, wall_width, wall_height, turns)
        if side == 0:
            y -= 1
        elif side == 1:
            x += 1
        elif side == 2:
            y += 1
        else:
            x -= 1
        if x < 0 or y < 0 or x >= width or y >= height:
            continue
        cell = (y + 1) * stride + x + 1
        if walk.ground[cell] != FREE and cell != start:
            continue
        number = door - first + 1
        if arrays.doors[door, 3]:
            number = -number
        walk.exits[4 * cell + ((side + 2) & 3)] = number
        count += 1
    return count


@kernel()
def lift_wall_card(
    arrays: DealArrays, k: Int, wall: Int, turns: Int, left: Int, top: Int, walk: Walk
) -> None:
    """Take the wall card away again; the board must be as :func:`put_wall_card` left it."""
    width, height = arrays.width[k], arrays.height[k]
    stride = width + 2
    wall_width, wall_height = arrays.width[wall], arrays.height[wall]
    across, down = wall_width, wall_height
    if turns & 1:
        across, down = wall_height, wall_width
    base = arrays.cell_at[k]
    for y in range(max(0, top - 1), min(height, top + down + 1)):
        for x in range(max(0, left - 1), min(width, left + across + 1)):
            cell = (y + 1) * stride + x + 1
            walk.ground[cell] = arrays.ground[base + cell]
            for heading in range(4):
                walk.exits[4 * cell + heading] = 0


@kernel()
def points_in_sight(arrays: DealArrays, k: Int, walk: Walk) -> Int:
    """Points on the free tiles of the board."""
    total = np.int64(0)
    for cell in range(arrays.cell_at[k + 1] - arrays.cell_at[k]):
        if walk.ground[cell] == FREE:
            total += ITEM_POINTS[walk.item[cell]]
    return total
