"""The map of the exact search while it grows: where cards lie, what may not be covered."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import (
    BLOCKS,
    BYTE_ROWS,
    INTS,
    ROWS,
    SHORT_BLOCKS,
    SHORT_ROWS,
    WORD_ROWS,
)
from bolets_solver.optimize.bounds.chain_bound import new_loose
from bolets_solver.optimize.bounds.crow_states import MOST_LISTED, within_reach
from bolets_solver.optimize.tables.deal_tables import (
    BOTTOM_SIDE,
    LEFT_SIDE,
    RIGHT_SIDE,
    TOP_SIDE,
    TURNS,
    DealTables,
)
from bolets_solver.optimize.tracing.deal_arrays import (
    MAX_CUBES,
    SCOPE_ALL,
    Bytes,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.rotations import printed_x, printed_y, turned_x, turned_y
from bolets_solver.optimize.tracing.updates import MOST_UPDATES

NO_PLACEMENT = -1

START_CARD, START_CUBES, START_PLACEMENT, START_TILE, START_HEADING = range(5)


START_MUSHROOMS, START_TRACED = 5, 6
"""Indices of ``Map.start``."""

_OFFSET = 1 << 14


class Size(NamedTuple):
    """How large deals are: most cards, tiles and padded tiles of a card, doors of a card."""

    cards: int
    tiles: int
    cells: int
    doors: int


class Map(NamedTuple):
    """The map while it grows; everything but ``masked`` in the frame of the first card.

    ``pose[k]``: quarter turns and top-left tile of card k. ``forbidden[:size[0]]``: tiles no card
    may cover. ``crow[k, :crows[k]]``: visible crows outside card k. ``masked[k, :n_masked[k]]``:
    numbers of the crows of card k that cubes cover before it is traced. ``value``: bounds of
    placements. ``loose``: see ``chain_bound.new_loose``. The rest is room
    to work in, apart for every card: forbidden tiles in reach, crows to choose from, updates,
    traces and their details.

    ``start``: the card on which the search begins, cubes that lie on it besides those on crows,
    and, if it begins within a trace, the number of the placement (else NO_PLACEMENT), padded tile,
    heading, mushrooms and points collected on that card so far. ``begun``: what the padded tiles of
    that card (row 0) and, within a trace, of the wall card (row 1) were made by what happened
    before: PATH, OBSTACLE, or 0. ``waiting``: how many crows of that wall card cubes cover, how
    many other cubes lie on it, and those crows' numbers.
    """

    pose: Ints
    forbidden: Ints
    size: Ints
    crow: Ints
    crows: Ints
    masked: Ints
    n_masked: Ints
    value: NDArray[np.int16]
    loose: NDArray[np.int16]
    tiles: NDArray[np.int32]
    found: Ints
    ways: Ints
    rows: Ints
    detail: Ints
    start: Ints
    begun: Bytes
    waiting: Ints


def new_map(size: Size, placements: int, traces: int = 1024) -> Map:
    """Return an empty map with room for every game of such deals and so many traces of a placement.

    ``placements``: how many are numbered.
    """
    cards = size.cards
    room = cards * size.tiles + 16
    return Map(
        pose=np.zeros((cards, 3), dtype=np.int64),
        forbidden=np.zeros((room, 2), dtype=np.int64),
        size=np.zeros(1, dtype=np.int64),
        crow=np.zeros((cards, 2 * MOST_LISTED), dtype=np.int64),
        crows=np.zeros(cards, dtype=np.int64),
        masked=np.zeros((cards, MAX_CUBES), dtype=np.int64),
        n_masked=np.zeros(cards, dtype=np.int64),
        value=np.full((cards, placements + 1), -1, dtype=np.int16),
        loose=new_loose(cards * size.doors),
        tiles=np.zeros((cards, room), dtype=np.int32),
        found=np.zeros((cards, 2 * MOST_LISTED, 5), dtype=np.int64),
        ways=np.zeros((cards, MOST_UPDATES, 7), dtype=np.int64),
        rows=np.empty((cards, traces, 10), dtype=np.int64),
        detail=np.empty((cards, 32 * traces), dtype=np.int64),
        start=np.array([0, 0, NO_PLACEMENT, 0, 0, 0, 0], dtype=np.int64),
        begun=np.zeros((2, size.cells), dtype=np.int8),
        waiting=np.zeros(2 + MAX_CUBES, dtype=np.int64),
    )


MAP_TYPE = bundle_type(
    Map,
    pose=ROWS,
    forbidden=ROWS,
    size=INTS,
    crow=ROWS,
    crows=INTS,
    masked=ROWS,
    n_masked=INTS,
    value=SHORT_ROWS,
    loose=SHORT_BLOCKS,
    tiles=WORD_ROWS,
    found=BLOCKS,
    ways=BLOCKS,
    rows=BLOCKS,
    detail=ROWS,
    start=INTS,
    begun=BYTE_ROWS,
    waiting=INTS,
)


@kernel()
def map_x(arrays: DealArrays, terrain: Map, k: Int, x: Int, y: Int) -> Int:
    """X on the map of a printed tile of card ``k``."""
    pose = terrain.pose
    return pose[k, 1] + turned_x(x, y, arrays.width[k], arrays.height[k], pose[k, 0])


@kernel()
def map_y(arrays: DealArrays, terrain: Map, k: Int, x: Int, y: Int) -> Int:
    """Y on the map of a printed tile of card ``k``."""
    pose = terrain.pose
    return pose[k, 2] + turned_y(x, y, arrays.width[k], arrays.height[k], pose[k, 0])


@kernel()
def pose_wall_card(
    arrays: DealArrays, tables: DealTables, terrain: Map, k: Int, placement: Int
) -> None:
    """Set the pose of card ``k + 1`` from a placement in the frame of card ``k``."""
    place = tables.placements[placement]
    left, top = place[LEFT_SIDE], place[TOP_SIDE]
    right, bottom = place[RIGHT_SIDE] - 1, place[BOTTOM_SIDE] - 1
    one_x, one_y = (
        map_x(arrays, terrain, k, left, top),
        map_y(arrays, terrain, k, left, top),
    )
    two_x = map_x(arrays, terrain, k, right, bottom)
    two_y = map_y(arrays, terrain, k, right, bottom)
    terrain.pose[k + 1, 0] = (terrain.pose[k, 0] + place[TURNS]) & 3
    terrain.pose[k + 1, 1] = min(one_x, two_x)
    terrain.pose[k + 1, 2] = min(one_y, two_y)


@kernel()
def covers_forbidden(arrays: DealArrays, terrain: Map, k: Int) -> bool:
    """Whether card ``k`` as posed covers a forbidden tile."""
    left, top = terrain.pose[k, 1], terrain.pose[k, 2]
    across, down = arrays.width[k], arrays.height[k]
    if terrain.pose[k, 0] & 1:
        across, down = down, across
    for index in range(terrain.size[0]):
        x, y = terrain.forbidden[index, 0] - left, terrain.forbidden[index, 1] - top
        if 0 <= x < across and 0 <= y < down:
            return True
    return False


@kernel()
def forbid(terrain: Map, x: Int, y: Int) -> None:
    """Add a tile that no card may cover."""
    size = terrain.size[0]
    terrain.forbidden[size, 0] = x
    terrain.forbidden[size, 1] = y
    terrain.size[0] = size + 1


@kernel()
def forbidden_in_reach(
    arrays: DealArrays,
    tables: DealTables,
    terrain: Map,
    doors: Int,
    k: Int,
    entrance: Int,
) -> Int:
    """List the forbidden tiles beside card ``k`` that a later card may cover.

    They are written to ``terrain.tiles[k]``, packed, in the card's frame, sorted; returns how many.
    """
    found = terrain.tiles[k]
    count = 0
    turns, left, top = terrain.pose[k, 0], terrain.pose[k, 1], terrain.pose[k, 2]
    width, height = arrays.width[k], arrays.height[k]
    number = k * doors + entrance
    for index in range(terrain.size[0]):
        x, y = terrain.forbidden[index, 0] - left, terrain.forbidden[index, 1] - top
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
def packed_mask(terrain: Map, k: Int) -> Int:
    """The crows of card ``k`` under cubes as one word; their numbers ascend."""
    word = np.int64(0)
    for index in range(terrain.n_masked[k]):
        word = (word << 8) | (terrain.masked[k, index] + 1)
    return word


@kernel()
def old_crows_left(arrays: DealArrays, terrain: Map, k: Int) -> Int:
    """How many visible crows outside card ``k`` card ``k + 1`` as posed leaves uncovered."""
    left, top = terrain.pose[k + 1, 1], terrain.pose[k + 1, 2]
    across, down = arrays.width[k + 1], arrays.height[k + 1]
    if terrain.pose[k + 1, 0] & 1:
        across, down = down, across
    count = 0
    for index in range(terrain.crows[k]):
        x, y = terrain.crow[k, 2 * index] - left, terrain.crow[k, 2 * index + 1] - top
        if not (0 <= x < across and 0 <= y < down):
            count += 1
    return count


@kernel()
def counting_wall_crows(arrays: DealArrays, terrain: Map, k: Int) -> Int:
    """How many crows of the wall card over card ``k`` count at the update, but for cubes."""
    if arrays.switches[SCOPE_ALL] == 0:
        return 0
    covered = terrain.waiting[0] if k == terrain.start[START_CARD] else 0
    return arrays.crow_at[k + 2] - arrays.crow_at[k + 1] - covered
