"""Values of gathering: from an arrangement of meeples to the kernel's arrays and back."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolets_solver.amanite.game.objective import Preference
from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.scoring import World
from bolets_solver.amanite.game.tokens import NOTHING, PIG, Counts, Piles
from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import chart as c
from bolets_solver.amanite.kernels.gather import gather
from bolets_solver.amanite.kernels.rows import reduce_axis
from bolets_solver.amanite.kernels.search import search_chart
from bolets_solver.amanite.solving.charts import NoChartError, chart_of
from bolets_solver.amanite.solving.kernel_data import Arena
from bolets_solver.amanite.solving.stations import Arrangement, Station
from bolets_solver.work.limits import Reason, Work
from bolets_solver.work.threads import cores, share_out

Values = NDArray[np.int64]
"""Keys (see `objective`): one axis for each split tile, the last axis for the players."""

MOST_COMBINATIONS = 20_000_000
"""Arrays of more combinations of splits are not begun; they would not fit into memory."""

MOST_ARENAS = 4
"""Largest number of threads without a chart: each has its own caches."""


class Gathering:
    """Values of all arrangements that can arise from one position.

    Results about the final tokens of a player are kept between arrangements.
    """

    def __init__(
        self, position: Position, worlds: Sequence[World], preference: Preference, work: Work
    ):
        self.work = work
        self.preference = preference
        self.players = len(position.players)
        self.literal = position.rules.pig_scope == "literal"
        self._new_arena = partial(Arena, position, worlds, preference)
        self.arena = self._new_arena()
        self.arrangements = 0
        self._members = [(self.arena, new_desk(self.arena))]
        self._benches: list[c.Bench] = []
        self._programs: dict[tuple[int, ...], int] = {}

    @property
    def leaves(self) -> int:
        """Number of final tables examined so far."""
        kernels = sum(int(arena.state[k.S_LEAVES]) for arena, _ in self._members)
        return kernels + sum(int(bench.count[0]) for bench in self._benches)

    def values(self, arrangement: Arrangement) -> Values:
        """Return the keys of ``arrangement`` for every combination of splits.

        Raises Stopped when a limit is passed.
        """
        stages, splits, axes = self._stages(arrangement)
        lengths = [int(length) for length in axes[:, 1]]
        combinations = 1
        for length in lengths:
            combinations *= length
        if combinations > MOST_COMBINATIONS:
            self.work.stop(Reason.MEMORY)
            self.work.poll()
        width = lengths[-1] if lengths else 1
        out = np.zeros((combinations // width, width, self.players), np.int64)
        steps = np.ones(max(1, len(lengths) - 1), np.int64)
        for axis in reversed(range(len(lengths) - 2)):
            steps[axis] = steps[axis + 1] * lengths[axis + 1]
        begin = np.zeros((2, 4), np.int64)
        for player in range(self.players):
            begin[0, player] = self.arena.index(player, arrangement.hands[player])
            begin[1, player] = self.arena.step(player, arrangement.frozen[player])
        self._run(k.Plan(stages, splits, axes, steps, begin, self._program_table()), out)
        self.arrangements += 1
        return out.reshape((*lengths, self.players))

    def reduce(
        self, mover: int, values: Values, best: Values, before: int, length: int, after: int
    ) -> None:
        """Let ``mover`` choose along the middle axis of ``values`` (before * length * after)."""
        table = np.ascontiguousarray(values).reshape(before * length, after, self.players)
        keys = np.zeros(self.players, np.int64)
        rows = best.reshape(before, after, self.players)  # the same memory
        reduce_axis(mover, table, rows, keys, self.arena.par)

    def _run(self, plan: k.Plan, out: Values) -> None:
        safe = len(self.arena.book.weights) == 1 and self.arena.par[k.P_DOMINANCE]
        if safe and len(plan.axes):
            with contextlib.suppress(NoChartError):
                self._read_off(chart_of(self.arena, plan, self._members[0][1]), out)
                return
        while len(self._members) < min(cores(), MOST_ARENAS, len(out)):
            arena = self._new_arena()
            self._members.append((arena, new_desk(arena)))
        blocks = np.zeros((len(self._members), k.INNER, out.shape[1], self.players), np.int64)
        flag = self.work.flag

        def job(member: int, first: int, end: int) -> None:
            arena, desk = self._members[member]
            done = first
            while done < end:
                arena.state[k.S_NEED] = 0
                task = k.Task(flag, blocks[member], out[:end])
                done = gather(task, arena.book, plan, desk, done)
                if flag[0]:
                    return
                if done < end:
                    arena.grow()

        share_out(self.work, len(out), min(len(self._members), len(out)), job)

    def _read_off(self, chart: c.Chart, out: Values) -> None:
        """Fill ``out`` from a chart."""
        members = min(cores(), len(out))
        while len(self._benches) < members:
            self._benches.append(_bench())
        benches = [
            bench._replace(
                codes=np.zeros((k.INNER, 2, out.shape[1]), np.int64),
                others=np.zeros((2, out.shape[1]), np.int64),
            )
            for bench in self._benches
        ]
        flag = self.work.flag

        def job(member: int, first: int, end: int) -> None:
            search_chart(flag, chart, benches[member], out, first, end)

        share_out(self.work, len(out), members, job)

    def _program_table(self) -> NDArray[np.int64]:
        table = np.zeros((max(1, len(self._programs)), k.PROGRAM_COLUMNS), np.int64)
        for columns, number in self._programs.items():
            table[number] = columns
        return table

    def _program(
        self, kind: int, player: int, pigs: int, final: bool, following: int, tokens: Counts
    ) -> int:
        columns = (kind, player, pigs, int(final), following, *tokens)
        return self._programs.setdefault(columns, len(self._programs))

    def _stages(self, arrangement: Arrangement) -> tuple[Any, Any, Any]:
        """Translate an arrangement into stages, splits and axes of the kernel."""
        stations = arrangement.stations
        last_choice = max((n for n, one in enumerate(stations) if one.splits), default=-1)
        rows: list[list[int]] = []
        lines: list[list[int]] = []
        axes: list[list[int]] = []
        for feeding in arrangement.feedings:
            program = self._feed_program(
                stations, -1, last_choice, feeding.player, feeding.pigs, feeding.new
            )
            rows.append([k.OWN, feeding.player, -1, -1, program, int(last_choice < 0)])
        for number, station in enumerate(stations):
            tail = int(number >= last_choice)
            left, right = station.left, station.right
            if right is None:
                program = self._pick_program(stations, number, last_choice)
                rows.append([k.OWN, left, -1, -1, program, tail])
                continue
            axis = len(axes)
            axes.append([len(lines), len(station.splits)])
            for piles in station.splits:
                lines.append(self._split_line(stations, number, last_choice, piles))
            rows.append([k.CHOOSE, left, right, axis, -1, 0])
            if station.tokens[PIG]:
                rows.append([k.FEED_LEFT, left, -1, axis, -1, tail])
                rows.append([k.FEED_RIGHT, right, -1, axis, -1, tail])
        return (
            np.array(rows, np.int64).reshape(-1, k.STAGE_COLUMNS),
            np.array(lines, np.int64).reshape(-1, k.SPLIT_COLUMNS),
            np.array(axes, np.int64).reshape(-1, 2),
        )

    def _split_line(
        self, stations: Sequence[Station], number: int, last_choice: int, piles: Piles
    ) -> list[int]:
        station = stations[number]
        right = station.right
        assert right is not None
        line: list[int] = []
        for taken, rest in (piles, piles[::-1]):
            line += [self.arena.step(station.left, taken), self.arena.step(right, rest)]
            for player, pile in ((station.left, taken), (right, rest)):
                # a pile with pigs is frozen, if it has to be, when they have eaten
                kept = self.literal and not pile[PIG] and _later(stations, number, player)
                line.append(self.arena.step(player, pile) if kept else 0)
            for player, pile in ((station.left, taken), (right, rest)):
                program = -1
                if pile[PIG]:
                    program = self._feed_program(
                        stations, number, last_choice, player, pile[PIG], pile
                    )
                line.append(program)
        return [*line, int(piles[0] == piles[1])]

    def _feed_program(
        self,
        stations: Sequence[Station],
        number: int,
        last_choice: int,
        player: int,
        pigs: int,
        new: Counts,
    ) -> int:
        later = _later(stations, number, player)
        following = -1
        if later and number >= last_choice:
            following = self._pick_program(stations, later[0], last_choice)
        tokens = new if self.literal else NOTHING
        return self._program(k.FEED, player, pigs, not later, following, tokens)

    def _pick_program(self, stations: Sequence[Station], number: int, last_choice: int) -> int:
        station = stations[number]
        later = _later(stations, number, station.left)
        following = -1
        if later and number >= last_choice:
            following = self._pick_program(stations, later[0], last_choice)
        return self._program(k.PICK, station.left, 0, not later, following, station.tokens)


def new_desk(arena: Arena) -> k.Desk:
    """Return room for a thread that searches without a chart."""
    return k.Desk(
        hands=np.zeros((2, 4), np.int64),
        chosen=np.zeros(8, np.int64),
        combination=np.zeros(8, np.int64),
        rows=np.zeros(4, np.int64),
        keys=np.zeros(4, np.int64),
        sums=np.zeros((2, 4), np.int64),
        table=np.zeros((k.TABLE_ROWS, len(arena.book.weights)), np.int16),
        found=np.zeros((2, k.MOST_OPTIONS, 3), np.int64),
        meals=np.zeros((2, k.MEAL_COLUMNS), np.int64),
        frames=np.zeros((k.DEEPEST, 4), np.int64),
        kept_hands=np.zeros((k.DEEPEST, 8), np.int64),
        bests=np.zeros((k.DEEPEST, 4), np.int64),
        small=np.zeros(64, np.int64),
    )


def _bench() -> c.Bench:
    """Return room for a thread that searches a chart; codes fit no chart yet."""
    return c.Bench(
        states=np.zeros(4, np.int64),
        ends=np.full(4, k.OUT << c.NUMBER_BITS, np.int64),
        combination=np.zeros(8, np.int64),
        frames=np.zeros((k.DEEPEST, c.FRAME_COLUMNS), np.int64),
        kept=np.zeros((k.DEEPEST, 4), np.int64),
        keys=np.zeros((2, 4), np.int64),
        count=np.zeros(1, np.int64),
        codes=np.zeros((1, 2, 1), np.int64),
        others=np.zeros((2, 1), np.int64),
    )


def _later(stations: Sequence[Station], number: int, player: int) -> list[int]:
    """Numbers of the stations after ``number`` at which ``player`` collects."""
    return [
        later
        for later in range(number + 1, len(stations))
        if player in (stations[later].left, stations[later].right)
    ]
