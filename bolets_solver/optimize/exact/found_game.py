"""The game that the exact search found, turn by turn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import BYTE_ROWS, ROWS
from bolets_solver.optimize.exact.map_state import Map, map_x, map_y
from bolets_solver.optimize.exact.traces import (
    TRACE_AT,
    TRACE_DOOR,
    TRACE_HEADING,
    TRACE_POINTS,
    TRACE_TILES,
    Label,
)
from bolets_solver.optimize.tracing.deal_arrays import MAX_CUBES, DealArrays, Int, Ints

PLACEMENT, EXIT, TRACE_LENGTH, N_COVERS = range(4)
BEGIN_LIVES, BEGIN_HAND, BEGIN_YELLOW, BEGIN_POINTS, LEAVE, END_POINTS = range(4, 10)
"""Columns of ``Game.turn``."""


class Game(NamedTuple):
    """The game that succeeded, a row a turn: see the columns above.

    ``trace[k]``: padded tile numbers of the path on card k; ``laid[k, i]``: 1 if at its i-th tile a
    cube was laid ahead; ``cover[k]``: tiles covered by cubes before the update, x and y in turn.
    """

    turn: Ints
    trace: Ints
    laid: NDArray[np.int8]
    cover: Ints


def new_game(cards: int, tiles: int) -> Game:
    """Return a game with room for every turn of so many cards of at most so many tiles."""
    cells = tiles + 2
    return Game(
        turn=np.zeros((cards, 10), dtype=np.int64),
        trace=np.zeros((cards, cells), dtype=np.int64),
        laid=np.zeros((cards, cells), dtype=np.int8),
        cover=np.zeros((cards, 2 * MAX_CUBES), dtype=np.int64),
    )


GAME_TYPE = bundle_type(Game, turn=ROWS, trace=ROWS, laid=BYTE_ROWS, cover=ROWS)


@kernel()
def write_turn(
    arrays: DealArrays,
    terrain: Map,
    game: Game,
    k: Int,
    placement: Int,
    trace: Ints,
    detail: Ints,
    label: Label,
    found: Ints,
    count: Int,
    mask: Int,
    hidden: Int,
) -> None:
    """Keep the turn of a game that succeeded."""
    turn = game.turn[k]
    turn[PLACEMENT] = placement
    turn[EXIT] = trace[TRACE_DOOR]
    turn[TRACE_LENGTH] = trace[TRACE_TILES]
    turn[BEGIN_LIVES], turn[BEGIN_HAND] = label[0], label[1]
    turn[BEGIN_YELLOW], turn[BEGIN_POINTS] = label[2], label[3]
    turn[LEAVE] = trace[TRACE_HEADING]
    turn[END_POINTS] = trace[TRACE_POINTS]
    for index in range(trace[TRACE_TILES]):
        game.trace[k, index] = detail[trace[TRACE_AT] + 2 * index]
        game.laid[k, index] = detail[trace[TRACE_AT] + 2 * index + 1] >= 0
    covers = 0
    for index in range(count):
        if (mask >> index) & 1:
            game.cover[k, 2 * covers], game.cover[k, 2 * covers + 1] = (
                found[index, 0],
                found[index, 1],
            )
            covers += 1
    first = arrays.crow_at[k + 1]
    for crow in range(arrays.crow_at[k + 2] - first):
        if (hidden >> crow) & 1:
            x, y = arrays.crows[first + crow, 0], arrays.crows[first + crow, 1]
            game.cover[k, 2 * covers] = map_x(arrays, terrain, k + 1, x, y)
            game.cover[k, 2 * covers + 1] = map_y(arrays, terrain, k + 1, x, y)
            covers += 1
    turn[N_COVERS] = covers
