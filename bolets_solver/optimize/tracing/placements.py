"""The placements of a face over another one that a trace might use."""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, ROWS
from bolets_solver.optimize.tracing.board import lay_board, lift_wall_card, put_wall_card
from bolets_solver.optimize.tracing.deal_arrays import ARRAYS_TYPE, DealArrays, Int, Ints
from bolets_solver.optimize.tracing.trace_arrays import WALK_TYPE, Walk


def list_placements(arrays: DealArrays, k: int, entrance: int, wall: int, walk: Walk) -> Ints:
    """List the placements of face ``wall`` over face ``k`` that a trace might use.

    Rows turns, left, top, sorted. None covers the entrance tile, nor the tile outside it from which
    it was entered (B-R11): a rectangle over that one and any tile of face ``k`` is over the
    entrance too, which lies at the border of the face between them.
    """
    width, height = int(arrays.width[k]), int(arrays.height[k])
    across, down = int(arrays.width[wall]), int(arrays.height[wall])
    upright = (width + across - 1) * (height + down - 1)
    sideways = (width + down - 1) * (height + across - 1)
    found = np.zeros((2 * (upright + sideways), 3), dtype=np.int64)
    return found[: fill_placements(arrays, k, entrance, wall, walk, found)]


@kernel()
def _covers_rock(arrays: DealArrays, k: Int, left: Int, top: Int, right: Int, bottom: Int) -> bool:
    """Whether a rock of face ``k`` lies under a card (B-R10); right and bottom are beyond it."""
    for rock in range(arrays.rock_at[k], arrays.rock_at[k + 1]):
        x, y = arrays.rocks[rock, 0], arrays.rocks[rock, 1]
        if left <= x < right and top <= y < bottom:
            return True
    return False


@kernel(INT(ARRAYS_TYPE, INT, INT, INT, WALK_TYPE, ROWS))
def fill_placements(
    arrays: DealArrays, k: Int, entrance: Int, wall: Int, walk: Walk, found: Ints
) -> Int:
    """Fill the rows of :func:`list_placements`; return how many there are."""
    width, height = arrays.width[k], arrays.height[k]
    door = arrays.door_at[k] + entrance
    start_x, start_y = arrays.doors[door, 0], arrays.doors[door, 1]
    count = 0
    lay_board(arrays, k, entrance, walk)
    for turns in range(4):
        across, down = arrays.width[wall], arrays.height[wall]
        if turns & 1:
            across, down = down, across
        for left in range(1 - across, width):
            for top in range(1 - down, height):
                right, bottom = left + across, top + down
                if left <= start_x < right and top <= start_y < bottom:
                    continue
                if _covers_rock(arrays, k, left, top, right, bottom):
                    continue
                doors = put_wall_card(arrays, k, entrance, wall, turns, left, top, walk)
                lift_wall_card(arrays, k, wall, turns, left, top, walk)
                if doors == 0:
                    continue
                found[count, 0], found[count, 1], found[count, 2] = turns, left, top
                count += 1
    return count
