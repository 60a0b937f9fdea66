"""Options and values of many tokens at once: the same as one by one, also when memory runs out."""

from __future__ import annotations

import numpy as np
import pytest

from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import lookup as kernels
from bolets_solver.amanite.kernels.chart import NUMBER_BITS, NUMBER_MASK
from bolets_solver.amanite.kernels.options import options
from bolets_solver.amanite.kernels.rows import row_of
from tests.amanite.kernels.setting import Case, own_worth
from tests.amanite.kernels.test_options import Eater

pytestmark = pytest.mark.jit_off


@pytest.mark.parametrize("first", [0, 3])
def test_look_up_shows_where_the_options_of_each_row_lie(first: int) -> None:
    for seed in range(20):
        case = Case(seed, held=3, pigs=2, sizes=(3, 4))
        stations = case.gathering_stations()
        if not stations:
            continue
        eater = Eater(case, stations[0].left)
        program = eater.program(k.PICK, stations[0].tokens)
        index = eater.index(case.position.tokens[stations[0].left])
        asked = np.array([[program, index, 0]] * 5, np.int64)
        asked[4, 0] = eater.program(k.FEED, (0,) * 7, 1)
        found = np.full((5, k.SLOT_COLUMNS), -1, np.int64)
        assert kernels.look_up(asked, found, first, case.book, eater.plan, case.desk) == 5
        assert (found[:first] == -1).all()
        for row in range(first, 5):
            slot = options(*asked[row].tolist(), case.book, eater.plan, case.desk)
            assert found[row].tolist() == case.book.slots[slot].tolist()
        case.book.state[k.S_POOL] = len(case.book.pool)
        asked[2, 0] = eater.program(k.PICK, stations[0].tokens)
        assert kernels.look_up(asked, found, 0, case.book, eater.plan, case.desk) == 2


@pytest.mark.parametrize("first", [0, 2])
def test_look_up_ends_shows_worth_and_majority_tokens(first: int) -> None:
    for seed in range(20):
        case = Case(seed, held=5, level="all", attributes=("Majority",) if seed % 2 else None)
        world, player = case.worlds[0], seed % case.players
        colour = world.index("Majority") if "Majority" in world else -1
        hands = case.hands(player)[:9]
        indices = [case.arena.index(player, hand) for hand in hands]
        ends = np.array([[index, -1] for index in indices], np.int64)
        assert kernels.look_up_ends(player, colour, ends, first, case.book) == 9
        assert ends[:, 0].tolist() == indices and (ends[:first, 1] == -1).all()
        for end, hand in list(zip(ends[:, 1].tolist(), hands, strict=True))[first:]:
            assert end >> NUMBER_BITS == own_worth(hand, world, case)
            assert end & NUMBER_MASK == (hand[colour] if colour >= 0 else 0)
        book = case.book
        book.rows[:] = -1
        row_of(player, indices[0], book)
        book.state[k.S_ROWS] = len(book.worth)
        fresh = next(place for place, index in enumerate(indices) if index != indices[0])
        assert kernels.look_up_ends(player, colour, ends, 0, book) == fresh
