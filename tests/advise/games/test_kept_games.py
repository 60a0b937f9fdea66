"""Hidden games are saved while they are played; each is checked when it is read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from bolets_solver.advise.games import player
from bolets_solver.advise.games.kept_games import KeptGames
from bolets_solver.advise.games.player import play_games
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Work

DECK = load_deck("mini")
RULES = Rules()


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of three games."""
    file = tmp_path_factory.mktemp("kept") / "games.txt"
    play_games(DECK, 3, Work(), keep=str(file))
    return file.read_text()


def test_a_measurement_goes_on_where_it_ended(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.txt"
    file.write_text(text)
    seeds = []
    draw = player.random_deal
    monkeypatch.setattr(player, "random_deal", lambda deck, n: (seeds.append(n), draw(deck, n))[1])
    gone_on = play_games(DECK, 5, Work(), keep=str(file))
    assert seeds == [3, 4]
    assert gone_on == play_games(DECK, 5, Work())
    assert KeptGames(file, DECK, RULES).points == dict(enumerate(gone_on.points))
    assert file.read_text().startswith(text)
    fewer = play_games(DECK, 2, Work(), keep=str(file))
    assert fewer.points == gone_on.points[:2]


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("player: 1", "player: 0", ".txt:1: does not hold hidden games of this deck and player"),
        ("deck: mini ", "deck: mini 0", ".txt:1: does not hold hidden games of this deck"),
        ("== 1 won", "== 0 won", "the order is not that of the deal of seed 0"),
        ("== 1 won", "== 1 gained", ".txt:{second}: is not a game's line"),
        ("== 1 won ", "== 1 won 1", ".txt:{second}: the record does not end as this line says"),
        ("\n\n== 0", "\nfine\n== 0", ".txt:4: stands before the first game's line"),
    ],
)
def test_what_is_kept_is_checked(text: str, tmp_path: Path, was: str, now: str, said: str) -> None:
    file = tmp_path / "games.txt"
    assert was in text
    file.write_text(text.replace(was, now, 1))
    with pytest.raises(InputError) as refused:
        KeptGames(file, DECK, RULES)
    second = text.split("\n").index(next(x for x in text.split("\n") if x.startswith("== 1"))) + 1
    assert said.format(second=second) in str(refused.value)


def test_a_broken_game_is_not_believed(text: str, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(text.rstrip("\n").rpartition("\n")[0])
    with pytest.raises(InputError, match="cut the game out"):
        KeptGames(file, DECK, RULES)
    file.write_text(text + text[text.index("== 2") :])
    with pytest.raises(InputError, match="occurs twice"):
        KeptGames(file, DECK, RULES)


def test_other_rules_are_other_games(text: str, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(text.replace("deck: mini\n", "deck: mini\ndifficulty: difficult\n"))
    with pytest.raises(InputError, match="other rules"):
        KeptGames(file, DECK, RULES)
