"""A player without hindsight who plays hidden games: what can be reached at the table.

Where few orders are possible he takes the proven best turn. Before that he looks at a few promising
turns in a few of the orders, and takes the one that would do best there; so what he reaches is a
little less than the best there is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from bolets_solver.advise.advisor import Advisor, ranking, settle
from bolets_solver.advise.bounds.optima import Optima
from bolets_solver.advise.bounds.policy import promising
from bolets_solver.advise.candidates.turns import Listing
from bolets_solver.advise.games.kept_games import KeptGames
from bolets_solver.advise.objective import Objective
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.verdict import TIERS, Verdict, tier
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InternalError
from bolets_solver.optimize.search.position import broken_off
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.study.orders.players import share_json
from bolets_solver.work.limits import Stopped, Work

EXACT_WORLDS = 8
"""Largest number of orders for which the best turn is proven."""

ERROR_BARS = 1.96
"""Standard errors on each side of a mean, for 95 % confidence."""


@dataclass(frozen=True)
class PlayedGames:
    """What a player reached in hidden games: points of each, 0 if it was lost."""

    points: tuple[int, ...]
    complete: bool

    @property
    def mean(self) -> float:
        """The mean of all games."""
        return sum(self.points) / len(self.points) if self.points else 0.0

    @property
    def error(self) -> float:
        """Half the width of the error bar of the mean."""
        count = len(self.points)
        if count < 2:
            return math.inf
        spread = sum((value - self.mean) ** 2 for value in self.points) / (count - 1)
        return ERROR_BARS * math.sqrt(spread / count)

    @property
    def median(self) -> float:
        """The median of all games."""
        import statistics

        return float(statistics.median(self.points or [0]))

    @property
    def tiers(self) -> Counter[int]:
        """How many games ended in each tier; 0: lost."""
        return Counter(tier(points) if points else 0 for points in self.points)

    def as_json(self) -> dict[str, Any]:
        """Return the figures as JSON; every share comes with its error bars."""
        games = len(self.points)
        bars = (
            None
            if games < 2
            else [round(self.mean - self.error, 4), round(self.mean + self.error, 4)]
        )
        return {
            "player": "advisor",
            "games": games,
            "complete": self.complete,
            "mean": round(self.mean, 4),
            "error_bars": bars,
            "median": self.median,
            "tiers": [
                {"tier": step or None, **share_json(self.tiers[step], games)}
                for step in range(len(TIERS) + 1)
            ],
            "points": list(self.points),
        }


def play_hidden(advisor: Advisor, deal: Deal, work: Work) -> tuple[Record, Verdict]:
    """Play a deal whose order is hidden, turn by turn; return the game and how it ends.

    Raises Stopped at a limit.
    """
    record = Record(deal.deck.name, deal.order, None, (), advisor.rules)
    while True:
        position, verdict = broken_off(deal, advisor.rules, record)
        if position is None:
            return record, verdict
        decision = advisor.decide(position, advisor.known(record), Objective(), work)
        decision.open()
        if not len(decision):
            return record, verdict
        if len(decision.limits) <= EXACT_WORLDS:
            settle(decision)
            number = ranking(decision)[0]
            if decision.lower == 0:
                return record, verdict
        else:
            number = promising(decision)
        if isinstance(decision.choices, Listing):
            record = replace(record, turns=(*record.turns, decision.choices.turn(number)))
        else:
            record = replace(record, entrance=number + 1)
        if not replay(deal, record, advisor.rules).legal:
            raise InternalError(f"the referee objects to an advised turn:\n{record}")


def play_games(
    deck: Deck,
    games: int,
    work: Work,
    note: Callable[[str], None] = lambda message: None,
    keep: str | None = None,
) -> PlayedGames:
    """Play the deals of the seeds 0 to ``games`` - 1; ends early at a limit.

    ``keep``: a file to which each game is added; those that stand there are not played again. An
    atlas is not asked, so that the same games are played on every machine. Raises InputError if the
    file is damaged, or cannot be written.
    """
    rules = Rules()
    kept = None if keep is None else KeptGames(keep, deck, rules)
    points = {} if kept is None else {s: p for s, p in kept.points.items() if s < games}
    with Advisor(deck, rules, optima=Optima(deck, rules, look=False)) as advisor:
        for seed in range(games):
            if seed in points:
                continue
            try:
                record, verdict = play_hidden(advisor, random_deal(deck, seed), work)
            except Stopped:
                break
            points[seed] = verdict.points if verdict.won else 0
            if kept is not None:
                kept.add(seed, record, verdict.points if verdict.won else None)
            note(f"{len(points)} of {games} hidden games played")
    return PlayedGames(tuple(points[seed] for seed in sorted(points)), len(points) == games)
