"""The map of the exact search while it grows, and room to work in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import (
    BLOCKS,
    BYTE_ROWS,
    INTS,
    ROWS,
    SHORT_BLOCKS,
    SHORT_ROWS,
    WORD_ROWS,
)
from bolets_solver.optimize.state.bound_arrays import new_loose
from bolets_solver.optimize.state.crow_stack import MOST_LISTED
from bolets_solver.optimize.tracing.deal_arrays import MAX_CUBES, Bytes, Ints

NO_PLACEMENT = -1

START_CARD, START_CUBES, START_PLACEMENT, START_TILE, START_HEADING = range(5)

START_MUSHROOMS, START_TRACED = 5, 6
"""Indices of ``Map.start``."""

TRACE_DOOR, TRACE_LIVES, TRACE_HAND, TRACE_YELLOW, TRACE_POINTS = range(5)
TRACE_VALUE, TRACE_AT, TRACE_TILES, TRACE_CROWS, TRACE_HEADING = range(5, 10)
"""Columns of ``Map.rows``: door entered, lives, cubes in hand and yellow cubes left at the exit,
points of the game, bound of the game's points, where in ``detail`` it begins, how many tiles and
crows stand there, and the heading at the exit."""


class DealSize(NamedTuple):
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
    placements. ``loose``: see ``bound_arrays.new_loose``. The rest is room
    to work in, apart for every card: forbidden tiles in reach, crows to choose from (see
    ``map_crows.gather_crows``), traces (rows) and their details (see ``traces.list_traces``).

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
    rows: Ints
    detail: Ints
    start: Ints
    begun: Bytes
    waiting: Ints


def new_map(size: DealSize, placements: int, traces: int = 1024) -> Map:
    """Return an empty map with room for every game and for ``traces`` traces of a placement.

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
    rows=BLOCKS,
    detail=ROWS,
    start=INTS,
    begun=BYTE_ROWS,
    waiting=INTS,
)
