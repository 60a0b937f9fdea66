"""The growing map of the exact search: frames, forbidden tiles, crows, against placed faces."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.rules import CrowScope, Rules
from bolets_solver.optimize.exact import map_state
from bolets_solver.optimize.state.map_arrays import NO_PLACEMENT, START_CARD, START_PLACEMENT, Map
from bolets_solver.optimize.tracing.deal_arrays import DealArrays
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays, deal_tables, edge_card, empty_map

pytestmark = pytest.mark.jit_off

map_x, map_y = plain(map_state.map_x), plain(map_state.map_y)
pose_wall_card = plain(map_state.pose_wall_card)
covers_forbidden = plain(map_state.covers_forbidden)
forbid = plain(map_state.forbid)
forbidden_in_reach = plain(map_state.forbidden_in_reach)
packed_mask = plain(map_state.packed_mask)
old_crows_left = plain(map_state.old_crows_left)
counting_wall_crows = plain(map_state.counting_wall_crows)

ROTATIONS = (0, 90, 180, 270)


def cards(*sizes: tuple[int, int], crows: int = 0) -> tuple[Face, ...]:
    """Faces without walls; each shows this number of crows in its first column."""
    return tuple(
        edge_card(width, height, [(0, y) for y in range(crows)]) for width, height in sizes
    )


def pose(map_: Map, k: int, placement: Placement) -> None:
    map_.pose[k] = (placement.rotation // 90, placement.x, placement.y)


def posed(map_: Map, k: int) -> Placement:
    turns, x, y = map_.pose[k].tolist()
    return Placement(90 * turns, x, y)


def random_placement(rng: random.Random) -> Placement:
    return Placement(rng.choice(ROTATIONS), rng.randint(-9, 9), rng.randint(-9, 9))


@pytest.mark.parametrize("size", [(3, 3), (3, 5), (6, 4)], ids=str)
def test_map_x_and_map_y_are_where_a_printed_tile_lies(size: tuple[int, int]) -> None:
    faces = cards((2, 4), size, (3, 3))
    arrays = deal_arrays(*faces)
    map_ = empty_map(arrays)
    rng = random.Random(str(size))
    for rotation in ROTATIONS:
        placement = Placement(rotation, rng.randint(-9, 9), rng.randint(-9, 9))
        pose(map_, 0, random_placement(rng))
        pose(map_, 1, placement)
        for x in range(size[0]):
            for y in range(size[1]):
                tile = map_x(arrays, map_, 1, x, y), map_y(arrays, map_, 1, x, y)
                assert tile == placement.to_map(faces[1], (x, y))


def place_row(placement: Placement, wall: Face) -> list[int]:
    """A placement as tables keep it."""
    width, height = wall.size(placement.rotation)
    x, y = placement.x, placement.y
    return [placement.rotation // 90, x, y, x + width, y + height]


def test_pose_wall_card_turns_a_placement_with_the_last_card() -> None:
    faces = cards((2, 2), (5, 3), (4, 2))
    arrays = deal_arrays(*faces)
    map_ = empty_map(arrays)
    rng = random.Random("pose")
    for rotation in ROTATIONS * 8:
        last, inside = (
            random_placement(rng),
            Placement(rotation, rng.randint(-3, 4), rng.randint(-3, 2)),
        )
        tables = deal_tables(
            arrays, placements=np.array([[9] * 5, place_row(inside, faces[2])], dtype=np.int64)
        )
        pose(map_, 1, last)
        pose_wall_card(arrays, tables, map_, 1, 1)
        found = PlacedFace(faces[2], posed(map_, 2))
        covered = PlacedFace(faces[2], inside)
        assert set(found.tiles()) == {last.to_map(faces[1], tile) for tile in covered.tiles()}
        assert found.placement.rotation == (last.rotation + rotation) % 360
        for x in range(4):
            for y in range(2):  # and every tile of it lies where it would
                there = last.to_map(faces[1], inside.to_map(faces[2], (x, y)))
                assert found.placement.to_map(faces[2], (x, y)) == there


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_covers_forbidden_sees_every_tile_under_the_card_and_no_other(rotation: int) -> None:
    faces = cards((3, 3), (5, 2), (3, 3))
    arrays = deal_arrays(*faces)
    map_ = empty_map(arrays)
    placement = Placement(rotation, -2, 4)
    pose(map_, 1, placement)
    pose(map_, 0, Placement(0, 0, 0))
    card = PlacedFace(faces[1], placement)
    assert not covers_forbidden(arrays, map_, 1)
    for x in range(-6, 9):
        for y in range(-2, 12):
            map_.size[0] = 0
            forbid(map_, 50, 50)
            assert not covers_forbidden(arrays, map_, 1)
            forbid(map_, x, y)
            assert covers_forbidden(arrays, map_, 1) == card.covers((x, y)), (x, y)
            forbid(map_, -50, 60)
            assert covers_forbidden(arrays, map_, 1) == card.covers((x, y)), (x, y)
            map_.size[0] = 1  # what stands behind is free again
            assert not covers_forbidden(arrays, map_, 1)


def test_forbid_adds_one_tile() -> None:
    map_ = empty_map(deal_arrays(*cards((3, 3), (3, 3))))
    forbid(map_, 3, -4)
    forbid(map_, -1, 7)
    assert map_.size[0] == 2
    assert map_.forbidden[:2].tolist() == [[3, -4], [-1, 7]]


def reach_setup() -> tuple[tuple[Face, ...], DealArrays, Map]:
    faces = cards((2, 3), (5, 3), (4, 2))
    arrays = deal_arrays(*faces)
    return faces, arrays, empty_map(arrays)


def listed(map_: Map, count: int) -> list[tuple[int, int]]:
    """The tiles that were written, unpacked: two numbers of fifteen bits with an offset."""
    words = map_.tiles[1, :count].tolist()
    assert words == sorted(words)
    return [((word >> 15) - (1 << 14), (word & ((1 << 15) - 1)) - (1 << 14)) for word in words]


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_forbidden_in_reach_lists_tiles_beside_the_card_in_its_frame(rotation: int) -> None:
    faces, arrays, map_ = reach_setup()
    doors = 2
    boxes = np.zeros((3 * doors, 4), dtype=np.int64)
    boxes[1 * doors + 1] = (-3, -4, 9, 8)
    tables = deal_tables(arrays, reach_box=boxes)
    placement = Placement(rotation, 4, -7)
    pose(map_, 1, placement)
    rng = random.Random(rotation)
    for _ in range(40):
        size = rng.randint(0, 7)
        tiles = rng.sample([(x, y) for x in range(-4, 18) for y in range(-16, 6)], size)
        map_.size[0], map_.tiles[:] = 0, 1 << 30
        for tile in tiles:
            forbid(map_, *tile)
        count = forbidden_in_reach(arrays, tables, map_, 1, 1)
        inside = [placement.to_face(faces[1], tile) for tile in tiles]
        expected = [
            (x, y)
            for x, y in inside
            if -3 <= x < 9 and -4 <= y < 8 and not (0 <= x < 5 and 0 <= y < 3)
        ]
        assert sorted(listed(map_, count)) == sorted(expected)


def test_forbidden_in_reach_leaves_out_every_tile_of_the_card_and_none_beside_it() -> None:
    _, arrays, map_ = reach_setup()
    tables = deal_tables(arrays)
    pose(map_, 1, Placement(0, 0, 0))
    everywhere = [(x, y) for x in range(-1, 6) for y in range(-1, 4)]
    for tile in everywhere:
        map_.size[0] = 0
        forbid(map_, *tile)
        count = forbidden_in_reach(arrays, tables, map_, 1, 0)
        inside = 0 <= tile[0] < 5 and 0 <= tile[1] < 3
        assert listed(map_, count) == ([] if inside else [tile])


def test_packed_mask_distinguishes_sets_of_crows() -> None:
    map_ = empty_map(deal_arrays(*cards((3, 3), (3, 3))))
    sets = [(), (0,), (1,), (0, 1), (0, 2), (1, 2), (0, 1, 2), (7,), (0, 7), (3, 4, 5, 6, 7, 8)]
    words = set()
    for masked in sets:
        map_.n_masked[1] = len(masked)
        map_.masked[1] = 6
        map_.masked[1, : len(masked)] = masked
        words.add(int(packed_mask(map_, 1)))
    assert len(words) == len(sets)
    map_.n_masked[0] = 0
    assert packed_mask(map_, 0) == 0


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_old_crows_left_counts_crows_that_the_wall_card_leaves_uncovered(rotation: int) -> None:
    faces = cards((3, 3), (3, 3), (5, 2), (3, 3))
    arrays = deal_arrays(*faces)
    map_ = empty_map(arrays)
    placement = Placement(rotation, -2, 4)
    pose(map_, 2, placement)
    pose(map_, 1, Placement(0, 0, 0))
    card = PlacedFace(faces[2], placement)
    for x in range(-6, 9):
        for y in range(-2, 12):
            map_.crow[1, :6] = (x, y, 40, 40, -2, 4)  # the last one under its corner
            for count, others in ((1, 0), (3, 1)):
                map_.crows[1] = count
                expected = others + (not card.covers((x, y)))
                assert old_crows_left(arrays, map_, 1) == expected, (x, y)
    map_.crows[1] = 0
    assert old_crows_left(arrays, map_, 1) == 0


def test_counting_wall_crows_counts_them_only_where_the_scope_is_all() -> None:
    faces = (
        *cards((3, 3), crows=1),
        *cards((3, 3), crows=3),
        *cards((3, 3), crows=2),
        edge_card(3, 3),
    )
    for scope, expected in ((CrowScope.TRACED, [0, 0, 0]), (CrowScope.ALL, [3, 2, 0])):
        arrays = deal_arrays(*faces, rules=Rules(crow_scope=scope))
        map_ = empty_map(arrays)
        map_.start[START_CARD] = 3
        map_.waiting[0] = 1
        assert [counting_wall_crows(arrays, map_, k) for k in range(3)] == expected
    for start in range(3):  # those under cubes when the search began do not count
        map_.start[START_CARD] = start
        found = [counting_wall_crows(arrays, map_, k) for k in range(3)]
        assert found == [count - (k == start) for k, count in enumerate(expected)]


def test_new_map_has_room_and_nothing_on_it() -> None:
    arrays = deal_arrays(*cards((4, 5), (3, 3), (5, 5)))
    map_ = empty_map(arrays)
    assert map_.size[0] == 0
    assert len(map_.forbidden) >= 20 + 9 + 25
    assert map_.tiles.shape[1] >= len(map_.forbidden) - 1
    assert map_.start[START_PLACEMENT] == NO_PLACEMENT < 0
    assert map_.value.shape[1] >= 3
    assert not map_.begun.any()
    assert map_.begun.shape[1] >= 7 * 7
    assert not map_.waiting.any()
    assert not map_.crows.any()
    assert not map_.n_masked.any()
