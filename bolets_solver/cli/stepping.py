"""Stepping through a position at the keyboard: Amanite and The Boldest.

What is kept is the position as it stands, which every command of its game reads, with the steps
that led there as comments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from bolets_solver.cli.common import say
from bolets_solver.cli.dialogue import Keeper, Table, converse, take_up
from bolets_solver.saves import MADE, TAKEN_BACK, Save, digest, steps_in, steps_text


class Session(Protocol):
    """A position being stepped through; what it tells of steps it also reads."""

    @property
    def made(self) -> list[str]:
        """The steps made so far, in order."""

    @property
    def undone(self) -> list[str]:
        """The steps that were taken back, the last one first."""

    def play(self, text: str) -> object:
        """Make a step; raises InputError if it is not legal."""

    def undo(self) -> object:
        """Take back the last step."""


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
    ``seat`` shows it. What was kept of the same position goes on unless ``new`` is set. Raises
    KeyboardInterrupt on Ctrl-C, after telling how it goes on.
    """
    session = begin()
    save = Save(f"{game}-{digest(write(session))}", ".toml")

    def took_up() -> bool:
        nonlocal session
        kept = save.read(lambda text, name: (steps_in(text, MADE), steps_in(text, TAKEN_BACK)))
        if kept is None:
            return False
        made, undone = kept
        again = begin()
        for step in [*made, *reversed(undone)]:
            again.play(step)
        for _ in undone:
            again.undo()
        session = again
        return True

    def text() -> str:
        steps = steps_text(MADE, session.made) + steps_text(TAKEN_BACK, session.undone)
        return write(session) + steps

    take_up(save, new, took_up)
    table = seat(session)
    keeper = Keeper(save, text, "position", f"bolets {game} play")
    try:
        converse(table, keeper)
    except KeyboardInterrupt:
        say("")
        keeper.leave(new)
        raise
    if not table.finished:
        keeper.leave(new)
    elif session.made:
        keeper.finish()
