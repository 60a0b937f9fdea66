"""The rows and details of listed traces, on boards set up by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bolets_solver.optimize.tracing.deal_arrays import FREE, OBSTACLE
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, EXIT_DOOR, EXIT_HEADING, new_walk
from bolets_solver.optimize.turns import trace_rows
from bolets_solver.optimize.turns.trace_rows import (
    AT,
    BITS,
    EXIT,
    HAND,
    HEADING,
    LENGTH,
    LIVES,
    PLACE,
    TRACE_COLUMNS,
    WORTH,
    YELLOW,
    TraceList,
    more_room,
)
from tests.optimize.plain import Replace, plain, replacing
from tests.optimize.setting import deal_arrays, edge_card

pytestmark = pytest.mark.jit_off

ARRAYS = deal_arrays(edge_card(2, 2), edge_card(4, 3), edge_card(3, 2))
PLACES = np.array([[0, 0, 0], [3, -1, 2], [1, 1, 0]])


def step(name: str) -> Any:
    return plain(getattr(trace_rows, name))


@pytest.fixture
def replace(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Let other functions stand for those that the steps call."""
    return replacing(trace_rows.lay_placement, monkeypatch)


def new_list(rows: int = 4, details: int = 30, masked: tuple[int, ...] = ()) -> TraceList:
    return TraceList(
        placements=PLACES,
        masked=np.array(masked, dtype=np.int64),
        purse=np.zeros(5, dtype=np.int64),
        rows=np.full((rows, TRACE_COLUMNS + 3), 44, dtype=np.int64),
        details=np.full(details, 55, dtype=np.int64),
        done=np.zeros(3, dtype=np.int64),
    )


def walked(length: int) -> Any:
    """A walk that stands at an exit after these tiles; all its numbers differ."""
    walk = new_walk(ARRAYS)
    names = ("tile", "points", "lives", "hand", "yellow")
    for first, name in zip((10, 30, 50, 70, 90), names, strict=True):
        part = getattr(walk, name)
        part[:] = range(first, first + len(part))
    walk.cube[:] = -1
    walk.scalar[DEPTH], walk.scalar[EXIT_DOOR], walk.scalar[EXIT_HEADING] = length - 1, 6, 3
    return walk


def test_lay_placement_puts_the_cubes_then_the_wall_card_on_the_board(replace: Replace) -> None:
    walk, laid = new_walk(ARRAYS), []
    walk.ground[:] = FREE

    def put(arrays: Any, *facts: Any) -> int:
        assert arrays is ARRAYS and facts[-1] is walk
        assert np.flatnonzero(walk.ground == OBSTACLE).tolist() == [8, 15]
        laid.append([int(fact) for fact in facts[:-1]])
        return 0

    replace(put_wall_card=put)
    step("lay_placement")(ARRAYS, 1, 4, new_list(masked=(15, 8)), 1, walk)
    assert laid == [[1, 4, 2, 3, -1, 2]]


def test_lift_placement_takes_the_next_card_away(replace: Replace) -> None:
    walk, lifted = new_walk(ARRAYS), []

    def lift(arrays: Any, *facts: Any) -> None:
        assert arrays is ARRAYS and facts[-1] is walk
        lifted.append([int(fact) for fact in facts[:-1]])

    replace(lift_wall_card=lift)
    step("lift_placement")(ARRAYS, 1, new_list(), 1, walk)
    assert lifted == [[1, 2, 3, -1, 2]]


@pytest.mark.parametrize("length", (1, 5))
def test_has_room_for_a_row_and_two_details_a_tile(length: int) -> None:
    walk, traces = walked(length), new_list(rows=4, details=30)
    assert step("has_room")(traces, 3, 30 - 2 * length, walk)
    assert not step("has_room")(traces, 4, 0, walk)
    assert not step("has_room")(traces, 0, 31 - 2 * length, walk)


def test_write_row_has_what_the_trace_brings_and_nothing_else() -> None:
    traces = new_list()
    step("write_row")(traces, 2, 17, 1, walked(4))
    expected = np.zeros(TRACE_COLUMNS + 3, dtype=np.int64)
    expected[[PLACE, EXIT, HEADING, LENGTH, AT]] = 1, 6, 3, 4, 17
    expected[[WORTH, LIVES, HAND, YELLOW]] = 33, 53, 73, 93
    assert traces.rows[2].tolist() == expected.tolist()
    assert (np.delete(traces.rows, 2, axis=0) == 44).all()


def test_write_details_has_the_tiles_then_where_cubes_were_laid() -> None:
    traces, walk = new_list(), walked(4)
    walk.cube[[1, 3, 4]] = 9, 20, 8  # the last one is of another trace
    assert step("write_details")(traces, 11, walk) == 19
    assert traces.details[11:19].tolist() == [10, 11, 12, 13, 0, 1, 0, 1]
    assert (traces.details[:11] == 55).all() and (traces.details[19:] == 55).all()


@pytest.mark.parametrize("cell", (0, 1, BITS - 1, BITS, 2 * BITS + 5, 3 * BITS - 1))
def test_mark_tile_adds_one_bit_of_one_word(cell: int) -> None:
    row = np.full(8, 0, dtype=np.int64)
    row[5] = 1 << 3
    before = row.copy()
    step("mark_tile")(row, 4, cell)
    before[4 + cell // BITS] |= 1 << cell % BITS
    assert row.tolist() == before.tolist()
    step("mark_tile")(row, 4, cell)
    assert row.tolist() == before.tolist(), "a tile that is marked stays so"


def test_more_room_keeps_what_is_listed() -> None:
    traces = new_list(rows=2, details=3)
    traces.rows[:] = np.arange(traces.rows.size).reshape(traces.rows.shape)
    larger = more_room(traces)
    assert np.array_equal(larger.rows[:2], traces.rows) and larger.rows.shape[0] == 4
    assert larger.details.tolist() == [55, 55, 55, 0, 0, 0]
    assert not larger.rows[2:].any()
    for name in ("placements", "masked", "purse", "done"):
        assert getattr(larger, name) is getattr(traces, name)
