"""The kernel that enumerates a segment table, see ``segment_table``.

What is found is written into arrays made beforehand; when they are full the kernel returns and is
called again with larger ones, and continues where it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import (
    BYTE_BLOCKS,
    BYTE_ROWS,
    INT,
    INTS,
    ROWS,
    SHORT_ROWS,
    WORD_ROWS,
    WORDS,
)
from bolets_solver.optimize.tracing.board import (
    crow_cell,
    lay_board,
    lift_wall_card,
    points_in_sight,
    put_wall_card,
)
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    FREE,
    MAX_CUBES,
    MAX_LIVES,
    MAX_MARKER,
    RED_IN_TRACE,
    Bytes,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.effects import OUTCOMES, nowhere_worse, write_outcomes
from bolets_solver.optimize.tracing.trace_arrays import (
    CODE_MASK,
    DEPTH,
    EXIT_DOOR,
    STEPS,
    WALK_TYPE,
    Walk,
)
from bolets_solver.optimize.tracing.traces import advance, begin, set_purse, want_all

MOST_CROWS = MAX_MARKER + MAX_CUBES
"""Crows left on a card beyond this number lose the game, whatever cubes may cover (B-R36)."""


class Room(NamedTuple):
    """What is found while a table is enumerated, and room to work in.

    ``entries``: rows placement, door, points, string, crow set. ``strings``: rows from 1, the
    length first; ``slots``: a hash table of their numbers, 0 is free; ``outcomes``: their effects;
    ``better``: which of two is nowhere worse, 1 yes, 2 no, 0 not known yet. ``sets``: of crows,
    rows from 1, the size first; ``left``: the current one. ``counts``: how many there are of each,
    placements done and tiles stepped on in them.
    """

    entries: Ints
    strings: NDArray[np.int16]
    slots: Ints
    outcomes: Bytes
    better: Bytes
    sets: NDArray[np.int32]
    left: NDArray[np.int32]
    counts: Ints


N_ENTRIES, N_STRINGS, N_SETS, N_PLACEMENTS, N_STEPS = range(5)
"""Indices of ``Room.counts``."""

DONE, STOPPED, FULL_OF_ENTRIES, FULL_OF_STRINGS, FULL_OF_SETS = range(5)
"""Answers of :func:`enumerate_segments`."""


ROOM_TYPE = bundle_type(
    Room,
    entries=ROWS,
    strings=SHORT_ROWS,
    slots=INTS,
    outcomes=BYTE_BLOCKS,
    better=BYTE_ROWS,
    sets=WORD_ROWS,
    left=WORDS,
    counts=INTS,
)


def new_room(longest: int, entries: int = 1024, strings: int = 128, sets: int = 64) -> Room:
    """Return empty room for numbers of entries, of events in strings and of sets of crows.

    ``strings``: a power of two.
    """
    return Room(
        entries=np.zeros((entries, 5), dtype=np.int64),
        strings=np.zeros((strings + 1, longest + 1), dtype=np.int16),
        slots=np.zeros(4 * strings, dtype=np.int64),
        outcomes=np.zeros((strings, OUTCOMES, 3), dtype=np.int8),
        better=np.zeros((strings, strings), dtype=np.int8),
        sets=np.zeros((sets + 1, MOST_CROWS + 1), dtype=np.int32),
        left=np.zeros(MOST_CROWS + 1, dtype=np.int32),
        counts=np.zeros(5, dtype=np.int64),
    )


def larger_room(room: Room, full: int) -> Room:
    """Return room for twice as many of what is full, with what was found so far."""
    sizes = [len(room.entries), len(room.strings) - 1, len(room.sets) - 1]
    sizes[full - FULL_OF_ENTRIES] *= 2
    larger = new_room(room.strings.shape[1] - 1, *sizes)
    pairs: Iterable[tuple[Any, Any]] = zip(larger, room, strict=True)
    for new, old in pairs:
        if old is not room.slots and old is not room.better:  # these are found again
            new[tuple(map(slice, old.shape))] = old
    return larger


@kernel()
def _slot(code: Int, slots: Ints) -> Int:
    """Where the search for a string with this hash begins in ``slots`` (a power of two long)."""
    return (code ^ (code >> 12) ^ (code >> 27) ^ (code >> 42)) & (slots.shape[0] - 1)


@kernel()
def _find_string(walk: Walk, depth: Int, strings: NDArray[np.int16], slots: Ints) -> Int:
    """Slot of the present string of events: it holds 1 + the string's number, 0 if it is new."""
    length = walk.n_events[depth]
    slot = _slot(walk.code[depth], slots)
    while slots[slot] != 0:
        row = slots[slot]
        if strings[row, 0] == length:
            same = True
            for index in range(length):
                if strings[row, index + 1] != walk.events[index]:
                    same = False
                    break
            if same:
                break
        slot = (slot + 1) & (slots.shape[0] - 1)
    return slot


