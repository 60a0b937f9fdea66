"""``bolets amanite`` as a person or a script uses it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bolets_solver.amanite.files.reader import parse_position
from bolets_solver.amanite.files.writer import format_position
from tests.amanite.tables import KNOWN, text
from tests.cli.running import ENDING, ended_by, run, run_json

SIX = "tokens = { red = 2, blue = 1, green = 2, pig = 1 }"
SPLIT = (
    f'{SIX}\npin = "Ann"\nsplit = "Bo"\npiles = [{{ red = 2 }}, {{ blue = 1, green = 2, pig = 1 }}]'
)
GATHERING = text(
    SPLIT, 'tokens = { yellow = 3, brown = 3 }\npin = "Bo"',
    'tokens = { purple = 2, brown = 4 }\npin = "Ann"',
    tokens="Ann = { blue = 1 }\nBo = { green = 1 }",
)  # fmt: skip
FINISHED = text(
    known=KNOWN,
    tokens="Ann = { red = 1, blue = 1, brown = 2, pig = 1 }\nBo = { red = 2, purple = 5 }",
)
HINTS = '[hints.Ann]\nstart = ["red", "blue", "green"]\nshuffled = ["Poison", "Antidote", "1"]\n'


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "table.toml"
    path.write_text(GATHERING, encoding="utf-8")
    return str(path)


def written(tmp_path: Path, content: str) -> str:
    path = tmp_path / "other.toml"
    path.write_text(content, encoding="utf-8")
    return str(path)


# --- solve ------------------------------------------------------------------------------------


def test_solve_as_json(file: str) -> None:
    data = run_json("amanite", "solve", file, "--json")
    assert data["format"] == "amanite-analysis/1"
    assert (data["phase"], data["to_act"]) == ("choosing", "Ann")
    assert (data["objective"], data["status"]) == ("win", "proven")
    assert sorted(move["move"] for move in data["moves"]) == [
        "pile blue green green pig",
        "pile red red",
    ]
    for move in data["moves"]:
        assert set(move) == {"move", "values", "best"}
        assert set(move["values"]) == {"Ann", "Bo"}
        for value in move["values"].values():
            assert set(value) == {"win", "margin", "vp"}
    assert data["moves"][0]["best"] is True
    assert data["line"][0] == data["moves"][0]["move"]
    assert len(data["line"]) == len(data["line_by"]) >= 3
    assert data["line_by"][0] == "Ann"
    assert data["rules"] == {"majority_tie": "each", "majority_zero": "off", "pig_scope": "any"}
    assert data["final"]["Ann"]["vp"] == data["moves"][0]["values"]["Ann"]["vp"]
    assert (data["worlds"], data["as"], data["paranoid"]) == (1, None, None)
    assert "warnings" not in data


def test_solve_as_text(file: str) -> None:
    result = run("amanite", "solve", file)
    assert result.exit_code == 0
    out = result.stdout
    assert out.isascii()
    assert "Ann takes a pile of tile 1." in out
    assert "Every attribute is known." in out
    assert "Status: proven" in out
    assert "pile blue green green pig" in out
    assert "Best play" in out and "The end of that line" in out


def test_the_line_can_be_played(file: str) -> None:
    data = run_json("amanite", "solve", file, "--json")
    result = run("amanite", "play", file, stdin="\n".join([*data["line"], "quit", ""]))
    assert result.exit_code == 0
    assert "the table is finished" in result.stdout
    assert "? " not in result.stdout


def test_a_split_is_reported_in_words(tmp_path: Path) -> None:
    tile = 'tokens = { brown = 2, purple = 2 }\npin = "Ann"\nsplit = "Bo"'
    path = written(tmp_path, text(tile, "tokens = {}", "tokens = {}"))
    out = run("amanite", "solve", path, "--objective", "margin").stdout
    assert "split purple brown | purple brown" in out
    assert "whichever pile Ann takes, Bo ends with 5 points" in out


def test_a_wide_table_becomes_a_narrow_one(tmp_path: Path) -> None:
    tile = 'tokens = { yellow = 3, brown = 3 }\npin = "Ann"\nsplit = "Bo"'
    path = written(tmp_path, text(tile, *["tokens = {}"] * 4, players=("Ann", "Bo", "Cy", "Di")))
    out = run("amanite", "solve", path, "--objective", "vp").stdout
    moves = out.partition("Best play")[0].splitlines()
    assert max(len(line) for line in moves) <= 80
    data = run_json("amanite", "solve", path, "--objective", "vp", "--json")
    for move in data["moves"]:
        (at,) = (n for n, line in enumerate(moves) if line.lstrip(" *") == move["move"])
        figures = moves[at + 1].split()
        assert [float(one) for one in figures[2::3]] == [
            move["values"][player]["vp"] for player in ("Ann", "Bo", "Cy", "Di")
        ]


def test_objectives_and_paranoid(tmp_path: Path) -> None:
    tile = 'tokens = { red = 1, brown = 1 }\npin = "Ann"\nsplit = "Bo"'
    path = written(
        tmp_path,
        text(tile, "tokens = {}", "tokens = {}", "tokens = {}", players=("Ann", "Bo", "Cy")),
    )
    for objective in ("win", "margin", "vp"):
        data = run_json("amanite", "solve", path, "--objective", objective, "--json")
        assert data["objective"] == objective and data["phase"] == "splitting"
    data = run_json("amanite", "solve", path, "--paranoid", "--json")
    assert data["paranoid"] == "Bo"
    assert all(set(move["values"]) == {"Bo"} for move in data["moves"])
    data = run_json("amanite", "solve", path, "--paranoid", "--as", "Cy", "--json")
    assert data["paranoid"] == "Cy"
    out = run("amanite", "solve", path, "--paranoid", "--as", "Cy").stdout
    assert "what Cy can guarantee if all the others play against Cy" in out


def test_hints_and_as(tmp_path: Path) -> None:
    content = GATHERING.replace(KNOWN, "{}") + HINTS
    path = written(tmp_path, content)
    data = run_json("amanite", "solve", path, "--json")
    assert (data["as"], data["worlds"]) == ("Ann", 36)
    assert "all players to have this knowledge" in run("amanite", "solve", path).stdout
    data = run_json("amanite", "solve", path, "--as", "Bo", "--json")
    assert (data["as"], data["worlds"]) == ("Bo", 720)
    both = written(tmp_path, content + HINTS.replace("Ann", "Bo"))
    result = run("amanite", "solve", both)
    assert result.exit_code == 2 and result.stdout == ""
    assert "Ann, Bo have hints; choose one with --as NAME" in result.stderr
    assert run("amanite", "solve", both, "--as", "Bo").exit_code == 0
    result = run("amanite", "solve", both, "--as", "Zoe")
    assert result.exit_code == 2 and "is unknown" in result.stderr


def test_start_cards_are_seen_by_all_and_no_hints(tmp_path: Path) -> None:
    """A-Q26: writing down the start cards of the others does not make them players with hints."""
    cards = '[hints.Bo]\nstart = ["red", "yellow", "brown"]\n'
    unknown = GATHERING.replace(KNOWN, "{}")
    for content, asker in ((unknown + HINTS + cards, "Ann"), (unknown + cards, None)):
        path = written(tmp_path, content)
        for command in ("solve", "hints"):
            assert run_json("amanite", command, path, "--json")["as"] == asker
    path = written(tmp_path, unknown + HINTS + cards + 'notebook = { purple = "2" }\n')
    assert "Ann, Bo have hints" in run("amanite", "hints", path).stderr


def test_rules_override_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, text(SPLIT, "tokens = {}", "tokens = {}").replace(
        "[rules]\n", '[rules]\nmajority_tie = "shared"\n'
    ))  # fmt: skip
    data = run_json(
        "amanite", "solve", path, "--json", "--rules", "majority_zero = on, pig_scope=literal"
    )
    assert data["rules"] == {
        "majority_tie": "shared",
        "majority_zero": "on",
        "pig_scope": "literal",
    }
    assert data["warnings"]
    result = run("amanite", "solve", path, "--rules", "pig=1", "--rules", "majority_tie=x")
    assert result.exit_code == 2
    assert result.stderr.count("error: --rules:") == 2


@pytest.mark.parametrize("in_file", [None, "any", "literal"])
@pytest.mark.parametrize("asked", ["any", "literal"])
def test_rules_of_the_command_line_are_as_good_as_those_of_the_file(
    tmp_path: Path, in_file: str | None, asked: str
) -> None:
    """What pigs may eat depends on tables that are read, and on waits that end, by that rule."""
    others = 'tokens = { red = 2 }\npin = "Bo"\nsplit = "Cy"\npiles = [{ red = 1 }, { red = 1 }]'
    done = 'tokens = {}\npin = "Ann"\nresolved = true'
    rules = "" if in_file is None else f'pig_scope = "{in_file}"'
    content = text(
        done, done, others, others,
        players=("Ann", "Bo", "Cy"), rules=rules, top="feed = { Ann = 1 }",
        tokens="Ann = { brown = 2, green = 1, pig = 1 }",
    )  # fmt: skip
    moves = {"any": {"feed green", "feed brown"}, "literal": {"feed brown"}}
    for fresh in ("{ brown = 1 }", "{}"):
        tables = f"[earlier]\nAnn = {{ green = 1, brown = 1 }}\n[fresh]\nAnn = {fresh}\n"
        path = written(tmp_path, content + tables)
        data = run_json("amanite", "solve", path, "--json", "--rules", f"pig_scope={asked}")
        assert {move["move"] for move in data["moves"]} == moves[asked]
        assert data["rules"]["pig_scope"] == asked
    path = written(tmp_path, content + tables.replace("brown = 1 }", "brown = 2 }"))
    data = run_json("amanite", "solve", path, "--json", "--rules", f"pig_scope={asked}")
    assert data["phase"] == ("choosing" if asked == "literal" else "feeding")


def test_bad_input_names_everything(tmp_path: Path) -> None:
    path = written(tmp_path, GATHERING.replace("blue = 1 }", "blue = -1, rde = 2 }"))
    result = run("amanite", "solve", path, "--json")
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr.count("error: ") == 2
    assert f"error: {path}:" in result.stderr


def test_standard_input() -> None:
    data = run_json("amanite", "solve", "-", "--json", stdin=GATHERING)
    assert data["to_act"] == "Ann"
    result = run("amanite", "solve", "-", stdin=b"\xff\xfe\x00")
    assert result.exit_code == 2 and "UTF-16" in result.stderr


def test_a_limit_has_its_exit_code(tmp_path: Path) -> None:
    tiles = ["tokens = { red = 1, blue = 1, green = 1, yellow = 1, purple = 1, brown = 1 }"] * 5
    path = written(tmp_path, text(*tiles, players=("Ann", "Bo", "Cy", "Di"), known="{}"))
    result = run("amanite", "solve", path, "--json", "--time-limit", "0.3")
    assert result.exit_code == 3
    data = json.loads(result.stdout)
    assert (data["status"], data["stopped_by"]) == ("limit", "time limit")
    assert data["line"] == [] and len(data["moves"]) == 5
    for move in data["moves"]:
        assert move["values"] is None and move["best"] is False
        assert move["bounds"]["Di"]["win"] == [0, 1]
    out = run("amanite", "solve", path, "--time-limit", "0.3").stdout
    assert "Status: limit (time limit); 0 of 5 moves have exact values" in out


@pytest.mark.parametrize("end", ENDING)
def test_interrupted_work_shows_what_it_has(end: str, tmp_path: Path) -> None:
    tiles = ["tokens = { red = 1, blue = 1, green = 1, yellow = 1, purple = 1, brown = 1 }"] * 5
    path = written(tmp_path, text(*tiles, players=("Ann", "Bo", "Cy", "Di"), known="{}"))
    code, out, _ = ended_by(end, "final tables", "amanite", "solve", path, "--json")
    assert code == 130
    assert json.loads(out)["stopped_by"] == "interrupted"


# --- score, hints, show, new --------------------------------------------------------------------


def test_score(tmp_path: Path) -> None:
    path = written(tmp_path, FINISHED)
    data = run_json("amanite", "score", path, "--json")
    assert data["format"] == "amanite-score/1"
    ann, bo = data["players"]["Ann"], data["players"]["Bo"]
    assert (ann["vp"], ann["eliminated"]) == (14, False)
    assert sum(ann["terms"].values()) == 14
    assert ann["terms"] == {
        "Poison": 5, "Antidote": 0, "-1": 0, "1": 0, "2": 0, "3": 6, "Pig": 3
    }  # fmt: skip
    assert (bo["vp"], bo["eliminated"], bo["terms"]) == (None, True, {})
    assert data["winners"] == ["Ann"]
    out = run("amanite", "score", path).stdout
    assert "Bo is eliminated: 2 Poison against 0 Antidote." in out
    assert out.rstrip().endswith("Ann wins.")


def test_score_wants_a_finished_table_and_all_attributes(file: str, tmp_path: Path) -> None:
    path = written(tmp_path, GATHERING.replace(KNOWN, '{ red = "Poison" }'))
    result = run("amanite", "score", path)
    assert result.exit_code == 2
    assert "the table is not finished: Ann takes a pile of tile 1" in result.stderr
    assert "of every colour that a player holds; it is missing for blue, green" in result.stderr


def test_shared_victory_and_none(tmp_path: Path) -> None:
    equal = text(known=KNOWN, tokens="Ann = { brown = 1 }\nBo = { brown = 1 }")
    assert "Ann and Bo share" in run("amanite", "score", written(tmp_path, equal)).stdout
    out = text(known=KNOWN, tokens="Ann = { red = 1 }\nBo = { red = 1 }")
    path = written(tmp_path, out)
    assert "nobody wins" in run("amanite", "score", path).stdout
    assert run_json("amanite", "score", path, "--json")["winners"] == []


def test_hints(tmp_path: Path) -> None:
    path = written(tmp_path, GATHERING.replace(KNOWN, "{}") + HINTS)
    data = run_json("amanite", "hints", path, "--json")
    assert (data["format"], data["as"], data["worlds"]) == ("amanite-hints/1", "Ann", 36)
    assert data["probabilities"]["red"]["Poison"] == pytest.approx(1 / 3)
    assert data["probabilities"]["brown"]["Poison"] == 0
    out = run("amanite", "hints", path).stdout
    assert "36 assignments" in out and "1/3" in out


def test_contradicting_hints(tmp_path: Path) -> None:
    wrong = HINTS.replace('"1"]', '"2"]')
    path = written(tmp_path, GATHERING + wrong)
    result = run("amanite", "hints", path)
    assert result.exit_code == 2
    assert "the hints of Ann contradict each other or attribute_of" in result.stderr


def test_show(tmp_path: Path) -> None:
    path = written(tmp_path, GATHERING.replace(KNOWN, '{ red = "Poison" }') + HINTS)
    out = run("amanite", "show", path).stdout
    assert "Tile 1: red red blue green green pig  (left Ann, right Bo)" in out
    assert "piles: red red | blue green green pig" in out
    assert "Known to all: red = Poison" in out
    assert "start card red blue green; hints Poison, Antidote, 1 (12 possible assignments)" in out
    assert "Bo: no hints given here (120 possible assignments)" in out
    assert out.rstrip().endswith("Ann takes a pile of tile 1.")


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_new(tmp_path: Path, players: str) -> None:
    path = tmp_path / "new.toml"
    assert run("amanite", "new", str(path), "--players", players).exit_code == 0
    assert len(parse_position(path.read_text(encoding="utf-8")).position.players) == int(players)
    again = run("amanite", "new", str(path))
    assert again.exit_code == 2 and "--force replaces it" in again.stderr
    assert run("amanite", "new", str(path), "--force").exit_code == 0
    assert run("amanite", "new", "--players", players).stdout.startswith("# Amanite")


# --- play -------------------------------------------------------------------------------------


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path / "saves"))


@pytest.mark.usefixtures("saves")
def test_play(file: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved.toml"
    lines = [
        "help", "", "undo", "pile green", "pile red red", "log", f"save {saved}", "moves",
        "solve", "undo", "redo", "feed blue", "undo 9", "redo 2", "undo x", "save", "quit",
    ]  # fmt: skip
    result = run("amanite", "play", file, stdin="\n".join([*lines, "never read"]))
    assert result.exit_code == 0
    out = result.stdout
    assert "? there is nothing to undo" in out
    assert '? "pile green" is not legal here' in out
    assert "  Ann pile red red" in out
    assert "Bo has to feed 1 pig." in out
    assert "Status: proven" in out
    assert "? give one number" in out
    assert "? save needs a file name" in out
    assert "never read" not in out
    kept = parse_position(saved.read_text(encoding="utf-8")).position
    assert kept.feed == (0, 1)
    assert saved.read_text(encoding="utf-8").startswith(format_position(kept))  # then the digest


def test_play_ends_with_the_input(file: str) -> None:
    assert run("amanite", "play", file, stdin="pile red red").exit_code == 0
    assert run("amanite", "play", "-", stdin="").exit_code == 2


def test_help_is_instant_and_needs_no_kernels() -> None:
    script = (
        "import sys\nfrom bolets_solver.cli import cli\n"
        "for words in (['amanite', '--help'], ['amanite', 'solve', '--help']):\n"
        "    try:\n        cli(words)\n    except SystemExit as end:\n        assert not end.code\n"
        "assert not {'numpy', 'numba', 'ortools', 'networkx'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "solve" in done.stdout


def test_output_survives_a_poor_console(file: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "bolets_solver", "amanite", "show", file]
    done = subprocess.run(command, capture_output=True, env=environment)
    assert done.returncode == 0
    assert done.stdout.decode("ascii")


def test_answers_do_not_depend_on_the_hash_seed(file: str) -> None:
    outputs = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "bolets_solver", "amanite", "solve", file]
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        outputs.add(done.stdout)
    assert len(outputs) == 1 and "proven" in outputs.pop()
