"""Games left off, kept where the system keeps such things; one file a deal, named by its code."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from bolets_solver.bolets.record import Record
from bolets_solver.errors import InputError
from bolets_solver.textfile import read_text, write_text

FOLDER_VARIABLE = "BOLETS_SAVES"
"""Names the folder for saved games, in place of the system's."""
LONGEST = 100


def saves_folder() -> Path:
    """Return the folder of saved games; it may not exist yet."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_state_path("bolets") / "games"


class Save:
    """The place of one deal's game. A failure to write is told, and does not end a game."""

    def __init__(self, code: str):
        if len(code) > LONGEST:  # no file system takes any length
            code = f"{code[:LONGEST]}-{hashlib.sha256(code.encode()).hexdigest()[:16]}"
        self.path = saves_folder() / f"{code}.bolets"

    def read(self) -> Record | None:
        """Return the game that was left off, None if there is none.

        Raises InputError if there is one that cannot be read; it is moved aside first.
        """
        if not self.path.exists():
            return None
        try:
            return Record.parse(read_text(self.path), str(self.path))
        except InputError:
            self.move_aside()
            raise

    def write(self, record: Record) -> str | None:
        """Keep a game; return why it could not be kept, None if it is."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_text(self.path, record.format())
        except (OSError, InputError) as error:
            return str(error)
        return None

    def move_aside(self) -> None:
        """Keep what is there under another name, so that it is not written over."""
        with contextlib.suppress(OSError):
            self.path.replace(self.path.with_suffix(".unreadable"))

    def remove(self) -> None:
        """Forget the game: it is over, or begun anew."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def finished_path(self) -> Path:
        """Return a file that does not exist yet, for the record of a finished game."""
        folder = self.path.parent / "finished"
        number = 1
        while (path := folder / f"{self.path.stem}-{number}.bolets").exists():
            number += 1
        return path
