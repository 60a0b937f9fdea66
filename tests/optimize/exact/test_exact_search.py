"""The exact search against the reference, from states that games reach and from made-up ones.

The kernels are asked in one memory after the other state, so that what is remembered of one must
not settle another wrongly.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.rules import CrowLoss, CrowScope, RedTiming, Rules
from bolets_solver.optimize.state.failures import EXACT_SEEN, N_RECORDS
from bolets_solver.optimize.state.memo import CLEARINGS, NO, YES
from tests.bolets.making import deal_of, edge_face, tile_face
from tests.optimize.bench import Bench, changed_states
from tests.reference.small_deals import ANY, RICH, small_deal
from tests.reference.solving import Solver, State, TooLarge

pytestmark = pytest.mark.jit_off

RIM = tile_face("#+#\n+.+\n#+#")
COTTAGE = Face("C", RIM.border, RIM.grid, RIM.doors)

HAND_MADE = {
    "crows pay": deal_of(
        tile_face("########\n#ccoooo#\n+mmmm.h+\n#oo.oco#\n####+###"),
        tile_face("######\n#cccc#\n#oooo#\n+mc.m+\n#oooo#\n######"),
        COTTAGE,
    ),
    "hearts and yellow cubes": deal_of(
        edge_face("h.m\nmoc\n.hm", "N1 E2 S3 W1"),
        edge_face("m.c\nc.m\nMh.", "N2 E1x S1 W3"),
        edge_face("...\n...\n...", "N2 E2 S2 W2", "C"),
    ),
}


def switched(rng: random.Random) -> Rules:
    """Rules with random switches."""
    return Rules(
        crow_loss=rng.choice(list(CrowLoss)),
        crow_scope=rng.choice(list(CrowScope)),
        red_timing=rng.choice(list(RedTiming)),
    )


CASES: dict[str, tuple[Deal, Rules]] = {
    f"{kind} {seed} {number}": (
        small_deal(seed, kind).deal,
        small_deal(seed, kind).rules if number == 0 else switched(random.Random(f"{seed}{number}")),
    )
    for kind, seed in (
        *((ANY, seed) for seed in (2, 97, 100, 120)),
        *((RICH, seed) for seed in (3, 40)),
    )
    for number in range(2)
}
CASES |= {
    f"{name}: {loss} {scope} {timing}": (
        deal,
        Rules(crow_loss=loss, crow_scope=scope, red_timing=timing),
    )
    for name, deal in HAND_MADE.items()
    for loss, scope, timing in (
        (CrowLoss.EACH, CrowScope.TRACED, RedTiming.UPDATE),
        (CrowLoss.ONCE, CrowScope.ALL, RedTiming.UPDATE),
        (CrowLoss.EVERY, CrowScope.ALL, RedTiming.TRACE),
        (CrowLoss.STOOD, CrowScope.TRACED, RedTiming.TRACE),
    )
}

MOST_STATES = 4000


@cache
def questions(name: str) -> tuple[tuple[State, int], ...]:
    """Some states of a case with the most points that can be won from there, -1 for none."""
    deal, rules = CASES[name]
    solver = Solver(deal, rules, frozenset(), MOST_STATES)
    try:
        for first in solver.first_states():
            solver.possible(first)
    except TooLarge:
        pass
    rng = random.Random(name)
    states = sorted(solver.solved, key=repr)
    chosen = rng.sample(states, min(6, len(states)))
    solver.most_states = len(solver.solved) + 6000
    return tuple(asked(solver, list(changed_states(solver, chosen, rng))))


def asked(solver: Solver, states: list[State]) -> Iterator[tuple[State, int]]:
    for state in states:
        try:
            yield state, max(solver.possible(state), default=-1)
        except TooLarge:
            return


@pytest.mark.parametrize("name", CASES)
def test_makes_knows_the_best_of_every_state(name: str) -> None:
    bench = Bench(*CASES[name])
    states = questions(name)
    assert states
    for state, most in states:
        assert bench.exact(state, most + 1) == NO, state
        if most >= 0:
            assert bench.exact(state, most) == YES, state
            assert bench.kernels.game.turn[len(bench.deal.faces) - 2, 9] >= most
            assert bench.exact(state, max(0, most - 2)) == YES, state
    for state, most in states:  # again, all remembered
        assert bench.exact(state, most + 1) == NO, state


@pytest.mark.parametrize("name", ["small 97 0"])
def test_makes_answers_alike_with_tiny_memories(name: str) -> None:
    """They are emptied again and again, and the search still ends with the same answers."""
    small, large = Bench(*CASES[name], nodes=2, failures=3), Bench(*CASES[name])
    emptied = 0
    for state, most in questions(name):
        for target in (most + 1, most, max(0, most - 1)):
            before = int(small.failures.counts[N_RECORDS])
            answer = small.exact(state, target)
            assert answer == large.exact(state, target)
            emptied += int(small.failures.counts[N_RECORDS]) < before
    assert small.memo.counts[CLEARINGS] > 0
    assert emptied > 0
    assert large.memo.counts[CLEARINGS] == 0
    assert small.failures.counts[EXACT_SEEN] >= large.failures.counts[EXACT_SEEN]


def test_makes_stops_at_its_limits() -> None:
    name = "small 2 0"
    bench = Bench(*CASES[name])
    state, most = max(questions(name), key=lambda pair: pair[1])
    bench.failures.counts[3] = 0  # the limit of exact states
    assert bench.exact(state, most + 1) in (NO, 2)
    bench.failures.counts[3] = 1 << 62
    assert bench.exact(state, most + 1) == NO
    assert bench.exact(state, most) == YES


def test_makes_of_the_last_card_asks_for_the_points_alone() -> None:
    name = "small 2 0"
    bench = Bench(*CASES[name])
    state = questions(name)[0][0]
    last = len(bench.deal.faces) - 1
    end = replace(state, last=last, points=7, kept=frozenset(), crows=frozenset(), far_crows=0)
    assert bench.exact(end, 7) == YES
    assert bench.exact(end, 8) == NO
    assert bench.crow(end, 7) == YES
    assert bench.crow(end, 8) == NO
