"""A small interface to the kernel: states in, ends out, under the limits of the work."""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bolets_solver.boldest.game.expedition import Day, Moment, next_contest
from bolets_solver.boldest.game.position import Position, slots_per_class
from bolets_solver.boldest.game.scoring import End
from bolets_solver.boldest.kernels.arrays import (
    Memory,
    Stack,
    Task,
    bytes_per_end,
    new_memory,
    new_stack,
)
from bolets_solver.boldest.kernels.columns import (
    DUEL,
    HIGH,
    LOW,
    MARGIN,
    STATE_WIDTH,
    WIN,
)
from bolets_solver.boldest.kernels.tables import Tables
from bolets_solver.boldest.rules import Rules
from bolets_solver.jit import load_declared
from bolets_solver.work.limits import Limits, Stopped, Work, resident_mebibytes
from bolets_solver.work.threads import cores, share_out

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MEMORY_ENDS = {2: 1 << 16, 3: 1 << 19, 4: 1 << 23, 5: 1 << 23}
"""Ends that are remembered at most, by the number of players; each takes 72 bytes or more."""

KERNEL_MEBIBYTES = 180
"""What the process holds once the kernels are loaded."""

OBJECTIVES = ("win", "margin")


class Member(NamedTuple):
    """What one thread works in; ``counts``: nodes visited and ends found in the memory."""

    memory: Memory
    stack: Stack
    counts: NDArray[np.int64]


class Search:
    """Finds the ends of Days from one Forest under best play.

    ``objective`` is one of OBJECTIVES; with ``hero`` all others play against that player. States
    are shared out among threads. Work done for one state helps the next that the same thread gets:
    each has a memory, and all together take a ``share``-th of what one search alone would take.
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
        self.members: list[Member] = []
        self._nodes_forgotten = 0
        self._results: NDArray[np.int64] | None = None
        self.most_members = cores() if self.players > 3 else 1  # games of few players take no time
        self._member_ends = self._memory_ends(self.work.limits, share * self.most_members)

    def _memory_ends(self, limits: Limits, share: int) -> int:
        """As many ends as usual, but no more than fit into half the memory that is left."""
        ends = MEMORY_ENDS[self.players]
        if limits.mebibytes is not None:
            held = max(resident_mebibytes(), KERNEL_MEBIBYTES)
            row = bytes_per_end(self.players, self.tables.item_bits)
            ends = min(ends, int(limits.mebibytes - held) * 1024 * 1024 // 2 // row)
        return 1 << (max(1024, ends // share).bit_length() - 1)

    def forget(self) -> None:
        """Give the memory back; the search starts from nothing if it is used again."""
        self._nodes_forgotten, self.members = self.nodes, []

    @property
    def nodes(self) -> int:
        """Decisions and ends visited so far."""
        return self._nodes_forgotten + sum(int(member.counts[0]) for member in self.members)

    @property
    def found(self) -> int:
        """States whose end is known, of those that are being evaluated."""
        return 0 if self._results is None else int((self._results[:, -1] >= 0).sum())

    def state(self, day: Day, moment: Moment) -> list[int]:
        """Return the integers of a moment before a Group is on turn."""
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

    def ends(self, states: Sequence[Sequence[int]]) -> list[End | None]:
        """How each state ends; None where a limit stopped the work before."""
        import numpy

        rows = numpy.array(states, dtype=numpy.int64).reshape(len(states), -1)
        return [self._end(row) if row[-1] >= 0 else None for row in self.evaluate(rows).tolist()]

    def evaluate(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The same on arrays: totals and packed flags for each row, flags -1 for None."""
        import numpy

        results = numpy.full((len(rows), self.players + 1), -1, dtype=numpy.int64)
        if not len(rows):
            return results
        prepare(self.work)
        arrays, flag = self.tables.arrays(), self.work.flag
        members = self._members(min(self.most_members, len(rows)))

        def job(number: int, first: int, last: int) -> None:
            memory, stack, counts = members[number]
            part = numpy.ascontiguousarray(rows[first:last])
            found = results[first:last]
            _quietly(arrays, memory, stack, Task(self.mode, part, found, flag, counts))

        self._results = results
        with contextlib.suppress(Stopped):
            share_out(self.work, len(rows), len(members), job)
        self._results = None
        return results

    def _members(self, count: int) -> list[Member]:
        """That many members of the team."""
        import numpy

        bits = self.tables.item_bits
        while len(self.members) < count:
            memory = new_memory(self.position.experience, bits, self._member_ends)
            stack = new_stack(self.players, bits)
            self.members.append(Member(memory, stack, numpy.zeros(2, dtype=numpy.int64)))
        return self.members[:count]

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

    from bolets_solver.boldest.kernels.search import evaluate

    with numpy.errstate(over="ignore"):
        return int(evaluate(*arguments))


_ready = False


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
            importlib.import_module("bolets_solver.boldest.kernels.search")
            load_declared()
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
