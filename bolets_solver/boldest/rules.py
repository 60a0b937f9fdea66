"""Switches: where the rulebook can be read in two ways, the table decides.

The first word of each switch is the default. `RULES.md` beside this file says what each means.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.switches import read_settings

WORDS: dict[str, tuple[str, ...]] = {
    "same_action_item": ("on", "off"),
    "flag_second": ("stays", "moves"),
    "flag_unable": ("moves", "stays"),
    "loot_icon": ("type", "any"),
    "smallest_affordable": ("off", "on"),
}
"""Every switch with its words, the default first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One word for every switch.

    ``same_action_item`` (T-Q6): may a Hunter spend an Item taken in the same action?
    ``flag_second`` (T-Q16): does the flag of the second of two tied Groups move as well?
    ``flag_unable`` (T-Q18): does the flag of a tie's winner move though it cannot act?
    ``loot_icon`` (T-Q35): is the extra card of a type of its own, or of any type?
    ``smallest_affordable`` (T-Q38): is the smallest neighbour sought among affordable ones only?
    """

    same_action_item: str = "on"
    flag_second: str = "stays"
    flag_unable: str = "moves"
    loot_icon: str = "type"
    smallest_affordable: str = "off"

    def as_dict(self) -> dict[str, str]:
        """Every switch with its word, as JSON lists them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def changed(self) -> dict[str, str]:
        """Only the switches that differ from the default."""
        return {name: word for name, word in self.as_dict().items() if word != WORDS[name][0]}


def with_settings(rules: Rules, settings: Iterable[str]) -> Rules:
    """Apply settings ``NAME=VALUE`` as the command line gives them, several in a text or one.

    Raises InputError with a defect for each that cannot be used.
    """
    changes, wrong = read_settings(WORDS, settings)
    if wrong:
        raise InputError([Defect(f"--rules: {message}") for message in wrong])
    return replace(rules, **changes)
