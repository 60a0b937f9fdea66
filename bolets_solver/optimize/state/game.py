"""The game that the exact search found, turn by turn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import BYTE_ROWS, ROWS
from bolets_solver.optimize.tracing.deal_arrays import MAX_CUBES, Ints

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
    """Return a game with room for every turn: number of cards, most tiles of a card."""
    cells = tiles + 2
    return Game(
        turn=np.zeros((cards, 10), dtype=np.int64),
        trace=np.zeros((cards, cells), dtype=np.int64),
        laid=np.zeros((cards, cells), dtype=np.int8),
        cover=np.zeros((cards, 2 * MAX_CUBES), dtype=np.int64),
    )


GAME_TYPE = bundle_type(Game, turn=ROWS, trace=ROWS, laid=BYTE_ROWS, cover=ROWS)
