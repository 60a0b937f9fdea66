"""Every won game of a tiny deal, by trying everything: slow, without bounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.rules import CrowScope
from bolets_solver.optimize.turns.turn_tables import Traces
from bolets_solver.study.orders.simulated_game import Outcome, Play, Setting

Walks = tuple[tuple[Tile, ...], ...]


class TooMany(Exception):  # noqa: N818 - not an error of the deal
    """A deal has more games than anybody wants to see."""


def all_games(setting: Setting, most: int) -> list[tuple[Walks, Play]]:
    """Return every won game with its walk; raises TooMany after ``most`` turns."""
    found: list[tuple[Walks, Play]] = []
    count = 0

    def go_on(play: Play, walks: Walks) -> None:
        nonlocal count
        if play.over:
            found.append((walks, play))
            return
        places, _ = setting.boxes(play.situation)
        traces = play.traces(places[play.allowed()].copy())
        for index in range(len(traces.rows)):
            for outcome in _everything(play, traces, index):
                count += 1
                if count > most:
                    raise TooMany
                go_on(play.played(traces, index, outcome), (*walks, play.walk(traces, index)))

    for entrance in range(len(setting.deal.faces[0].doors)):
        go_on(Play.begin(setting, entrance), ())
    return found


def _everything(play: Play, traces: Traces, index: int) -> Iterator[Outcome]:
    """All ways to lay cubes on crows, needed or not, that the game survives."""
    visible = play.visible(traces, index)
    wall = []
    if play.setting.rules.crow_scope is CrowScope.ALL:
        wall = play.coverable(traces, index)
    for covers in range(len(visible) + 1):
        for hidden in range(len(wall) + 1):
            if play.lives_after(traces.rows[index], len(visible), covers, hidden) <= 0:
                continue
            for covered in combinations(visible, covers):
                for masked in combinations(wall, hidden):
                    yield play.settle(traces, index, visible, list(covered), masked)
