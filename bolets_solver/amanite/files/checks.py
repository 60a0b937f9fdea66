"""Typed looks into a position document that note what is wrong instead of giving up."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from bolets_solver.amanite.files.toml_lines import Document, Path
from bolets_solver.amanite.game.scoring import ATTRIBUTES
from bolets_solver.amanite.game.tokens import KINDS, PIG_NAME, Counts, as_counts
from bolets_solver.errors import Defect

MOST_TOKENS = 60
"""There are no more mushroom tokens than these (A-Q32)."""


class Checker:
    """Collects the defects and warnings of one document while it is read."""

    def __init__(self, document: Document):
        self.document = document
        self.defects: list[Defect] = []
        self.warnings: list[str] = []

    def fault(self, path: Path, message: str) -> None:
        """Note a defect at ``path``."""
        self.defects.append(self.document.defect(path, message))

    def warn(self, path: Path, message: str) -> None:
        """Note something odd that does not hinder the work."""
        self.warnings.append(str(self.document.defect(path, message)))

    def in_order(self) -> list[Defect]:
        """Return the defects in the order of their lines."""
        return sorted(self.defects, key=lambda defect: defect.line or 0)

    def known_keys(self, table: dict[str, Any], path: Path, known: Iterable[str]) -> None:
        """Object to keys that look misspelt, warn of others that nobody knows."""
        names = list(known)
        for key in table:
            if key in names:
                continue
            close = difflib.get_close_matches(key, names, n=1, cutoff=0.7)
            if close:
                self.fault((*path, key), f'"{key}" is no key here; did you mean "{close[0]}"?')
            else:
                self.warn((*path, key), f'the key "{key}" is unknown and not used')

    def table(self, parent: dict[str, Any], key: str, path: Path = ()) -> dict[str, Any]:
        """Return the table ``key`` of ``parent``, empty if it is missing or something else."""
        value = parent.get(key, {})
        if isinstance(value, dict):
            return value
        self.fault((*path, key), f"{key} must be a table, not {shown(value)}")
        return {}

    def items(self, parent: dict[str, Any], key: str, path: Path = ()) -> list[Any] | None:
        """Return the list ``key`` of ``parent``, or None if it is missing or something else."""
        value = parent.get(key)
        if isinstance(value, list):
            return value
        if value is None:
            self.fault((*path, key), f"{key} is missing")
        else:
            self.fault((*path, key), f"{key} must be a list, not {shown(value)}")
        return None

    def number(self, value: Any, path: Path, what: str, most: int = MOST_TOKENS) -> int:
        """Return ``value`` if it is a whole number from 0 to ``most``, else 0."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
            return value
        self.fault(path, f"{what} must be a whole number from 0 to {most}, not {shown(value)}")
        return 0

    def truth(self, value: Any, path: Path, what: str) -> bool:
        """Return ``value`` if it is true or false, else False."""
        if isinstance(value, bool):
            return value
        self.fault(path, f"{what} must be true or false, not {shown(value)}")
        return False

    def counts(self, value: Any, path: Path, colours: Sequence[str], what: str) -> Counts:
        """Read a table of token numbers such as ``{ red = 2, pig = 1 }``."""
        numbers = [0] * KINDS
        names = {name: kind for kind, name in enumerate((*colours, PIG_NAME))}
        if not isinstance(value, dict):
            self.fault(path, f"{what} must be a table such as {{ red = 2 }}, not {shown(value)}")
            value = {}
        for name, number in value.items():
            if name in names:
                numbers[names[name]] = self.number(number, (*path, name), f"{what}, {name}:")
            else:
                self.fault((*path, name), f'{what}: "{name}" is no token; {_instead(name, names)}')
        return as_counts(numbers)

    def member(self, value: Any, path: Path, names: Sequence[str], what: str) -> int | None:
        """Return the place of ``value`` among ``names``, or None with a defect."""
        if isinstance(value, str) and value in names:
            return names.index(value)
        self.fault(path, f"{what}: {shown(value)} is unknown; {_instead(value, names)}")
        return None

    def attribute(self, value: Any, path: Path, in_play: Sequence[str], what: str) -> str | None:
        """Return the canonical name of an attribute in play; a number may stand for its name."""
        name = attribute_name(value)
        if name in in_play:
            return name
        self.fault(
            path, f"{what}: {shown(value)} is no attribute in play; {_instead(value, in_play)}"
        )
        return None


def attribute_name(value: Any) -> str | None:
    """Return the attribute that ``value`` names in any case, or None."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    named = {attribute.casefold(): attribute for attribute in ATTRIBUTES}
    return named.get(str(value).casefold()) if len(str(value)) < 20 else None


def _instead(value: Any, names: Iterable[str]) -> str:
    listed = list(names)
    close = difflib.get_close_matches(str(value)[:80], listed, n=1)
    return f'did you mean "{close[0]}"?' if close else f"there are {', '.join(listed)}"


def shown(value: Any) -> str:
    """Show what was found, cut to a bearable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else f"{text[:36]}..."
