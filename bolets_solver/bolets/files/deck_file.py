"""Read deck files and report every defect with its face, row, column and line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bolets_solver.bolets.cards.deck import Deck, face_key
from bolets_solver.bolets.cards.face import (
    COTTAGE,
    CROW,
    ON_TILES,
    Border,
    Door,
    Face,
    edge_doors,
    rim_doors,
)
from bolets_solver.bolets.cards.tile_kinds import TILE_KINDS
from bolets_solver.bolets.files.door_check import DoorPlace, read_doors
from bolets_solver.bolets.files.face_check import read_grid
from bolets_solver.bolets.files.grid_rows import INSIDE, RIM, SMALLEST, Flaw, Grid, split_grid
from bolets_solver.bolets.files.rim_check import has_rim
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import read_text
from bolets_solver.files.toml.document import TomlLines
from bolets_solver.files.toml.slips import LONGEST, explained, line_of, second_time, unclosed_text
from bolets_solver.files.toml.text import load_toml

FORMAT = "bolets-deck/1"
USUAL_DOORS = 4
MAX_BYTES = 1024 * 1024
"""Largest size of a deck file in bytes."""
MOST_DEFECTS = 1000
"""Largest number of defects listed for one file; the rest is counted."""

_OTHERS = {
    "amanite-position/1": "bolets amanite",
    "boldest-position/1": "bolets boldest",
}
"""Formats of other TOML files, with the command that reads them."""

_NAME = re.compile("[a-z0-9-]+")
_FACE_NAME = re.compile("[1-9][0-9]{0,5}[AB]")
_COLLECTED = {kind.letter: kind.name for kind in TILE_KINDS if kind.points > 0 or kind.lives > 0}
_BORDERS = tuple(border.value for border in Border)


@dataclass(frozen=True, slots=True)
class DeckDefect:
    """One defect of a deck file.

    ``line``: of the file; ``row`` and ``column``: of the face's grid; all count from 1.
    """

    message: str
    line: int | None = None
    face: str | None = None
    row: int | None = None
    column: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the defect in the format bolets-validation/1."""
        return {
            "line": self.line,
            "face": self.face,
            "row": self.row,
            "column": self.column,
            "message": self.message,
        }

    def as_defect(self, file: str) -> Defect:
        """Return the defect as a message for the command line."""
        places = [
            f"{word} {value}"
            for word, value in (("face", self.face), ("row", self.row), ("column", self.column))
            if value is not None
        ]
        message = f"{', '.join(places)}: {self.message}" if places else self.message
        return Defect(message, file, self.line)


def is_name(value: object) -> bool:
    """Whether a value can be the name of a deck."""
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def is_title(value: object) -> bool:
    """Whether a value can be the title of a deck."""
    return isinstance(value, str) and value.strip() != "" and value.isprintable()


@dataclass
class DeckReading:
    """The result of reading a deck file: the deck if there is no defect, and warnings.

    ``name`` is the deck's name if it is valid, even if the deck has defects. ``faces`` are the
    faces without defects.
    """

    deck: Deck | None = None
    defects: list[DeckDefect] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    name: str | None = None
    faces: dict[str, Face] = field(default_factory=dict)


def read_deck(path: str | Path) -> Deck:
    """Read a deck file; raises InputError with every defect."""
    reading = parse_deck(read_text(path, max_bytes=MAX_BYTES))
    if reading.deck is None:
        raise InputError([defect.as_defect(str(path)) for defect in reading.defects])
    return reading.deck


def parse_deck(text: str) -> DeckReading:
    """Read the text of a deck file."""
    reading = DeckReading()
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST:  # also keeps the time that reading takes in bounds
            message = f"the line has {len(line)} characters; a deck's have at most {LONGEST}"
            reading.defects.append(DeckDefect(message, number))
            return reading
    try:
        value = load_toml(text)
    except RecursionError:
        reading.defects.append(DeckDefect("is nested too deeply for a deck"))
        return reading
    except ValueError as error:
        reading.defects.append(_no_toml(error, text))
        return reading
    _Reader(TomlLines(text), reading).read(value)
    return reading


