"""Reading deck files: every defect of a file at once, each with its face, row, column and line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bolets_solver.bolets.deck import Deck, face_key
from bolets_solver.bolets.face import (
    BLOCKED_DOOR,
    COTTAGE,
    CROW,
    DOOR,
    FLOOR,
    HEART,
    MUSHROOM,
    ROCK,
    SPECIAL_MUSHROOM,
    WALL,
    Border,
    Face,
    edge_doors,
    rim_doors,
)
from bolets_solver.bolets.lattice import Heading
from bolets_solver.bolets.toml_lines import TomlLines
from bolets_solver.errors import Defect, InputError
from bolets_solver.textfile import read_text

FORMAT = "bolets-deck/1"
MOST_TILES = 128
"""Largest number of tiles inside the rim of a face."""
SMALLEST = 3
"""Smallest width and height of a face."""
USUAL_DOORS = 4
MAX_BYTES = 1024 * 1024
"""Deck files are smaller than this."""

_NAME = re.compile("[a-z0-9-]+")
_FACE_NAME = re.compile("[1-9][0-9]{0,5}[AB]")
_DOOR = re.compile("([NESW])([0-9]{1,4})(x?)")
_INSIDE = FLOOR + ROCK + MUSHROOM + SPECIAL_MUSHROOM + HEART + CROW
_RIM = WALL + DOOR + BLOCKED_DOOR


@dataclass(frozen=True, slots=True)
class DeckDefect:
    """One defect of a deck file.

    ``line`` is the file's line, ``row`` and ``column`` are of the face's grid, all from 1.
    """

    message: str
    line: int | None = None
    face: str | None = None
    row: int | None = None
    column: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the defect as it stands in the format bolets-validation/1."""
        return {
            "line": self.line,
            "face": self.face,
            "row": self.row,
            "column": self.column,
            "message": self.message,
        }

    def as_defect(self, file: str) -> Defect:
        """Return the defect as a message of the command line."""
        place = "" if self.face is None else f"face {self.face}"
        if self.row is not None:
            place += f", row {self.row}"
        if self.column is not None:
            place += f", column {self.column}"
        return Defect(f"{place}: {self.message}" if place else self.message, file, self.line)


@dataclass
class DeckReading:
    """What reading a deck file gave: the deck if there is no defect, and warnings in any case."""

    deck: Deck | None = None
    defects: list[DeckDefect] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def read_deck(path: str | Path) -> Deck:
    """Read a deck file; raises InputError with every defect."""
    reading = parse_deck(read_text(path, max_bytes=MAX_BYTES))
    if reading.deck is None:
        raise InputError([defect.as_defect(str(path)) for defect in reading.defects])
    return reading.deck


