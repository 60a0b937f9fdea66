"""Questions to the exact search about single worlds: what one who knew the order would make.

An :class:`Oracle` asks the kernels; :class:`Oracles` ask on as many cores as there are. An answer
is proven: the searches know only the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from bolets_solver.advise.objective import Objective
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, INTS, ROWS, VOID
from bolets_solver.optimize.bounds.chain_bound import chain_bound
from bolets_solver.optimize.search.kernels import Kernels
from bolets_solver.optimize.search.position import Position
from bolets_solver.optimize.state.memo import YES
from bolets_solver.optimize.state.search_arrays import (
    ENTRANCE,
    HELD,
    LIVES,
    MARKER,
    PEAK,
    POINTS,
    SEARCH_TYPE,
    YELLOW,
    Search,
)
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.optimize.tracing.deal_arrays import Int, Ints
from bolets_solver.work.limits import POLL_SECONDS, Stopped, Work

Result = TypeVar("Result")


class Question(NamedTuple):
    """A question: the value of ``position`` in a world, if it is not below ``low``.

    It is known not to be above ``high``.
    """

    order: tuple[str, ...]
    position: Position
    high: int
    low: int


@kernel(VOID(SEARCH_TYPE, INT, ROWS, INTS))
def bound_labels(search: Search, k: Int, labels: Ints, most: Ints) -> None:
    """Set ``most`` to the chain bounds of positions on card ``k``, -1 if they cannot be won.

    ``labels``: rows as in Listing.
    """
    state = search.state[k]
    for row in range(labels.shape[0]):
        state[ENTRANCE], state[LIVES], state[HELD] = labels[row, 0], labels[row, 1], labels[row, 2]
        state[YELLOW], state[POINTS] = labels[row, 3], labels[row, 4]
        state[MARKER], state[PEAK] = labels[row, 5], labels[row, 6]
        rest = chain_bound(search, k)
        most[row] = state[POINTS] + rest if rest >= 0 else np.int64(-1)


class _Watched(Work):
    """Work in a thread of a pool, whose limits another thread watches: it lends its flag."""

    def __init__(self, outer: Work):
        super().__init__(outer.limits)
        self.outer = outer

    @property
    def flag(self) -> Ints:
        """The array whose element 0 becomes 1 when a running kernel must end."""
        return self.outer.flag

    def poll(self) -> None:
        """Raise Stopped once the work must end."""
        if self.outer.reason is not None:
            raise Stopped(self.outer.reason)

    def run(self, kernel: Callable[..., Result], *args: Any) -> Result:
        """Run ``kernel(*args)``, which watches the flag, in this thread."""
        return kernel(*args)


class Oracle:
    """Answers questions about the worlds of one deck, one after the other."""

    def __init__(self, deck: Deck, rules: Rules, store: TableStore):
        self.deck = deck
        self.objective = Objective()
        self.kernels = Kernels(deck, rules, store)

    def ask(self, question: Question, work: Work) -> int:
        """Return the value, or ``low`` - 1 if it is below ``low``; raises Stopped at a limit."""
        low = max(question.low, 1)  # nothing is worth less than 0
        if question.high < low:
            return low - 1
        position = replace(question.position, deal=Deal(self.deck, question.order))
        least = self.objective.least
        high, target = (question.high, low) if least is None else (least, least)
        self.kernels.turn_to(position, work)
        answer, points = self.kernels.settle([position.entered], high, target)
        work.poll()
        if answer != YES:
            return low - 1
        return self.objective.worth(min(points, high) if least is None else points)

    def caps(
        self, order: tuple[str, ...], position: Position, k: int, labels: Ints, work: Work
    ) -> Ints:
        """Return upper bounds of the values of positions on card ``k``; raises Stopped."""
        most = labels[:, 4].copy()
        if k < len(order) - 1:
            kernels = self.kernels
            kernels.turn_to(replace(position, deal=Deal(self.deck, order)), work)
            bound_labels(kernels.search, k, labels, most)
        least = self.objective.least
        if least is None:
            return np.maximum(most, 0)
        return (most >= least).astype(np.int64)


class Oracles:
    """Several oracles, each in a thread of its own; first :meth:`turn_to` an objective, then ask.

    Use it as a context manager, or close it.
    """

    def __init__(self, deck: Deck, rules: Rules, store: TableStore | None = None, threads: int = 2):
        store = store or TableStore()
        self.work, self.objective = Work(), Objective()
        self._oracles = [Oracle(deck, rules, store) for _ in range(max(1, threads))]
        self._pool = ThreadPoolExecutor(len(self._oracles), "oracle")
        self.asked = 0

    def __enter__(self) -> Oracles:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def turn_to(self, objective: Objective, work: Work) -> None:
        """Answer for this objective from now on, within the limits of ``work``."""
        self.work, self.objective = work, objective
        for oracle in self._oracles:
            oracle.objective = objective

    def ask(self, questions: Sequence[Question]) -> list[int]:
        """Answer questions, on all cores if there are several; raises Stopped at a limit."""
        self.asked += len(questions)
        waiting: SimpleQueue[int] = SimpleQueue()
        for number in range(len(questions)):
            waiting.put(number)
        answers = [0] * len(questions)
        inner = _Watched(self.work)

        def answer(oracle: Oracle) -> None:
            while not inner.flag[0]:
                try:
                    number = waiting.get_nowait()
                except Empty:
                    return
                answers[number] = oracle.ask(questions[number], inner)

        members = self._oracles[: len(questions)]
        futures = [self._pool.submit(answer, oracle) for oracle in members]
        while wait(futures, timeout=POLL_SECONDS).not_done:
            self.work.look()
        self.work.poll()
        for future in futures:
            future.result()
        return answers

    def cap(self, order: tuple[str, ...], position: Position, most: int) -> int:
        """Return an upper bound of a position's value in a world, no more than ``most``.

        Raises Stopped at a limit.
        """
        if position.midway is not None:
            return most
        p = position
        doors = [p.entered] if p.entered >= 0 else range(len(p.cards[0].face.doors))
        held = p.hand + len(p.cubes)
        labels = np.array(
            [(door, p.lives, held, p.yellow, p.points, p.marker, p.peak) for door in doors],
            dtype=np.int64,
        ).reshape(-1, 7)
        found = self._oracles[0].caps(order, position, p.card, labels, self.work)
        return min(most, int(np.max(found, initial=0)))

    def caps(
        self, orders: Iterable[tuple[str, ...]], position: Position, k: int, labels: Ints
    ) -> Ints:
        """Return upper bounds: rows by world, columns by label; raises Stopped at a limit."""
        oracle = self._oracles[0]
        orders = list(orders)
        found: Ints = np.zeros((len(orders), len(labels)), dtype=np.int64)
        for row in by_ending(orders):
            found[row] = oracle.caps(orders[row], position, k, labels, self.work)
        return found


def by_ending(orders: Sequence[tuple[str, ...]]) -> list[int]:
    """Return the numbers of orders so that those with the same last cards follow each other.

    The kernels keep what they know of the ends of games from one order to the next.
    """
    return sorted(range(len(orders)), key=lambda number: orders[number][::-1])