class _Reader:
    """Turns the values of a file into a deck and collects defects."""

    def __init__(self, lines: TomlLines, reading: DeckReading):
        self.lines = lines
        self.reading = reading

    def complain(self, message: str, line: int | None = None, face: str | None = None) -> None:
        self.reading.defects.append(DeckDefect(message, line, face))

    def read(self, value: dict[str, Any]) -> None:
        other = _OTHERS.get(str(value.get("format")))
        if other is not None:  # what else is missing follows from that
            line = self.lines.find("format")
            self.complain(f'is a position of format "{value["format"]}"; {other} reads it', line)
            return
        self.header(value)
        border = self.border(value)
        faces = self.faces(value.get("faces"), border)
        reading = self.reading
        reading.faces = faces
        reading.defects.sort(key=lambda d: (d.line or 0, d.row or 0, d.column or 0))
        if len(reading.defects) > MOST_DEFECTS:
            more = len(reading.defects) - MOST_DEFECTS
            del reading.defects[MOST_DEFECTS:]
            self.complain(f"and {more} more defects")
        tables = value.get("faces")
        reading.warnings.extend(_warnings(faces, tables if isinstance(tables, dict) else faces))
        if not reading.defects:
            reading.deck = Deck(value["name"], value["title"], border, faces)

    def header(self, value: dict[str, Any]) -> None:
        self.require(value, "format", value.get("format") == FORMAT, f'the format is "{FORMAT}"')
        name, title = value.get("name"), value.get("title")
        self.reading.name = name if isinstance(name, str) and is_name(name) else None
        self.require(
            value,
            "name",
            is_name(name),
            "the name is written with a-z, 0-9 and hyphens",
        )
        self.require(
            value,
            "title",
            is_title(title),
            "the title is a text of one line",
        )
        self.require(
            value, "border", value.get("border") in _BORDERS, 'the border is "tiles" or "edges"'
        )
        for key in value:
            if key not in ("format", "name", "title", "border", "faces"):
                self.reading.warnings.append(f"the key {shown(key)} is unknown and ignored")

    def border(self, value: dict[str, Any]) -> Border:
        """Return the border for reading the faces; one that fits no face is a defect."""
        written, looks = value.get("border"), _looks(value)
        if written not in _BORDERS:
            return looks or _guess(value)
        if looks is None or looks == written:
            return Border(written)
        what = (
            "every face has a rim of walls and doors, and none has a list of doors"
            if looks is Border.TILES
            else "every face has a list of doors, and no walls or doors in its grid"
        )
        message = f'the border is "{written}", but {what}; write border = "{looks}"'
        self.complain(message, self.lines.find("border"))
        return looks

    def require(self, value: dict[str, Any], key: str, right: bool, wanted: str) -> None:
        if not right:
            has = f"not {shown(value[key])}" if key in value else f"and '{key}' is missing"
            self.complain(f"{wanted}, {has}", self.lines.find(key))

    def faces(self, tables: Any, border: Border) -> dict[str, Face]:
        if not isinstance(tables, dict) or not tables:
            line = self.lines.find("faces")
            self.complain('the deck has no faces; write tables such as [faces."1A"]', line)
            return {}
        faces = {}
        for name, table in tables.items():
            face = self.face(name, table, border)
            if face is not None:
                faces[name] = face
        return {name: faces[name] for name in sorted(faces, key=face_key)}

    def face(self, name: str, table: Any, border: Border) -> Face | None:
        """Read one face; None if it has a defect."""
        line = self.lines.nearest("faces", name)
        before = len(self.reading.defects)
        if name != COTTAGE and not _FACE_NAME.fullmatch(name):
            message = (
                f'{shown(name)} is not a face; write a number and a side, such as "1A", or "C" for '
                "the cottage"
            )
            self.complain(message, line, name)
        if not isinstance(table, dict):
            self.complain("a face is a table with a grid", line, name)
            return None
        text = table.get("grid")
        if not isinstance(text, str):
            message = "the face has no grid; write grid = ''' and its rows"
            self.complain(message, self.lines.nearest("faces", name, "grid"), name)
            return None
        rows, skipped = split_grid(text)
        if not rows:
            skipped = 0
        grid, flaws = read_grid(rows, border)
        for flaw in flaws:
            self.flaw(name, flaw, skipped)
        places = self.doors(name, table, grid, border)
        for key in table:
            if key not in ("grid", "doors"):
                message = f"face {shown(name)}: the key {shown(key)} is unknown and ignored"
                self.reading.warnings.append(message)
        if len(self.reading.defects) > before:
            return None
        doors = rim_doors(rows) if border is Border.TILES else edge_doors(rows, places)
        return Face(name, border, tuple(rows), doors)

    def doors(
        self, name: str, table: dict[str, Any], grid: Grid | None, border: Border
    ) -> list[DoorPlace]:
        if border is Border.TILES:
            if "doors" in table:
                message = 'with border "tiles" the doors are in the grid; remove the list doors'
                self.flaw(name, Flaw(message, key="doors"), 0)
            return []
        if grid is None or ("doors" not in table and has_rim(grid)):
            return []  # the doors may be in the rim, which is a defect already reported
        places, flaws = read_doors(table.get("doors"), grid)
        for flaw in flaws:
            self.flaw(name, flaw, 0)
        return places

    def flaw(self, name: str, flaw: Flaw, skipped: int) -> None:
        """Note a flaw of a face; ``skipped`` lines of the grid's text precede its first row."""
        if flaw.key == "grid":
            row = skipped + (flaw.row - 1 if flaw.row is not None else 0)
            line = self.lines.row("faces", name, "grid", row=row)
        else:
            line = self.lines.nearest("faces", name, flaw.key)
        self.reading.defects.append(DeckDefect(flaw.message, line, name, flaw.row, flaw.column))


