"""The search against CP-SAT on the same deals: ``python -m benchmarks.engines [--deals N]``.

Deal i is that of ``bolets deal --seed i``. Both engines run in this process one after the other,
the kernels loaded before; CP-SAT with one worker and a limit of ten minutes a deal on the clock,
unless ``--limit`` says otherwise. The search gets new tables for every deal, as CP-SAT does.
Seconds are those of the processor, so that other work on the machine counts as little as can be;
the ratio is CP-SAT's time over the search's.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import DEFAULT_DECK
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.optimize.cpsat.solver import solve_cpsat
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.work.limits import Limits, Status, Work

LIMIT = 600.0
"""Seconds on the clock that CP-SAT may take for a deal, by default."""


def main() -> int:
    """Solve the deals with both engines and print a table; 4 if the engines differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deck", default=DEFAULT_DECK)
    parser.add_argument("--deals", type=int, default=10, help="how many (default: 10)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first (default: 0)")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds a deal for CP-SAT")
    options = parser.parse_args()
    deck, limit = load_deck(options.deck), options.limit
    _solve_both(random_deal(load_deck("mini"), 0), limit)  # so that all kernels are loaded
    print("seed  points  search s  CP-SAT s     ratio  targets  steps")
    ratios, proven, differ = [], 0, 0
    for seed in range(options.first, options.first + options.deals):
        one, two, seconds = _solve_both(random_deal(deck, seed), limit)
        agree = (two.status, two.points) == (one.status, one.points)
        settled = two.status in (Status.OPTIMAL, Status.IMPOSSIBLE)
        proven += settled and agree
        differ += settled and not agree
        ratio = seconds[1] / max(seconds[0], 1e-9)
        if settled:
            ratios.append(ratio)
        sure = "" if settled else f"  {two.status}, bound {two.bound}"
        points = "none" if one.points is None else str(one.points)
        print(
            f"{seed:4}  {points:>6}  {seconds[0]:8.2f}  {seconds[1]:8.2f}  {ratio:8.1f}  "
            f"{two.counts['models']:7}  {two.counts['steps']}{sure}",
            flush=True,
        )
    print(f"equal and proven: {proven} of {options.deals}; different: {differ}")
    if ratios:
        print(f"ratio: median {statistics.median(ratios):.1f}, highest {max(ratios):.1f}")
    return 4 if differ else 0


def _solve_both(deal: Deal, limit: float) -> tuple[Solution, Solution, tuple[float, float]]:
    one, first = _timed(lambda: solve(deal, store=TableStore(None)))
    two, second = _timed(lambda: solve_cpsat(deal, work=Work(Limits(limit))))
    return one, two, (first, second)


def _timed(solver: Callable[[], Solution]) -> tuple[Solution, float]:
    begun = time.process_time()
    return solver(), time.process_time() - begun


if __name__ == "__main__":
    sys.exit(main())
