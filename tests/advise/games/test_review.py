"""Reviews of games: mistakes and luck add up, and neither is negative where it cannot be."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from fractions import Fraction

import pytest

from bolets_solver.advise.advisor import Advisor
from bolets_solver.advise.answer.review_words import lost_words, sum_words
from bolets_solver.advise.games.player import play_games
from bolets_solver.advise.games.review import Review, review
from bolets_solver.advise.worlds import Preview, Sight
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.solver import solve
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.study.games.coach import Coach
from bolets_solver.study.games.explain import explain
from bolets_solver.work.limits import Work
from tests.trace.playing import random_game

DECK = load_deck("mini")


@pytest.fixture(scope="module")
def advisors() -> Iterator[dict[Preview, Advisor]]:
    """An advisor for what each player sees."""
    with ExitStack() as stack:
        yield {
            preview: stack.enter_context(Advisor(DECK, sight=Sight(preview), threads=1))
            for preview in Preview
        }


def _look(advisor: Advisor, deal: Deal, record: Record) -> Review:
    """Review a game from its entrance on, and check what holds of every review."""
    found = review(advisor, deal, record, Work(), 100)
    assert (found.complete, found.skipped) == (True, 0)
    assert len(found.decisions) == len(record.turns) + 1
    assert all(one.mistake >= 0 for one in found.decisions)
    assert all((one.better is None) == (one.mistake == 0) for one in found.decisions)
    assert all(one.seen == deal.order[: len(one.seen)] for one in found.decisions)
    return found


def _hindsight_lost(deal: Deal, record: Record) -> int:
    """What the entrance and all turns cost with hindsight."""
    coach = Coach(deal, Rules())
    explained = explain(deal, Rules(), record, lambda begun, moment: coach.best(begun))
    costs = [explained.entrance, *(c for t in explained.turns for c in (t.placement, t.trace))]
    assert all(cost is not None for cost in costs)
    return sum(cost for cost in costs if cost is not None)


@pytest.mark.parametrize("preview", Preview)
def test_mistakes_and_luck_add_up_to_the_end(
    preview: Preview, advisors: dict[Preview, Advisor]
) -> None:
    """The same sum leads to the end of the game and to what was lost with hindsight."""
    ends = set()
    for seed in range(8):
        deal = random_deal(DECK, seed)
        record = random_game(deal, random.Random(seed))
        verdict = replay(deal, record, Rules())
        found = _look(advisors[preview], deal, record)
        if verdict.finished:
            ended = verdict.points if verdict.won else 0
            assert (found.ended, found.won) == (ended, verdict.won)
            assert found.expected - found.mistakes + found.luck == ended == found.result
            optimum = solve(deal).points or 0
            assert _hindsight_lost(deal, record) == optimum - ended
            sums = lost_words(found, optimum)
            assert sums.startswith(f"{optimum - ended}")
            assert _sum_of(sums) == optimum - ended
        ends.add(verdict.won)
    assert ends >= {True, False}


def _sum_of(sums: str) -> Fraction:
    """Add up the terms of a line such as ``2 = mistakes 3 - good luck 1 1/2 + 1/2 (the ...)``."""
    _, _, terms = sums.partition(" = ")
    total = Fraction(0)
    for sign, number in re.findall(r"(^|[-+] ?)[a-z ]*((?:[0-9]+ )?[0-9]+(?:/[0-9]+)?)", terms):
        value = sum(map(Fraction, number.split()), Fraction(0))
        total += -value if sign.startswith("-") else value
    return total


def test_a_game_that_broke_off_ends_with_what_is_expected_then(
    advisors: dict[Preview, Advisor],
) -> None:
    """Cut between two turns, before the card is traced, and within the trace."""
    advisor = advisors[Preview.NONE]
    deal = random_deal(DECK, 4)
    record = solve(deal).record
    assert record is not None
    first, second = record.turns[:2]
    compared = 0
    for turns in (
        (),
        (first,),
        (replace(first, tokens=()),),
        (replace(first, tokens=first.tokens[:1]),),
        (first, replace(second, tokens=())),
    ):
        begun = replace(record, turns=turns)
        found = _look(advisor, deal, begun)
        assert (found.ended, found.won) == (None, False)
        assert found.decisions[-1].luck == 0
        assert found.result == found.expected - found.mistakes + found.luck
        # what the advice says of that moment, where nothing more is seen before it
        known = advisor.known(begun)
        if len(found.decisions[-1].seen) == len(known.seen):
            assert found.result == advisor.advise(begun, known).value.exact
            compared += 1
        assert "expected now" in sum_words(found)
    assert compared >= 3


def test_who_knows_all_has_no_luck_left() -> None:
    """In the best game of a deal no decision after the last card was seen is a mistake."""
    deal = random_deal(DECK, 4)
    record = solve(deal).record
    assert record is not None
    with Advisor(DECK, threads=1) as advisor:
        found = review(advisor, deal, record, Work(), 100)
    known = [one for one in found.decisions if one.worlds == 1]
    assert known
    assert all(one.mistake == 0 == one.luck for one in known)


def test_hidden_games_are_played_to_their_ends() -> None:
    with Work() as work:
        played = play_games(DECK, 6, work)
    assert played.complete
    for seed, points in enumerate(played.points):
        best = solve(random_deal(DECK, seed)).points or 0
        assert 0 <= points <= best
    assert any(played.points)
    assert played.as_json()["games"] == 6
    assert sum(played.tiers.values()) == 6
