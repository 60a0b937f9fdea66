"""Walls and doors on the edges: the tile behind a door is walked as the next line begins."""

from __future__ import annotations

import pytest

from bolets_solver.bolets.play.tracking import Start
from tests.bolets.making import broken, deal_of, edge_face, judge

WEST = 1
FIRST = edge_face("... m.. ...", "W2")
"""One door, its tile 0,1 holds a mushroom."""


def test_the_first_entrance_tile_is_walked_by_the_first_line() -> None:
    deal = deal_of(FIRST)
    assert judge(deal, WEST).points == 0
    assert judge(deal, WEST, "C r0 @2,0:").points == 1


def test_the_tile_behind_a_door_belongs_to_the_next_card() -> None:
    second = edge_face("... M.. ...", "W2 E2")
    deal = deal_of(FIRST, second)
    entered = judge(deal, WEST, "2A r0 @2,0: E1 >E")
    assert (entered.points, [tally.points for tally in entered.tallies]) == (1, [1])
    walked = judge(deal, WEST, "2A r0 @2,0: E1 >E", "C r0 @4,0:")
    assert (walked.points, [tally.points for tally in walked.tallies]) == (4, [1, 3])


def test_the_tile_behind_a_door_counts_for_the_next_blocked_door() -> None:
    second = edge_face("... mm. ...", "W2 E2")
    cottage = edge_face("... ... ...", "W2x", "C")
    verdict = judge(deal_of(FIRST, second, cottage), WEST, "2A r0 @2,0: E1 >E", "C r0 @4,0: E1 >E")
    assert broken(verdict) is None
    assert verdict.won


CROWED = edge_face("... c.. ...", "W2 E2")


def test_a_crow_behind_a_door_is_met_after_the_update() -> None:
    deal = deal_of(FIRST, CROWED)
    entered = judge(deal, WEST, "2A r0 @2,0: E1 >E")
    assert (entered.lives, entered.crows) == (3, 0)
    walked = judge(deal, WEST, "2A r0 @2,0: E1 >E", "C r0 @4,0:")
    assert (walked.lives, walked.tallies[-1].defeated) == (2, 1)


def test_a_crow_behind_a_door_is_visible_until_it_is_met() -> None:
    verdict = judge(
        deal_of(FIRST, CROWED),
        WEST,
        "2A r0 @2,0: E1 >E",
        "C r0 @4,0: E1 >E",
        crow_scope="all",
    )
    assert [tally.crows for tally in verdict.tallies] == [1, 0]


@pytest.mark.parametrize(
    ("before", "after", "rule"), [("Y ", "", None), ("", "Y", "B-R37"), ("", "", None)]
)
def test_a_yellow_cube_before_that_crow(before: str, after: str, rule: str | None) -> None:
    verdict = judge(
        deal_of(FIRST, CROWED),
        WEST,
        f"2A r0 @2,0: E1 {before}>E",
        f"C r0 @4,0: {after}",
        start=Start(lives=1) if not before else Start(lives=2),
    )
    assert broken(verdict) == rule
    assert (verdict.won, verdict.lives) == (False, 0)


def test_a_bump_on_the_entrance_tile_allows_a_turn() -> None:
    deal = deal_of(FIRST)
    free = judge(deal, WEST, "C r0 @2,0: N1")
    assert broken(free) == "B-Q29"
    cube = judge(deal, WEST, "C r0 @2,0: * N1 E1", start=Start(red=1))
    assert broken(cube) is None
    covered = judge(deal, WEST, "C r0 @1,1: N1")
    assert broken(covered) is None


def test_all_tiles_are_walked_and_the_edge_is_a_wall() -> None:
    open_face = edge_face("..... ..... ..... ..... .....", "N1 W1")
    deal = deal_of(open_face, edge_face("... ... ...", "W3"))
    verdict = judge(deal, 1, "2A r0 @4,2: S4 E3 >E")
    assert broken(verdict) is None
    assert verdict.board.segments[1] == [(4, 4)]
    other = judge(deal, 2, "2A r0 @4,2: E4 S1 W3")
    assert broken(other) is None


def test_a_wall_card_can_be_entered_along_its_side() -> None:
    verdict = judge(deal_of(FIRST, edge_face("... ... ...", "N3")), WEST, "2A r0 @0,2: E2 >S")
    assert broken(verdict) is None
    assert verdict.board.segments[1] == [(2, 2)]
