"""Build the chart of an arrangement: the reachable states of each player, stage by stage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import chart as c
from bolets_solver.amanite.kernels.lookup import look_up, look_up_ends
from bolets_solver.amanite.solving.kernel_data import Arena

Ints = NDArray[np.int64]

LARGEST_CHART = 20_000_000
"""Arrangements for which a part of the chart would have more entries are searched without one."""


class NoChartError(Exception):
    """The chart would have too many entries, or a survivor may have -50 points or fewer."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A player's states at some stage: their indices, and those of what pigs may not eat.

    ``program`` is that of the feeding which a pile just collected asks for, -1 if there is none.
    """

    index: Ints
    frozen: Ints
    program: Ints

    def __len__(self) -> int:
        return len(self.index)


def chart_of(arena: Arena, plan: k.Plan, desk: k.Desk) -> c.Chart:
    """Return the chart of an arrangement in which at least one tile is split.

    Raises NoChartError. Only for a single world.
    """
    chart = _Drawing(arena, plan, desk).chart()
    if arena.state[k.S_UNSAFE]:
        raise NoChartError
    return chart


class _Drawing:
    """A chart while it is built."""

    def __init__(self, arena: Arena, plan: k.Plan, desk: k.Desk):
        self.arena = arena
        self.plan = plan
        self.desk = desk
        self.span = int(arena.par[k.P_SPAN])
        kinds = plan.stages[:, k.T_KIND]
        self.last = int(np.flatnonzero(kinds == k.CHOOSE)[-1])
        self.steps = np.full((len(kinds), c.STEP_COLUMNS), -1, np.int64)
        same = (c.H_KIND, c.H_PLAYER, c.H_OTHER, c.H_AXIS)
        self.steps[:, same] = plan.stages[:, (k.T_KIND, k.T_PLAYER, k.T_OTHER, k.T_AXIS)]
        self.layers = [
            Layer(*(np.array([one], np.int64) for one in (*plan.begin[:, player], -1)))
            for player in range(arena.players)
        ]
        self.jumps: list[Ints] = []
        self.lists: list[Ints] = []
        self.entries: list[Ints] = []
        self.onward: dict[int, Ints] = {}
        """For stages behind the last choice: the state that follows if one is settled, or -1."""

    def chart(self) -> c.Chart:
        for stage in range(len(self.steps)):
            if self.steps[stage, c.H_KIND] == k.CHOOSE:
                self._choice(stage)
            else:
                self._own(stage)
        ends, begin = self._ends()
        leaps, leaps_begin = self._leaps(ends, begin)
        axes, splits = self.plan.axes, self.plan.splits
        same = np.zeros((len(axes), int(axes[:, 1].max())), np.int64)
        for axis, (line, size) in enumerate(axes):
            same[axis, :size] = splits[line : line + size, k.D_SAME]
        return c.Chart(
            par=self.arena.par,
            steps=self.steps,
            last=np.array([self.last], np.int64),
            sizes=np.ascontiguousarray(axes[:, 1]),
            apart=self.plan.steps,
            same=same,
            jumps=_joined(self.jumps).astype(np.int32),
            lists=np.concatenate([np.zeros((1, c.LIST_COLUMNS), np.int64), *self.lists]),
            entries=_joined(self.entries).astype(np.int32),
            ends=ends.astype(np.int32),
            ends_begin=begin,
            leaps=leaps.astype(np.int32),
            leaps_begin=leaps_begin,
            open=self._open(leaps, leaps_begin),
            prizes=self.arena.prizes,
        )

    def _choice(self, stage: int) -> None:
        """Give the left and the right player either pile of every split."""
        line, size = self.plan.axes[self.steps[stage, c.H_AXIS]]
        splits = self.plan.splits[line : line + size]
        sides = (
            (c.H_LEFT, c.H_PLAYER, k.D_LEFT, k.D_FROZEN_LEFT, k.D_FEED_LEFT),
            (c.H_RIGHT, c.H_OTHER, k.D_RIGHT, k.D_FROZEN_RIGHT, k.D_FEED_RIGHT),
        )
        for begin, who, gain, kept, feeding in sides:
            player = int(self.steps[stage, who])
            before = self.layers[player]
            _check(2 * int(size) * len(before))
            gains, frozen, programs = (
                np.concatenate([splits[:, column], splits[:, k.D_COLUMNS + column]])
                for column in (gain, kept, feeding)
            )
            after = Layer(
                before.index[:, None] + gains,
                before.frozen[:, None] + frozen,
                np.broadcast_to(programs, (len(before), 2 * size)),
            )
            self.layers[player], states = self._merged(after)
            self.steps[stage, begin] = sum(map(len, self.jumps))
            self.jumps.append(states)

    def _own(self, stage: int) -> None:
        """Let a player take two tokens, or feed the pigs he has just collected."""
        player = int(self.steps[stage, c.H_PLAYER])
        layer = self.layers[player]
        if self.steps[stage, c.H_KIND] == k.OWN:
            programs = np.full(len(layer), self.plan.stages[stage, k.T_PROGRAM])
        else:
            programs = layer.program
        asked = np.flatnonzero(programs >= 0)
        found = self._looked_up(programs[asked], layer.index[asked], layer.frozen[asked])
        full, best, single = found[:, 0:2], found[:, 2:4], found[:, 4]
        pool = self.arena.book.pool
        several = [_places(*full.T), _places(*best.T)]
        _check(sum(map(len, several)))
        waiting = np.flatnonzero(programs < 0)  # no pig to feed: nothing changes
        reached = Layer(
            np.concatenate([layer.index[waiting], *(pool[one, k.C_INDEX] for one in several)]),
            np.concatenate([layer.frozen[waiting], *(pool[one, k.C_FROZEN] for one in several)]),
            np.array(-1),
        )
        self.layers[player], states = self._merged(reached)
        begin = sum(map(len, self.entries))
        lists = np.ones((len(layer), c.LIST_COLUMNS), np.int64)
        lists[waiting, c.L_START] = lists[waiting, c.L_BEST_START] = begin + np.arange(len(waiting))
        begin += len(waiting)
        lists[asked, c.L_START] = begin + _before(full[:, 1])
        lists[asked, c.L_LENGTH] = full[:, 1]
        begin += len(several[0])
        lists[asked, c.L_BEST_START] = begin + _before(best[:, 1])
        lists[asked, c.L_BEST_LENGTH] = best[:, 1]
        self.steps[stage, c.H_LISTS] = 1 + sum(map(len, self.lists))
        self.lists.append(lists)
        self.entries.append(states)
        if stage > self.last:
            onward = states[lists[:, c.L_BEST_START] - sum(map(len, self.entries[:-1]))]
            onward[asked[single == 0]] = -1
            self.onward[stage] = onward

    def _merged(self, states: Layer) -> tuple[Layer, Ints]:
        """Number the different ones of many states; return them and everyone's number."""
        coded = ((states.program + 1) * self.span + states.index) * self.span + states.frozen
        different, numbers = np.unique(coded.reshape(-1), return_inverse=True)
        rest, frozen = np.divmod(different, self.span)
        program, index = np.divmod(rest, self.span)
        return Layer(index, frozen, program - 1), numbers.reshape(-1)

    def _looked_up(self, programs: Ints, index: Ints, frozen: Ints) -> Ints:
        asked = np.column_stack([programs, index, frozen])
        found = np.zeros((len(asked), 5), np.int64)
        done = 0
        while done < len(asked):
            self.arena.state[k.S_NEED] = 0
            done = look_up(asked, found, done, self.arena.book, self.plan, self.desk)
            if done < len(asked):
                self.arena.grow()
        return found

    def _final_ends(self, player: int) -> Ints:
        index = self.layers[player].index
        ends = np.column_stack([index, index])
        colour = int(self.arena.book.major[0])
        done = 0
        while done < len(ends):
            done = look_up_ends(player, colour, ends, done, self.arena.book)
            if done < len(ends):
                self.arena.grow()
        return ends[:, 1]

    def _ends(self) -> tuple[Ints, Ints]:
        """Return the ends of all states behind the last choice, and where they begin."""
        begin = np.full((len(self.steps) + 1, self.arena.players), -1, np.int64)
        now = [self._final_ends(player) for player in range(self.arena.players)]
        kept: list[Ints] = []
        for stage in range(len(self.steps), self.last, -1):
            for player, ends in enumerate(now):
                changed = stage < len(self.steps) and self.steps[stage, c.H_PLAYER] == player
                if stage < len(self.steps) and not changed:
                    begin[stage, player] = begin[stage + 1, player]
                    continue
                if changed:
                    onward = self.onward[stage]
                    now[player] = ends = np.where(onward < 0, c.UNSETTLED, ends[onward])
                begin[stage, player] = sum(map(len, kept))
                kept.append(ends)
        return _joined(kept), begin

    def _leaps(self, ends: Ints, begin: Ints) -> tuple[Ints, Ints]:
        """Return the ends to which the jumps of the last choice lead."""
        players = self.steps[self.last, [c.H_PLAYER, c.H_OTHER]]
        leaps = [
            ends[begin[self.last + 1, player] + states]
            for player, states in zip(players, self.jumps[-2:], strict=True)
        ]
        return _joined(leaps), np.array([0, len(leaps[0])], np.int64)

    def _open(self, leaps: Ints, begin: Ints) -> Ints:
        """Return which states of the left and the right player have unsettled leaps."""
        width = 2 * int(self.plan.axes[-1, 1])
        sides = [
            (side == c.UNSETTLED).reshape(-1, width).any(axis=1)
            for side in (leaps[: begin[1]], leaps[begin[1] :])
        ]
        found = np.zeros((2, max(map(len, sides))), np.int64)
        for row, side in zip(found, sides, strict=True):
            row[: len(side)] = side
        return found


def _check(entries: int) -> None:
    if entries > LARGEST_CHART:
        raise NoChartError


def _joined(parts: list[Ints]) -> Ints:
    """Return the parts one after the other; never empty, for the kernels."""
    return np.concatenate(parts) if parts else np.zeros(1, np.int64)


def _before(lengths: Ints) -> Ints:
    """Return for each list how long those before it are together."""
    return np.asarray(np.cumsum(lengths) - lengths)


def _places(starts: Ints, lengths: Ints) -> Ints:
    """Return the places of all entries of lists, list by list."""
    return np.repeat(starts - _before(lengths), lengths) + np.arange(lengths.sum())
