"""The exact search of a deal: tables, bounds, then target after target until a proof.

First any game that is won is sought, so that a limit has something to show. Then the target starts
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

import numpy as np

from bolets_solver.bolets.deal import Deal
from bolets_solver.bolets.record import Record
from bolets_solver.bolets.referee import replay
from bolets_solver.bolets.rules import Difficulty, RedTiming, Rules
from bolets_solver.bolets.verdict import Verdict
from bolets_solver.errors import InputError, InternalError
from bolets_solver.optimize.chain import chain_bound, new_bounds, new_updates
from bolets_solver.optimize.crows import (
    CLEARINGS,
    NO,
    NO_LIMIT,
    STATES_LIMIT,
    STATES_SEEN,
    STOPPED,
    YES,
    new_crow_stack,
    new_memo,
    still_makes,
)
from bolets_solver.optimize.deal_arrays import (
    MAX_REDS,
    MOST_REDS,
    DealArrays,
    translate,
    yellow_supply,
)
from bolets_solver.optimize.deal_tables import DealTables, max_doors
from bolets_solver.optimize.decode import decode
from bolets_solver.optimize.exact import (
    EXACT_LIMIT,
    EXACT_SEEN,
    OUT_OF_ROOM,
    makes,
    new_failures,
    new_game,
    new_map,
)
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.store import TableStore
from bolets_solver.optimize.walk import new_walk
from bolets_solver.work import Status, Stopped, Work

START_LIVES = 3
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
    work = work or Work()
    search = _Search(deal, rules, entrance, work, store or TableStore(), watch, reds)
    with suppress(Stopped):
        search.run()
    return search.solution()


class _Search:
    """One search: the kernels' arrays, and what is known so far."""

    def __init__(
        self,
        deal: Deal,
        rules: Rules,
        entrance: int | None,
        work: Work,
        store: TableStore,
        watch: Callable[[Progress], None] | None,
        reds: int = MAX_REDS,
    ):
        if reds < MAX_REDS and rules.red_timing is RedTiming.TRACE:
            raise InputError("fewer red cubes can be asked for only with red_timing=update")
        self.reds = reds
        self.deal = deal
        self.rules = rules
        self.work = work
        self.store = store
        self.progress = Progress()
        self.watch = watch
        self.entrances = (
            list(range(len(deal.faces[0].doors))) if entrance is None else [entrance - 1]
        )
        self.record: Record | None = None
        self.verdict: Verdict | None = None
        self.impossible = False
        self.stuck: str | None = None
        self.kernels: _Kernels | None = None

    def run(self) -> None:
        """Search until a proof; raises Stopped at a limit."""
        self.kernels = kernels = self._prepare()
        self._note(phase="bounds")
        self.progress.bound = max(
            (kernels.chain(entrance) for entrance in self.entrances), default=-1
        )
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
        assert self.progress.best is not None
        return self.progress.best

    @property
    def bound(self) -> int:
        """What no game exceeds."""
        assert self.progress.bound is not None
        return self.progress.bound

    def solution(self) -> Solution:
        """Return the answer as far as it is known."""
        status = Status.UNKNOWN
        verdict = self.verdict
        if self.impossible:
            status = Status.IMPOSSIBLE
        elif verdict is not None:
            status = Status.OPTIMAL if self.best == self.bound else Status.FEASIBLE
        return Solution(
            deal=self.deal,
            rules=self.rules,
            status=status,
            points=None if verdict is None else verdict.points,
            bound=None if self.impossible else self.progress.bound,
            lives=None if verdict is None else verdict.lives,
            crows=None if verdict is None else verdict.crows,
            record=self.record,
            engine="search",
            seconds=self.work.elapsed,
            stuck=self.stuck,
            reason=None if status in (Status.OPTIMAL, Status.IMPOSSIBLE) else self.work.reason,
            counts={} if self.kernels is None else self.kernels.counts(),
            warnings=tuple(self.deal.rock_warnings())
            if self.rules.difficulty is Difficulty.EASY
            else (),
        )

    def _prepare(self) -> _Kernels:
        arrays = translate(self.deal, self.rules)
        arrays.switches[MOST_REDS] = self.reds
        tables = self.store.tables(self.deal, self.rules, arrays, self.work, self._count_tables)
        return _Kernels(arrays, tables, yellow_supply(self.rules), self.work)

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
        record = decode(self.deal, self.rules, self.kernels.tables, self.kernels.game, entrance)
        verdict = replay(self.deal, record, self.rules)
        if not verdict.legal or not verdict.won or verdict.points < target:
            found = verdict.violation or f"{verdict.points} points, won: {verdict.won}"
            raise InternalError(f"the referee objects to a found game: {found}\n{record}")
        self.record, self.verdict = record, verdict
        self._note(best=verdict.points)

    def _prove_impossible(self) -> None:
        """Nothing can be won: find the furthest card that can be entered."""
        self.impossible = True
        self.progress.bound = None
        self._note(phase="impossible")
        self.stuck = self.deal.order[0]
        for last in range(len(self.deal.order) - 2, 0, -1):
            shorter = Deal(self.deal.deck, self.deal.order[: last + 1])
            search = _Search(shorter, self.rules, None, self.work, self.store, None, self.reds)
            search.entrances = self.entrances
            search.kernels = search._prepare()
            for door in self.entrances:
                answer = search.kernels.makes(door, 0)
                self.work.poll()
                if answer == YES:
                    self.stuck = self.deal.order[last]
                    return

    def _note(self, phase: str | None = None, best: int | None = None) -> None:
        if phase is not None:
            self.progress.phase = phase
        if best is not None:
            self.progress.best = best
        if self.kernels is not None:
            self.progress.states = self.kernels.states
        if self.watch is not None:
            self.watch(replace(self.progress))


