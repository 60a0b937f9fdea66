"""``bolets check``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import answer_of, run, run_json
from tests.cli.small_decks import COTTAGE, MEADOW, deck_text

CROWS = "##+##\n#c.c#\n+.h.+\n#...#\n##+##\n"
DECK = deck_text({"1A": MEADOW, "2A": CROWS, "C": COTTAGE})
WON = """\
bolets-record/1
deck: ./small.toml
order: 1A 2A
entrance: 4
2A r0 @5,0: E4 >E
C r180 @9,0: E3 >E
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a deck in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(DECK, encoding="utf-8")
    return tmp_path


def write(folder: Path, text: str, name: str = "game.bolets") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return name


def test_a_won_game(folder: Path) -> None:
    name = write(folder, WON)
    value = run_json("check", name, "--json")
    wanted = {
        "format": "bolets-verdict/1",
        "legal": True,
        "finished": True,
        "won": True,
        "points": 1,
        "lives": 4,
        "crows": 2,
        "violation": None,
    }
    assert {key: value[key] for key in wanted} == wanted
    result = run("check", name)
    assert result.exit_code == 0
    assert answer_of(result).startswith(
        "legal, won: 1 point, 4 lives, crow marker 2\ntier 1 of 4: hardly a taste\n"
    )
    assert result.stderr == ""
    rows = [line.split() for line in answer_of(result).splitlines()[3:6]]
    assert [row[0] for row in rows] == ["card", "1A", "2A"]
    assert rows[2] == ["2A", "0", "0", "1", "0", "0", "0", "0", "|", "4", "2", "1", "0"]


def test_an_unfinished_game(folder: Path) -> None:
    name = write(folder, WON.replace(" >E\nC r180 @9,0: E3 >E", ""))
    value = run_json("check", name, "--json")
    assert (value["legal"], value["finished"], value["won"]) == (True, False, None)
    result = run("check", name)
    assert result.exit_code == 0
    assert "legal so far, not finished" in result.stdout
    assert "tracing 1A, at 4,2 heading east" in result.stdout
    assert " *\n* before the update\n" in result.stdout


def test_between_turns_and_before_the_entrance(folder: Path) -> None:
    between = run("check", write(folder, WON.replace("C r180 @9,0: E3 >E\n", "")))
    assert "C must be placed on 2A, at 5,2 heading east" in between.stdout
    before = run("check", write(folder, "bolets-record/1\ndeck: small.toml\norder: 1A\n"))
    assert before.exit_code == 0
    assert "the entrance of 1A is not chosen yet" in before.stdout


def test_a_broken_rule(folder: Path) -> None:
    name = write(folder, WON.replace("E4", "E3 N1"))
    result = run("check", name, "--json")
    assert result.exit_code == 1
    value = json.loads(result.stdout)
    assert value["legal"] is False
    assert value["violation"] == {
        "line": 5,
        "step": 1,
        "token": "N1",
        "tile": [3, 2],
        "rule": "B-R15",
        "message": "turned north at 3,2, but 4,2 ahead is free: no wall, door, rock or cube to "
        "bump into; the slide would have ended at 4,2",
    }
    text = run("check", name)
    assert text.exit_code == 1
    assert answer_of(text).startswith("illegal: line 5 (turn 1) at 'N1' breaks B-R15: turned north")


