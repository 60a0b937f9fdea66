"""``bolets puzzle make``: puzzles from a deck, written, read again and solved."""

from __future__ import annotations

from pathlib import Path

import pytest

from bolets_solver.bolets.files.deck_library import find_deck
from bolets_solver.cli.puzzles.make import KINDS as OFFERED
from bolets_solver.study.games.puzzle import KINDS, find_puzzle, load_answer, load_puzzle
from bolets_solver.study.games.puzzle_maker import PuzzleRequest, plan
from tests.cli.running import run, run_json
from tests.documents.examples import working_in

DOOR = ("--kind", "door", "--cards", "2")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a deck of one's own, and a puzzle made from it."""
    folder = tmp_path_factory.mktemp("making")
    deck = folder / "own.toml"
    deck.write_bytes(find_deck("pinewood").read_bytes())
    result = run("puzzle", "make", str(folder / "mine"), "--deck", str(deck), *DOOR)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(str(folder / "mine" / "door-1.toml"))
    return folder / "mine"


def test_a_puzzle_is_the_shipped_one_where_the_deck_is_the_same(made: Path) -> None:
    shipped, own = load_puzzle("door-1"), find_puzzle(str(made / "door-1.toml"))
    assert own.record.order == shipped.record.order
    assert (own.kind, own.stars, own.measured) == (shipped.kind, shipped.stars, shipped.measured)
    assert "deck: ../own.toml" in (made / "door-1.toml").read_text(encoding="utf-8")
    assert load_answer(own.name, own.folder).record.turns == load_answer("door-1").record.turns


def test_its_file_is_shown_solved_checked_and_played(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOLETS_SAVES", str(made / "saves"))
    file = str(made / "door-1.toml")
    assert f"play it: bolets puzzle play {file}" in run("puzzle", "show", file).stdout
    answer = run_json("puzzle", "solve", file, "--json")
    assert answer["points"] == find_puzzle(file).target
    solved = run("puzzle", "solve", file).stdout.split("\n\n")[0]
    record = load_answer("door-1", made).record.format()
    assert solved.startswith(record[:20])
    assert run_json("puzzle", "check", file, "-", "--json", stdin=record)["solved"] is True
    assert run("puzzle", "play", file, stdin="quit\n").exit_code == 0
    assert not (made / "saves" / "puzzle-door-1.bolets").exists()  # that is the shipped one's


def test_no_puzzle_is_written_over(made: Path) -> None:
    before = (made / "door-1.toml").read_bytes()
    result = run("puzzle", "make", str(made), *DOOR)
    assert result.exit_code == 2
    assert "holds door-1.toml already" in result.stderr
    assert (made / "door-1.toml").read_bytes() == before


def test_a_limit_ends_the_work(tmp_path: Path) -> None:
    result = run("puzzle", "make", str(tmp_path), "--kind", "narrow", "--time-limit", "0.001")
    assert result.exit_code == 3
    assert "0 of 4 puzzles are made" in result.stderr
    assert list(tmp_path.glob("*.toml")) == []


def test_what_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    result = run("puzzle", "make", str(tmp_path / "file" / "more"), *DOOR)
    assert (result.exit_code, result.stderr.count("error:")) == (2, 1)
    assert "cannot be made" in result.stderr
    many = run("puzzle", "make", str(tmp_path / "new"), "--kind", "door", "--cards", "99")
    assert many.exit_code == 2
    assert "has 7 cards, not 99" in many.stderr


def test_the_plan() -> None:
    assert tuple(KINDS) == OFFERED
    assert plan("door", 3) == [PuzzleRequest("door", 3, 3)]
    assert plan("greedy", 2, count=2) == [PuzzleRequest("greedy", 2, 2)] * 2
    assert plan("placement", 3) == [PuzzleRequest("placement", 3, 1)]
    assert {one.kind for one in plan(cards=4)} == set(KINDS) - {"lean"}
    assert plan("lean") == [PuzzleRequest("lean", 7, 7)] * 4


def test_a_lean_deal_is_one_by_the_atlas(tmp_path: Path) -> None:
    """On the little deck, whose atlas is built in a moment."""
    with working_in(tmp_path):
        lean = ("puzzle", "make", "mine", "--deck", "mini", "--kind", "lean")
        without = run(*lean)
        assert (without.exit_code, "there is no atlas" in without.stderr) == (2, True)
        run("atlas", "build", "mini", "-o", "build", "--write", "card_data/mini.atlas")
        assert run(*lean).exit_code == 0
        for name in ("lean-1", "lean-2", "lean-3", "lean-4"):
            puzzle = find_puzzle(f"mine/{name}.toml")
            order = " ".join(puzzle.record.order)
            ranked = run_json("atlas", "rank", *order.split(), "--deck", "mini", "--json")
            assert (ranked["points"], ranked["less"]) == (puzzle.target, puzzle.measured["less"])
            assert puzzle.measured["less"] == 0
