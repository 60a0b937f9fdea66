"""The nearest legal trace: legal, nearest of all, and the drawn game itself if that is legal."""

from __future__ import annotations

import random
from dataclasses import replace

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record_text import parse_tokens
from bolets_solver.bolets.play.tokens import Enter, Slide
from bolets_solver.bolets.rules import Rules
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.trace.nearest import nearest_trace
from tests.bolets.making import F2, deal_of, game
from tests.trace.playing import random_game


def test_a_legal_trace_is_its_own_nearest() -> None:
    deck = load_deck("pinewood")
    met = 0
    for seed in range(30):
        deal = random_deal(deck, seed)
        record = random_game(deal, random.Random(seed))
        for step, turn in enumerate(record.turns, start=1):
            if not all(isinstance(token, Slide | Enter) for token in turn.tokens):
                continue
            found = nearest_trace(deal, record, Rules(), step)
            if not turn.tokens or not isinstance(turn.tokens[-1], Enter):
                continue
            assert found is not None
            assert found.changed == 0
            assert found.record.turns[: step - 1] == record.turns[: step - 1]
            met += 1
    assert met > 20


def test_one_wrong_slide_is_mended() -> None:
    deal = deal_of(F2)
    legal = game(4, "C r0 @5,3: E4 S2 >E")
    found = nearest_trace(deal, legal, Rules(), 1)
    assert found is not None
    assert (found.changed, str(found.record.turns[0])) == (0, "C r0 @5,3: E4 S2 >E")
    for wrong in ("E2 S2 >E", "E4 S3 >E", "E4 S2 >S", "E4 S2", "E4 N1 S2 >E"):
        (turn,) = legal.turns
        record = replace(legal, turns=(replace(turn, tokens=parse_tokens(wrong)),))
        found = nearest_trace(deal, record, Rules(), 1)
        assert found is not None
        assert (found.changed, found.record.turns) == (1, legal.turns)
        assert found.verdict.legal
        assert found.verdict.points == 0


def test_where_no_card_may_lie_nothing_is_near() -> None:
    assert nearest_trace(deal_of(F2), game(4, "C r0 @50,3: E4 >E"), Rules(), 1) is None


def test_cubes_stay_where_they_were_laid() -> None:
    deal = deal_of(F2)
    wrong = game(4, "C r0 @5,3: E3 Y * S2 W1 >E")
    found = nearest_trace(deal, wrong, Rules(), 1)
    assert found is not None
    assert str(found.record.turns[0]).startswith("C r0 @5,3: E3 Y * S2 ")
    assert found.verdict.legal
