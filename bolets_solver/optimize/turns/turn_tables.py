"""Turns with the tiles they use: the entries of the segment tables, footprints included.

The segment tables (see ``tables``) keep of every placement what a trace brings and forget which
tiles it walks. Use them where the tiles matter, because older paths may not be covered. A
turn's footprint is the set of tiles of the last card that it walks or lays cubes on; no later card
may cover them (B-R10, B-R11).

Of two turns with the same placement, door, points and crows left visible one is dropped if the
other has an effect nowhere worse and no tile of its own: whatever game the one is part of, the
other can take its place. Turns with different points are both kept, so that the table also serves
whoever asks for an exact score.

With ``crow_scope=all`` cubes may lie on the last card before it is traced, on crows that would have
counted at the update before. A :class:`Situation` is a card, its entrance and the crows under such
cubes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.bolets.cards.tile_kinds import POINTS
from bolets_solver.optimize.tracing.deal_arrays import (
    ITEMS,
    MAX_CUBES,
    MAX_LIVES,
    NOTHING,
    RED_IN_TRACE,
    DealArrays,
    Ints,
)
from bolets_solver.optimize.tracing.effects import EffectBook
from bolets_solver.optimize.tracing.placements import list_placements
from bolets_solver.optimize.tracing.trace_arrays import Walk
from bolets_solver.optimize.turns.trace_rows import (
    AT,
    BITS,
    HAND,
    HEADING,
    LENGTH,
    LIVES,
    N_DETAILS,
    N_ROWS,
    TRACE_COLUMNS,
    YELLOW,
    TraceList,
    more_room,
)
from bolets_solver.optimize.turns.turn_kernels import (
    LETTERS,
    compare_effects,
    drop_dominated,
    list_traces,
)
from bolets_solver.work.limits import Work

FIRST_ROWS = 256
"""Initial room for traces."""


class Situation(NamedTuple):
    """A card about to be traced: its index, its entrance (from 0), its crows under cubes."""

    card: int
    entrance: int
    masked: tuple[int, ...] = ()


class Purse(NamedTuple):
    """What one has when a trace begins; ``free_yellow``: may a yellow cube be taken before it."""

    points: int
    lives: int
    hand: int
    yellow: int
    free_yellow: int


@dataclass(frozen=True)
class Traces:
    """All traces of some placements.

    ``placements``: rows turns, left, top in the frame of the last card, as given. ``rows``: see
    ``list_traces``. ``details``: for each trace its padded tile numbers, then 1 or 0 for each of
    them: whether a cube was laid ahead there.
    """

    placements: Ints
    rows: Ints
    details: Ints
    event_words: int

    def tiles(self, index: int) -> list[int]:
        """Return the padded tile numbers of a trace, the entrance first."""
        at, length = self.rows[index, AT], self.rows[index, LENGTH]
        return [int(cell) for cell in self.details[at : at + length]]

    def laid(self, index: int) -> list[bool]:
        """Return for each tile of a trace whether a cube was laid ahead there."""
        at, length = self.rows[index, AT], self.rows[index, LENGTH]
        return [bool(flag) for flag in self.details[at + length : at + 2 * length]]

    def cells(self, index: int) -> list[int]:
        """Return the padded tile numbers of a trace's footprint, ascending."""
        return cells_of(self.footprints[index])

    @property
    def footprints(self) -> Ints:
        """The words of the footprints."""
        return self.rows[:, TRACE_COLUMNS + self.event_words :]

    def events(self, index: int) -> bytes:
        """Return the string of events of a trace."""
        words = self.rows[index, TRACE_COLUMNS : TRACE_COLUMNS + self.event_words]
        return unpacked_events(words.tolist())


@dataclass(frozen=True)
class TurnTable:
    """The turns of a situation.

    ``placements``: rows turns, left, top, sorted. ``turns``: rows placement, door, points, effect
    (in the book), crows left visible on the card. ``crows``: which they are, a row a turn, a column
    a crow. ``footprints``: words, a row a turn.
    """

    placements: Ints
    turns: Ints
    crows: NDArray[np.bool_]
    footprints: Ints

    def cells(self, index: int) -> list[int]:
        """Return the padded tile numbers of a turn's footprint, ascending."""
        return cells_of(self.footprints[index])


