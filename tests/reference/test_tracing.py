"""The reference's traces against cases solved by hand."""

from __future__ import annotations

import pytest

from bolets_solver.bolets.cards.face import Border, Face, edge_doors, rim_doors
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.bolets.rules import BlockedCounts, Rules
from tests.reference.tracing import Trace, placements, traces

NORTH, EAST, SOUTH, WEST = 1, 2, 3, 4  # one door a side, numbered clockwise
BY_POINTS = Rules(blocked_counts=BlockedCounts.POINTS)


def face(*rows: str) -> Face:
    return Face("1A", Border.TILES, rows, rim_doors(rows))


def meadow(middle: str = "+..m..x") -> Face:
    return face("###+###", "#.....#", middle, "#.....#", "###+###")


CROW_MEADOW = face("###+###", "#.....#", "#..c..#", "+.....x", "#.....#", "#..m..#", "###+###")
WALL_CARD = face("##+##", "#...#", "+...+", "#...#", "##+##")
BLOCKED_WEST = face("##+##", "#...#", "x...+", "#...#", "##+##")


def found(
    last: Face, wall: Face, x: int, y: int, cubes: int = 0, rules: Rules | None = None
) -> list[Trace]:
    return traces(last, last.doors[WEST - 1], Placement(0, x, y), wall, cubes, rules)


def straight(length: int, y: int = 2) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x in range(length + 1))


def test_straight_into_a_door() -> None:
    (trace,) = found(meadow(), WALL_CARD, 5, 0)
    assert (trace.path, trace.cubes, trace.door) == (straight(4), (), WEST)


@pytest.mark.parametrize(
    ("middle", "rules", "opens"),
    [
        ("+..m..x", None, False),
        ("+.mm..x", None, True),
        ("+..M..x", None, False),
        ("+..M..x", BY_POINTS, True),
        ("+..m..x", BY_POINTS, False),
        ("+m..m.x", None, True),  # the tile beside the door counts
    ],
)
def test_blocked_door(middle: str, rules: Rules | None, opens: bool) -> None:
    ways = found(meadow(middle), BLOCKED_WEST, 5, 0, rules=rules)
    assert [way.path for way in ways] == [straight(4)] * opens


def test_free_turn_into_a_door_beside_the_way() -> None:
    (trace,) = found(meadow(), WALL_CARD, 1, 3)
    assert (trace.path, trace.door) == (straight(3), NORTH)


def test_no_tile_but_the_entrance() -> None:
    (trace,) = found(meadow(), WALL_CARD, -2, 3)
    assert (trace.path, trace.door) == (((0, 2),), NORTH)


@pytest.mark.parametrize(
    ("x", "y", "door_on_last"), [(-4, 0, True), (6, 4, False), (6, 0, True), (7, 0, False)]
)
def test_a_door_lies_on_the_last_card(x: int, y: int, door_on_last: bool) -> None:
    assert (Placement(0, x, y) in placements(meadow(), WALL_CARD)) is door_on_last


def test_normal_door_on_a_blocked_one_is_open() -> None:
    (trace,) = found(meadow(), WALL_CARD, 6, 0)
    assert trace.path == straight(5)


def test_bump_into_the_wall_card_and_free_turn() -> None:
    (trace,) = found(CROW_MEADOW, WALL_CARD, 5, 3)
    assert trace.path == (*straight(4, y=3), (4, 4), (4, 5))
    assert trace.door == WEST


def test_cube_ahead_and_bump_into_own_door() -> None:
    ways = found(CROW_MEADOW, WALL_CARD, 5, 3, cubes=1)
    assert [way.path for way in ways if not way.cubes] == [(*straight(4, y=3), (4, 4), (4, 5))]
    (trace,) = [way for way in ways if way.cubes == ((4, 3),)]
    assert trace.path == (*straight(3, y=3), (3, 4), (3, 5), (4, 5))


def test_rock_is_bumped_and_a_door_is_met_ahead_or_aside() -> None:
    ring = face("#####", "#...#", "+.o.#", "#...#", "#####")
    ways = traces(ring, ring.doors[0], Placement(0, 4, 0), face("###", "+.#", "###"), 0)
    north = ((0, 2), (1, 2), (1, 1), (2, 1), (3, 1))
    south = ((0, 2), (1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1))
    assert sorted(way.path for way in ways) == sorted([north, south])


def test_own_path_is_no_obstacle() -> None:
    # Round the card one comes to (1,5) heading south; a turn east there would lead to its door.
    field = face("########", *["#......#"] * 5, "+......#", "########")
    wall = face("###", "#.#", "#+#")
    assert traces(field, field.doors[0], Placement(0, 3, 2), wall, 0) == []


def test_first_heading_is_inward() -> None:
    field = face("#####", "+...#", "#...#", "#####")
    covers_first_tile = Placement(0, 1, 0)
    assert traces(field, field.doors[0], covers_first_tile, face("###", "#.+", "###"), 2) == []


def test_rotated_wall_card() -> None:
    wall = face("###", "#.+", "###", "###")
    turned = Placement(180, 5, 0)  # its door looks west, at (5,2)
    (trace,) = traces(meadow(), meadow().doors[WEST - 1], turned, wall, 0)
    assert (trace.path, trace.door) == (straight(4), 1)


def test_edges_meet_the_entrance_tile_and_end_before_the_door() -> None:
    grid = ("m..", ".c.", "..m")
    last = Face("1A", Border.EDGES, grid, edge_doors(grid, [(Heading.N, 1, False)]))
    wall = Face("C", Border.EDGES, grid, edge_doors(grid, [(Heading.W, 1, True)]))
    assert traces(last, last.doors[0], Placement(0, 1, 1), wall, 1) == []  # one mushroom only
    open_wall = Face("C", Border.EDGES, grid, edge_doors(grid, [(Heading.W, 1, False)]))
    ways = traces(last, last.doors[0], Placement(0, 2, 0), open_wall, 1)
    paths = sorted((way.path, way.cubes) for way in ways)
    assert paths == [
        (((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)), ()),
        (((0, 0), (0, 1), (1, 1), (1, 0)), ((0, 2),)),
        (((0, 0), (1, 0)), ((0, 1),)),
    ]
