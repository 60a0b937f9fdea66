"""The score spectrum of a deal: with which final scores it can be won.

Games are collected first: the best ones of the search, those of simulated players, and what becomes
of all of these if only their last card is played otherwise. For every score that none of them makes
CP-SAT looks for a game with exactly that score or proves that there is none (see
``solver.ScoreModel``); what it cannot settle within the limits is
unknown. That a game with one score exists says nothing of its neighbours, so each is settled by
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InternalError
from bolets_solver.optimize.turns.turn_kernels import WORTH
from bolets_solver.study.orders.simulated_game import Play
from bolets_solver.work.limits import Stopped, Work

LARGEST = 60_000
"""Models with more steps are not tried: the score stays unknown."""


class Possible(StrEnum):
    """Whether a deal can be won with a score."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Score:
    """One score: whether it is possible, and a game that makes it."""

    points: int
    possible: Possible
    record: Record | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the score as it stands in bolets-bonus/1."""
        record = None if self.record is None else self.record.as_solution_json()
        return {"points": self.points, "possible": str(self.possible), "record": record}


class Witnesses:
    """Won games, one a score; each is replayed by the referee before it is kept."""

    def __init__(self, deal: Deal, rules: Rules):
        self.deal = deal
        self.rules = rules
        self.records: dict[int, Record] = {}
        self.plays: dict[int, Play] = {}

    def see(self, play: Play) -> None:
        """Keep a game of a player if it is the first with its score."""
        if play.purse.points not in self.records:
            self.add(play.record, play.purse.points)
            self.plays[play.purse.points] = play

    def add(self, record: Record, points: int) -> None:
        """Keep a won game with so many points."""
        if points in self.records:
            return
        verdict = replay(self.deal, record, self.rules)
        if not verdict.won or verdict.points != points:
            raise InternalError(f"the referee objects to a game of {points} points:\n{record}")
        self.records[points] = record

    def gaps(self) -> list[int]:
        """List the scores from 0 to the highest of which no game is known."""
        return [
            points for points in range(max(self.records, default=0)) if points not in self.records
        ]

    def vary_last_cards(self) -> None:
        """Play the last card of every player's game in all ways, for scores that are missing."""
        for _, play in sorted(self.plays.items()):
            self._vary(play)

    def _vary(self, play: Play) -> None:
        before = Play.begin(play.setting, play.entrance)
        for turn in play.game[:-1]:
            before = before.repeated(turn)
        places, _ = before.setting.boxes(before.situation)
        traces = before.traces(np.ascontiguousarray(places[before.allowed()]))
        seen: set[int] = set()
        for index, worth in enumerate(traces.rows[:, WORTH].tolist()):
            points = before.purse.points + worth
            if points in seen or points in self.records:
                continue
            outcome = before.outcome(traces, index)
            if outcome is not None:
                seen.add(points)
                self.see(before.played(traces, index, outcome))


def spectrum(
    witnesses: Witnesses,
    highest: int,
    entrances: list[int],
    work: Work,
    note: Callable[[str], None],
) -> list[Score]:
    """Return every score from the lowest that is not excluded to ``highest``, which none exceeds.

    ``note`` is called with what is being settled. At a limit of ``work`` the rest is unknown.
    Raises InternalError if a game is known that scores more than ``highest``.
    """
    best = max(witnesses.records, default=0)
    if best > highest:
        raise InternalError(
            f"a game of {witnesses.deal} scores {best} points, though {highest} were proven to be "
            f"the most:\n{witnesses.records[best]}"
        )
    known = {points: Score(points, Possible.YES, r) for points, r in witnesses.records.items()}
    missing = [points for points in range(highest + 1) if points not in known]
    for score in _settled(witnesses, missing, entrances, work, note):
        known[score.points] = score
    scores = [known.get(points, Score(points, Possible.UNKNOWN)) for points in range(highest + 1)]
    while scores and scores[0].possible is Possible.NO:
        del scores[0]
    return scores


def _settled(
    witnesses: Witnesses,
    missing: list[int],
    entrances: list[int],
    work: Work,
    note: Callable[[str], None],
) -> Iterable[Score]:
    """Settle the scores of which no game is known, as far as the limits go."""
    from bolets_solver.optimize.cpsat.solver import ScoreModel

    if not missing:
        return
    try:
        note("tables")
        model = ScoreModel(witnesses.deal, witnesses.rules, entrances, work)
        for points in missing:
            note(f"score {points}")
            layers = model.standings.layers(points, points, LARGEST)
            if layers is None:
                continue
            record = model.find(layers)
            if record is None:
                yield Score(points, Possible.NO)
            else:
                witnesses.add(record, points)
                yield Score(points, Possible.YES, witnesses.records[points])
    except Stopped:
        return
