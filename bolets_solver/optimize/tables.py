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

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import kernel
from bolets_solver.optimize.deal_arrays import (
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


Number = TypeVar("Number", bound=np.generic)

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


@kernel(allocates=True)
def _grown(array: NDArray[Number], size: Int) -> NDArray[Number]:
    """The array with room for at least ``size`` rows."""
    if array.shape[0] >= size:
        return array
    larger = np.zeros((max(size, 2 * array.shape[0]), array.shape[1]), dtype=array.dtype)
    larger[: array.shape[0]] = array
    return larger


@kernel(allocates=True)
def list_placements(arrays: DealArrays, k: Int, entrance: Int, wall: Int, walk: Walk) -> Ints:
    """List the placements of face ``wall`` over face ``k`` that a trace might use.

    Rows turns, left, top, 1 if it covers the tile outside the entrance; sorted by the first three.
    """
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
    found = np.zeros((64, 4), dtype=np.int64)
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
                found = _grown(found, count + 1)
                found[count, 0] = turns
                found[count, 1] = left
                found[count, 2] = top
                found[count, 3] = left <= outside_x < right and top <= outside_y < bottom
                count += 1
    return found[:count]


@kernel()
def _slot(code: Int, slots: Ints) -> Int:
    """Where the search for a string with this hash begins in ``slots`` (a power of two long)."""
    return (code ^ (code >> 12) ^ (code >> 27) ^ (code >> 42)) & (slots.shape[0] - 1)


@kernel()
def _find_string(walk: Walk, depth: Int, strings: NDArray[np.int32], slots: Ints) -> Int:
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


@kernel(allocates=True)
def _more_slots(strings: NDArray[np.int32], slots: Ints) -> Ints:
    """A hash table of twice the size with the same strings."""
    larger = np.zeros(2 * slots.shape[0], dtype=np.int64)
    for row in range(1, strings[0, 0] + 1):
        code = np.int64(0)
        for index in range(strings[row, 0]):
            code = ((code << 3) | strings[row, index + 1]) & CODE_MASK
        slot = _slot(code, larger)
        while larger[slot] != 0:
            slot = (slot + 1) & (larger.shape[0] - 1)
        larger[slot] = row
    return larger


@kernel(allocates=True)
def enumerate_segments(
    arrays: DealArrays, k: Int, entrance: Int, wall: Int, cubes: Int, walk: Walk, flag: Ints
) -> tuple[Ints, Ints, NDArray[np.int32], NDArray[np.int32], Int]:
    """Enumerate a segment table with up to so many cubes laid in a trace.

    Returns placements, entries (rows placement, door, points, string, crow set), the strings (row 0
    column 0: how many; then a row each, its length first), the crow sets (likewise) and the number
    of steps, -1 if ``flag`` stopped it.
    """
    placements = list_placements(arrays, k, entrance, wall, walk)
    in_trace = arrays.switches[RED_IN_TRACE]
    want_all(walk)
    stack = walk.tile.shape[0]
    entries = np.zeros((256, 5), dtype=np.int64)
    n_entries = 0
    strings = np.zeros((16, 3 * stack + 1), dtype=np.int32)
    slots = np.zeros(1024, dtype=np.int64)
    outcomes = np.zeros((16, OUTCOMES, 3), dtype=np.int8)
    better = np.zeros((16, 16), dtype=np.int8)
    sets = np.zeros((16, MOST_CROWS + 1), dtype=np.int32)
    left = np.zeros(MOST_CROWS + 1, dtype=np.int32)
    walk.scalar[STEPS] = 0
    stride = arrays.width[k] + 2
    first_crow = arrays.crow_at[k]
    n_crows = arrays.crow_at[k + 1] - first_crow
    for number in range(placements.shape[0]):
        turns, x, y = placements[number, 0], placements[number, 1], placements[number, 2]
        put_wall_card(arrays, k, entrance, wall, turns, x, y, walk)
        in_sight = points_in_sight(arrays, k, walk)
        begin(arrays, k, entrance, 0, in_sight, MAX_LIVES, cubes, 0, False, walk)
        archive = n_entries
        while advance(stride, arrays.switches, walk, flag):
            depth = walk.scalar[DEPTH]
            # which crows stay visible
            n_left = 0
            for crow in range(n_crows):
                cx, cy = arrays.crows[first_crow + crow, 0], arrays.crows[first_crow + crow, 1]
                if walk.ground[(cy + 1) * stride + cx + 1] == FREE:
                    n_left += 1
                    if n_left > MOST_CROWS:
                        break
                    left[n_left] = crow
            if n_left > MOST_CROWS:
                continue
            left[0] = n_left
            crow_set = -1
            for candidate in range(sets[0, 0]):
                same = True
                for index in range(n_left + 1):
                    if sets[candidate + 1, index] != left[index]:
                        same = False
                        break
                if same:
                    crow_set = candidate
                    break
            if crow_set < 0:
                crow_set = sets[0, 0]
                sets = _grown(sets, crow_set + 2)
                for index in range(n_left + 1):
                    sets[crow_set + 1, index] = left[index]
                sets[0, 0] = crow_set + 1
            slot = _find_string(walk, depth, strings, slots)
            string = slots[slot] - 1
            if string < 0:
                string = strings[0, 0]
                slots[slot] = string + 1
                if string + 2 > strings.shape[0]:
                    strings = _grown(strings, string + 2)
                    size = strings.shape[0]
                    more_outcomes = np.zeros((size, OUTCOMES, 3), dtype=np.int8)
                    more_outcomes[: outcomes.shape[0]] = outcomes
                    outcomes = more_outcomes
                    more_better = np.zeros((size, size), dtype=np.int8)
                    more_better[: better.shape[0], : better.shape[0]] = better
                    better = more_better
                strings[string + 1, 0] = walk.n_events[depth]
                for index in range(walk.n_events[depth]):
                    strings[string + 1, index + 1] = walk.events[index]
                strings[0, 0] = string + 1
                if 2 * string > slots.shape[0]:
                    slots = _more_slots(strings, slots)
                write_outcomes(walk.events, 0, walk.n_events[depth], outcomes[string])
            door = walk.scalar[EXIT_DOOR]
            points = walk.points[depth]
            dominated = False
            index = archive
            while index < n_entries:
                if entries[index, 1] == door and entries[index, 4] == crow_set:
                    other = entries[index, 3]
                    if entries[index, 2] >= points and _dominates(
                        other, string, outcomes, better, in_trace
                    ):
                        dominated = True
                        break
                    if points >= entries[index, 2] and _dominates(
                        string, other, outcomes, better, in_trace
                    ):
                        n_entries -= 1
                        entries[index] = entries[n_entries]
                        continue
                index += 1
            if dominated:
                continue
            entries = _grown(entries, n_entries + 1)
            entries[n_entries, 0] = number
            entries[n_entries, 1] = door
            entries[n_entries, 2] = points
            entries[n_entries, 3] = string
            entries[n_entries, 4] = crow_set
            n_entries += 1
        if flag[0] != 0:
            return placements, entries[:0], strings[:1], sets[:1], -1
        lift_wall_card(arrays, k, wall, turns, x, y, walk)
    used = strings[0, 0] + 1
    return (
        placements,
        entries[:n_entries],
        strings[:used],
        sets[: sets[0, 0] + 1],
        walk.scalar[STEPS],
    )


@kernel()
def _dominates(one: Int, other: Int, outcomes: Bytes, better: Bytes, in_trace: Int) -> bool:
    """Whether effect ``one`` is nowhere worse than ``other``; remembered in ``better``."""
    if one == other:
        return True
    if in_trace:
        return False
    known = int(better[one, other])
    if known == 0:
        known = 1 if nowhere_worse(outcomes[one], outcomes[other]) else 2
        better[one, other] = known
    return bool(known == 1)


@kernel(allocates=True)
def _undominated_groups(groups: Ints, outcomes: Bytes, in_trace: Int) -> NDArray[np.bool_]:
    """Mark the groups that another one with the same door and crows left does not dominate."""
    n_groups = groups.shape[0]
    kept = np.ones(n_groups, dtype=np.bool_)
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
                kept[one] = False
                break
    return kept


def build_table(
    arrays: DealArrays, k: int, entrance: int, cubes: int, walk: Walk, flag: Ints
) -> SegmentTable | None:
    """Build the table of face ``k``, ``entrance`` (from 0) and face ``k + 1``; None if stopped.

    ``cubes``: most cubes that a trace may lay.
    """
    placements, entries, strings, sets, steps = enumerate_segments(
        arrays, k, entrance, k + 1, cubes, walk, flag
    )
    if steps < 0:
        return None
    words = [row[1 : 1 + row[0]].astype(np.int8).tobytes() for row in strings[1:]]
    in_trace = bool(arrays.switches[RED_IN_TRACE])
    return _arrange(placements, entries, words, sets, int(steps), in_trace)


def _arrange(
    placements: Ints,
    entries: Ints,
    words: list[bytes],
    sets: NDArray[np.int32],
    steps: int,
    in_trace: bool,
) -> SegmentTable:
    """Sort entries into groups that differ only in placement and set of crows left."""
    book = EffectBook()
    numbers = [book.number(word) for word in words]
    # Effects are numbered anew in an order that does not depend on what else was enumerated.
    ranks = {number: rank for rank, number in enumerate(book.sorted_numbers())}
    effect = np.array([ranks[number] for number in numbers], dtype=np.int64)[entries[:, 3]]
    left = sets[1:, 0].astype(np.int64)[entries[:, 4]]
    order = np.lexsort((entries[:, 4], entries[:, 0], left, effect, entries[:, 1], -entries[:, 2]))
    keys = np.stack([entries[:, 1], entries[:, 2], effect, left], axis=1)[order]
    members = entries[order][:, (0, 4)]
    changes = np.any(keys[1:] != keys[:-1], axis=1)
    first = np.concatenate([[0], np.flatnonzero(changes) + 1])[: len(keys)].astype(np.int64)
    last = np.concatenate([first[1:], [len(keys)]])[: len(first)]
    groups = np.concatenate([keys[first], first[:, None], last[:, None]], axis=1)
    groups = np.ascontiguousarray(groups, dtype=np.int64)
    crow_sets = [row[1 : 1 + row[0]] for row in sets[1:]]
    sorted_book = EffectBook()
    for number in book.sorted_numbers():
        sorted_book.number(book.word(number))
    return SegmentTable(
        placements=np.ascontiguousarray(placements),
        groups=groups,
        members=np.ascontiguousarray(members),
        crow_sets=np.concatenate([np.zeros(0, np.int32), *crow_sets]).astype(np.int64),
        set_at=np.cumsum([0, *map(len, crow_sets)], dtype=np.int64),
        effects=sorted_book.words(),
        chain=np.flatnonzero(_undominated_groups(groups, sorted_book.arrays()[0], in_trace)),
        steps=steps,
    )
