"""Putting a face into a deck file; whatever else stands there stays as it is.

A face is added at the end, or takes the place of one still to be filled in, as ``bolets deck new``
wrote it. What the owner typed is never written over.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.bolets.files.deck_file import is_name, parse_deck
from bolets_solver.bolets.files.deck_template import deck_template
from bolets_solver.errors import Defect, InputError, InternalError
from bolets_solver.files.text_file import read_text, write_bytes
from bolets_solver.files.toml_document import TomlLines
from bolets_solver.study.decks.deck_text import face_lines, format_deck


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
    text = read_text(path)
    reading = parse_deck(text)
    if reading.deck is None:
        raise InputError([defect.as_defect(str(path)) for defect in reading.defects])
    return DeckFile(path, text, reading.deck)


def is_unfilled(face: Face) -> bool:
    """Whether a face is as ``bolets deck new`` writes it, still to be filled in."""
    try:
        text = deck_template("x", 1, f"{face.width}x{face.height}", face.border)
    except InputError:
        return False
    fresh = parse_deck(text).deck
    empty = None if fresh is None else fresh.faces["1A"]
    return empty is not None and (face.grid, face.doors) == (empty.grid, empty.doors)


def put_face(file: DeckFile, face: Face) -> DeckFile:
    """Write a face into a deck file, and return the file as it is then.

    Raises InputError if the face is filled in already, does not fit the deck or has defects, if the
    file was changed meanwhile, or cannot be written.
    """
    path = str(file.path)
    if face.name in file.typed:
        message = f"face {face.name} is filled in already and is not written over"
        raise InputError(Defect(message, path))
    if file.deck is not None and file.deck.border is not face.border:
        message = f'the deck\'s border is "{file.deck.border}", that of the face "{face.border}"'
        raise InputError(Defect(message, path))
    if (read_text(file.path) if file.path.exists() else "") != file.text:
        raise InputError(Defect("was changed by another program meanwhile; begin again", path))
    text = _with_face(file, face)
    reading = parse_deck(text)
    if reading.deck is None:
        raise InputError([defect.as_defect(path) for defect in reading.defects])
    expected = {**file.faces, face.name: face}
    if dict(reading.deck.faces) != expected:
        raise InternalError(f"face {face.name} was not put into {path} as it is")
    _write(file.path, text)
    return DeckFile(file.path, text, reading.deck)


def _with_face(file: DeckFile, face: Face) -> str:
    if file.deck is None:
        stem = file.path.stem
        title = stem.replace("-", " ").capitalize()
        return format_deck(Deck(stem, title, face.border, {face.name: face}))
    if face.name in file.faces:
        return _replaced(file.text, file.faces[face.name], face)
    block = [f'[faces."{face.name}"]', *face_lines(face)]
    return file.text.rstrip("\n") + "\n\n" + "\n".join(block) + "\n"


def _replaced(text: str, old: Face, new: Face) -> str:
    """Exchange the rows and the doors of a face that is still to be filled in."""
    places, lines = TomlLines(text), text.split("\n")
    first = places.row("faces", old.name, "grid", row=0)
    if first is None:
        raise InternalError(f"face {old.name} has no rows")
    at = first - 1
    while at < len(lines) and not lines[at].strip():
        at += 1  # blank lines above a grid are not part of it
    if [line.strip() for line in lines[at : at + old.height]] != list(old.grid):
        message = f"face {old.name} is written in a way that is not changed here; remove it first"
        raise InputError(Defect(message, line=first))
    if new.border is Border.EDGES:
        door = places.find("faces", old.name, "doors")
        if door is None or not lines[door - 1].strip().endswith("]"):
            message = f"the doors of face {old.name} stand on several lines; remove the face first"
            raise InputError(Defect(message, line=door))
        lines[door - 1] = face_lines(new)[-1]
    lines[at : at + old.height] = new.grid
    return "\n".join(lines)


def _write(path: Path, text: str) -> None:
    """Write a text with the line ends, and the byte order mark, that the file has."""
    before = path.read_bytes() if path.exists() else b""
    if b"\r\n" in before:
        text = text.replace("\n", "\r\n")
    data = text.encode("utf-8")
    write_bytes(path, codecs.BOM_UTF8 + data if before.startswith(codecs.BOM_UTF8) else data)
