"""Visible crows in the frame of the last card: keys, reach, and the crows after an entry."""

from __future__ import annotations

import random
from itertools import permutations, product

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.optimize.bounds import crow_states
from bolets_solver.optimize.state.crow_stack import CrowStack, new_crow_stack
from bolets_solver.optimize.tables.deal_tables import DealTables
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays, deal_tables, empty_search

pytestmark = pytest.mark.jit_off

state_key = plain(crow_states.state_key)
within_reach = plain(crow_states.within_reach)
list_crows = plain(crow_states.list_crows)
bits = plain(crow_states.bits)
keep_crows = plain(crow_states.keep_crows)

CROWS = ((-3, 2), (0, -1), (0, 7), (12, 2))


def stack_of(
    crows: tuple[tuple[int, int], ...], far: int = 0, k: int = 1, vague: int = 0
) -> CrowStack:
    stack = new_crow_stack(5, 1)
    rng = random.Random(str(crows))
    stack.x[:], stack.y[:] = rng.randint(-9, 9), rng.randint(-9, 9)  # left by other states
    for index, (x, y) in enumerate(crows):
        stack.x[k, index], stack.y[k, index] = x, y
    stack.near[k], stack.far[k], stack.vague[k] = len(crows), far, vague
    stack.suffix[:] = (11, 12, 13, 14, 1 << 30)
    return stack


def key(
    crows: tuple[tuple[int, int], ...] = CROWS,
    far: int = 0,
    k: int = 1,
    entrance: int = 2,
    marker: int = 3,
    peak: int = 1,
    vague: int = 0,
) -> tuple[int, ...]:
    return tuple(map(int, state_key(stack_of(crows, far, k, vague), k, entrance, marker, peak)))


def test_state_key_does_not_depend_on_the_order_of_crows() -> None:
    for size in range(5):
        for chosen in permutations(CROWS, size):
            assert key(chosen) == key(tuple(sorted(chosen)))


def test_state_key_differs_in_every_part() -> None:
    """Every two of these states differ: in card, entrance, marker, peak, vague crows or a crow."""
    sets = [
        *[crows[:size] for size in range(5) for crows in (CROWS, CROWS[::-1])],
        ((-3, 2), (0, -1), (0, 7), (12, 3)),
        ((-3, 2), (0, -1), (0, 8), (12, 2)),
        ((-3, 2), (1, -1), (0, 7), (12, 2)),
        ((-2, 2), (0, -1), (0, 7), (12, 2)),
        ((2, -3),),
        ((-1, -1),),
        ((-1, -1), (-1, -1)),
    ]
    states = {
        (tuple(sorted(crows)), *rest)
        for crows in sets
        for rest in product(range(5), (0, 1), (0, 1, 2, 5), (0, 3, 4), range(3), (0, 1, 4))
        if len(crows) + rest[0] + rest[-1] <= 4
    }
    keys = {key(crows, *rest) for crows, *rest in states}
    assert len(keys) == len(states) > 4500


@pytest.mark.parametrize("rank", range(4))
def test_state_key_shows_apart_crows_wherever_they_lie(rank: int) -> None:
    """One of four crows, the first to the last from the left, is moved about."""
    others = [(-60, 3), (-20, -7), (20, 0), (60, -1)]
    left = others.pop(rank)[0]
    places = [(left + x, y) for x in range(-9, 10) for y in range(-9, 10)]
    keys = {key((*others, place)) for place in places}
    assert len(keys) == len(places)
    assert len({key((place,)) for place in places}) == len(places)


def test_state_key_leaves_the_places_of_crows_that_are_not_near() -> None:
    stack = stack_of(CROWS)
    stack.near[1], stack.vague[1] = 0, 4
    places = stack.x[1].tolist(), stack.y[1].tolist()
    state_key(stack, 1, 2, 4, 0)
    assert (stack.x[1].tolist(), stack.y[1].tolist()) == places


def test_state_key_sorts_crows_that_stand_in_a_column() -> None:
    for column in ((3, -2), (3, 9), (3, 4), (5, 1)), ((0, 3), (0, 2), (0, 1), (0, 0)):
        assert len({key(chosen) for chosen in permutations(column)}) == 1


def test_within_reach_is_the_box_if_there_is_no_map() -> None:
    arrays = deal_arrays("###\n+.+\n###", "###\n+.+\n###")
    boxes = np.array([[-2, -1, 4, 2], *[[5, 5, 5, 5]] * 3], dtype=np.int64)
    tables = deal_tables(arrays, reach_box=boxes)
    for x, y in product(range(-5, 7), repeat=2):
        assert within_reach(tables, 0, x, y) == (-2 <= x < 4 and -1 <= y < 2)
        assert not within_reach(tables, 1, x, y)


