"""The unit scenarios B-T1 to B-T10 of the rules document."""

from __future__ import annotations

import pytest

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.overlap import Overlap
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.bolets.play.tracking import Start, Tracking
from bolets_solver.bolets.play.verdict import tier
from bolets_solver.bolets.reach import overlap_graph as reach
from bolets_solver.bolets.rules import Rules
from bolets_solver.work.limits import Work
from tests.bolets.making import F1, F2, W1, W2, broken, deal_of, judge, tile_face

WEST_OF_F1 = 4
WEST_OF_F2 = 4


def traces(face: str, entrance: int, wall: str, placement: str) -> dict[int, tuple[int, int]]:
    """Return how many traces without cubes enter each door, and their most points."""
    board = Board()
    last = board.place(tile_face(face), UPRIGHT)
    door = last.doors[entrance - 1]
    wall_card = PlacedFace(tile_face(wall), Placement.parse(placement))
    overlap = Overlap(last, wall_card, board.is_rock)
    found = reach.study(overlap, board, door.tile, door.side.opposite, Rules(), Work())
    assert found.complete
    return {r.door.number: (r.traces, r.points) for r in found.doors if r.traces}


def test_t1_straight_into_a_door() -> None:
    verdict = judge(deal_of(F1, W1), WEST_OF_F1, "2A r0 @5,0: E4 >E")
    assert broken(verdict) is None
    assert verdict.points == 1
    assert traces(F1, WEST_OF_F1, W1, "r0 @5,0") == {4: (1, 1)}


def test_t2_one_mushroom_does_not_open_a_blocked_door() -> None:
    verdict = judge(deal_of(F1, W2), WEST_OF_F1, "2A r0 @5,0: E4 >E")
    assert broken(verdict) == "B-R22"
    assert traces(F1, WEST_OF_F1, W2, "r0 @5,0") == {}


def test_t2_two_mushrooms_open_it() -> None:
    face = F1.replace("+..m..x", "+.mm..x")
    verdict = judge(deal_of(face, W2), WEST_OF_F1, "2A r0 @5,0: E4 >E")
    assert broken(verdict) is None
    assert verdict.points == 2
    assert traces(face, WEST_OF_F1, W2, "r0 @5,0") == {4: (1, 2)}


@pytest.mark.parametrize(("counts", "rule"), [("mushrooms", "B-R22"), ("points", None)])
def test_t2_one_special_mushroom(counts: str, rule: str | None) -> None:
    deal = deal_of(F1.replace("m", "M"), W2)
    verdict = judge(deal, WEST_OF_F1, "2A r0 @5,0: E4 >E", blocked_counts=counts)
    assert broken(verdict) == rule
    assert verdict.points == 3


def test_t3a_free_turn_beside_a_door() -> None:
    verdict = judge(deal_of(F1, W1), WEST_OF_F1, "2A r0 @1,3: E3 >S")
    assert broken(verdict) is None
    assert verdict.points == 1
    assert traces(F1, WEST_OF_F1, W1, "r0 @1,3") == {1: (1, 1)}


def test_t3b_the_turn_is_no_ordinary_one() -> None:
    verdict = judge(deal_of(F1, W1), WEST_OF_F1, "2A r0 @1,3: E3 S1")
    assert broken(verdict) == "B-R15"


@pytest.mark.parametrize("token", [">S", "S1"])
def test_t3c_not_from_a_diagonal_tile(token: str) -> None:
    verdict = judge(deal_of(F1, W1), WEST_OF_F1, f"2A r0 @1,3: E2 {token}")
    assert broken(verdict) == {">S": "B-R21", "S1": "B-R15"}[token]


def test_t3d_from_the_entrance_itself() -> None:
    verdict = judge(deal_of(F1, W1), WEST_OF_F1, "2A r0 @-2,3: >S")
    assert broken(verdict) is None
    assert verdict.points == 0
    assert verdict.board.segments == [[(0, 2)], [(0, 3)]]


@pytest.mark.parametrize(
    ("offset", "trace", "rule"),
    [
        ("-4,0", "", "B-R11"),
        ("6,4", "", "B-R9"),
        ("6,0", "E5 >E", None),
        ("7,0", "", "B-R9"),
    ],
)
def test_t4_where_the_wall_card_may_lie(offset: str, trace: str, rule: str | None) -> None:
    verdict = judge(deal_of(F1, W1), WEST_OF_F1, f"2A r0 @{offset}: {trace}")
    assert broken(verdict) == rule
    assert verdict.points == (1 if rule is None else 0)


def test_t5_without_a_cube() -> None:
    verdict = judge(deal_of(F2, W1), WEST_OF_F2, "2A r0 @5,3: E4 S2 >E")
    assert broken(verdict) is None
    assert verdict.points == 0
    assert traces(F2, WEST_OF_F2, W1, "r0 @5,3") == {4: (1, 0)}


