"""The value of a deal as an atlas keeps it: proven by the search, its game replayed."""

from __future__ import annotations

from bolets_solver.atlas.ranking import Names
from bolets_solver.atlas.values import IMPOSSIBLE, MOST_POINTS, UNSETTLED
from bolets_solver.atlas.worker import Settle
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InternalError
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.state.memo import NO_LIMIT
from bolets_solver.work.limits import Status


def settle_by_search(deck: Deck, rules: Rules) -> Settle:
    """Return what settles deals with an engine of its own."""
    engine = Engine(deck, rules)

    def settle(order: Names, effort: int | None) -> int:
        most = NO_LIMIT if effort is None else effort
        value = engine.value(Deal(deck, order), replayed=True, most_effort=most)
        if value.status is Status.IMPOSSIBLE:
            return IMPOSSIBLE
        if value.status is not Status.OPTIMAL:
            return UNSETTLED
        assert value.points is not None
        if value.points > MOST_POINTS:
            raise InternalError(f"{' '.join(order)}: an atlas keeps up to {MOST_POINTS} points")
        return value.points

    return settle
