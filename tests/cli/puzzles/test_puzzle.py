"""Every shipped puzzle is proven again: its target, its answer, and what it was chosen for."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.files.saved_games import digest
from bolets_solver.shipped import shipped_folder
from bolets_solver.study.games.companion_puzzles import _begun, find_companion_puzzle
from bolets_solver.study.games.puzzle import (
    KINDS,
    STARS,
    Puzzle,
    load_answer,
    load_puzzle,
    puzzle_folder,
    puzzle_names,
    puzzle_text,
)
from bolets_solver.study.games.puzzle_maker import Maker, look, plan, stars_of
from bolets_solver.study.games.session import begins_like
from bolets_solver.work.limits import Work
from tests.cli.running import run, run_json

NAMES = puzzle_names()
QUICK_CARDS = 4
"""Deals of more cards are proven in the slow job."""


def quick(name: str) -> bool:
    puzzle = load_puzzle(name)
    return len(puzzle.record.order) - 1 <= QUICK_CARDS and puzzle.kind != "placement"


def prove(puzzle: Puzzle) -> None:
    deal = puzzle.deal()
    maker = Maker(deal.deck, puzzle.record.deck, Work())
    if puzzle.kind == "placement":
        found = maker.only_placement(deal, puzzle.record)
    else:
        found = look(maker, puzzle.kind, deal, puzzle.to_lay)
    assert found is not None
    assert found.begun == puzzle.record
    assert found.solution.points == puzzle.target
    assert {"best": puzzle.target, **found.measured, "loss": found.loss} == puzzle.measured
    answer = load_answer(puzzle.name).record
    assert stars_of(answer, puzzle.record, found.loss) == puzzle.stars


@pytest.mark.parametrize("name", [name for name in NAMES if quick(name)])
def test_a_puzzle_is_what_it_says(name: str) -> None:
    prove(load_puzzle(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if not quick(name)])
def test_a_long_puzzle_is_what_it_says(name: str) -> None:
    prove(load_puzzle(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_solves_the_puzzle(name: str) -> None:
    puzzle, answer = load_puzzle(name), load_answer(name)
    verdict = replay(puzzle.deal(), answer.record, puzzle.rules)
    assert verdict.legal
    assert verdict.won
    assert verdict.points == puzzle.target
    assert answer.record.order == puzzle.record.order
    assert answer.record.rules == puzzle.rules
    assert not answer.differences(verdict)
    assert begins_like(answer.record, puzzle.record)
    assert puzzle_text(puzzle).count("\n") < 30


def test_there_are_enough_of_every_kind() -> None:
    kinds = [load_puzzle(name).kind for name in NAMES]
    assert len(kinds) >= 24
    assert len(kinds) == len(list(plan()))
    for kind in KINDS:
        assert kinds.count(kind) >= 4
    assert len({load_puzzle(name).record.order for name in NAMES}) == len(NAMES)
    assert {load_puzzle(name).stars for name in NAMES} >= {1, 2, 3, 4, 5}


def test_the_commands() -> None:
    listed = run("puzzle", "list").stdout
    assert all(name in listed for name in NAMES)
    assert len(run_json("puzzle", "list", "--json")["puzzles"]) == len(NAMES)
    name = NAMES[0]
    shown = run("puzzle", "show", name).stdout
    answer = load_answer(name).record
    assert str(load_puzzle(name).target) in shown
    assert str(answer.turns[-1]) not in shown
    assert run("puzzle", "solve", name).stdout.startswith(answer.format()[:40])
    assert run("puzzle", "solve", name, "--hint", "1").stdout.count("\n") == 1
    assert "(knowing the whole order)" in run("puzzle", "solve", name, "--hint", "1").stdout
    knowledge = run_json("puzzle", "solve", name, "--hint", "1", "--json")["knowledge"]
    assert knowledge["order"] == "known"
    assert "so far: " in shown and "lives, crow marker " in shown
    assert run("puzzle", "show", "nothing").exit_code == 2


def test_answers_are_checked() -> None:
    name = NAMES[0]
    answer, puzzle = load_answer(name).record, load_puzzle(name)
    good = run_json("puzzle", "check", name, "-", "--json", stdin=answer.format())
    assert (good["solved"], good["reason"]) == (True, None)
    begun = run("puzzle", "check", name, "-", stdin=puzzle.record.format())
    assert (begun.exit_code, begun.stdout) == (1, "not solved: the game is not finished\n")
    other = load_answer(next(n for n in NAMES if load_puzzle(n).record.order != answer.order))
    wrong = run("puzzle", "check", name, "-", stdin=other.record.format())
    assert (wrong.exit_code, wrong.stdout) == (1, "not solved: it is a game of another order\n")


def test_every_answer_that_a_command_prints_is_read(tmp_path: Path) -> None:
    name = next(n for n in NAMES if not load_puzzle(n).record.turns)
    begun = tmp_path / "begun.bolets"
    begun.write_text(load_puzzle(name).record.format(), encoding="utf-8")
    answers = [
        run("solve", "--from", str(begun), "--json").stdout,
        run("puzzle", "solve", name, "--json").stdout,
        json.dumps(json.loads(run("puzzle", "solve", name, "--json").stdout), indent=2),
    ]
    for number, answer in enumerate(answers):
        assert run_json("puzzle", "check", name, "-", "--json", stdin=answer)["solved"] is True
        file = tmp_path / f"{number}.json"
        file.write_text(answer, encoding="utf-8")
        assert run("puzzle", "check", name, str(file)).exit_code == 0
        assert run("check", str(file)).exit_code == 0
    claim = answers[1].replace('"points": ', '"points": 1')
    assert run("check", "-", stdin=claim).exit_code == 1
    refused = run("puzzle", "check", name, "-", stdin='{"format": "bolets-verdict/1"}')
    assert (refused.exit_code, refused.stdout) == (2, "")


def test_a_puzzle_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path))
    name = next(n for n in NAMES if not load_puzzle(n).record.turns)
    answer = load_answer(name).record
    lines = [str(answer.entrance), *map(str, answer.turns), ""]
    result = run("puzzle", "play", name, stdin="\n".join(lines) + "\n")
    assert result.exit_code == 0
    assert result.stdout.rstrip().endswith("solved")
    assert "not solved" not in result.stdout


def test_the_beginning_of_a_puzzle_cannot_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path))
    name = next(n for n in NAMES if load_puzzle(n).record.turns)
    begun, answer = load_puzzle(name).record, load_answer(name).record
    rest = [str(turn) for turn in answer.turns[len(begun.turns) :]]
    lines = ["undo 999", rest[0], "undo 999", "quit"]
    result = run("puzzle", "play", name, stdin="\n".join(lines) + "\n")
    assert "nothing of your own to undo" in result.stdout
    assert Record.parse(next(tmp_path.glob("*.bolets")).read_text()).turns == begun.turns
    again = run("puzzle", "play", name, stdin="\n".join(["redo 99", *rest[1:], ""]) + "\n")
    assert "resuming the saved game" in again.stderr
    assert again.stdout.rstrip().endswith("\nsolved")


def test_a_kept_game_of_another_edition_of_a_puzzle_is_put_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path))
    one, other = [load_puzzle(n).record for n in NAMES if load_puzzle(n).record.turns][:2]
    name = next(n for n in NAMES if load_puzzle(n).record == one)
    shorter = replace(one, turns=one.turns[:-1])
    for text in (
        other.format(),
        shorter.format(),
        one.format().replace("entrance: ", "entrance: 9"),
    ):
        (tmp_path / f"puzzle-{name}.bolets").write_text(text)
        result = run("puzzle", "play", name, stdin="legal\nquit\n")
        assert result.exit_code == 0
        assert "is now" in result.stderr
    kept = {path.read_text() for path in (tmp_path / "more").iterdir()}
    assert {other.format(), shorter.format()} < kept


def test_the_readme_shows_kinds_and_stars() -> None:
    text = " ".join((puzzle_folder() / "README.md").read_text(encoding="utf-8").split())
    for kind, words in KINDS.items():
        assert f"| `{kind}` | {words} |" in text
    assert "; ".join(STARS) in text


def test_solved_puzzles_are_marked(tmp_path, monkeypatch) -> None:
    """A finished game that is kept counts if it solves the puzzle, and only then."""
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path))
    folder = tmp_path / "finished"
    folder.mkdir()
    one = load_puzzle(NAMES[0])
    answer = load_answer(one.name).record

    def marked() -> list[str]:
        listed = run_json("puzzle", "list", "--json")["puzzles"]
        return [puzzle["name"] for puzzle in listed if puzzle["solved"]]

    assert marked() == []
    kept = folder / f"puzzle-{one.name}-1.bolets"
    kept.write_text(one.record.format(), encoding="utf-8")
    assert marked() == []  # it was only begun
    kept.write_text("whatever", encoding="utf-8")
    assert marked() == []
    (folder / f"puzzle-{one.name}-2.bolets").write_text(answer.format(), encoding="utf-8")
    assert marked() == [one.name]
    rows = [line for line in run("puzzle", "list").stdout.split("\n") if "(solved)" in line]
    assert len(rows) == 1 and rows[0].startswith(one.name)


def test_puzzles_of_the_companions_are_listed_and_shown() -> None:
    found = {one["name"]: one for one in run_json("puzzle", "list", "--json")["companions"]}
    for game in ("amanite", "boldest"):
        files = sorted((shipped_folder("puzzles") / game).glob("*.toml"))
        assert [path.stem for path in files] == [
            name for name, one in found.items() if one["game"] == game
        ]
    one = found["a-pig-alone"]
    assert (one["title"], one["stars"], one["solved"]) == ("A pig alone", 3, False)
    assert one["question"].endswith("Which?") and "bolets" not in one["question"]
    shown = run("puzzle", "show", "a-pig-alone").stdout
    assert one["question"] in shown and "Tile 1: " in shown and "bolets amanite play " in shown
    shown = run("puzzle", "show", "Hunters-1").stdout
    assert found["hunters-1"]["question"] in shown and "bolets boldest play " in shown


@pytest.mark.parametrize("name", ["pig-in-the-dark", "hunters-1"])
def test_a_companions_puzzle_is_solved_by_its_best_move(name, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path))
    one = find_companion_puzzle(name)
    assert one is not None and one.best and not one.is_solved()
    text = _begun(one)[1]
    folder = tmp_path / "finished"
    folder.mkdir()
    other = folder / f"{one.game}-{digest(text)}-1.toml"
    other.write_text("# made: place 1\n# made: c1r1\n", encoding="utf-8")
    assert not one.is_solved()
    (folder / f"{one.game}-{digest('another')}-1.toml").write_text(
        f"# made: {one.best[0]}\n", encoding="utf-8"
    )
    assert not one.is_solved()
    other.write_text(f"{text}# made: {one.best[0]}\n", encoding="utf-8")
    assert one.is_solved()
    other.write_text("# made: c9r9\n", encoding="utf-8")
    assert not one.is_solved()


def test_a_game_better_than_the_file_says_is_possible(tmp_path: Path) -> None:
    shipped = (puzzle_folder() / "door-1.toml").read_text(encoding="utf-8")
    file = tmp_path / "low.toml"
    file.write_text(shipped.replace("target = 10", "target = 8"), encoding="utf-8")
    answer = str(puzzle_folder() / "answers" / "door-1.json")
    result = run("puzzle", "check", str(file), answer)
    assert (result.exit_code, result.stdout) == (0, "solved: 10 points\n")
    assert "this game scores 10, so the file is wrong" in result.stderr
    assert run("puzzle", "check", "door-1", answer).stderr == ""
