"""The bonus mode: one order of cards, played again and again (B-R41).

What an order holds: its optimum, the score spectrum, the best score by each entrance, how often
simulated players reach which score, and how many different optimal games there are. What is proven
and what was simulated are kept apart: the first has a status, the second error bars.
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
from bolets_solver.study.orders.players import Player, Tally, simulate
from bolets_solver.study.orders.simulated_game import Play, Setting
from bolets_solver.study.orders.spectrum import Score, Witnesses, spectrum
from bolets_solver.work.limits import Status, Stopped, Work

FORMAT = "bolets-bonus/1"
SHOWN_PLAYERS = (Player.RANDOM, Player.GREEDY)
"""The others only look for games."""

MORE_ROUNDS = 5
GAMES_A_ROUND = 150
"""Games of each player in a round that looks for scores only."""


@dataclass
class Bonus:
    """All that is known of an order; filled step by step, so that a limit leaves what there is."""

    deal: Deal
    rules: Rules
    optimum: Solution
    entrances: dict[int, Solution] = field(default_factory=dict)
    players: list[Tally] = field(default_factory=list)
    spectrum: list[Score] = field(default_factory=list)
    optimal_games: OptimalGames = field(default_factory=OptimalGames)

    def as_json(self, deck: str) -> dict[str, Any]:
        """Return everything in the format bolets-bonus/1; ``deck`` as it was asked for."""
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
    """How much is asked for.

    ``games`` of each simulated player from ``seed`` (0: none); how many optimal games are listed at
    most.
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
    """Find out all about an order; at a limit of ``work`` what there is then.

    ``note`` is called with what is being done, ``watch`` with how far a search has come, ``proven``
    with what the searches found, before the simulated players begin.
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
    """Let players play until there is a game of each score, or for some rounds."""
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
    """Let the players whose shares are shown play."""
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
    """Look at no game: what can be won is known."""
