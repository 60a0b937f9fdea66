"""The average scores of a finished table over all possible worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.scoring import World, margins, score_players, win_shares


@dataclass(frozen=True, slots=True)
class Outlook:
    """One player's averages over the possible worlds.

    ``terms``: points by attribute (and ``Pig``), 0 in worlds where he is eliminated. ``out``: share
    of these worlds; there his points count as -50 in ``margin`` and ``vp``.
    """

    terms: dict[str, float]
    out: float
    win: float
    margin: float
    vp: float


def outlooks(position: Position, worlds: Sequence[World]) -> list[Outlook]:
    """Return the outlook of every player on a finished table."""
    players = len(position.players)
    terms: list[dict[str, int]] = [
        dict.fromkeys([*position.attributes, "Pig"], 0) for _ in range(players)
    ]
    out, win, margin, vp = ([0.0] * players for _ in range(4))
    for world in worlds:
        scores = score_players(position.tokens, world, position.attributes, position.rules)
        shares, ahead = win_shares(scores), margins(scores)
        for player, score in enumerate(scores):
            for name, points in score.terms.items():
                terms[player][name] += points
            out[player] += score.points is None
            win[player] += float(shares[player])
            margin[player] += ahead[player]
            vp[player] += score.counted
    total = len(worlds)
    return [
        Outlook(
            {name: points / total for name, points in terms[player].items()},
            out[player] / total,
            win[player] / total,
            margin[player] / total,
            vp[player] / total,
        )
        for player in range(players)
    ]
