"""``bolets boldest`` as a person or a script uses it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from bolets_solver.boldest.files.writer import format_position
from bolets_solver.boldest.game.random_days import random_day
from tests.boldest.making import small_position, written
from tests.cli.running import ENDING, command, ended_by, run, run_json, run_process

PLANS = {"Ann": ["W W", "T", ""], "Bo": ["T(saw)", "W P", "H"], "Cy": ["", "W", "W W"]}
FOREST = "M4* A8!saw I:saw\nM5  M3*    A2*"


@pytest.fixture
def day(tmp_path) -> str:
    path = tmp_path / "day.toml"
    hands = {"Ann": "W W T H P", "Bo": "T(saw) W P H C", "Cy": "W W C W"}
    path.write_text(format_position(written(FOREST, "Bo Cy Ann", PLANS, hands)), encoding="utf-8")
    return str(path)


@pytest.fixture
def duel(tmp_path) -> str:
    path = tmp_path / "duel.toml"
    path.write_text(format_position(small_position(2, players=2, heroes=6)), encoding="utf-8")
    return str(path)


def test_resolve(day: str) -> None:
    found = run_json("boldest", "solve", day, "--mode", "resolve", "--json")
    assert found["format"] == "boldest-analysis/1"
    assert (found["mode"], found["status"], found["objective"]) == ("resolve", "proven", "win")
    assert (found["to_act"], found["class"], found["expedition"]) == ("Ann", "W", 1)
    assert {move["move"] for move in found["moves"]} == {"c1r1", "c2r1"}
    assert found["moves"][0]["best"] is True
    assert set(found["moves"][0]["values"]) == {"Ann", "Bo", "Cy"}
    assert set(found["moves"][0]["values"]["Ann"]) == {"win", "margin", "experience"}
    assert found["line"][0] == f"Ann W {found['moves'][0]['move']}"
    assert found["rules"]["flag_second"] == "stays"
    text = run("boldest", "solve", day).stdout
    assert "Ann's Warriors (strength 2, led by W) act." in text
    assert text.strip().endswith("nodes)") and "proven" in text


def test_objectives_and_paranoia(day: str) -> None:
    for extra in (["--objective", "margin"], ["--paranoid"], ["--paranoid", "--as", "Cy"]):
        found = run_json("boldest", "solve", day, "--json", *extra)
        assert found["status"] == "proven"
    assert found["paranoid"] == "Cy"


def test_plan(day: str) -> None:
    found = run_json("boldest", "solve", day, "--mode", "plan", "--as", "Ann", "--json")
    assert (found["mode"], found["status"], found["as"]) == ("plan", "proven", "Ann")
    assert found["weighed"] + found["ruled_out"] == found["told_apart"]
    assert "turned up" in found["information"]
    best = found["plans"][0]
    assert best["best"] and len(best["plan"]) == 3
    assert found["plans"] == sorted(
        found["plans"],
        key=lambda p: (-p["values"]["Ann"]["win"], -p["values"]["Ann"]["margin"]),
    )
    text = run("boldest", "solve", day, "--mode", "plan", "--as", "Ann", "--top", "3").stdout
    assert "Plans for Ann" in text and "space 1" in text


def test_equilibrium_of_two(duel: str) -> None:
    arguments = ("boldest", "solve", duel, "--mode", "equilibrium", "--objective", "margin")
    found = run_json(*arguments, "--json")
    assert found["status"] == "proven"
    for name in ("Ann", "Bo"):
        assert sum(each["probability"] for each in found["strategies"][name]) == pytest.approx(1)
        assert abs(found["regret"][name]) <= 1e-6
    assert found["value"] == found["values"]["Ann"] == pytest.approx(-found["values"]["Bo"])
    assert run_json(*arguments, "--as", "Bo", "--json")["value"] == found["values"]["Bo"]
    assert "value for Ann" in run(*arguments).stdout


def test_the_strategies_can_be_fed_back_as_weighted_plans(duel: str, tmp_path) -> None:
    found = run_json("boldest", "solve", duel, "--mode", "equilibrium", "--json")
    lists = ", ".join(
        f"{{ weight = {each['probability']!r}, plan = {json.dumps(each['plan'])} }}"
        for each in found["strategies"]["Bo"]
    )
    text = format_position(small_position(2, players=2, heroes=6))
    text = text[: text.index("[plans]")] + text[text.index("[rules]") :]
    path = tmp_path / "fed.toml"
    path.write_text(text + f"[plans]\nBo = [{lists}]\n", encoding="utf-8")
    answer = run_json("boldest", "solve", str(path), "--mode", "plan", "--as", "Ann", "--json")
    assert answer["plans"][0]["values"]["Ann"]["win"] == pytest.approx(found["value"], abs=1e-6)


def test_regrets_of_three(day: str) -> None:
    found = run_json("boldest", "solve", day, "--mode", "equilibrium", "--json")
    assert found["status"] == "proven"
    assert set(found["regret"]) == {"Ann", "Bo", "Cy"}
    assert all(regret >= 0 for regret in found["regret"].values())
    assert "best answer" in run("boldest", "solve", day, "--mode", "equilibrium").stdout


def test_score(tmp_path) -> None:
    path = tmp_path / "end.toml"
    more = "expedition = 3\nexperience = { A = 30, B = 32 }"
    end = written("M1", "B A", items={"A": ["arc", "saw"]}, more=more)
    path.write_text(format_position(end), encoding="utf-8")
    found = run_json("boldest", "score", str(path), "--json")
    assert found["format"] == "boldest-score/1"
    assert found["players"]["A"]["experience"] == 32
    assert found["ranking"] == ["B", "A"]
    assert "warnings" not in found
    assert "flag is closest" in run("boldest", "score", str(path)).stdout


def test_score_before_the_end_warns(day: str) -> None:
    assert "not over" in run_json("boldest", "score", day, "--json")["warnings"][0]
    assert "not over" in run("boldest", "score", day).stderr


def test_show(day: str) -> None:
    text = run("boldest", "show", day).stdout
    lines = text.splitlines()
    assert lines[0].split() == ["c1", "c2", "c3"]
    assert lines[1].split() == ["r2", "M4*", "A8!saw", "I:saw"]
    assert lines[3].split() == ["r1", "M5", "M3*", "A2*"]
    assert lines[4].split() == ["W", "W", "H", "T", "H"]
    assert text.isascii()
    assert "!saw: nobody owns one" in text
    assert "plan: T(saw) | W P | H" in text


def test_new(tmp_path) -> None:
    path = tmp_path / "new.toml"
    assert run("boldest", "new", str(path), "--players", "2").exit_code == 0
    assert run("boldest", "solve", str(path)).exit_code == 0
    again = run("boldest", "new", str(path))
    assert again.exit_code == 2 and "--force" in again.stderr
    assert run("boldest", "new", str(path), "--force", "--seed", "7").exit_code == 0
    seeded = run("boldest", "new", "--seed", "7").stdout
    assert (
        path.read_text(encoding="utf-8")
        == seeded
        == format_position(random_day(3, 7, with_plans=True))
    )


def test_standard_input(day: str) -> None:
    found = run_json("boldest", "solve", "-", "--json", stdin=Path(day).read_bytes())
    assert found["status"] == "proven"


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path / "saves"))


@pytest.mark.usefixtures("saves")
def test_play(day: str, tmp_path) -> None:
    saved = tmp_path / "saved.toml"
    typed = "help moves c2r1 undo redo nonsense solve SAVE log show undo~9 undo undo~x quit"
    typed = typed.replace(" ", "\n").replace("~", " ").replace("SAVE", f"save {saved}") + "\n"
    result = run("boldest", "play", day, stdin=typed)
    assert result.exit_code == 0
    assert "? 'nonsense' is not legal now" in result.stdout
    assert "? there is nothing to undo" in result.stdout
    assert "? give one number" in result.stdout
    assert "Best play:" in result.stdout
    assert run("boldest", "solve", str(saved)).exit_code == 0
    end = run("boldest", "play", day, stdin="1\n" * 20)
    assert "The Day is over." in end.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "none.toml"], "there is no such file"),
        (["solve", "DAY", "--as", "Di"], 'the player "Di" is unknown; there are Ann, Bo, Cy'),
        (["solve", "DAY", "--mode", "plan"], "choose the planning player with --as NAME"),
        (["solve", "DAY", "--rules", "x=y", "--rules", "flag_second"], 'the switch "x" is unknown'),
        (["play", "-"], "play needs a file"),
    ],
)
def test_bad_input(day: str, arguments: list[str], message: str) -> None:
    result = run("boldest", *[day if word == "DAY" else word for word in arguments])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_unknown_plans_are_named(tmp_path) -> None:
    path = tmp_path / "day.toml"
    day = written("M1", "A B C", {"A": ["?", "W", ""]})
    path.write_text(format_position(day), encoding="utf-8")
    result = run("boldest", "solve", str(path))
    assert result.exit_code == 2
    assert "A's space 1 is still face down" in result.stderr
    assert "no plan is given for B" in result.stderr and "for C" in result.stderr


def test_a_limit_prints_what_is_known(tmp_path) -> None:
    path = tmp_path / "big.toml"
    path.write_text(format_position(random_day(5, 7, with_plans=True)), encoding="utf-8")
    for mode in ("resolve", "plan"):
        words = ("boldest", "solve", str(path), "--mode", mode, "--as", "Ann", "--json")
        result = run(*words, "--time-limit", "0.1")
        assert result.exit_code == 3
        found = json.loads(result.stdout)
        assert found["status"] == "limit"
    result = run("boldest", "solve", str(path), "--json", "--time-limit", "0.1")
    for move in json.loads(result.stdout)["moves"]:
        assert move["values"] is not None or set(move["bounds"]) == {"Ann", "Bo", "Cy", "Di", "Ed"}


@pytest.mark.parametrize("end", ENDING)
def test_interrupted_work_shows_what_it_has(end: str, tmp_path: Path) -> None:
    path = tmp_path / "day.toml"
    path.write_text(format_position(random_day(5, 3, with_plans=True)), encoding="utf-8")
    words = ("boldest", "solve", str(path), "--mode", "plan", "--as", "Ann", "--json")
    code, out, err = ended_by(end, "plan: ", *words)
    assert code == 130
    assert json.loads(out)["status"] == "limit"
    assert "Traceback" not in err


def test_an_equilibrium_that_was_not_found_says_so(duel: str) -> None:
    result = run("boldest", "solve", duel, "--mode", "equilibrium", "--time-limit", "0.000001")
    assert result.exit_code == 3
    assert result.stdout.count("nothing was found before the limit") == 2
    assert result.stdout.strip().splitlines()[-1].startswith("limit")


def test_a_small_memory_limit_is_lived_with(tmp_path) -> None:
    """The memory of ends takes no more than what is left beside the program itself."""
    path = tmp_path / "big.toml"
    path.write_text(format_position(random_day(4, 3, with_plans=True)), encoding="utf-8")
    done = run_process("boldest", "solve", str(path), "--json", "--memory-limit", "300")
    assert done.returncode == 0
    assert json.loads(done.stdout)["status"] == "proven"


def test_the_same_answer_whatever_the_hash_seed(duel: str) -> None:
    words = ("boldest", "solve", duel, "--mode", "equilibrium", "--json")
    answers = []
    for seed in ("1", "2"):
        done = run_process(*words, PYTHONHASHSEED=seed)
        assert done.returncode == 0
        found = json.loads(done.stdout)
        del found["seconds"]
        answers.append(found)
    assert answers[0] == answers[1]


def test_without_the_compiler(day: str) -> None:
    done = run_process("boldest", "solve", day, "--json", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    plain = json.loads(done.stdout)
    found = run_json("boldest", "solve", day, "--json")
    for answer in (plain, found):
        del answer["seconds"]
    assert plain == found
    assert b"Warning" not in done.stderr


def test_a_narrow_console(day: str) -> None:
    done = subprocess.run(
        command("boldest", "show", day),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "cp1252"},
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert b"r1" in done.stdout


def test_a_day_that_is_over_is_told_so_whatever_is_asked(tmp_path: Path) -> None:
    """No plan and no hand is asked for: there is nothing that they could serve."""
    day = tmp_path / "over.toml"
    day.write_text(
        'format = "boldest-position/1"\nplayers = ["Ann", "Bo", "Cy"]\n'
        'flags = ["Bo", "Ann", "Cy"]\nexpedition = 4\nforest = "M4 . A2"\n'
        "[experience]\nAnn = 3\nCy = 5\n"
    )
    solved = run("boldest", "solve", str(day))
    assert solved.exit_code == 0
    assert solved.stdout.startswith(
        "The Day is over: nothing is left to decide.\nCy 5, Ann 3, Bo 0"
    )
    found = run_json("boldest", "solve", str(day), "--json")
    assert (found["status"], found["to_act"], found["moves"]) == ("proven", None, [])
    assert "The Day is over: nothing is left" in run("boldest", "show", str(day)).stdout
    for words in (["plan"], ["plan", "--as", "Ann"], ["equilibrium"]):
        result = run("boldest", "solve", str(day), "--mode", *words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("error: the Day is over, there is nothing to plan; bolets")
        assert result.stderr.count("error:") == 1