def test_a_lost_game(folder: Path) -> None:
    name = write(folder, WON.replace("E4", "Y Y E4 Y"))
    result = run("check", name, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["violation"]["rule"] == "B-R31"
    deadly = DECK.replace("+..m..x", "+.ccc.x")
    (folder / "small.toml").write_text(deadly, encoding="utf-8")
    lost = write(folder, WON.replace("E4 >E\nC r180 @9,0: E3 >E", "E4"))
    value = run_json("check", lost, "--json")
    assert (value["legal"], value["finished"], value["won"]) == (True, True, False)
    assert (value["lives"], value["ending"]) == (0, "the crow at 4,2 took the last life")
    assert run("check", lost).exit_code == 0
    assert "legal, lost: the crow at 4,2 took the last life" in run("check", lost).stdout


def test_standard_input_is_relative_to_the_working_folder(folder: Path) -> None:
    result = run("check", "-", "--json", stdin=WON)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["won"] is True


def test_a_deck_is_relative_to_the_record(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write(folder, WON)
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert run("check", str(folder / name)).exit_code == 0
    assert run("check", "-", stdin=WON).exit_code == 2


def test_the_line_that_names_a_missing_deck(folder: Path) -> None:
    game = write(folder, WON.replace("small.toml", "smal.toml"), "game.bolets")
    error = run("check", game).stderr
    assert error.startswith("error: game.bolets:2: there is no such deck file: ")
    assert error.endswith("smal.toml\n")


@pytest.mark.parametrize("encode", ["utf-8-sig", "crlf"])
def test_what_editors_write(folder: Path, encode: str) -> None:
    data = WON.encode("utf-8-sig") if encode == "utf-8-sig" else WON.replace("\n", "\r\n").encode()
    (folder / "game.bolets").write_bytes(data)
    assert run("check", "game.bolets").exit_code == 0


def solution(**changes: Any) -> str:
    value = {
        "format": "bolets-solution/1",
        "deck": "./small.toml",
        "order": ["1A", "2A", "C"],
        "rules": {"difficulty": "regular", "crow_scope": "traced"},
        "status": "optimal",
        "points": 1,
        "bound": 1,
        "lives": 4,
        "crows": 2,
        "record": {"entrance": 4, "steps": ["2A r0 @5,0: E4 >E", "C r180 @9,0: E3 >E"]},
    }
    return json.dumps(value | changes)


def test_a_solution(folder: Path) -> None:
    result = run("check", write(folder, solution(), "game.json"), "--json")
    assert result.exit_code == 0
    assert "differences" not in json.loads(result.stdout)
    assert run("check", "-", stdin=solution()).exit_code == 0


def test_what_a_solution_does_not_claim_is_not_denied(folder: Path) -> None:
    value = json.loads(solution())
    for claims in ((), ("status",), ("points",), ("bound",), ("status", "bound")):
        given = {key: word for key, word in value.items() if key not in claims}
        if claims == ():
            given |= {"status": "feasible", "bound": 4}
        assert run("check", "-", stdin=json.dumps(given)).exit_code == 0, claims


def test_a_solution_is_found_beside_its_deck_or_where_it_was_solved(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path_factory.mktemp("elsewhere")
    (other / "game.json").write_text(solution(), encoding="utf-8")
    assert run("check", str(other / "game.json")).exit_code == 0
    monkeypatch.chdir(other)
    assert run("check", "game.json").exit_code == 2
    (other / "small.toml").write_text(DECK, encoding="utf-8")
    assert run("check", "game.json").exit_code == 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"points": 2}, ["claims 2 points, the replay gives 1"]),
        ({"lives": 2, "crows": 0}, ["claims 2 lives", "claims 0 crows"]),
        ({"rules": {"crow_scope": "all", "crow_loss": "every"}, "crows": 1}, ["claims 1 crows"]),
        (
            {"record": {"entrance": 4, "steps": ["2A r0 @5,0: E4 >E"]}, "lives": 3, "crows": 0},
            ["claims a won game, the replay is not finished"],
        ),
        ({"bound": 0}, ["claims that no game scores more than 0, its own 1"]),
        ({"bound": -1, "status": "feasible"}, ["claims that no game scores more than -1"]),
        ({"bound": 3}, ["a proof that its bound denies: 1 points of 3"]),
        ({"bound": None}, ["no game can be won (its 'bound' is null), its own is won"]),
        ({"status": "unknown", "bound": 5}, ["no game was found ('unknown'), its game is won"]),
        (
            {"status": "impossible", "bound": None, "points": 7, "lives": None, "crows": None},
            ["claims 7 points, the replay gives 1", "no game can be won ('impossible')"],
        ),
        (
            {"record": {"entrance": 4, "steps": []}, "points": None, "lives": None, "crows": None},
            ["claims a won game, the replay is not finished"],
        ),
    ],
)
def test_figures_that_differ(folder: Path, changes: dict[str, Any], words: list[str]) -> None:
    result = run("check", "-", "--json", stdin=solution(**changes))
    assert result.exit_code == 1
    value = json.loads(result.stdout)
    assert value["legal"] is True
    assert len(value["differences"]) == len(words)
    for word, difference in zip(words, value["differences"], strict=True):
        assert word in difference
    text = run("check", "-", stdin=solution(**changes))
    assert text.exit_code == 1
    assert words[0] in text.stdout


