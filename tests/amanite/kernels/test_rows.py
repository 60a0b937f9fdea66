"""What final tokens are worth, majorities, outcomes and their cache, and who prefers which."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest

from bolets_solver.amanite.game.objective import Preference
from bolets_solver.amanite.game.scoring import majority_prizes
from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import rows as kernels
from bolets_solver.amanite.rules import Rules
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


@pytest.mark.parametrize("tie", ["each", "shared"])
@pytest.mark.parametrize("zero", ["off", "on"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_majority_gives_the_prizes_of_the_rules(players: int, tie: str, zero: str) -> None:
    """Every distribution of up to three tokens, whoever is out (A-R31 to A-R34)."""
    case = Case(0, players)
    book = case.book
    rules = Rules(majority_tie=tie, majority_zero=zero)
    book.par[k.P_SHARED], book.par[k.P_ZERO] = tie == "shared", zero == "on"
    rows, prizes, numbers = (np.zeros(4, np.int64) for _ in range(3))
    for held in product(range(4), repeat=players):
        book.numbers[10 : 10 + players, 2] = held
        rows[:players] = range(10, 10 + players)
        for out in range(1 << players):
            prizes[:] = 99
            kernels.majority(2, out, rows, prizes, numbers, book)
            left = [player for player in range(players) if not out >> player & 1]
            found = majority_prizes([held[player] for player in left], rules)
            expected = dict(zip(left, found, strict=True))
            assert prizes[:players].tolist() == [expected.get(p, 0) for p in range(players)]


def random_table(case: Case) -> list[tuple[int, ...]]:
    return [case.rng.choice(case.hands(player)) for player in range(case.players)]


def put(case: Case, hands: list[tuple[int, ...]]) -> None:
    for player, hand in enumerate(hands):
        index = case.arena.index(player, hand)
        case.desk.rows[player] = kernels.row_of(player, index, case.book)


@pytest.mark.parametrize("seed", range(40))
def test_outcome_is_the_sum_over_all_worlds(seed: int) -> None:
    attributes = ("Majority",) if seed % 2 else None
    case = Case(seed, held=6, level=("all", "some", "hints")[seed % 3], attributes=attributes)
    for number in range(12):
        hands = random_table(case)
        if number % 3 == 0:  # level with the first, where they can be
            hands = [hands[0] if fits(case, p, hands[0]) else own for p, own in enumerate(hands)]
        put(case, hands)
        kernels.outcome(case.book, case.desk)
        assert case.desk.keys[: case.players].tolist() == case.keys(hands), hands
        assert case.book.state[k.S_OUTCOMES] == number + 1


def fits(case: Case, player: int, hand: tuple[int, ...]) -> bool:
    low, radix = case.book.low[player], case.book.radix[player]
    return all(low[kind] <= hand[kind] < low[kind] + radix[kind] for kind in range(7))


@pytest.mark.parametrize("size", [1, 2, 64])
def test_known_outcome_mixes_up_no_two_tables(size: int) -> None:
    """A cache of a few places; tables that differ in one player alone, in the last one too."""
    for players in (2, 3, 4):
        case = Case(5, players, level="some")
        book = case.book._replace(
            cache_rows=np.full((size, 4), -1, np.int32),
            cache_keys=np.zeros((size, players), np.int64),
        )
        hands = random_table(case)
        for number in range(60):
            if number % 4:
                player = number % players
                hands[player] = case.rng.choice(case.hands(player))
            put(case, hands)
            before = book.state[k.S_OUTCOMES]
            kernels.known_outcome(book, case.desk)
            assert case.desk.keys[:players].tolist() == case.keys(hands)
            if number % 4 == 0 and number:  # the same table again: remembered
                assert book.state[k.S_OUTCOMES] == before


def test_known_outcome_uses_the_whole_cache() -> None:
    case = Case(3, 3, level="some", held=6)
    book = case.book._replace(
        cache_rows=np.full((64, 4), -1, np.int32), cache_keys=np.zeros((64, 3), np.int64)
    )
    for _ in range(150):
        put(case, random_table(case))
        kernels.known_outcome(book, case.desk)
    assert (book.cache_rows[:, 0] >= 0).sum() > 40


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


def test_a_lone_survivor_and_nobody_at_all_are_cases_of_outcome() -> None:
    """Who is out has -50 points; if everybody is, nobody wins (A-Q28, A-Q29)."""
    seen = set()
    for seed in range(60):
        case = Case(seed, 2, level="all", held=3)
        colour = case.worlds[0].index("Poison")
        hands = [
            tuple(int(kind == colour) for kind in range(7)) if out else (0,) * 7
            for out in (seed & 1, seed & 2)
        ]
        if not all(fits(case, player, hand) for player, hand in enumerate(hands)):
            continue
        put(case, hands)
        kernels.outcome(case.book, case.desk)
        assert case.desk.keys[:2].tolist() == case.keys(hands)
        seen.add(seed & 3)
    assert len(seen) >= 3
