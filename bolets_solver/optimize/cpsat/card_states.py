"""What can stand on the tracking card between two turns, and which turns lead from one to the next.

A standing is a situation (card, entrance, cubes on the card's crows) with lives, cubes in hand,
yellow cubes left, the crow marker, the highest marker so far (where ``crow_loss=once`` asks for it)
and points. A step from standing to standing is a kind of turn (door, points, effect, crows left on
the card), how many crows outside the card are still visible, and how many crows cubes are laid on
before the update.

Every won game is a chain of steps, but not every chain is a game: a standing forgets where older
cards lie, so that older crows may vanish and older paths be covered at will. Therefore the most and
the fewest points that can follow a standing along chains bound what can follow in a game, and a
step on no chain with the wanted score can be dropped.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.optimize.cpsat.card_state_kernels import (
    FOUND,
    NEVER,
    PEAK,
    STANDING_COLUMNS,
    STATES,
    TO,
    Desk,
    Layer,
    Span,
    StepList,
    list_layer,
    mark_layer,
    new_desk,
    state_slot,
    value_layer,
)
from bolets_solver.optimize.tracing.deal_arrays import MAX_MARKER, SCOPE_ALL, Ints
from bolets_solver.optimize.turns.turn_tables import Situation, Turns
from bolets_solver.work.limits import Work

START_LIVES = 3


@dataclass
class Card:
    """The situations of one card.

    ``shown[s]``: crows of the card itself that the marker counts already. ``hidden[s]``: cubes on
    its crows. ``door_at``: which situations each entrance has. ``kinds[kind_at[s]:kind_at[s+1]]``:
    kinds of turns of situation s; ``members[i]``: turns of kind i in the table of its situation.
    """

    situations: list[Situation]
    shown: Ints
    hidden: Ints
    door_at: Ints
    kinds: Ints
    kind_at: Ints
    members: list[Ints]
    most: NDArray[np.int16]
    fewest: NDArray[np.int16]


@dataclass(frozen=True)
class Layers:
    """All standings and steps on chains from the start to wanted points.

    ``standings[k]``: rows; ``steps[k]``: rows from layer k to layer k + 1, sorted.
    """

    standings: list[Ints]
    steps: list[Ints]

    @property
    def size(self) -> int:
        """How many steps there are."""
        return sum(map(len, self.steps))

    @property
    def empty(self) -> bool:
        """Whether there is no chain at all."""
        return any(len(rows) == 0 for rows in self.standings)


class Standings:
    """The standings of a deal from given entrances (doors of the first card, from 0)."""

    def __init__(self, turns: Turns, entrances: list[int], yellow: int, work: Work):
        self.turns = turns
        self.work = work
        self.arrays = turns.arrays
        self.last = len(self.arrays.width) - 1
        self.cards = [self._card(k) for k in range(self.last + 1)]
        self.starts = np.array(
            [[entrance, START_LIVES, 0, yellow, 0, 0, 0] for entrance in entrances],
            dtype=np.int64,
        ).reshape(-1, STANDING_COLUMNS)
        self._spread()

    @property
    def most(self) -> int:
        """Most points of any chain, NEVER if there is none; no game scores more."""
        return max(self._start_values(self.cards[0].most), default=NEVER)

    @property
    def fewest(self) -> int:
        """Fewest points of any chain, NEVER if there is none; no game scores fewer."""
        values = [value for value in self._start_values(self.cards[0].fewest) if value != NEVER]
        return min(values, default=NEVER)

    def layers(self, least: int, most: int, limit: int) -> Layers | None:
        """Return all standings and steps on chains with ``least`` to ``most`` points.

        None if there are more than ``limit`` steps.
        """
        values = self._start_values(self.cards[0].most)
        lowest = self._start_values(self.cards[0].fewest)
        kept = [
            row
            for row, high, low in zip(self.starts, values, lowest, strict=True)
            if high != NEVER and high >= least and low <= most
        ]
        standings = [np.array(kept, dtype=np.int64).reshape(-1, STANDING_COLUMNS)]
        steps: list[Ints] = []
        room = limit
        for k in range(self.last):
            rows, targets = self._steps(k, standings[k], (least, most, room))
            room -= len(rows)
            if room < 0:
                return None
            found, number = np.unique(targets, axis=0, return_inverse=True)
            rows[:, TO] = number.ravel()
            standings.append(found)
            steps.append(np.unique(rows, axis=0))
        return Layers(standings, steps)

    def _steps(self, k: int, standings: Ints, wanted: tuple[int, int, int]) -> tuple[Ints, Ints]:
        """List the steps from some standings and what they lead to; see :func:`list_layer`."""
        following = self.cards[k + 1]
        found = StepList(
            steps=np.zeros((1024, 5), dtype=np.int64),
            targets=np.zeros((1024, STANDING_COLUMNS), dtype=np.int64),
            done=np.zeros(2, dtype=np.int64),
        )
        while self.work.run(
            list_layer,
            *self._level(k),
            Span(following.most, following.fewest),
            k + 1 == self.last,
            standings,
            np.array(wanted, dtype=np.int64),
            found,
            self.work.flag,
        ):
            found = found._replace(
                steps=np.concatenate([found.steps, np.zeros_like(found.steps)]),
                targets=np.concatenate([found.targets, np.zeros_like(found.targets)]),
            )
        self.work.poll()
        count = int(found.done[FOUND])
        return found.steps[:count], found.targets[:count]

    def _start_values(self, values: NDArray[np.int16]) -> list[int]:
        return [int(values[_start_slot(row)]) for row in self.starts]

    def _card(self, k: int) -> Card:
        """List the situations of a card; their turns follow when they are known to be reached."""
        arrays = self.arrays
        doors = int(arrays.door_at[k + 1] - arrays.door_at[k])
        printed = self.turns.crow_count(k)
        situations: list[Situation] = []
        shown: list[int] = []
        door_at = [0]
        for entrance in range(doors):
            for masked in self._masks(k, entrance):
                situations.append(Situation(k, entrance, masked))
                counts = bool(arrays.switches[SCOPE_ALL]) and k > 0
                shown.append(printed - len(masked) if counts else 0)
            door_at.append(len(situations))
        size = len(situations) * STATES
        return Card(
            situations=situations,
            shown=np.array(shown, dtype=np.int64),
            hidden=np.array([len(s.masked) for s in situations], dtype=np.int64),
            door_at=np.array(door_at, dtype=np.int64),
            kinds=np.zeros((0, 4), dtype=np.int64),
            kind_at=np.zeros(len(situations) + 1, dtype=np.int64),
            members=[],
            most=np.full(size if k < self.last else 0, NEVER, dtype=np.int16),
            fewest=np.full(size if k < self.last else 0, NEVER, dtype=np.int16),
        )

    def _masks(self, k: int, entrance: int) -> list[tuple[int, ...]]:
        """List which crows of a card may lie under cubes when it is entered (B-Q8, B-Q33).

        The entrance tile is on the path when the update comes, so no cube lies there.
        """
        if k == 0 or not self.arrays.switches[SCOPE_ALL]:
            return [()]
        door = self.arrays.doors[self.arrays.door_at[k] + entrance]
        crows = self.arrays.crows[self.arrays.crow_at[k] : self.arrays.crow_at[k + 1]]
        free = [i for i, crow in enumerate(crows) if tuple(crow) != (door[0], door[1])]
        fewest = max(0, len(crows) - MAX_MARKER)
        most = min(len(free), self.turns.cubes[k - 1])
        return [mask for size in range(fewest, most + 1) for mask in combinations(free, size)]

    def _spread(self) -> None:
        """Find the standings that chains reach, then what can follow each."""
        reached = [np.zeros(len(card.situations) * STATES, dtype=np.int8) for card in self.cards]
        for row in self.starts:
            reached[0][_start_slot(row)] = 1
        for k in range(self.last):
            self._fill_kinds(k, reached[k])
            self.work.run(mark_layer, *self._level(k), reached[k], reached[k + 1], self.work.flag)
            self.work.poll()
        for k in reversed(range(self.last)):
            card, following = self.cards[k], self.cards[k + 1]
            self.work.run(
                value_layer,
                *self._level(k),
                reached[k],
                Span(following.most, following.fewest),
                k + 1 == self.last,
                Span(card.most, card.fewest),
                self.work.flag,
            )
            self.work.poll()

    def _fill_kinds(self, k: int, reached: NDArray[np.int8]) -> None:
        """Make the turns of every situation that is reached, and sort them into kinds."""
        card = self.cards[k]
        kinds = [card.kinds]
        for number, situation in enumerate(card.situations):
            if reached[number * STATES : (number + 1) * STATES].any():
                turns = self.turns.table(situation).turns[:, 1:]
                found, which = np.unique(turns, axis=0, return_inverse=True)
                card.members += [
                    np.flatnonzero(which.ravel() == kind) for kind in range(len(found))
                ]
                kinds.append(found)
            card.kind_at[number + 1] = len(card.members)
        card.kinds = np.concatenate(kinds)

    def _level(self, k: int) -> tuple[Layer, Desk]:
        """The arrays of a card and of what follows, and room to work in, for the kernels."""
        card, following = self.cards[k], self.cards[k + 1]
        layer = Layer(
            switches=self.arrays.switches,
            effects=self.turns.book.arrays(),
            kinds=card.kinds,
            kind_at=card.kind_at,
            card_shown=card.shown,
            door_at=following.door_at,
            hidden=following.hidden,
            shown=following.shown,
        )
        return layer, new_desk(layer.door_at, layer.kinds)


def _start_slot(row: Ints) -> int:
    situation, lives, hand, yellow, marker = row[:PEAK].tolist()
    return int(state_slot(situation, lives, hand, yellow, marker, 0, 0))
