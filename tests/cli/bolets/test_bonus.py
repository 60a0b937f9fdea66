"""``bolets bonus`` and ``bolets log``."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bolets_solver.optimize.cpsat import solver as cpsat
from bolets_solver.optimize.solution import Solution
from tests.cli.running import run, run_json

ORDER = ("1A", "2B", "--deck", "mini", "--games", "10")
KEYS = ["format", "optimum", "spectrum", "entrances", "optimal_games"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The record of a game worth little."""
    name = tmp_path_factory.mktemp("games") / "mine.bolets"
    value = run_json("bonus", *ORDER, "--json")
    low = next(score for score in value["spectrum"] if score["possible"] == "yes")
    lines = [
        "bolets-record/1",
        "deck: mini",
        "order: 1A 2B C",
        f"entrance: {low['record']['entrance']}",
        *low["record"]["steps"],
    ]
    name.write_text("\n".join(lines) + "\n", "utf-8")
    return str(name)


def test_json_is_as_the_format_says() -> None:
    value = run_json("bonus", *ORDER, "--json")
    assert list(value)[:5] == KEYS
    assert value["format"] == "bolets-bonus/1"
    assert value["optimum"]["format"] == "bolets-solution/1"
    assert set(value["entrances"]) == {"1", "2", "3", "4"}
    for entrance in value["entrances"].values():
        assert set(entrance) == {"status", "points", "bound"}
    for score in value["spectrum"]:
        assert set(score) == {"points", "possible", "record"}
    assert set(value["optimal_games"]) == {"count", "complete", "records"}
    random = value["players"]["random"]
    assert random["games"] == 10
    for share in random["points"]:
        assert share["low"] <= share["share"] <= share["high"]


def test_the_same_order_gives_the_same_answer() -> None:
    one, two = (run_json("bonus", *ORDER, "--json") for _ in range(2))
    for value in (one, two):
        del value["optimum"]["seconds"]
    assert one == two


def test_text_is_ascii_and_shows_proven_from_simulated() -> None:
    result = run("bonus", *ORDER)
    assert result.exit_code == 0
    assert result.stdout.isascii()
    assert "score spectrum, proven:" in result.stdout
    assert "simulated players" in result.stdout
    assert "not proven" in result.stdout


def test_a_game_of_mine(game: str) -> None:
    result = run("bonus", *ORDER, "--mine", game)
    assert result.exit_code == 0, result.stderr
    assert "gap to the optimum" in result.stdout
    assert "after card 1 you could still reach" in result.stdout
    assert "change that gains points (proven)" in result.stdout
    mine = run_json("bonus", *ORDER, "--json", "--mine", game)["mine"][0]
    assert mine["gap"] > 0
    assert [prefix["after"] for prefix in mine["prefixes"]] == [0, 1, 2]
    assert mine["prefixes"][-1]["points"] == mine["points"]
    assert sum(prefix["lost"] for prefix in mine["prefixes"]) == mine["gap"]
    assert mine["change"]["gain"] > 0


def test_a_picture(tmp_path: Path) -> None:
    name = tmp_path / "picture.svg"
    assert run("bonus", *ORDER, "--svg", str(name)).exit_code == 0
    assert name.read_text("utf-8").startswith("<svg")


