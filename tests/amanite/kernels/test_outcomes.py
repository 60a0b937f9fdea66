"""Majorities, outcomes over many worlds, and their cache."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from bolets_solver.amanite.game.scoring import majority_prizes
from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import outcomes as kernels
from bolets_solver.amanite.kernels.rows import row_of
from bolets_solver.amanite.rules import Rules
from tests.amanite.kernels.setting import Case

pytestmark = pytest.mark.jit_off


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
        case.desk.rows[player] = row_of(player, index, case.book)


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


def test_a_lone_survivor_and_nobody_at_all_are_cases_of_outcome() -> None:
    """A player who is out has -50 points; if everybody is out, nobody wins (A-Q28, A-Q29)."""
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
