"""The switches of Amanite: rules on which readers of the rulebook may differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.switches import read_settings


@dataclass(frozen=True, slots=True)
class Switches:
    """One word a switch; the defaults are the recommended readings.

    ``majority_tie`` (A-Q10, A-Q11): three or more in a tie get 7 (first) or 2 (second) ``each``,
    or have 14 or 4 ``shared`` among them, rounded down. ``majority_zero`` (A-Q12): ``on`` lets a
    player without a token of that colour be first or second. ``pig_scope`` (A-Q16): a pig eats
    ``any`` mushroom in front of its owner, or, ``literal``, none collected from an earlier tile
    this round, which separates tokens of this tile from those of earlier rounds.
    """

    majority_tie: str = "each"
    majority_zero: str = "off"
    pig_scope: str = "any"

    def as_words(self) -> dict[str, str]:
        """Return every switch with its word, in a fixed order."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


WORDS: dict[str, tuple[str, ...]] = {
    "majority_tie": ("each", "shared"),
    "majority_zero": ("off", "on"),
    "pig_scope": ("any", "literal"),
}
"""The words each switch may have, the default first."""


def with_assignments(switches: Switches, assignments: Iterable[str]) -> Switches:
    """Apply assignments ``NAME=VALUE`` as the command line gives them, several in a text or one.

    Raises InputError with a defect for each that cannot be used.
    """
    changes, wrong = read_settings(WORDS, assignments)
    if wrong:
        raise InputError([Defect(f"--rules: {message}") for message in wrong])
    return replace(switches, **changes)
