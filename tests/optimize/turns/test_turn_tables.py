"""What is put around the kernels of turns: room, crows left, effects, and what is asked for."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.rules import RedTiming, Rules
from bolets_solver.optimize.tracing.deal_arrays import MAX_CUBES, MAX_LIVES
from bolets_solver.optimize.tracing.trace_arrays import GAIN_LIFE, LOSE_LIFE, USE_CUBE, new_walk
from bolets_solver.optimize.turns import turn_tables
from bolets_solver.optimize.turns.trace_rows import (
    AT,
    BITS,
    EXIT,
    HAND,
    LENGTH,
    LIVES,
    PLACE,
    TRACE_COLUMNS,
    WORTH,
)
from bolets_solver.optimize.turns.turn_kernels import LETTERS
from bolets_solver.optimize.turns.turn_tables import (
    Purse,
    Situation,
    Traces,
    Turns,
    cells_of,
    unpacked_events,
)
from bolets_solver.work.limits import Work
from tests.bolets.making import edge_face
from tests.optimize.setting import deal_arrays, edge_card

pytestmark = pytest.mark.jit_off

CROWS = [(0, 0), (2, 0), (1, 1), (3, 2)]
"""In the order in which they are numbered."""
WALL = edge_card(3, 2)
CUBES = [1, 3, 2]


def made(rules: Rules | None = None) -> Turns:
    """Card 1 has four crows, card 0 another one."""
    faces = edge_card(3, 4, [(1, 3)]), edge_card(5, 4, CROWS), WALL
    arrays = deal_arrays(*faces, rules=rules)
    return Turns(arrays, CUBES, new_walk(arrays), Work())


def test_traces_give_the_parts_of_a_row() -> None:
    rows = np.zeros((3, TRACE_COLUMNS + 4), dtype=np.int64)
    rows[1, [AT, LENGTH]] = 2, 3
    rows[1, TRACE_COLUMNS:] = USE_CUBE | LOSE_LIFE << 3, GAIN_LIFE, 0b101, 1 << 40
    rows[0, TRACE_COLUMNS:] = 0, 0, 0b1000, 2
    details = np.array([90, 91, 11, 12, 13, 0, 1, 0, 92, 93])
    traces = Traces(np.zeros((1, 3), dtype=np.int64), rows, details, 2)
    assert traces.tiles(1) == [11, 12, 13]
    assert traces.laid(1) == [False, True, False]
    assert traces.events(1) == bytes([USE_CUBE, LOSE_LIFE, GAIN_LIFE])
    assert traces.cells(1) == [0, 2, BITS + 40]
    assert traces.cells(0) == [3, BITS + 1]
    assert traces.footprints.shape == (3, 2)


def test_cells_of_and_unpacked_events_read_all_words() -> None:
    assert cells_of(np.array([1 | 1 << 61, 0, 1 << 5])) == [0, 61, 2 * BITS + 5]
    assert unpacked_events([0o321, 0, 0o4]) == bytes([1, 2, 3, 4])


@pytest.mark.parametrize("timing", RedTiming)
def test_there_is_room_for_an_event_a_tile_and_eight_cubes(timing: RedTiming) -> None:
    """Mushrooms are events where red cubes are earned in the trace."""
    busy = edge_face("cchh\nmmmm\nMMMM\n....\ncccc\nhhhh\ncccc\nhhcc", "N1 S1", "1A")
    calm = edge_card(9, 10)
    arrays = deal_arrays(calm, busy, edge_card(3, 3, [(1, 1)]), rules=Rules(red_timing=timing))
    turns = Turns(arrays, [0] * 3, new_walk(arrays), Work())
    loud = 20 + 8 * (timing is RedTiming.TRACE)
    assert turns._most_events() == loud + MAX_CUBES
    assert turns._event_words == -(-(loud + MAX_CUBES) // LETTERS) == 2
    assert turns._tile_words == -(-11 * 12 // BITS) == 3


def test_crow_cells_are_those_of_the_card_in_their_order() -> None:
    turns = made()
    assert turns.crow_cells(1) == [(y + 1) * 7 + x + 1 for x, y in CROWS]
    assert turns.crow_cells(0) == [4 * 5 + 2]
    assert [turns.crow_count(k) for k in range(3)] == [1, 4, 0]
    words = turns._crow_words(1)
    assert cells_of(words) == turns.crow_cells(1)
    assert len(words) == turns._tile_words


PLACED = np.array(list(product(range(4), range(-2, 5), range(-2, 4))), dtype=np.int64)


@pytest.mark.parametrize("crows", [(), (0,), (1,), (2,), (3,), (0, 3)])
def test_covering_says_which_placements_cover_a_crow(crows: tuple[int, ...]) -> None:
    found = made()._covering(1, PLACED, crows)
    for (quarter, x, y), covers in zip(PLACED.tolist(), found.tolist(), strict=True):
        wall = PlacedFace(WALL, Placement(90 * quarter, x, y))
        assert covers == any(wall.covers(CROWS[crow]) for crow in crows)


def test_left_are_crows_neither_covered_nor_walked_nor_under_cubes() -> None:
    turns = made()
    cells = turns.crow_cells(1)
    place = np.arange(len(PLACED)).repeat(2)
    prints = np.zeros((len(place), turns._tile_words), dtype=np.int64)
    prints[1::2, 0] = 1 << cells[2] | 1 << (cells[0] + 1)
    left = turns._left(Situation(1, 0, (1,)), PLACED, place, prints)
    for row, number in enumerate(place.tolist()):
        quarter, x, y = PLACED[number].tolist()
        wall = PlacedFace(WALL, Placement(90 * quarter, x, y))
        walked = {2} if row % 2 else set()
        expected = [c not in {1, *walked} and not wall.covers(CROWS[c]) for c in range(4)]
        assert left[row].tolist() == expected


def test_placements_cover_no_crow_under_a_cube() -> None:
    turns = made()
    free, masked = (turns.placements(Situation(1, 0, crows)).tolist() for crows in ((), (2,)))
    walls = [PlacedFace(WALL, Placement(90 * q, x, y)) for q, x, y in free]
    expected = [row for row, wall in zip(free, walls, strict=True) if not wall.covers(CROWS[2])]
    assert masked == expected
    assert 0 < len(masked) < len(free)


def test_a_table_is_made_for_a_full_purse_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five lives, the cubes that the card allows, no yellow ones: nothing beyond that is a game."""
    turns, asked = made(), []
    traces = turns.traces

    def noted(situation: Situation, placements: Any, purse: Purse) -> Traces:
        asked.append((situation, purse))
        assert placements.tolist() == turns.placements(situation).tolist()
        return traces(situation, placements[:2], purse, threaded=False)

    monkeypatch.setattr(turns, "traces", noted)
    situation = Situation(1, 1, (0,))
    table = turns.table(situation)
    assert asked == [(situation, Purse(0, MAX_LIVES, CUBES[1], 0, 0))]
    assert turns.table(situation) is table
    assert len(asked) == 1


