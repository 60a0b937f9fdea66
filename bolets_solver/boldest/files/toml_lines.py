"""Where in a TOML text a key stands, so that a defect can name its line.

``tomllib`` forgets the lines it read. The scan here follows headers and keys only as far as this
project's positions use them; a key it does not find has no line, never a wrong value.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from bolets_solver.errors import Defect, InputError

_HEADER = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*(#.*)?")
_KEY = re.compile(
    r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*="
)
_PLACE = re.compile(r"\(at line (\d+), column \d+\)")


class KeyLines:
    """Lines of the keys of a TOML text, counted from 1."""

    def __init__(self, text: str):
        self._lines: dict[tuple[str, ...], int] = {}
        table: tuple[str, ...] = ()
        closing: str | None = None
        for number, line in enumerate(text.split("\n"), start=1):
            if closing is not None:
                if closing in line:
                    closing = None
                continue
            header = _HEADER.fullmatch(line)
            if header is not None:
                table = _parts(header[1])
                self._lines.setdefault(table, number)
                continue
            key = _KEY.match(line)
            if key is None:
                continue
            self._lines.setdefault(table + _parts(key[1]), number)
            for quotes in ("'''", '"""'):
                if line.count(quotes) == 1:
                    closing = quotes

    def line(self, *path: str) -> int | None:
        """Line of the key ``path``, of the nearest table around it, or None."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._lines:
                return self._lines[path[:length]]
        return None


def _parts(name: str) -> tuple[str, ...]:
    words = re.findall(r"\"[^\"]*\"|'[^']*'|[^.\s]+", name)
    return tuple(word[1:-1] if word[0] in "\"'" else word for word in words)


def load_toml(text: str, shown: str) -> dict[str, Any]:
    """Parse TOML; raise InputError with the line of the first mistake."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place else None
        reason = _PLACE.sub("", str(error)).strip()
        raise InputError(Defect(f"is no TOML: {reason}", shown, line)) from None
    except RecursionError:
        raise InputError(Defect("is no position: brackets are nested too deeply", shown)) from None
    except ValueError:
        raise InputError(
            Defect("is no position: it holds a number too long to read", shown)
        ) from None