def name_warning(name: str | None, path: str | Path) -> list[str]:
    """Return a warning if the deck's name differs from its file's name, by which it is found."""
    stem = Path(path).stem
    if name is None or name == stem:
        return []
    return [f"the deck's name is '{name}', but it is found by its file's name, '{stem}'"]


def deck_warnings(deck: Deck) -> list[str]:
    """Return warnings about a deck: unusual doors and sizes, likely slips, missing parts."""
    return _warnings(deck.faces, deck.faces)


def _warnings(faces: Mapping[str, Face], named: Collection[str]) -> list[str]:
    """Return warnings about faces; ``named`` includes faces with defects."""
    warnings: list[str] = []
    if not faces and named:
        return warnings  # faces with defects get no warnings
    if COTTAGE not in named:
        warnings.append('there is no cottage (face "C"), so nothing can be dealt yet')
    if not any(name != COTTAGE for name in named):
        warnings.append("there is no numbered face, so nothing can be dealt yet")
    sizes: dict[tuple[int, int], list[str]] = {}
    for name, face in faces.items():
        sizes.setdefault((face.width, face.height), []).append(name)
        if len(face.doors) != USUAL_DOORS:
            count = len(face.doors) or "no"
            word = "door" if count == 1 else "doors"
            warnings.append(f"face {name} has {count} {word}; {USUAL_DOORS} are usual")
    if len(sizes) > 1:
        texts = [f"{w}x{h} ({_some(names)})" for (w, h), names in sizes.items()]
        warnings.append(f"the faces differ in size: {_some(texts)}")
    whole = len(faces) == len(named)
    return [*warnings, *_on_cottage(faces), *_slips(faces, whole)]


def _on_cottage(faces: Mapping[str, Face]) -> Iterator[str]:
    """Yield what lies on the cottage without effect: nothing there is collected (B-Q37)."""
    grid = faces[COTTAGE].grid if COTTAGE in faces else ()
    places: dict[str, list[str]] = {}
    for y, row in enumerate(grid, start=1):
        for x, kind in enumerate(row, start=1):
            places.setdefault(kind, []).append(f"row {y} column {x}")
    found = [
        f"{word} in {_some(places[kind])}" for kind, word in _COLLECTED.items() if kind in places
    ]
    if found:
        yield f"face {COTTAGE}: nothing on the cottage is ever collected: {'; '.join(found)}"
    if CROW in places:
        crows = _some(places[CROW])
        yield f"face {COTTAGE}: crows on the cottage count with crow_scope=all only: {crows}"


