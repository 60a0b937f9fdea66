"""Every rule that does not forbid: a game whose outcome would differ under the other reading."""

from __future__ import annotations

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.placement import UPRIGHT
from bolets_solver.bolets.play.tracking import Start, Tracking
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Rules
from tests.bolets.making import (
    F1,
    F2,
    W1,
    W2,
    broken,
    deal_of,
    edge_face,
    judge,
    tile_face,
)

WEST = 4


def row(middle: str, picture: str = F1) -> str:
    """Return F1 with other tiles in its middle row, from the west door on."""
    return picture.replace("..m..", middle)


def hand(verdict: Verdict) -> int:
    """Return the cubes in hand."""
    return sum(verdict.standing.hand.values())


def through(*faces: str, start: Start | None = None, **switches: str) -> Verdict:
    """Walk straight east through faces of the shape of F1, each touching the one before."""
    names = [f"{number}A" for number in range(2, len(faces) + 1)] + ["C"]
    lines = [f"{name} r0 @{6 * index},0: E5 >E" for index, name in enumerate(names, start=1)]
    return judge(deal_of(*faces, tile_face(F1, "C")), WEST, *lines, start=start, **switches)


# The beginning


def test_r3_the_first_card_is_the_map() -> None:
    verdict = judge(deal_of(F1, W1), WEST)
    assert [card.face.name for card in verdict.board.cards] == ["1A"]
    assert verdict.board.cards[0].placement == UPRIGHT


def test_r4_start_values() -> None:
    verdict = judge(deal_of(F1, W1), WEST)
    assert (verdict.lives, verdict.crows, verdict.points) == (3, 0, 0)
    assert (verdict.finished, verdict.won) == (False, None)


def test_r5_no_cube_at_the_start() -> None:
    assert broken(judge(deal_of(F1, W1), WEST, "2A r0 @5,0: *")) == "B-R28"


def test_r6_a_blocked_door_as_first_entrance() -> None:
    verdict = judge(deal_of(F1, W1), 2, "2A r0 @-3,0: W4 >W")
    assert broken(verdict) is None


def test_r7_a_card_is_left_from_the_door_it_was_entered_by() -> None:
    verdict = judge(deal_of(F1, F1), WEST, "2A r0 @6,0: E5 >E", "C r0 @11,0: E4 >E")
    assert broken(verdict) is None
    assert verdict.board.segments[1] == [(6, 2), (7, 2), (8, 2), (9, 2), (10, 2)]


def test_r2_the_side_is_part_of_the_order() -> None:
    deal = deal_of(F1, W1)
    other = dict(deal.deck.faces) | {"2B": tile_face(W1, "2B")}
    deal = Deal(type(deal.deck)("test", "Test", deal.deck.border, other), deal.order)
    assert broken(judge(deal, WEST, "2B r0 @5,0:")) == "B-R8"


# Placement


def test_r12_items_may_be_covered() -> None:
    verdict = judge(deal_of(F1, W1), WEST, "2A r0 @2,1: E1 S1 >E")
    assert broken(verdict) is None
    assert verdict.points == 0


def test_q18_over_two_cards_and_the_table() -> None:
    tall = F2.replace("c", ".")
    verdict = judge(deal_of(F1, tall), WEST, "2A r0 @6,-1: E5 >E", "C r0 @4,3: E5 S2 W2")
    assert broken(verdict) is None
    cottage = verdict.board.cards[-1]
    assert {verdict.board.cards[0].covers(tile) for tile in cottage.tiles()} == {True, False}
    assert {verdict.board.cards[1].covers(tile) for tile in cottage.tiles()} == {True, False}


def test_q17_the_tile_outside_the_door_may_be_off_the_last_card() -> None:
    north_door = "##+##\n#...#\n#...#\n#...#\n#####"
    assert broken(judge(deal_of(F1, north_door), WEST, "2A r0 @1,0:")) is None


def test_q32_a_blocked_door_alone_on_the_last_card() -> None:
    assert broken(judge(deal_of(F1, W2), WEST, "2A r0 @6,0:")) is None


