"""Findings of a TOML reader: defects and warnings, each with its line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.toml.document import Path, TomlDocument

LONGEST_SHOWN = 40
"""Largest length of a file's value in messages."""


class Findings:
    """Collects the defects and warnings of one document.

    ``elsewhere`` maps keys that belong to another place of the file to that place: people write
    ``feed`` below the last header and mean the top of the file.
    """

    def __init__(self, document: TomlDocument, elsewhere: dict[str, str] | None = None):
        self.document = document
        self.elsewhere = elsewhere or {}
        self.meant: set[Path] = set()
        """The keys that misspelt ones stand for; they are not reported as missing."""
        self.defects: list[Defect] = []
        self.warnings: list[str] = []

    def fault(self, path: Path, message: str, line: int | None = None) -> None:
        """Note a defect at ``path``, or on ``line``."""
        at = self.document.line(*path) if line is None else line
        self.defects.append(Defect(message, self.document.name, at))

    def warn(self, path: Path, message: str) -> None:
        """Note a warning at ``path``."""
        self.warnings.append(str(self.document.defect(path, message)))

    def raise_defects(self) -> None:
        """Raise InputError with all defects in the order of their lines, if there are any."""
        if self.defects:
            raise InputError(sorted(self.defects, key=lambda defect: defect.line or 0))

    def known_keys(
        self, table: dict[str, Any], path: Path, known: Iterable[str], where: str = "here"
    ) -> None:
        """Report misspelt and misplaced keys as defects, unknown keys as warnings.

        ``where`` names the table.
        """
        names = list(known)
        for key in table:
            if key in names:
                continue
            close = nearest(key, names)
            if key in self.elsewhere:
                self.fault((*path, key), f'"{key}" does not belong {where}; {self.elsewhere[key]}')
            elif close is not None:
                self.meant.add((*path, close))
                self.fault((*path, key), f'"{key}" is not a key {where}; did you mean "{close}"?')
            else:
                self.warn((*path, key), f'the key "{shown_name(key)}" is unknown and not used')

    def table(self, parent: dict[str, Any], key: str, path: Path = ()) -> dict[str, Any]:
        """Return the table ``key`` of ``parent``; empty if it is missing or not a table."""
        value = parent.get(key, {})
        if isinstance(value, dict):
            return value
        self.fault((*path, key), f"{key} must be a table, not {shown(value)}")
        return {}

    def items(self, parent: dict[str, Any], key: str, path: Path = ()) -> list[Any] | None:
        """Return the list ``key`` of ``parent``; None if it is missing or not a list."""
        value = parent.get(key)
        if isinstance(value, list):
            return value
        if value is None:
            if (*path, key) not in self.meant:
                self.fault((*path, key), f"{key} is missing")
        else:
            self.fault((*path, key), f"{key} must be a list, not {shown(value)}")
        return None

    def number(self, value: Any, path: Path, what: str, most: int) -> int:
        """Return ``value`` if it is a whole number from 0 to ``most``, otherwise 0."""
        if type(value) is int and 0 <= value <= most:
            return value
        self.fault(path, f"{what} must be a whole number from 0 to {most}, not {shown(value)}")
        return 0

    def member(self, value: Any, path: Path, names: Sequence[str], what: str) -> int | None:
        """Return the index of ``value`` in ``names``; otherwise note a defect and return None."""
        if isinstance(value, str) and value in names:
            return names.index(value)
        if isinstance(value, str) and value in self.elsewhere:
            self.fault(path, f'"{value}" does not belong to {what}; {self.elsewhere[value]}')
        else:
            self.fault(path, f"{what}: {shown(value)} is unknown; {instead(value, names)}")
        return None


def nearest(value: Any, names: Iterable[str], cutoff: float = 0.7) -> str | None:
    """Return the name that was probably meant by ``value``, whatever its case; None if none is."""
    by_folded = {name.casefold(): name for name in names}
    close = difflib.get_close_matches(str(value)[:80].casefold(), list(by_folded), 1, cutoff)
    return by_folded[close[0]] if close else None


def instead(value: Any, names: Iterable[str]) -> str:
    """Say which of ``names`` was probably meant, or which there are."""
    listed = list(names)
    close = nearest(value, listed, 0.6)
    return f'did you mean "{close}"?' if close else f"there are {', '.join(listed)}"


def shown(value: Any) -> str:
    """Show a value of a file within a message, cut to a bearable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return f'"{shown_name(value)}"'
    try:
        return shown_name(str(value))
    except ValueError:  # a whole number of more digits than Python prints
        return "a number too long to print"


def shown_name(name: str) -> str:
    """Return a name of a file, cut to a bearable length; what cannot be seen as its code point."""
    text = "".join(letter if letter.isprintable() else f"<U+{ord(letter):04X}>" for letter in name)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 4]}..."
