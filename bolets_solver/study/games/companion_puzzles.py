"""The puzzles of Amanite and The Boldest: positions with a question at the top of the file.

The answers are in separate files, as for Bolets. The user tries such a puzzle with ``bolets amanite
play`` or ``bolets boldest play``. It counts as solved once a finished game of it that begins with a
best move is kept.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from bolets_solver.errors import InputError
from bolets_solver.files.saved_games import MADE, Save, digest, steps_in
from bolets_solver.files.text_file import read_text
from bolets_solver.shipped import shipped_folder

TITLES = {"amanite": "Amanite", "boldest": "The Boldest"}
_COMMAND = re.compile(r"bolets |The answer:")


@dataclass(frozen=True, slots=True)
class CompanionPuzzle:
    """A puzzle of Amanite or The Boldest.

    ``stars`` is 0 if it is not graded. ``best``: the moves that solve it; empty if it asks for
    something else, such as a plan.
    """

    game: str
    name: str
    path: Path
    title: str
    stars: int
    question: str
    best: tuple[str, ...]

    def is_solved(self) -> bool:
        """Return whether a finished game that begins with a best move is kept."""
        if not self.best or not Save.any_finished(f"{self.game}-"):
            return False
        begun, start = _begun(self)
        save = Save(f"{self.game}-{digest(start)}", ".toml")
        return any(self._solves(path, begun) for path in save.finished_games())

    def _solves(self, path: Path, begun: _Steps) -> bool:
        """Return whether a kept game begins with a legal best move."""
        try:
            made = steps_in(read_text(path), MADE)
            if not made:
                return False
            begun.play(made[0])
        except InputError:
            return False
        first = begun.made[0]
        begun.undo()
        return first in self.best

    def as_json(self) -> dict[str, Any]:
        """Return its entry in ``bolets puzzle list --json``."""
        return {
            "name": self.name,
            "game": self.game,
            "title": self.title,
            "stars": self.stars or None,
            "question": self.question,
            "file": str(self.path),
        }


class _Steps(Protocol):
    """The common interface of the sessions of both games."""

    @property
    def made(self) -> list[str]:
        """The steps made so far, in order."""

    def play(self, text: str) -> object:
        """Make a step; raises InputError if it is not legal."""

    def undo(self) -> object:
        """Take back the last step."""


def companion_puzzles(game: str) -> list[CompanionPuzzle]:
    """Return the puzzles of ``game``, amanite or boldest, by name."""
    folder = shipped_folder("puzzles") / game
    return [_read(game, path) for path in sorted(folder.glob("*.toml"))]


def find_companion_puzzle(name: str) -> CompanionPuzzle | None:
    """Return the puzzle of that name of either game, None if there is none."""
    wanted = name.strip().lower().removesuffix(".toml")
    for game in TITLES:
        for puzzle in companion_puzzles(game):
            if puzzle.name == wanted:
                return puzzle
    return None


def _read(game: str, path: Path) -> CompanionPuzzle:
    comments = []
    for line in read_text(path).split("\n"):
        if not line.startswith("#"):
            break
        comments.append(line.removeprefix("#").strip())
    heading = re.fullmatch(r"(.*?)\s+(\*+)", comments[0]) if comments else None
    title, stars = (heading[1], len(heading[2])) if heading else ("", 0)
    statement = [line for line in comments[1 if heading else 0 :] if not _COMMAND.match(line)]
    question = " ".join(line for line in statement if line)
    return CompanionPuzzle(game, path.stem, path, title, stars, question, _best(path))


def _best(path: Path) -> tuple[str, ...]:
    """Return the best moves from the answer of a puzzle."""
    answers = path.parent / "answers"
    as_toml, as_json = (answers / f"{path.stem}{ending}" for ending in (".toml", ".json"))
    if as_toml.exists():
        value = tomllib.loads(read_text(as_toml))
    elif as_json.exists():
        value = json.loads(read_text(as_json))
    else:
        return ()
    return tuple(value.get("best", ()))


def _begun(puzzle: CompanionPuzzle) -> tuple[_Steps, str]:
    """Return a session of the puzzle's position, and the text that names its kept games."""
    if puzzle.game == "amanite":
        from bolets_solver.amanite.files import reader, writer
        from bolets_solver.amanite.session import Session

        session = Session(reader.read_position(puzzle.path).position)
        return session, writer.format_position(session.position)
    from bolets_solver.boldest.files import reader as day_reader
    from bolets_solver.boldest.files import writer as day_writer
    from bolets_solver.boldest.session import Session as DaySession

    day = DaySession(day_reader.read_position(puzzle.path).position)
    return day, day_writer.format_position(day.position)
