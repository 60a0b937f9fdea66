"""The steps that list the traces of a turn for advice, one by one, on boards set up by hand."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bolets_solver.advise.candidates import turn_kernel as kernels
from bolets_solver.advise.candidates.turn_kernel import (
    BASE,
    COLUMNS,
    CROWS,
    START_HEADING,
    START_MUSHROOMS,
    START_TILE,
    START_TRACED,
)
from bolets_solver.bolets.rules import RedTiming
from bolets_solver.optimize.tracing.deal_arrays import FREE, OBSTACLE, PATH
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, new_walk
from bolets_solver.optimize.turns.trace_rows import (
    BITS,
    HAND,
    LENGTH,
    N_DETAILS,
    N_PLACES,
    N_ROWS,
    PLACE,
    WORTH,
    TraceList,
)
from tests.optimize.plain import Replace, plain, replacing
from tests.optimize.setting import deal_arrays, edge_card, switches

pytestmark = pytest.mark.jit_off

CROWS_HERE = [(1, 0), (0, 1), (2, 1), (1, 2)]
ARRAYS = deal_arrays(edge_card(3, 3, CROWS_HERE, "N1 S3"), edge_card(2, 2, [(0, 0)]))
STRIDE = 5
WORDS = 2
FLAG = np.zeros(1, dtype=np.int64)


def step(name: str) -> Any:
    return plain(getattr(kernels, name))


@pytest.fixture
def replace(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Let other functions stand for those that the steps call."""
    return replacing(kernels.list_turns, monkeypatch)


def new_list(rows: int = 12, details: int = 400, places: int = 3) -> TraceList:
    return TraceList(
        placements=np.zeros((places, 3), dtype=np.int64),
        masked=np.zeros(0, dtype=np.int64),
        purse=np.array([9, 4, 3, 2, 1], dtype=np.int64),
        rows=np.full((rows, COLUMNS + WORDS), 44, dtype=np.int64),
        details=np.full(details, 55, dtype=np.int64),
        done=np.zeros(3, dtype=np.int64),
    )


# --- the board -----------------------------------------------------------------------------------


def test_lay_begun_and_lift_begun_change_the_tiles_that_were_begun_alone() -> None:
    walk = new_walk(ARRAYS)
    walk.ground[:] = 7
    begun = np.zeros(25, dtype=np.int8)
    begun[[0, 6, 12, 18]] = OBSTACLE, PATH, OBSTACLE, PATH
    step("_lay_begun")(begun, walk)
    expected = np.full(len(walk.ground), 7)
    expected[[0, 6, 12, 18]] = OBSTACLE, PATH, OBSTACLE, PATH
    assert walk.ground.tolist() == expected.tolist()
    step("_lift_begun")(ARRAYS, begun, walk)
    expected[[0, 6, 12, 18]] = ARRAYS.ground[[0, 6, 12, 18]]
    assert walk.ground.tolist() == expected.tolist()
    assert ARRAYS.ground[0] == OBSTACLE and ARRAYS.ground[6] == FREE


@pytest.mark.parametrize("tile", (-1, 0, 12))
def test_begin_starts_at_the_entrance_or_goes_on_where_a_trace_was_begun(
    replace: Replace, tile: int
) -> None:
    """With the purse; a yellow cube may be taken first only if the purse says so."""
    walk, calls = new_walk(ARRAYS), []

    def in_sight(arrays: Any, k: int, given: Any) -> int:
        assert (arrays is ARRAYS, k, given is walk) == (True, 0, True)
        return 33

    def set_purse(given: Any, *facts: int) -> None:
        assert given is walk
        calls.append(("purse", *facts))

    def begin(arrays: Any, *facts: Any) -> None:
        assert arrays is ARRAYS and facts[-1] is walk
        calls.append(("begin", *facts[:-1]))

    def go_on(*facts: Any) -> None:
        assert facts[-1] is walk
        calls.append(("continue", *facts[:-1]))

    replace(points_in_sight=in_sight, set_purse=set_purse, begin=begin, go_on=go_on)
    start = np.zeros(4, dtype=np.int64)
    start[[START_TILE, START_HEADING, START_MUSHROOMS, START_TRACED]] = tile, 3, 5, 7
    purse = np.array([9, 4, 3, 2, 1, 70])
    step("_begin")(ARRAYS, 6, purse, start, walk)
    second = ("begin", 0, 6, 33, 1) if tile < 0 else ("continue", tile, 3, 5, 7, 33)
    assert calls == [("purse", 9, 4, 3, 2), second]


# --- what is written -----------------------------------------------------------------------------


