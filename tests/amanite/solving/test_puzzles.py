"""Every puzzle has its published answer, and no other."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from bolets_solver.amanite.files.reader import read_position
from bolets_solver.amanite.game.expected_scores import outlooks
from bolets_solver.amanite.game.moves import format_move, parse_move
from bolets_solver.amanite.game.worlds import default_asker, possible_worlds
from bolets_solver.amanite.solving.solver import SolveStatus, solve
from bolets_solver.shipped import shipped_folder

PUZZLES = shipped_folder("puzzles") / "amanite"
NAMES = sorted(path.stem for path in PUZZLES.glob("*.toml"))


def answer_of(name: str) -> dict[str, Any]:
    text = (PUZZLES / "answers" / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def statement_of(name: str) -> Path:
    return PUZZLES / f"{name}.toml"


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_proven(name: str) -> None:
    reading = read_position(statement_of(name))
    assert reading.warnings == ()
    position = reading.position
    answer = answer_of(name)
    asker = default_asker(position)
    analysis = solve(position, asker=asker)
    assert analysis.status is SolveStatus.PROVEN
    assert (len(analysis.moves), analysis.worlds) == (answer["moves"], answer["worlds"])
    best = [format_move(position, move.move) for move in analysis.moves if move.best]
    assert best == answer["best"]
    assert position.to_act is not None
    for player, value in enumerate(analysis.moves[0].values or ()):
        assert value is not None
        result = answer["values"][position.players[player]]
        assert (value.win, value.margin, value.vp) == pytest.approx(
            (result["win"], result["margin"], result["vp"]), abs=1e-5
        )
    second = (analysis.moves[1].values or ())[position.to_act]
    assert second is not None
    assert second.win == pytest.approx(answer["next_best_win"], abs=1e-5)
    assert second.win <= answer["values"][position.players[position.to_act]]["win"] - 1 / 6
    assert analysis.final is not None
    found = outlooks(analysis.final, possible_worlds(position, asker))
    out = [who for who, outlook in zip(position.players, found, strict=True) if outlook.out > 0]
    assert out == answer["eliminated"]


def test_there_is_an_answer_for_each_statement() -> None:
    answers = sorted(path.stem for path in (PUZZLES / "answers").glob("*.toml"))
    assert answers == NAMES
    assert len(NAMES) >= 6


def test_some_turn_on_eliminations_and_some_on_hints() -> None:
    assert sum(bool(answer_of(name)["eliminated"]) for name in NAMES) >= 2
    assert sum(answer_of(name)["worlds"] > 1 for name in NAMES) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_statements_do_not_show_the_answer(name: str) -> None:
    statement = statement_of(name).read_text(encoding="utf-8")
    position = read_position(statement_of(name)).position
    for move in answer_of(name)["best"]:
        assert move not in statement
        assert format_move(position, parse_move(position, move)) == move
    assert statement.startswith(f"# {answer_of(name)['title']}")
