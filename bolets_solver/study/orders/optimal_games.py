"""Count the different optimal games of a deal.

Two games are the same if the same tiles are walked in the same order on every card, in the frame of
the first card; the placement of the cottage beyond its door does not count. A depth-first search
over placements, traces and cubes on crows follows every branch from which the exact search can
still reach the optimum, and counts the different walks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InternalError
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.turns.trace_rows import EXIT, WORTH
from bolets_solver.optimize.turns.turn_tables import Traces
from bolets_solver.study.orders.outcomes import allows, outcomes
from bolets_solver.study.orders.simulated_game import Play, Setting
from bolets_solver.work.limits import Stopped, Work

Walks = tuple[tuple[Tile, ...], ...]
"""The tiles walked, in order, card by card, in the frame of the first card."""


@dataclass
class OptimalGames:
    """Different optimal games; ``complete``: there are no others."""

    records: list[Record] = field(default_factory=list)
    complete: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the games in the format bolets-bonus/1."""
        return {
            "count": len(self.records),
            "complete": self.complete,
            "records": [record.as_solution_json() for record in self.records],
        }


def optimal_games(
    deal: Deal,
    rules: Rules,
    optimum: int,
    entrances: list[int],
    limit: int,
    work: Work,
    engine: Engine,
) -> OptimalGames:
    """List up to ``limit`` different games with ``optimum`` points, which must be proven.

    At a limit of ``work`` the games found so far are returned.
    """
    found = OptimalGames()
    with suppress(Stopped, _Enough):
        counter = _Counter(deal, rules, optimum, limit, work, engine, found)
        for entrance in entrances:
            counter.explore(Play.begin(counter.setting, entrance), ())
        found.complete = True
    return found


class _Enough(Exception):  # noqa: N818 - an event
    """More games were found than wanted."""


class _Counter:
    def __init__(
        self,
        deal: Deal,
        rules: Rules,
        optimum: int,
        limit: int,
        work: Work,
        engine: Engine,
        found: OptimalGames,
    ):
        self.deal = deal
        self.rules = rules
        self.optimum = optimum
        self.limit = limit
        self.setting = Setting(deal, rules, work)
        self.engine = engine
        self._rest = self.engine.most_points(deal, work)
        self.found = found
        self._walks: set[Walks] = set()
        self._seen: set[object] = set()

    def explore(self, play: Play, walks: Walks) -> None:
        """Count the games that continue a game so far; raises _Enough and Stopped."""
        self.setting.work.poll()
        key = (walks, play.key)
        if key in self._seen or not allows(self.engine, play, self.optimum):
            return
        self._seen.add(key)
        places, _ = play.setting.boxes(play.situation)
        traces = play.traces(np.ascontiguousarray(places[play.allowed()]))
        for index in self._worth_trying(play, traces):
            walk = play.walk(traces, index)
            for outcome in outcomes(play, traces, index):
                after = play.played(traces, index, outcome)
                if not after.over:
                    self.explore(after, (*walks, walk))
                elif after.purse.points == self.optimum:
                    self._count((*walks, walk), after)

    def _count(self, walks: Walks, play: Play) -> None:
        if walks in self._walks:
            return
        if len(self._walks) == self.limit:
            raise _Enough
        self._walks.add(walks)
        record = play.record
        verdict = replay(self.deal, record, self.rules)
        if not verdict.won or verdict.points != self.optimum:
            raise InternalError(f"the referee objects to an optimal game:\n{record}")
        self.found.records.append(record)

    def _worth_trying(self, play: Play, traces: Traces) -> Iterator[int]:
        """Yield the traces after which doors and mushrooms do not exclude the optimum."""
        rest = self._rest[play.situation.card + 1, traces.rows[:, EXIT]]
        total = play.purse.points + traces.rows[:, WORTH] + rest
        yield from np.flatnonzero((rest >= 0) & (total >= self.optimum)).tolist()
