"""The dialogue table of both companions: the commands and their effects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Generic

import click

from bolets_solver.cli.companions.stepping import Stepped
from bolets_solver.cli.shared.common import repeat
from bolets_solver.cli.shared.output_file import position_kind, save_as
from bolets_solver.errors import InputError

COMMANDS = """\
undo [N], redo    undo moves, redo one
moves             all legal moves
solve             the value of each move
show              the position
log               the moves made so far
save FILE         write the position to FILE
quit              leave; the same command resumes the game"""


class StepTable(ABC, Generic[Stepped]):
    """Reads and executes lines.

    ``game`` is the companion's command, ``moves_help`` says how its moves are typed.
    """

    game: str
    moves_help: str

    def __init__(self, session: Stepped):
        self.session = session
        self.left = False
        self._verbs: dict[str, Callable[[], None]] = {
            "help": lambda: click.echo(f"{self.moves_help}\n{COMMANDS}"),
            "show": self.look,
            "moves": lambda: _print(f"  {line}" for line in self.move_lines()),
            "solve": lambda: _print(self.analysis_lines()),
            "log": lambda: _print(self.log_lines() or ["nothing yet"]),
            "quit": self._leave,
        }
        synonyms = {"?": "help", "look": "show", "best": "solve", "exit": "quit", "q": "quit"}
        self._verbs |= {word: self._verbs[verb] for word, verb in synonyms.items()}

    @property
    @abstractmethod
    def finished(self) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def look(self) -> None:
        """Print the table and the turn, or the end of the game."""

    @abstractmethod
    def move_lines(self) -> list[str]:
        """Return all legal moves."""

    @abstractmethod
    def analysis_lines(self) -> list[str]:
        """Return the value of each legal move."""

    @abstractmethod
    def log_lines(self) -> list[str]:
        """Return the events since the game was opened."""

    @abstractmethod
    def position_file(self) -> str:
        """Return the position as a file's text."""

    def outcome_lines(self) -> list[str]:
        """Return results of the last move that :meth:`look` does not print."""
        return []

    def take(self, line: str) -> None:
        """Execute a line; raises InputError if that is impossible."""
        if not line.strip():
            return
        word, *words = line.split()
        verb = word.casefold()
        if verb in self._verbs:
            self._verbs[verb]()
        elif verb == "save":
            if not words:
                raise InputError("save needs a file name: save position.toml")
            name = line.split(maxsplit=1)[1].rstrip()
            click.echo(save_as(name, self.position_file(), position_kind(self.game)))
        elif verb in ("undo", "redo"):
            step = self.session.undo if verb == "undo" else self.session.redo
            if not repeat(step, words):
                raise InputError(f"there is nothing to {verb}")
            self.look()
        else:
            self.session.play(line)
            _print(self.outcome_lines())
            self.look()

    def _leave(self) -> None:
        self.left = True


def _print(lines: Iterable[str]) -> None:
    text = "\n".join(lines)
    if text:
        click.echo(text)
