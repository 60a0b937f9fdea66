"""Find what to draw: a game in a file, a deck, or faces of a deck."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.files.deck_file import parse_deck
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.files.game_file import GameFile, parse_game
from bolets_solver.errors import InputError
from bolets_solver.files.text_file import read_text

MAX_BYTES = 1024 * 1024
"""Largest size of a deck or game file in bytes."""

_FACE = re.compile(r"[1-9][0-9]{0,5}[ab]|c", re.IGNORECASE)


@dataclass(frozen=True)
class Subject:
    """A game, or a deck with the faces to draw (empty: all of them)."""

    game: GameFile | None = None
    deck: Deck | None = None
    faces: tuple[str, ...] = ()


def find_subject(name: str) -> Subject:
    """Read a file (``-``: standard input), a deck by name, or ``DECK:FACE``.

    The kind of a file is recognised by its content, not by its name. Raises InputError with all
    defects.
    """
    if name == "-":
        return _read(name, None)
    if _is_file(name):
        return _read(name, name)
    deck, colon, face = name.rpartition(":")
    if colon and deck and _FACE.fullmatch(face):
        found = find_subject(deck)
        if found.deck is None:
            raise InputError(f"'{deck}' is a game, which has no faces to draw")
        return Subject(deck=found.deck, faces=(face.upper(),))
    return Subject(deck=load_deck(name))


def find_deck_or_file(name: str) -> Deck:
    """Read a deck by name, from a file or from standard input.

    Raises InputError with all defects, or if it is a game or a single face.
    """
    subject = find_subject(name)
    if subject.deck is None or subject.faces:
        what = "a game" if subject.deck is None else "one face"
        raise InputError(f"'{name}' is {what}; give a whole deck")
    return subject.deck


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # a name too long, or with a NUL
        return False


def _read(name: str, file: str | None) -> Subject:
    text = read_text(name, max_bytes=MAX_BYTES)
    if not _looks_like_deck(text):
        return Subject(game=parse_game(text, file))
    reading = parse_deck(text)
    if reading.deck is None:
        shown = file or "standard input"
        raise InputError([defect.as_defect(shown) for defect in reading.defects])
    return Subject(deck=reading.deck)


def _looks_like_deck(text: str) -> bool:
    """Whether the first line that is not a comment is TOML, not a record's header, JSON or XML."""
    for line in text.splitlines():
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            return not stripped.startswith(("{", "[{", "<")) and (
                "=" in stripped or stripped.startswith("[")
            )
    return False
