"""All outcomes of a trace, and the exact search on the game that follows.

Cubes are laid on crows only if each lowers the cost of the update. No walk of a game is lost: a
cube laid one turn later has the same effect (see :mod:`~bolets_solver.optimize.bounds.crow_bound`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bolets_solver.bolets.rules import CrowScope
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.search.position import Position, peak_of
from bolets_solver.optimize.turns.turn_tables import Traces
from bolets_solver.study.orders.simulated_game import Outcome, Play


def allows(engine: Engine, play: Play, points: int) -> bool:
    """Whether a game can still score ``points``; raises Stopped at a limit."""
    work = play.setting.work
    answer = engine.reaches(position_of(play), points, work=work)
    work.poll()
    return bool(answer)


def outcomes(play: Play, traces: Traces, index: int) -> Iterator[Outcome]:
    """Yield all useful ways to lay cubes on crows after a trace."""
    visible = play.visible(traces, index)
    for masked in _masks(play, traces, index):
        cheapest = None
        for covers in range(len(visible) + 1):
            cost = play.update_cost(len(visible) - covers, len(masked))
            if cost is None or (cheapest is not None and cost >= cheapest):
                continue
            cheapest = cost
            if play.lives_after(traces.rows[index], len(visible), covers, len(masked)) > 0:
                for covered in combinations(visible, covers):
                    yield play.settle(traces, index, visible, list(covered), masked)


def _masks(play: Play, traces: Traces, index: int) -> Iterator[tuple[int, ...]]:
    """Yield all sets of crows of the wall card that may be covered before they count (B-Q8)."""
    yield ()
    if play.setting.rules.crow_scope is CrowScope.TRACED:
        return
    free = play.coverable(traces, index)
    for size in range(1, len(free) + 1):
        yield from combinations(free, size)


def position_of(play: Play) -> Position:
    """Return a game between two turns as a position of the search."""
    deal, rules = play.setting.deal, play.setting.rules
    number = len(play.cards) - 1
    card = play.cards[-1]
    first = card.doors[play.door].tile
    return Position(
        deal=deal,
        rules=rules,
        card=number,
        cards=play.cards,
        turns=(),
        entrance=play.entrance,
        entered=play.door,
        lives=play.purse.lives,
        hand=play.purse.hand,
        yellow=play.purse.yellow,
        points=play.purse.points,
        marker=play.marker,
        peak=peak_of(rules, play.peak),
        forbidden=tuple(sorted(play.kept | {first})),
        crows=tuple(sorted(tile for _, tile in play.crows)),
        cubes=tuple(sorted(play.masked_tiles())),
    )