def test_q21_a_card_that_is_not_square_turns_too() -> None:
    upright = judge(deal_of(F1, F1), WEST, "2A r0 @5,-1: E4 >E")
    assert broken(upright) == "B-R21"
    turned = judge(deal_of(F1, F1), WEST, "2A r90 @5,-1: E4 >E")
    assert broken(turned) is None  # the south door has come to lie at 5,2
    assert turned.board.cards[1].size == (5, 7)


# Tracing


def test_q23_the_path_may_run_beside_itself() -> None:
    verdict = judge(deal_of(F2, W1), WEST, "2A r0 @5,3: E4 N2 W3")
    assert broken(verdict) is None
    beside = judge(deal_of(F2, W1), WEST, "2A r0 @5,3: E4 S2 W3 N1")
    assert broken(beside) is None
    assert beside.board.segments[0][-1] == (1, 4)


def test_q25_no_turn_into_a_blocked_tile() -> None:
    verdict = judge(deal_of(F2, W1), WEST, "2A r0 @5,3: E4 S2 E1")
    assert broken(verdict) == "B-Q22"


def test_q27_no_free_turn_into_a_door_of_the_last_card() -> None:
    verdict = judge(deal_of(F2, W1), WEST, "2A r0 @5,3: E4 N2 W1 >N")
    assert broken(verdict) == "B-R21"


def test_q28_one_may_bump_into_the_door_instead_of_entering() -> None:
    entered = judge(deal_of(F1, W1), WEST, "2A r0 @5,0: E4 >E")
    bumped = judge(deal_of(F1, W1), WEST, "2A r0 @5,0: E4 N1")
    assert broken(entered) is broken(bumped) is None


def test_q29_covered_inner_tile_leaves_the_entrance_stuck() -> None:
    for first in ("E1", "N1", "S1", ">E"):
        verdict = judge(deal_of(F1, W1), WEST, f"2A r0 @1,1: {first}")
        assert broken(verdict) is not None


def test_q26_straight_past_a_door_without_entering() -> None:
    verdict = judge(deal_of(F1, W1), WEST, "2A r0 @1,3: E5")
    assert broken(verdict) is None


# Items


def test_r23_points_of_mushrooms() -> None:
    assert through(row("m.m..")).points == 2
    assert through(row("M.m..")).points == 4


@pytest.mark.parametrize(("lives", "after"), [(3, 4), (4, 5), (5, 5)])
def test_r24_hearts(lives: int, after: int) -> None:
    assert through(row("h...."), start=Start(lives=lives)).lives == after


def test_r25_a_defeated_crow_costs_a_life_and_is_not_visible() -> None:
    verdict = through(row("c...."))
    assert (verdict.lives, verdict.crows) == (2, 0)


def test_q13_a_crow_on_the_path_is_met() -> None:
    verdict = judge(deal_of(row("c....")), WEST, "C r0 @5,0: E1", start=Start(lives=1))
    assert (verdict.finished, verdict.won, verdict.lives) == (True, False, 0)


def test_q43_lives_run_within_a_trace() -> None:
    verdict = judge(deal_of(row("cch.c")), WEST, "C r0 @6,0: E5 >E")
    assert (verdict.won, verdict.lives) == (True, 1)
    assert broken(judge(deal_of(row("ccch.")), WEST, "C r0 @6,0: E4")) == "B-R37"


CROWS = F1.replace("#.....#", "#c.c..#", 1)


def test_r27_crows_beside_the_path_are_visible() -> None:
    assert through(CROWS).crows == 2


def test_r26_a_crow_under_the_wall_card_is_not_visible() -> None:
    verdict = judge(deal_of(CROWS), WEST, "C r0 @3,0: E2 >E")
    assert (broken(verdict), verdict.crows) == (None, 1)


@pytest.mark.parametrize("tokens", ["@3,1 E4 >E", "E2 @3,1 E2 >E", "E4 @3,1 >E"])
def test_r26_a_crow_under_a_cube_is_not_visible(tokens: str) -> None:
    verdict = judge(deal_of(CROWS), WEST, f"C r0 @5,0: {tokens}", start=Start(red=1))
    assert (broken(verdict), verdict.crows) == (None, 1)