def _slips(faces: Mapping[str, Face], whole: bool) -> Iterator[str]:
    """Yield faces that look empty, or like unchanged copies.

    ``whole``: no face was left out because of defects.
    """
    filled: dict[tuple[tuple[str, ...], tuple[Door, ...]], list[str]] = {}
    bare = []
    for name, face in faces.items():
        if any(face.count(kind) for kind in ON_TILES):
            filled.setdefault((face.grid, face.doors), []).append(name)
        elif name != COTTAGE:
            bare.append(name)
    if filled and bare:
        yield f"nothing lies on {_some(bare)}: still to be filled in?"
    elif bare and whole:
        yield "nothing lies on any face: the deck is still to be filled in"
    for names in filled.values():
        if len(names) > 1:
            yield f"the faces {_some(names)} are the same: is one a copy?"


def _some(words: list[str]) -> str:
    """Write a list, shortened if it is long."""
    return ", ".join(words) if len(words) <= 8 else f"{', '.join(words[:7])} and more"


def _looks(value: dict[str, Any]) -> Border | None:
    """Return the border that all faces appear to have, None if unclear."""
    tables = value.get("faces")
    faces = list(tables.values()) if isinstance(tables, dict) else []
    grids = [face.get("grid") for face in faces if isinstance(face, dict)]
    rows = [split_grid(grid)[0] for grid in grids if isinstance(grid, str)]
    if not faces or len(rows) != len(faces) or not all(rows):
        return None
    listed = sum("doors" in face for face in faces)
    if listed == len(faces) and not any(set(RIM) & set(row) for grid in rows for row in grid):
        return Border.EDGES
    outermost = (
        grid[0] + grid[-1] + "".join(row[:1] + row[-1:] for row in grid[1:-1]) for grid in rows
    )
    return Border.TILES if listed == 0 and all(set(o) <= set(RIM) for o in outermost) else None


def _guess(value: dict[str, Any]) -> Border:
    """Guess the border of a deck that does not give it, so that its faces can be checked."""
    tables = value.get("faces")
    faces = tables.values() if isinstance(tables, dict) else ()
    listed = any(isinstance(face, dict) and "doors" in face for face in faces)
    return Border.EDGES if listed else Border.TILES


def shown(value: object) -> str:
    """Return a value of a file for a message: short, printable, a text in quotes."""
    try:
        text = repr(value)
    except RecursionError:
        return "a deeply nested value"
    return text if len(text) <= 60 else text[:57] + "..."


def _no_toml(error: ValueError, text: str) -> DeckDefect:
    """Say why a text is not TOML; slips in grids get a message about decks."""
    begins = text.lstrip("\ufeff").lstrip()[:14].lower()
    if begins.startswith(("bolets-record/", "bolets-trace/")):
        return DeckDefect("is a game, not a deck; bolets check reads it", 1)
    opened, again = unclosed_text(text), second_time(text)
    if opened is not None:
        number, quotes = opened
        message = (
            f"is not TOML: the grid that begins here is not closed; write {quotes} below its last "
            "row"
        )
        return DeckDefect(message, number)
    if again is not None:
        number, _, path, _ = again
        message = (
            f"is not TOML: {shown('.'.join(path))} occurs here for the second time; remove one, or "
            "write the header of another face"
        )
        return DeckDefect(message, number)
    line = line_of(error, text)
    row = text.split("\n")[line - 1].strip() if line is not None else ""
    if len(row) >= SMALLEST and set(row) <= set(INSIDE + RIM):
        message = "the row is not in a grid; write grid = ''' above the first row of a grid"
        return DeckDefect(message, line)
    slip = explained(text, error)
    return DeckDefect(f"is not TOML: {slip.message}", slip.line)
