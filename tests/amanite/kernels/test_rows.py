"""The values of final tokens, and which of them each player prefers."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest

from bolets_solver.amanite.game.objective import Preference
from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import rows as kernels
from tests.amanite.kernels.setting import (
    Case,
    own_worth,
    parameters,
    preferences,
    random_keys,
)

pytestmark = pytest.mark.jit_off

SEEDS = range(18)


@pytest.mark.parametrize("seed", SEEDS)
def test_number_of_reads_every_kind_out_of_an_index(seed: int) -> None:
    case = Case(seed)
    for player in range(case.players):
        for hand in case.hands(player):
            index = case.arena.index(player, hand)
            lowest = case.book.low[player]
            found = [
                kernels.number_of(player, index, kind, int(lowest[kind]), case.book)
                for kind in range(7)
            ]
            assert found == list(hand)


@pytest.mark.parametrize("seed", range(30))
def test_new_row_is_worth_what_the_scoring_says_in_every_world(seed: int) -> None:
    case = Case(seed, held=9, sizes=(2, 5))
    book = case.book
    for player in range(case.players):
        for number, hand in enumerate(case.hands(player)):
            index = case.arena.index(player, hand)
            book.state[k.S_ROWS] = 5 + number
            row = kernels.new_row(player, index, book)
            assert row == 5 + number and book.state[k.S_ROWS] == row + 1
            assert book.numbers[row].tolist() == list(hand[:6])
            assert book.rows[book.offsets[player] + index] == row
            expected: Counter[int] = Counter()
            for world in case.worlds:
                expected[own_worth(hand, world, case)] += 1
            found: Counter[int] = Counter()
            for place, weight in enumerate(book.weights):
                found[int(book.worth[row, place])] += int(weight)
            assert found == expected


def test_new_row_asks_for_room_when_there_is_none() -> None:
    case = Case(0)
    book = case.book
    book.state[k.S_ROWS] = len(book.worth) - 1
    assert kernels.new_row(0, 0, book) == len(book.worth) - 1
    assert book.state[k.S_NEED] == 0
    assert kernels.new_row(0, 1, book) == -1
    assert book.state[k.S_NEED] == k.NEED_ROWS and book.state[k.S_ROWS] == len(book.worth)


@pytest.mark.parametrize(("tokens", "unsafe"), [(49, 0), (50, 1), (51, 1)])
def test_new_row_notes_survivors_with_fifty_points_below_nothing(tokens: int, unsafe: int) -> None:
    case = one_world_case("-1")
    book, colour = case.book, int(np.flatnonzero(case.book.codes[0] == 6)[0])
    book.radix[0, colour] = 60
    book.low[:] = 0
    book.stride[0] = [1] * 7
    book.radix[0, [kind for kind in range(7) if kind != colour]] = 1
    kernels.new_row(0, tokens, book)
    assert book.numbers[0, colour] == tokens
    assert book.state[k.S_UNSAFE] == unsafe


def one_world_case(attribute: str) -> Case:
    """A position with this attribute in it but no Count, whose -5 points would count too."""
    for seed in range(400):
        case = Case(seed, 2, level="all", majority_zero="off")
        names = case.position.attributes
        if attribute in names and "Count" not in names:
            return case
    raise AssertionError("no such case")


def test_row_of_makes_a_row_once() -> None:
    case = Case(1)
    book = case.book
    rows = [kernels.row_of(0, index, book) for index in (0, 1, 0, 1)]
    assert rows == [0, 1, 0, 1] and book.state[k.S_ROWS] == 2
    assert kernels.row_of(1, 0, book) == 2  # the same index of another player


@pytest.mark.parametrize("preference", preferences(), ids=str)
def test_better_is_the_order_of_preferences(preference: Preference) -> None:
    rng, par = random.Random(str(preference)), parameters(preference)
    for _ in range(150):
        new, old = random_keys(rng, preference), random_keys(rng, preference)
        bests = np.zeros((3, 4), np.int64)
        bests[2, : preference.players] = old
        mover = rng.randrange(preference.players)
        found = kernels.better(mover, np.array(new, np.int64), bests, 2, par)
        expected = preference.rank(mover, new) > preference.rank(mover, old)
        assert found == expected, (mover, new, old)


@pytest.mark.parametrize("preference", preferences()[::3], ids=str)
def test_reduce_axis_lets_the_mover_choose_along_it(preference: Preference) -> None:
    rng, par = random.Random(str(preference)), parameters(preference)
    players, mover = preference.players, rng.randrange(preference.players)
    before, length, after = 2, 4, 3
    table = [random_keys(rng, preference) for _ in range(before * length * after)]
    best = np.full((before * after, players), -1, np.int64)
    reduced(mover, np.array(table, np.int64), best, (before, length, after), par)
    for outer, inner in product(range(before), range(after)):
        options = [table[(outer * length + choice) * after + inner] for choice in range(length)]
        expected = max(options, key=lambda keys: preference.rank(mover, keys))
        assert best[outer * after + inner].tolist() == expected


def reduced(
    mover: int,
    values: np.ndarray,
    best: np.ndarray,
    shape: tuple[int, int, int],
    par: np.ndarray,
) -> None:
    before, length, after = shape
    keys = np.zeros(values.shape[1], np.int64)
    table = values.reshape(before * length, after, -1)
    kernels.reduce_axis(mover, table, best.reshape(before, after, -1), keys, par)
