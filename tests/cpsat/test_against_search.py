"""CP-SAT and the search share nothing but the tables; they must agree on every deal."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from bolets_solver.bolets.deck import DEFAULT_DECK, load_deck
from bolets_solver.bolets.referee import replay
from bolets_solver.bolets.rules import WORDS
from bolets_solver.errors import InternalError
from bolets_solver.optimize.both import joined
from bolets_solver.optimize.cpsat import solve_cpsat
from bolets_solver.optimize.search import solve
from bolets_solver.optimize.store import TableStore
from bolets_solver.study.generate import random_deal
from bolets_solver.work import Limits, Reason, Status, Work
from tests.reference.small_deals import SmallDeal, small_deal

STORE = TableStore(folder=None)
FAST = [seed for seed in range(40) if seed not in (33, 5, 6)]
"""Seeds of deals that take well under a second each."""


def check(small: SmallDeal) -> None:
    """Compare the two engines on one deal."""
    one = solve(small.deal, small.rules, store=STORE)
    two = solve_cpsat(small.deal, small.rules)
    assert (two.status, two.points, two.bound) == (one.status, one.points, one.bound), str(small)
    assert two.stuck == one.stuck, str(small)
    if two.record is not None:
        verdict = replay(small.deal, two.record, small.rules)
        assert (verdict.won, verdict.points) == (True, two.points)
        assert (verdict.lives, verdict.crows) == (two.lives, two.crows)
    both = joined(one, two)
    assert (both.engine, both.status, both.points) == ("both", one.status, one.points)


@pytest.mark.parametrize("start", range(0, len(FAST), 10))
def test_small_deals(start: int) -> None:
    for seed in FAST[start : start + 10]:
        check(small_deal(seed))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 200, 10))
def test_more_small_deals(start: int) -> None:
    for seed in range(start, start + 10):
        check(small_deal(seed))


def test_the_small_deals_have_every_switch() -> None:
    seen = {
        (name, word)
        for seed in range(100)
        for name, word in small_deal(seed).rules.as_json().items()
    }
    assert seen == {(name, str(word)) for name, words in WORDS.items() for word in words}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_default_deck(seed: int) -> None:
    """Seven cards, ten minutes each at most."""
    deal = random_deal(load_deck(DEFAULT_DECK), seed)
    one = solve(deal, store=STORE)
    two = solve_cpsat(deal, work=Work(Limits(600)))
    assert (two.status, two.points) == (Status.OPTIMAL, one.points)


def test_each_entrance() -> None:
    deal = random_deal(load_deck("mini"), 1)
    for door in range(1, 5):
        one, two = solve(deal, entrance=door, store=STORE), solve_cpsat(deal, entrance=door)
        assert (one.status, one.points) == (two.status, two.points)
        if two.record is not None:
            assert two.record.entrance == door


def test_the_same_seed_gives_the_same_game() -> None:
    deal = random_deal(load_deck("mini"), 3)
    assert solve_cpsat(deal, seed=5).record == solve_cpsat(deal, seed=5).record


@pytest.mark.parametrize("seconds", [0.0, 0.4])
def test_a_limit_is_kept_and_told(seconds: float) -> None:
    deal = random_deal(load_deck(DEFAULT_DECK), 2)
    solve_cpsat(random_deal(load_deck("mini"), 2))  # so that the kernels are loaded
    started = time.monotonic()
    with Work(Limits(seconds)) as work:
        found = solve_cpsat(deal, work=work)
    assert time.monotonic() - started < seconds + 5
    assert found.status in (Status.UNKNOWN, Status.FEASIBLE)
    assert found.reason is Reason.TIME
    optimum = solve(deal, store=STORE).points
    assert optimum is not None
    assert found.bound is None or found.bound >= optimum


def test_engines_that_differ_are_an_internal_error() -> None:
    small = small_deal(2)
    found = solve(small.deal, small.rules, store=STORE)
    assert found.points is not None
    for wrong in (
        replace(found, points=found.points - 1, bound=found.points - 1),
        replace(found, status=Status.IMPOSSIBLE, points=None, bound=None, record=None),
    ):
        with pytest.raises(InternalError, match="differ"):
            joined(found, wrong)
