"""Target after target, entrance after entrance: the first target that is reached is the best."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bolets_solver.optimize.state.memo import NO, STOPPED, YES
from tests.optimize.bench import Bench
from tests.optimize.exact.test_exact_search import CASES, questions
from tests.reference.solving import Solver
from tests.reference.tracing import printed_rocks

pytestmark = pytest.mark.jit_off

NAMES = [name for name in CASES if name.startswith(("small", "rich"))]


@pytest.mark.parametrize("name", NAMES)
def test_settle_finds_the_best_of_every_state(name: str) -> None:
    bench = Bench(*CASES[name])
    for state, most in questions(name):
        entrance = [state.entrance - 1]
        answer, target, _ = bench.settle(state, entrance, max(most, 0) + 2, 0)
        assert answer == (YES if most >= 0 else NO), state
        assert answer == NO or target == most
        if most >= 0:
            assert bench.settle(state, entrance, most + 3, most + 1)[0] == NO
            assert bench.settle(state, entrance, most, most)[:2] == (YES, most)


@pytest.mark.parametrize("name", NAMES)
def test_settle_tries_all_entrances_at_a_target_before_the_next(name: str) -> None:
    deal, rules = CASES[name]
    solver, bench = Solver(deal, rules, frozenset()), Bench(deal, rules)
    firsts = list(solver.first_states())
    best = [max(solver.possible(state), default=-1) for state in firsts]
    most = max(best)
    begun = replace(firsts[0], kept=printed_rocks(deal.faces[0]))
    for entrances in (list(range(len(firsts))), list(reversed(range(len(firsts))))):
        answer, target, chosen = bench.settle(begun, entrances, most + 2, 0)
        assert answer == (YES if most >= 0 else NO)
        if most >= 0:
            assert target == most
            assert chosen == next(n for n, door in enumerate(entrances) if best[door] == most)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "small 100 1"])
def test_settle_that_is_stopped_has_refuted_what_is_above(name: str) -> None:
    bench, stopped = Bench(*CASES[name]), 0
    for state, most in questions(name):
        for effort in (0, 1):
            answer, target, _ = bench.settle(state, [state.entrance - 1], most + 3, 0, effort)
            assert answer != NO or most < 0
            assert answer != YES or target == most
            assert answer != STOPPED or target >= most
            stopped += answer == STOPPED
        answer, target, _ = bench.settle(state, [state.entrance - 1], most + 3, 0)
        assert answer == (YES if most >= 0 else NO), "and continues with more effort"
    assert stopped > 0
