"""The number of different optimal games against the reference, which shares nothing with it."""

from __future__ import annotations

from functools import cache, partial

from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.orders.optimal_games import optimal_games
from bolets_solver.study.orders.simulated_game import Setting
from bolets_solver.work.limits import Work
from tests.reference.small_deals import ANY, RICH, TINY, SmallDeal, small_deal
from tests.reference.solving import (
    Move,
    Reference,
    Result,
    Solver,
    State,
    TooLarge,
    Won,
    best_games,
)
from tests.study.all_games import Walks
from tests.study.orders.test_bonus import walked

STORE = TableStore(folder=None)


def walks_of(solver: Solver, points: int) -> set[Walks]:
    """All different walks of won games with these points, in the frame of the first card."""

    @cache
    def from_here(state: State) -> frozenset[Walks]:
        found: set[Walks] = set()
        wall = solver.faces[state.last + 1]
        for laid, ways in solver.turns(state):
            if not laid.covered.isdisjoint(state.kept):
                continue
            answer = partial(laid.placement.to_map, wall)
            for trace in ways:
                results: dict[Result, Move] = {}
                solver._turn(state, laid, trace, results)
                for result in results:
                    if isinstance(result, Won):
                        if result.points == points:
                            found.add((trace.path,))
                    elif points in solver.possible(result):
                        for rest in from_here(result):
                            later = tuple(tuple(map(answer, walk)) for walk in rest)
                            found.add((trace.path, *later))
        return frozenset(found)

    return set().union(*map(from_here, solver.first_states()))


def reference(small: SmallDeal) -> Reference | None:
    try:
        return best_games(small.deal, small.rules, most_states=400)
    except TooLarge:
        return None


def test_optimal_games_are_those_of_the_reference() -> None:
    counts = []
    for kind in (ANY, TINY, RICH):
        for seed in range(7):
            small = small_deal(seed, kind)
            known = reference(small)
            if known is None or known.points is None:
                continue
            doors = list(range(len(small.deal.faces[0].doors)))
            engine = Engine(small.deal.deck, small.rules, STORE)
            found = optimal_games(
                small.deal, small.rules, known.points, doors, 10_000, Work(), engine
            )
            assert found.complete
            setting = Setting(small.deal, small.rules, Work())
            walks = walks_of(known.solver, known.points)
            assert {walked(setting, record) for record in found.records} == walks, str(small)
            assert len(found.records) == len(walks)
            counts.append(len(walks))
    assert len(counts) > 8
    assert max(counts) > 20
