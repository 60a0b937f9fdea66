"""``bolets solve`` with --from, --par, --hint and codes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bolets_solver.bolets.play.record import Record
from bolets_solver.study.games.session import begins_like
from tests.cli.running import answer_of, run, run_json

DEAL = ("1A", "2B", "3A", "--deck", "mini")


@pytest.fixture(scope="module")
def best() -> Record:
    return Record.parse(run("solve", *DEAL, "-o", "-").stdout)


@pytest.fixture(scope="module")
def points() -> int:
    return int(run_json("solve", *DEAL, "--json")["points"])


def test_par_shows_the_optimum_and_no_game(points: int) -> None:
    assert answer_of(run("solve", *DEAL, "--par")) == f"par {points} (proven)\n"
    value = run_json("solve", *DEAL, "--par", "--json")
    assert (value["points"], value["bound"], value["status"]) == (points, points, "optimal")
    assert value["record"] is None


def test_a_code_is_solved_like_its_order(points: int) -> None:
    code = run("code", *DEAL).stdout.strip()
    value = run_json("solve", code, "--json")
    assert (value["points"], value["order"]) == (points, ["1A", "2B", "3A", "C"])
    fixed = run("code", *DEAL, "--entrance", "2").stdout.strip()
    plain = run_json("solve", *DEAL, "--entrance", "2", "--json")
    assert run_json("solve", fixed, "--json")["points"] == plain["points"]


def test_games_broken_off_anywhere_in_a_best_game_keep_its_points(
    best: Record, points: int, tmp_path: Path
) -> None:
    file = tmp_path / "begun.bolets"
    for number, turn in enumerate(best.turns):
        for made in (0, 1, len(turn.tokens)):
            cut = replace(turn, tokens=turn.tokens[:made])
            begun = replace(best, turns=(*best.turns[:number], cut))
            file.write_text(begun.format())
            value = run_json("solve", "--from", str(file), "--json")
            assert (value["status"], value["points"]) == ("optimal", points)
            whole = Record.from_solution_json(value["record"], "mini", best.order)
            assert begins_like(whole, begun)


def test_hints_show_no_more_than_asked(best: Record, tmp_path: Path) -> None:
    file = tmp_path / "begun.bolets"
    file.write_text(replace(best, turns=best.turns[:1]).format())
    words = [answer_of(run("solve", "--from", str(file), "--hint", level)) for level in "123"]
    assert words[0].startswith("go to door ")
    assert words[1].startswith("place 3A r")
    assert words[2].startswith(words[1].split(" and ")[0])
    assert " trace " in words[2]
    assert all(text.rstrip().endswith(" (knowing the whole order)") for text in words)
    answer = run_json("solve", "--from", str(file), "--hint", "1", "--json")
    value, knowledge = answer["hint"], answer["knowledge"]
    assert (knowledge["order"], knowledge["worlds"]) == ("known", 1)
    assert (*knowledge["seen"], "C") == best.order
    assert (value["placement"], value["trace"]) == (None, None)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--par", "--hint", "1", "1A"],
        ["--par", "1A", "-o", "-"],
        ["--par", "--orders", "-"],
        ["--from", "nowhere.bolets"],
        ["--par"],
    ],
)
def test_what_does_not_go_together_is_reported(arguments: list[str]) -> None:
    result = run("solve", *arguments, "--deck", "mini")
    assert (result.exit_code, result.stdout) == (2, "")


def test_an_illegal_beginning_is_reported(best: Record, tmp_path: Path) -> None:
    file = tmp_path / "bad.bolets"
    file.write_text(best.format().replace(str(best.turns[0].placement), "r0 @90,90"))
    result = run("solve", "--from", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "B-R9" in result.stderr
