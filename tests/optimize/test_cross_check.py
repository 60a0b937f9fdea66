"""The search against the reference, on hundreds of random small deals.

The reference's answers are kept as data, see ``tests/reference/answers.py``; that the file is what
the reference says is tested in ``tests/reference``. ``test_other_deals`` asks the reference itself,
about deals that are not in the file.
"""

from __future__ import annotations

from collections import Counter

import pytest

from bolets_solver.bolets.play.referee import replay
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.work.limits import Status
from tests.reference.answers import Answer, digest, load
from tests.reference.decisive import DECIDERS
from tests.reference.small_deals import SmallDeal, small_deal
from tests.reference.solving import TooLarge, best_games

STORE = TableStore(folder=None)
ANSWERS = load()
GROUP = 20
GROUPS = [ANSWERS[start : start + GROUP] for start in range(0, len(ANSWERS), GROUP)]
NAMES = [f"{group[0].kind}-from-{group[0].seed}" for group in GROUPS]

EACH_DECIDED_AT_LEAST = {
    "cubes": 60,
    "cubes on crows": 12,
    "yellow cubes": 45,
    "marker 3 or 4": 20,
    "blocked doors": 70,
}


def check(small: SmallDeal, points: int | None, furthest: int) -> Solution:
    """Compare the search with the optimum and the furthest card that can be reached."""
    found = solve(small.deal, small.rules, store=STORE)
    assert found.points == points, f"{small}\nthe reference says {points}: {found}"
    if points is None:
        assert (found.status, found.bound) == (Status.IMPOSSIBLE, None), str(small)
        assert found.stuck == small.deal.order[furthest], str(small)
        assert found.record is None
        return found
    assert (found.status, found.bound) == (Status.OPTIMAL, points), str(small)
    assert found.record is not None
    verdict = replay(small.deal, found.record, small.rules)
    assert verdict.legal, f"{small}\n{found.record}{verdict.violation}"
    assert (verdict.won, verdict.points) == (True, points)
    assert (verdict.lives, verdict.crows) == (found.lives, found.crows)
    return found


@pytest.mark.parametrize("answers", GROUPS, ids=NAMES)
def test_search_equals_the_reference(answers: list[Answer]) -> None:
    for answer in answers:
        small = answer.small
        assert digest(small) == answer.deal, "the generator makes another deal of this seed"
        check(small, answer.points, answer.furthest)


@pytest.mark.parametrize("answers", GROUPS, ids=NAMES)
def test_search_from_one_entrance(answers: list[Answer]) -> None:
    for answer in answers[::4]:
        small = answer.small
        for number, points in enumerate(answer.by_entrance, start=1):
            found = solve(small.deal, small.rules, entrance=number, store=STORE)
            assert found.points == points, f"{small}\nentrance {number}"
            assert found.record is None or found.record.entrance == number


def test_the_deals_are_many_and_of_all_kinds() -> None:
    assert len(ANSWERS) >= 300
    small = [answer.small for answer in ANSWERS]
    borders = Counter(one.deal.deck.border for one in small)
    assert min(borders.values()) >= 60
    lengths = Counter(len(one.deal.order) - 1 for one in small)
    assert min(lengths[cards] for cards in (1, 2, 3, 4)) >= 25
    switched = Counter(name for one in small for name in one.rules.switched())
    assert min(switched.values()) >= 50
    assert sum(answer.points is None for answer in ANSWERS) >= 50
    assert sum((answer.points or 0) >= 8 for answer in ANSWERS) >= 30


def test_how_often_each_part_of_the_game_decided() -> None:
    decided = Counter(name for answer in ANSWERS for name in answer.decided)
    assert set(decided) == set(DECIDERS)
    assert all(decided[name] >= least for name, least in EACH_DECIDED_AT_LEAST.items()), decided


@pytest.mark.slow
@pytest.mark.parametrize("start", range(10_000, 10_400, 20))
def test_other_deals(start: int) -> None:
    compared = 0
    for seed in range(start, start + 20):
        small = small_deal(seed)
        try:
            reference = best_games(small.deal, small.rules, most_states=1500)
        except TooLarge:
            continue
        check(small, reference.points, reference.furthest)
        compared += 1
    assert compared >= 5
