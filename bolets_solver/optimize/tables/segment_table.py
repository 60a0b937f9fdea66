"""Segment tables: for two neighbouring cards and an entrance, all that a turn there can bring.

A trace never leaves the last card, so a turn's possibilities depend on the last card's face, the
entrance, the wall card's face and how it lies: they are enumerated once and kept. An entry is one
kind of turn: placement, door entered, points, effect on lives and cubes (see ``effects``) and which
crows of the last card stay visible. Per placement, door and set of visible crows only entries that
no other one dominates are kept (no fewer points, nowhere worse effect): with the same crows left
visible the rest of a game sees nothing else of the trace but the tiles it walked and the cubes it
laid. The bounds ignore those tiles and may use these entries alone; the exact search enumerates the
traces of a placement again, dominated ones included. While red cubes are earned in the trace,
effects are compared for equality only.

Placements that no trace can use are left out: a rock or the entrance would be covered, or no door
of the wall card leads to the last card.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BYTE_BLOCKS, BYTES, INT, ROWS, VOID
from bolets_solver.optimize.tables.segments import (
    DONE,
    N_ENTRIES,
    N_SETS,
    N_STEPS,
    N_STRINGS,
    STOPPED,
    Room,
    enumerate_segments,
    larger_room,
    new_room,
)
from bolets_solver.optimize.tracing.deal_arrays import RED_IN_TRACE, Bytes, DealArrays, Int, Ints
from bolets_solver.optimize.tracing.effects import EffectBook, nowhere_worse
from bolets_solver.optimize.tracing.placements import list_placements
from bolets_solver.optimize.tracing.trace_arrays import Walk

DOOR, POINTS, EFFECT, LEFT, FIRST, LAST = range(6)

CHAIN_COLUMNS = 4
"""Columns of ``SegmentTable.groups``."""


@dataclass(frozen=True)
class SegmentTable:
    """The entries of one (face, entrance, wall face).

    ``placements``: rows turns, left, top.
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
        answer = enumerate_segments(arrays, k, entrance, cubes, placements, room, walk, flag)
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
    # Effects are numbered again in an order that does not depend on what else was enumerated.
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
