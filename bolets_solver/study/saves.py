"""Games left off, kept where the system keeps such things; one file a deal, named by its code.

The file is a record of the game as it stands. What was taken back stands in it as comments, last
thing first, so that it can be done again after the game was left and taken up.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bolets_solver.bolets.record import Record
from bolets_solver.errors import InputError
from bolets_solver.study.session import Action, action_text, parse_action
from bolets_solver.textfile import read_text, write_text

FOLDER_VARIABLE = "BOLETS_SAVES"
"""Names the folder for saved games, in place of the system's."""
LONGEST = 100
_TAKEN_BACK = re.compile(r"^# taken back: (.+)$", re.MULTILINE)


def saves_folder() -> Path:
    """Return the folder of saved games; it may not exist yet."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_state_path("bolets") / "games"


@dataclass(frozen=True)
class Kept:
    """A game that was left off, and what was taken back in it, the last thing first."""

    record: Record
    undone: tuple[Action, ...]


class Save:
    """The place of one deal's game. A failure to write is told, and does not end a game.

    Nothing that another one wrote there is written over: not a game that is being played at the
    same time, and not one that was left off.
    """

    def __init__(self, code: str):
        if len(code) > LONGEST:  # no file system takes any length
            code = f"{code[:LONGEST]}-{hashlib.sha256(code.encode()).hexdigest()[:16]}"
        self.home = saves_folder() / f"{code}.bolets"
        self.path = self.home
        self._known: str | None = None  # what this one read or wrote last

    def read(self) -> Kept | None:
        """Return the game that was left off, None if there is none.

        Raises InputError if there is one that cannot be read; it is moved aside first.
        """
        if not self.path.exists():
            return None
        try:
            text = read_text(self.path)
            kept = Kept(
                Record.parse(text, str(self.path)),
                tuple(parse_action(words) for words in _TAKEN_BACK.findall(text)),
            )
        except InputError:
            self.move_aside()
            raise
        except ValueError as error:
            self.move_aside()
            raise InputError(f"{self.path}: what was taken back: {error}") from None
        self._known = text
        return kept

    def write(self, record: Record, undone: Sequence[Action] = ()) -> None:
        """Keep a game; raises InputError if it cannot be kept.

        If another game was written to its place meanwhile, it gets another place.
        """
        taken_back = "".join(f"# taken back: {action_text(action)}\n" for action in undone)
        text = record.format() + taken_back
        try:
            if self.path.exists() and self.path.read_text(encoding="utf-8") != self._known:
                self.path = _free(self.path.parent / "more", self.path.stem)
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise InputError(f"{self.path}: {error}") from None
        write_text(self.path, text)
        self._known = text

    def put_aside(self) -> Path | None:
        """Give the game that was left off another place, and return that; None if there is none.

        Raises InputError if it cannot be moved.
        """
        if not self.path.exists():
            return None
        place = _free(self.path.parent / "more", self.path.stem)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            self.path.rename(place)
        except OSError as error:
            raise InputError(f"the game that was left off cannot be put aside: {error}") from None
        self._known = None
        return place

    def move_aside(self) -> None:
        """Keep what is there under another name, so that it is not written over."""
        with contextlib.suppress(OSError):
            self.path.replace(self.path.with_suffix(".unreadable"))

    def remove(self) -> None:
        """Forget the game: it is over."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def finished_path(self) -> Path:
        """Return a file that does not exist yet, for the record of a finished game."""
        return _free(self.path.parent / "finished", self.path.stem)


def _free(folder: Path, stem: str) -> Path:
    """Return a file in a folder that does not exist yet: the stem with a number."""
    number = 1
    while (path := folder / f"{stem}-{number}.bolets").exists():
        number += 1
    return path
