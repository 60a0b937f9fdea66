"""Tiles of upright and rotated faces: both ways, and as the faces themselves rotate."""

from __future__ import annotations

import pytest

from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.optimize.tracing import rotations
from tests.optimize.plain import plain

pytestmark = pytest.mark.jit_off

turned_x, turned_y = plain(rotations.turned_x), plain(rotations.turned_y)
printed_x, printed_y = plain(rotations.printed_x), plain(rotations.printed_y)

SIZES = [(width, height) for width in range(1, 8) for height in range(1, 8)]


@pytest.mark.parametrize("turns", range(4))
def test_printed_after_turned_is_the_same_tile(turns: int) -> None:
    for width, height in SIZES:
        for x in range(-3, width + 3):
            for y in range(-3, height + 3):
                turned = (
                    turned_x(x, y, width, height, turns),
                    turned_y(x, y, width, height, turns),
                )
                assert printed_x(*turned, width, height, turns) == x, (width, height, x, y)
                assert printed_y(*turned, width, height, turns) == y, (width, height, x, y)


@pytest.mark.parametrize("turns", range(4))
def test_turned_is_where_the_tile_lies_on_the_turned_face(turns: int) -> None:
    for width, height in SIZES:
        grid = [[chr(33 + 9 * y + x) for x in range(width)] for y in range(height)]
        for _ in range(turns):  # a quarter clockwise: the lowest row becomes the first column
            grid = [list(column) for column in zip(*grid[::-1], strict=True)]
        for x in range(width):
            for y in range(height):
                column = turned_x(x, y, width, height, turns)
                row = turned_y(x, y, width, height, turns)
                assert grid[row][column] == chr(33 + 9 * y + x)


@pytest.mark.parametrize("turns", range(4))
def test_frames_are_those_of_placed_faces(turns: int) -> None:
    for width, height in SIZES:
        face = Face("1A", Border.EDGES, ("." * width,) * height, ())
        for x in range(width):
            for y in range(height):
                tile = face.turned_tile((x, y), 90 * turns)
                assert turned_x(x, y, width, height, turns) == tile[0]
                assert turned_y(x, y, width, height, turns) == tile[1]
                assert printed_x(*tile, width, height, turns) == x
                assert printed_y(*tile, width, height, turns) == y
