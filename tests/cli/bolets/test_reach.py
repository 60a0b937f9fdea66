"""``bolets reach``."""

from __future__ import annotations

import json
from pathlib import Path

import networkx
import pytest

from tests.cli.running import answer_of, run, run_json
from tests.cli.small_decks import COTTAGE, MEADOW, deck_text

ROCK = MEADOW.replace("#.....#\n###", "#o....#\n###")
DECK = deck_text({"1A": ROCK, "1B": MEADOW.replace("m", "."), "C": COTTAGE})


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(DECK, encoding="utf-8")
    return tmp_path


def reach(*arguments: str) -> tuple[str, ...]:
    return ("reach", *arguments, "--deck", "small.toml")


def test_text() -> None:
    result = run(*reach("1a", "4", "c", "r180", "@5,-1"))
    assert result.exit_code == 0
    lines = answer_of(result).splitlines()
    assert lines[0] == "C r180 @5,-1 on 1A, entered by door 4 at 0,2; without cubes:"
    assert lines[1] == (
        "door 2 at 5,1: 1 trace, 1 point at most; each crosses 0,2 1,2 2,2 3,2 4,2 4,1"
    )
    assert lines[2] == ""
    assert ".1A-" in result.stdout


def test_no_trace() -> None:
    result = run(*reach("1A", "4", "C", "r0", "@5,-1"))
    assert result.exit_code == 0
    assert "blocked door 4 at 5,1: no trace" in result.stdout


def test_json_and_rules() -> None:
    value = run_json(*reach("1A", "4", "C", "r180", "@5,-1"), "--json")
    assert value == {
        "format": "bolets-reach/1",
        "status": "complete",
        "doors": [
            {
                "door": 2,
                "tile": [5, 1],
                "blocked": False,
                "traces": 1,
                "points": 1,
                "crossed": [[0, 2], [1, 2], [2, 2], [3, 2], [4, 2], [4, 1]],
            }
        ],
    }
    special = DECK.replace("..m..", "..M..")
    Path("small.toml").write_text(special, encoding="utf-8")
    for counts, traces in [("mushrooms", 0), ("points", 1)]:
        rules = ("--rules", f"blocked_counts={counts}")
        value = run_json(*reach("1A", "4", "C", "r0", "@5,-1"), "--json", *rules)
        assert [door["traces"] for door in value["doors"] if door["door"] == 4] == [traces]


def test_graphml(folder: Path) -> None:
    result = run(*reach("1A", "4", "C", "r180", "@5,-1"), "--graphml", "graph.graphml")
    assert result.exit_code == 0
    graph = networkx.read_graphml(folder / "graph.graphml")
    assert graph.nodes["door 2"]["kind"] == "door"
    printed = run(*reach("1A", "4", "C", "r180", "@5,-1"), "--graphml", "-")
    written = (folder / "graph.graphml").read_text(encoding="utf-8")
    assert printed.stdout == written[: written.index("<!-- written by bolets")]


@pytest.mark.parametrize(
    ("offset", "rule"), [("@9,9", "B-R9"), ("@1,3", "B-R10"), ("@-4,1", "B-R11")]
)
def test_a_placement_that_is_not_allowed(offset: str, rule: str) -> None:
    result = run(*reach("1A", "4", "C", "r0", offset))
    assert result.exit_code == 1
    assert answer_of(result).startswith(f"illegal ({rule}): ")
    value = json.loads(run(*reach("1A", "4", "C", "r0", offset), "--json").stdout)
    assert (value["status"], value["rule"]) == ("illegal", rule)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("9A", "4", "C", "r0", "@5,0"), ["9A"]),
        (("1A", "5", "C", "r0", "@5,0"), ["no door 5"]),
        (("1A", "0", "C", "r0", "@5,0"), ["no door 0"]),
        (("1A", "x", "C", "r0", "@5,0"), ["x"]),
        (("1A", "4", "1B", "r0", "@5,0"), ["same card"]),
        (("C", "9", "1A", "r0", "@5,0"), ["never traced", "no door 9"]),
        (("1A", "4", "C", "r45", "@5,0"), ["r90 @3,-2"]),
        (("1A", "4", "C", "r0", "5,0"), ["write 'r0 @5,0'"]),
        (("1A", "4", "C", "r0"), ["@X,Y"]),
        (
            ("1A", "9", "3Z", "r45", "@5,0", "--rules", "wind=on"),
            ["no door 9", "no face '3Z'", "'r45 @5,0' is not a placement", "no setting 'wind'"],
        ),
        (("8A", "9", "3Z", "r0", "@5,0"), ["no face '8A'", "no face '3Z'"]),
    ],
)
def test_bad_input(arguments: tuple[str, ...], words: list[str]) -> None:
    result = run(*reach(*arguments))
    assert (result.exit_code, result.stdout) == (2, "")
    for word in words:
        assert word in result.stderr


def test_a_limit_is_reported_in_words() -> None:
    result = run(*reach("1A", "4", "C", "r180", "@5,-1"), "--time-limit", "1e-9", "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["status"] == "limit"
    assert "time limit" in result.stderr
    text = run(*reach("1A", "4", "C", "r180", "@5,-1"), "--time-limit", "1e-9")
    assert "no trace found yet" in text.stdout
