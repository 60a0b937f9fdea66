"""The best game of a deal, proven: one question to an engine made for it."""

from __future__ import annotations

from collections.abc import Callable

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.search.schedule import Progress
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.optimize.tracing.deal_arrays import MAX_REDS
from bolets_solver.work.limits import Work

__all__ = ["Progress", "solve"]


def solve(
    deal: Deal,
    rules: Rules | None = None,
    entrance: int | None = None,
    work: Work | None = None,
    store: TableStore | None = None,
    watch: Callable[[Progress], None] | None = None,
    reds: int = MAX_REDS,
) -> Solution:
    """Find the best game of a deal and prove that nothing scores more.

    ``entrance``: number of the first card's door, from 1; None: any. ``work``: limits and
    interruption; on a stop the best so far is returned with its bound. ``store``: where tables are
    kept. ``reds``: most red cubes that a game may earn; fewer than all answers what they are worth
    (a study of decks asks, no rule does). Raises InputError if there is no such entrance.

    For many deals of a deck an ``Engine`` is quicker.
    """
    return Engine(deal.deck, rules, store, reds).best(deal, entrance, work, watch)
