"""The segment tables of all pairs of a deck's faces, joined into one set of arrays for the kernels.

Pairs are joined once, as they are first met, into arrays that grow; an order of faces is then a few
rows with the begin and end of the tables of its pairs. What depends on the cards still to come
alone is found once for all orders that end alike, see
``search.orders``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.bolets.cards.face import Face
from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import BYTES, INT, INTS, ROWS
from bolets_solver.optimize.tables.segment_table import (
    CHAIN_COLUMNS,
    DOOR,
    EFFECT,
    FIRST,
    LAST,
    POINTS,
    SegmentTable,
)
from bolets_solver.optimize.tracing.deal_arrays import Int, Ints
from bolets_solver.optimize.tracing.effects import EFFECTS_TYPE, EffectBook, Effects
from bolets_solver.optimize.tracing.growing import Growing

TURNS, LEFT_SIDE, TOP_SIDE, RIGHT_SIDE, BOTTOM_SIDE = range(5)
"""Columns of ``DealTables.placements``; right and bottom are the first tiles beyond."""


class DealTables(NamedTuple):
    """The tables of every (card, entrance) of a deal, by :func:`table_number`.

    ``doors[0]``: most doors of a face of the deck. ``groups[group_at[t]:group_to[t]]`` as in
    SegmentTable, with members, placements and crow sets numbered through all pairs met; ``chain``
    likewise holds the undominated groups (door, points, effect, crows left). ``effects``: by
    number. ``most_points[t]``: most points from that entrance to the Cottage if only doors
    mattered, -1 if no way leads there. ``reach_box[t]``: left, top, right, bottom of the tiles that
    the cards still to come may cover; with only the cottage to come ``reach_at[t]`` >= 0 gives
    where in ``reach_map`` the tiles of that box are marked, row by row.
    """

    doors: Ints
    group_at: Ints
    group_to: Ints
    groups: Ints
    members: Ints
    placements: Ints
    crow_sets: Ints
    set_at: Ints
    chain_at: Ints
    chain_to: Ints
    chain: Ints
    effects: Effects
    most_points: Ints
    reach_box: Ints
    reach_at: Ints
    reach_map: NDArray[np.int8]


TABLES_TYPE = bundle_type(
    DealTables,
    doors=INTS,
    group_at=INTS,
    group_to=INTS,
    groups=ROWS,
    members=ROWS,
    placements=ROWS,
    crow_sets=INTS,
    set_at=INTS,
    chain_at=INTS,
    chain_to=INTS,
    chain=ROWS,
    effects=EFFECTS_TYPE,
    most_points=INTS,
    reach_box=ROWS,
    reach_at=INTS,
    reach_map=BYTES,
)


@kernel(INT(TABLES_TYPE, INT, INT), inline=True)
def table_number(tables: DealTables, k: Int, entrance: Int) -> Int:
    """The number of the tables of card ``k`` when it was entered by a door."""
    return k * tables.doors[0] + entrance


@dataclass
class JoinedPair:
    """Where the tables of a pair of faces are; rows by entrance, empty where there is none.

    ``door_points[e, d]``: most points of a trace from entrance e to door d, -1 if there is none.
    ``box``: left, top, right, bottom of all placements. ``marks_at``: where in the reach map the
    tiles of each box are marked that a placement covers, once that was asked for.
    """

    group_at: Ints
    group_to: Ints
    chain_at: Ints
    chain_to: Ints
    door_points: Ints
    box: Ints
    entries: int
    placements: tuple[Ints, ...]
    marks_at: Ints | None = None


class TableBook:
    """All pairs met so far, joined; ``doors``: most doors of a face."""

    def __init__(self, doors: int, effects: EffectBook):
        self.doors = doors
        self._doors: Ints = np.array([doors], dtype=np.int64)
        self._effects = effects
        self._groups = Growing((6,))
        self._members = Growing((2,))
        self._placements = Growing((5,))
        self._crow_sets = Growing()
        self._set_at = Growing()
        self._chain = Growing((CHAIN_COLUMNS,))
        self._marks = Growing((), np.int8)
        self._set_at.add(np.zeros(1, np.int64))
        self._marks.add(np.zeros(1, np.int8))
        self.widest = 0
        """Most groups of a table."""

    @property
    def nbytes(self) -> int:
        """Bytes that all arrays take."""
        parts = (self._groups, self._members, self._placements, self._crow_sets, self._chain)
        return sum(part.nbytes for part in parts)

    @property
    def n_placements(self) -> int:
        """How many placements there are."""
        return len(self._placements)

    def join(self, wall: Face, pair: tuple[SegmentTable, ...]) -> JoinedPair:
        """Add the tables of a pair of faces, ``wall`` the second."""

        def zeros(*shape: int) -> Ints:
            return np.zeros((self.doors, *shape), dtype=np.int64)

        placed = tuple(_with_corners(wall, table.placements) for table in pair)
        joined = JoinedPair(
            *(zeros(), zeros(), zeros(), zeros(), zeros(self.doors) - 1, zeros(4)),
            sum(len(table.members) for table in pair),
            placed,
        )
        for entrance, table in enumerate(pair):
            self._add(joined, entrance, table)
        return joined

    def _add(self, joined: JoinedPair, entrance: int, table: SegmentTable) -> None:
        placed = joined.placements[entrance]
        number = self._effects.number
        effects = np.array([number(word) for word in table.effects], dtype=np.int64)
        rows = table.groups.copy()
        rows[:, EFFECT] = effects[rows[:, EFFECT]]
        chain = rows[table.chain, :CHAIN_COLUMNS]
        offsets = np.array([len(self._placements), len(self._set_at) - 1], dtype=np.int64)
        first_member = self._members.add(table.members + offsets)
        rows[:, FIRST] += first_member
        rows[:, LAST] += first_member
        self._placements.add(placed)
        self._set_at.add(table.set_at[1:] + len(self._crow_sets))
        self._crow_sets.add(table.crow_sets)
        joined.group_at[entrance] = self._groups.add(rows)
        joined.group_to[entrance] = len(self._groups)
        joined.chain_at[entrance] = self._chain.add(chain)
        joined.chain_to[entrance] = len(self._chain)
        self.widest = max(self.widest, len(rows))
        np.maximum.at(joined.door_points[entrance], rows[:, DOOR], rows[:, POINTS])
        if len(placed):
            joined.box[entrance] = (
                *(placed[:, column].min() for column in (LEFT_SIDE, TOP_SIDE)),
                *(placed[:, column].max() for column in (RIGHT_SIDE, BOTTOM_SIDE)),
            )

    def marks_at(self, joined: JoinedPair) -> Ints:
        """Where the tiles that the placements cover are marked; -1 where there are none."""
        if joined.marks_at is None:
            joined.marks_at = np.full(self.doors, -1, dtype=np.int64)
            for entrance, placed in enumerate(joined.placements):
                if len(placed):
                    left, top, right, bottom = joined.box[entrance].tolist()
                    marks = np.zeros((bottom - top, right - left), dtype=np.int8)
                    for _, x, y, beyond, below in placed.tolist():
                        marks[y - top : below - top, x - left : beyond - left] = 1
                    joined.marks_at[entrance] = self._marks.add(marks.ravel())
        return joined.marks_at

    def tables(self, rows: dict[str, Any]) -> DealTables:
        """Return the tables of an order; ``rows``: all fields that are rows by table number."""
        return DealTables(
            doors=self._doors,
            groups=self._groups.rows,
            members=self._members.rows,
            placements=self._placements.rows,
            crow_sets=self._crow_sets.rows,
            set_at=self._set_at.rows,
            chain=self._chain.rows,
            effects=self._effects.arrays(),
            reach_map=self._marks.rows,
            **rows,
        )


def _with_corners(wall: Face, placements: Ints) -> Ints:
    """Add the first tiles beyond the right and the bottom side."""
    sideways = placements[:, 0] % 2 == 1
    across = np.where(sideways, wall.height, wall.width)
    down = np.where(sideways, wall.width, wall.height)
    left, top = placements[:, 1], placements[:, 2]
    columns = [placements[:, 0], left, top, left + across, top + down]
    return np.stack(columns, axis=1).astype(np.int64)
