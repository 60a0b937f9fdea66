"""Review a played game against the best results of its order.

The review contains the best still possible after each turn, where points were lost, the rank in the
spectrum, and the smallest change that gains points (see ``smallest_change``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.solution import Solution
from bolets_solver.study.games.smallest_change import Change
from bolets_solver.study.orders.bonus import Bonus
from bolets_solver.study.orders.spectrum import Possible
from bolets_solver.work.limits import Status


@dataclass(frozen=True)
class StillPossible:
    """The best still possible after some turns (0: after the entrance).

    ``points`` is None if no game was found, or if none can be won any more. ``lost``: points that
    this turn (or the entrance) cost, None if not proven.
    """

    after: int
    face: str
    status: Status
    points: int | None
    bound: int | None
    lost: int | None

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "after": self.after,
            "card": self.face,
            "status": str(self.status),
            "points": self.points,
            "bound": self.bound,
            "lost": self.lost,
        }


@dataclass(frozen=True)
class Rank:
    """The rank of a score in the spectrum.

    ``higher`` and ``lower`` count the other possible scores, ``unknown`` the undecided ones.
    """

    higher: int
    lower: int
    unknown: int


@dataclass(frozen=True)
class Mine:
    """The review of a game of the user."""

    name: str
    record: Record
    verdict: Verdict
    gap: int | None
    place: Rank | None
    still: tuple[StillPossible, ...]
    change: Change | None

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        place = self.place
        return {
            "file": self.name,
            "won": self.verdict.won,
            "points": self.verdict.points,
            "gap": self.gap,
            "place": None
            if place is None
            else {"higher": place.higher, "lower": place.lower, "unknown": place.unknown},
            "prefixes": [still.as_json() for still in self.still],
            "change": None if self.change is None else self.change.as_json(),
        }


def look_at(
    name: str,
    record: Record,
    bonus: Bonus,
    best: Callable[[Record], Solution],
    change: Callable[[Record, int], Change | None],
) -> Mine:
    """Review a legal game of the order of ``bonus``.

    ``best`` returns the best game that begins like a record; ``change`` returns the smallest change
    of a game that scores more than the given points.
    """
    deal, rules = bonus.deal, bonus.rules
    verdict = replay(deal, record, rules)
    proven = bonus.optimum.status is Status.OPTIMAL
    gap = None
    worth = verdict.points if verdict.won else 0
    if proven and verdict.finished and bonus.optimum.points is not None:
        gap = bonus.optimum.points - worth
    changed = None
    beaten = bonus.optimum.points is not None and bonus.optimum.points > worth
    if verdict.finished and beaten:
        changed = change(record, worth if verdict.won else -1)
    return Mine(
        name=name,
        record=record,
        verdict=verdict,
        gap=gap,
        place=_place(bonus, verdict.points) if verdict.won else None,
        still=tuple(_still_possible(deal, rules, record, verdict, bonus.optimum, best)),
        change=changed,
    )


def _place(bonus: Bonus, points: int) -> Rank:
    others = [score for score in bonus.spectrum if score.points != points]
    possible = [score.points for score in others if score.possible is Possible.YES]
    return Rank(
        higher=sum(score > points for score in possible),
        lower=sum(score < points for score in possible),
        unknown=sum(score.possible is Possible.UNKNOWN for score in others),
    )


def _still_possible(
    deal: Deal,
    rules: Rules,
    record: Record,
    verdict: Verdict,
    optimum: Solution,
    best: Callable[[Record], Solution],
) -> list[StillPossible]:
    """Find the best continuation of each prefix; the game's own score is a lower bound."""
    if record.entrance is None:
        return []
    found = []
    before = optimum
    for after in range(len(record.turns) + 1):
        begun = replace(record, turns=record.turns[:after])
        solution = before
        ended = verdict.points if verdict.won else None
        if not (before.status is Status.OPTIMAL and before.points == ended):
            solution = best(begun)
        found.append(
            StillPossible(
                after,
                deal.order[after],
                solution.status,
                solution.points,
                solution.bound,
                _lost(before, solution),
            )
        )
        before = solution
    return found


def _lost(before: Solution, after: Solution) -> int | None:
    settled = (Status.OPTIMAL, Status.IMPOSSIBLE)
    if before.status not in settled or after.status not in settled:
        return None
    return (before.points or 0) - (after.points or 0)