class _Effort:
    """Bounds the states that the kernels may see, inside a ``with`` block."""

    def __init__(self, kernels: _Kernels, exact_states: int):
        self.kernels = kernels
        self.exact_states = exact_states

    def __enter__(self) -> None:
        exact, memo = self.kernels.failures.counts, self.kernels.memo.counts
        if self.exact_states < NO_LIMIT:
            exact[EXACT_LIMIT] = exact[EXACT_SEEN] + self.exact_states
            memo[STATES_LIMIT] = memo[STATES_SEEN] + 100 * self.exact_states

    def __exit__(self, *error: object) -> None:
        self.kernels.failures.counts[EXACT_LIMIT] = NO_LIMIT
        self.kernels.memo.counts[STATES_LIMIT] = NO_LIMIT


class _Kernels:
    """The kernels with their arrays, for one deal."""

    def __init__(self, arrays: DealArrays, tables: DealTables, yellow: int, work: Work):
        self.arrays = arrays
        self.tables = tables
        self.yellow = yellow
        self.work = work
        self.doors = max_doors(arrays)
        cards = len(arrays.width)
        labels = _labels(work.limits.mebibytes)
        self.bounds = new_bounds(cards * self.doors)
        self.updates = new_updates(cards)
        self.memo = new_memo(labels)
        self.stack = new_crow_stack(cards, int(np.max(np.diff(tables.group_at))))
        self.failures = new_failures(labels // 4)
        self.terrain = new_map(arrays, tables)
        self.game = new_game(arrays)
        self.walk = new_walk(arrays)

    def chain(self, entrance: int) -> int:
        """Return the chain bound of the whole deal from an entrance, -1 if nothing can be won."""
        return int(
            chain_bound(
                self.arrays,
                self.tables,
                self.bounds,
                self.updates,
                self.doors,
                0,
                entrance,
                START_LIVES,
                0,
                self.yellow,
                0,
                0,
                0,
            )
        )

    def makes(self, entrance: int, target: int) -> int:
        """Ask the crow bound, then the exact search, for ``target`` points from an entrance."""
        self._clear_table()
        common = (self.arrays, self.tables, self.bounds, self.updates, self.memo, self.stack)
        state = (self.doors, 0, entrance, 0, 0, START_LIVES, 0, self.yellow, 0, target)
        flag = self.work.flag
        answer = self.work.run(still_makes, *common, *state, flag)
        if answer != YES:
            return int(answer)
        self._clear_table()
        while True:
            rest = (self.failures, self.terrain, self.game, self.walk)
            answer = self.work.run(makes, *common, *rest, *state, flag)
            if not self.failures.counts[OUT_OF_ROOM]:
                return int(answer)
            self._enlarge()

    def _enlarge(self) -> None:
        """Make room for more traces of a placement."""
        self.failures.counts[OUT_OF_ROOM] = 0
        self.terrain = new_map(self.arrays, self.tables, 4 * self.terrain.rows.shape[1])
        self._clear_table()

    def effort(self, exact_states: int) -> _Effort:
        """Bound the states of the searches inside the ``with`` block."""
        return _Effort(self, exact_states)

    @property
    def states(self) -> int:
        """States seen by both searches so far."""
        return int(self.memo.counts[STATES_SEEN] + self.failures.counts[EXACT_SEEN])

    def counts(self) -> dict[str, int]:
        """Return the counts of states, by name."""
        return {
            "crow_states": int(self.memo.counts[STATES_SEEN]),
            "exact_states": int(self.failures.counts[EXACT_SEEN]),
            "memory_clearings": int(self.memo.counts[CLEARINGS]),
            "table_entries": len(self.tables.members),
        }

    def _clear_table(self) -> None:
        """Lay out the first card alone: its rocks are forbidden, no crow lies outside it."""
        self.stack.near[0] = self.stack.far[0] = 0
        self.terrain.crows[0] = self.terrain.n_masked[0] = 0
        self.terrain.pose[0] = 0
        rocks = self.arrays.rocks[: self.arrays.rock_at[1]]
        self.terrain.forbidden[: len(rocks)] = rocks
        self.terrain.size[0] = len(rocks)


def _labels(mebibytes: int | None) -> int:
    """How many labels the memory may hold; it is taken from RAM only as it fills."""
    room = 1024 if mebibytes is None else max(16, mebibytes - 400)
    return min(8_000_000, room * 5_000)
