"""CP-SAT and the search share only the tables; they must agree on every deal."""

from __future__ import annotations

import time

import pytest
from ortools.sat.python import cp_model

from bolets_solver.bolets.cards.deck import DEFAULT_DECK
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import WORDS
from bolets_solver.optimize.cpsat import solver as cpsat
from bolets_solver.optimize.cpsat.solver import solve_cpsat
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.optimize.two_engines import joined
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.work.limits import Limits, Reason, Status, Stopped, Work
from tests.marking import also_slow
from tests.reference.small_deals import SmallDeal, small_deal
from tests.stopping import StoppedAfter

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
def test_a_limit_is_kept_and_reported(seconds: float) -> None:
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


@pytest.mark.parametrize("seed", [2, 49, *also_slow(7, 12)])
def test_wherever_it_is_ended_it_shows_nothing_untrue(seed: int) -> None:
    """Deals that can be won, and deals that cannot."""
    small = small_deal(seed)
    whole = solve(small.deal, small.rules, store=STORE)
    for looks in (*range(12), *(2**power for power in range(4, 10))):
        found = solve_cpsat(small.deal, small.rules, work=StoppedAfter(looks))
        both = joined(whole, found)
        assert (both.status, both.points, both.stuck) == (whole.status, whole.points, whole.stuck)
        assert found.stuck in (None, whole.stuck)
        if found.status in (Status.UNKNOWN, Status.FEASIBLE):
            assert found.reason is Reason.TIME
            assert both.warnings
        if found.status is Status.OPTIMAL:
            assert found.points == whole.points


def test_the_best_game_of_a_model_that_is_ended_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """CP-SAT's game and bound are taken over, though they are not proven best."""
    real = cpsat.run_solver

    def ended(solver: cp_model.CpSolver, model: cp_model.CpModel, work: Work) -> int:
        solver.parameters.stop_after_first_solution = True
        real(solver, model, Work())
        work.stop(Reason.TIME)
        raise Stopped(Reason.TIME)

    monkeypatch.setattr(cpsat, "run_solver", ended)
    unproven = 0
    for seed in range(8):
        small = small_deal(seed)
        optimum = solve(small.deal, small.rules, store=STORE).points
        found = solve_cpsat(small.deal, small.rules, work=Work())
        assert found.points is not None
        assert found.bound is not None
        assert optimum is not None
        assert found.points <= optimum <= found.bound
        assert found.record is not None
        assert replay(small.deal, found.record, small.rules).points == found.points
        unproven += found.status is Status.FEASIBLE
    assert unproven
