"""The exact search of a deal: tables, bounds, then target after target until a proof.

First any game that is won is sought, so that a limit has something to show; where tables are still
to be made, which may take long, the greedy player plays before that. Then the target starts
at the chain bound and goes down by one as long as the crow bound or the exact search refutes it:
the first target that is made is the optimum, and every refuted one has lowered the proven bound.
Tries are bounded in effort: one that is not settled makes way for tries at a better game, then it
goes on with more, and what the searches remember keeps the second try from doing the first one's
work. The efforts count states, not seconds, so the same deal is always searched the same way. If no
game is won at all the deal is impossible; then shorter deals, which end when their last card is
entered, tell how far one can get.

No found game is believed: each is written as a record and replayed by the referee, and a difference
is an InternalError.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Difficulty, Rules
from bolets_solver.errors import InputError, InternalError
from bolets_solver.optimize.bounds.transposition_table import NO, NO_LIMIT, STOPPED, YES
from bolets_solver.optimize.search.decoder import decode
from bolets_solver.optimize.search.greedy import play_greedily
from bolets_solver.optimize.search.kernels import Kernels
from bolets_solver.optimize.search.position import Position, new_game
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.optimize.tracing.deal_arrays import MAX_REDS
from bolets_solver.work.limits import Status, Stopped, Work

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
    """
    rules = rules or Rules()
    doors = len(deal.faces[0].doors)
    if entrance is not None and not 1 <= entrance <= doors:
        raise InputError(
            f"the first card {deal.order[0]} has no door {entrance}; its doors are 1 to {doors}"
        )
    position = new_game(deal, rules)
    entrances = range(doors) if entrance is None else [entrance - 1]
    return search_from(position, list(entrances), work, store, watch, reds)


def search_from(
    position: Position,
    entrances: list[int],
    work: Work | None = None,
    store: TableStore | None = None,
    watch: Callable[[Progress], None] | None = None,
    reds: int = MAX_REDS,
) -> Solution:
    """Find the best game that goes on from a position; see :func:`solve`.

    ``entrances``: indices of the doors by which the position's last card may have been entered.
    """
    search = _Search(position, entrances, work or Work(), store or TableStore(), watch, reds)
    with suppress(Stopped):
        search.run()
    return search.solution()


