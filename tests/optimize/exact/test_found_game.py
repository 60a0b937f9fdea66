"""What is stored of a turn that succeeded."""

from __future__ import annotations

import numpy as np
import pytest

from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.optimize.exact import found_game
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
    new_game,
)
from bolets_solver.optimize.state.map_arrays import (
    TRACE_AT,
    TRACE_DOOR,
    TRACE_HEADING,
    TRACE_POINTS,
    TRACE_TILES,
)
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays, edge_card, empty_map, empty_search, set_state

pytestmark = pytest.mark.jit_off

write_turn = plain(found_game.write_turn)


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
@pytest.mark.parametrize("mask", (0, 0b1, 0b0110, 0b1001))
@pytest.mark.parametrize("hidden", (0, 0b1, 0b110))
def test_write_turn_keeps_trace_purse_and_covered_crows(
    rotation: int, mask: int, hidden: int
) -> None:
    crows = [(0, 0), (2, 0), (1, 2)]
    faces = [edge_card(3, 3, [(0, 0)]), edge_card(3, 3), edge_card(4, 3, crows)]
    arrays = deal_arrays(*faces)
    map_, game = empty_map(arrays), new_game(3, 12)
    game.cover[:] = game.trace[:] = 99
    game.laid[:] = 9
    placement = Placement(rotation, -4, 6)
    map_.pose[2] = (rotation // 90, -4, 6)
    trace = np.zeros(10, dtype=np.int64)
    trace[TRACE_DOOR], trace[TRACE_HEADING], trace[TRACE_AT], trace[TRACE_TILES] = 3, 2, 2, 4
    trace[TRACE_POINTS] = 21
    details = np.array([5, 5, 11, -1, 12, 13, 17, -1, 18, 0, 8, 8], dtype=np.int64)
    found = np.array([[-1, -2, 0, 0, 1], [3, 9, 0, 0, 0], [4, 8, 0, 0, 1], [-5, 5, 0, 0, 0]])
    map_.rows[1, 5], map_.found[1, :4] = trace, found
    map_.detail[1, : len(details)] = details
    search = empty_search(arrays, map=map_, game=game)
    set_state(search, 1, purse=(4, 3, 2), points=17, held=9)
    write_turn(search, 1, 42, 5, 4, mask, hidden)
    turn = game.turn[1]
    assert turn[[PLACEMENT, EXIT, TRACE_LENGTH, LEAVE]].tolist() == [42, 3, 4, 2]
    assert turn[[BEGIN_LIVES, BEGIN_HAND, BEGIN_YELLOW, BEGIN_POINTS]].tolist() == [4, 3, 2, 17]
    assert turn[END_POINTS] == 21
    assert game.trace[1, :5].tolist() == [11, 12, 17, 18, 99]
    assert game.laid[1, :5].tolist() == [0, 1, 0, 1, 9], "a cube may lie on the tile of number 0"
    expected = [found[index, :2].tolist() for index in range(4) if mask >> index & 1]
    expected += [
        list(placement.to_map(faces[2], tile))
        for crow, tile in enumerate(crows)
        if hidden >> crow & 1
    ]
    assert turn[N_COVERS] == len(expected)
    assert game.cover[1, : 2 * len(expected)].reshape(-1, 2).tolist() == expected
    assert not game.turn[[0, 2]].any()


def test_new_game_has_room_for_the_longest_path_and_all_cubes() -> None:
    game = new_game(3, 30)
    assert game.turn.shape == (3, 10)
    assert game.trace.shape == game.laid.shape
    assert game.trace.shape[1] >= 30
    assert game.cover.shape[1] == 16
