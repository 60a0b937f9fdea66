"""The traces of one overlap, and the doors and tiles that no trace of a deck reaches."""

from __future__ import annotations

import networkx
import pytest

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.overlap import Overlap
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.bolets.reach import overlap_graph as reach
from bolets_solver.bolets.reach.deck_reach import flood, reach_warnings
from bolets_solver.bolets.rules import Rules
from bolets_solver.work.limits import Limits, Work
from tests.bolets.making import F1, F2, W1, W2, deal_of, edge_face, tile_face


def study(
    face: Face, entrance: int, wall: Face, placement: str, most: int = 10_000, **switches: str
) -> reach.Reach:
    board = Board()
    last = board.place(face, UPRIGHT)
    door = last.doors[entrance - 1]
    overlap = Overlap(last, PlacedFace(wall, Placement.parse(placement)), board.is_rock)
    rules = Rules().with_settings(switches.items())
    heading = door.side.opposite
    return reach.study(overlap, board, door.tile, heading, rules, Work(), most)


def test_doors_traces_and_common_tiles() -> None:
    found = study(tile_face(F2), 4, tile_face(W1), "r0 @5,3")
    assert found.complete
    (door,) = [door for door in found.doors if door.traces]
    assert (door.door.number, door.traces, door.points) == (4, 1, 0)
    assert door.crossed == [(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (4, 4), (4, 5)]


FOUR_WAYS = edge_face("..... .oo.. ..... ..o.. o....", "N1")
CORNER = edge_face("... ... ...", "N1 W1")
"""Laid on the last tile of FOUR_WAYS it is entered from the north or from the west."""


def test_several_traces_cross_only_what_all_cross() -> None:
    found = study(FOUR_WAYS, 1, CORNER, "r0 @4,4")
    assert {door.door.number: door.traces for door in found.doors} == {1: 2, 2: 2}
    for door in found.doors:
        assert door.crossed[0] == (0, 0)
        assert len(door.crossed) < 15


def test_the_graph() -> None:
    graph = study(tile_face(F1), 4, tile_face(W1), "r0 @5,0").graph
    assert graph.nodes["entrance"] == {"kind": "entrance", "x": 0, "y": 2, "heading": "E"}
    assert graph.nodes["4,2 E"] == {"kind": "stop", "x": 4, "y": 2, "heading": "E"}
    assert graph.nodes["door 4"]["kind"] == "door"
    assert graph.edges["entrance", "4,2 E"] == {
        "tokens": "E4",
        "length": 4,
        "tiles": "1,2 2,2 3,2 4,2",
    }
    assert graph.edges["4,2 E", "door 4"]["tokens"] == ">E"
    assert networkx.has_path(graph, "entrance", "door 4")
    again = networkx.parse_graphml("\n".join(networkx.generate_graphml(graph)))
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))


def test_a_door_passed_on_the_way() -> None:
    graph = study(tile_face(F1), 4, tile_face(W1), "r0 @1,3").graph
    assert graph.edges["entrance", "door 1"]["tokens"] == "E3 >S"


@pytest.mark.parametrize(
    ("middle", "counts", "traces"),
    [("..m..", "mushrooms", 0), (".mm..", "mushrooms", 1), ("..M..", "points", 1)],
)
def test_blocked_doors(middle: str, counts: str, traces: int) -> None:
    face = tile_face(F1.replace("..m..", middle))
    found = study(face, 4, tile_face(W2), "r0 @5,0", blocked_counts=counts)
    assert {door.door.number: door.traces for door in found.doors}[4] == traces
    assert [door.possible for door in found.doors if door.door.number == 4] == [True]


def test_a_count_that_is_ended_early() -> None:
    whole = study(FOUR_WAYS, 1, CORNER, "r0 @4,4")
    slides = next(
        most for most in range(1, 100) if study(FOUR_WAYS, 1, CORNER, "r0 @4,4", most).complete
    )
    for most in range(1, slides):
        early = study(FOUR_WAYS, 1, CORNER, "r0 @4,4", most)
        assert not early.complete
        assert early.as_json()["status"] == "limit"
        for some, every in zip(early.doors, whole.doors, strict=True):
            assert some.possible
            assert some.traces <= every.traces
            assert set(some.crossed) <= set(every.crossed)


def test_a_time_limit_ends_the_count() -> None:
    board = Board()
    last = board.place(FOUR_WAYS, UPRIGHT)
    overlap = Overlap(last, PlacedFace(CORNER, Placement(0, 4, 4)), board.is_rock)
    with Work(Limits(seconds=1e-9)) as work:
        found = reach.study(overlap, board, (0, 0), Heading.S, Rules(), work)
    assert not found.complete


def deck_of(*faces: Face | str) -> Deck:
    return deal_of(*faces).deck


RICH = F1.replace("..m..", ".mm..")


def test_a_plain_deck_has_nothing_to_warn_of() -> None:
    assert reach_warnings(deck_of(RICH, RICH), Work()) == []


def test_a_walled_in_tile() -> None:
    face = "###+### #mm.o.# +....o# #.....# ###+###"
    (warning,) = reach_warnings(deck_of(face, RICH), Work())
    assert warning == "face 1A: no trace without a cube reaches row 2 column 6"


def test_a_card_alone() -> None:
    cottage = tile_face("##+## #...# #...# #...# #####", "C")
    assert reach_warnings(deck_of(F1, cottage), Work()) == []


def test_a_door_that_cannot_be_entered() -> None:
    no_mushrooms = F1.replace("m", ".")
    cottage = Face("C", tile_face(W2).border, tile_face(W2).grid, tile_face(W2).doors)
    (warning,) = reach_warnings(deck_of(no_mushrooms, cottage), Work())
    assert warning == "face C: no overlap lets a trace enter door 4"


def test_a_deck_too_large_to_look_at() -> None:
    (warning,) = reach_warnings(deck_of(F1, F2), Work(), most_effort=100)
    assert "too large" in warning


def test_flood() -> None:
    free = {(x, y) for x in range(3) for y in range(3)}
    assert flood(free, (-1, 0), Heading.E) == {(-1, 0)} | free - {(1, 1)}
    assert flood(free, (5, 5), Heading.E) == {(5, 5)}
    # A rock ahead of the entrance: the trace turns there.
    assert flood(free - {(1, 0)}, (0, 0), Heading.E) >= {(0, 0), (0, 1), (0, 2), (2, 2)}
