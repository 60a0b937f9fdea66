"""The crow bound against the reference: never below what a game makes, and exactly its relaxation.

The relaxation is the reference itself, but for one rule: what older cards bear (path, rocks, cubes)
may be covered.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bolets_solver.bolets.rules import CrowScope
from bolets_solver.optimize.state.memo import CLEARINGS, NO, STOPPED, YES
from tests.optimize.bench import Bench
from tests.optimize.exact.test_exact_search import CASES, questions
from tests.reference.solving import Solver, State

pytestmark = pytest.mark.jit_off


class Relaxed(Solver):
    """The reference, where only what lies on the last card may not be covered."""

    def _state(self, **parts: Any) -> State:  # type: ignore[override]
        face = self.faces[parts["last"]]
        parts["kept"] = frozenset(
            (x, y) for x, y in parts["kept"] if 0 <= x < face.width and 0 <= y < face.height
        )
        return super()._state(**parts)


@cache
def relaxed(name: str) -> tuple[tuple[State, int], ...]:
    """The states of a case, each with the most points that the relaxation allows, -1 for none."""
    solver, found = Relaxed(*CASES[name], frozenset()), []
    for state, _ in questions(name):
        face = solver.faces[state.last]
        kept = {(x, y) for x, y in state.kept if 0 <= x < face.width and 0 <= y < face.height}
        most = max(solver.possible(replace(state, kept=frozenset(kept))), default=-1)
        found.append((state, most))
    return tuple(found)


@pytest.mark.parametrize("name", CASES)
def test_still_makes_is_never_below_what_a_game_makes(name: str) -> None:
    bench = Bench(*CASES[name])
    for state, most in questions(name):
        if most >= 0:
            assert bench.crow(state, most) == YES, state
            assert bench.crow(state, max(0, most - 3)) == YES, state
        assert bench.chain(state) >= most, state


@pytest.mark.parametrize(
    "name", [name for name, (_, rules) in CASES.items() if rules.crow_scope is CrowScope.TRACED]
)
def test_still_makes_is_the_reference_where_older_cards_may_be_covered(name: str) -> None:
    bench = Bench(*CASES[name])
    for state, most in relaxed(name):
        assert bench.crow(state, most + 1) == NO, state
        assert most < 0 or bench.crow(state, most) == YES, state


@pytest.mark.parametrize("name", CASES)
def test_still_makes_answers_alike_with_a_tiny_memory(name: str) -> None:
    small, large = Bench(*CASES[name], nodes=2), Bench(*CASES[name])
    for state, most in questions(name):
        for target in (most + 2, most + 1, max(0, most)):
            assert small.crow(state, target) == large.crow(state, target), state
    assert large.memo.counts[CLEARINGS] == 0


def test_still_makes_empties_a_full_memory() -> None:
    bench = Bench(*CASES["small 97 0"], nodes=2)
    for state, most in questions("small 97 0"):
        bench.crow(state, max(0, most))
    assert bench.memo.counts[CLEARINGS] > 0


def test_still_makes_stops_at_its_limits() -> None:
    name = "small 97 0"
    bench = Bench(*CASES[name])
    answers = []
    for state, most in questions(name):
        bench.memo.counts[4] = bench.memo.counts[2] + 1  # one more state may be seen
        answers.append(bench.crow(state, most + 1))
    assert STOPPED in answers
