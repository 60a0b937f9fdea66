"""Pictures in text."""

from __future__ import annotations

import re

import pytest

from bolets_solver.bolets.cards.face import ROTATIONS
from bolets_solver.bolets.play.tracking import Start
from bolets_solver.draw.map.text import LEGEND, face_text, map_text
from tests.bolets.making import F1, F2, W1, deal_of, edge_face, judge, tile_face


def test_a_face() -> None:
    assert (
        face_text(tile_face(F1))
        == """\
     -1  0   1   2   3   4   5   6   7

-1                   1
       .---.---.---.---.---.---.---.
 0     :### ### ###  +  ### ### ###:
       .                           .
 1     :###  .   .   .   .   .  ###:
       .                           .
 2   4 : +   .   .   m   .   .   x : 2
       .                           .
 3     :###  .   .   .   .   .  ###:
       .                           .
 4     :### ### ###  +  ### ### ###:
       .---.---.---.---.---.---.---.
 5                   3"""
    )


def test_a_face_with_edges_turned() -> None:
    assert (
        face_text(edge_face("m..c .o.. ...h", "N1 E2x S4 W3"), 90)
        == """\
     -1  0   1   2   3

-1       4
       .-+-.---.---.
 0     : .   .   m + 1
       .           .
 1     : .   o   . :
       .           .
 2     : .   .   . :
       .           .
 3   3 + h   .   c :
       .---.-x-.---.
 4           2"""
    )


def test_a_map_with_a_path_and_cubes() -> None:
    verdict = judge(
        deal_of(F2, W1),
        4,
        "2A r0 @5,3: E3 * S2 E1 @7,4 >E",
        start=Start(red=1, yellow=1),
    )
    assert (
        map_text(verdict.board)
        == """\
    0   1   2   3   4   5   6   7   8   9
  .1A-.---.---.---.---.---.---.
0 :### ### ###  +  ### ### ###:
  .                           .
1 :###  .   .   .   .   .  ###:
  .                           .
2 :###  .   .   c   .   .  ###:
  .                   .2A-.---.---.---.---.
3 : S===========\\  [r]:### ###  +  ### ###:
  .             |     .                   .
4 :###  .   .   |   . :###  .  [y]  .  ###:
  .             |     .                   .
5 :###  .   .   m=======E   .   .   .   + :
  .                   .                   .
6 :### ### ###  +  ###:###  .   .   .  ###:
  .---.---.---.---.---.                   .
7                     :### ###  +  ### ###:
                      .---.---.---.---.---."""
    )


def test_a_map_with_edges() -> None:
    deal = deal_of(edge_face("... m.. ...", "N2 W2"), edge_face("..c ... ...", "W2 E1"))
    verdict = judge(deal, 2, "2A r0 @2,0: E1 >E")
    assert (
        map_text(verdict.board)
        == """\
    0   1   2   3   4
  .1A-.-+-.2A-.---.---.
0 : .   . : .   .   c +
  .       .           .
1 + m=======E   .   . :
  .       .           .
2 : .   . : .   .   . :
  .---.---.---.---.---."""
    )


def test_pictures_are_ascii_and_colour_adds_nothing_to_read() -> None:
    verdict = judge(deal_of(F2, W1), 4, "2A r0 @5,3: E3 * S2 E1 >E", start=Start(red=1))
    plain, coloured = map_text(verdict.board), map_text(verdict.board, colour=True)
    assert plain.isascii()
    assert LEGEND.isascii()
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_every_rotation_shows_every_door_number(rotation: int) -> None:
    picture = face_text(
        edge_face("...... ...... ......", "N1 N3 N5 E1 E3 S2 S4 W2 W3 W1"), rotation
    )
    numbers = re.sub(r"^ *-?\d+ ", "", "\n".join(picture.split("\n")[1:]), flags=re.MULTILINE)
    assert sorted(map(int, re.findall(r"\d+", numbers))) == list(range(1, 11))


def test_a_name_finds_a_place_where_no_path_crosses() -> None:
    verdict = judge(deal_of(F1, F1), 4, "2A r90 @1,3: E3 S1")
    assert verdict.violation is not None
    north = judge(deal_of(F1, W1), 4, "2A r0 @1,3: E3 >S", "C r0 @2,6: S2")
    assert north.violation is None
    picture = map_text(north.board)
    for name in ("1A", "2A", "C-"):
        assert picture.count(name) == 1
