"""All segment tables of a deal, joined into one set of arrays for the search kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import BYTE_BLOCKS, BYTES, INTS, ROWS
from bolets_solver.optimize.tables.segment_table import (
    CHAIN_COLUMNS,
    DOOR,
    EFFECT,
    FIRST,
    LAST,
    SegmentTable,
)
from bolets_solver.optimize.tracing.deal_arrays import DealArrays, Ints
from bolets_solver.optimize.tracing.effects import EffectBook

TURNS, LEFT_SIDE, TOP_SIDE, RIGHT_SIDE, BOTTOM_SIDE, COVERS_OUTSIDE = range(6)
"""Columns of ``DealTables.placements``; right and bottom are the first tiles beyond."""


class DealTables(NamedTuple):
    """The tables of every (card, entrance) of a deal; table number ``k * max_doors + entrance``.

    ``groups[group_at[t]:group_at[t+1]]`` as in SegmentTable, with members, placements and crow sets
    numbered through the deal; ``chain`` likewise holds the undominated groups (door, points,
    effect, crows left). ``outcomes``, ``strings``, ``string_at``: the effects. ``most_points[t]``:
    most points from that entrance to the Cottage if nothing but doors mattered, -1 if no way leads
    there. ``reach_box[t]``: left, top, right, bottom of the tiles that the cards still to come may
    cover; with the Cottage alone to come ``reach_at[t]`` >= 0 tells where in ``reach_map`` the
    tiles of that box are marked, row by row.
    """

    group_at: Ints
    groups: Ints
    members: Ints
    placements: Ints
    crow_sets: Ints
    set_at: Ints
    chain_at: Ints
    chain: Ints
    outcomes: NDArray[np.int8]
    strings: NDArray[np.int8]
    string_at: Ints
    most_points: Ints
    reach_box: Ints
    reach_at: Ints
    reach_map: NDArray[np.int8]


TABLES_TYPE = bundle_type(
    DealTables,
    group_at=INTS,
    groups=ROWS,
    members=ROWS,
    placements=ROWS,
    crow_sets=INTS,
    set_at=INTS,
    chain_at=INTS,
    chain=ROWS,
    outcomes=BYTE_BLOCKS,
    strings=BYTES,
    string_at=INTS,
    most_points=INTS,
    reach_box=ROWS,
    reach_at=INTS,
    reach_map=BYTES,
)


def max_doors(arrays: DealArrays) -> int:
    """Most doors of any face of the deal: how many table numbers each card takes."""
    return int(np.max(np.diff(arrays.door_at)))


def join_tables(
    arrays: DealArrays, tables: Sequence[Sequence[SegmentTable]], book: EffectBook
) -> DealTables:
    """Join ``tables[k][entrance]`` of all cards but the Cottage."""
    doors = max_doors(arrays)
    flat: list[SegmentTable | None] = []
    for row in tables:
        flat.extend(row)
        flat.extend([None] * (doors - len(row)))
    flat.extend([None] * doors)  # the Cottage: the game is over
    groups, chains, members, placements, sets, set_lengths = [], [], [], [], [], []
    n_members = n_placements = n_sets = 0
    reach = _Reach(arrays)
    for number, table in enumerate(flat):
        if table is None:
            groups.append(np.zeros((0, 6), np.int64))
            chains.append(np.zeros((0, CHAIN_COLUMNS), np.int64))
            reach.add(None, number // doors)
            continue
        effects = np.array([book.number(word) for word in table.effects], dtype=np.int64)
        rows = table.groups.copy()
        rows[:, EFFECT] = effects[rows[:, EFFECT]]
        chains.append(rows[table.chain, :CHAIN_COLUMNS])
        rows[:, FIRST] += n_members
        rows[:, LAST] += n_members
        groups.append(rows)
        members.append(table.members + np.array([n_placements, n_sets], dtype=np.int64))
        placed = _with_corners(arrays, number // doors + 1, table.placements)
        placements.append(placed)
        sets.append(table.crow_sets)
        set_lengths.append(np.diff(table.set_at))
        reach.add(placed, number // doors)
        n_members += len(table.members)
        n_placements += len(table.placements)
        n_sets += len(table.set_at) - 1
    outcomes, strings, string_at = book.arrays()
    joined = np.concatenate(groups)
    group_at = _starts([len(part) for part in groups])
    return DealTables(
        group_at=group_at,
        groups=joined,
        members=np.concatenate(members),
        placements=np.concatenate(placements),
        crow_sets=np.concatenate([*sets, np.zeros(1, np.int64)]),
        set_at=_starts([int(length) for part in set_lengths for length in part]),
        chain_at=_starts([len(part) for part in chains]),
        chain=np.ascontiguousarray(np.concatenate(chains)),
        outcomes=outcomes,
        strings=strings,
        string_at=string_at,
        most_points=_most_points(joined, group_at, doors, len(tables)),
        reach_box=np.array(reach.boxes, dtype=np.int64),
        reach_at=np.array(reach.at, dtype=np.int64),
        reach_map=np.concatenate([*reach.maps, np.zeros(1, np.int8)]),
    )


def _starts(lengths: list[int]) -> Ints:
    return np.cumsum([0, *lengths], dtype=np.int64)


def _with_corners(arrays: DealArrays, wall: int, placements: Ints) -> Ints:
    """Add the first tiles beyond the right and the bottom side."""
    sideways = placements[:, 0] % 2 == 1
    across = np.where(sideways, arrays.height[wall], arrays.width[wall])
    down = np.where(sideways, arrays.width[wall], arrays.height[wall])
    left, top = placements[:, 1], placements[:, 2]
    columns = [placements[:, 0], left, top, left + across, top + down, placements[:, 3]]
    return np.stack(columns, axis=1).astype(np.int64)


def _most_points(groups: Ints, group_at: Ints, doors: int, cards: int) -> Ints:
    """Most points along doors from every (card, entrance), the Cottage (0 points) included."""
    best = np.full((cards + 1) * doors, -1, dtype=np.int64)
    best[cards * doors :] = 0
    for number in reversed(range(cards * doors)):
        rows = groups[group_at[number] : group_at[number + 1]]
        if len(rows) == 0:
            continue
        rest = best[(number // doors + 1) * doors + rows[:, DOOR]]
        totals = np.where(rest >= 0, rows[:, 1] + rest, -1)
        best[number] = totals.max()
    return best


class _Reach:
    """Collects which tiles the cards still to come may cover, table by table."""

    def __init__(self, arrays: DealArrays):
        self.boxes: list[tuple[int, int, int, int]] = []
        self.at: list[int] = []
        self.maps: list[NDArray[np.int8]] = []
        self._size = 0
        longest = np.maximum(arrays.width, arrays.height)
        # A later card overlaps the one before it, so it ends at most its length less one beyond.
        self._further = [int(np.sum(longest[k + 2 :] - 1)) for k in range(len(longest))]
        self._last = len(longest) - 2

    def add(self, placements: Ints | None, k: int) -> None:
        """Add the table of card ``k`` with these placements (None: there is no such entrance)."""
        if placements is None or len(placements) == 0:
            self.boxes.append((0, 0, 0, 0))
            self.at.append(-1)
            return
        left, top = (int(placements[:, column].min()) for column in (LEFT_SIDE, TOP_SIDE))
        right, bottom = (int(placements[:, column].max()) for column in (RIGHT_SIDE, BOTTOM_SIDE))
        if k < self._last:
            more = self._further[k]
            self.boxes.append((left - more, top - more, right + more, bottom + more))
            self.at.append(-1)
            return
        marks = np.zeros((bottom - top, right - left), dtype=np.int8)
        for _, x, y, beyond, below, _ in placements.tolist():
            marks[y - top : below - top, x - left : beyond - left] = 1
        self.boxes.append((left, top, right, bottom))
        self.at.append(self._size)
        self.maps.append(marks.ravel())
        self._size += marks.size