def test_a_limit_ends_it_with_what_is_known() -> None:
    result = run("bonus", "--time-limit", "0.000001", *ORDER, "--json")
    assert result.exit_code == 3
    value = json.loads(result.stdout)
    assert value["optimum"]["status"] == "unknown"
    assert value["optimal_games"]["complete"] is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "the order is missing"),
        (("9Z",), "no face '9Z'"),
        (("1A", "--deck", "mini", "--mine"), "needs files"),
        (("1A", "--deck", "mini", "--mine", "none.bolets"), "no such file"),
        (("1A", "--deck", "mini", "--state", "x"), "--state is for --best-order"),
        (("1A", "--deck", "mini", "--best-order", "--svg", "x.svg"), "cannot be combined"),
        (("1A", "--deck", "mini", "--svg", "no-folder/x.svg"), "there is no folder"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], message: str) -> None:
    result = run("bonus", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_game_of_another_order(game: str) -> None:
    result = run("bonus", "1A", "3A", "--deck", "mini", "--mine", game)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "of the order 1A 2B C" in result.stderr


def test_a_game_of_another_deck_or_other_rules(game: str, tmp_path: Path) -> None:
    """Such a game is not judged as if it were of this deal; the message says what is right."""
    other = tmp_path / "other.bolets"
    text = Path(game).read_text("utf-8")
    other.write_text(text.replace("deck: mini", "deck: pinewood"), "utf-8")
    assert run("bonus", *ORDER, "--mine", str(other)).exit_code == 0  # --deck overrides the file
    code = run("code", "1A", "2B", "--deck", "mini").stdout.strip()
    result = run("bonus", code, "--mine", str(other))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "of the deck 'pinewood', not of 'mini'" in result.stderr
    other.write_text(text.replace("entrance:", "rules: crow_loss=every\nentrance:"), "utf-8")
    result = run("bonus", *ORDER, "--mine", str(other))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--rules 'crow_loss=every'" in result.stderr
    assert "--rules 'crow_loss=each'" in result.stderr
    assert run("bonus", *ORDER, "--mine", str(other), "--rules", "crow_loss=each").exit_code == 0


def test_what_a_game_gains_is_what_it_lacks(tmp_path: Path) -> None:
    """A lost game is worth nothing: gap, what was lost on the way and gain agree."""
    lost = tmp_path / "lost.bolets"
    lines = ("bolets-record/1", "deck: mini", "order: 1A 2B C", "entrance: 4")
    lost.write_text("\n".join([*lines, "2B r90 @-3,4: Y Y E3 S2"]) + "\n", "utf-8")
    value = run_json("bonus", *ORDER, "--json", "--mine", str(lost))
    (mine,) = value["mine"]
    optimum = value["optimum"]["points"]
    assert (mine["won"], mine["gap"], mine["place"]) == (False, optimum, None)
    assert sum(prefix["lost"] for prefix in mine["prefixes"]) == optimum
    assert mine["change"]["gain"] == mine["change"]["points"]


def test_a_game_from_standard_input(game: str) -> None:
    text = Path(game).read_text("utf-8")
    result = run("bonus", *ORDER, "--mine", "-", stdin=text)
    assert result.exit_code == 0, result.stderr
    assert "standard input: won" in result.stdout


def test_a_code_in_place_of_the_order(game: str) -> None:
    """Deck and rules are those of the code."""
    code = run("code", "1A", "2B", "--deck", "mini", "--entrance", "1").stdout.strip()
    by_code = run_json("bonus", code, "--games", "10", "--json", "--mine", game)
    plain = run_json("bonus", *ORDER, "--json", "--mine", game)
    for value in (by_code, plain):
        del value["optimum"]["seconds"]
    assert by_code == plain
    assert "every entrance" in run("bonus", code, "--games", "1").stderr
    assert run("bonus", f"{code}0").exit_code == 2


def test_the_best_order(tmp_path: Path) -> None:
    state = ("--state", str(tmp_path / "state"))
    asked = ("bonus", "--best-order", "1A", "2B", "3A", "--deck", "mini", *state)
    value = run_json(*asked, "--json")
    assert (value["status"], value["orders"], value["settled"]) == ("proven", 6, 6)
    assert value["highest"]["points"] >= value["lowest"]["points"]
    again = run_json(*asked, "--json")
    assert again == value
    text = run(*asked)
    assert "highest optimum (proven)" in text.stdout


def test_the_log(game: str, tmp_path: Path) -> None:
    log = ("--log", str(tmp_path / "games.txt"))
    assert "first" in run("log", "add", game, *log, "--day", "2026-01-31").stdout
    assert "replay" in run("log", "add", game, *log).stdout
    shown = run("log", "show", *log)
    assert "first plays: 1, won 1" in shown.stdout
    assert "replays: 1, won 1" in shown.stdout
    games = run_json("log", "show", *log, "--json")["games"]
    assert [entry["play"] for entry in games] == ["first", "replay"]
    assert games[0]["day"] == "2026-01-31"


def test_the_log_takes_no_illegal_game(tmp_path: Path) -> None:
    name = tmp_path / "bad.bolets"
    name.write_text(
        "bolets-record/1\ndeck: mini\norder: 1A 2B\nentrance: 1\n2B r0 @50,50: N1 >N\n", "utf-8"
    )
    log = tmp_path / "games.txt"
    result = run("log", "add", str(name), "--log", str(log))
    assert result.exit_code == 1
    assert not log.exists()


def test_a_log_that_is_not_there() -> None:
    result = run("log", "show", "--log", "nowhere.txt")
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize("engine", ["cpsat", "both"])
def test_engines(engine: str) -> None:
    value = run_json("solve", "1A", "2B", "--deck", "mini", "--engine", engine, "--json")
    search = run_json("solve", "1A", "2B", "--deck", "mini", "--json")
    assert value["engine"] == engine
    for key in ("status", "points", "bound"):
        assert value[key] == search[key]


def test_engines_within_a_limit() -> None:
    """No time at all: nothing is proven, and both engines are named."""
    result = run("solve", "1A", "2B", "--engine", "both", "--time-limit", "0.000001", "--json")
    value = json.loads(result.stdout)
    assert (result.exit_code, value["status"], value["engine"]) == (3, "unknown", "both")


def test_engines_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cpsat.solve_cpsat

    def wrong(*arguments: Any, **named: Any) -> Solution:
        found = real(*arguments, **named)
        assert found.points is not None
        return replace(found, points=found.points - 1, bound=found.points - 1)

    monkeypatch.setattr(cpsat, "solve_cpsat", wrong)
    result = run("solve", "1A", "2B", "--deck", "mini", "--engine", "both")
    assert (result.exit_code, result.stdout) == (4, "")
    assert "engines differ" in result.stderr
