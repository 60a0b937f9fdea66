"""Dominance of traces: the effects of two traces are compared part by part."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bolets_solver.advise.candidates import turn_kernel as kernels
from bolets_solver.optimize.tracing.trace_arrays import DEPTH, new_walk
from bolets_solver.optimize.turns import trace_rows
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays, edge_card

pytestmark = pytest.mark.jit_off

does_as_well = plain(kernels._does_as_well)
write_footprint = plain(kernels._write_footprint)
drop_needless = plain(kernels._drop_needless)

WORDS = 3
MORE_IS_BETTER = (kernels.WORTH, kernels.BASE, kernels.LIVES, kernels.YELLOW)
MUST_BE_EQUAL = (kernels.EXIT, kernels.CROWS)
OF_NO_ACCOUNT = tuple(
    {*range(kernels.COLUMNS)} - {*MORE_IS_BETTER, *MUST_BE_EQUAL},
)


def two_rows() -> np.ndarray:
    """Two traces alike, in rows 1 and 3."""
    width = kernels.COLUMNS + WORDS
    rows = np.arange(4 * width).reshape(4, width) % 7
    rows[[1, 3], : kernels.COLUMNS] = 9
    rows[[1, 3], kernels.COLUMNS :] = 0b1100, 0, 1 << 61
    return rows


def test_does_as_well_holds_both_ways_for_traces_alike() -> None:
    for change in (0, 3, -3):
        rows = two_rows()
        rows[1, [*OF_NO_ACCOUNT]] += change
        assert does_as_well(rows, 1, 3) and does_as_well(rows, 3, 1)


@pytest.mark.parametrize("column", MORE_IS_BETTER)
def test_does_as_well_changes_its_answer_when_any_one_part_gets_worse(column: int) -> None:
    rows = two_rows()
    rows[1, column] += 1
    assert does_as_well(rows, 1, 3) and not does_as_well(rows, 3, 1)
    rows[3, [*MORE_IS_BETTER]] += 1
    rows[3, column] -= 1
    assert not does_as_well(rows, 1, 3)  # it is better in one part, worse in the others


@pytest.mark.parametrize("column", MUST_BE_EQUAL)
def test_does_as_well_only_by_the_same_door_with_the_same_crows_left(column: int) -> None:
    rows = two_rows()
    rows[1, column] += 1
    assert not does_as_well(rows, 1, 3) and not does_as_well(rows, 3, 1)


@pytest.mark.parametrize("word", range(WORDS))
def test_does_as_well_only_where_no_other_tile_is_walked(word: int) -> None:
    for bit in (0, 1, 33, 61):
        rows = two_rows()
        rows[1, kernels.COLUMNS + word] |= np.int64(1) << bit
        more = rows[1, kernels.COLUMNS + word] != rows[3, kernels.COLUMNS + word]
        assert does_as_well(rows, 1, 3) == (not more)
        assert does_as_well(rows, 3, 1)


def test_write_footprint_has_the_tiles_and_cubes_that_later_cards_may_reach() -> None:
    rng = random.Random("footprint")
    walk = new_walk(deal_arrays(edge_card(11, 13)))
    for _ in range(60):
        length = rng.randint(1, 9)
        cells = rng.sample(range(WORDS * trace_rows.BITS), 2 * 12)
        walk.tile[:12], walk.cube[:12] = cells[:12], cells[12:]
        walk.cube[: length : rng.randint(1, 3)] = -1
        reach = np.full((3, WORDS), -1, dtype=np.int64)
        reach[1] = [rng.getrandbits(trace_rows.BITS) for _ in range(WORDS)]
        rows = np.zeros((4, kernels.COLUMNS + WORDS), dtype=np.int64)
        walk.scalar[DEPTH] = length - 1
        write_footprint(rows[2], reach[1], walk)
        touched = {int(cell) for cell in (*walk.tile[:length], *walk.cube[:length]) if cell >= 0}
        expected = {
            cell
            for cell in touched
            if int(reach[1, cell // trace_rows.BITS]) >> cell % trace_rows.BITS & 1
        }
        words = rows[2, kernels.COLUMNS :].tolist()
        found = {
            trace_rows.BITS * word + bit
            for word, bits in enumerate(words)
            for bit in range(trace_rows.BITS)
            if bits >> bit & 1
        }
        assert found == expected
        assert not rows[[0, 1, 3]].any() and not rows[2, : kernels.COLUMNS].any()


def test_drop_needless_drops_the_new_trace_or_those_that_it_makes_needless() -> None:
    rows = two_rows()
    rows[:] = rows[1]
    rows[:, kernels.LENGTH] = 9, 1, 9, 9  # a trace may leave from the entrance
    rows[0, kernels.WORTH] += 5  # of a placement before
    assert drop_needless(rows, 1, 3)
    rows[3, kernels.WORTH] += 1
    rows[2, kernels.LIVES] += 1
    assert not drop_needless(rows, 1, 3)
    assert rows[:, kernels.LENGTH].tolist() == [9, 0, 9, 9]
    rows[1, [kernels.WORTH, kernels.LIVES]] += 7  # needless ones drop nothing
    assert not drop_needless(rows, 1, 3)
