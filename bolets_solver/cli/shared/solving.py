"""Run the search for a command: load kernels, show progress, keep limits."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from bolets_solver.cli.shared.progress import SearchReporter, loading_kernels
from bolets_solver.work.limits import Limits, Reason, Status, Work

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.files.share_code import SharedDeal
    from bolets_solver.optimize.search.engine import Engines
    from bolets_solver.optimize.solution import Solution

ENGINES = ("search", "cpsat", "both")
"""The engines that solve a deal."""


class DealSolver:
    """Solves deals in turn, each under its own rules and the same limits.

    The kernels are loaded for the first deal. Tables are kept between deals while memory suffices.
    ``engine`` is one of ENGINES. Raises InternalError if both engines differ.
    """

    def __init__(self, limits: Limits, engine: str = ENGINES[0]):
        self.limits = limits
        self.engine = engine
        self._engines: Engines | None = None

    def solve(self, asked: SharedDeal, label: str = "") -> Solution:
        """Return the best game of a deal; ``label``: prefix of each line of progress.

        Ctrl-C ends the search, not the program: the solution's ``reason`` says so.
        """
        started = time.monotonic()
        try:
            if self._engines is None:
                self._engines = _load(self.engine)
            if self.engine == "search":
                return self._search(asked, self._engines, label)
            if self.engine == "cpsat":
                return self._model(asked, self.limits, label)
            return self._both(asked, self._engines, label)
        except KeyboardInterrupt:  # outside the search, which handles Ctrl-C itself
            seconds = time.monotonic() - started
            return _nothing_found(asked, seconds, self.engine)

    def _search(self, asked: SharedDeal, engines: Engines, label: str) -> Solution:

        with SearchReporter(label) as reporter, Work(self.limits, reporter.report) as work:
            engine = engines.of(asked.deal.deck, asked.rules)
            solution = engine.best(asked.deal, asked.entrance, work, reporter.watch)
        if solution.reason is Reason.MEMORY:
            self._engines = None
        return _bounded(solution)

    def _model(self, asked: SharedDeal, limits: Limits, label: str) -> Solution:
        from bolets_solver.optimize.cpsat.solver import solve_cpsat

        with SearchReporter(label) as reporter, Work(limits, reporter.report) as work:
            return _bounded(
                solve_cpsat(asked.deal, asked.rules, asked.entrance, work, reporter.watch)
            )

    def _both(self, asked: SharedDeal, engines: Engines, label: str) -> Solution:
        """Run both engines in turn within the limits, and compare their answers."""
        from bolets_solver.optimize.two_engines import joined

        first = self._search(asked, engines, label)
        if first.reason is not None and first.reason is not Reason.MEMORY:
            return replace(first, engine=self.engine)
        limits = self.limits
        if limits.seconds is not None:
            limits = replace(limits, seconds=max(0.0, limits.seconds - first.seconds))
        return joined(first, self._model(asked, limits, f"{label} CP-SAT".lstrip()))


def _bounded(solution: Solution) -> Solution:
    """Give a solution without a bound the trivial bound."""
    if solution.status is Status.UNKNOWN and solution.bound is None:
        return replace(solution, bound=_all_points(solution.deal))
    return solution


def _load(engine: str) -> Engines:
    """Load or compile all kernels of an engine, and return engines with empty tables.

    Limits are not checked while kernels are compiled, so that must be done before the work begins.
    """
    with loading_kernels():
        from bolets_solver.optimize.search.engine import Engines

        if engine != "search":
            from bolets_solver.optimize.cpsat import solver as cpsat  # noqa: F401 - its kernels
    return Engines()


def _nothing_found(asked: SharedDeal, seconds: float, engine: str) -> Solution:
    """Return the answer of a search that was interrupted before it began."""
    from bolets_solver.optimize.solution import Solution

    return Solution(
        deal=asked.deal,
        rules=asked.rules,
        status=Status.UNKNOWN,
        points=None,
        bound=_all_points(asked.deal),
        lives=None,
        crows=None,
        record=None,
        engine=engine,
        seconds=seconds,
        reason=Reason.INTERRUPT,
    )


def _all_points(deal: Deal) -> int:
    """Return the points of all mushrooms of a deal: the trivial bound."""
    from bolets_solver.bolets.cards.face import POINTS

    return sum(POINTS[kind] * face.count(kind) for face in deal.faces[:-1] for kind in POINTS)
