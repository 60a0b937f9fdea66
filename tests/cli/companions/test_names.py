"""The public names of both companions, and what both have in common."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

from bolets_solver import amanite, boldest

SHARED = {"Analysis", "Position", "Reading", "Rules", "Session", "format_position"}


@pytest.mark.parametrize("game", [amanite, boldest])
def test_every_public_name_is_there(game: ModuleType) -> None:
    assert dir(game) == sorted(game.__all__)
    for name in game.__all__:
        assert getattr(game, name) is not None
    with pytest.raises(AttributeError, match=rf"module '{game.__name__}' has no .*'nonsense'"):
        _ = game.nonsense


@pytest.mark.parametrize("game", ["amanite", "boldest"])
def test_no_room_hides_a_public_name(game: str) -> None:
    """A room is an attribute of its package as soon as a module of it is imported."""
    code = f"""
from bolets_solver import {game}
for name in {game}.__all__:
    getattr({game}, name)
rooms = [name for name in {game}.__all__ if type(getattr({game}, name)).__name__ == "module"]
print(rooms)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr


def test_both_have_the_same_names_for_what_both_have() -> None:
    assert set(amanite.__all__) >= SHARED
    assert set(boldest.__all__) >= SHARED
