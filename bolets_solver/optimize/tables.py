"""Segment tables: for two neighbouring cards and an entrance, all that a turn there can bring.

A trace never leaves the last card, so a turn's possibilities depend on the last card's face, the
entrance, the wall card's face and how it lies: they are enumerated once and kept. An entry is one
kind of turn: placement, door entered, points, effect on lives and cubes (see ``effects``) and which
crows of the last card stay visible. Per placement, door and set of visible crows only entries that
no other one dominates are kept (no fewer points, nowhere worse effect): with the same crows left
visible the rest of a game sees nothing else of the trace but the tiles it walked and the cubes it
laid. The bounds ignore those tiles and may use these entries alone; the exact search enumerates the
traces of a placement anew, dominated ones included. While red cubes are earned in the trace,
effects are compared for equality only.

Placements that no trace can use are left out: a rock or the entrance would be covered, or no door
of the wall card leads to the last card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import (
    BYTE_BLOCKS,
    BYTE_ROWS,
    BYTES,
    INT,
    INTS,
    ROWS,
    SHORT_ROWS,
    VOID,
    WORD_ROWS,
    WORDS,
)
from bolets_solver.optimize.deal_arrays import (
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
from bolets_solver.optimize.effects import (
    OUTCOMES,
    EffectBook,
    nowhere_worse,
    write_outcomes,
)
from bolets_solver.optimize.walk import (
    CODE_MASK,
    DEPTH,
    EXIT_DOOR,
    STEPS,
    WALK_TYPE,
    Walk,
    advance,
    begin,
    lay_board,
    lift_wall_card,
    points_in_sight,
    put_wall_card,
    want_all,
)

MOST_CROWS = MAX_MARKER + MAX_CUBES
"""Crows left on a card beyond this number lose the game, whatever cubes may cover (B-R36)."""


DOOR, POINTS, EFFECT, LEFT, FIRST, LAST = range(6)
CHAIN_COLUMNS = 4
"""Columns of ``SegmentTable.groups``."""


@dataclass(frozen=True)
class SegmentTable:
    """The entries of one (face, entrance, wall face).

    ``placements``: rows turns, left, top, whether the tile outside the entrance is covered.
    ``groups``: rows door entered, points, effect, crows left, first and last + 1 member, most
    points first. ``members``: rows placement, set of crows left.
    ``crow_sets[set_at[i]:set_at[i+1]]``: the crow numbers of set i. ``effects``: the strings of
    events by effect. ``chain``: the groups that no other with the same door and as many crows left
    dominates. ``steps``: tiles stepped on while enumerating.
    """

    placements: Ints
    groups: Ints
    members: Ints
    crow_sets: Ints
    set_at: Ints
    effects: tuple[bytes, ...]
    chain: Ints
    steps: int


def list_placements(arrays: DealArrays, k: int, entrance: int, wall: int, walk: Walk) -> Ints:
    """List the placements of face ``wall`` over face ``k`` that a trace might use.

    Rows turns, left, top, 1 if it covers the tile outside the entrance; sorted by the first three.
    """
    width, height = int(arrays.width[k]), int(arrays.height[k])
    across, down = int(arrays.width[wall]), int(arrays.height[wall])
    upright = (width + across - 1) * (height + down - 1)
    sideways = (width + down - 1) * (height + across - 1)
    found = np.zeros((2 * (upright + sideways), 4), dtype=np.int64)
    return found[: fill_placements(arrays, k, entrance, wall, walk, found)]


@kernel(INT(ARRAYS_TYPE, INT, INT, INT, WALK_TYPE, ROWS))
def fill_placements(
    arrays: DealArrays, k: Int, entrance: Int, wall: Int, walk: Walk, found: Ints
) -> Int:
    """Fill the rows of :func:`list_placements`; return how many there are."""
    width, height = arrays.width[k], arrays.height[k]
    door = arrays.door_at[k] + entrance
    start_x, start_y = arrays.doors[door, 0], arrays.doors[door, 1]
    outside_x, outside_y = start_x, start_y
    side = arrays.doors[door, 2]
    if side == 0:
        outside_y -= 1
    elif side == 1:
        outside_x += 1
    elif side == 2:
        outside_y += 1
    else:
        outside_x -= 1
    count = 0
    lay_board(arrays, k, entrance, walk)
    for turns in range(4):
        across, down = arrays.width[wall], arrays.height[wall]
        if turns & 1:
            across, down = down, across
        for left in range(1 - across, width):
            for top in range(1 - down, height):
                right, bottom = left + across, top + down
                if left <= start_x < right and top <= start_y < bottom:
                    continue
                covers_rock = False
                for rock in range(arrays.rock_at[k], arrays.rock_at[k + 1]):
                    x, y = arrays.rocks[rock, 0], arrays.rocks[rock, 1]
                    if left <= x < right and top <= y < bottom:
                        covers_rock = True
                if covers_rock:
                    continue
                doors = put_wall_card(arrays, k, entrance, wall, turns, left, top, walk)
                lift_wall_card(arrays, k, wall, turns, left, top, walk)
                if doors == 0:
                    continue
                found[count, 0] = turns
                found[count, 1] = left
                found[count, 2] = top
                found[count, 3] = left <= outside_x < right and top <= outside_y < bottom
                count += 1
    return count


class Room(NamedTuple):
    """What is found while a table is enumerated, and room to work in.

    ``entries``: rows placement, door, points, string, crow set. ``strings``: rows from 1, the
    length first; ``slots``: a hash table of their numbers, 0 is free; ``outcomes``: their effects;
    ``better``: which of two is nowhere worse, 1 yes, 2 no, 0 not known yet. ``sets``: of crows,
    rows from 1, the size first; ``left``: the one at hand. ``counts``: how many there are of each,
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
    """Return empty room for so many entries, strings of so many events and sets of crows.

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
    stride = arrays.width[k] + 2
    first = arrays.crow_at[k]
    count = 0
    for crow in range(arrays.crow_at[k + 1] - first):
        x, y = arrays.crows[first + crow, 0], arrays.crows[first + crow, 1]
        if walk.ground[(y + 1) * stride + x + 1] == FREE:
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
    if in_trace:
        return False
    known = int(room.better[one, other])
    if known == 0:
        known = 1 if nowhere_worse(room.outcomes[one], room.outcomes[other]) else 2
        room.better[one, other] = known
    return bool(known == 1)


@kernel(INT(ARRAYS_TYPE, INT, INT, INT, INT, ROWS, ROOM_TYPE, WALK_TYPE, INTS))
def enumerate_segments(
    arrays: DealArrays,
    k: Int,
    entrance: Int,
    wall: Int,
    cubes: Int,
    placements: Ints,
    room: Room,
    walk: Walk,
    flag: Ints,
) -> Int:
    """Enumerate a segment table with up to so many cubes laid in a trace; fill ``room``.

    Returns DONE, STOPPED (by ``flag``), or of what ``room`` is full: called with more of that it
    goes on with the placement at which it was.
    """
    in_trace = arrays.switches[RED_IN_TRACE]
    want_all(walk)
    entries, strings, sets = room.entries, room.strings, room.sets
    slots, outcomes, left = room.slots, room.outcomes, room.left
    counts = room.counts
    for row in range(1, counts[N_STRINGS] + 1):  # of a smaller room
        _enter_string(strings, row, slots)
    stride = arrays.width[k] + 2
    lay_board(arrays, k, entrance, walk)
    for number in range(counts[N_PLACEMENTS], placements.shape[0]):
        turns, x, y = placements[number, 0], placements[number, 1], placements[number, 2]
        put_wall_card(arrays, k, entrance, wall, turns, x, y, walk)
        in_sight = points_in_sight(arrays, k, walk)
        begin(arrays, k, entrance, 0, in_sight, MAX_LIVES, cubes, 0, 0, walk)
        walk.scalar[STEPS] = 0
        archive = counts[N_ENTRIES]
        n_entries = archive
        while advance(stride, arrays.switches, walk, flag):
            depth = walk.scalar[DEPTH]
            if not _crows_left(arrays, k, walk, left):
                continue
            n_sets = counts[N_SETS]
            crow_set = _find_set(left, sets, n_sets)
            slot = _find_string(walk, depth, strings, slots)
            string = slots[slot] - 1
            if n_entries == entries.shape[0]:
                return FULL_OF_ENTRIES
            if string < 0 and counts[N_STRINGS] + 1 == strings.shape[0]:
                return FULL_OF_STRINGS
            if crow_set == n_sets and n_sets + 1 == sets.shape[0]:
                return FULL_OF_SETS
            if crow_set == n_sets:
                for index in range(left[0] + 1):
                    sets[n_sets + 1, index] = left[index]
                counts[N_SETS] = n_sets + 1
            if string < 0:
                string = counts[N_STRINGS]
                slots[slot] = string + 1
                strings[string + 1, 0] = walk.n_events[depth]
                for index in range(walk.n_events[depth]):
                    strings[string + 1, index + 1] = walk.events[index]
                counts[N_STRINGS] = string + 1
                write_outcomes(walk.events, 0, walk.n_events[depth], outcomes[string])
            door = walk.scalar[EXIT_DOOR]
            points = walk.points[depth]
            dominated = False
            index = archive
            while index < n_entries:
                if entries[index, 1] == door and entries[index, 4] == crow_set:
                    other = entries[index, 3]
                    if entries[index, 2] >= points and _dominates(room, other, string, in_trace):
                        dominated = True
                        break
                    if points >= entries[index, 2] and _dominates(room, string, other, in_trace):
                        n_entries -= 1
                        for column in range(5):
                            entries[index, column] = entries[n_entries, column]
                        continue
                index += 1
            if dominated:
                continue
            entries[n_entries, 0] = number
            entries[n_entries, 1] = door
            entries[n_entries, 2] = points
            entries[n_entries, 3] = string
            entries[n_entries, 4] = crow_set
            n_entries += 1
        if flag[0] != 0:
            return STOPPED
        counts[N_ENTRIES] = n_entries
        counts[N_STEPS] += walk.scalar[STEPS]
        counts[N_PLACEMENTS] = number + 1
        lift_wall_card(arrays, k, wall, turns, x, y, walk)
    return DONE


@kernel(VOID(ROWS, BYTE_BLOCKS, INT, BYTES))
def drop_dominated(groups: Ints, outcomes: Bytes, in_trace: Int, kept: Bytes) -> None:
    """Set ``kept`` to 0 for groups that another one with the same door and crows left dominates."""
    n_groups = groups.shape[0]
    for one in range(n_groups):
        for other in range(n_groups):
            if (
                one == other
                or not kept[other]
                or groups[one, DOOR] != groups[other, DOOR]
                or groups[one, LEFT] != groups[other, LEFT]
                or groups[other, POINTS] < groups[one, POINTS]
            ):
                continue
            if in_trace:
                better = groups[one, EFFECT] == groups[other, EFFECT]
            else:
                better = nowhere_worse(
                    outcomes[groups[other, EFFECT]], outcomes[groups[one, EFFECT]]
                )
            if better:
                kept[one] = 0
                break


def build_table(
    arrays: DealArrays, k: int, entrance: int, cubes: int, walk: Walk, flag: Ints
) -> SegmentTable | None:
    """Build the table of face ``k``, ``entrance`` (from 0) and face ``k + 1``; None if stopped.

    ``cubes``: most cubes that a trace may lay.
    """
    placements = list_placements(arrays, k, entrance, k + 1, walk)
    room = new_room(3 * len(walk.tile))
    while True:
        answer = enumerate_segments(arrays, k, entrance, k + 1, cubes, placements, room, walk, flag)
        if answer == STOPPED:
            return None
        if answer == DONE:
            return _arrange(placements, room, bool(arrays.switches[RED_IN_TRACE]))
        room = larger_room(room, answer)


def _arrange(placements: Ints, room: Room, in_trace: bool) -> SegmentTable:
    """Sort entries into groups that differ only in placement and set of crows left."""
    entries = room.entries[: room.counts[N_ENTRIES]]
    strings = room.strings[1 : room.counts[N_STRINGS] + 1]
    sets = room.sets[1 : room.counts[N_SETS] + 1]
    words = [row[1 : 1 + row[0]].astype(np.int8).tobytes() for row in strings]
    book = EffectBook()
    numbers = [book.number(word) for word in words]
    # Effects are numbered anew in an order that does not depend on what else was enumerated.
    ranks = {number: rank for rank, number in enumerate(book.sorted_numbers())}
    effect = np.array([ranks[number] for number in numbers], dtype=np.int64)[entries[:, 3]]
    left = sets[:, 0].astype(np.int64)[entries[:, 4]]
    order = np.lexsort((entries[:, 4], entries[:, 0], left, effect, entries[:, 1], -entries[:, 2]))
    keys = np.stack([entries[:, 1], entries[:, 2], effect, left], axis=1)[order]
    members = entries[order][:, (0, 4)]
    changes = np.any(keys[1:] != keys[:-1], axis=1)
    first = np.concatenate([[0], np.flatnonzero(changes) + 1])[: len(keys)].astype(np.int64)
    last = np.concatenate([first[1:], [len(keys)]])[: len(first)]
    groups = np.concatenate([keys[first], first[:, None], last[:, None]], axis=1)
    groups = np.ascontiguousarray(groups, dtype=np.int64)
    crow_sets = [row[1 : 1 + row[0]] for row in sets]
    sorted_book = EffectBook()
    for number in book.sorted_numbers():
        sorted_book.number(book.word(number))
    kept: Bytes = np.ones(len(groups), dtype=np.int8)
    drop_dominated(groups, sorted_book.arrays()[0], in_trace, kept)
    return SegmentTable(
        placements=np.ascontiguousarray(placements),
        groups=groups,
        members=np.ascontiguousarray(members),
        crow_sets=np.concatenate([np.zeros(0, np.int32), *crow_sets]).astype(np.int64),
        set_at=np.cumsum([0, *map(len, crow_sets)], dtype=np.int64),
        effects=sorted_book.words(),
        chain=np.flatnonzero(kept),
        steps=int(room.counts[N_STEPS]),
    )