class Turns:
    """Makes turn tables of one deal under one set of rules, and keeps them.

    ``cubes[k]``: most cubes that a trace on card k may lay. The work may be stopped: then the
    method that is at work raises Stopped.
    """

    def __init__(self, arrays: DealArrays, cubes: list[int], walk: Walk, work: Work):
        self.arrays = arrays
        self.cubes = cubes
        self.walk = walk
        self.work = work
        self.book = EffectBook()
        self._tables: dict[Situation, TurnTable] = {}
        self._event_words = max(1, -(-self._most_events() // LETTERS))
        sizes = (arrays.width + 2) * (arrays.height + 2)
        self._tile_words = int(-(-np.max(sizes) // BITS))

    def table(self, situation: Situation) -> TurnTable:
        """Return the table of a situation."""
        if situation not in self._tables:
            self._tables[situation] = self._make(situation)
        return self._tables[situation]

    def placements(self, situation: Situation) -> Ints:
        """List the placements that a trace might use: rows turns, left, top, sorted."""
        k = situation.card
        found = list_placements(self.arrays, k, situation.entrance, k + 1, self.walk)
        free = ~self._covering(k, found, situation.masked)
        return np.ascontiguousarray(found[free])

    def traces(
        self, situation: Situation, placements: Ints, purse: Purse, threaded: bool = True
    ) -> Traces:
        """List all traces of some placements that are alive at a door of the wall card.

        ``threaded``: limits are kept while the kernel works; what is over at once does without.
        """
        k = situation.card
        columns = TRACE_COLUMNS + self._event_words + self._tile_words
        traces = TraceList(
            placements=placements,
            masked=np.array([self._cell(k, crow) for crow in situation.masked], dtype=np.int64),
            purse=np.array(purse, dtype=np.int64),
            rows=np.zeros((FIRST_ROWS, columns), dtype=np.int64),
            details=np.zeros(64 * FIRST_ROWS, dtype=np.int64),
            done=np.zeros(3, dtype=np.int64),
        )
        while self._list(situation, traces, threaded):
            traces = more_room(traces)
        rows, details = traces.done[N_ROWS], traces.done[N_DETAILS]
        return Traces(placements, traces.rows[:rows], traces.details[:details], self._event_words)

    def _list(self, situation: Situation, traces: TraceList, threaded: bool) -> bool:
        """List traces; True if there was too little room for all."""
        k, entrance = situation.card, situation.entrance
        words, flag = self._event_words, self.work.flag
        arguments = (self.arrays, k, entrance, traces, words, self.walk, flag)
        if not threaded:
            return bool(list_traces(*arguments))
        full = self.work.run(list_traces, *arguments)
        self.work.poll()
        return bool(full)

    def crow_cells(self, k: int) -> list[int]:
        """Return the padded tile numbers of the crows printed on card ``k``, in their order."""
        return [self._cell(k, crow) for crow in range(self.crow_count(k))]

    def crow_count(self, k: int) -> int:
        """Return how many crows are printed on card ``k``."""
        return int(self.arrays.crow_at[k + 1] - self.arrays.crow_at[k])

    def _cell(self, k: int, crow: int) -> int:
        x, y = self.arrays.crows[self.arrays.crow_at[k] + crow].tolist()
        return int((y + 1) * (self.arrays.width[k] + 2) + x + 1)

    def _most_events(self) -> int:
        """Most events of a trace: every item on the card, and cubes."""
        arrays = self.arrays
        silent = [NOTHING]
        if not arrays.switches[RED_IN_TRACE]:
            silent += [ITEMS[letter] for letter in POINTS]
        loud = ~np.isin(arrays.item, silent)
        counts = [
            int(np.sum(loud[arrays.cell_at[k] : arrays.cell_at[k + 1]]))
            for k in range(len(arrays.width))
        ]
        return max(counts) + MAX_CUBES

    def _make(self, situation: Situation) -> TurnTable:
        k = situation.card
        placements = self.placements(situation)
        purse = Purse(0, MAX_LIVES, self.cubes[k], 0, 0)
        found = self.traces(situation, placements, purse)
        rows = np.unique(
            np.delete(found.rows, [HEADING, LENGTH, AT, LIVES, HAND, YELLOW], axis=1), axis=0
        )
        head, events = rows[:, :3], rows[:, 3 : 3 + self._event_words]
        prints = np.ascontiguousarray(rows[:, 3 + self._event_words :])
        effects = self._effects(events)
        crows = self._crow_words(k)
        order = np.lexsort((effects, *(prints & crows).T, head[:, 2], head[:, 1], head[:, 0]))
        keys = np.concatenate([head, prints & crows], axis=1)[order]
        kept = np.ones(len(keys), dtype=np.int8)
        drop_dominated(keys, effects[order], prints[order], self._better(), kept)
        order = order[kept != 0]
        left = self._left(situation, placements, head[order, 0], prints[order])
        columns = [head[order], effects[order][:, None], left.sum(axis=1)[:, None]]
        turns = np.concatenate(columns, axis=1).astype(np.int64)
        return TurnTable(placements, turns, left, prints[order])

    def _effects(self, events: Ints) -> Ints:
        """Number the effects of strings of events."""
        if len(events) == 0:
            return np.zeros(0, dtype=np.int64)
        distinct, which = np.unique(events, axis=0, return_inverse=True)
        numbers = [self.book.number(unpacked_events(words)) for words in distinct.tolist()]
        return np.array(numbers, dtype=np.int64)[which.ravel()]

    def _better(self) -> NDArray[np.int8]:
        """Return for every two effects whether the first is nowhere worse than the second."""
        outcomes = self.book.arrays()[0]
        if self.arrays.switches[RED_IN_TRACE]:
            return np.eye(len(outcomes), dtype=np.int8)
        better = np.zeros((len(outcomes), len(outcomes)), dtype=np.int8)
        compare_effects(outcomes, better)
        return better

    def _crow_words(self, k: int) -> Ints:
        words = np.zeros(self._tile_words, dtype=np.int64)
        for cell in self.crow_cells(k):
            words[cell // BITS] |= 1 << (cell % BITS)
        return words

    def _left(
        self, situation: Situation, placements: Ints, place: Ints, prints: Ints
    ) -> NDArray[np.bool_]:
        """Return which crows stay visible: neither covered, walked over nor under cubes."""
        k = situation.card
        left = np.zeros((len(place), self.crow_count(k)), dtype=np.bool_)
        for crow, cell in enumerate(self.crow_cells(k)):
            if crow in situation.masked:
                continue
            used = prints[:, cell // BITS] >> (cell % BITS) & 1
            left[:, crow] = (used == 0) & ~self._covering(k, placements, (crow,))[place]
        return left

    def _covering(self, k: int, placements: Ints, crows: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return for each placement whether it covers one of these crows of card ``k``."""
        covers = np.zeros(len(placements), dtype=np.bool_)
        sideways = placements[:, 0] % 2 == 1
        width, height = int(self.arrays.width[k + 1]), int(self.arrays.height[k + 1])
        across, down = np.where(sideways, height, width), np.where(sideways, width, height)
        for crow in crows:
            x, y = self.arrays.crows[self.arrays.crow_at[k] + crow].tolist()
            inside_x = (placements[:, 1] <= x) & (x < placements[:, 1] + across)
            covers |= inside_x & (placements[:, 2] <= y) & (y < placements[:, 2] + down)
        return covers


def cells_of(words: Ints) -> list[int]:
    """Return the padded tile numbers of a footprint, ascending."""
    return [
        BITS * word + bit
        for word, value in enumerate(words.tolist())
        for bit in range(BITS)
        if value >> bit & 1
    ]


def unpacked_events(words: list[int]) -> bytes:
    """Return the string of events that fills these words."""
    letters = []
    for word in words:
        while word:
            letters.append(word & 7)
            word >>= 3
    return bytes(letters)
