"""Where in a TOML file its tables, keys and rows of multi-line texts stand.

The standard reader of TOML tells values, not places. This finds the places of what people write in
decks and positions: ``[table."sub"]`` headers and ``key = value`` lines. What is written otherwise
has no known line, which is never wrong.
"""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*\[\[?\s*(?P<path>[^\[\]]+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"\s*(?P<path>(?:[A-Za-z0-9_.\-]|\"[^\"]*\"|'[^']*'|\s)+?)\s*=\s*(?P<value>.*)")
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([A-Za-z0-9_\-]+)")


LONGEST = 1000
"""Longer lines are not looked at; nobody writes a header or a grid in one."""


class TomlLines:
    """The lines of one TOML text; all lines count from 1.

    ``unclosed`` is where the first multi-line text begins that goes on to the end, or over a line
    that looks like a header or a key; ``twice`` is the line of the first header or key that was
    there already, and its name. If the text is no TOML, that is why.
    """

    def __init__(self, text: str):
        self._lines: dict[tuple[str, ...], int] = {}
        self._rows: dict[tuple[str, ...], int] = {}
        self.unclosed: int | None = None
        self.twice: tuple[int, str] | None = None
        table: tuple[str, ...] = ()
        closing: str | None = None
        opened = 0
        for number, line in enumerate(text.split("\n"), start=1):
            if closing is not None:
                if closing in line:
                    closing = None
                elif self.unclosed is None and len(line) <= LONGEST and _looks_outside(line):
                    self.unclosed = opened
                continue
            if len(line) > LONGEST:
                continue
            header = _HEADER.fullmatch(line)
            if header is not None:
                table = _parts(header["path"])
                if self.twice is None and table in self._lines:
                    self.twice = number, ".".join(table)
                self._lines.setdefault(table, number)
                continue
            key = _KEY.fullmatch(line)
            if key is None:
                continue
            path = (*table, *_parts(key["path"]))
            if self.twice is None and path in self._lines:
                self.twice = number, ".".join(path)
            for length in range(len(table) + 1, len(path) + 1):
                self._lines.setdefault(path[:length], number)
            closing, opened = self._open_text(path, key["value"], number), number
        if closing is not None and self.unclosed is None:
            self.unclosed = opened

    def _open_text(self, path: tuple[str, ...], value: str, number: int) -> str | None:
        """Note the first row of a multi-line text; return its closing quotes if it stays open."""
        for quotes in ("'''", '"""'):
            if value.startswith(quotes):
                rest = value[len(quotes) :]
                self._rows[path] = number if rest else number + 1
                return None if quotes in rest else quotes
        return None

    def find(self, *path: str) -> int | None:
        """Return the line of a table or key, None if it is not known."""
        return self._lines.get(path)

    def nearest(self, *path: str) -> int | None:
        """Return the line of a table or key, or of the innermost known table around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._lines:
                return self._lines[path[:length]]
        return None

    def row(self, *path: str, row: int) -> int | None:
        """Return the line of a row (from 0) of the multi-line text under a key."""
        first = self._rows.get(path)
        return self.nearest(*path) if first is None else first + row


def _looks_outside(line: str) -> bool:
    """Whether a line within a multi-line text looks like one that was meant to come after it."""
    return _HEADER.fullmatch(line) is not None or _KEY.fullmatch(line) is not None


def _parts(path: str) -> tuple[str, ...]:
    return tuple(a or b or c for a, b, c in _PART.findall(path))