def test_within_reach_asks_the_map_of_the_last_card() -> None:
    arrays = deal_arrays("###\n+.+\n###", "###\n+.+\n###")
    marks = np.array([0, 1, 0, 0, 0, 1, 1], dtype=np.int8)
    boxes = np.array([[-1, 3, 2, 5]] * 4, dtype=np.int64)
    tables = deal_tables(arrays, reach_box=boxes, reach_at=np.array([-1, 1, 0, 0]), reach_map=marks)
    for x, y in product(range(-5, 7), repeat=2):
        assert within_reach(tables, 0, x, y) == (-1 <= x < 2 and 3 <= y < 5)
        assert within_reach(tables, 1, x, y) == ((x, y) in {(-1, 3), (0, 4), (1, 4)}), (x, y)
        assert within_reach(tables, 2, x, y) == ((x, y) in {(0, 3), (1, 4)}), (x, y)


def test_bits_counts_set_bits() -> None:
    for number in range(600):
        assert bits(number) == bin(number).count("1")


# --- list_crows ----------------------------------------------------------------------------------

FACE = Face("1A", Border.EDGES, ("c.c..", ".c...", "....c"), ())
WALL = Face("2A", Border.EDGES, ("....", "...."), ())


FACES = (WALL, WALL, FACE, WALL)


def entry_tables(placement: Placement, left: tuple[int, ...], boxes: list[list[int]]) -> DealTables:
    width, height = WALL.size(placement.rotation)
    place = [
        placement.rotation // 90,
        placement.x,
        placement.y,
        placement.x + width,
        placement.y + height,
    ]
    arrays = deal_arrays(*[with_doors(face) for face in FACES])
    return deal_tables(
        arrays,
        members=np.array([[0, 0], [2, 1]], dtype=np.int64),
        placements=np.array([[0] * 5, [1] * 5, place], dtype=np.int64),
        crow_sets=np.array([3, *left, 0], dtype=np.int64),
        set_at=np.array([0, 1, 1 + len(left)], dtype=np.int64),
        reach_box=np.array(boxes, dtype=np.int64),
    )


def with_doors(face: Face) -> Face:
    from bolets_solver.bolets.cards.face import edge_doors
    from bolets_solver.bolets.cards.lattice import Heading

    places = [(Heading.N, 1, False), (Heading.S, 1, False)]
    return Face(face.name, face.border, face.grid, edge_doors(face.grid, places))


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
def test_list_crows_shows_old_and_new_crows_in_the_next_frame(rotation: int) -> None:
    rng = random.Random(rotation)
    arrays = deal_arrays(*[with_doors(face) for face in FACES])
    printed = [(0, 0), (2, 0), (1, 1), (4, 2)]
    sizes = set()
    for _ in range(60):
        placement = Placement(rotation, rng.randint(-3, 4), rng.randint(-3, 3))
        old = tuple(rng.sample([(x, y) for x in range(-4, 9) for y in range(-4, 6)], 3))
        left = tuple(sorted(rng.sample(range(4), rng.randint(0, 3))))
        box = [rng.randint(-4, 0), rng.randint(-4, 0), rng.randint(1, 6), rng.randint(1, 6)]
        boxes = [[0, 0, 0, 0]] * 8
        boxes[7] = box  # card 3, entrance 1
        tables = entry_tables(placement, left, boxes)
        stack = stack_of(old, far=2, k=2)
        found = stack.found[2]
        search = empty_search(arrays, tables, crows=stack)
        near, far = list_crows(search, 2, 1, 1)
        width, height = WALL.size(rotation)
        in_sight = [
            tile
            for tile in old
            if not (
                placement.x <= tile[0] < placement.x + width
                and placement.y <= tile[1] < placement.y + height
            )
        ] + [printed[crow] for crow in left]
        tiles = [placement.to_face(WALL, tile) for tile in in_sight]
        expected = [
            tile for tile in tiles if box[0] <= tile[0] < box[2] and box[1] <= tile[1] < box[3]
        ]
        assert [tuple(row) for row in found[:near].tolist()] == expected
        assert far == 2 + len(tiles) - len(expected)
        sizes.add((len(expected), len(tiles)))
    assert len(sizes) > 8


def test_keep_crows_takes_over_those_that_no_cube_covers() -> None:
    crows = [(5, -2), (7, 1), (-3, 4), (0, 9)]
    for near in range(5):
        for covered in range(1 << near):
            stack = stack_of(())
            stack.found[1, :4] = crows
            keep_crows(stack, 2, covered, near, 3, 1)
            left = [crow for index, crow in enumerate(crows[:near]) if not covered >> index & 1]
            assert (stack.near[2], stack.far[2], stack.vague[2]) == (len(left), 3, 1)
            kept = zip(stack.x[2].tolist(), stack.y[2].tolist(), strict=True)
            assert list(kept)[: len(left)] == left


def test_new_crow_stack_has_room_for_every_crow_that_can_be_seen() -> None:
    stack = new_crow_stack(4, 7)
    assert stack.x.shape == stack.y.shape == (4, 16)
    assert stack.found.shape == (4, 16, 2)
    assert stack.value.shape == (4, 8)
    assert len(stack.near) == len(stack.far) == len(stack.vague) == 4