def test_t5_with_a_cube() -> None:
    deal, start = deal_of(F2, W1), Start(red=1)
    verdict = judge(deal, WEST_OF_F2, "2A r0 @5,3: E3 * S2 E1 >E", start=start)
    assert broken(verdict) is None
    assert verdict.points == 1
    laid_first = judge(deal, WEST_OF_F2, "2A r0 @5,3: @4,3 E3 S2 E1 >E", start=start)
    assert broken(laid_first) is None
    assert laid_first.points == 1


def test_t5_no_way_out_through_the_own_door() -> None:
    start = Start(red=1)
    verdict = judge(deal_of(F2, W1), WEST_OF_F2, "2A r0 @5,3: E3 * S3", start=start)
    assert broken(verdict) == "B-Q22"


@pytest.mark.parametrize(
    ("lives", "tiles", "tokens", "left"),
    [
        (1, "ch", "E1", 0),
        (1, "hc", "E2", 1),
        (5, "hc", "E2", 4),
        (5, "ch", "E2", 5),
        (5, ".h", "E1 Y E1", 5),
    ],
)
def test_t6_order_of_hearts_and_crows(lives: int, tiles: str, tokens: str, left: int) -> None:
    deal = deal_of(F1.replace("+..m..x", f"+{tiles}...x"), W1)
    verdict = judge(deal, WEST_OF_F1, f"2A r0 @5,0: {tokens}", start=Start(lives=lives))
    assert broken(verdict) is None
    assert verdict.lives == left
    assert verdict.finished == (left == 0)
    assert sum(verdict.standing.hand.values()) == tokens.count("Y")


@pytest.mark.parametrize(
    ("reading", "lives"),
    [
        ("each", [5, 3, 3, 3, 3, 2]),
        ("stood", [5, 4, 4, 4, 4, 3]),
        ("once", [5, 3, 3, 3, 3, 3]),
        ("every", [5, 4, 3, 2, 2, 1]),
    ],
)
def test_t7_what_three_and_four_crows_cost(reading: str, lives: list[int]) -> None:
    track = Tracking(Start(lives=5), Rules.parse([f"crow_loss={reading}"]))
    found = []
    for marker in [2, 4, 4, 4, 2, 3]:
        track.update(marker)
        found.append(track.lives)
    assert found == lives


def test_t8_the_cube_comes_at_the_update() -> None:
    deal, start = deal_of(F1, W1), Start(points=3)
    early = judge(deal, WEST_OF_F1, "2A r0 @5,0: E3 *", start=start)
    assert broken(early) == "B-R28"
    entered = judge(deal, WEST_OF_F1, "2A r0 @5,0: E4 >E", start=start)
    assert entered.points == 4
    assert sum(entered.standing.hand.values()) == 1


def test_t8_no_seventh_cube() -> None:
    face = F1.replace("+..m..x", "+MMmm.x")
    start = Start(points=20, red=5)
    verdict = judge(deal_of(face, W1), WEST_OF_F1, "2A r0 @5,0: E4 >E", start=start)
    assert verdict.points == 28
    assert sum(verdict.standing.hand.values()) == 6


OLD = """
###+###
#...c.#
+.....+
#.....#
#...c.#
###+###
"""
MIDDLE = """
######
+....#
#..c.+
#....#
###+##
"""
CROWDED = """
##+##
#ccc+
+...#
#...#
##+##
"""


@pytest.mark.parametrize(
    ("scope", "markers", "lives", "won"),
    [("traced", [2, 2], 3, None), ("all", [3, 5], 2, False)],
)
def test_t9_crows_of_the_card_just_entered(
    scope: str, markers: list[int], lives: int, won: bool | None
) -> None:
    verdict = judge(
        deal_of(OLD, MIDDLE, CROWDED),
        WEST_OF_F1,
        "2A r0 @6,1: E5 >E",
        "3A r0 @4,3: E4 S2 W1 >W",
        crow_scope=scope,
    )
    assert broken(verdict) is None
    assert [tally.crows for tally in verdict.tallies] == markers
    assert verdict.won is won
    assert verdict.lives == lives


def watched(crows: int) -> str:
    """Return F1 with crows beside its middle row, none under the cottage."""
    rows = F1.split()
    rows[1] = "#" + ("c" * min(crows, 4)).ljust(5, ".") + "#"
    rows[3] = "#" + ("c" * max(crows - 4, 0)).ljust(5, ".") + "#"
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("lives", "crows", "won", "left"), [(1, 3, False, 0), (2, 3, True, 1), (3, 5, False, 3)]
)
def test_t10_entering_the_cottage(lives: int, crows: int, won: bool, left: int) -> None:
    start = Start(lives=lives, crows=2)
    verdict = judge(deal_of(watched(crows)), WEST_OF_F1, "C r0 @5,0: E4 >E", start=start)
    assert broken(verdict) is None
    assert verdict.finished
    assert verdict.won is won
    assert verdict.lives == left
    assert verdict.crows == crows


def test_t10_tiers() -> None:
    assert [tier(points) for points in (0, 10, 11, 18, 19, 24, 25, 60)] == [1, 1, 2, 2, 3, 3, 4, 4]
