"""Difficulty and switches: the readings of the rules under which a game is played.

The readings ``wander`` (may a trace leave the last card by its own doors, B-Q22) and
``cube_single_use`` (is a cube spent by one bump, B-Q34) are fixed: no and no.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum

from bolets_solver.errors import Defect, InputError


class Difficulty(StrEnum):
    """The rulebook's levels (B-R41)."""

    EASY = "easy"  # needs faces with one rock: checked, with warnings
    REGULAR = "regular"
    DIFFICULT = "difficult"  # no yellow cubes


class RedTiming(StrEnum):
    """When a red cube is earned (B-Q1)."""

    UPDATE = "update"  # at the update after the trace
    TRACE = "trace"  # the moment the points are traced


class CrowLoss(StrEnum):
    """When 3 and 4 visible crows cost a life (B-Q6)."""

    EACH = "each"  # each of the two values that the crow marker reaches or passes upward
    STOOD = "stood"  # only the value on which it stands after a rise
    ONCE = "once"  # as each, but each value once a game
    EVERY = "every"  # every update that shows 3 or 4


class CrowScope(StrEnum):
    """Whether the crows of the wall card just entered count at the update (B-Q8)."""

    TRACED = "traced"  # no: the cards up to the one just traced
    ALL = "all"  # yes


class BlockedCounts(StrEnum):
    """What the 2 of a blocked door counts (B-Q31)."""

    MUSHROOMS = "mushrooms"  # mushroom tiles
    POINTS = "points"  # their points


@dataclass(frozen=True, slots=True)
class Rules:
    """The readings of one game; the defaults are the project's."""

    difficulty: Difficulty = Difficulty.REGULAR
    red_timing: RedTiming = RedTiming.UPDATE
    crow_loss: CrowLoss = CrowLoss.EACH
    crow_scope: CrowScope = CrowScope.TRACED
    blocked_counts: BlockedCounts = BlockedCounts.MUSHROOMS

    def as_json(self) -> dict[str, str]:
        """Return difficulty and every switch, by name."""
        return {name: str(getattr(self, name)) for name in WORDS}

    def switched(self) -> dict[str, str]:
        """Return what differs from the defaults, by name."""
        default = Rules()
        return {
            name: word
            for name, word in self.as_json().items()
            if getattr(self, name) is not getattr(default, name)
        }

    def with_settings(self, settings: Iterable[tuple[str, str]]) -> Rules:
        """Return these rules with some settings (name, word) changed.

        Raises InputError with every unknown name or word and every name given twice.
        """
        values: dict[str, StrEnum] = {}
        defects = []
        for name, word in settings:
            try:
                value = setting(name, word)
            except ValueError as error:
                defects.append(Defect(str(error)))
                continue
            if name in values and values[name] is not value:
                defects.append(Defect(f"'{name}' is set twice, to '{values[name]}' and '{word}'"))
            values[name] = value
        if defects:
            raise InputError(defects)
        merged = {field.name: getattr(self, field.name) for field in fields(self)} | values
        return Rules(**merged)

    @classmethod
    def parse(cls, texts: Iterable[str], base: Rules | None = None) -> Rules:
        """Read settings ``name=value`` on top of ``base`` (default: the default rules).

        Raises InputError with all defects.
        """
        settings, defects = [], []
        for text in texts:
            name, sign, word = text.partition("=")
            if not sign:
                defects.append(Defect(f"'{text}' is not a setting; write NAME=VALUE"))
                continue
            settings.append((name.strip().lower(), word.strip().lower()))
        try:
            rules = (base or cls()).with_settings(settings)
        except InputError as error:
            defects.extend(error.defects)
        if defects:
            raise InputError(defects)
        return rules


WORDS: dict[str, type[StrEnum]] = {
    "difficulty": Difficulty,
    "red_timing": RedTiming,
    "crow_loss": CrowLoss,
    "crow_scope": CrowScope,
    "blocked_counts": BlockedCounts,
}
"""Every setting and its words, in the order in which they are printed."""

FIXED = {
    "wander": "off",
    "cube_single_use": "off",
}
"""Readings that cannot be changed."""


def setting(name: str, word: str) -> StrEnum:
    """Return a setting's word as its enumeration; raises ValueError with the valid words."""
    if name in FIXED:
        raise ValueError(f"'{name}' is fixed at '{FIXED[name]}', not a switch")
    if name == "door_geometry":
        raise ValueError("'door_geometry' is the property 'border' of the deck, not a switch")
    if name not in WORDS:
        raise ValueError(f"there is no setting '{name}'; there are {', '.join(WORDS)}")
    try:
        return WORDS[name](word)
    except ValueError:
        right = ", ".join(WORDS[name])
        raise ValueError(f"'{word}' is not a value of '{name}'; it is one of {right}") from None
