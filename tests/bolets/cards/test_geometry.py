"""Headings, faces and placements: turning, numbering, where a tile goes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolets_solver.bolets.cards.face import ROTATIONS, Face
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from tests.bolets.making import edge_face, tile_face

TALL = tile_face("#+x# #m.+ #.c# +.h# ##+#")
WIDE = edge_face("m...c .h... o...M", "N1 N4x E3 S5 S2 W3 W1x")
FACES = [TALL, WIDE]

faces = st.sampled_from(FACES)
rotations = st.sampled_from(ROTATIONS)


def test_headings() -> None:
    for heading in Heading:
        assert heading.right.left is heading
        assert heading.right.right is heading.opposite
        assert (heading.dx, heading.dy) == (-heading.opposite.dx, -heading.opposite.dy)
        assert heading.turned(90) is heading.right
    assert [heading.letter for heading in Heading] == ["N", "E", "S", "W"]
    assert Heading.N.step((3, 3)) == (3, 2)
    assert Heading.E.step((3, 3)) == (4, 3)


def test_doors_are_numbered_clockwise_from_the_top_left() -> None:
    found = [(d.number, d.side.letter, d.x, d.y, d.blocked) for d in TALL.doors]
    assert found == [
        (1, "N", 1, 0, False),
        (2, "N", 2, 0, True),
        (3, "E", 3, 1, False),
        (4, "S", 2, 4, False),
        (5, "W", 0, 3, False),
    ]


def test_doors_on_edges_are_numbered_whatever_their_order_in_the_file() -> None:
    found = [(d.number, d.side.letter, d.x, d.y, d.blocked) for d in WIDE.doors]
    assert found == [
        (1, "N", 0, 0, False),
        (2, "N", 3, 0, True),
        (3, "E", 4, 2, False),
        (4, "S", 4, 2, False),
        (5, "S", 1, 2, False),
        (6, "W", 0, 2, False),
        (7, "W", 0, 0, True),
    ]


def test_a_quarter_turn_is_clockwise() -> None:
    assert TALL.turned_grid(90) == ("#+###", "#..m+", "+hc.x", "###+#")
    door = TALL.turned_doors(90)[0]
    assert (door.number, door.side, door.tile) == (1, Heading.E, (4, 1))


@given(faces, rotations, st.integers(-9, 9), st.integers(-9, 9), st.data())
def test_to_the_map_and_back(
    face: Face, rotation: int, x: int, y: int, data: st.DataObject
) -> None:
    placement = Placement(rotation, x, y)
    tile = (data.draw(st.integers(0, face.width - 1)), data.draw(st.integers(0, face.height - 1)))
    on_map = placement.to_map(face, tile)
    card = PlacedFace(face, placement)
    assert placement.to_face(face, on_map) == tile
    assert card.covers(on_map)
    assert card.kind(on_map) == face.grid[tile[1]][tile[0]]


@given(faces, rotations)
def test_four_quarter_turns_are_none(face: Face, rotation: int) -> None:
    turned = Face(face.name, face.border, face.turned_grid(rotation), face.turned_doors(rotation))
    back = (360 - rotation) % 360
    assert turned.turned_grid(back) == face.grid
    assert turned.turned_doors(back) == face.doors


@given(faces, rotations, st.integers(-9, 9), st.integers(-9, 9))
def test_doors_lie_on_the_side_they_look_out_of(face: Face, rotation: int, x: int, y: int) -> None:
    card = PlacedFace(face, Placement(rotation, x, y))
    tiles = set(card.tiles())
    for door, printed in zip(card.doors, face.doors, strict=True):
        assert door.tile in tiles
        assert door.side.step(door.tile) not in tiles
        assert door.tile == card.placement.to_map(face, printed.tile)
        assert door.side is card.placement.side(printed.side)
        assert card.door_entered(door.side.step(door.tile), door.side.opposite) == door


def test_no_door_is_entered_from_the_wrong_side() -> None:
    card = PlacedFace(TALL, Placement(0, 0, 0))
    assert card.door_entered((1, -1), Heading.S) == card.doors[0]
    assert card.door_entered((0, 0), Heading.E) is None
    assert card.door_entered((0, -1), Heading.S) is None


@pytest.mark.parametrize("text", ["r90", "r90 @1", "r45 @1,2", "@1,2 r90", "r90 @1,2,3", "r90@1,2"])
def test_no_placements(text: str) -> None:
    with pytest.raises(ValueError, match="r90 @3,-2"):
        Placement.parse(text)


def test_inside_the_rim() -> None:
    tall, wide = (PlacedFace(face, Placement(0, 0, 0)) for face in FACES)
    assert sum(map(tall.inside, tall.tiles())) == 6
    assert sum(map(wide.inside, wide.tiles())) == 15
    assert (TALL.count("+"), WIDE.count("mM")) == (4, 2)
