"""A limit may end the advice anywhere: its bounds are right, and it uses what is proven so far."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

import pytest

from bolets_solver.advise.advisor import AdviceProgress, Advisor, settle
from bolets_solver.advise.bounds.hindsight import Question
from bolets_solver.advise.bounds.policy import GLANCES, dive
from bolets_solver.advise.bounds.recursion import Decision
from bolets_solver.advise.objective import Objective
from bolets_solver.advise.worlds import FirstLook, Knowledge, Preview, Sight
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.work.limits import Reason, Stopped, Work

SIGHT = Sight(Preview.NONE, FirstLook.NONE)
"""The entrance is chosen knowing one card: three decisions follow each other."""


def _entrance(advisor: Advisor) -> Decision:
    deck = advisor.deck
    record = Record(deck.name, ("1A", "?", "?", "C"), None, (), advisor.rules)
    known = Knowledge.of(deck, ("1A",))
    position = advisor.position(record, known)
    assert position is not None
    return advisor.decide(position, known, Objective(), Work())


def _stop_after(advisor: Advisor, questions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = advisor.oracles.ask
    left = [questions]

    def asked(these: Sequence[Question]) -> list[int]:
        left[0] -= len(these)
        if left[0] < 0:
            raise Stopped(Reason.TIME)
        return ask(these)

    monkeypatch.setattr(advisor.oracles, "ask", asked)


def _value(advisor: Advisor) -> int:
    found = _entrance(advisor)
    settle(found)
    assert found.closed
    return found.lower


def test_what_a_way_of_playing_makes_is_known_at_once() -> None:
    with Advisor(load_deck("mini"), sight=SIGHT, threads=1) as advisor:
        found = _entrance(advisor)
        dive(found)
        assert 0 < found.lower <= _value(advisor)


def test_progress_is_shown_every_few_questions() -> None:
    shown: list[AdviceProgress] = []
    with Advisor(load_deck("mini"), sight=SIGHT, threads=1) as advisor:
        settle(_entrance(advisor), watch=shown.append)
    asked = [one.asked for one in shown]
    assert asked[-1] > 2 * GLANCES
    assert all(after - before <= GLANCES for before, after in pairwise(asked))
    assert [one.lower for one in shown] == sorted(one.lower for one in shown)
    assert [one.upper for one in shown] == sorted((one.upper for one in shown), reverse=True)


def test_bounds_hold_wherever_a_limit_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    lowers = []
    with Advisor(load_deck("mini"), sight=SIGHT, threads=1) as advisor:
        value = _value(advisor)
        for questions in range(0, 400, 8):
            found = _entrance(advisor)
            with monkeypatch.context() as patched:
                _stop_after(advisor, questions, patched)
                with suppress(Stopped):
                    settle(found)
            assert found.lower <= value <= found.upper
            lowers.append(found.lower)
    assert lowers == sorted(lowers)
    assert len(set(lowers)) > 2, "what was proven before the limit does not count"
    assert lowers[-1] == value
