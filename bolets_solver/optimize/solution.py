"""What a solver answers: a status in words, the best game found, and what bounds it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InternalError
from bolets_solver.work.limits import Reason, Status

FORMAT = "bolets-solution/1"


@dataclass(frozen=True, repr=False)
class Solution:
    """The answer for one deal.

    ``points``, ``lives``, ``crows``, ``record`` are those of the best game found, None if there is
    none. ``bound``: no won game (from the given entrance, if one is given) scores more; None if
    none can be won. ``stuck``: with IMPOSSIBLE the face of the furthest card that can be entered,
    None if a limit came before that was known. ``reason``: what stopped the work early.
    ``counts``: states seen, by name, for benchmarks.
    """

    deal: Deal
    rules: Rules
    status: Status
    points: int | None
    bound: int | None
    lives: int | None
    crows: int | None
    record: Record | None
    engine: str
    seconds: float
    stuck: str | None = None
    reason: Reason | None = None
    counts: dict[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise InternalError if the bound excludes the game that was found."""
        if self.points is not None and (self.bound is None or self.bound < self.points):
            raise InternalError(
                f"the bound {self.bound} excludes the game that was found, of {self.points} points"
            )

    def __repr__(self) -> str:
        """The answer in one line: status, points, bound, deal."""
        known = {"points": self.points, "bound": self.bound}
        figures = "".join(f", {name} {value}" for name, value in known.items() if value is not None)
        return f"<Solution of {self.deal.deck.name} {self.deal!s:.40}: {self.status}{figures}>"

    def as_json(self, deck: str | None = None) -> dict[str, Any]:
        """Return the solution in the format bolets-solution/1; ``deck`` as it was asked for."""
        result: dict[str, Any] = {
            "format": FORMAT,
            "deck": self.deal.deck.name if deck is None else deck,
            "order": list(self.deal.order),
            "rules": self.rules.as_json(),
            "status": str(self.status),
            "points": self.points,
            "bound": self.bound,
            "lives": self.lives,
            "crows": self.crows,
            "record": None if self.record is None else self.record.as_solution_json(),
            "engine": self.engine,
            "seconds": round(self.seconds, 3),
        }
        if self.status is Status.IMPOSSIBLE:
            result["stuck"] = self.stuck
        if self.warnings:
            result["warnings"] = list(self.warnings)
        return result