@kernel()
def _enter_string(strings: NDArray[np.int16], row: Int, slots: Ints) -> None:
    """Enter a string in the hash table."""
    code = np.int64(0)
    for index in range(strings[row, 0]):
        code = ((code << 3) | strings[row, index + 1]) & CODE_MASK
    slot = _slot(code, slots)
    while slots[slot] != 0:
        slot = (slot + 1) & (slots.shape[0] - 1)
    slots[slot] = row


@kernel()
def _crows_left(arrays: DealArrays, k: Int, walk: Walk, left: NDArray[np.int32]) -> bool:
    """List the crows of face ``k`` that stay visible, their number first; False: too many."""
    count = 0
    for crow in range(arrays.crow_at[k + 1] - arrays.crow_at[k]):
        if walk.ground[crow_cell(arrays, k, crow)] == FREE:
            count += 1
            if count > MOST_CROWS:
                return False
            left[count] = crow
    left[0] = count
    return True


@kernel()
def _find_set(left: NDArray[np.int32], sets: NDArray[np.int32], count: Int) -> Int:
    """The number of a set of crows among the first ``count``, or ``count`` if it is new."""
    for candidate in range(count):
        same = True
        for index in range(left[0] + 1):
            if sets[candidate + 1, index] != left[index]:
                same = False
                break
        if same:
            return candidate
    return count


@kernel()
def _dominates(room: Room, one: Int, other: Int, in_trace: Int) -> bool:
    """Whether effect ``one`` is nowhere worse than ``other``; remembered in ``room.better``."""
    if one == other:
        return True
    if in_trace:  # where red cubes are earned effects depend on the points before (B-Q1)
        return False
    known = int(room.better[one, other])
    if known == 0:
        known = 1 if nowhere_worse(room.outcomes[one], room.outcomes[other]) else 2
        room.better[one, other] = known
    return bool(known == 1)


@kernel(INT(ARRAYS_TYPE, INT, INT, INT, ROWS, ROOM_TYPE, WALK_TYPE, INTS))
def enumerate_segments(
    arrays: DealArrays,
    k: Int,
    entrance: Int,
    cubes: Int,
    placements: Ints,
    room: Room,
    walk: Walk,
    flag: Ints,
) -> Int:
    """Enumerate the segment table of faces ``k`` and ``k + 1``; fill ``room``.

    ``cubes``: most that a trace may lay. Returns DONE, STOPPED (by ``flag``), or of what ``room``
    is full: called with more of that it continues with the placement at which it was.
    """
    counts = room.counts
    want_all(walk)
    for row in range(1, counts[N_STRINGS] + 1):  # of a smaller room
        _enter_string(room.strings, row, room.slots)
    lay_board(arrays, k, entrance, walk)
    for number in range(counts[N_PLACEMENTS], placements.shape[0]):
        turns, x, y = placements[number, 0], placements[number, 1], placements[number, 2]
        put_wall_card(arrays, k, entrance, k + 1, turns, x, y, walk)
        set_purse(walk, 0, MAX_LIVES, cubes, 0)
        walk.scalar[STEPS] = 0
        begin(arrays, k, entrance, points_in_sight(arrays, k, walk), 0, walk)
        answer = _list_entries(arrays, k, number, room, walk, flag)
        if answer != DONE:
            return answer
        counts[N_STEPS] += walk.scalar[STEPS]
        counts[N_PLACEMENTS] = number + 1
        lift_wall_card(arrays, k, k + 1, turns, x, y, walk)
    return np.int64(DONE)


