"""The best way to go on with a game that was broken off, after any card or within a trace."""

from __future__ import annotations

from collections.abc import Callable

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.position import broken_off
from bolets_solver.optimize.search.solver import Progress, search_from
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.work.limits import Status, Work


def solve_from(
    deal: Deal,
    record: Record,
    rules: Rules | None = None,
    work: Work | None = None,
    store: TableStore | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Solution:
    """Find the best game that begins like ``record``; the solution's record is the whole game.

    A game that is won already is its own best continuation; one that is lost is impossible.
    Arguments and limits as for ``solver.solve``. Raises InputError if
    the record breaks a rule.
    """
    rules = rules or Rules()
    work = work or Work()
    position, verdict = broken_off(deal, rules, record)
    if position is None:
        won = bool(verdict.won)
        return Solution(
            deal=deal,
            rules=rules,
            status=Status.OPTIMAL if won else Status.IMPOSSIBLE,
            points=verdict.points if won else None,
            bound=verdict.points if won else None,
            lives=verdict.lives if won else None,
            crows=verdict.crows if won else None,
            record=record if won else None,
            engine="search",
            seconds=work.elapsed,
            stuck=None if won else deal.order[verdict.standing.card],
        )
    entrances = [position.entered]
    if position.entered < 0:
        entrances = list(range(len(deal.faces[0].doors)))
    return search_from(position, entrances, work, store, watch)
