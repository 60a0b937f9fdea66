"""A deck: named faces of one border style; and where decks are found."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from bolets_solver.bolets.cards.face import COTTAGE, Border, Face
from bolets_solver.errors import Defect, InputError
from bolets_solver.shipped import shipped_folder

DEFAULT_DECK = "pinewood"
"""The deck that is meant when none is named."""

FOLDER = "card_data"
"""Where decks are looked for by name: in this folder of the working folder, then as shipped."""


@dataclass(frozen=True)
class Deck:
    """The faces of a deck by name, sorted: 1A, 1B, 2A, …, the cottage C last if there is one."""

    name: str
    title: str
    border: Border
    faces: Mapping[str, Face] = field(hash=False)

    def face(self, name: str) -> Face:
        """Return a face by name, lower case allowed; raises InputError if there is none."""
        found = self.faces.get(name.strip().upper())
        if found is None:
            raise InputError(
                f"the deck '{self.name}' has no face '{name.strip()}'; {self.names_text()}"
            )
        return found

    def names_text(self) -> str:
        """Say which faces there are."""
        return f"it has {', '.join(self.faces)}" if self.faces else "it has none"


def face_key(name: str) -> tuple[int, int, str]:
    """Return the sorting key of a face name: by number, then side, the cottage last."""
    return (1, 0, "") if name == COTTAGE else (0, int(name[:-1]), name[-1])


def is_path(name: str) -> bool:
    """Whether a deck as it is named is a path, else it is a name."""
    return "/" in name or "\\" in name or name.lower().endswith(".toml")


def find_deck(name: str, base: str | Path | None = None) -> Path:
    """Return the file of a deck as it is named on a command line or in a record.

    A path is relative to ``base`` (default: the working folder); a name is looked for in
    ``./card_data/``, then among the shipped decks. Raises InputError if there is none.
    """
    name = name.strip()
    if is_path(name):
        return _existing_path(name, Path(base) if base is not None else Path())
    for folder in _folders():
        path = folder / f"{name}.toml"
        if _is_file(path):
            return path
    known = ", ".join(deck_names()) or "none"
    raise InputError(f"there is no deck '{name}'; known decks: {known}")


def deck_names() -> list[str]:
    """Return the names of all decks that are found by name, sorted."""
    return sorted({path.stem for folder in _folders() for path in folder.glob("*.toml")})


def load_deck(name_or_path: str | Path, base: str | Path | None = None) -> Deck:
    """Read a deck by name or path, see :func:`find_deck`.

    Raises InputError with every defect of the file.
    """
    from bolets_solver.bolets.files.deck_file import read_deck

    return read_deck(find_deck(str(name_or_path), base))


def _existing_path(name: str, base: Path) -> Path:
    for spelled in (name, name.replace("\\", "/")):  # a record may come from another system
        path = base / spelled
        if _is_file(path):
            return path
    raise InputError(Defect("there is no such deck file", str(base / name)))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name too long, or with a NUL
        return False


def _folders() -> list[Path]:
    folders = [Path(FOLDER)]
    with suppress(FileNotFoundError):
        folders.append(shipped_folder(FOLDER))
    return [folder for folder in folders if folder.is_dir()]