@kernel(INT(ARRAYS_TYPE, INT, INT, ROOM_TYPE, WALK_TYPE, INTS))
def _list_entries(
    arrays: DealArrays, k: Int, number: Int, room: Room, walk: Walk, flag: Ints
) -> Int:
    """Trace on the board and list the entries of its placement; answers as above.

    The entries count only when all of them are there.
    """
    entries, counts = room.entries, room.counts
    in_trace, stride = arrays.switches[RED_IN_TRACE], arrays.width[k] + 2
    first = counts[N_ENTRIES]
    last = first
    while advance(stride, arrays.switches, walk, flag):
        if not _crows_left(arrays, k, walk, room.left):  # lost, whatever is covered (B-R36)
            continue
        depth = walk.scalar[DEPTH]
        crow_set = _find_set(room.left, room.sets, counts[N_SETS])
        slot = _find_string(walk, depth, room.strings, room.slots)
        full = _full(room, last, slot, crow_set)
        if full != DONE:
            return full
        if crow_set == counts[N_SETS]:
            _add_set(room)
        if room.slots[slot] == 0:
            _add_string(room, walk, slot)
        entries[last, 0], entries[last, 1] = number, walk.scalar[EXIT_DOOR]
        entries[last, 2] = walk.points[depth]
        entries[last, 3], entries[last, 4] = room.slots[slot] - 1, crow_set
        last = _keep_entry(room, first, last, in_trace)
    if flag[0] != 0:
        return np.int64(STOPPED)
    counts[N_ENTRIES] = last
    return np.int64(DONE)


@kernel()
def _full(room: Room, last: Int, slot: Int, crow_set: Int) -> Int:
    """Of what there is no room for the entry of the trace on the board; DONE: there is."""
    counts = room.counts
    if last == room.entries.shape[0]:
        return np.int64(FULL_OF_ENTRIES)
    if room.slots[slot] == 0 and counts[N_STRINGS] + 1 == room.strings.shape[0]:
        return np.int64(FULL_OF_STRINGS)
    if crow_set == counts[N_SETS] and crow_set + 1 == room.sets.shape[0]:
        return np.int64(FULL_OF_SETS)
    return np.int64(DONE)


@kernel()
def _add_set(room: Room) -> None:
    """Add the current crows to the sets."""
    row = room.counts[N_SETS] + 1
    for index in range(room.left[0] + 1):
        room.sets[row, index] = room.left[index]
    room.counts[N_SETS] = row


@kernel()
def _add_string(room: Room, walk: Walk, slot: Int) -> None:
    """Add the events of the trace on the board to the strings."""
    row, length = room.counts[N_STRINGS] + 1, walk.n_events[walk.scalar[DEPTH]]
    room.slots[slot] = row
    room.strings[row, 0] = length
    for index in range(length):
        room.strings[row, index + 1] = walk.events[index]
    room.counts[N_STRINGS] = row
    write_outcomes(walk.events, 0, length, room.outcomes[row - 1])


@kernel()
def _keep_entry(room: Room, first: Int, last: Int, in_trace: Int) -> Int:
    """Keep entry ``last`` of a placement if none from ``first`` on dominates it.

    Those that it dominates go. Returns where the entries end now. With the same door and the same
    crows left visible the rest of a game sees nothing else of an entry than points and effect.
    """
    entries = room.entries
    door, points, string = entries[last, 1], entries[last, 2], entries[last, 3]
    end, index = last, first
    while index < end:
        other = entries[index, 3]
        if entries[index, 1] != door or entries[index, 4] != entries[last, 4]:
            index += 1
        elif entries[index, 2] >= points and _dominates(room, other, string, in_trace):
            return end
        elif points >= entries[index, 2] and _dominates(room, string, other, in_trace):
            end -= 1
            _copy_entry(entries, end, index)
        else:
            index += 1
    _copy_entry(entries, last, end)
    return end + 1


@kernel(inline=True)
def _copy_entry(entries: Ints, one: Int, other: Int) -> None:
    """Copy an entry to another place."""
    for column in range(5):
        entries[other, column] = entries[one, column]
