"""Advice as it is given: what can be expected, which turns are best, how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bolets_solver.advise.objective import Objective
from bolets_solver.advise.worlds import Sight, knowledge_json
from bolets_solver.bolets.play.tokens import Turn
from bolets_solver.work.limits import Reason

FORMAT = "bolets-advice/1"

DIGITS = 6
"""Digits behind the point of a value in JSON."""


@dataclass(frozen=True)
class Interval:
    """A value and what is proven of it: not below ``lower``, not above ``upper``."""

    lower: Fraction
    upper: Fraction

    @property
    def exact(self) -> Fraction | None:
        """The value, None if it is not known exactly."""
        return self.lower if self.lower == self.upper else None

    def as_json(self) -> dict[str, Any]:
        """Return the bounds as numbers, and the exact value as a number and in words."""
        exact = self.exact
        if exact is not None:
            lower = upper = round(float(exact), DIGITS)
        else:
            lower, upper = rounded_down(self.lower, DIGITS), rounded_up(self.upper, DIGITS)
        return {
            "lower": lower,
            "upper": upper,
            "exact": None if exact is None else {"value": lower, "fraction": fraction_text(exact)},
        }


@dataclass(frozen=True)
class WorldValue:
    """What comes of a turn in one order.

    ``played``: what the way of playing makes there that proves the lower bound (its future turns do
    not look at what is hidden); None if that is not settled. ``hindsight``: what one who knew the
    order would make after the turn, at most.
    """

    order: tuple[str, ...]
    played: int | None
    hindsight: int


@dataclass(frozen=True)
class Choice:
    """A way to decide: an entrance (number of the door) or a turn.

    ``points``, ``lives``, ``cubes``: on the tracking card after it.
    """

    entrance: int | None
    turn: Turn | None
    value: Interval
    points: int
    lives: int
    cubes: int
    worlds: tuple[WorldValue, ...]

    def __str__(self) -> str:
        """The choice in the notation of records."""
        return f"entrance {self.entrance}" if self.turn is None else str(self.turn)

    def as_json(self, with_worlds: bool) -> dict[str, Any]:
        """Return the choice as in an advice's JSON."""
        value: dict[str, Any] = {
            "turn": None if self.turn is None else str(self.turn),
            "entrance": self.entrance,
            **self.value.as_json(),
            "after": {"points": self.points, "lives": self.lives, "cubes": self.cubes},
        }
        if with_worlds:
            value["worlds"] = [
                {"order": list(w.order), "played": w.played, "hindsight": w.hindsight}
                for w in self.worlds
            ]
        return value


@dataclass(frozen=True)
class Estimate:
    """A mean over random worlds, with the ends of its error bar; not proven."""

    worlds: int
    mean: float
    low: float
    high: float

    def as_json(self) -> dict[str, Any]:
        """Return the estimate as in an advice's JSON."""
        return {
            "worlds": self.worlds,
            "mean": round(self.mean, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
        }


@dataclass(frozen=True)
class Advice:
    """What a best player without hindsight can expect, and what he does.

    ``seen``: the faces that are known, in order; ``worlds``: how many orders are possible.
    ``choices``: the best first. ``others``: how many ways to decide are not among them, and
    ``others_upper``: what none of those exceeds. ``reason``: the limit that ended the work, None if
    the value is exact. ``hindsight``: the estimated mean score of a player who knows the
    order, if asked for. ``from_atlas``: number of orders whose best game an atlas
    contains.
    """

    deck: str
    seen: tuple[str, ...]
    cards: int
    worlds: int
    objective: Objective
    sight: Sight
    value: Interval
    choices: tuple[Choice, ...]
    others: int
    others_upper: Fraction
    reason: Reason | None
    hindsight: Estimate | None = None
    from_atlas: int = 0

    @property
    def best(self) -> Choice | None:
        """The best way to decide, as far as is known; None if there is none that can be won."""
        return self.choices[0] if self.choices else None

    @property
    def status(self) -> str:
        """``exact``; ``limit``: bounds that hold; ``estimate``: too many orders for good bounds."""
        if self.value.exact is not None:
            return "exact"
        return "limit" if self.choices or self.reason is not None else "estimate"

    def as_json(self, with_worlds: bool = False) -> dict[str, Any]:
        """Return the advice as JSON of the format bolets-advice/1."""
        return {
            "format": FORMAT,
            "deck": self.deck,
            "seen": list(self.seen),
            "cards": self.cards,
            "worlds": self.worlds,
            "objective": str(self.objective),
            "preview": str(self.sight.preview),
            "first_look": str(self.sight.first_look),
            "knowledge": knowledge_json(self.seen, self.worlds, self.sight),
            "atlas": self.from_atlas,
            "status": self.status,
            **self.value.as_json(),
            "candidates": [choice.as_json(with_worlds) for choice in self.choices],
            "others": self.others,
            "estimate": None if self.hindsight is None else self.hindsight.as_json(),
        }


def rounded_down(value: Fraction, digits: int) -> float:
    """Round a lower bound to some digits behind the point; so it remains a lower bound."""
    scale: int = 10**digits
    return math.floor(value * scale) / scale


def rounded_up(value: Fraction, digits: int) -> float:
    """Round an upper bound to some digits behind the point; so it remains an upper bound."""
    scale: int = 10**digits
    return math.ceil(value * scale) / scale


def fraction_text(value: Fraction) -> str:
    """Write a fraction as people do: ``24 13/24``, ``5/8``, ``3``."""
    whole, rest = divmod(value.numerator, value.denominator)
    if rest == 0:
        return str(whole)
    part = f"{rest}/{value.denominator}"
    return f"{whole} {part}" if whole else part
