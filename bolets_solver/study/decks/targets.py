"""The targets of a deck, and the shortfall of its figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bolets_solver.files import text_tables
from bolets_solver.study.decks.measure import HIGHEST_TIER, PARTS, DeckFigures


@dataclass(frozen=True)
class Check:
    """One figure against its target: it should lie between ``low`` and ``high``, both included.

    ``share`` says that the figure is a share of the deals, 0 to 1.
    """

    name: str
    value: float
    low: float
    high: float
    share: bool = True

    @property
    def met(self) -> bool:
        """Whether the figure meets the target."""
        return self.low <= self.value <= self.high

    @property
    def shortfall(self) -> float:
        """The distance from the target, 0 if met: shares in tenths, points in points."""
        off = max(self.low - self.value, self.value - self.high, 0.0)
        return off * (10 if self.share else 1)

    @property
    def value_text(self) -> str:
        """The figure as text."""
        return f"{100 * self.value:.1f} %" if self.share else f"{self.value:g}"

    @property
    def target_text(self) -> str:
        """The target as text."""
        if not self.share:
            return f"{self.low:g} to {self.high:g}"
        if self.low == self.high:
            return f"{100 * self.low:g} %"
        return f"at least {100 * self.low:g} %"

    def as_json(self) -> dict[str, Any]:
        """Return the check as JSON."""
        return {
            "name": self.name,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "met": self.met,
        }


def checks(figures: DeckFigures) -> list[Check]:
    """Return the figures of a deck with the targets of this project."""
    impossible = figures.impossible / max(len(figures.deals), 1)
    return [
        Check("median optimum", figures.median, 26, 31, share=False),
        Check(f"optimum below {HIGHEST_TIER}", figures.below_highest_tier, 0.05, 1),
        Check("impossible", impossible, 0, 0),
        Check("optimum below the sum of all mushrooms", figures.below_worth, 0.8, 1),
        Check("median of the greedy player", figures.greedy, 11, 18, share=False),
        *(Check(f"{part} change the optimum", figures.matters(part), 0.25, 1) for part in PARTS),
    ]


def shortfall(figures: DeckFigures) -> float:
    """Return the total distance of a deck from its targets, 0 if it meets them."""
    return sum(check.shortfall for check in checks(figures))


def table(figures: DeckFigures) -> list[str]:
    """Return the lines of a table: figure, measured, target, whether it is met; ASCII."""
    rows = [("figure", "measured", "target", "met")]
    rows += [
        (check.name, check.value_text, check.target_text, "yes" if check.met else "no")
        for check in checks(figures)
    ]
    optima = figures.optima
    spread = f"optima {optima[0]} to {optima[-1]}" if optima else "no deal can be won"
    deals = "1 random deal" if len(figures.deals) == 1 else f"{len(figures.deals)} random deals"
    return [f"{deals}, all proven; {spread}", *text_tables.table(rows, left=4)]
