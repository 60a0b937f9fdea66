"""Find decks by name in folders, or as files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from bolets_solver.bolets.cards.deck import DEFAULT_DECK, Deck
from bolets_solver.bolets.files.deck_file import read_deck
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.folders import Purpose, user_folder
from bolets_solver.files.spelling import did_you_mean
from bolets_solver.shipped import shipped_folder

DECK_VARIABLE = "BOLETS_DECK"
"""Environment variable: the deck to use without ``--deck``, instead of the default."""

FOLDER_VARIABLE = "BOLETS_DECKS"
"""Environment variable: the user's deck folder, instead of the system's."""

FOLDER = "card_data"
"""Decks are looked up by name in this folder of the working folder, then in the user's deck folder,
then among the shipped decks."""

NO_FILE = "there is no such deck file"

_piped: dict[str, Deck] = {}
"""Decks read from a pipe, which can be read only once."""


def is_path(name: str) -> bool:
    """Whether a deck is given as a path; otherwise it is a name."""
    return "/" in name or "\\" in name or name.lower().endswith(".toml")


def find_deck(name: str, base: str | Path | None = None) -> Path:
    """Return the file of a deck given on a command line or in a record.

    A path is relative to ``base`` (default: the working folder); a name is looked for in
    ``./card_data/``, then in the user's deck folder, then among the shipped decks. Raises
    InputError if there is none.
    """
    name = name.strip()
    if not name:
        raise InputError(f"no deck is named; known decks: {', '.join(deck_names()) or 'none'}")
    if is_path(name):
        return _existing_path(name, Path(base) if base is not None else Path())
    for folder in _folders():
        path = folder / f"{name}.toml"
        if _is_file(path):
            return path
    known = ", ".join(deck_names()) or f"none; {_why_none()}"
    near = did_you_mean(name, deck_names())
    if not near and _is_file(Path(name)):
        near = f"; for the file of that name write ./{name}"
    raise InputError(f"there is no deck '{name}'; known decks: {known}{near}")


def deck_names() -> list[str]:
    """Return the names of all decks that are found by name, sorted."""
    return sorted({path.stem for folder in _folders() for path in folder.glob("*.toml")})


def load_deck(name_or_path: str | Path, base: str | Path | None = None) -> Deck:
    """Read a deck by name or path, see :func:`find_deck`.

    Raises InputError with every defect of the file.
    """
    path = find_deck(str(name_or_path), base)
    if path.is_file():
        return read_deck(path)
    if str(path) not in _piped:
        _piped[str(path)] = read_deck(path)
    return _piped[str(path)]


def asked_deck(deck: str | None) -> str:
    """Return the deck given on a command line, otherwise that of BOLETS_DECK."""
    if deck is not None:
        return deck
    return os.environ.get(DECK_VARIABLE, "").strip() or DEFAULT_DECK


def own_folder() -> Path | None:
    """Return the user's deck folder, which may not exist; None without a home folder."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    folder = user_folder(Purpose.DATA)
    return None if folder is None else folder / "decks"


def is_shipped(path: Path) -> bool:
    """Whether a deck's file is one that ships with the program, by whatever way it is reached.

    In a checkout the folder of shipped decks is that of the working folder, too.
    """
    with suppress(OSError):
        return path.parent.samefile(shipped_folder(FOLDER))
    return False


def _why_none() -> str:
    """Say why no deck is known, not even a shipped one."""
    try:
        return f"{shipped_folder(FOLDER)} is empty"
    except FileNotFoundError as error:
        return str(error)


def _existing_path(name: str, base: Path) -> Path:
    for spelled in (name, name.replace("\\", "/")):  # a record may come from another system
        path = base / spelled
        if _is_file(path):
            return path
    raise InputError(Defect(NO_FILE, str(base / name)))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file() or path.is_fifo()  # the latter: --deck <(...) of a shell
    except (OSError, ValueError):  # a name too long, or with a NUL
        return False


def _folders() -> list[Path]:
    own = own_folder()
    folders = [Path(FOLDER), *([] if own is None else [own])]
    with suppress(FileNotFoundError):
        folders.append(shipped_folder(FOLDER))
    return [folder for folder in folders if folder.is_dir()]
