"""The referee's messages: what is wrong, and what would be legal there."""

from __future__ import annotations

import pytest

from bolets_solver.bolets.play.tracking import Start
from tests.bolets.making import F1, F2, W1, W2, deal_of, edge_face, judge

TWO = deal_of(F1, W1)
ROCKY = deal_of(F1.replace("..m..", "..o.."), W1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "2A r0 @5,0: E3 N1",
            "turned north at 3,2, but 4,2 ahead is free: no wall, door, rock or cube to bump into; "
            "the slide would have ended at 4,2",
        ),
        (
            "2A r0 @1,3: E3 N1",
            "turned north at 3,2, but 4,2 ahead is free: no wall, door, rock or cube to bump into; "
            "the slide would have ended at 5,2; a turn into a door is free here: >S",
        ),
        (
            "2A r0 @5,0: E4 W1",
            "turned back west at 4,2 after heading east; legal at 4,2: N1, S1, >E",
        ),
        (
            "2A r0 @5,0: N1",
            "the trace begins north, but from the door at 0,2 it goes east, inward; "
            "legal at 0,2: E1 to E4",
        ),
        (
            "2A r0 @5,0: E5",
            "5,2 is door 4 of 2A, which is entered with >E and not by a slide; "
            "legal at 4,2: N1, S1, >E",
        ),
        (
            "2A r0 @5,0: E4 N2",
            "4,0 is a wall of 1A, which stops the slide; legal at 4,1: W1 to W3",
        ),
        (
            "2A r0 @6,0: E5 N1 W2 N1",
            "turned north at 3,1, but 2,1 ahead is free: no wall, door, rock or cube to bump into; "
            "the slide would have ended at 1,1",
        ),
        (
            "2A r0 @5,-1: E5",
            "5,2 is under 2A, whose border stops the slide; legal at 4,2: N1, S1",
        ),
        (
            "2A r0 @1,3: E2 >S",
            "there is no door of 2A to the south of 2,2: 2,3 is a wall of 2A; "
            "legal at 2,2: E1 to E3",
        ),
        (
            "2A r0 @6,0: E2 >N",
            "there is no door of 2A to the north of 2,2: 2,1 is a tile of 1A; "
            "legal at 2,2: E1 to E3",
        ),
        (
            "2A r0 @7,0:",
            "no door of 2A lies on the last card 1A, which covers 0,0 to 6,4; its doors would be "
            "1 at 9,0, 2 at 11,2, 3 at 9,4, 4 at 7,2",
        ),
        ("2A r0 @-4,0:", "2A would cover the path at 0,2"),
        ("C r0 @5,0:", "C is placed, but the next card of the order is 2A"),
        ("2A r0 @5,0: *", "there is no cube in hand; the next red one takes 4 points more"),
    ],
)
def test_messages(line: str, message: str) -> None:
    violation = judge(TWO, 4, line).violation
    assert violation is not None
    assert violation.message == message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("2A r0 @3,0:", "2A would cover the rock at 3,2; cards may not cover rocks"),
        (
            "2A r0 @4,0: E3",
            "3,2 holds a rock, which stops the slide before it; legal at 2,2: N1, S1",
        ),
        (
            "2A r0 @4,0: @3,2",
            "3,2 is a rock; a cube lies on a visible tile that is not a wall, door, rock or path",
        ),
        (
            "2A r0 @4,0: @20,0",
            "20,0 is off the map; a cube lies on a visible tile that is not a wall, door, "
            "rock or path",
        ),
        (
            "2A r0 @4,0: E1 * N1 E2 @2,2 *",
            "2,2 holds a cube already; a cube lies on a visible tile that is not a wall, door, "
            "rock or path",
        ),
    ],
)
def test_messages_about_rocks(line: str, message: str) -> None:
    violation = judge(ROCKY, 4, line, start=Start(red=3)).violation
    assert violation is not None
    assert violation.message == message


def test_the_own_path_is_no_obstacle() -> None:
    violation = judge(deal_of(F2, W1), 4, "2A r0 @5,3: E4 N2 W3 S1 E1").violation
    assert violation is not None
    assert violation.message == (
        "turned east at 1,2, but 1,3 ahead is the path itself, which is not an obstacle; "
        "without a cube nothing is legal at 1,2: the path is stuck"
    )


def test_a_blocked_door() -> None:
    for counts, words in [("mushrooms", "2 mushrooms"), ("points", "2 mushroom points")]:
        violation = judge(deal_of(F1, W2), 4, "2A r0 @5,0: E4 >E", blocked_counts=counts).violation
        assert violation is not None
        assert violation.message == (
            f"door 4 of 2A is blocked: it needs {words} from 1A, and the trace has 1; "
            "legal at 4,2: N1, S1"
        )


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ("E4", "at 4,2, before door 4 of 2A; nearest legal: E4 >E"),
        ("E3 E1", "at 4,2, before door 4 of 2A; nearest legal: E3 E1 >E"),
        ("E2", "at 2,2, before it has entered a door of 2A; legal at 2,2: E1 to E2"),
        ("", "at 0,2, before it has entered a door of 2A; legal at 0,2: E1 to E4"),
    ],
)
def test_the_turn_whose_trace_does_not_end_is_to_blame(tokens: str, message: str) -> None:
    violation = judge(TWO, 4, f"2A r0 @5,0: {tokens}", "C r0 @8,0: ").violation
    assert violation is not None
    assert (violation.step, violation.line, violation.rule) == (1, 1, "B-R21")
    assert violation.message == f"the trace ends {message}"


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ("S3", "1,3 is not on 1A, whose border stops the slide; "),
        ("S2 E1", "2,2 lies behind door 1 of 2A, which is entered with >E and not by a slide; "),
    ],
)
def test_over_an_edge(tokens: str, message: str) -> None:
    deal = deal_of(edge_face("... ... ...", "N2"), edge_face("... ... ...", "W2"))
    violation = judge(deal, 1, f"2A r0 @2,1: {tokens}").violation
    assert violation is not None
    assert violation.message == message + "legal at 1,2: W1, >E"


@pytest.mark.parametrize(
    ("start", "timing", "words"),
    [
        (Start(points=3), "update", "the next red one takes 1 point more"),
        (Start(points=3), "trace", "the next red one takes 1 point more"),
        (Start(points=24), "update", "all 6 red ones are used"),
    ],
)
def test_no_cube_in_hand(start: Start, timing: str, words: str) -> None:
    violation = judge(TWO, 4, "2A r0 @5,0: *", start=start, red_timing=timing).violation
    assert violation is not None
    assert violation.message == f"there is no cube in hand; {words}"


def test_a_cube_that_comes_at_the_update() -> None:
    violation = judge(TWO, 4, "2A r0 @5,0: E3 *", start=Start(points=3)).violation
    assert violation is not None
    assert violation.message.endswith("the next red one comes at the update, after this trace")
