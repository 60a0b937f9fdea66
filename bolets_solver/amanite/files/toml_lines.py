"""A TOML document with the line on which each of its keys stands.

The standard reader tells lines only of broken syntax; a person who misspelt a colour wants the line
too. Lines are found by reading table headers and keys at the beginnings of lines, which is where
people write them; a key that is hidden elsewhere gets the line of the table around it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

from bolets_solver.errors import Defect, InputError

Path = tuple[str | int, ...]
"""Keys from the top of the document; tables of an array are numbered from 0."""

_WORD = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = rf"{_WORD}(?:\s*\.\s*{_WORD})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_KEY})\s*\]")
_ASSIGNMENT = re.compile(rf"\s*({_KEY})\s*=")


@dataclass(frozen=True, slots=True)
class Document:
    """The data of a TOML file, the name the user gave it, and the lines of its keys."""

    data: dict[str, Any]
    name: str | None
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int | None:
        """Line of the key at ``path``, or of the nearest table around it, or None."""
        while path:
            for place in (path, (*path, 0)):  # an array begins where its first table does
                if place in self.lines:
                    return self.lines[place]
            path = path[:-1]
        return None

    def defect(self, path: Path, message: str) -> Defect:
        """Return a defect at ``path``."""
        return Defect(message, self.name, self.line(path))


def parse_document(text: str, name: str | None = None) -> Document:
    """Parse TOML text; raises InputError with the line where the syntax is broken."""
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise InputError(Defect("is nested too deeply to be read", name)) from None
    except ValueError as error:  # also numbers with thousands of digits
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line = int(found[1]) if found else None
        message = str(error)[: found.start()].strip() if found else str(error)
        raise InputError(Defect(f"is no TOML: {message}", name, line)) from None
    return Document(data, name, _find_lines(text))


def _find_lines(text: str) -> dict[Path, int]:
    lines: dict[Path, int] = {}
    table: Path = ()
    tables: dict[Path, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.match(line)
        if header is not None:
            table = _words(header[2])
            if header[1] == "[[":
                tables[table] = tables.get(table, -1) + 1
                table = (*table, tables[table])
            lines.setdefault(table, number)
            continue
        assignment = _ASSIGNMENT.match(line)
        if assignment is not None:
            lines.setdefault((*table, *_words(assignment[1])), number)
    return lines


def _words(key: str) -> Path:
    return tuple(word.strip("\"'") for word in re.findall(_WORD, key))
