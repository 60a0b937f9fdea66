"""Turns with the tiles they use: the entries of the segment tables, footprints included.

The segment tables (see ``tables``) keep of every placement what a trace brings and forget which
tiles it walks. Whoever must know the tiles, because older paths may not be covered, asks here. A
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

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BYTE_BLOCKS, BYTE_ROWS, BYTES, INT, INTS, ROWS, VOID
from bolets_solver.optimize.deal_arrays import (
    ARRAYS_TYPE,
    MAX_CUBES,
    MAX_LIVES,
    NOTHING,
    OBSTACLE,
    ONE_POINT,
    RED_IN_TRACE,
    THREE_POINTS,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.effects import EffectBook, nowhere_worse
from bolets_solver.optimize.tables import list_placements
from bolets_solver.optimize.walk import (
    DEPTH,
    EXIT_DOOR,
    EXIT_HEADING,
    WALK_TYPE,
    Walk,
    advance,
    begin,
    lay_board,
    lift_wall_card,
    points_in_sight,
    put_wall_card,
)
from bolets_solver.work import Work

PLACE, EXIT, WORTH, HEADING, LENGTH, AT, LIVES, HAND, YELLOW = range(9)
"""Columns of a trace: placement, door entered, points, heading at the exit (in the card's frame),
tiles walked, where in the details they begin, and what is in hand at the exit."""

TRACE_COLUMNS = 9
"""Behind these come the words of its events, then those of its footprint."""

N_ROWS, N_DETAILS, N_PLACES = range(3)
"""Indices of what :func:`list_traces` has done."""

LETTERS = 20
"""Events a word, three bits each."""

BITS = 62
"""Tiles a word of a footprint."""


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

    ``placements``: rows turns, left, top in the frame of the last card, as given. ``rows``: see the
    columns above. ``details``: for each trace its padded tile numbers, then 1 or 0 for each of
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
        rows = np.ascontiguousarray(found[:, :3])
        free = ~self._covering(k, rows, situation.masked)
        return np.ascontiguousarray(rows[free])

    def traces(
        self, situation: Situation, placements: Ints, purse: Purse, threaded: bool = True
    ) -> Traces:
        """List all traces of some placements that are alive at a door of the wall card.

        ``threaded``: limits are kept while the kernel works; what is over at once does without.
        """
        k = situation.card
        columns = TRACE_COLUMNS + self._event_words + self._tile_words
        rows: Ints = np.zeros((256, columns), dtype=np.int64)
        details: Ints = np.zeros(64 * len(rows), dtype=np.int64)
        done = np.zeros(3, dtype=np.int64)
        while True:
            arguments = (
                self.arrays,
                k,
                situation.entrance,
                placements,
                np.array([self._cell(k, crow) for crow in situation.masked], dtype=np.int64),
                np.array(purse, dtype=np.int64),
                self._event_words,
                rows,
                details,
                done,
                self.walk,
                self.work.flag,
            )
            if threaded:
                full = self.work.run(list_traces, *arguments)
                self.work.poll()
            else:
                full = list_traces(*arguments)
            if not full:
                break
            rows = np.concatenate([rows, np.zeros_like(rows)])
            details = np.concatenate([details, np.zeros_like(details)])
        return Traces(
            placements, rows[: done[N_ROWS]], details[: done[N_DETAILS]], self._event_words
        )

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
            silent += [ONE_POINT, THREE_POINTS]
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
        """Tell of every two effects whether the first is nowhere worse than the second."""
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
        """Tell which crows stay visible: neither covered, walked over nor under cubes."""
        k = situation.card
        left = np.zeros((len(place), self.crow_count(k)), dtype=np.bool_)
        for crow, cell in enumerate(self.crow_cells(k)):
            if crow in situation.masked:
                continue
            used = prints[:, cell // BITS] >> (cell % BITS) & 1
            left[:, crow] = (used == 0) & ~self._covering(k, placements, (crow,))[place]
        return left

    def _covering(self, k: int, placements: Ints, crows: tuple[int, ...]) -> NDArray[np.bool_]:
        """Tell of each placement whether it covers one of these crows of card ``k``."""
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


@kernel(INT(ARRAYS_TYPE, INT, INT, ROWS, INTS, INTS, INT, ROWS, INTS, INTS, WALK_TYPE, INTS))
def list_traces(
    arrays: DealArrays,
    k: Int,
    entrance: Int,
    placements: Ints,
    masked: Ints,
    purse: Ints,
    event_words: Int,
    rows: Ints,
    details: Ints,
    done: Ints,
    walk: Walk,
    flag: Ints,
) -> Int:
    """List all traces of face ``k`` under the given placements of the next face.

    ``masked``: padded tiles of cubes that lie there; ``purse``: points, lives, hand, yellow and
    whether a yellow cube may be taken before the first tile. Fills ``rows`` and ``details`` as in
    Traces. ``done``: how many of both were filled, and how many placements are done. Returns 1 if
    there is no room for the traces of the next one: called with more room it goes on there.
    """
    count = done[N_ROWS]
    used = done[N_DETAILS]
    stride = arrays.width[k] + 2
    lay_board(arrays, k, entrance, walk)
    for place in range(done[N_PLACES], placements.shape[0]):
        turns, left, top = placements[place, 0], placements[place, 1], placements[place, 2]
        for index in range(masked.shape[0]):
            walk.ground[masked[index]] = OBSTACLE
        put_wall_card(arrays, k, entrance, k + 1, turns, left, top, walk)
        in_sight = points_in_sight(arrays, k, walk)
        begin(arrays, k, entrance, purse[0], in_sight, purse[1], purse[2], purse[3], purse[4], walk)
        while advance(stride, arrays.switches, walk, flag):
            depth = walk.scalar[DEPTH]
            length = depth + 1
            if count == rows.shape[0] or used + 2 * length > details.shape[0]:
                return np.int64(1)
            for column in range(rows.shape[1]):
                rows[count, column] = 0
            rows[count, PLACE] = place
            rows[count, EXIT] = walk.scalar[EXIT_DOOR]
            rows[count, WORTH] = walk.points[depth]
            rows[count, HEADING] = walk.scalar[EXIT_HEADING]
            rows[count, LENGTH] = length
            rows[count, AT] = used
            rows[count, LIVES] = walk.lives[depth]
            rows[count, HAND] = walk.hand[depth]
            rows[count, YELLOW] = walk.yellow[depth]
            for index in range(walk.n_events[depth]):
                word = TRACE_COLUMNS + index // LETTERS
                rows[count, word] |= np.int64(walk.events[index]) << (3 * (index % LETTERS))
            base = TRACE_COLUMNS + event_words
            for index in range(masked.shape[0]):
                cell = masked[index]
                rows[count, base + cell // BITS] |= np.int64(1) << (cell % BITS)
            for index in range(length):
                cell = walk.tile[index]
                rows[count, base + cell // BITS] |= np.int64(1) << (cell % BITS)
                details[used + index] = cell
                cell = walk.cube[index]
                details[used + length + index] = cell >= 0
                if cell >= 0:
                    rows[count, base + cell // BITS] |= np.int64(1) << (cell % BITS)
            used += 2 * length
            count += 1
        if flag[0] != 0:
            break
        lift_wall_card(arrays, k, k + 1, turns, left, top, walk)
        done[N_ROWS], done[N_DETAILS], done[N_PLACES] = count, used, place + 1
    return np.int64(0)


@kernel(VOID(BYTE_BLOCKS, BYTE_ROWS))
def compare_effects(outcomes: NDArray[np.int8], better: NDArray[np.int8]) -> None:
    """Tell of every two effects' tables whether the first is nowhere worse than the second."""
    count = outcomes.shape[0]
    for one in range(count):
        for other in range(count):
            better[one, other] = nowhere_worse(outcomes[one], outcomes[other])


@kernel(VOID(ROWS, INTS, ROWS, BYTE_ROWS, BYTES))
def drop_dominated(
    keys: Ints, effects: Ints, footprints: Ints, better: NDArray[np.int8], kept: NDArray[np.int8]
) -> None:
    """Set ``kept`` to 0 for turns that another with the same key dominates.

    Equal keys stand together.

    Of turns that are equal in everything one is kept.
    """
    count = keys.shape[0]
    first = 0
    while first < count:
        last = first + 1
        equal = True
        while last < count and equal:
            for column in range(keys.shape[1]):
                equal = equal and keys[last, column] == keys[first, column]
            last += equal
        for one in range(first, last):
            for other in range(first, last):
                if one == other or not kept[other] or not better[effects[other], effects[one]]:
                    continue
                contained = True
                for word in range(footprints.shape[1]):
                    if footprints[other, word] & ~footprints[one, word]:
                        contained = False
                        break
                if contained:
                    kept[one] = 0
                    break
        first = last
