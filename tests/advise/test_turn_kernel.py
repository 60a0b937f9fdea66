"""When one trace makes another needless: what it brings is compared part by part."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bolets_solver.advise import turn_kernel as kernels
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays, edge_card

pytestmark = pytest.mark.jit_off

does_as_well = plain(kernels._does_as_well)
set_footprint = plain(kernels._set_footprint)

WORDS = 3
MORE_IS_BETTER = (kernels.WORTH, kernels.BASE, kernels.LIVES, kernels.YELLOW)
MUST_BE_EQUAL = (kernels.EXIT, kernels.CROWS)
OF_NO_ACCOUNT = (kernels.PLACE, kernels.HEADING, kernels.LENGTH, kernels.AT, kernels.HAND)


def two_rows() -> np.ndarray:
    """Two traces alike, in rows 1 and 3."""
    rows = np.full((4, kernels.COLUMNS + WORDS), 9, dtype=np.int64)
    rows[[1, 3], kernels.COLUMNS :] = 0b1100, 0, 1 << 61
    return rows


def test_does_as_well_holds_both_ways_for_traces_alike() -> None:
    rows = two_rows()
    assert does_as_well(rows, 1, 3) and does_as_well(rows, 3, 1)
    rows[1, [*OF_NO_ACCOUNT]] += 3
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


def test_set_footprint_has_the_tiles_and_cubes_that_later_cards_may_reach() -> None:
    rng = random.Random("footprint")
    walk = new_walk(deal_arrays(edge_card(11, 13)))
    for _ in range(60):
        length = rng.randint(1, 9)
        cells = rng.sample(range(WORDS * kernels.BITS), 2 * 12)
        walk.tile[:12], walk.cube[:12] = cells[:12], cells[12:]
        walk.cube[: length : rng.randint(1, 3)] = -1
        reach = np.full((3, WORDS), -1, dtype=np.int64)
        reach[1] = [rng.getrandbits(kernels.BITS) for _ in range(WORDS)]
        rows = np.zeros((4, kernels.COLUMNS + WORDS), dtype=np.int64)
        set_footprint(rows, 2, reach, 1, length, walk)
        touched = {int(cell) for cell in (*walk.tile[:length], *walk.cube[:length]) if cell >= 0}
        expected = {
            cell
            for cell in touched
            if int(reach[1, cell // kernels.BITS]) >> cell % kernels.BITS & 1
        }
        words = rows[2, kernels.COLUMNS :].tolist()
        found = {
            kernels.BITS * word + bit
            for word, bits in enumerate(words)
            for bit in range(kernels.BITS)
            if bits >> bit & 1
        }
        assert found == expected
        assert not rows[[0, 1, 3]].any() and not rows[2, : kernels.COLUMNS].any()
