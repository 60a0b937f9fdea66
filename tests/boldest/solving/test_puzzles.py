"""Every shipped puzzle is proven again: its answer, and that no other is as good."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bolets_solver.boldest.answer.json_report import equilibrium_json, plan_json, resolve_json
from bolets_solver.boldest.files.reader import read_position
from bolets_solver.boldest.game.position import Position, plan_texts
from bolets_solver.boldest.solving.equilibrium import equilibrium
from bolets_solver.boldest.solving.plan import best_plans
from bolets_solver.boldest.solving.resolve import resolve
from bolets_solver.shipped import shipped_folder

FOLDER = shipped_folder("puzzles") / "boldest"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def puzzle(name: str) -> tuple[Position, dict[str, Any]]:
    position, warnings = read_position(FOLDER / f"{name}.toml")
    assert warnings == ()
    answer = json.loads((FOLDER / "answers" / f"{name}.json").read_text(encoding="utf-8"))
    return position, answer


def names_of(mode: str) -> list[str]:
    return [name for name in NAMES if puzzle(name)[1]["mode"] == mode]


def test_there_are_puzzles_of_every_mode_and_each_has_an_answer() -> None:
    assert len(NAMES) >= 6
    answers = {path.stem for path in Path(FOLDER / "answers").glob("*.json")}
    assert set(NAMES) == answers
    assert {puzzle(name)[1]["mode"] for name in NAMES} == {"resolve", "plan", "equilibrium"}


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_does_not_give_its_answer_away(name: str) -> None:
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    comments = [line for line in text.splitlines() if line.startswith("#")]
    _, answer = puzzle(name)
    assert comments
    for best in answer.get("best", []):
        assert all(best not in comment for comment in comments)


@pytest.mark.parametrize("name", names_of("resolve"))
def test_one_take_wins_and_it_is_not_the_greedy_one(name: str) -> None:
    position, answer = puzzle(name)
    found = resolve_json(position, answer["objective"], None, resolve(position))
    assert found["status"] == "proven"
    who = found["to_act"]
    assert who == answer["to_act"]
    winning = [move["move"] for move in found["moves"] if move["values"][who]["win"]]
    assert winning == answer["best"] and len(winning) == 1
    assert found["moves"][0]["values"] == answer["values"]
    assert found["line"] == answer["line"]
    assert answer["tempting"] and not set(answer["tempting"]) & set(winning)


@pytest.mark.parametrize("name", names_of("plan"))
def test_one_plan_wins(name: str) -> None:
    position, answer = puzzle(name)
    player = position.players.index(answer["as"])
    analysis = best_plans(position, player, answer["objective"])
    found = plan_json(position, answer["objective"], False, analysis)
    assert found["status"] == "proven"
    best, second = found["plans"][:2]
    assert (best["plan"], best["values"]) == (answer["plan"], answer["values"])
    assert best["alike"] == 1 and best["values"][answer["as"]]["win"] == 1
    assert second["values"][answer["as"]]["win"] == 0
    assert best["brings"] == answer["brings"]
    assert plan_texts(analysis.plans[0].plan) == answer["plan"]


@pytest.mark.parametrize("name", names_of("equilibrium"))
def test_the_value_of_planning_together(name: str) -> None:
    position, answer = puzzle(name)
    analysis = equilibrium(position, answer["objective"])
    found = equilibrium_json(position, answer["objective"], 0, analysis)
    assert found["status"] == "proven"
    assert found["value"] == pytest.approx(answer["value"], abs=1e-6)
    assert 0 < found["value"] < 1
