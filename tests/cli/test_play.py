"""``bolets play`` from a pipe: doing, undoing, leaving and coming back, the end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import Result

from bolets_solver.bolets.deck import load_deck
from bolets_solver.bolets.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.study.generate import random_deal
from bolets_solver.study.session import Session, joined
from tests.cli.running import run
from tests.trace.playing import random_game


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


@pytest.fixture(scope="module")
def won() -> Record:
    return Record.parse(run("solve", "1A", "2B", "3A", "--deck", "mini", "-o", "-").stdout)


def play(*arguments: str, lines: list[str]) -> Result:
    return run("play", *arguments, stdin="".join(f"{line}\n" for line in lines))


def saved(folder: Path) -> Record:
    (file,) = folder.glob("*.bolets")
    return Record.parse(file.read_text())


def test_a_game_with_real_cards_is_written_down(won: Record, tmp_path: Path) -> None:
    file = tmp_path / "game.bolets"
    lines = [str(won.entrance), *map(str, won.turns), ""]
    result = play("1A", "2B", "3A", "--deck", "mini", "-o", str(file), lines=lines)
    assert result.exit_code == 0
    assert "tier 1 of 4" in result.stdout or "tier 2 of 4" in result.stdout
    assert "(proven): yours" in result.stdout
    assert Record.parse(file.read_text()) == joined(won)
    assert run("check", str(file)).exit_code == 0
    assert not list((tmp_path / "saves").glob("*.bolets"))


def test_steps_slides_and_bare_headings_are_the_same_game(won: Record, tmp_path: Path) -> None:
    lines = [str(won.entrance)]
    for turn in won.turns:
        lines.append(str(turn.placement))
        for token in turn.tokens:
            text = str(token)
            if text[0] in "NESW" and len(text) > 1:
                lines += [f"{text[0].lower()}1"] * int(text[1:])
            else:
                lines.append(text)
    file = tmp_path / "steps.bolets"
    play("1A", "2B", "3A", "--deck", "mini", "--no-optimum", "-o", str(file), lines=[*lines, ""])
    assert Record.parse(file.read_text()).turns == joined(won).turns


def test_a_game_is_taken_up_where_it_was_left_and_undone_further(won: Record, saves: Path) -> None:
    deal = ("1A", "2B", "3A", "--deck", "mini")
    lines = [str(won.entrance), *map(str, won.turns[:-1]), str(won.turns[-1].placement)]
    assert "the game is kept" in play(*deal, lines=lines).stdout
    kept = saved(saves)
    assert kept.turns[:-1] == won.turns[:-1]
    result = play(*deal, lines=["undo 999", "redo 999", "undo", "undo", "quit"])
    assert "taking up the game" in result.stderr
    assert saved(saves).turns == (
        *won.turns[:-2],
        saved(saves).turns[-1],
    )
    assert saved(saves).turns[-1].tokens == won.turns[-2].tokens[:-1]
    play(*deal, "--new", lines=["1"])
    assert saved(saves).turns == ()
    assert saved(saves).entrance == 1


def test_what_is_illegal_is_explained_and_changes_nothing(saves: Path) -> None:
    lines = ["2", "r0 @50,50", "S9", "r45 @1,1", "3A r0 @0,0", "77", "x", ">", "undo x", "save"]
    result = play("1A", "2B", "--deck", "pinewood", lines=lines)
    assert result.exit_code == 0
    assert "illegal (B-R9)" in result.stdout
    assert result.stdout.count("\n? ") == 8
    assert saved(saves).turns == ()


def test_hints_lead_to_the_optimum(won: Record) -> None:
    lines = ["hint", "hint 2", "hint 3", str(won.entrance), str(won.turns[0].placement), "hint 3"]
    result = play("1A", "2B", "3A", "--deck", "mini", lines=lines)
    hints = [line for line in result.stdout.splitlines() if line.startswith("hint:")]
    assert len(hints) == 4
    assert hints[0].startswith("hint: begin at door ")
    assert "make for door" in hints[0]
    assert " lay 2B r" in hints[1]
    assert " and trace " in hints[2]
    assert hints[3].startswith("hint: trace ")


def test_every_undo_and_redo_is_a_step_of_the_game() -> None:
    deck = load_deck("pinewood")
    for seed in range(12):
        deal = random_deal(deck, seed)
        record = random_game(deal, random.Random(seed))
        session = Session(deal, Rules(), "pinewood")
        assert session.take_up(record) is None
        states = [session.record]
        while session.undo() is not None:
            states.append(session.record)
        assert session.record.entrance is None
        for state in reversed(states[:-1]):
            assert session.redo() is not None
            assert session.record == state
        assert session.redo() is None


def test_a_game_that_cannot_be_read_is_put_aside(saves: Path) -> None:
    play("1A", "2B", lines=["2"])
    (file,) = saves.glob("*.bolets")
    file.write_bytes(b"\xff\xfe rubbish")
    result = play("1A", "2B", lines=["3"])
    assert "is put aside" in result.stderr
    assert saved(saves).entrance == 3
    assert [path.read_bytes() for path in saves.glob("*.unreadable")] == [b"\xff\xfe rubbish"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["1A", "--seed", "3"],
        ["99Z"],
        ["--from", "nowhere.bolets"],
        ["--from", "-"],
        ["B1-x-y-z"],
    ],
)
def test_what_cannot_be_played_is_told(arguments: list[str]) -> None:
    result = play(*arguments, lines=["1"])
    assert (result.exit_code, result.stdout) == (2, "")


def test_codes_and_records_are_played(won: Record, tmp_path: Path) -> None:
    code = run("code", "1A", "2B", "--entrance", "3").stdout.strip()
    assert "how does 2B lie" in play(code, lines=["quit"]).stdout
    file = tmp_path / "won.bolets"
    file.write_text(won.format())
    assert "won: the cottage is reached" in play("--from", str(file), lines=["quit"]).stdout
