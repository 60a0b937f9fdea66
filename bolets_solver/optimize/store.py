"""Where segment tables come from: memory, disk, or enumeration."""

from __future__ import annotations

from bolets_solver.bolets.deal import Deal
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.deal_arrays import (
    MAX_CUBES,
    MAX_REDS,
    POINTS_PER_RED,
    RED_IN_TRACE,
    DealArrays,
    yellow_supply,
)
from bolets_solver.bolets.face import POINTS
from bolets_solver.optimize.deal_tables import DealTables, join_tables
from bolets_solver.optimize.effects import EffectBook
from bolets_solver.optimize.tables import SegmentTable, build_table
from bolets_solver.optimize.walk import new_walk
from bolets_solver.work import Work


class TableStore:
    """Keeps tables; one store may serve many deals."""

    def __init__(self) -> None:
        self._books: dict[bool, EffectBook] = {False: EffectBook(), True: EffectBook()}
        self._memory = {}

    def tables(self, deal: Deal, rules: Rules, arrays: DealArrays, work: Work) -> DealTables:
        walk = new_walk(arrays)
        caps = cube_caps(deal, rules)
        rows = []
        for k in range(len(deal.order) - 1):
            row = []
            for e in range(len(deal.faces[k].doors)):
                key = (deal.faces[k], e, deal.faces[k+1], caps[k], rules.red_timing, rules.blocked_counts)
                t = self._memory.get(key)
                if t is None:
                    t = work.run(build_table, arrays, k, e, caps[k], walk, work.flag)
                    work.poll()
                    self._memory[key] = t
                row.append(t)
            rows.append(row)
        return join_tables(arrays, rows, self._books[bool(arrays.switches[RED_IN_TRACE])])


def cube_caps(deal: Deal, rules: Rules) -> list[int]:
    """Most cubes that a game can have in hand while it traces each card but the Cottage."""
    caps = []
    points = 0
    in_trace = rules.red_timing == "trace"
    for face in deal.faces[:-1]:
        own = sum(POINTS[kind] * face.count(kind) for kind in POINTS)
        reds = (points + (own if in_trace else 0)) // POINTS_PER_RED
        caps.append(min(MAX_CUBES, min(MAX_REDS, reds) + yellow_supply(rules)))
        points += own
    return caps
