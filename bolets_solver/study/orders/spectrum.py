"""The score spectrum of a deal: the final scores with which it can be won.

Games are collected first: the best ones of the search, those of simulated players, and variations
of their last card. For every missing score CP-SAT finds a game with exactly that score or proves
that there is none (see ``solver.ScoreModel``). A score that it cannot settle within the limits is
unknown. Neighbouring scores are independent, so each is settled separately.
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
from bolets_solver.optimize.turns.trace_rows import WORTH
from bolets_solver.study.orders.simulated_game import Play
from bolets_solver.work.limits import Stopped, Work

LARGEST = 60_000
"""Largest number of steps of a model; beyond it the score stays unknown."""


class Possible(StrEnum):
    """Whether a deal can be won with a score."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Score:
    """One score: whether it is possible, and a game with it."""

    points: int
    possible: Possible
    record: Record | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the score in the format bolets-bonus/1."""
        record = None if self.record is None else self.record.as_solution_json()
        return {"points": self.points, "possible": str(self.possible), "record": record}


class Witnesses:
    """Won games, one for each score; the referee replays each before it is kept."""

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
        """Keep a won game with ``points``."""
        if points in self.records:
            return
        verdict = replay(self.deal, record, self.rules)
        if not verdict.won or verdict.points != points:
            raise InternalError(f"the referee objects to a game of {points} points:\n{record}")
        self.records[points] = record

    def gaps(self) -> list[int]:
        """List the scores from 0 to the highest without a known game."""
        return [
            points for points in range(max(self.records, default=0)) if points not in self.records
        ]

    def vary_last_cards(self) -> None:
        """Play the last card of every game in all ways, to find missing scores."""
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
    """Return every score from the lowest not excluded to ``highest``, the proven maximum.

    ``note`` is called with the score being settled. At a limit of ``work`` the rest is unknown.
    Raises InternalError if a known game scores more than ``highest``.
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
    """Settle the scores without a known game, within the limits."""
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
