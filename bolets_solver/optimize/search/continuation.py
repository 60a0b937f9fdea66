"""The best way to continue with a game that was broken off, after any card or within a trace."""

from __future__ import annotations

from collections.abc import Callable

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.search.schedule import Progress
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.work.limits import Work


def solve_from(
    deal: Deal,
    record: Record,
    rules: Rules | None = None,
    work: Work | None = None,
    store: TableStore | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Solution:
    """Find the best game that begins like ``record``; the solution's record is the whole game.

    Arguments and limits as for ``solver.solve``; see
    ``Engine.best_after``.
    """
    return Engine(deal.deck, rules, store).best_after(deal, record, work, watch)
