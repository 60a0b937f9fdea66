"""Games left off, kept where the system keeps such things; one file a game.

What a game is kept as is its own affair: a record, a position. What was made and taken back on the
way stands in the file as comments, so that it can be done again after the game was left and taken
up.
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
"""Names the folder for saved games, in place of the system's."""
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
    """Return a short name of a text: another text has another one."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def steps_text(how: str, steps: Iterable[str]) -> str:
    """Return lines of comment that hold steps of a game; ``how`` is MADE or TAKEN_BACK."""
    return "".join(f"# {how}: {step}\n" for step in steps)


def steps_in(text: str, how: str) -> list[str]:
    """Return the steps that :func:`steps_text` wrote into a text."""
    return re.findall(rf"^# {how}: (.+)$", text, re.MULTILINE)


class Save:
    """The place of one game. A failure to write is reported, and does not end a game.

    Nothing that another one wrote there is written over: not a game that is being played at the
    same time, and not one that was left off.
    """

    def __init__(self, name: str, suffix: str = ".bolets"):
        if len(name) > LONGEST:  # no file system takes any length
            name = f"{name[:LONGEST]}-{digest(name)}"
        self.home = saves_folder() / f"{name}{suffix}"
        self.path = self.home
        self._known: str | None = None  # what this one read or wrote last
        self._unreadable = False

    def read(self, parse: Callable[[str, str], Kept]) -> Kept | None:
        """Return what ``parse`` makes of the game that was left off, None if there is none.

        ``parse`` is given the text and the name of the file. Raises InputError if it cannot be
        read.
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
        """Keep a game; raises InputError if it cannot be kept.

        If another game was written to its place meanwhile, it gets another place.
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
        """Give the game that was left off another place, and return that; None if there is none.

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
                    f"the game that was left off cannot be put aside as {place}: {reason}",
                    str(self.path),
                )
            ) from None
        self._known = None
        return place

    def remove(self) -> None:
        """Forget the game: it is over. What another one has made of it since stays."""
        with contextlib.suppress(OSError):
            if not self._is_anothers():
                self.path.unlink(missing_ok=True)

    def finished_path(self) -> Path:
        """Return a file that does not exist yet, for a finished game; its folder may be missing."""
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
        """Return whether any finished game is kept whose name begins so."""
        try:
            return any(
                path.name.startswith(begin) for path in (saves_folder() / "finished").iterdir()
            )
        except OSError:
            return False

    def _is_anothers(self) -> bool:
        """Whether there is a file which is not what this one read or wrote last.

        Another end of line, or a byte order mark from an editor, is no difference.
        """
        if not self.path.exists():
            return False
        try:
            return read_text(self.path) != self._known
        except InputError:
            return True


def _free(path: Path, folder: str, suffix: str | None = None) -> Path:
    """Return a file in a folder beside ``path`` that does not exist yet: its name with a number."""
    number = 1
    suffix = suffix or path.suffix
    while (free := path.parent / folder / f"{path.stem}-{number}{suffix}").exists():
        number += 1
    return free
