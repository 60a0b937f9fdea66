"""The schedule of a search: tables, bounds, then target after target until a proof.

First any game that is won is sought, so that a limit has something to show; where tables are still
to be made, which may take long, the greedy player plays before that. Then the target starts
at the chain bound and goes down by one as long as the crow bound or the exact search refutes it:
the first target that is made is the optimum, and every refuted one has lowered the proven bound.
Tries are bounded in effort: one that is not settled makes way for tries at a better game, then it
continues with more, and what the searches remember keeps the second try from doing the first one's
work. The efforts count states, not seconds, so the same deal is always searched the same way. If no
game is won at all the deal is impossible; then shorter deals, which end when their last card is
entered, show the furthest card that can be reached.

No found game is believed: each is written as a record and replayed by the referee, and a difference
is an InternalError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Difficulty
from bolets_solver.errors import InternalError
from bolets_solver.optimize.search.decoder import decode
from bolets_solver.optimize.search.greedy import play_greedily
from bolets_solver.optimize.search.kernels import Kernels
from bolets_solver.optimize.search.position import Position, new_game
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.state.game import Game
from bolets_solver.optimize.state.memo import NO, NO_LIMIT, STOPPED, YES
from bolets_solver.optimize.state.search_arrays import REACHED_TARGET
from bolets_solver.work.limits import Status, Work

FIRST_EFFORT = 500
"""Exact states that the first tries at a target may cost; a hundred times as many crow states."""

EFFORT_GROWTH = 4


@dataclass
class Progress:
    """How far a search has come, for whoever watches it."""

    phase: str = "tables"
    best: int | None = None
    bound: int | None = None
    states: int = 0


class Schedule:
    """One question: the best game from a position, or only what it is worth.

    ``shown``: whether a game is to be shown; then nothing is used that was found out before, so
    that a deal always shows the same game, and some game is found soon. ``kept``: whether games
    that are found are kept, so that the referee can replay the best one. ``most_effort``: the
    search gives up when it would try with more effort than this.
    """

    def __init__(
        self,
        kernels: Kernels,
        position: Position,
        entrances: list[int],
        work: Work,
        watch: Callable[[Progress], None] | None = None,
        shown: bool = True,
        kept: bool = True,
        most_effort: int = NO_LIMIT,
    ):
        self.kernels = kernels
        self.position = position
        self.entrances = entrances
        self.work = work
        self.watch = watch
        self.shown = shown
        self.kept = kept or shown
        self.most_effort = most_effort
        self.progress = Progress()
        self.best = -1
        """Points of the best game so far, -1 if none is known."""
        self.impossible = False
        self.stuck: str | None = None
        self._greedy: tuple[Record, Verdict] | None = None
        self._game: tuple[Game, int] | None = None
        self._ready = False
        self._from_top = False
        self._counts: dict[str, int] = {}

    def run(self) -> None:
        """Search until a proof; raises Stopped at a limit."""
        with self._states_reported():
            self._run()

    def _run(self) -> None:
        self.progress.bound = self.position.most_points
        if self.shown:
            self._play_greedily()
        self._turn_to(self.position)
        self._note(phase="bounds")
        self.progress.bound = max(map(self.kernels.bound, self.entrances), default=-1)
        if self.bound < 0 or (self.shown and self._settle(0, 0) == NO):
            self._prove_impossible()
            return
        self._note(phase="search")
        effort = FIRST_EFFORT
        while self.best < self.bound and effort <= self.most_effort:
            answer = self._settle(self.bound, self.best + 1, effort)
            if answer == NO and self.best < 0:
                self._prove_impossible()
                return
            if answer == STOPPED:
                self._climb(effort)
                effort *= EFFORT_GROWTH

    @property
    def bound(self) -> int:
        """What no game exceeds."""
        assert self.progress.bound is not None
        return self.progress.bound

    def reaches(self, points: int) -> bool:
        """Whether a game scores ``points``; raises Stopped at a limit."""
        self._turn_to(self.position)
        if max(map(self.kernels.bound, self.entrances), default=-1) < points:
            return False
        answer, _ = self.kernels.settle(self.entrances, points, points)
        self.work.poll()
        return answer == YES

    @property
    def status(self) -> Status:
        """How sure the answer is so far."""
        if self.impossible:
            return Status.IMPOSSIBLE
        if self.best < 0:
            return Status.UNKNOWN
        return Status.OPTIMAL if self.best == self.bound else Status.FEASIBLE

    def solution(self) -> Solution:
        """Return the answer as far as it is known, with the best game."""
        deal, rules = self.position.deal, self.position.rules
        record, verdict = self.best_game()
        status = self.status
        if verdict is not None and status is not Status.IMPOSSIBLE:
            status = Status.OPTIMAL if verdict.points == self.bound else Status.FEASIBLE
        easy = rules.difficulty is Difficulty.EASY
        return Solution(
            deal=deal,
            rules=rules,
            status=status,
            points=None if verdict is None else verdict.points,
            bound=None if self.impossible else self.progress.bound,
            lives=None if verdict is None else verdict.lives,
            crows=None if verdict is None else verdict.crows,
            record=record,
            engine="search",
            seconds=self.work.elapsed,
            stuck=self.stuck,
            reason=None if status in (Status.OPTIMAL, Status.IMPOSSIBLE) else self.work.reason,
            counts=self.counts(),
            warnings=tuple(deal.rock_warnings()) if easy else (),
        )

    def counts(self) -> dict[str, int]:
        """Return the counts of states, by name."""
        return self.kernels.counts() if self._ready else self._counts

    def best_game(self) -> tuple[Record | None, Verdict | None]:
        """Return the best game so far; the greedy one only if it is better than all others.

        Raises InternalError if the greedy game is better than what is proven.
        """
        if self._greedy is not None:
            points = self._greedy[1].points
            if self.impossible or points > self.bound:
                raise InternalError(f"more is proven than a found game allows:\n{self._greedy[0]}")
            if points > self.best:
                return self._greedy
        if self._game is None:
            return None, None
        return self._replayed(*self._game)

    def _replayed(self, game: Game, entrance: int) -> tuple[Record, Verdict]:
        """Write the game that the kernel found, and have it replayed by the referee."""
        record = decode(self.position, self.kernels.tables, game, entrance)
        verdict = replay(self.position.deal, record, self.position.rules)
        if not verdict.legal or not verdict.won or verdict.points != self.best:
            found = verdict.violation or f"{verdict.points} points, won: {verdict.won}"
            raise InternalError(f"the referee objects to a found game: {found}\n{record}")
        return record, verdict

    def _play_greedily(self) -> None:
        """Have a game to show while tables are made.

        The search takes no notice of it: answers must not depend on whether there were tables.
        """
        deal, rules = self.position.deal, self.position.rules
        begun = self.position != new_game(deal, rules)
        if begun or self.kernels.fewer_reds or self.kernels.orders.has_tables(deal.order):
            return
        game = play_greedily(deal, rules, self.work, self.entrances)
        if game.verdict.won:
            self._greedy = game.record, game.verdict
            self._note(best=game.verdict.points)

    def _turn_to(self, position: Position) -> None:
        self._ready = False
        self.kernels.turn_to(position, self.work, self._count_tables, apart=self.shown)
        self._ready = True

    def _count_tables(self, ready: int, total: int) -> None:
        self._note(phase=f"tables {ready}/{total}")

    def _settle(self, high: int, low: int, effort: int = NO_LIMIT) -> int:
        """Look for the best game from ``high`` down to ``low`` points, and keep what is found out.

        Raises Stopped at a limit.
        """
        self._from_top = high == self.bound
        self.kernels.reached[REACHED_TARGET] = high
        answer, points = self.kernels.settle(self.entrances, high, low, effort)
        self._from_top = False
        if answer == YES:
            self._keep(points)
            if high == self.bound:
                self.progress.bound = self._target
        elif high == self.bound:
            self.progress.bound = low - 1 if answer == NO else points
        self._note()
        self.work.poll()
        return answer

    @property
    def _target(self) -> int:
        return int(self.kernels.reached[REACHED_TARGET])

    def _climb(self, effort: int) -> None:
        """Look for better games with a bounded effort a step; they may lower the bound too."""
        while self.best < self.bound:
            target = self.best + 1
            answer, points = self.kernels.settle(self.entrances, target, target, effort)
            if answer == YES:
                self._keep(points)
            elif answer == NO:
                self.progress.bound = self.best
            self._note()
            self.work.poll()
            if answer != YES:
                return

    def _keep(self, points: int) -> None:
        """Keep the game that the kernel found."""
        self.best = points
        if self.kept:
            self._game = self.kernels.found_game(), self.kernels.made_from
        self._note(best=max(points, self.progress.best or 0))

    def _prove_impossible(self) -> None:
        """Nothing can be won: find the furthest card that can be entered, if that is shown."""
        self.impossible = True
        self.progress.bound = None
        self._note(phase="impossible")
        if not self.shown:
            return
        self._counts = self.kernels.counts()
        deal, first = self.position.deal, self.position.card
        for last in range(len(deal.order) - 2, first, -1):
            shorter = Deal(deal.deck, deal.order[: last + 1])
            self._turn_to(replace(self.position, deal=shorter))
            self._ready = False  # its states are not counted
            for entrance in self.entrances:
                answer, _ = self.kernels.settle([entrance], 0, 0)
                self.work.poll()
                if answer == YES:
                    self.stuck = deal.order[last]
                    return
        self.stuck = deal.order[first]

    @contextmanager
    def _states_reported(self) -> Iterator[None]:
        """Report the states to ``watch`` while a kernel works, too."""
        before = self.work.report

        def report(elapsed: float) -> None:
            self._note()
            if before is not None:
                before(elapsed)

        if before is not None and self.watch is not None:
            self.work.report = report
        try:
            yield
        finally:
            self.work.report = before

    def _note(self, phase: str | None = None, best: int | None = None) -> None:
        if phase is not None:
            self.progress.phase = phase
        if best is not None:
            self.progress.best = best
        if self._ready:
            self.progress.states = self.kernels.states
        if self._from_top:
            self.progress.bound = min(self.bound, self._target)
        if self.watch is not None:
            self.watch(replace(self.progress))
