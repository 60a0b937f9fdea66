"""Saving a game at the keyboard, line by line."""

from __future__ import annotations

import pytest

from bolets_solver.cli.shared.dialogue import GameSaver
from bolets_solver.files.saved_games import Save


@pytest.fixture
def lines() -> list[str]:
    return ["first"]


@pytest.fixture
def saver(lines: list[str]) -> GameSaver:
    return GameSaver(Save("a-game"), lambda: " ".join(lines), "record", "bolets play")


def test_what_was_not_played_is_not_called_saved(
    saver: GameSaver, capsys: pytest.CaptureFixture[str]
) -> None:
    saver.leave(new=False)
    assert capsys.readouterr().out == "nothing was played, so nothing is saved\n"
    assert not saver.save.path.exists()


def test_a_saved_game_that_somebody_removed_is_saved_again(
    saver: GameSaver, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines.append("second")
    saver.keep()
    saver.save.path.unlink()
    saver.leave(new=False)
    assert saver.save.path.read_text() == "first second"
    assert "the game is saved" in capsys.readouterr().out
