"""Where the visible crows outside the last card lie, in its frame, card by card."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import BLOCKS, INT, INTS, ROWS, SHORT_ROWS, TRUTH
from bolets_solver.optimize.tables.deal_tables import (
    BOTTOM_SIDE,
    LEFT_SIDE,
    RIGHT_SIDE,
    TABLES_TYPE,
    TOP_SIDE,
    TURNS,
    DealTables,
)
from bolets_solver.optimize.tables.segments import MOST_CROWS
from bolets_solver.optimize.tracing.deal_arrays import MAX_MARKER, DealArrays, Int, Ints
from bolets_solver.optimize.tracing.rotations import printed_x, printed_y

MOST_LISTED = MOST_CROWS + MAX_MARKER
"""Crows that can be visible before cubes cover some."""

_POSITION_OFFSET = 1 << 14


class CrowStack(NamedTuple):
    """Per card: the visible crows outside it that a later card may cover, and how many others.

    ``x[k, :near[k]]``, ``y``: positions in the frame of card k; ``far[k]``. ``value``: bounds of
    groups. ``found``: crows to choose from, see list_crows. ``suffix[k]``: a number for all that
    what follows depends on besides the state: the cards from k on, and how the game got there.
    """

    x: Ints
    y: Ints
    near: Ints
    far: Ints
    value: NDArray[np.int16]
    found: Ints
    suffix: Ints


CROWS_TYPE = bundle_type(
    CrowStack, x=ROWS, y=ROWS, near=INTS, far=INTS, value=SHORT_ROWS, found=BLOCKS, suffix=INTS
)


def new_crow_stack(cards: int, groups: int) -> CrowStack:
    """Return a stack for a deal of so many cards and at most so many groups a table."""
    return CrowStack(
        x=np.zeros((cards, MOST_LISTED), dtype=np.int64),
        y=np.zeros((cards, MOST_LISTED), dtype=np.int64),
        near=np.zeros(cards, dtype=np.int64),
        far=np.zeros(cards, dtype=np.int64),
        value=np.zeros((cards, groups + 1), dtype=np.int16),
        found=np.zeros((cards, MOST_LISTED, 2), dtype=np.int64),
        suffix=np.zeros(cards, dtype=np.int64),
    )


@kernel(inline=True)
def _pair(x1: Int, y1: Int, x2: Int, y2: Int) -> Int:
    word = ((x1 + _POSITION_OFFSET) << 15) | (y1 + _POSITION_OFFSET)
    return (word << 30) | ((x2 + _POSITION_OFFSET) << 15) | (y2 + _POSITION_OFFSET)


@kernel()
def state_key(
    stack: CrowStack, k: Int, entrance: Int, marker: Int, charged: Int
) -> tuple[Int, Int, Int]:
    """The state without its label as three words; sorts the crows, so that equal sets are equal."""
    near = stack.near[k]
    xs, ys = stack.x[k], stack.y[k]
    for index in range(1, near):
        x, y = xs[index], ys[index]
        place = index
        while place > 0 and (xs[place - 1] > x or (xs[place - 1] == x and ys[place - 1] > y)):
            xs[place], ys[place] = xs[place - 1], ys[place - 1]
            place -= 1
        xs[place], ys[place] = x, y
    for index in range(near, MAX_MARKER):
        xs[index], ys[index] = -1, -1
    first = _pair(xs[0], ys[0], xs[1], ys[1])
    second = _pair(xs[2], ys[2], xs[3], ys[3])
    third = (((stack.suffix[k] << 16) | entrance) << 3) | marker
    third = (((third << 2) | charged) << 3) | stack.far[k]
    return first, second, (third << 3) | near


@kernel(TRUTH(TABLES_TYPE, INT, INT, INT))
def within_reach(tables: DealTables, number: Int, x: Int, y: Int) -> bool:
    """Whether a card still to come may cover this tile of the last card's frame."""
    box = tables.reach_box
    if x < box[number, 0] or y < box[number, 1] or x >= box[number, 2] or y >= box[number, 3]:
        return False
    at = tables.reach_at[number]
    if at < 0:
        return True
    width = box[number, 2] - box[number, 0]
    return bool(tables.reach_map[at + (y - box[number, 1]) * width + x - box[number, 0]] != 0)


@kernel()
def list_crows(
    arrays: DealArrays,
    tables: DealTables,
    stack: CrowStack,
    doors: Int,
    k: Int,
    member: Int,
    door: Int,
    found: Ints,
) -> tuple[Int, Int]:
    """List the crows that this entry leaves visible, but for cubes, in the next card's frame.

    Fills ``found`` (rows x, y) with those that a later card may reach; returns their number and the
    number of the others.
    """
    placement, crow_set = tables.members[member, 0], tables.members[member, 1]
    place = tables.placements[placement]
    left, top, right, bottom = (
        place[LEFT_SIDE],
        place[TOP_SIDE],
        place[RIGHT_SIDE],
        place[BOTTOM_SIDE],
    )
    turns = place[TURNS]
    width, height = arrays.width[k + 1], arrays.height[k + 1]
    number = (k + 1) * doors + door
    near = np.int64(0)
    far = np.int64(stack.far[k])
    for index in range(stack.near[k]):
        x, y = stack.x[k, index], stack.y[k, index]
        if left <= x < right and top <= y < bottom:
            continue
        px = printed_x(x - left, y - top, width, height, turns)
        py = printed_y(x - left, y - top, width, height, turns)
        if within_reach(tables, number, px, py):
            found[near, 0], found[near, 1] = px, py
            near += 1
        else:
            far += 1
    for index in range(tables.set_at[crow_set], tables.set_at[crow_set + 1]):
        crow = arrays.crow_at[k] + tables.crow_sets[index]
        x, y = arrays.crows[crow, 0] - left, arrays.crows[crow, 1] - top
        px = printed_x(x, y, width, height, turns)
        py = printed_y(x, y, width, height, turns)
        if within_reach(tables, number, px, py):
            found[near, 0], found[near, 1] = px, py
            near += 1
        else:
            far += 1
    return near, far


@kernel()
def bits(mask: Int) -> Int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
