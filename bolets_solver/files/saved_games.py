"""Saved games in the system's data folder, one file for each game.

Each game chooses what it saves: a record, a position. Steps made and undone are comments in the
file, so that undo and redo still work after the game is resumed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.folders import SAVES_APPLICATION, Purpose, passing_folder, user_folder
from bolets_solver.files.text_file import read_text, write_text
from bolets_solver.letters import composed

Kept = TypeVar("Kept")

FOLDER_VARIABLE = "BOLETS_SAVES"
"""Environment variable: the folder for saved games, instead of the system's."""
LONGEST = 100
MADE = "made"
TAKEN_BACK = "taken back"


def saves_folder() -> Path:
    """Return the folder of saved games; it may not exist yet."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    folder = user_folder(Purpose.STATE, SAVES_APPLICATION) or passing_folder(Purpose.STATE)
    return folder / "games"


def digest(text: str) -> str:
    """Return a short digest of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def steps_text(how: str, steps: Iterable[str]) -> str:
    """Return comment lines with the steps of a game; ``how`` is MADE or TAKEN_BACK."""
    return "".join(f"# {how}: {step}\n" for step in steps)


def steps_in(text: str, how: str) -> list[str]:
    """Return the steps that :func:`steps_text` wrote into a text."""
    return re.findall(rf"^# {how}: (.+)$", text, re.MULTILINE)


class Save:
    """The file of one saved game. A failure to write is reported and does not end the game.

    Never overwrites what another process wrote: a game played at the same time, or an older saved
    game.
    """

    def __init__(self, name: str, suffix: str = ".bolets"):
        if len(name) > LONGEST:  # file systems limit the length of names
            name = f"{name[:LONGEST]}-{digest(name)}"
        self.home = saves_folder() / f"{name}{suffix}"
        self.path = self.home
        self._known: str | None = None  # what this object read or wrote last
        self._unreadable = False

    def read(self, parse: Callable[[str, str], Kept]) -> Kept | None:
        """Return the saved game as read by ``parse``, None if there is none.

        ``parse`` gets the text and the name of the file. Raises InputError if it cannot be read.
        """
        if not self.path.exists():
            return None
        try:
            text = read_text(self.path)
            kept = parse(text, str(self.path))
        except InputError:
            self._unreadable = True
            raise
        self._known = text
        return kept

    def write(self, text: str) -> None:
        """Save a game; raises InputError if that fails.

        If another game was written to its file meanwhile, that game is moved aside.
        """
        folder = self.path.parent
        try:
            if self._is_anothers():
                self.path = _free(self.path, "more")
                folder = self.path.parent
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(Defect(f"this folder cannot be made: {reason}", str(folder))) from None
        write_text(self.path, text)
        self._known = composed(text)

    def put_aside(self) -> Path | None:
        """Move the saved game to another file and return its path; None if there is none.

        Raises InputError if it cannot be moved.
        """
        if not self.path.exists():
            return None
        place = _free(self.path, "more")
        if self._unreadable:
            place = _free(self.path, "", ".unreadable")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            self.path.rename(place)
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(
                Defect(
                    f"the saved game cannot be moved to {place}: {reason}",
                    str(self.path),
                )
            ) from None
        self._known = None
        return place

    def remove(self) -> None:
        """Remove the file of a finished game, unless another process has changed it."""
        with contextlib.suppress(OSError):
            if not self._is_anothers():
                self.path.unlink(missing_ok=True)

    def finished_path(self) -> Path:
        """Return a path that does not exist yet, for a finished game; its folder may be missing."""
        return _free(self.path, "finished")

    def finished_games(self) -> list[Path]:
        """Return the files of finished games that were kept under this name."""
        folder = self.home.parent / "finished"
        try:
            return sorted(path for path in folder.iterdir() if self._is_finished(path))
        except OSError:
            return []

    def _is_finished(self, path: Path) -> bool:
        """Whether a file has this game's name with a number behind it."""
        number = path.stem.removeprefix(f"{self.home.stem}-")
        same = path.suffix == self.home.suffix and path.stem.startswith(f"{self.home.stem}-")
        return same and number.isascii() and number.isdigit()

    @staticmethod
    def any_finished(begin: str) -> bool:
        """Return whether a finished game with a name that begins with ``begin`` is kept."""
        try:
            return any(
                path.name.startswith(begin) for path in (saves_folder() / "finished").iterdir()
            )
        except OSError:
            return False

    def _is_anothers(self) -> bool:
        """Whether the file differs from what this object read or wrote last.

        Other line ends, or a byte order mark from an editor, do not count as a difference.
        """
        if not self.path.exists():
            return False
        try:
            return read_text(self.path) != self._known
        except InputError:
            return True


def _free(path: Path, folder: str, suffix: str | None = None) -> Path:
    """Return an unused path in a folder beside ``path``: its name with a number."""
    number = 1
    suffix = suffix or path.suffix
    while (free := path.parent / folder / f"{path.stem}-{number}{suffix}").exists():
        number += 1
    return free
