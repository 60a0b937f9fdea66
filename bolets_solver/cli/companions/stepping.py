"""Stepping through a position at the keyboard: Amanite and The Boldest.

What is kept is the position as it stands, which every command of its game reads, with the steps
that led there as comments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from bolets_solver.cli.shared.dialogue import Keeper, Table, converse, take_up
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.kept_games import MADE, TAKEN_BACK, Save, digest, steps_in, steps_text


class Session(Protocol):
    """A position being stepped through; the words it prints for steps it also reads."""

    @property
    def made(self) -> list[str]:
        """The steps made so far, in order."""

    @property
    def undone(self) -> list[str]:
        """The steps that were taken back, the last one first."""

    def play(self, text: str) -> object:
        """Make a step; raises InputError if it is not legal."""

    def undo(self) -> object:
        """Take back the last step; false if there is none."""

    def redo(self) -> object:
        """Make the step again that was taken back last; false if there is none."""


Stepped = TypeVar("Stepped", bound=Session)


def step_through(
    game: str,
    begin: Callable[[], Stepped],
    write: Callable[[Stepped], str],
    seat: Callable[[Stepped], Table],
    new: bool,
) -> None:
    """Step through a position until the player leaves.

    ``game`` is its command, ``begin`` opens it, ``write`` returns a position file of how it stands,
    ``seat`` shows it. What was kept of the same position goes on unless ``new`` is set, or its file
    was changed: then it is put aside. Raises KeyboardInterrupt on Ctrl-C, after saying how it goes
    on.
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
        if text(again) != kept:  # to go on from either would lose the other
            raise InputError(
                Defect("its steps do not lead to its position; it was changed", str(save.path))
            )
        session = again
        return True

    take_up(save, new, took_up)
    table = seat(session)
    keeper = Keeper(save, lambda: text(session), "position", f"bolets {game} play")
    try:
        converse(table, keeper)
    except (KeyboardInterrupt, OSError):  # the latter: nobody reads on
        keeper.break_off(new)
        raise
    if not table.finished:
        keeper.leave(new)
    elif session.made:
        keeper.finish()


def _again(session: Session, made: list[str], undone: list[str]) -> None:
    """Make steps again, and take back what was taken back."""
    for step in [*made, *reversed(undone)]:
        session.play(step)
    for _ in undone:
        session.undo()