def test_q35_a_cube_may_cover_a_crow_of_an_older_card() -> None:
    verdict = judge(
        deal_of(CROWS, F1),
        WEST,
        "2A r0 @6,0: E5 >E",
        "C r0 @12,0: E2 @3,1 E3 >E",
        start=Start(red=1),
    )
    assert [tally.crows for tally in verdict.tallies] == [2, 1]
    assert verdict.won


def test_q7_crows_are_counted_anew() -> None:
    verdict = judge(
        deal_of(
            "###+### #...c.# +.....+ #.....# #...c.# ###+###",
            "###### +....# #....+ #....# ###+##",
            "##+## #...+ +...# #...# ##+##",
        ),
        WEST,
        "2A r0 @6,1: E5 >E",
        "3A r0 @4,3: E4 S2 W1 >W",
    )
    assert broken(verdict) is None
    assert [tally.crows for tally in verdict.tallies] == [2, 1]


def test_r28_red_cubes_by_the_running_total() -> None:
    verdict = through(row("M...."), row("m.m.."))
    assert [tally.total for tally in verdict.tallies] == [3, 5]
    assert [tally.red for tally in verdict.tallies] == [0, 1]


@pytest.mark.parametrize(("timing", "rule"), [("update", "B-R28"), ("trace", None)])
def test_q1_when_a_red_cube_is_earned(timing: str, rule: str | None) -> None:
    start = Start(points=3)
    tokens = "C r0 @6,0: E1 * S1"
    verdict = judge(deal_of(row("m....")), WEST, tokens, start=start, red_timing=timing)
    assert broken(verdict) == rule


def test_q1_a_cube_earned_on_the_way_is_not_earned_again() -> None:
    for timing in ("update", "trace"):
        assert hand(through(row("M...m"), red_timing=timing)) == 1


def test_q33_a_cube_may_lie_on_items_and_on_the_wall_card() -> None:
    for tile in ("3,2", "1,1", "6,2"):
        verdict = judge(deal_of(F1, W1), WEST, f"2A r0 @5,0: @{tile}", start=Start(red=1))
        assert broken(verdict) is None
    blocked = judge(deal_of(F1, W1), WEST, "2A r0 @5,0: @3,2 E3", start=Start(red=1))
    assert broken(blocked) == "B-R18"
    assert blocked.points == 0


def test_q34_a_cube_covers_and_is_bumped_into() -> None:
    face = row("..c..")
    verdict = judge(deal_of(face), WEST, "C r0 @5,0: E2 * N1 E2", start=Start(red=1))
    assert broken(verdict) is None
    assert verdict.board.visible_crows(1) == []


def test_q34_a_cube_is_bumped_into_twice() -> None:
    face = "###+### #..o..# #.....# +.....x #.....# #.....# ###+###"
    verdict = judge(deal_of(face), WEST, "C r0 @6,2: E1 * N2 E1 S1 E3", start=Start(red=1))
    assert broken(verdict) is None
    assert list(verdict.board.cubes) == [(2, 3)]


def test_r30_a_cube_laid_is_gone_from_the_hand() -> None:
    verdict = judge(deal_of(F1), WEST, "C r0 @6,0: @1,1 E5 >E", start=Start(red=2))
    assert (hand(verdict), len(verdict.board.cubes)) == (1, 1)


def test_r32_a_yellow_cube_is_a_rock() -> None:
    verdict = judge(deal_of(F1), WEST, "C r0 @6,0: E1 Y * N1 E4")
    assert broken(verdict) is None
    assert verdict.lives == 2


def test_q4_a_yellow_cube_within_the_trace() -> None:
    face = row("h....")
    mid = judge(deal_of(face), WEST, "C r0 @6,0: E1 Y * N1", start=Start(lives=1))
    assert broken(mid) is None
    assert (mid.lives, mid.finished) == (1, False)


def test_q5_the_last_life_may_be_paid_and_loses() -> None:
    verdict = judge(deal_of(row("h....")), WEST, "C r0 @6,0: Y", start=Start(lives=1))
    assert broken(verdict) is None
    assert (verdict.finished, verdict.won) == (True, False)


# Update and end


FOUR = F1.replace("#.....#", "#cc...#")