def test_turns_of_a_table_are_dropped_only_among_those_that_leave_the_same_crows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One tile less is better, unless it is a crow's: that crow stays visible then.

    Nor is a turn dropped for one of another placement or door, or with other points.
    """
    turns = made()
    crow, floor, more = turns.crow_cells(1)[2], 15, 17
    placed = turns.placements(Situation(1, 0))[:2]
    listed = [  # placement, door, points, events, tiles
        (0, 1, 3, [], {floor}),
        (0, 1, 3, [], {floor, more}),
        (0, 1, 3, [LOSE_LIFE], {floor}),
        (0, 1, 3, [], {floor, crow}),
        (0, 1, 3, [LOSE_LIFE], {floor, crow, more}),
        (0, 1, 4, [LOSE_LIFE], {floor, more}),
        (0, 0, 3, [LOSE_LIFE], {floor, more}),
        (1, 1, 3, [LOSE_LIFE], {floor, more}),
        (0, 1, 3, [], {more}),
    ]
    kept = {0, 3, 5, 6, 7, 8}
    rows = np.zeros((len(listed), TRACE_COLUMNS + turns._event_words + 1), dtype=np.int64)
    for row, (place, door, points, events, tiles) in zip(rows, listed, strict=True):
        row[[PLACE, EXIT, WORTH, LIVES, HAND]] = place, door, points, 4, len(tiles)
        row[TRACE_COLUMNS] = sum(event << 3 * at for at, event in enumerate(events))
        row[-1] = sum(1 << tile for tile in tiles)
    none = np.zeros(0, dtype=np.int64)
    monkeypatch.setattr(turns, "placements", lambda situation: placed)
    monkeypatch.setattr(turns, "_tile_words", 1)
    found = Traces(placed, rows, none, turns._event_words)
    monkeypatch.setattr(turns, "traces", lambda *_: found)
    table = turns.table(Situation(1, 0))
    made_turns = {
        (place, door, points, turns.book.word(effect), frozenset(table.cells(index)))
        for index, (place, door, points, effect, _) in enumerate(table.turns.tolist())
    }
    assert made_turns == {
        (place, door, points, bytes(events), frozenset(tiles))
        for number, (place, door, points, events, tiles) in enumerate(listed)
        if number in kept
    }
    left = turns._left(Situation(1, 0), placed, table.turns[:, 0], table.footprints)
    assert table.crows.tolist() == left.tolist()
    assert table.turns[:, 4].tolist() == left.sum(axis=1).tolist()


def test_traces_are_listed_with_the_cubes_that_lie_and_the_purse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns, placed, calls = made(), PLACED[:3], []

    def listed(*facts: Any) -> int:
        calls.append(facts)
        facts[3].done[:2] = 1, 2
        return 0

    monkeypatch.setattr(turn_tables, "list_traces", listed)
    found = turns.traces(Situation(1, 1, (3, 0)), placed, Purse(7, 4, 3, 2, 1), threaded=False)
    ((arrays, k, entrance, given, words, walk, flag),) = calls
    assert (arrays is turns.arrays, walk is turns.walk, flag is turns.work.flag) == (True,) * 3
    assert (k, entrance, words) == (1, 1, turns._event_words)
    assert given.masked.tolist() == [turns.crow_cells(1)[crow] for crow in (3, 0)]
    assert given.purse.tolist() == [7, 4, 3, 2, 1]
    assert given.rows.shape[1] == TRACE_COLUMNS + turns._event_words + turns._tile_words
    assert (given.placements is placed, found.placements is placed) == (True, True)
    assert (len(found.rows), len(found.details)) == (1, 2)


def test_effects_are_numbered_by_what_they_bring() -> None:
    turns = made()
    assert turns._effects(np.zeros((0, 2), dtype=np.int64)).shape == (0,)
    words = [[LOSE_LIFE, 0], [GAIN_LIFE, 0], [LOSE_LIFE, 0], [USE_CUBE, LOSE_LIFE]]
    numbers = turns._effects(np.array(words)).tolist()
    assert numbers[0] == numbers[2]
    assert [turns.book.word(number) for number in numbers] == [
        bytes(event for event in row if event) for row in words
    ]


def test_better_is_equality_where_red_cubes_are_earned_in_the_trace() -> None:
    for timing in RedTiming:
        turns = made(Rules(red_timing=timing))
        lose, calm = turns.book.number(bytes([LOSE_LIFE])), turns.book.number(b"")
        better = turns._better()
        assert (better[lose, lose], better[calm, calm], better[lose, calm]) == (1, 1, 0)
        assert better[calm, lose] == (timing is RedTiming.UPDATE)
