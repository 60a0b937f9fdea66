"""Games looked at again: mistakes and luck add up, and neither is negative where it cannot be."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from bolets_solver.advise.advisor import Advisor
from bolets_solver.advise.games.player import play_games
from bolets_solver.advise.games.review import review
from bolets_solver.advise.worlds import Preview, Sight
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.solver import solve
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.work.limits import Work
from tests.trace.playing import random_game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_mistakes_and_luck_add_up_to_the_end(seed: int) -> None:
    deck = load_deck("mini")
    deal = random_deal(deck, seed)
    record = random_game(deal, random.Random(seed))
    verdict = replay(deal, record, Rules())
    with Advisor(deck, sight=Sight(Preview.NONE), threads=1) as advisor:
        found = review(advisor, deal, record, Work(), 100)
    assert found.complete
    assert found.skipped == 0
    assert len(found.decisions) == len(record.turns) + 1
    assert all(one.mistake >= 0 for one in found.decisions)
    assert all((one.better is None) == (one.mistake == 0) for one in found.decisions)
    ended = Fraction(verdict.points if verdict.won else 0)
    assert found.decisions[0].expected - found.mistakes + found.luck == ended


def test_who_knows_all_has_no_luck_left() -> None:
    """In the best game of a deal no decision after the last card was seen is a mistake."""
    deck = load_deck("mini")
    deal = random_deal(deck, 4)
    record = solve(deal).record
    assert record is not None
    with Advisor(deck, threads=1) as advisor:
        found = review(advisor, deal, record, Work(), 100)
    known = [one for one in found.decisions if one.worlds == 1]
    assert known
    assert all(one.mistake == 0 == one.luck for one in known)


def test_hidden_games_are_played_to_their_ends() -> None:
    deck = load_deck("mini")
    with Work() as work:
        played = play_games(deck, 6, work)
    assert played.complete
    for seed, points in enumerate(played.points):
        best = solve(random_deal(deck, seed)).points or 0
        assert 0 <= points <= best
    assert any(played.points)
    assert played.as_json()["games"] == 6
    assert sum(played.tiers.values()) == 6