def test_write_crows_are_those_left_in_sight() -> None:
    """Not those walked over, nor those under a cube or the wall card."""
    walk, numbered = new_walk(ARRAYS), sorted(CROWS_HERE, key=lambda tile: tile[::-1])
    for left in range(1 << len(numbered)):
        walk.ground[:] = FREE
        for crow, (x, y) in enumerate(numbered):
            gone = (PATH, OBSTACLE)[crow % 2]
            walk.ground[(y + 1) * STRIDE + x + 1] = FREE if left >> crow & 1 else gone
        row = np.zeros(COLUMNS, dtype=np.int64)
        step("_write_crows")(ARRAYS, row, walk)
        assert row[CROWS] == left
        row[CROWS] = 0
        assert not row.any()


@pytest.mark.parametrize("timing", RedTiming)
def test_write_base_is_what_is_in_hand_less_what_all_points_of_the_game_earned(
    timing: RedTiming,
) -> None:
    """Where red cubes come at the update they are not in hand yet."""
    arrays = ARRAYS._replace(switches=switches(red_timing=timing, reds=5))
    for before, here, hand in ((0, 0, 2), (3, 1, 2), (2, 9, 6), (20, 9, 6), (3, 0, 0)):
        traces, walk = new_list(), new_walk(ARRAYS)
        traces.purse[0] = before
        traces.rows[2, HAND] = hand
        walk.scalar[DEPTH] = 3
        walk.points[:5] = 50, 60, 70, here, 80
        step("_write_base")(arrays, traces, 2, walk)
        earned = min(5, (before + here) // 4) if timing is RedTiming.TRACE else 0
        expected = np.full_like(traces.rows, 44)
        expected[2, [HAND, BASE]] = hand, hand - earned
        assert traces.rows.tolist() == expected.tolist()


def test_write_footprint_has_tiles_and_cubes_of_the_trace_as_far_as_reached() -> None:
    walk, row = new_walk(ARRAYS), np.zeros(COLUMNS + WORDS, dtype=np.int64)
    walk.tile[:4] = 0, 6, BITS + 1, 9
    walk.cube[:4] = -1, 7, 0, 8
    walk.scalar[DEPTH] = 2
    reach = np.array([0b1111_0001, 0b10])
    step("_write_footprint")(row, reach, walk)
    assert row[COLUMNS:].tolist() == [0b1100_0001, 0b10]
    assert not row[:COLUMNS].any()


# --- needless traces -----------------------------------------------------------------------------


def test_close_up_moves_what_is_kept_together_and_leaves_what_was_before() -> None:
    rng = random.Random("close up")
    for _ in range(20):
        rows = np.arange(9 * (COLUMNS + WORDS)).reshape(9, -1) + 1
        rows[3, LENGTH] = 1  # a trace that leaves from the entrance
        dropped = [row for row in range(2, 7) if rng.random() < 0.5]
        rows[dropped, LENGTH] = 0
        before = rows.copy()
        kept = [row for row in range(2, 7) if row not in dropped]
        end = step("_close_up")(rows, 2, 7)
        assert end == 2 + len(kept)
        assert rows[:2].tolist() == before[:2].tolist()
        assert rows[2:end].tolist() == before[kept].tolist()
        assert rows[7:].tolist() == before[7:].tolist()


# --- the list ------------------------------------------------------------------------------------


class Game:
    """Placements whose traces, and which of them are needless, are given by the test.

    ``found[p]``: worth of the traces of placement p; even ones that follow a larger one in the same
    placement are needless at once, and a worth of 90 marks the row before as needless.
    """

    def __init__(self, replace: Replace, found: list[list[int]], room: int = 99):
        self.found, self.room, self.walk = found, room, new_walk(ARRAYS)
        self.traces = new_list(places=len(found))
        self.reach = np.arange(2 * len(found)).reshape(-1, 2)
        self.begun, self.start = np.zeros(25, dtype=np.int8), np.zeros(4, dtype=np.int64)
        self.events: list[str] = []
        self.stop_in = -1
        self.left: list[int] = []
        self.first = 0
        names = (
            *("lay_board", "lay_placement", "_lay_begun", "_begin", "advance", "has_room"),
            *("write_row", "_write_crows", "_write_base", "_write_footprint", "_drop_needless"),
            *("write_details", "lift_placement", "_lift_begun"),
        )
        replace(**{name: getattr(self, name.strip("_")) for name in names})

    def run(self) -> int:
        facts = (ARRAYS, 6, self.traces, self.reach, self.begun, self.start, self.walk, FLAG)
        return int(step("list_turns")(*facts))

    def note(self, *facts: Any) -> None:
        self.events.append(" ".join(map(str, facts)))

    def lay_board(self, arrays: Any, *facts: Any) -> None:
        assert arrays is ARRAYS and facts[2] is self.walk
        self.note("board", *facts[:2])

    def lay_placement(self, arrays: Any, k: int, entrance: int, *facts: Any) -> None:
        assert (arrays is ARRAYS, k, entrance) == (True, 0, 6)
        assert facts[0] is self.traces and facts[2] is self.walk
        self.place, self.left = facts[1], list(self.found[facts[1]])
        self.note("lay", facts[1])

    def lay_begun(self, *facts: Any) -> None:
        assert facts[0] is self.begun and facts[1] is self.walk
        self.note("begun")

    def begin(self, *facts: Any) -> None:
        assert facts[1] == 6
        own = (ARRAYS, None, self.traces.purse, self.start, self.walk)
        assert all(fact is mine for fact, mine in zip(facts, own, strict=True) if mine is not None)
        self.note("begin")

    def advance(self, stride: int, given: Any, walk: Any, flag: Any) -> bool:
        assert (stride, given is ARRAYS.switches) == (STRIDE, True)
        assert walk is self.walk and flag is FLAG
        if self.place == self.stop_in and not self.left:
            FLAG[0] = 1
        self.worth = self.left.pop(0) if self.left else -1
        return self.worth >= 0

    def has_room(self, traces: TraceList, count: int, used: int, walk: Any) -> bool:
        assert used == 10 * self.written(count)
        return count < self.room

    def written(self, count: int) -> int:
        """How many details were written, of rows that were closed up too."""
        return self.details if count else 0

    details = 0

    def write_row(self, traces: TraceList, count: int, used: int, number: int, walk: Any) -> None:
        assert number == self.place and used == 10 * self.written(count)
        traces.rows[count] = 0
        traces.rows[count, [PLACE, WORTH, LENGTH]] = number, self.worth, 5

    def write_crows(self, arrays: Any, row: Any, walk: Any) -> None:
        row[CROWS] = 100 + self.worth

    def write_base(self, arrays: Any, traces: TraceList, count: int, walk: Any) -> None:
        traces.rows[count, BASE] = 200 + self.worth

    def write_footprint(self, row: Any, reach: Any, walk: Any) -> None:
        row[COLUMNS:] = reach

    def drop_needless(self, rows: Any, first: int, count: int) -> bool:
        assert rows is self.traces.rows
        assert rows[count, CROWS] == 100 + self.worth and rows[count, BASE] == 200 + self.worth
        assert rows[count, COLUMNS:].tolist() == self.reach[self.place].tolist()
        assert all(rows[first:count, PLACE] == self.place)
        assert first == 0 or rows[first - 1, PLACE] != self.place
        if self.worth == 90:
            rows[count - 1, LENGTH] = 0
        return self.worth % 2 == 0 and self.worth != 90

    def write_details(self, traces: TraceList, used: int, walk: Any) -> int:
        self.details += 1
        return used + 10

    def lift_placement(self, arrays: Any, k: int, traces: Any, number: int, walk: Any) -> None:
        assert (arrays is ARRAYS, k, traces is self.traces, walk is self.walk) == (
            True,
            0,
            True,
            True,
        )
        self.note("lift", number)

    def lift_begun(self, arrays: Any, begun: Any, walk: Any) -> None:
        assert (arrays is ARRAYS, begun is self.begun, walk is self.walk) == (True, True, True)
        self.note("lift begun")


def test_list_turns_lists_placement_by_placement_without_needless_traces(replace: Replace) -> None:
    game = Game(replace, [[1, 2, 3], [], [5, 7, 90], [11]])
    assert game.run() == 0
    done = game.traces.done
    assert done[[N_ROWS, N_PLACES]].tolist() == [5, 4]
    assert done[N_DETAILS] == 10 * 6, "details of rows dropped later stay"
    rows = game.traces.rows[:5]
    assert rows[:, [PLACE, WORTH]].tolist() == [[0, 1], [0, 3], [2, 5], [2, 90], [3, 11]]
    assert game.events[0] == "board 0 6"
    each = [f"lay {p},begun,begin,lift {p},lift begun" for p in range(4)]
    assert ",".join(game.events[1:]) == ",".join(each)


def test_list_turns_goes_on_at_the_placement_for_which_there_was_no_room(replace: Replace) -> None:
    game = Game(replace, [[1, 3], [5, 7], [9]], room=3)
    assert game.run() == 1
    assert game.traces.done.tolist() == [2, 20, 1]
    game.room, game.details, game.events = 99, 2, []
    assert game.run() == 0
    assert game.traces.done.tolist() == [5, 50, 3]
    assert game.traces.rows[:5, WORTH].tolist() == [1, 3, 5, 7, 9]
    assert game.events[:2] == ["board 0 6", "lay 1"]


def test_list_turns_stops_at_a_placement_and_does_not_count_it(replace: Replace) -> None:
    game = Game(replace, [[1, 3], [5, 7], [9]])
    game.stop_in = 1
    try:
        assert game.run() == 0
        assert game.traces.done.tolist() == [2, 20, 1]
    finally:
        FLAG[0] = 0