def test_q9_five_crows_in_sight_between_updates_do_not_lose() -> None:
    face = FOUR.replace("#cc...#", "#ccc..#", 1)
    start = Start(crows=4, red=1)
    verdict = judge(deal_of(face), WEST, "C r0 @6,0: E5 @1,1 >E", start=start)
    assert (verdict.won, verdict.crows, verdict.lives) == (True, 4, 3)


def test_q9_no_rise_within_a_turn() -> None:
    start = Start(crows=4)
    verdict = judge(deal_of(FOUR), WEST, "C r0 @6,0: E5 >E", start=start)
    assert (verdict.won, verdict.crows, verdict.lives) == (True, 4, 3)


def test_q10_a_cube_earned_now_comes_after_the_crows() -> None:
    face = FOUR.replace("#cc...#", "#ccc..#", 1)
    start = Start(crows=4, points=3)
    verdict = judge(deal_of(face), WEST, "C r0 @6,0: E5 >E", start=start)
    assert (verdict.finished, verdict.won) == (True, False)
    assert hand(verdict) == 0


def test_r34_path_first_then_the_tracking_card() -> None:
    face = "###+### #c.c..# +h....x #c....# ###+###"
    verdict = judge(deal_of(face), WEST, "C r0 @6,0: E5 >E", start=Start(lives=1, crows=2))
    assert (verdict.won, verdict.lives, verdict.crows) == (True, 1, 3)


def test_r35_both_costly_values_passed_at_once() -> None:
    verdict = judge(deal_of(FOUR), WEST, "C r0 @6,0: E5 >E", start=Start(crows=2))
    assert (verdict.won, verdict.lives) == (True, 1)


def test_crow_loss_once_remembers_the_highest_marker() -> None:
    for reading, lives in [("each", 1), ("once", 3)]:
        start = Start(crows=2, most_crows=4)
        verdict = judge(deal_of(FOUR), WEST, "C r0 @6,0: E5 >E", start=start, crow_loss=reading)
        assert verdict.lives == lives


def test_r38_entering_the_cottage_ends_the_game() -> None:
    verdict = through(F1)
    assert (verdict.finished, verdict.won, verdict.points) == (True, True, 1)


def test_q36_a_game_that_is_stuck_is_not_won() -> None:
    verdict = judge(deal_of(F1, W1), WEST, "2A r0 @5,0: E4 N1 W3 S3")
    assert broken(verdict) == "B-R17"
    stopped = judge(deal_of(F1, W1), WEST, "2A r0 @5,0: E4 N1 W3")
    assert (stopped.legal, stopped.finished, stopped.won) == (True, False, None)


def test_q37_the_cottage_has_blocked_doors() -> None:
    cottage = tile_face(W2, "C")
    for face, rule in [(F1, "B-R22"), (row(".mm.."), None)]:
        assert broken(judge(deal_of(face, cottage), WEST, "C r0 @5,0: E4 >E")) == rule


@pytest.mark.parametrize("counts", ["mushrooms", "points"])
def test_q31_mushrooms_of_earlier_cards_open_nothing(counts: str) -> None:
    deal = deal_of(row(".mm.."), F1.replace("m", "."), tile_face(W2, "C"))
    lines = ("2A r0 @6,0: E5 >E", "C r0 @12,0: E5 >E")
    assert broken(judge(deal, WEST, *lines, blocked_counts=counts)) == "B-R22"


def test_q37_nothing_on_the_cottage_is_collected() -> None:
    first = edge_face("... ... ...", "W2")
    cottage = edge_face("... M.. ...", "W2", "C")
    verdict = judge(deal_of(first, cottage), 1, "C r0 @2,0: E1 >E")
    assert (verdict.won, verdict.points) == (True, 0)


def test_lives_never_show_below_zero() -> None:
    verdict = judge(deal_of(FOUR), WEST, "C r0 @6,0: E5 >E", start=Start(lives=1, crows=2))
    assert (verdict.won, verdict.lives) == (False, 0)


def test_q3_a_seventh_red_cube_does_not_exist() -> None:
    track = Tracking(Start(points=23), Rules())
    track.traced_points = 30
    track.update(0)
    assert (track.points, sum(track.hand.values())) == (53, 1)
