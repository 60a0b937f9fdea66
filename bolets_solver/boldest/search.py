"""The kernel behind a few verbs: states in, ends out, under the limits of the work at hand."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bolets_solver.boldest.columns import (
    DUEL,
    HIGH,
    LOW,
    MARGIN,
    STATE_WIDTH,
    WAYS,
    WIN,
    memory_width,
)
from bolets_solver.boldest.expedition import Day, Moment, next_contest
from bolets_solver.boldest.position import Position, slots_per_class
from bolets_solver.boldest.rules import Rules
from bolets_solver.boldest.scoring import End
from bolets_solver.boldest.tables import Tables
from bolets_solver.work import Limits, Work, resident_mebibytes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MEMORY_ENDS = {2: 1 << 16, 3: 1 << 17, 4: 1 << 22, 5: 1 << 22}
"""Ends that are remembered, by the number of players; each takes 120 to 170 bytes."""

KERNEL_MEBIBYTES = 180
"""What the process holds once the kernels are loaded."""

OBJECTIVES = ("win", "margin")


class Search:
    """Finds how Days end that start from one Forest, when everybody plays his best.

    ``objective`` is one of OBJECTIVES; with ``hero`` all others play against that player. Work
    done for one state helps the next: all of them share one memory, which is a ``share``-th of
    what one search alone would take.
    """

    def __init__(
        self,
        position: Position,
        objective: str = "win",
        hero: int | None = None,
        work: Work | None = None,
        share: int = 1,
    ):
        import numpy

        self.position = position
        self.objective = objective
        self.hero = hero
        self.work = work or Work()
        self.tables = Tables(position.forest, position.rules)
        self.players = position.count
        self.mode = numpy.array(
            _mode(position.count, objective, hero, position.rules), dtype=numpy.int64
        )
        ends = self._memory_ends(self.work.limits, share)
        self.memory = numpy.zeros((ends, memory_width(self.players)), dtype=numpy.int64)
        self.marks = numpy.zeros((ends // WAYS, 2 * WAYS), dtype=numpy.int64)
        self.counts = numpy.zeros(2, dtype=numpy.int64)

    def _memory_ends(self, limits: Limits, share: int) -> int:
        """As many ends as usual, but no more than fit into half the memory that is left."""
        ends = MEMORY_ENDS[self.players]
        if limits.mebibytes is not None:
            held = max(resident_mebibytes(), KERNEL_MEBIBYTES)
            row = 8 * (memory_width(self.players) + 2)
            ends = min(ends, int(limits.mebibytes - held) * 1024 * 1024 // 2 // row)
        return 1 << (max(1024, ends // share).bit_length() - 1)

    def forget(self) -> None:
        """Give the memory back; the search starts from nothing if it is used again."""
        import numpy

        width = self.memory.shape[1]
        self.memory = numpy.zeros((WAYS, width), dtype=numpy.int64)
        self.marks = numpy.zeros((1, 2 * WAYS), dtype=numpy.int64)

    @property
    def nodes(self) -> int:
        """Decisions and ends visited so far."""
        return int(self.counts[0])

    def state(self, day: Day, moment: Moment) -> list[int]:
        """The integers of a moment at which nobody is on turn yet."""
        while moment.contest < len(day.contests) and not day.contests[moment.contest]:
            moment = next_contest(day, moment)
        sequence = self.tables.sequence(
            [self.tables.contest(groups) for groups in day.contests[moment.contest :]]
        )
        waiting, first = 0, -1
        if sequence:
            groups = sorted(day.contests[moment.contest], key=lambda group: group.player)
            levels = sorted({group.strength for group in groups})
            waiting = sum(1 << at for at, group in enumerate(groups) if group in moment.waiting)
            first = -1 if moment.first is None else levels.index(moment.first)
        return [
            sequence,
            waiting,
            moment.slots,
            first,
            pack_flags(moment.flags),
            self.tables.mask(moment.forest.cards),
            *(self.tables.pack(purse) for purse in moment.purses),
            *totals(moment),
        ]

    def ends(self, states: Sequence[Sequence[int]]) -> list[End]:
        """How each state ends; fewer than asked for if a limit stopped the work."""
        import numpy

        rows = numpy.array(states, dtype=numpy.int64).reshape(len(states), -1)
        results, done = self.evaluate(rows)
        return [self._end(row) for row in results[:done].tolist()]

    def evaluate(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
        """The same on arrays: totals and packed flags for each row, and how many rows are done."""
        import numpy

        results = numpy.zeros((len(rows), self.players + 1), dtype=numpy.int64)
        if not len(rows):
            return results, 0
        prepare(self.work)
        arguments = (self.tables.arrays(), self.mode, self.memory, self.marks, rows, results)
        done = self.work.run(_quietly, *arguments, self.work.flag, self.counts)
        return results, int(done)

    def spans(self, day: Day, moment: Moment) -> list[tuple[int, int]]:
        """Least and most that each player's total can come to from a moment on."""
        row = self.state(day, moment)
        sequence = self.tables.arrays().sequences[row[0]]
        banked = row[STATE_WIDTH + self.players :]
        return [
            (total + int(sequence[LOW + player]), total + int(sequence[HIGH + player]))
            for player, total in enumerate(banked)
        ]

    def _end(self, row: list[int]) -> End:
        return End(tuple(row[:-1]), unpack_flags(row[-1], self.players))


def totals(moment: Moment) -> tuple[int, ...]:
    """Experience of every player with one for each Item, as if the Day ended now."""
    return tuple(
        own + purse.total() for own, purse in zip(moment.experience, moment.purses, strict=True)
    )


def pack_flags(flags: Sequence[int]) -> int:
    """Flags in one number, three bits a place, the one closest to the tent lowest."""
    return sum(player << 3 * place for place, player in enumerate(flags))


def unpack_flags(packed: int, players: int) -> tuple[int, ...]:
    """The reverse of :func:`pack_flags`."""
    return tuple(packed >> 3 * place & 7 for place in range(players))


def _mode(players: int, objective: str, hero: int | None, rules: Rules) -> list[int]:
    compare = WIN if objective == "win" else MARGIN
    if players == 2:
        compare, hero = DUEL, None  # either of two is paranoid already
    return [
        compare,
        -1 if hero is None else hero,
        slots_per_class(players),
        int(rules.flag_second == "moves" and players >= 4),
        int(rules.flag_unable == "stays"),
    ]


def _quietly(*arguments: Any) -> int:
    """Call the kernel; uncompiled, its hash makes NumPy warn of the overflow it lives on."""
    import numpy

    from bolets_solver.boldest.kernel import evaluate

    with numpy.errstate(over="ignore"):
        return int(evaluate(*arguments))


_ready = False


def prepared() -> bool:
    """Whether the kernel is loaded."""
    return _ready


def prepare(work: Work) -> None:
    """Have the kernel compiled or loaded before it is needed, under the limits of the work.

    The compiler cannot be interrupted, so it works in a thread of its own, which is left behind
    if a limit is passed; Stopped is raised then.
    """
    global _ready
    if _ready:
        return
    failure: list[BaseException] = []

    def compile_kernel() -> None:
        try:
            importlib.import_module("bolets_solver.boldest.kernel")
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=compile_kernel, name="compiler", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.02)
        work.poll()
    if failure:
        raise failure[0]
    _ready = True
