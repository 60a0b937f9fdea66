"""The board of a trace against placed faces: free tiles, doors, visible crows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from bolets_solver.bolets.cards.face import POINTS, ROCK, Face
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.optimize.tracing import board
from bolets_solver.optimize.tracing.deal_arrays import (
    A_CROW,
    A_HEART,
    FREE,
    NOTHING,
    OBSTACLE,
    ONE_POINT,
    THREE_POINTS,
    DealArrays,
)
from bolets_solver.optimize.tracing.trace_arrays import Walk, new_walk
from tests.bolets.making import edge_face, tile_face
from tests.optimize.plain import plain
from tests.optimize.setting import deal_arrays
from tests.reference.tracing import placements as all_placements

pytestmark = pytest.mark.jit_off

lay_board = plain(board.lay_board)
entrance_cell = plain(board.entrance_cell)
put_wall_card = plain(board.put_wall_card)
lift_wall_card = plain(board.lift_wall_card)
points_in_sight = plain(board.points_in_sight)

RIM = tile_face("#+####\n+mMo.#\n#hc.m+\n#+####")
EDGE = edge_face("mo.\nM.c\n.hm\no..", "N1 N3 E2x S3 W4", "2A")
SMALL = edge_face("..\no.", "N2 S1x W1", "3A")
WALL = tile_face("##+#\nx..#\n#m.#\n#.c+\n##x#", "4A")
WIDE = edge_face("mo..c\n.h..m", "N1 N4 S5 W1", "5A")
TALL = edge_face("m.\n.o\n..\nc.\n.h", "N1 E3 S2 W5", "6A")
TINY = edge_face(".", "N1 E1 S1 W1", "7A")

PAIRS = [(RIM, WALL), (EDGE, SMALL), (WALL, RIM), (SMALL, EDGE), (EDGE, EDGE)]
PAIRS += [(WIDE, TINY), (TALL, TINY)]


def setup(face: Face, wall: Face) -> tuple[DealArrays, Walk]:
    arrays = deal_arrays(WALL, face, wall)  # the one in front shifts every index
    walk = new_walk(arrays)
    walk.ground[:], walk.item[:], walk.exits[:] = 7, 7, 7
    return arrays, walk


def cell_of(face: Face, x: int, y: int) -> int:
    return (y + 1) * (face.width + 2) + x + 1


def padded(face: Face) -> Iterator[tuple[int, int, int]]:
    """Number and tile of every tile of the padded grid."""
    for y in range(-1, face.height + 1):
        for x in range(-1, face.width + 1):
            yield cell_of(face, x, y), x, y


def walkable(face: Face, x: int, y: int) -> bool:
    return PlacedFace(face, UPRIGHT).inside((x, y)) and face.grid[y][x] != ROCK


@pytest.mark.parametrize("face", [RIM, EDGE, SMALL, WALL], ids=lambda face: face.name)
def test_lay_board_shows_the_printed_face(face: Face) -> None:
    arrays, walk = setup(face, RIM)
    lay_board(arrays, 1, 0, walk)
    items = {"m": ONE_POINT, "M": THREE_POINTS, "h": A_HEART, "c": A_CROW}
    for cell, x, y in padded(face):
        free = walkable(face, x, y)
        assert walk.ground[cell] == (FREE if free else OBSTACLE), (x, y)
        assert walk.item[cell] == (items.get(face.grid[y][x], NOTHING) if free else NOTHING)
    cells = (face.width + 2) * (face.height + 2)
    assert not walk.exits[: 4 * cells].any()
    assert (walk.ground[cells:] == 7).all(), "nothing beyond the face is touched"
    assert (walk.exits[4 * cells :] == 7).all()


@pytest.mark.parametrize("face", [RIM, EDGE, SMALL, WALL], ids=lambda face: face.name)
def test_entrance_cell_is_the_tile_of_the_door(face: Face) -> None:
    arrays, _ = setup(face, RIM)
    for number, door in enumerate(face.doors):
        assert entrance_cell(arrays, 1, number) == cell_of(face, door.x, door.y)


@pytest.mark.parametrize("face", (RIM, EDGE, WIDE, TALL), ids=lambda face: face.name)
def test_crow_cell_is_the_tile_of_the_crow(face: Face) -> None:
    arrays, _ = setup(face, RIM)
    crows = [(x, y) for y, row in enumerate(face.grid) for x, kind in enumerate(row) if kind == "c"]
    assert [plain(board.crow_cell)(arrays, 1, crow) for crow in range(len(crows))] == [
        cell_of(face, x, y) for x, y in crows
    ]
    assert crows


def expected_exits(face: Face, wall: Face, placement: Placement, start: int) -> dict[int, int]:
    """Exits by tile and heading: from outside the wall card straight into one of its doors."""
    card = PlacedFace(wall, placement)
    found = {}
    for door in card.doors:
        tile = door.side.step(door.tile)
        heading = door.side.opposite
        if not PlacedFace(face, UPRIGHT).covers(tile):
            continue
        cell = cell_of(face, *tile)
        if cell == start or (walkable(face, *tile) and not card.covers(tile)):
            found[4 * cell + heading] = -door.number if door.blocked else door.number
    return found


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].name} {pair[1].name}")
def test_put_wall_card_blocks_what_it_covers_and_opens_its_doors(pair: tuple[Face, Face]) -> None:
    face, wall = pair
    arrays, walk = setup(face, wall)
    seen = 0
    for placement in all_placements(face, wall):
        card = PlacedFace(wall, placement)
        for number, door in enumerate(face.doors):
            if card.covers(door.tile):
                continue
            lay_board(arrays, 1, number, walk)
            turns = placement.rotation // 90
            count = put_wall_card(arrays, 1, number, 2, turns, placement.x, placement.y, walk)
            exits = expected_exits(face, wall, placement, cell_of(face, door.x, door.y))
            assert count == len(exits), (placement, number)
            cells = (face.width + 2) * (face.height + 2)
            marked = np.flatnonzero(walk.exits[: 4 * cells]).tolist()
            assert {index: int(walk.exits[index]) for index in marked} == exits
            for cell, x, y in padded(face):
                free = walkable(face, x, y) and not card.covers((x, y))
                assert walk.ground[cell] == (FREE if free else OBSTACLE), (placement, x, y)
            total = sum(
                POINTS.get(face.grid[y][x], 0)
                for _, x, y in padded(face)
                if walkable(face, x, y) and not card.covers((x, y))
            )
            assert points_in_sight(arrays, 1, walk) == total
            seen += count
    assert seen > 10


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].name} {pair[1].name}")
def test_lift_wall_card_leaves_the_board_as_it_was(pair: tuple[Face, Face]) -> None:
    face, wall = pair
    arrays, walk = setup(face, wall)
    lay_board(arrays, 1, 0, walk)
    before = walk.ground.copy(), walk.exits.copy()
    for placement in all_placements(face, wall):
        pose = (placement.rotation // 90, placement.x, placement.y)
        put_wall_card(arrays, 1, 0, 2, *pose, walk)
        lift_wall_card(arrays, 1, 2, *pose, walk)
        assert np.array_equal(walk.ground, before[0]), placement
        assert np.array_equal(walk.exits, before[1]), placement


def test_points_in_sight_counts_free_tiles_alone() -> None:
    arrays, walk = setup(RIM, WALL)
    lay_board(arrays, 1, 0, walk)
    assert points_in_sight(arrays, 1, walk) == 1 + 3 + 1
    walk.ground[cell_of(RIM, 2, 1)] = OBSTACLE
    assert points_in_sight(arrays, 1, walk) == 2
    walk.ground[cell_of(RIM, 1, 1)] = 2  # the path
    assert points_in_sight(arrays, 1, walk) == 1


def test_headings_of_exits_are_those_of_the_lattice() -> None:
    assert [int(heading) for heading in Heading] == [0, 1, 2, 3]