def parse_deck(text: str) -> DeckReading:
    """Read the text of a deck file."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str):
        self.text = text
        self.lines = TomlLines(text)
        self.reading = DeckReading()

    def complain(
        self,
        message: str,
        line: int | None = None,
        face: str | None = None,
        row: int | None = None,
        column: int | None = None,
    ) -> None:
        self.reading.defects.append(DeckDefect(message, line, face, row, column))

    def read(self) -> DeckReading:
        try:
            value = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            self.complain(f"is no TOML: {error}", _line_of(error, self.text))
            return self.reading
        except (RecursionError, ValueError) as error:
            reason = "is nested too deeply" if isinstance(error, RecursionError) else str(error)
            self.complain(f"is no TOML that can be read: {reason}")
            return self.reading
        deck = self.deck(value)
        self.reading.defects.sort(key=lambda d: (d.line or 0, d.row or 0, d.column or 0))
        if not self.reading.defects:
            self.reading.deck = deck
        return self.reading

    def deck(self, value: dict[str, Any]) -> Deck:
        self.header(value)
        known = [border.value for border in Border]
        border = Border(value["border"]) if value.get("border") in known else None
        faces: dict[str, Face] = {}
        tables = value.get("faces")
        if not isinstance(tables, dict) or not tables:
            line = self.lines.find("faces")
            self.complain('the deck has no faces; write tables such as [faces."1A"]', line)
            tables = {}
        for name, table in tables.items():
            face = self.face(name, table, border)
            if face is not None:
                faces[name] = face
        ordered = {name: faces[name] for name in sorted(faces, key=face_key)}
        self.warn(ordered)
        return Deck(
            str(value.get("name")), str(value.get("title")), border or Border.TILES, ordered
        )

    def header(self, value: dict[str, Any]) -> None:
        if value.get("format") != FORMAT:
            has = f"not {_shown(value['format'])}" if "format" in value else "which is missing"
            self.complain(f'the format is "{FORMAT}", {has}', self.lines.find("format"))
        name = value.get("name")
        if not (isinstance(name, str) and _NAME.fullmatch(name)):
            has = f"not {_shown(name)}" if "name" in value else "and it is missing"
            message = f"the name consists of a-z, 0-9 and hyphens, {has}"
            self.complain(message, self.lines.find("name"))
        title = value.get("title")
        if not isinstance(title, str):
            has = f"not {_shown(title)}" if "title" in value else "and it is missing"
            self.complain(f"the title is a text, {has}", self.lines.find("title"))
        if value.get("border") not in [border.value for border in Border]:
            has = f"not {_shown(value['border'])}" if "border" in value else "and it is missing"
            message = f'the border is "tiles" or "edges", {has}'
            self.complain(message, self.lines.find("border"))
        for key in value:
            if key not in ("format", "name", "title", "border", "faces"):
                self.reading.warnings.append(f"the key {_shown(key)} is unknown and ignored")

    def face(self, name: str, table: Any, border: Border | None) -> Face | None:
        line = self.lines.find("faces", name)
        before = len(self.reading.defects)
        if name != COTTAGE and not _FACE_NAME.fullmatch(name):
            self.complain(
                f'{_shown(name)} is no face; write a number and a side, such as "1A", or "C" for '
                "the cottage",
                line,
                name,
            )
        if not isinstance(table, dict):
            self.complain("a face is a table with a grid", line, name)
            return None
        grid = self.grid(name, table, line)
        if grid is None or border is None:
            return None
        if border is Border.TILES:
            self.tiles(name, grid)
        doors = self.doors(name, table, grid, border, line)
        for key in table:
            if key not in ("grid", "doors"):
                self.reading.warnings.append(
                    f"face {name}: the key {_shown(key)} is unknown and ignored"
                )
        if len(self.reading.defects) > before:
            return None
        places = rim_doors(grid) if border is Border.TILES else edge_doors(grid, doors)
        return Face(name, border, tuple(grid), places)

    def grid(self, name: str, table: dict[str, Any], line: int | None) -> list[str] | None:
        """Return the rows if they form a rectangle of a size that can be read."""
        text = table.get("grid")
        if not isinstance(text, str):
            message = "the face has no grid; write grid = ''' and its rows"
            self.complain(message, self.lines.find("faces", name, "grid") or line, name)
            return None
        rows = [row.rstrip() for row in text.split("\n")]
        skipped = next((i for i, row in enumerate(rows) if row), len(rows))
        while rows and not rows[-1]:
            rows.pop()
        self._first_row = skipped
        rows = rows[skipped:]
        if not rows:
            self.complain("the grid is empty", self.lines.find("faces", name, "grid"), name)
            return None
        return rows if self.rectangle(name, rows) else None

    def row_line(self, name: str, row: int) -> int | None:
        """Return the file's line of a row (from 0) of the face's grid."""
        return self.lines.row("faces", name, "grid", row=row + self._first_row)

    def rectangle(self, name: str, rows: list[str]) -> bool:
        widths = [len(row) for row in rows]
        width = max(set(widths), key=lambda w: (widths.count(w), w))
        fits = True
        for index, row in enumerate(rows):
            if len(row) != width:
                message = f"the row has {len(row)} tiles, the other rows have {width}"
                self.complain(message, self.row_line(name, index), name, index + 1)
                fits = False
        first = self.row_line(name, 0)
        if width < SMALLEST or len(rows) < SMALLEST:
            message = f"the grid is {width}x{len(rows)}; the smallest is {SMALLEST}x{SMALLEST}"
            self.complain(message, first, name)
            fits = False
        return fits

    def tiles(self, name: str, grid: list[str]) -> None:
        del name, grid

    def doors(
        self,
        name: str,
        table: dict[str, Any],
        grid: list[str],
        border: Border,
        line: int | None,
    ) -> list[tuple[Heading, int, bool]]:
        del name, grid, border, line
        found = []
        for text in table.get("doors", []):
            match = _DOOR.fullmatch(text)
            if match:
                found.append((Heading[match[1]], int(match[2]), bool(match[3])))
        return found

    def warn(self, faces: dict[str, Face]) -> None:
        del faces


def _shown(value: object) -> str:
    text = repr(value) if not isinstance(value, str) else f"'{value}'"
    return text if len(text) <= 60 else text[:57] + "..."


def _line_of(error: Exception, text: str) -> int | None:
    match = re.search(r"line (\d+)", str(error))
    if match:
        return int(match[1])
    return text.count("\n") + 1 if "end of document" in str(error) else None
