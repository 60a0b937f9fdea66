"""A TOML document that knows the line of each key.

The standard reader returns values without places. :class:`TomlLines` scans a text that the standard
reader has accepted, and notes the line of every table, key and list entry in any spelling. So it
may rely on closed strings and matching brackets.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any, NamedTuple

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.toml.slips import explained
from bolets_solver.files.toml.text import load_toml

Path = tuple[str | int, ...]
"""Keys from the top of the document; entries of lists are numbered from 0."""

_BETWEEN = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_BLANKS = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
_TEXT_END = re.compile(r'\\[\s\S]|"{3,5}')
_LITERAL_END = re.compile(r"'{3,5}")
_OTHER_VALUE = re.compile(r"[^,\]}\n#]*")


class Span(NamedTuple):
    """A part of a text, as a slice."""

    start: int
    end: int


class KeyValue(NamedTuple):
    """The places of key and value; ``inline``: within braces."""

    key: Span
    value: Span
    inline: bool


class TomlLines:
    """The lines (from 1) and places of the parts of a valid TOML text.

    ``headers``: tables with a header; ``pairs``: keys with a value; ``entries``: entries of lists;
    all in the order of the text.
    """

    def __init__(self, text: str):
        self._text = text
        self._at = 0
        self._breaks = [found.start() for found in re.finditer("\n", text)]
        self._lines: dict[Path, int] = {}
        self._rows: dict[Path, int] = {}
        self._latest: dict[Path, int] = {}
        """The number of the latest table of each ``[[list]]``."""
        self.headers: dict[Path, Span] = {}
        self.pairs: dict[Path, KeyValue] = {}
        self.entries: dict[Path, Span] = {}
        table: Path = ()
        while self._skip() < len(text):
            if text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def find(self, *path: str | int) -> int | None:
        """Return the line of a table, a key or a list entry, None if there is none."""
        return self._lines.get(path)

    def nearest(self, *path: str | int) -> int | None:
        """Return the line of ``path``, or of the innermost table or list around it."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path)

    def row(self, *path: str | int, row: int) -> int | None:
        """Return the line of a row (from 0) of the multi-line text under a key."""
        first = self._rows.get(path)
        return self.nearest(*path) if first is None else first + row

    def _line(self) -> int:
        return bisect_left(self._breaks, self._at) + 1

    def _skip(self) -> int:
        """Skip blanks, line ends and comments."""
        found = _BETWEEN.match(self._text, self._at)
        self._at = self._at if found is None else found.end()
        return self._at

    def _take(self, pattern: re.Pattern[str]) -> str:
        """Skip what ``pattern`` matches here and return it."""
        found = pattern.match(self._text, self._at)
        assert found is not None
        self._at = found.end()
        return found[0]

    def _header(self) -> Path:
        """Read ``[table]`` or ``[[list]]``; return the path of the keys that follow."""
        line, start = self._line(), self._at
        brackets = 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        path: Path = ()
        for word in self._key():
            if path in self._latest:  # a table within the latest of a list
                path = (*path, self._latest[path])
            path = (*path, word)
            self._lines.setdefault(path, line)
        self._at += brackets
        if brackets == 2:
            self._latest[path] = self._latest.get(path, -1) + 1
            path = (*path, self._latest[path])
            self._lines[path] = line
        self.headers[path] = Span(start, self._at)
        return path

    def _key(self) -> list[str]:
        """Read a key with its dots."""
        words = []
        while True:
            self._take(_BLANKS)
            mark = self._text[self._at]
            if mark == '"':
                words.append(str(tomllib.loads(f"word = {self._take(_TEXT)}")["word"]))
            elif mark == "'":
                words.append(self._take(_LITERAL)[1:-1])
            else:
                words.append(self._take(_BARE_KEY))
            self._take(_BLANKS)
            if self._text[self._at] != ".":
                return words
            self._at += 1

    def _pair(self, path: Path, inline: bool = False) -> None:
        """Read ``key = value``."""
        line, start = self._line(), self._at
        for word in self._key():
            path = (*path, word)
            self._lines.setdefault(path, line)
        key = Span(start, self._at)
        self._at += 1  # the equals sign
        self._take(_BLANKS)
        begun = self._at
        self._value(path)
        self.pairs[path] = KeyValue(key, Span(begun, self._at), inline)

    def _value(self, path: Path) -> None:
        quotes = self._text[self._at : self._at + 3]
        if quotes in ('"""', "'''"):
            self._multi_line_text(path, _TEXT_END if quotes == '"""' else _LITERAL_END)
        elif quotes[0] == '"':
            self._take(_TEXT)
        elif quotes[0] == "'":
            self._take(_LITERAL)
        elif quotes[0] == "[":
            self._list(path)
        elif quotes[0] == "{":
            self._inline_table(path)
        else:
            self._take(_OTHER_VALUE)

    def _multi_line_text(self, path: Path, end: re.Pattern[str]) -> None:
        self._at += 3
        self._rows[path] = self._line() + self._text.startswith(("\n", "\r\n"), self._at)
        while True:
            found = end.search(self._text, self._at)
            assert found is not None
            self._at = found.end()
            if not found[0].startswith("\\"):
                return

    def _list(self, path: Path) -> None:
        self._at += 1
        number = 0
        while self._text[self._skip()] != "]":
            if self._text[self._at] == ",":
                self._at += 1
                continue
            self._lines[*path, number] = self._line()
            begun = self._at
            self._value((*path, number))
            self.entries[*path, number] = Span(begun, self._at)
            number += 1
        self._at += 1

    def _inline_table(self, path: Path) -> None:
        self._at += 1
        while self._text[self._skip()] != "}":
            if self._text[self._at] == ",":
                self._at += 1
            else:
                self._pair(path, inline=True)
        self._at += 1


@dataclass(frozen=True, slots=True)
class TomlDocument:
    """The values of a TOML file, its name as given, and the lines of its keys."""

    data: dict[str, Any]
    name: str | None
    lines: TomlLines

    def line(self, *path: str | int) -> int | None:
        """Return the line of ``path``, or of the innermost table or list around it."""
        return self.lines.nearest(*path)

    def defect(self, path: Path, message: str) -> Defect:
        """Return a defect at ``path``."""
        return Defect(message, self.name, self.line(*path))


def parse_toml(text: str, name: str | None = None) -> TomlDocument:
    """Parse a TOML text; ``name`` is the file's name for messages.

    Raises InputError with the place of the syntax error and what would be right.
    """
    try:
        return TomlDocument(load_toml(text), name, TomlLines(text))
    except RecursionError:
        raise InputError(Defect("is nested too deeply to be read", name)) from None
    except ValueError as error:  # also numbers with thousands of digits
        slip = explained(text, error)
        raise InputError(Defect(f"is not TOML: {slip.message}", name, slip.line)) from None
