"""The bonus mode: one order of cards, played repeatedly (B-R41).

The study contains the optimum, the score spectrum, the best score for each entrance, the scores of
simulated players, and the number of different optimal games. Proven results have a status,
simulated ones error bars.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.search.schedule import Progress
from bolets_solver.optimize.solution import Solution
from bolets_solver.study.orders.optimal_games import OptimalGames, optimal_games
from bolets_solver.study.orders.players import Player, SimulatedScores, simulate
from bolets_solver.study.orders.simulated_game import Play, Setting
from bolets_solver.study.orders.spectrum import Score, Witnesses, spectrum
from bolets_solver.work.limits import Status, Stopped, Work

FORMAT = "bolets-bonus/1"
SHOWN_PLAYERS = (Player.RANDOM, Player.GREEDY)
"""The players whose results are shown; the others only search for games."""

MORE_ROUNDS = 5
GAMES_A_ROUND = 150
"""Games of each player in a round that only searches for scores."""


@dataclass
class Bonus:
    """All that is known about an order; filled step by step."""

    deal: Deal
    rules: Rules
    optimum: Solution
    entrances: dict[int, Solution] = field(default_factory=dict)
    players: list[SimulatedScores] = field(default_factory=list)
    spectrum: list[Score] = field(default_factory=list)
    optimal_games: OptimalGames = field(default_factory=OptimalGames)

    def as_json(self, deck: str) -> dict[str, Any]:
        """Return everything in the format bolets-bonus/1; ``deck`` as given by the user."""
        return {
            "format": FORMAT,
            "optimum": self.optimum.as_json(deck),
            "spectrum": [score.as_json() for score in self.spectrum],
            "entrances": {
                str(door): {
                    "status": str(solution.status),
                    "points": solution.points,
                    "bound": solution.bound,
                }
                for door, solution in self.entrances.items()
            },
            "optimal_games": self.optimal_games.as_json(),
            "players": {str(tally.player): tally.as_json() for tally in self.players},
            **({"warnings": list(self.optimum.warnings)} if self.optimum.warnings else {}),
        }


@dataclass(frozen=True)
class Wishes:
    """The extent of a study.

    ``games``: games of each simulated player from ``seed`` (0: none); and the largest number of
    optimal games to list.
    """

    games: int = 500
    seed: int = 0
    most_optimal: int = 20


def study_order(
    deal: Deal,
    rules: Rules,
    wishes: Wishes,
    work: Work,
    engine: Engine,
    note: Callable[[str], None],
    watch: Callable[[Progress], None],
    proven: Callable[[Bonus], None] = lambda bonus: None,
) -> Bonus:
    """Study an order; at a limit of ``work`` return the parts done.

    ``note`` is called with the current step, ``watch`` with the progress of a search, ``proven``
    with the results of the searches, before the simulated players begin.
    """

    def best(entrance: int | None) -> Solution:
        return engine.best(deal, entrance, work, watch)

    doors = range(1, len(deal.faces[0].doors) + 1)
    note("optimum")
    bonus = Bonus(deal, rules, best(None))
    if bonus.optimum.status is Status.IMPOSSIBLE:
        bonus.entrances = dict.fromkeys(doors, bonus.optimum)
        bonus.optimal_games.complete = True
        proven(bonus)
        return bonus
    for door in doors:
        note(f"entrance {door}")
        bonus.entrances[door] = best(door)
    everywhere = [door - 1 for door in doors]
    witnesses = Witnesses(deal, rules)
    for solution in (bonus.optimum, *bonus.entrances.values()):
        if solution.record is not None and solution.points is not None:
            witnesses.add(solution.record, solution.points)
    if bonus.optimum.status is Status.OPTIMAL and bonus.optimum.points is not None:
        note("optimal games")
        bonus.optimal_games = optimal_games(
            deal, rules, bonus.optimum.points, everywhere, wishes.most_optimal, work, engine
        )
        if not bonus.optimal_games.records and bonus.optimum.record is not None:
            bonus.optimal_games.records.append(bonus.optimum.record)  # a limit came too soon
    if bonus.optimum.bound is not None:
        _look_for_scores(bonus, witnesses, wishes.seed, work, everywhere, note)
        bonus.spectrum = spectrum(witnesses, bonus.optimum.bound, everywhere, work, note)
    proven(bonus)
    _simulate(bonus, wishes, work, everywhere, note)
    return bonus


def _look_for_scores(
    bonus: Bonus,
    witnesses: Witnesses,
    seed: int,
    work: Work,
    entrances: list[int],
    note: Callable[[str], None],
) -> None:
    """Simulate players until each score has a game, or for a number of rounds."""
    with suppress(Stopped):
        setting = Setting(bonus.deal, bonus.rules, work)
        for round_number in range(MORE_ROUNDS + 1):
            if not witnesses.gaps():
                return
            note(f"games for missing scores, round {round_number + 1} of {MORE_ROUNDS + 1}")
            for player in Player:
                work.poll()
                simulate(
                    setting, player, GAMES_A_ROUND, seed + round_number, entrances, witnesses.see
                )
            witnesses.vary_last_cards()


def _simulate(
    bonus: Bonus,
    wishes: Wishes,
    work: Work,
    entrances: list[int],
    note: Callable[[str], None],
) -> None:
    """Simulate the players whose shares are shown."""
    if not wishes.games:
        return
    setting = Setting(bonus.deal, bonus.rules, work)
    for player in SHOWN_PLAYERS:

        def note_game(number: int, player: Player = player) -> None:
            note(f"{player} player, game {number} of {wishes.games}")

        bonus.players.append(
            simulate(setting, player, wishes.games, wishes.seed, entrances, _unseen, note_game)
        )


def _unseen(play: Play) -> None:
    """Ignore a game: the possible scores are known."""