def test_an_illegal_solution_has_no_line(folder: Path) -> None:
    record = {"entrance": 4, "steps": ["2A r0 @5,0: E4 >E", "C r0 @9,0: E3 >E"]}
    value = run_json("check", "-", "--json", stdin=solution(record=record))
    assert value["violation"].items() >= {"line": None, "step": 2, "rule": "B-R22"}.items()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("{", "not JSON"),
        ("[]", "bolets-solution/1"),
        ('{"format": "bolets-verdict/1"}', "bolets-solution/1"),
        ('{"format": "bolets-solution/1"}', "order"),
        ('{"format": "bolets-solution/1", "format": "x"}', "occurs twice"),
        (solution(points=float("nan")), "NaN"),
        (solution(points=1.5), "'points'"),
        (solution(points=True), "'points'"),
        (solution(bound="9"), "'bound' is a whole number or null"),
        (solution(bound=1.0), "'bound'"),
        (solution(status="x"), "'status' is one of optimal, feasible, impossible, unknown, not "),
        (solution(status=None), "'status'"),
        (solution(status=["optimal"]), "'status'"),
        (solution(order=[1]), "'order'"),
        (solution(deck=7), "'deck'"),
        (solution(rules={"crow_loss": "never"}), "never"),
        (solution(rules=[1]), "'rules'"),
        (solution(record=None), "no game"),
        (solution(record=[]), "'record'"),
        (solution(record={"entrance": "4", "steps": []}), "'entrance'"),
        (solution(record={"entrance": 4, "steps": "x"}), "'steps'"),
        (solution(record={"entrance": 4, "steps": ["2A r0 @5,0 E4"]}), "step 1"),
        (solution(record={"steps": ["2A r0 @5,0: E4"]}), "'entrance'"),
        (solution(record={"entrance": 9, "steps": []}), "no door 9"),
        ("[" * 100_000, "nested"),
        ('{"points": ' + "9" * 5000 + "}", "JSON"),
        ('{"points": -' + "9" * 5000 + "}", "there is a number of 5001 digits\n"),
    ],
)
def test_json_that_is_no_solution(folder: Path, text: str, word: str) -> None:
    result = run("check", "-", stdin=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert word in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("order: 1A 2A", "order: 1A 1B 9Q", ["game.bolets:3", "9Q", "1B"]),
        ("deck: ./small.toml", "deck: nowhere", ["game.bolets:2", "nowhere", "pinewood"]),
        ("deck: ./small.toml", "deck: ./other.toml", ["other.toml", "no such deck"]),
        ("entrance: 4", "entrance: 5", ["game.bolets:4", "no door 5", "1 to 4"]),
        ("entrance: 4", "entrance: 0", ["game.bolets:4", "no door 0"]),
        ("2A r0", "7B r0", ["game.bolets:5", "7B"]),
        ("E4", "E4 X", ["game.bolets:5", "'X'"]),
    ],
)
def test_bad_input(folder: Path, old: str, new: str, words: list[str]) -> None:
    result = run("check", write(folder, WON.replace(old, new)))
    assert result.exit_code == 2
    assert result.stdout == ""
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize("data", [b"", b"\xff\xfeb\0o\0", b"\xff", b"bolets\0", b"PK\x03\x04"])
def test_what_is_no_text(folder: Path, data: bytes) -> None:
    (folder / "game.bolets").write_bytes(data)
    result = run("check", "game.bolets")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: game.bolets")


def test_a_missing_file(folder: Path) -> None:
    result = run("check", "none.bolets", "--json")
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_defective_deck_is_reported_as_such(folder: Path) -> None:
    (folder / "small.toml").write_text(DECK.replace("#.....#", "#..?..#", 1), encoding="utf-8")
    result = run("check", write(folder, WON))
    assert result.exit_code == 2
    assert "small.toml:8: face 1A, row 2, column 4" in result.stderr


def test_options_override_the_file(folder: Path) -> None:
    name = write(folder, WON.replace("entrance", "rules: crow_loss=every\nentrance"))
    plain = run_json("check", name, "--json")
    assert plain["rules"]["crow_loss"] == "every"
    options = ("--rules", "crow_loss=once", "--rules", "crow_scope = all", "--difficulty", "easy")
    value = run_json("check", name, "--json", *options)
    assert value["rules"] == {
        "difficulty": "easy",
        "red_timing": "update",
        "crow_loss": "once",
        "crow_scope": "all",
        "blocked_counts": "mushrooms",
    }
    assert len(value["warnings"]) == 2
    text = run("check", name, "--difficulty", "easy")
    assert text.exit_code == 0
    assert text.stderr.count("warning: easy") == 2
    assert "warning" not in text.stdout


def test_difficult_forbids_yellow_cubes(folder: Path) -> None:
    name = write(folder, WON.replace("E4", "Y E4"))
    assert run("check", name).exit_code == 0
    assert run("check", name, "--difficulty", "difficult").exit_code == 1


def test_another_deck(folder: Path) -> None:
    other = DECK.replace("+..m..x", "+..M..x")
    (folder / "other.toml").write_text(other, encoding="utf-8")
    name = write(folder, WON)
    assert run_json("check", name, "--json", "--deck", "other.toml")["points"] == 3


@pytest.mark.parametrize(
    "options",
    [("--rules", "crow_loss=never"), ("--rules", "x"), ("--difficulty", "hard"), ("--deck", "no")],
)
def test_bad_options(folder: Path, options: tuple[str, str]) -> None:
    result = run("check", write(folder, WON), *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr


def test_the_same_output_on_a_narrow_console_and_whatever_the_hash_seed(folder: Path) -> None:
    name = write(folder, WON)
    outputs = set()
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "cp1252"}
        done = subprocess.run(
            [sys.executable, "-m", "bolets_solver", "check", name],
            capture_output=True,
            env=environment,
            check=False,
        )
        assert done.returncode == 0
        assert done.stderr == b""
        outputs.add(done.stdout)
    (output,) = outputs
    assert output.isascii()
    assert b"\x1b" not in output
