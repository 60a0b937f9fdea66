"""Typed access to a position file of Amanite that notes defects instead of raising."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bolets_solver.amanite.game.scoring import ATTRIBUTES
from bolets_solver.amanite.game.tokens import KINDS, PIG_NAME, Counts, as_counts
from bolets_solver.files.findings import Findings, instead, shown
from bolets_solver.files.toml.document import Path

MOST_TOKENS = 60
"""Number of mushroom tokens in the box (A-Q32)."""


class Checker(Findings):
    """The defects and warnings of a position file of Amanite."""

    def truth(self, value: Any, path: Path, what: str) -> bool:
        """Return ``value`` if it is true or false, otherwise False."""
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
                numbers[names[name]] = self.number(
                    number, (*path, name), f"{what}, {name}:", MOST_TOKENS
                )
            else:
                self.fault(
                    (*path, name), f'{what}: "{name}" is not a token; {instead(name, names)}'
                )
        return as_counts(numbers)

    def attribute(self, value: Any, path: Path, in_play: Sequence[str], what: str) -> str | None:
        """Return the canonical name of an attribute in play; a number may stand for its name."""
        name = attribute_name(value)
        if name in in_play:
            return name
        self.fault(
            path, f"{what}: {shown(value)} is not an attribute in play; {instead(value, in_play)}"
        )
        return None


def attribute_name(value: Any) -> str | None:
    """Return the attribute that ``value`` names in any case, or None.

    The minus sign of typography is one.
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    named = {attribute.casefold(): attribute for attribute in ATTRIBUTES}
    written = str(value).replace("\u2212", "-").casefold()
    return named.get(written) if len(written) < 20 else None
