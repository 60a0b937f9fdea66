"""The public names of the package."""

from __future__ import annotations

import os
import subprocess
import sys
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


@pytest.mark.parametrize(("name", "loaded"), [("Work", True), ("solve", True), ("check", False)])
def test_kernels_are_loaded_before_a_limit_runs(name: str, loaded: bool) -> None:
    program = f"""
import sys
import bolets_solver as bolets
import bolets_solver.jit as jit
searches = []
jit.load_declared = lambda: searches.append("bolets_solver.optimize.search.solver" in sys.modules)
bolets.{name}
print(any(searches), "numba" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.split() == [str(loaded), "False"]


def test_bad_input() -> None:
    with pytest.raises(bolets.InputError) as caught:
        bolets.Deal.of(bolets.load_deck("mini"), "9A 9B")
    assert len(caught.value.defects) == 2
    record = bolets.Record("mini", ("1A", "C"), 9, ())
    with pytest.raises(bolets.InputError):
        bolets.check(record)
