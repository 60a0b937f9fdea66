"""Where the visible crows outside the last card lie, in its frame, card by card."""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, TRUTH
from bolets_solver.optimize.state.crow_stack import CrowStack
from bolets_solver.optimize.state.search_arrays import Search
from bolets_solver.optimize.tables.deal_tables import (
    BOTTOM_SIDE,
    LEFT_SIDE,
    RIGHT_SIDE,
    TABLES_TYPE,
    TOP_SIDE,
    TURNS,
    DealTables,
    table_number,
)
from bolets_solver.optimize.tracing.deal_arrays import Int
from bolets_solver.optimize.tracing.rotations import printed_x, printed_y

_POSITION_OFFSET = 1 << 14


@kernel(inline=True)
def _pair(stack: CrowStack, k: Int, first: Int) -> Int:
    """Two near crows as one word; a place without a crow counts as one too."""
    word = np.int64(0)
    for index in range(first, first + 2):
        x, y = np.int64(-1), np.int64(-1)
        if index < stack.near[k]:
            x, y = stack.x[k, index], stack.y[k, index]
        word = (word << 30) | ((x + _POSITION_OFFSET) << 15) | (y + _POSITION_OFFSET)
    return word


@kernel()
def state_key(
    stack: CrowStack, k: Int, entrance: Int, marker: Int, peak: Int
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
    first = _pair(stack, k, 0)
    second = _pair(stack, k, 2)
    third = (((stack.suffix[k] << 16) | entrance) << 3) | marker
    third = (((third << 2) | peak) << 3) | stack.far[k]
    third = (third << 3) | stack.vague[k]
    return first, second, (third << 3) | near


@kernel(TRUTH(TABLES_TYPE, INT, INT, INT))
def within_reach(tables: DealTables, number: Int, x: Int, y: Int) -> bool:
    """Whether a card still to come may cover this tile of the last card's frame.

    ``number``: of the last card's table.
    """
    box = tables.reach_box
    if x < box[number, 0] or y < box[number, 1] or x >= box[number, 2] or y >= box[number, 3]:
        return False
    at = tables.reach_at[number]
    if at < 0:
        return True
    width = box[number, 2] - box[number, 0]
    return bool(tables.reach_map[at + (y - box[number, 1]) * width + x - box[number, 0]] != 0)


@kernel()
def list_crows(search: Search, k: Int, member: Int, door: Int) -> tuple[Int, Int]:
    """List the crows that an entry leaves visible, but for cubes, in the next card's frame.

    Fills ``crows.found[k]`` (rows x, y) with those that a later card may reach; returns their
    number and the number of the others.
    """
    deal, tables, stack = search.deal, search.tables, search.crows
    found = stack.found[k]
    placement, crow_set = tables.members[member, 0], tables.members[member, 1]
    place = tables.placements[placement]
    left, top, right, bottom = (
        place[LEFT_SIDE],
        place[TOP_SIDE],
        place[RIGHT_SIDE],
        place[BOTTOM_SIDE],
    )
    turns = place[TURNS]
    width, height = deal.width[k + 1], deal.height[k + 1]
    number = table_number(tables, k + 1, door)
    near = 0
    far = stack.far[k]
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
        crow = deal.crow_at[k] + tables.crow_sets[index]
        x, y = deal.crows[crow, 0] - left, deal.crows[crow, 1] - top
        px = printed_x(x, y, width, height, turns)
        py = printed_y(x, y, width, height, turns)
        if within_reach(tables, number, px, py):
            found[near, 0], found[near, 1] = px, py
            near += 1
        else:
            far += 1
    return near, far


@kernel()
def keep_crows(stack: CrowStack, k: Int, covered: Int, near: Int, far: Int, vague: Int) -> None:
    """Show the crows of card ``k``: of the ``near`` ones listed, all without a set bit."""
    found = stack.found[k - 1]
    kept = 0
    for index in range(near):
        if not (covered >> index) & 1:
            stack.x[k, kept], stack.y[k, kept] = found[index, 0], found[index, 1]
            kept += 1
    stack.near[k], stack.far[k], stack.vague[k] = kept, far, vague


@kernel()
def bits(mask: Int) -> Int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
