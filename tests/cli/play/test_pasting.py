"""A record pasted into ``bolets play``: accepted as a whole or not at all; the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.cli.play.screen import CLEAR, Screen, width_of
from bolets_solver.cli.play.table import Table
from bolets_solver.draw.map.text import map_text, map_window
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.study.games.session import Session
from tests.cli.running import run

ORDER = ("1A", "2B", "3A")


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLETS_SAVES", str(tmp_path / "saves"))


@pytest.fixture(scope="module")
def won() -> Record:
    return Record.parse(run("solve", *ORDER, "--deck", "mini", "-o", "-").stdout)


def play(*arguments: str, text: str) -> Result:
    return run("play", *arguments, "--deck", "mini", "--no-optimum", stdin=text)


def test_a_whole_record_is_taken(won: Record) -> None:
    result = play(*ORDER, text=f"{won.format()}\n")
    assert "won: the cottage is reached" in result.stdout
    assert "\n? " not in result.stdout


def test_an_entrance_line_is_understood(won: Record) -> None:
    for line in (
        f"entrance: {won.entrance}",
        f"entrance {won.entrance}",
        f"Entrance  {won.entrance} #",
    ):
        result = play(*ORDER, "--new", text=f"{line}\nquit\n")
        assert "how do you place 2B on 1A?" in result.stdout
        assert "\n? " not in result.stdout
    assert "type the number of a door, 1 to 4" in play(*ORDER, "--new", text="entrance 9\n").stdout


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("deck: mini\n", ""), "it is of the deck pinewood, not of mini"),
        (("order: 1A 2B 3A C", "order: 1A 3A 2B C"), "it is a game of another order"),
        (("entrance:", "rules: crow_loss=once\nentrance:"), "it is played under other rules"),
        (("C r", "C r0 @90,90: >N\nC r"), "a line of it is not legal"),
    ],
)
def test_a_record_is_never_played_in_part(change: tuple[str, str], said: str, won: Record) -> None:
    text = won.format().replace(*change)
    result = play(*ORDER, text=f"{text}record\nquit\n")
    assert f"the pasted record is not accepted: {said}" in result.stdout
    assert result.stdout.count("is not accepted") == 1
    shown = result.stdout.rpartition("> record")[2]
    assert "entrance:" not in shown


@pytest.mark.parametrize("written", ["", "difficulty: regular\n", "rules: crow_loss=each\n"])
def test_a_record_of_a_regular_game_is_not_taken_into_a_difficult_one(
    written: str, won: Record
) -> None:
    """A record that names no difficulty is one of a regular game."""
    text = won.format().replace("entrance:", f"{written}entrance:")
    result = play(*ORDER, "--difficulty", "difficult", text=f"{text}record\nquit\n")
    said = "it is played under other rules (difficulty=regular, here difficult)"
    assert f"the pasted record is not accepted: {said}" in result.stdout
    assert "entrance:" not in result.stdout.rpartition("> record")[2]
    same = won.format().replace("entrance:", f"{written}difficulty: regular\nentrance:")
    if "difficulty" not in written:
        assert "won: " in play(*ORDER, "--new", text=f"{same}\n").stdout


def test_lines_of_a_record_without_its_head_are_taken(won: Record) -> None:
    """Nothing is known of the rules of what is no whole record."""
    _, _, lines = won.format().partition("entrance:")
    result = play(*ORDER, "--rules", "crow_loss=stood", text=f"entrance:{lines}\n")
    assert "is not accepted" not in result.stdout
    assert "won: the cottage is reached" in result.stdout


def test_a_record_pasted_into_a_game_begun_is_not_taken(won: Record) -> None:
    text = f"{won.entrance}\n{won.format()}record\nquit\n"
    result = play(*ORDER, text=text)
    assert "not accepted: the game has begun already" in result.stdout
    assert f"entrance: {won.entrance}" in result.stdout.rpartition("> record")[2]


def test_a_record_is_taken_where_the_cards_are_reported(won: Record) -> None:
    result = play(text=f"{won.format()}\n")
    assert "won: the cottage is reached" in result.stdout


def test_lines_that_come_together_are_taken_one_by_one(won: Record) -> None:
    """As a terminal hands them over that brackets what is pasted."""
    shown: list[str] = []
    deal = random_deal(load_deck("mini"), 1)
    record = Record.parse(run("solve", *deal.order, "--deck", "mini", "-o", "-").stdout)
    table = Table(Session(deal, Rules(), "mini"), shown.append, str, str)
    table.take(record.format())
    assert table.moment.verdict.won


def test_a_screen_shows_the_card_beside_the_map() -> None:
    shown: list[str] = []
    deal = random_deal(load_deck("pinewood"), 1)
    screen = Screen(80, 24, True)
    table = Table(Session(deal, Rules(), "pinewood"), shown.append, str, str, screen=screen)
    table.take("1")
    (text,) = shown
    lines = text.removeprefix(CLEAR).split("\n")
    assert text.startswith(CLEAR)
    assert len(lines) <= 24
    assert max(map(width_of, lines)) <= 80 or "list" in text
    assert any(f"{deal.order[1]} r0" in line and "0   1" in line for line in lines)


def test_a_map_scrolls_around_its_last_card() -> None:
    deck = load_deck("pinewood")
    board = Board()
    for number, name in enumerate(("1A", "2A", "3A", "4A")):
        board.place(deck.faces[name], Placement(0, 30 * number, 12 * number))
    window = map_window(board, 50, 20)
    lines = window.split("\n")
    assert max(map(len, lines)) <= 50
    assert len(lines) <= 20
    assert "4A" in window
    assert "1A" not in window
    assert "90" in lines[0]
    assert map_window(board, 10_000, 10_000) == map_text(board)


def test_a_record_of_another_deck_is_not_taken(won: Record) -> None:
    text = won.format().replace("deck: mini", "deck: pinewood")
    result = play(*ORDER, text=f"{text}record\n")
    answer = "the pasted record is not accepted: it is of the deck pinewood, not of mini"
    assert answer in result.stdout
    assert f"entrance: {won.entrance}" not in result.stdout.partition("> record")[2]
    for same in ("./card_data/mini.toml", "C:\\decks\\Mini.toml", "MINI"):
        text = won.format().replace("deck: mini", f"deck: {same}")
        assert "won: the cottage is reached" in play(*ORDER, "--new", text=f"{text}\n").stdout


def test_a_record_that_is_pasted_twice_stays_taken(won: Record) -> None:
    result = play(*ORDER, text=f"{won.format()}{won.format()}record\n")
    assert "the pasted record is not accepted: the game has begun already" in result.stdout
    for turn in won.turns:
        assert str(turn.placement) in result.stdout.partition("> record")[2]


def test_a_letter_that_cannot_be_seen_is_named() -> None:
    result = play("1A", "2B", text="4\nr90 @3,-2\u200b\n")
    assert "it contains U+200B ZERO WIDTH SPACE, which is invisible" in result.stdout
