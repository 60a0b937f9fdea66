"""Writing the game that the exact search found, turn by turn."""

from __future__ import annotations

from bolets_solver.jit import kernel
from bolets_solver.optimize.exact.map_state import map_x, map_y
from bolets_solver.optimize.state.game import (
    BEGIN_HAND,
    BEGIN_LIVES,
    BEGIN_POINTS,
    BEGIN_YELLOW,
    END_POINTS,
    EXIT,
    LEAVE,
    N_COVERS,
    PLACEMENT,
    TRACE_LENGTH,
)
from bolets_solver.optimize.state.map_arrays import (
    TRACE_AT,
    TRACE_DOOR,
    TRACE_HEADING,
    TRACE_POINTS,
    TRACE_TILES,
)
from bolets_solver.optimize.state.search_arrays import HAND, LIVES, POINTS, YELLOW, Search
from bolets_solver.optimize.tracing.deal_arrays import Int


@kernel()
def write_turn(
    search: Search, k: Int, placement: Int, row: Int, count: Int, covered: Int, hidden: Int
) -> None:
    """Keep the turn of a game that succeeded.

    ``row``: of the trace; ``covered``: which of the ``count`` visible crows cubes cover, as bits;
    ``hidden``: which of the wall card's crows.
    """
    state, trace, detail = search.state[k], search.map.rows[k, row], search.map.detail[k]
    game, turn = search.game, search.game.turn[k]
    turn[PLACEMENT], turn[EXIT], turn[LEAVE] = placement, trace[TRACE_DOOR], trace[TRACE_HEADING]
    turn[BEGIN_LIVES], turn[BEGIN_HAND] = state[LIVES], state[HAND]
    turn[BEGIN_YELLOW], turn[BEGIN_POINTS] = state[YELLOW], state[POINTS]
    turn[TRACE_LENGTH], turn[END_POINTS] = trace[TRACE_TILES], trace[TRACE_POINTS]
    for index in range(trace[TRACE_TILES]):
        game.trace[k, index] = detail[trace[TRACE_AT] + 2 * index]
        game.laid[k, index] = detail[trace[TRACE_AT] + 2 * index + 1] >= 0
    covers = 0
    found = search.map.found[k]
    for index in range(count):
        if (covered >> index) & 1:
            _write_cover(search, k, covers, found[index, 0], found[index, 1])
            covers += 1
    first = search.deal.crow_at[k + 1]
    for crow in range(search.deal.crow_at[k + 2] - first):
        if (hidden >> crow) & 1:
            x, y = search.deal.crows[first + crow, 0], search.deal.crows[first + crow, 1]
            map_column = map_x(search.deal, search.map, k + 1, x, y)
            map_row = map_y(search.deal, search.map, k + 1, x, y)
            _write_cover(search, k, covers, map_column, map_row)
            covers += 1
    turn[N_COVERS] = covers


@kernel()
def _write_cover(search: Search, k: Int, index: Int, x: Int, y: Int) -> None:
    """Keep the tile of the map on which a cube covers a crow."""
    search.game.cover[k, 2 * index], search.game.cover[k, 2 * index + 1] = x, y
