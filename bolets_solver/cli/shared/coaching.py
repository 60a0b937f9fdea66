"""A coach for commands: loads kernels on demand, keeps limits, shows progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bolets_solver.cli.shared.progress import SearchReporter, loading_kernels
from bolets_solver.work.limits import Limits, Status, Work

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.optimize.solution import Solution
    from bolets_solver.study.games.coach import Coach


class Coaching:
    """Finds best continuations; the limits are for each answer."""

    def __init__(self, deal: Deal, rules: Rules, limits: Limits):
        self.deal = deal
        self.rules = rules
        self.limits = limits
        self._coach: Coach | None = None

    def best(self, record: Record, label: str = "") -> Solution:
        """Return the best game that begins like ``record``; a record without entrance is free.

        ``label``: prefix of each line of progress.
        """
        if self._coach is None:
            with loading_kernels():
                from bolets_solver.study.games.coach import Coach
            self._coach = Coach(self.deal, self.rules)
        with SearchReporter(label) as reporter, Work(self.limits, reporter.report) as work:
            return self._coach.best(record, work, reporter.watch)

    def hint(self, record: Record, level: int) -> str:
        """Return a hint of a level in words, with what it knows and how sure it is."""
        from bolets_solver.study.games.coach import KNOWING, next_hint

        solution = self.best(record)
        if solution.status is Status.IMPOSSIBLE:
            return "from here no game can be won any more (proven): undo"
        if solution.record is None or solution.points is None:
            return "no continuation was found within the limit"
        hint = next_hint(self.deal, self.rules, record, solution.record, solution.points)
        if hint is None:
            return "the game is over"
        sure = "" if solution.status is Status.OPTIMAL else "; best found, not proven"
        return f"hint: {hint.text(level)} ({KNOWING}{sure})"
