"""Switches: readings of the rulebook of The Boldest between which players choose.

`RULES.md` beside this file says what each means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bolets_solver.files.switches import SwitchWords, Words


@dataclass(frozen=True, slots=True)
class Rules(SwitchWords):
    """One word for every switch; the defaults are the recommended readings.

    ``same_action_item`` (T-Q6): may a Hunter spend an Item taken in the same action?
    ``flag_second`` (T-Q16): does the flag of the second of two tied Groups move as well?
    ``flag_unable`` (T-Q18): does the flag of a tie's winner move though it cannot act?
    ``loot_icon`` (T-Q35): is the extra card of a type of its own, or of any type?
    ``smallest_affordable`` (T-Q38): is the smallest neighbour sought among affordable ones only?
    """

    WORDS: ClassVar[Words] = {
        "same_action_item": ("on", "off"),
        "flag_second": ("stays", "moves"),
        "flag_unable": ("moves", "stays"),
        "loot_icon": ("type", "any"),
        "smallest_affordable": ("off", "on"),
    }

    same_action_item: str = "on"
    flag_second: str = "stays"
    flag_unable: str = "moves"
    loot_icon: str = "type"
    smallest_affordable: str = "off"
