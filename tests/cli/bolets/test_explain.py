"""``bolets explain``: turns in words, and costs that add up to what was lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.record_text import parse_turn
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.study.games.explain import turn_words
from tests.cli.running import run, run_json
from tests.trace.playing import random_game


def test_a_best_game_costs_nothing(tmp_path: Path) -> None:
    file = tmp_path / "best.bolets"
    run("solve", "1A", "2B", "3A", "--deck", "mini", "-o", str(file))
    value = run_json("explain", str(file), "--json")
    assert value["status"] == "proven"
    assert value["points"] == value["optimum"]["points"]
    costs = [value["entrance"]["cost"], *(c for t in value["turns"] for c in t["cost"].values())]
    assert costs == [0] * 7
    assert "lost against the best, in all: 0" in run("explain", str(file)).stdout


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_costs_add_up_to_what_was_lost(seed: int, tmp_path: Path) -> None:
    deal = random_deal(load_deck("mini"), seed, 3)
    record = random_game(deal, random.Random(seed))
    file = tmp_path / "game.bolets"
    file.write_text(record.format())
    value = run_json("explain", str(file), "--json")
    costs = [value["entrance"]["cost"], *(c for t in value["turns"] for c in t["cost"].values())]
    assert min(costs) >= 0
    last = value["turns"][-1]["best"]["points"] or 0
    assert value["optimum"]["points"] - sum(costs) == last
    if value["won"]:
        assert last == value["points"]
    answer = run("explain", str(file)).stdout
    assert answer.count("\nturn ") == len(record.turns)
    if last == 0:
        assert " loses: " in answer


def test_turns_in_words() -> None:
    turn = parse_turn("5B r90 @3,-2: S2 S2 Y * E3 @4,4 >W")
    assert turn_words(turn) == (
        "5B lies turned by 90 degrees, its top left at 3,-2; 4 south, a life for a yellow cube, a "
        "cube ahead, 3 east, a cube on 4,4, in by the door to the west"
    )


def test_an_illegal_game_is_not_explained(tmp_path: Path) -> None:
    record = Record.parse(run("solve", "1A", "2B", "--deck", "mini", "-o", "-").stdout)
    file = tmp_path / "bad.bolets"
    file.write_text(record.format().replace(str(record.turns[0].placement), "r0 @90,90"))
    result = run("explain", str(file))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "B-R9" in result.stderr
    assert run("explain", "nowhere.bolets").exit_code == 2


def test_a_limit_leaves_costs_unknown(tmp_path: Path) -> None:
    deal = random_deal(load_deck("pinewood"), 3)
    file = tmp_path / "game.bolets"
    file.write_text(random_game(deal, random.Random(3)).format())
    result = run("explain", str(file), "--time-limit", "0.001", "--json")
    assert result.exit_code == 3


def test_mistakes_and_luck_are_reported_beside_hindsight(tmp_path: Path) -> None:
    deal = random_deal(load_deck("mini"), 2, 3)
    record = random_game(deal, random.Random(2))
    file, picture = tmp_path / "game.bolets", tmp_path / "ghost.svg"
    file.write_text(record.format())
    result = run("explain", str(file), "--preview", "none", "--svg", str(picture))
    assert "\nwith hindsight, the whole order known:\n" in result.stdout
    assert "only what a player saw (the wall card, and nothing of the stack):\n" in result.stdout
    value = run_json("explain", str(file), "--preview", "none", "--json")
    decisions = value["review"]["decisions"]
    assert len(decisions) == len(record.turns) + 1
    order = record.order[:-1]
    assert value["knowledge"]["order"] == "known"
    assert value["knowledge"]["seen"] == list(order)
    unknown = {"order": "unknown", "preview": "none", "first_look": "wall"}
    assert value["review"]["knowledge"] == unknown
    assert [one["seen"] for one in decisions[:2]] == [list(order[:2])] * 2
    assert (decisions[0]["worlds"], decisions[-1]["worlds"]) == (2, 1)
    mistakes = [one for one in decisions if one["mistake"] != "0"]
    assert mistakes
    assert all(one["better"] in result.stdout for one in mistakes)
    assert "ghost-card" in picture.read_text()
    assert run_json("explain", str(file), "--no-review", "--json")["review"] is None
