"""The crows that a trace leaves visible, those that cubes may cover, and what is stored of them."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.optimize.exact import map_crows
from bolets_solver.optimize.state.crow_stack import new_crow_stack
from bolets_solver.optimize.state.map_arrays import (
    START_CARD,
    TRACE_AT,
    TRACE_CROWS,
    TRACE_DOOR,
    TRACE_TILES,
    Map,
)
from bolets_solver.optimize.tracing.deal_arrays import OBSTACLE, PATH, Ints
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays, deal_tables, edge_card, empty_map

pytestmark = pytest.mark.jit_off

gather_crows = plain(map_crows.gather_crows)
is_choice = plain(map_crows.is_choice)
set_crows = plain(map_crows.set_crows)
mask_wall_crows = plain(map_crows.mask_wall_crows)

MANY = [(x, y) for x in range(4) for y in range(3)]
"""Twelve crows on one face, in the order of columns; they are numbered row by row."""

NUMBERED = sorted(MANY, key=lambda tile: (tile[1], tile[0]))


def pose(map_: Map, k: int, placement: Placement) -> None:
    map_.pose[k] = (placement.rotation // 90, placement.x, placement.y)


def forbidden(map_: Map) -> list[Tile]:
    return [(int(x), int(y)) for x, y in map_.forbidden[: map_.size[0]]]


# --- gather_crows --------------------------------------------------------------------------------


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
def test_gather_crows_lists_old_and_new_ones_beside_the_wall_card(rotation: int) -> None:
    rng = random.Random(rotation)
    faces = [edge_card(3, 3), edge_card(6, 5, MANY), edge_card(4, 2)]
    arrays = deal_arrays(*faces)
    map_ = empty_map(arrays)
    for _ in range(50):
        last = Placement(rotation, rng.randint(-5, 5), rng.randint(-5, 5))
        turned = rng.choice((0, 90, 180, 270))
        wall = Placement(turned, last.x + rng.randint(-3, 5), rng.randint(-5, 5))
        pose(map_, 1, last)
        pose(map_, 2, wall)
        old = rng.sample([(x, y) for x in range(-8, 12) for y in range(-8, 12)], rng.randint(0, 4))
        left = sorted(rng.sample(range(12), rng.randint(0, 9)))
        map_.crows[1] = len(old)
        map_.crow[1] = 77
        map_.crow[1, : 2 * len(old)] = [c for tile in old for c in tile]
        trace, detail = trace_with(left)
        box = (rng.randint(-6, 0), rng.randint(-6, 0), rng.randint(2, 9), rng.randint(2, 9))
        boxes = np.zeros((6, 4), dtype=np.int64)
        boxes[2 * 2 + 1] = box
        tables = deal_tables(arrays, reach_box=boxes)
        found = map_.found[1]
        count = gather_crows(arrays, tables, map_, 1, trace, detail, found)
        seen = old + [last.to_map(faces[1], NUMBERED[crow]) for crow in left]
        expected = []
        for tile in seen:
            x, y = wall.to_face(faces[2], tile)
            if not (0 <= x < 4 and 0 <= y < 2):
                reach = box[0] <= x < box[2] and box[1] <= y < box[3]
                expected.append([*tile, x, y, int(reach)])
        assert found[:count].tolist() == expected


def test_gather_crows_asks_for_the_wall_card_over_the_first_card_too() -> None:
    arrays = deal_arrays(edge_card(3, 3, [(0, 0), (2, 2)]), edge_card(2, 1), edge_card(1, 1))
    map_ = empty_map(arrays)
    for k, placement in enumerate(
        (Placement(0, 10, 20), Placement(0, 12, 22), Placement(270, 50, 60))
    ):
        pose(map_, k, placement)
    map_.crows[0] = 1
    map_.crow[0, :2] = 13, 25
    trace, detail = trace_with([0, 1])
    found = map_.found[0]
    count = gather_crows(arrays, deal_tables(arrays), map_, 0, trace, detail, found)
    assert found[:count].tolist() == [[13, 25, 1, 3, 1], [10, 20, -2, -2, 1]]


def trace_with(left: list[int]) -> tuple[Ints, Ints]:
    """A trace over three tiles that leaves some crows, and the details into which it points."""
    trace = np.zeros(10, dtype=np.int64)
    trace[TRACE_DOOR], trace[TRACE_AT], trace[TRACE_TILES] = 1, 4, 3
    trace[TRACE_CROWS] = len(left)
    detail = np.array([9, 9, 9, 9, *[8] * 6, *left, 7, 7], dtype=np.int64)
    return trace, detail


@pytest.mark.parametrize("size", [(1, 1), (4, 2), (2, 5)], ids=str)
def test_gather_crows_leaves_out_exactly_those_under_the_wall_card(size: Tile) -> None:
    width, height = size
    faces = [edge_card(3, 3), edge_card(3, 3), edge_card(width, height, doors="N1")]
    arrays = deal_arrays(*faces)
    map_ = empty_map(arrays)
    tables = deal_tables(arrays)
    trace, detail = trace_with([])
    pose(map_, 2, Placement(0, 10, 20))
    for x in range(-2, width + 2):
        for y in range(-2, height + 2):
            map_.crows[1] = 1
            map_.crow[1, :2] = (10 + x, 20 + y)
            count = gather_crows(arrays, tables, map_, 1, trace, detail, map_.found[1])
            assert count == (not (0 <= x < width and 0 <= y < height)), (x, y)


# --- is_choice -----------------------------------------------------------------------------------


def found_with(reach: list[bool]) -> Ints:
    found = np.full((16, 5), 5, dtype=np.int64)
    found[: len(reach), 4] = reach
    return found


@pytest.mark.parametrize("count", range(10))
def test_is_choice_covers_every_set_once_and_far_crows_from_the_first(count: int) -> None:
    """All sets of crows in reach; of the others, which are all alike, only how many."""
    rng = random.Random(count)
    for _ in range(6):
        reach = [rng.random() < 0.6 for _ in range(count)]
        far = [index for index in range(count) if not reach[index]]
        near = [index for index in range(count) if reach[index]]
        for covered in range(count + 2):
            expected = {
                frozenset(chosen) | frozenset(far[: covered - size])
                for size in range(covered + 1)
                for chosen in combinations(near, size)
                if covered - size <= len(far)
            }
            found = found_with(reach)
            masks = [mask for mask in range(1 << count) if is_choice(found, count, mask, covered)]
            sets = [frozenset(i for i in range(count) if mask >> i & 1) for mask in masks]
            assert len(sets) == len(set(sets))
            assert set(sets) == expected, (reach, covered)


def test_is_choice_looks_at_all_crows_of_a_full_face() -> None:
    found = found_with([True] * 12)
    masks = [mask for mask in range(1 << 12) if is_choice(found, 12, mask, 8)]
    assert len(masks) == len(list(combinations(range(12), 8)))


# --- set_crows -----------------------------------------------------------------------------------


def test_set_crows_keeps_those_in_sight_and_forbids_the_tiles_of_the_others() -> None:
    rng = random.Random("set")
    arrays = deal_arrays(edge_card(5, 5), edge_card(5, 5), edge_card(5, 5))
    for _ in range(60):
        map_, stack = empty_map(arrays), new_crow_stack(3, 1)
        count = rng.randint(0, 12)
        rows = [[rng.randint(-9, 9) for _ in range(4)] + [rng.randint(0, 1)] for _ in range(count)]
        found = np.full((16, 5), 3, dtype=np.int64)
        found[:count] = np.array(rows, dtype=np.int64).reshape(-1, 5)
        covered = rng.sample(range(count), rng.randint(min(count, max(0, count - 4)), count))
        mask = sum(1 << index for index in covered)
        map_.forbidden[0], map_.size[0] = (70, 70), 1
        stack.vague[:] = 2  # left by a bound
        set_crows(map_, stack, 1, found, count, mask)
        left = [row for index, row in enumerate(rows) if index not in covered]
        assert map_.crows[1] == len(left)
        shown = map_.crow[1, : 2 * len(left)].reshape(-1, 2).tolist()
        assert shown == [row[:2] for row in left]
        near = [row for row in left if row[4]]
        assert (stack.near[1], stack.far[1]) == (len(near), len(left) - len(near))
        assert stack.vague.tolist() == [2, 0, 2]
        assert stack.x[1, : len(near)].tolist() == [row[2] for row in near]
        assert stack.y[1, : len(near)].tolist() == [row[3] for row in near]
        assert forbidden(map_) == [(70, 70), *[tuple(rows[i][:2]) for i in sorted(covered)]]


# --- mask_wall_crows -----------------------------------------------------------------------------

SHOWN = [(1, 0), (0, 1), (2, 2), (3, 2)]
WALL: Face = edge_card(4, 3, SHOWN, "N2 S1 W1")


def wall_setup(rotation: int = 90, start: int = 5) -> tuple[object, Map, Placement]:
    arrays = deal_arrays(edge_card(3, 3), edge_card(3, 3), WALL, edge_card(3, 3))
    map_ = empty_map(arrays)
    placement = Placement(rotation, 7, -3)
    pose(map_, 2, placement)
    map_.start[START_CARD] = start
    return arrays, map_, placement


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
def test_mask_wall_crows_lays_cubes_on_the_crows_of_the_mask(rotation: int) -> None:
    arrays, map_, placement = wall_setup(rotation)
    for mask in range(16):
        map_.size[0], map_.masked[2] = 0, 9
        assert mask_wall_crows(arrays, map_, 2, 1, mask)
        chosen = [crow for crow in range(4) if mask >> crow & 1]
        assert map_.n_masked[2] == len(chosen)
        assert map_.masked[2, : len(chosen)].tolist() == chosen
        tiles = [placement.to_map(WALL, SHOWN[crow]) for crow in chosen]
        assert forbidden(map_) == tiles


def test_mask_wall_crows_lays_no_cube_on_the_entrance_tile() -> None:
    """Door 0 is outside the crow at (1, 0), door 2 outside (0, 0), where no crow is."""
    arrays, map_, _ = wall_setup()
    for mask in range(16):
        map_.size[0] = 0
        assert mask_wall_crows(arrays, map_, 2, 0, mask) == (not mask & 1)
        assert mask_wall_crows(arrays, map_, 2, 1, mask)
        assert mask_wall_crows(arrays, map_, 2, 2, mask)


def test_mask_wall_crows_knows_the_entrance_by_both_its_coordinates() -> None:
    """Door 1 is entered on the crow at (0, 1); a crow at (0, 2) or (3, 1) is another tile."""
    wall = edge_card(4, 3, [(0, 1), (3, 1), (0, 2)], "N2 W2")
    arrays = deal_arrays(edge_card(3, 3), edge_card(3, 3), wall, edge_card(3, 3))
    for mask in range(8):
        assert mask_wall_crows(arrays, empty_map(arrays), 2, 1, mask) == (not mask & 1)
        assert mask_wall_crows(arrays, empty_map(arrays), 2, 0, mask)


def waiting_setup(*crows: int) -> tuple[object, Map]:
    """The search began within the trace of card 1, cubes lying on some crows of card 2."""
    arrays, map_, _ = wall_setup(0, start=1)
    map_.waiting[0] = len(crows)
    map_.waiting[2 : 2 + len(crows)] = crows
    return arrays, map_


def test_mask_wall_crows_keeps_cubes_that_lay_there_before() -> None:
    for waiting in [(), (1,), (3,), (0, 2), (1, 2, 3)]:
        for mask in range(16):
            arrays, map_ = waiting_setup(*waiting)
            laid = [crow for crow in range(4) if mask >> crow & 1]
            twice = set(laid) & set(waiting)
            assert mask_wall_crows(arrays, map_, 2, 1, mask) == (not twice)
            if not twice:
                lying = sorted({*laid, *waiting})
                assert map_.masked[2, : map_.n_masked[2]].tolist() == lying
                assert len(forbidden(map_)) == len(laid)


def test_mask_wall_crows_asks_what_waits_on_the_first_wall_card_alone() -> None:
    for start in (0, 2, 3):
        arrays, map_ = waiting_setup(1)
        map_.start[START_CARD] = start
        assert mask_wall_crows(arrays, map_, 2, 1, 0b0110)
        assert map_.masked[2, : map_.n_masked[2]].tolist() == [1, 2]


def test_mask_wall_crows_refuses_an_entrance_that_a_cube_lies_on() -> None:
    """Tiles of the padded grid: doors 0, 1 and 2 are entered on (1, 0), (0, 2) and (0, 0)."""
    entered = {0: (1, 0), 1: (0, 2), 2: (0, 0)}
    for door, (x, y) in entered.items():
        for what, row, start, fits in (
            (OBSTACLE, 1, 1, False),
            (PATH, 1, 1, False),
            (OBSTACLE, 0, 1, True),
            (OBSTACLE, 1, 2, True),
            (OBSTACLE, 1, 0, True),
        ):
            arrays, map_ = waiting_setup()
            map_.start[START_CARD] = start
            map_.begun[row, (y + 1) * 6 + x + 1] = what
            assert mask_wall_crows(arrays, map_, 2, door, 0) == fits
            for other in set(entered) - {door}:
                assert mask_wall_crows(arrays, map_, 2, other, 0)
