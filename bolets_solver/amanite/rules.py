"""Switches: readings of the rulebook of Amanite between which players choose.

`RULES.md` beside this file says what each means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bolets_solver.files.switches import SwitchWords, Words


@dataclass(frozen=True, slots=True)
class Rules(SwitchWords):
    """One word for every switch; the defaults are the recommended readings.

    ``majority_tie`` (A-Q10, A-Q11): three or more in a tie get 7 (first) or 2 (second) ``each``,
    or have 14 or 4 ``shared`` among them, rounded down. ``majority_zero`` (A-Q12): ``on`` lets a
    player without a token of that colour be first or second. ``pig_scope`` (A-Q16): a pig eats
    ``any`` mushroom in front of its owner, or, ``literal``, none collected from an earlier tile
    this round, which separates tokens of this tile from those of earlier rounds.
    """

    WORDS: ClassVar[Words] = {
        "majority_tie": ("each", "shared"),
        "majority_zero": ("off", "on"),
        "pig_scope": ("any", "literal"),
    }

    majority_tie: str = "each"
    majority_zero: str = "off"
    pig_scope: str = "any"


Switches = Rules
"""The name by which ``bolets_solver.amanite`` first offered its rules."""
