"""Stepping through a position at the keyboard: Amanite and The Boldest.

The saved file is the current position, which every command of its game reads, with the steps as
comments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from bolets_solver.cli.shared.dialogue import GameSaver, GameTable, converse, take_up
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.saved_games import MADE, TAKEN_BACK, Save, digest, steps_in, steps_text


class SteppedSession(Protocol):
    """A position being stepped through; steps are read as they are printed."""

    @property
    def made(self) -> list[str]:
        """The steps made so far, in order."""

    @property
    def undone(self) -> list[str]:
        """The undone steps, the last one first."""

    def play(self, text: str) -> object:
        """Make a step; raises InputError if it is not legal."""

    def undo(self) -> object:
        """Undo the last step; false if there is none."""

    def redo(self) -> object:
        """Redo the last undone step; false if there is none."""


Stepped = TypeVar("Stepped", bound=SteppedSession)


def step_through(
    game: str,
    begin: Callable[[], Stepped],
    write: Callable[[Stepped], str],
    seat: Callable[[Stepped], GameTable],
    new: bool,
) -> None:
    """Step through a position until the player leaves.

    ``game``: its command. ``begin`` opens it, ``write`` returns its current position file, ``seat``
    shows it. A saved game of the same position is resumed unless ``new`` is set or its file was
    changed; then it is moved aside. Raises KeyboardInterrupt on Ctrl-C, after printing how to
    resume.
    """
    session = begin()
    save = Save(f"{game}-{digest(write(session))}", ".toml")

    def text(session: Stepped) -> str:
        steps = steps_text(MADE, session.made) + steps_text(TAKEN_BACK, session.undone)
        return write(session) + steps

    def took_up() -> bool:
        nonlocal session
        kept = save.read(lambda text, name: text)
        if kept is None:
            return False
        again = begin()
        try:
            _again(again, steps_in(kept, MADE), steps_in(kept, TAKEN_BACK))
        except InputError as error:
            raise InputError(Defect(f"a step in it: {error}", str(save.path))) from None
        if text(again) != kept:  # continuing from either would lose the other
            raise InputError(
                Defect("its steps do not lead to its position; it was changed", str(save.path))
            )
        session = again
        return True

    take_up(save, new, took_up)
    table = seat(session)
    keeper = GameSaver(save, lambda: text(session), "position", f"bolets {game} play")
    try:
        converse(table, keeper)
    except (KeyboardInterrupt, OSError):  # OSError: the reader is gone
        keeper.break_off(new)
        raise
    if not table.finished:
        keeper.leave(new)
    elif session.made:
        keeper.finish()


def _again(session: SteppedSession, made: list[str], undone: list[str]) -> None:
    """Make steps again, and undo the undone ones."""
    for step in [*made, *reversed(undone)]:
        session.play(step)
    for _ in undone:
        session.undo()
