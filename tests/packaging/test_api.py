"""What a program imports from the package."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import bolets_solver as bolets


@pytest.mark.jit_off
def test_solve_and_check(tmp_path: Path) -> None:
    deck = bolets.load_deck("mini")
    deal = bolets.Deal.of(deck, "1A 2B")
    rules = bolets.Rules.parse(["difficulty=difficult"])
    with bolets.Work(bolets.Limits(seconds=100)) as work:
        solution = bolets.solve(deal, rules, work=work)
    assert solution.record is not None
    assert solution.status is bolets.Status.OPTIMAL
    verdict = bolets.check(solution.record)
    assert (verdict.won, verdict.points) == (True, solution.points)
    assert bolets.replay(deal, solution.record, rules).as_json() == verdict.as_json()
    assert "E" in bolets.map_text(verdict.board)
    file = tmp_path / "game.bolets"
    file.write_text(solution.record.format(), encoding="utf-8")
    assert bolets.check(file).as_json() == bolets.check(str(file)).as_json() == verdict.as_json()
    other = replace(deck, faces={**deck.faces, "1A": replace(deck.faces["1B"], name="1A")})
    assert bolets.check(file, other).as_json() != verdict.as_json()


def test_bad_input() -> None:
    with pytest.raises(bolets.InputError) as caught:
        bolets.Deal.of(bolets.load_deck("mini"), "9A 9B")
    assert len(caught.value.defects) == 2
    record = bolets.Record("mini", ("1A", "C"), 9, ())
    with pytest.raises(bolets.InputError):
        bolets.check(record)
