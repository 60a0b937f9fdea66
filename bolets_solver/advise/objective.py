"""Objectives: expected points, the chance to win, the chance of at least some points."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bolets_solver.bolets.play.verdict import TIERS
from bolets_solver.errors import InputError

MOST_POINTS = 10_000
"""More points than any game."""


@dataclass(frozen=True, slots=True)
class Objective:
    """What a finished game is worth: its points, or 1 if it is won with at least ``least``.

    ``least`` None: the points. A lost game is worth nothing.
    """

    least: int | None = None

    def worth(self, points: int) -> int:
        """Return the worth of a won game with ``points``; below 0 points: a lost one."""
        if points < 0:
            return 0
        return points if self.least is None else int(points >= self.least)

    @property
    def chance(self) -> bool:
        """Whether the value is a probability."""
        return self.least is not None

    def __str__(self) -> str:
        """The objective as it is asked for."""
        if self.least is None:
            return "points"
        return "win" if self.least == 0 else f"at-least {self.least}"

    @classmethod
    def parse(cls, text: str) -> Objective:
        """Read ``points``, ``win``, ``tier 3`` or ``at-least 19``; raises InputError."""
        words = " ".join(text.lower().replace("=", " ").split())
        if words == "points":
            return cls()
        if words == "win":
            return cls(0)
        match = re.fullmatch(r"(tier|at-least)[ -]?([0-9]{1,5})", words)
        if match is None:
            raise InputError(
                f"'{text}' is not an objective; there are points, win, 'tier 3' and 'at-least 19'"
            )
        number = int(match[2])
        if match[1] == "at-least":
            if number > MOST_POINTS:
                raise InputError(f"no game makes {number} points")
            return cls(number)
        if not 1 <= number <= len(TIERS):
            raise InputError(f"there is no tier {number}; the tiers are 1 to {len(TIERS)}")
        return cls(TIERS[-number][0])
