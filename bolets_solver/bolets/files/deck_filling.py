"""Putting a face into a deck file; whatever else stands there stays as it is.

A face is added at the end, or takes the place of one still to be filled in, as ``bolets deck new``
wrote it. What the owner typed is never overwritten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.bolets.files.deck_edit import DeckDraft, FaceDraft, draft_of, edited, plain
from bolets_solver.bolets.files.deck_file import is_name, parse_deck
from bolets_solver.bolets.files.deck_template import deck_template
from bolets_solver.bolets.files.deck_text import door_text, format_deck
from bolets_solver.errors import Defect, InputError, InternalError
from bolets_solver.files.text_file import read_text, write_bytes


@dataclass(frozen=True)
class DeckFile:
    """A deck file as it lies on the disk; ``deck`` is None while there is none."""

    path: Path
    text: str
    deck: Deck | None

    @property
    def faces(self) -> Mapping[str, Face]:
        """All its faces by name."""
        return {} if self.deck is None else self.deck.faces

    @property
    def typed(self) -> dict[str, Face]:
        """The faces that are filled in."""
        return {name: face for name, face in self.faces.items() if not is_unfilled(face)}


def open_deck(path: Path) -> DeckFile:
    """Read a deck file, or begin one; raises InputError with all its defects."""
    if not path.exists():
        if not is_name(path.stem):
            message = "the name of a new deck file is written with a-z, 0-9 and hyphens"
            raise InputError(Defect(message, str(path)))
        return DeckFile(path, "", None)
    text = _as_it_is(path)
    reading = parse_deck(plain(text))
    if reading.deck is None:
        raise InputError([defect.as_defect(str(path)) for defect in reading.defects])
    return DeckFile(path, text, reading.deck)


def is_unfilled(face: Face) -> bool:
    """Whether a face is as ``bolets deck new`` writes it, still to be filled in."""
    empty = _template_face(face.width, face.height, face.border)
    return empty is not None and (face.grid, face.doors) == (empty.grid, empty.doors)


@lru_cache(maxsize=64)
def _template_face(width: int, height: int, border: Border) -> Face | None:
    """Return a face as ``bolets deck new`` writes it; None if it writes none of that size."""
    try:
        text = deck_template("x", 1, f"{width}x{height}", border)
    except InputError:
        return None
    fresh = parse_deck(text).deck
    return None if fresh is None else fresh.faces["1A"]


def put_face(file: DeckFile, face: Face) -> DeckFile:
    """Write a face into a deck file, and return the file as it is then.

    Raises InputError if the deck does not take it, see :func:`filled`, or it cannot be written.
    """
    after = filled(file, face)
    write_bytes(after.path, after.text.encode("utf-8"))
    return after


def filled(file: DeckFile, face: Face) -> DeckFile:
    """Return a deck file as it will be with a face in it; nothing is written.

    Raises InputError if the face is filled in already, does not fit the deck or has defects, or if
    the file was changed meanwhile.
    """
    path = str(file.path)
    if face.name in file.typed:
        message = f"face {face.name} is filled in already and is not overwritten"
        raise InputError(Defect(message, path))
    if file.deck is not None and file.deck.border is not face.border:
        message = f'the deck\'s border is "{file.deck.border}", that of the face "{face.border}"'
        raise InputError(Defect(message, path))
    if (_as_it_is(file.path) if file.path.exists() else "") != file.text:
        raise InputError(Defect("was changed by another program meanwhile; begin again", path))
    text = _with_face(file, face)
    reading = parse_deck(plain(text))
    if reading.deck is None:
        raise InputError([defect.as_defect(path) for defect in reading.defects])
    if dict(reading.deck.faces) != {**file.faces, face.name: face}:
        raise InternalError(f"face {face.name} was not put into {path} as it is")
    return DeckFile(file.path, text, reading.deck)


def _with_face(file: DeckFile, face: Face) -> str:
    if file.deck is None:
        stem = file.path.stem
        title = stem.replace("-", " ").capitalize()
        return format_deck(Deck(stem, title, face.border, {face.name: face}))
    before = draft_of(file.text)
    assert before is not None  # it was read as a deck
    return edited(file.text, _draft_with(before, face))


def _draft_with(draft: DeckDraft, face: Face) -> DeckDraft:
    doors = None
    if face.border is Border.EDGES:
        doors = tuple(door_text(face, door) for door in face.doors)
    filled = FaceDraft(face.name, face.grid, doors)
    if draft.face(face.name) is None:
        return replace(draft, faces=(*draft.faces, filled))
    return replace(draft, faces=tuple(filled if f.name == face.name else f for f in draft.faces))


def _as_it_is(path: Path) -> str:
    """Return a file's text with its line ends and its mark; raises InputError."""
    read_text(path)  # reports a file that is not text
    return path.read_bytes().decode("utf-8")
