"""``bolets play`` with an unknown order: cards typed or dealt, hints without hidden cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.study.decks.generate import random_deal
from tests.cli.running import run


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


def play(*arguments: str, lines: list[str]) -> Result:
    return run("play", "--deck", "mini", *arguments, stdin="".join(f"{line}\n" for line in lines))


def solved(seed: int) -> Record:
    order = random_deal(load_deck("mini"), seed).order
    return Record.parse(run("solve", *order, "--deck", "mini", "-o", "-").stdout)


def moves(record: Record, ahead: int) -> list[str]:
    """What is typed: the entrance and the turns, each after the cards that are seen then."""
    order = record.order[:-1]
    lines = [*order[: ahead + 1], str(record.entrance)]
    for number, turn in enumerate(record.turns, start=1):
        lines.append(str(turn))
        lines += order[ahead + number : ahead + number + 1]
    return lines


def test_cards_are_reported_as_they_are_turned_up(tmp_path: Path) -> None:
    record = solved(3)
    file = tmp_path / "game.bolets"
    result = play("-o", str(file), lines=[*moves(record, 2), ""])
    assert result.exit_code == 0, result.stdout
    assert Record.parse(file.read_text()).order == record.order
    assert Record.parse(file.read_text()).turns == record.turns
    assert "(proven): yours" in result.stdout
    assert run("check", str(file), "--deck", "mini").exit_code == 0


def test_a_slip_is_taken_back_and_the_game_taken_up_again(saves: Path) -> None:
    first = play(lines=["1A", "2B", "3A", "undo", "3B", "quit"])
    assert "undone: card 3A" in first.stdout
    (file,) = saves.glob("*.bolets")
    assert Record.parse(file.read_text()).order[:3] == ("1A", "2B", "3B")
    again = play(lines=["undo 2", "redo", "quit"])
    assert "undone: card 3B, card 2B" in again.stdout
    assert "redone: card 2B" in again.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("9Z", "no face '9Z'"),
        ("1B", "card 1 occurs twice"),
        ("r0 @1,1", "which is the wall card?"),
        ("B2", "'B2' is not a face: which is the wall card?"),
    ],
)
def test_what_cannot_have_been_turned_up_is_reported(line: str, said: str) -> None:
    assert said in play(lines=["1A", line, "quit"]).stdout


def test_a_hidden_game_shows_only_what_a_player_sees() -> None:
    order = random_deal(load_deck("mini"), 7).order[:-1]
    lines = ["legal", "record", "hint", "1", "list", "quit"]
    result = play("--seed", "7", "--hidden", "--preview", "none", lines=lines)
    assert f"order: {' '.join(order[:2])} ? C" in result.stdout
    assert f"the wall card is {order[1]}" in result.stdout
    assert order[2] not in result.stdout
    seen = play("--seed", "7", "--hidden", "--new", lines=["quit"]).stdout
    assert f"on top of the stack: {order[2]}" in seen


def test_the_list_is_a_table() -> None:
    listed = play("--seed", "7", "--hidden", lines=["1", "list", "quit"]).stdout.split("\n")
    columns = {line.index(" to door ") for line in listed if " to door " in line}
    assert len(columns) == 1
    places = [line.split("  to door")[0] for line in listed if " to door " in line]
    assert len({len(place.split()[2]) for place in places}) > 1, "all placements are equally long"


def test_the_end_of_a_hidden_game_shows_the_order() -> None:
    record = solved(7)
    lines = [str(record.entrance), *map(str, record.turns), ""]
    result = play("--seed", "7", "--hidden", lines=lines)
    assert f"order: {' '.join(record.order)}" in result.stdout
    assert "(proven): yours" in result.stdout


def test_a_hint_says_what_it_knows() -> None:
    result = play("--seed", "7", "--hidden", "--preview", "none", lines=["hint 3", "quit"])
    order = random_deal(load_deck("mini"), 7).order
    assert f"known: {' '.join(order[:2])};" in result.stdout
    assert "hint: begin at door" in result.stdout


def test_hidden_goes_with_a_seed() -> None:
    result = run("play", "1A", "2B", "--hidden")
    assert result.exit_code == 2
    assert "--hidden needs --seed" in result.stderr


def test_a_game_that_broke_off_is_checked_but_not_solved(tmp_path: Path) -> None:
    record = solved(3)
    file = tmp_path / "game.bolets"
    play("-o", str(file), "--preview", "none", lines=[*moves(record, 1)[:3], "quit"])
    assert " ? C" in file.read_text()
    checked = run("check", str(file), "--deck", "mini")
    assert checked.exit_code in (0, 1)
    assert "?" not in checked.stderr
    explained = run("explain", str(file), "--deck", "mini")
    assert explained.exit_code == 2
    assert "game.bolets:3: the order is not known to its end" in explained.stderr
    again = run("play", "--from", str(file), stdin="undo\nquit\n")
    assert "undone: " in again.stdout


def test_cards_behind_unknown_ones_are_no_order(tmp_path: Path) -> None:
    file = tmp_path / "game.bolets"
    file.write_text("bolets-record/1\ndeck: mini\norder: 1A ? 2B C\n")
    result = run("check", str(file))
    assert result.exit_code == 2
    assert "'2B' follows an unknown card" in result.stderr