class _Search:
    """One search: the kernels, and what is known so far."""

    def __init__(
        self,
        position: Position,
        entrances: list[int],
        work: Work,
        store: TableStore,
        watch: Callable[[Progress], None] | None,
        reds: int,
    ):
        self.position = position
        self.entrances = entrances
        self.work = work
        self.store = store
        self.watch = watch
        self.reds = reds
        self.progress = Progress()
        self.record: Record | None = None
        self.verdict: Verdict | None = None
        self.greedy: tuple[Record, Verdict] | None = None
        self.impossible = False
        self.stuck: str | None = None
        self.kernels: Kernels | None = None

    def run(self) -> None:
        """Search until a proof; raises Stopped at a limit."""
        self.progress.bound = self.position.most_points
        self._report_states()
        self._play_greedily()
        self.kernels = self._kernels(self.position)
        self._note(phase="bounds")
        self.progress.bound = max(map(self.kernels.bound, self.entrances), default=-1)
        if self.progress.bound < 0 or self._try(0) == NO:
            self._prove_impossible()
            return
        self._note(phase="search")
        effort = FIRST_EFFORT
        while self.best < self.bound:
            answer = self._try(self.bound, effort)
            if answer == NO:
                self.progress.bound = self.bound - 1
                self._note()
            elif answer == STOPPED:
                self._climb(effort)
                effort *= EFFORT_GROWTH

    @property
    def best(self) -> int:
        """Points of the best game so far."""
        assert self.verdict is not None
        return self.verdict.points

    @property
    def bound(self) -> int:
        """What no game exceeds."""
        assert self.progress.bound is not None
        return self.progress.bound

    def solution(self) -> Solution:
        """Return the answer as far as it is known."""
        deal, rules = self.position.deal, self.position.rules
        record, verdict = self._best_game()
        status = Status.UNKNOWN
        if self.impossible:
            status = Status.IMPOSSIBLE
        elif verdict is not None:
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
            counts={} if self.kernels is None else self.kernels.counts(),
            warnings=tuple(deal.rock_warnings()) if easy else (),
        )

    def _best_game(self) -> tuple[Record | None, Verdict | None]:
        """Return the best game so far; the greedy one only if it is better than all others.

        Raises InternalError if the greedy game is better than what is proven.
        """
        if self.greedy is None:
            return self.record, self.verdict
        points = self.greedy[1].points
        if self.impossible or points > self.bound:
            raise InternalError(f"more is proven than a found game allows:\n{self.greedy[0]}")
        if self.verdict is not None and self.best >= points:
            return self.record, self.verdict
        return self.greedy

    def _play_greedily(self) -> None:
        """Have a game to show while tables are made.

        The search takes no notice of it: answers must not depend on whether there were tables.
        """
        deal, rules = self.position.deal, self.position.rules
        begun = self.position != new_game(deal, rules)
        if begun or self.reds < MAX_REDS or self.store.has_tables(deal, rules):
            return
        game = play_greedily(deal, rules, self.work, self.entrances)
        if game.verdict.won:
            self.greedy = game.record, game.verdict
            self._note(best=game.verdict.points)

    def _kernels(self, position: Position) -> Kernels:
        return Kernels(position, self.store, self.work, self._count_tables, self.reds)

    def _count_tables(self, ready: int, total: int) -> None:
        self._note(phase=f"tables {ready}/{total}")

    def _try(self, target: int, effort: int = NO_LIMIT) -> int:
        """Look for a game with ``target`` points: YES, NO (a proof), or STOPPED by the effort.

        ``effort``: exact states that may be seen from each entrance. Raises Stopped at a limit.
        """
        assert self.kernels is not None
        answers = []
        for entrance in self.entrances:
            with self.kernels.effort(effort):
                answer = self.kernels.makes(entrance, target)
            self.work.poll()
            if answer == YES:
                self._keep(entrance, target)
                return YES
            answers.append(answer)
        return STOPPED if STOPPED in answers else NO

    def _climb(self, effort: int) -> None:
        """Look for better games with a bounded effort a step; they may lower the bound too."""
        while self.best < self.bound:
            answer = self._try(self.best + 1, effort)
            if answer == NO:
                self.progress.bound = self.best
            if answer != YES:
                return

    def _keep(self, entrance: int, target: int) -> None:
        """Replay the game that the kernel found and keep it."""
        assert self.kernels is not None
        record = decode(self.position, self.kernels.tables, self.kernels.game, entrance)
        verdict = replay(self.position.deal, record, self.position.rules)
        if not verdict.legal or not verdict.won or verdict.points < target:
            found = verdict.violation or f"{verdict.points} points, won: {verdict.won}"
            raise InternalError(f"the referee objects to a found game: {found}\n{record}")
        self.record, self.verdict = record, verdict
        self._note(best=max(verdict.points, self.progress.best or 0))

    def _prove_impossible(self) -> None:
        """Nothing can be won: find the furthest card that can be entered."""
        self.impossible = True
        self.progress.bound = None
        self._note(phase="impossible")
        deal, first = self.position.deal, self.position.card
        for last in range(len(deal.order) - 2, first, -1):
            shorter = Deal(deal.deck, deal.order[: last + 1])
            kernels = self._kernels(replace(self.position, deal=shorter))
            for entrance in self.entrances:
                answer = kernels.makes(entrance, 0)
                self.work.poll()
                if answer == YES:
                    self.stuck = deal.order[last]
                    return
        self.stuck = deal.order[first]

    def _report_states(self) -> None:
        """Let whoever watches see the states move while a kernel works, too."""
        told = self.work.report
        if told is None or self.watch is None:
            return

        def report(elapsed: float) -> None:
            self._note()
            told(elapsed)

        self.work.report = report

    def _note(self, phase: str | None = None, best: int | None = None) -> None:
        if phase is not None:
            self.progress.phase = phase
        if best is not None:
            self.progress.best = best
        if self.kernels is not None:
            self.progress.states = self.kernels.states
        if self.watch is not None:
            self.watch(replace(self.progress))
