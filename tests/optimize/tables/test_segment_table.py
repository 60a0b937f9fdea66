"""Segment tables against the reference: every turn is there, or one that is nowhere worse."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import CROW, POINTS, Border, Face
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.rules import RedTiming, Rules
from bolets_solver.optimize.tables import segments
from bolets_solver.optimize.tables.segment_table import (
    DOOR,
    EFFECT,
    FIRST,
    LAST,
    LEFT,
    SegmentTable,
    build_table,
)
from bolets_solver.optimize.tables.segment_table import (
    POINTS as WORTH,
)
from bolets_solver.optimize.tables.segments import FULL_OF_ENTRIES, larger_room, new_room
from bolets_solver.optimize.tracing.effects import OUTCOMES, write_outcomes
from bolets_solver.optimize.tracing.placements import list_placements
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays
from tests.optimize.tracing.test_traces import garden, word_of
from tests.reference.tracing import traces as all_traces

pytestmark = pytest.mark.jit_off

Word = tuple[int, ...]
Entry = tuple[int, int, tuple[int, ...]]
"""Placement, door, crows left: what entries are compared within."""


def pairs(border: Border, count: int) -> Iterator[tuple[Face, Face, Rules]]:
    rng = random.Random(f"tables {border}")
    for number in range(count):
        timing = RedTiming.TRACE if number % 3 == 2 else RedTiming.UPDATE
        yield garden(rng, border, 3), garden(rng, border, 2), Rules(red_timing=timing)


def outcome(word: Word) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    table = np.zeros((OUTCOMES, 3), dtype=np.int8)
    plain(write_outcomes)(np.array([*word, 0], dtype=np.int8), 0, len(word), table)
    return table


def dominates(one: Word, other: Word, timing: RedTiming) -> bool:
    """Whether the events of one trace leave nobody worse off than those of another."""
    if timing is RedTiming.TRACE and {4, 5} & {*one, *other}:  # points among the events
        return one == other
    mine, theirs = outcome(one), outcome(other)
    if timing is RedTiming.TRACE:
        return np.array_equal(mine, theirs)
    alive = theirs[:, 0] > 0
    return bool((mine[alive] >= theirs[alive]).all())


def turns(
    face: Face,
    wall: Face,
    entrance: int,
    placed: np.ndarray[tuple[int, int], np.dtype[np.int64]],
    cubes: int,
    rules: Rules,
) -> dict[Entry, set[tuple[int, Word]]]:
    """All traces by placement, door and crows left, each with points and events.

    A trace that five lives and these cubes cannot pay for is in no game.
    """
    printed = [(x, y) for y, x in product(range(face.height), range(face.width))]
    crows = [tile for tile in printed if face.grid[tile[1]][tile[0]] == CROW]
    found: dict[Entry, set[tuple[int, Word]]] = {}
    for number, (quarter, x, y) in enumerate(placed.tolist()):
        lying = Placement(90 * quarter, x, y)
        card = PlacedFace(wall, lying)
        most = cubes + 6 * (rules.red_timing is RedTiming.TRACE)
        for trace in all_traces(face, face.doors[entrance], lying, wall, most, rules):
            word, _ = word_of(face, trace, rules)
            lives, hand, points = 5, cubes, 0
            alive = True
            for event in word:
                lives = min(5, lives + (event == 2)) - (event == 1)
                gain = {4: 1, 5: 3}.get(event, 0)
                hand += min(6, (points + gain) // 4) - min(6, points // 4) - (event == 3)
                points += gain
                alive = alive and lives > 0 and hand >= 0
            if not alive:
                continue
            gone = {*trace.path, *trace.cubes}
            left = tuple(
                n for n, tile in enumerate(crows) if tile not in gone and not card.covers(tile)
            )
            worth = sum(POINTS.get(face.grid[y][x], 0) for x, y in trace.path)
            found.setdefault((number, trace.door - 1, left), set()).add((worth, word))
    return found


def entries_of(table: SegmentTable) -> dict[Entry, list[tuple[int, Word]]]:
    """The entries of a table, by placement, door and crows left."""
    found: dict[Entry, list[tuple[int, Word]]] = {}
    for group in table.groups.tolist():
        word = tuple(table.effects[group[EFFECT]])
        for placement, crow_set in table.members[group[FIRST] : group[LAST]].tolist():
            crows = table.crow_sets[table.set_at[crow_set] : table.set_at[crow_set + 1]]
            left = tuple(crows.tolist())
            assert len(left) == group[LEFT]
            found.setdefault((placement, group[DOOR], left), []).append((group[WORTH], word))
    return found


def build(face: Face, wall: Face, entrance: int, cubes: int, rules: Rules) -> SegmentTable:
    arrays = deal_arrays(wall, face, wall, rules=rules)
    flag = np.zeros(1, dtype=np.int64)
    table = plain(build_table)(arrays, 1, entrance, cubes, new_walk(arrays), flag)
    assert table is not None
    return table


@pytest.mark.parametrize("border", list(Border))
def test_build_table_keeps_the_best_turns_of_every_placement_door_and_set_of_crows(
    border: Border,
) -> None:
    seen = dropped = 0
    for face, wall, rules in pairs(border, 9):
        timing = rules.red_timing
        for entrance, cubes in ((0, 1), (1, 2), (3, 0)):
            table = build(face, wall, entrance, cubes, rules)
            expected = turns(face, wall, entrance, table.placements, cubes, rules)
            found = entries_of(table)
            assert set(found) == set(expected)
            for key, rows in found.items():
                every = expected[key]
                for worth, word in rows:
                    assert any(
                        worth == other
                        and dominates(word, theirs, timing)
                        and dominates(theirs, word, timing)
                        for other, theirs in every
                    ), "what is kept is a turn"
                for worth, word in every:
                    assert any(
                        better >= worth and dominates(other, word, timing) for better, other in rows
                    ), "what is dropped is no loss"
                for one, two in product(rows, repeat=2):
                    assert one is two or not (
                        one[0] >= two[0] and dominates(one[1], two[1], timing)
                    ), "nothing is kept twice"
                seen += len(rows)
                dropped += len(every) - len(rows)
    assert seen > 100
    assert dropped > 0


@pytest.mark.parametrize("border", list(Border))
def test_build_table_marks_the_groups_that_no_other_dominates_as_chain(border: Border) -> None:
    for face, wall, rules in pairs(border, 6):
        table = build(face, wall, 0, 2, rules)
        groups = table.groups.tolist()
        for number, one in enumerate(groups):
            rivals = [
                other
                for other in groups
                if other is not one
                and (other[DOOR], other[LEFT]) == (one[DOOR], one[LEFT])
                and other[WORTH] >= one[WORTH]
                and dominates(
                    tuple(table.effects[other[EFFECT]]),
                    tuple(table.effects[one[EFFECT]]),
                    rules.red_timing,
                )
            ]
            assert (number in table.chain) == (not rivals)


def test_build_table_sorts_groups_and_numbers_members_in_a_row() -> None:
    for face, wall, rules in pairs(Border.EDGES, 4):
        table = build(face, wall, 1, 2, rules)
        worth = table.groups[:, WORTH].tolist()
        assert worth == sorted(worth, reverse=True)
        keys = [tuple(row) for row in table.groups[:, [DOOR, WORTH, EFFECT, LEFT]].tolist()]
        assert len(set(keys)) == len(keys)
        assert table.groups[0, FIRST] == 0
        assert (table.groups[1:, FIRST] == table.groups[:-1, LAST]).all()
        assert table.groups[-1, LAST] == len(table.members)


def test_enumerate_segments_goes_on_with_more_room() -> None:
    """Rooms of one entry, string and set, made larger again and again: the same table."""
    for face, wall, rules in pairs(Border.EDGES, 3):
        arrays = deal_arrays(face, wall, rules=rules)
        walk, flag = new_walk(arrays), np.zeros(1, dtype=np.int64)
        placed = list_placements(arrays, 0, 0, 1, walk)
        rooms = []
        for sizes in ((1024, 128, 64), (2, 2, 1)):
            room, larger = new_room(3 * len(walk.tile), *sizes), 0
            while True:
                answer = plain(segments.enumerate_segments)(
                    arrays, 0, 0, 2, placed, room, walk, flag
                )
                if answer < FULL_OF_ENTRIES:
                    break
                room, larger = larger_room(room, answer), larger + 1
            rooms.append(room)
            assert answer == segments.DONE
        assert larger > 3
        first, second = rooms
        assert first.counts.tolist() == second.counts.tolist()
        count = first.counts[segments.N_ENTRIES]
        assert np.array_equal(first.entries[:count], second.entries[:count])


def test_enumerate_segments_stops_when_the_flag_is_raised() -> None:
    face, wall, rules = next(pairs(Border.EDGES, 1))
    arrays = deal_arrays(face, wall, rules=rules)
    walk = new_walk(arrays)
    placed = list_placements(arrays, 0, 0, 1, walk)
    room = new_room(3 * len(walk.tile))
    flag = np.ones(1, dtype=np.int64)
    arguments = (arrays, 0, 0, 2, placed, room, walk, flag)
    assert plain(segments.enumerate_segments)(*arguments) == segments.STOPPED
    assert plain(build_table)(arrays, 0, 0, 2, walk, flag) is None
