"""Simulated players, and how often they reach each score.

Each player chooses a way to play the current card that survives its update, and does not look
further ahead; without one the game is lost. A yellow cube is taken when a cube is needed and none
is in hand.

* RANDOM: a random entrance; on each card a random placement that leaves a way, then a random one of
its ways; all equally likely.
* GREEDY: the most points on the card, then the most lives after the update, then the most cubes in
  hand; ties are broken at random. On the first card every entrance is tried.
* MODEST: as greedy, but the fewest points: a way to find low scores.

A seed gives the same games everywhere.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from bolets_solver.optimize.turns.trace_rows import WORTH
from bolets_solver.optimize.turns.turn_tables import Traces
from bolets_solver.study.orders.simulated_game import Outcome, Play, Setting, survivors
from bolets_solver.study.random_draws import pick, shuffled
from bolets_solver.work.limits import Stopped

ERROR_BARS = 1.96
"""Standard errors on each side of a share, for 95 % confidence."""


class Player(StrEnum):
    """The strategy of a simulated player."""

    RANDOM = "random"
    GREEDY = "greedy"
    MODEST = "modest"


@dataclass
class SimulatedScores:
    """The results of simulated games: ``points`` counts the won ones by score."""

    player: Player
    seed: int
    games: int = 0
    points: Counter[int] = field(default_factory=Counter)
    complete: bool = True

    @property
    def won(self) -> int:
        """Number of won games."""
        return self.points.total()

    def as_json(self) -> dict[str, Any]:
        """Return the tally as JSON; every share comes with its error bars."""
        return {
            "games": self.games,
            "seed": self.seed,
            "complete": self.complete,
            "won": share_json(self.won, self.games),
            "points": [
                {"points": points, **share_json(count, self.games)}
                for points, count in sorted(self.points.items())
            ],
        }


def share_json(count: int, games: int) -> dict[str, Any]:
    """Return a share of some games with the ends of its error bars."""
    low, high = error_bars(count, games)
    share = count / games if games else 0.0
    return {
        "count": count,
        "share": round(share, 6),
        "low": round(low, 6),
        "high": round(high, 6),
    }


def error_bars(count: int, games: int) -> tuple[float, float]:
    """Return the ends of Wilson's 95 % interval of a share."""
    if games == 0:
        return 0.0, 1.0
    share, squared = count / games, ERROR_BARS**2
    middle = (share + squared / (2 * games)) / (1 + squared / games)
    spread = math.sqrt(share * (1 - share) / games + squared / (4 * games**2))
    half = ERROR_BARS * spread / (1 + squared / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def simulate(
    setting: Setting,
    player: Player,
    games: int,
    seed: int,
    entrances: list[int],
    see: Callable[[Play], None],
    note: Callable[[int], None] = lambda number: None,
) -> SimulatedScores:
    """Simulate games of a player; call ``see`` with each won game, ``note`` with each number.

    At a limit of the setting's work it ends early, and ``complete`` is false.
    """
    tally = SimulatedScores(player, seed)
    rng = random.Random(f"{player} player {seed}")
    for number in range(1, games + 1):
        note(number)
        try:
            setting.work.poll()
            play = play_once(setting, player, rng, entrances)
        except Stopped:
            tally.complete = False
            break
        tally.games += 1
        if play is not None:
            tally.points[play.purse.points] += 1
            see(play)
    return tally


def play_once(
    setting: Setting, player: Player, rng: random.Random, entrances: list[int]
) -> Play | None:
    """Play one game; None if it is lost."""
    if player is Player.RANDOM:
        starts = [Play.begin(setting, pick(rng, entrances))]
    else:
        starts = [Play.begin(setting, entrance) for entrance in entrances]
    while starts:
        if player is Player.RANDOM:
            play = _random_turn(starts[0], rng)
        else:
            play = _best_turn(starts, rng, 1 if player is Player.GREEDY else -1)
        if play is None or play.over:
            return play
        starts = [play]
    return None


def _random_turn(play: Play, rng: random.Random) -> Play | None:
    places, _ = play.setting.boxes(play.situation)
    for number in shuffled(rng, np.flatnonzero(play.allowed()).tolist()):
        traces = play.traces(places[number : number + 1])
        ways = survivors(play, traces)
        if ways:
            index, outcome = pick(rng, ways)
            return play.played(traces, index, outcome)
    return None


def _best_turn(starts: Iterable[Play], rng: random.Random, sign: int) -> Play | None:
    """Play the best of all turns from any of the starts; ``sign`` -1: the fewest points."""
    best: list[tuple[Play, Traces, int, Outcome]] = []
    best_rank: tuple[int, int, int] | None = None
    for play in starts:
        places, _ = play.setting.boxes(play.situation)
        traces = play.traces(np.ascontiguousarray(places[play.allowed()]))
        for index in _by_points(traces, sign):
            worth = sign * int(traces.rows[index, WORTH])
            if best_rank is not None and worth < best_rank[0]:
                break
            outcome = play.outcome(traces, index)
            if outcome is None:
                continue
            rank = (worth, outcome.purse.lives, outcome.purse.hand)
            if best_rank is None or rank > best_rank:
                best, best_rank = [], rank
            if rank == best_rank:
                best.append((play, traces, index, outcome))
    if not best:
        return None
    play, traces, index, outcome = pick(rng, best)
    return play.played(traces, index, outcome)


def _by_points(traces: Traces, sign: int) -> Iterator[int]:
    yield from np.argsort(-sign * traces.rows[:, WORTH], kind="stable").tolist()
