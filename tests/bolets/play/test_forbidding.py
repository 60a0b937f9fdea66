"""Every rule that forbids: two similar games, one legal and one not."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.play.tracking import Start
from tests.bolets.making import F1, F2, W1, W2, broken, deal_of, edge_face, judge

ROCKY = F1.replace("+..m..x", "+..o..x")
DEADLY = F1.replace("+..m..x", "+..c..x")
EDGED = edge_face(".m... ..... .....", "N2 W2")
EDGED_WALL = edge_face("... ... ...", "W2x N2")
TWO = deal_of(F1, W1)
"""F1 with its west door as entrance, W1 as the first wall card."""


@dataclass(frozen=True)
class Case:
    """A rule, a legal game and one that breaks the rule.

    ``tile`` and ``token`` are those of the violation; the entrance is the west door, number 4.
    """

    rule: str
    deal: Deal
    legal: tuple[str, ...]
    illegal: tuple[str, ...]
    tile: Tile | None
    token: str
    start: Start = field(default_factory=Start)
    entrance: int = 4
    switches: dict[str, str] = field(default_factory=dict)


CASES = {
    "the next card of the order": Case(
        "B-R8", TWO, ("2A r0 @5,0: E4 >E",), ("C r0 @5,0: E4 >E",), None, "C"
    ),
    "nothing after the end": Case(
        "B-R8",
        deal_of(F1),
        ("C r0 @5,0: E4 >E",),
        ("C r0 @5,0: E4 >E", "1A r0 @8,0:"),
        None,
        "1A",
    ),
    "a door on the last card": Case(
        "B-R9", TWO, ("2A r0 @6,0:",), ("2A r0 @7,0:",), None, "r0 @7,0"
    ),
    "a door, not just a corner, on the last card": Case(
        "B-R9", TWO, ("2A r0 @6,2:",), ("2A r0 @6,4:",), None, "r0 @6,4"
    ),
    "a door on the last card, not on one before it": Case(
        "B-R9",
        TWO,
        ("2A r0 @5,0: E4 >E", "C r0 @8,0:"),
        ("2A r0 @5,0: E4 >E", "C r0 @1,3:"),
        None,
        "r0 @1,3",
    ),
    "no rock covered": Case(
        "B-R10", deal_of(ROCKY, W1), ("2A r0 @4,0:",), ("2A r0 @3,0:",), (3, 2), "r0 @3,0"
    ),
    "no cube covered": Case(
        "B-R10",
        TWO,
        ("2A r0 @5,0: E4 >E", "C r0 @8,1:"),
        ("2A r0 @5,0: @8,3 E4 >E", "C r0 @8,1:"),
        (8, 3),
        "r0 @8,1",
        Start(red=1),
    ),
    "no path covered": Case("B-R11", TWO, ("2A r0 @1,3:",), ("2A r0 @-4,0:",), (0, 2), "r0 @-4,0"),
    "no path of an earlier card covered": Case(
        "B-R11",
        TWO,
        ("2A r0 @5,0: E4 >E", "C r0 @6,3:"),
        ("2A r0 @5,0: E4 >E", "C r0 @3,2:"),
        (3, 2),
        "r0 @3,2",
    ),
    "a bump before a turn": Case(
        "B-R15", TWO, ("2A r0 @5,0: E4 N1",), ("2A r0 @5,0: E3 N1",), (3, 2), "N1"
    ),
    "no bump into the path itself": Case(
        "B-R15",
        deal_of(F2, W1),
        ("2A r0 @5,3: E4 N2 W3 S1",),
        ("2A r0 @5,3: E4 N2 W3 S1 E1",),
        (1, 2),
        "E1",
        Start(),
    ),
    "a free turn only into a door": Case(
        "B-R15", TWO, ("2A r0 @1,3: E3 >S",), ("2A r0 @1,3: E3 N1",), (3, 2), "N1"
    ),
    "no turn backwards": Case(
        "B-R16", TWO, ("2A r0 @5,0: E4 S1",), ("2A r0 @5,0: E4 W1",), (4, 2), "W1"
    ),
    "no crossing of the path itself": Case(
        "B-R17",
        deal_of(F2, W1),
        ("2A r0 @5,3: E4 N2 W3 S1",),
        ("2A r0 @5,3: E4 N2 W3 S2",),
        (1, 3),
        "S2",
    ),
    "no step onto a rock": Case(
        "B-R18", deal_of(ROCKY, W1), ("2A r0 @4,0: E2 N1",), ("2A r0 @4,0: E3",), (3, 2), "E3"
    ),
    "no step onto a cube": Case(
        "B-R18", TWO, ("2A r0 @5,0: E1 * N1",), ("2A r0 @5,0: E1 * E1",), (2, 2), "E1", Start(red=1)
    ),
    "no entry onto a cube behind a door": Case(
        "B-R18",
        deal_of(EDGED, edge_face("... ... ...", "W2")),
        ("2A r0 @2,0: E1 >E",),
        ("2A r0 @2,0: @2,1 E1 >E",),
        (2, 1),
        ">E",
        Start(red=1),
        2,
    ),
    "no step into a wall": Case(
        "B-Q22", TWO, ("2A r0 @6,0: E5",), ("2A r0 @6,0: E5 S2",), (5, 4), "S2"
    ),
    "no step under the wall card": Case(
        "B-Q22", TWO, ("2A r0 @5,0: E4",), ("2A r0 @5,0: E5",), (5, 2), "E5"
    ),
    "no way out by a door of the last card": Case(
        "B-Q22",
        deal_of(F2, W1),
        ("2A r0 @5,3: E3 * S2",),
        ("2A r0 @5,3: E3 * S3",),
        (3, 6),
        "S3",
        Start(red=1),
    ),
    "no way over an edge of the last card": Case(
        "B-Q22",
        deal_of(EDGED, EDGED_WALL),
        ("2A r0 @3,0: S2",),
        ("2A r0 @3,0: S3",),
        (1, 3),
        "S3",
        entrance=1,
    ),
    "a door where one enters": Case(
        "B-R21", TWO, ("2A r0 @5,0: E4 >E",), ("2A r0 @5,0: E4 N1 >E",), (5, 1), ">E"
    ),
    "a door of the wall card, not of the last": Case(
        "B-R21", TWO, ("2A r0 @1,3: E3 >S",), ("2A r0 @6,2: E3 >S",), (3, 3), ">S"
    ),
    "no entry from a diagonal tile": Case(
        "B-R21", TWO, ("2A r0 @1,3: E3 >S",), ("2A r0 @1,3: E2 >S",), (2, 3), ">S"
    ),
    "two mushrooms for a blocked door": Case(
        "B-R22",
        deal_of(F1.replace("+..m..x", "+.m.m.x"), W2),
        ("2A r0 @5,0: E4 >E",),
        ("2A r0 @3,0: E2 >E",),
        (3, 2),
        ">E",
    ),
    "a blocked door on an edge": Case(
        "B-R22",
        deal_of(EDGED, EDGED_WALL),
        ("2A r0 @1,2: E2 >S",),
        ("2A r0 @3,0: E2 >E",),
        (3, 1),
        ">E",
        entrance=2,
    ),
    "a cube in hand": Case(
        "B-R28",
        TWO,
        ("2A r0 @5,0: *",),
        ("2A r0 @5,0: * @1,1",),
        (1, 1),
        "@1,1",
        Start(red=1),
    ),
    "a red cube only after the update": Case(
        "B-R28",
        deal_of(F1, W1),
        ("2A r0 @5,0: E4 >E", "C r0 @8,0: *"),
        ("2A r0 @5,0: E4 *",),
        (5, 2),
        "*",
        Start(points=3),
    ),
    "no cube on a wall": Case(
        "B-Q33", TWO, ("2A r0 @5,0: @1,1",), ("2A r0 @5,0: @1,0",), (1, 0), "@1,0", Start(red=1)
    ),
    "no cube on a door": Case(
        "B-Q33", TWO, ("2A r0 @5,0: @3,1",), ("2A r0 @5,0: @3,0",), (3, 0), "@3,0", Start(red=1)
    ),
    "no cube on a door ahead": Case(
        "B-Q33", TWO, ("2A r0 @5,0: E3 *",), ("2A r0 @5,0: E4 *",), (5, 2), "*", Start(red=1)
    ),
    "no cube on a rock": Case(
        "B-Q33",
        deal_of(ROCKY, W1),
        ("2A r0 @4,0: E1 *",),
        ("2A r0 @4,0: E2 *",),
        (3, 2),
        "*",
        Start(red=1),
    ),
    "no cube on a cube": Case(
        "B-Q33", TWO, ("2A r0 @5,0: *",), ("2A r0 @5,0: * *",), (1, 2), "*", Start(red=2)
    ),
    "no cube on the path": Case(
        "B-Q33",
        TWO,
        ("2A r0 @5,0: @1,2",),
        ("2A r0 @5,0: E2 @1,2",),
        (1, 2),
        "@1,2",
        Start(red=1),
    ),
    "no cube beside the map": Case(
        "B-Q33", TWO, ("2A r0 @5,0: @8,1",), ("2A r0 @5,0: @10,1",), (10, 1), "@10,1", Start(red=1)
    ),
    "two yellow cubes a game": Case(
        "B-R31", TWO, ("2A r0 @5,0: Y Y",), ("2A r0 @5,0: Y Y Y",), None, "Y", Start(lives=5)
    ),
    "two yellow cubes a game, earlier ones counted": Case(
        "B-R31",
        TWO,
        ("2A r0 @5,0: Y",),
        ("2A r0 @5,0: Y Y",),
        None,
        "Y",
        Start(lives=5, yellow_taken=1),
    ),
    "no first heading but inward": Case(
        "B-Q29", TWO, ("2A r0 @5,0: E1",), ("2A r0 @5,0: N1",), (0, 1), "N1"
    ),
    "no first heading outward": Case(
        "B-Q29",
        TWO,
        ("2A r0 @5,0: E4 >E", "C r0 @8,0: E1"),
        ("2A r0 @5,0: E4 >E", "C r0 @8,0: W1"),
        (4, 2),
        "W1",
    ),
    "nothing after a loss": Case(
        "B-R37",
        deal_of(DEADLY, W1),
        ("2A r0 @5,0: E3",),
        ("2A r0 @5,0: E3 @1,1",),
        (1, 1),
        "@1,1",
        Start(lives=1, red=1),
    ),
    "no slide continues after a loss": Case(
        "B-R37",
        deal_of(DEADLY, W1),
        ("2A r0 @5,0: E3",),
        ("2A r0 @5,0: E4",),
        (4, 2),
        "E4",
        Start(lives=1),
    ),
    "no placement after a loss": Case(
        "B-R37",
        TWO,
        ("2A r0 @5,0: Y",),
        ("2A r0 @5,0: Y", "C r0 @8,0:"),
        None,
        "C",
        Start(lives=1),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_legal(case: Case) -> None:
    verdict = judge(case.deal, case.entrance, *case.legal, start=case.start, **case.switches)
    assert verdict.violation is None
    assert verdict.legal


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_illegal(case: Case) -> None:
    verdict = judge(case.deal, case.entrance, *case.illegal, start=case.start, **case.switches)
    assert not verdict.legal
    violation = verdict.violation
    assert violation is not None
    assert (violation.rule, violation.tile, violation.token) == (case.rule, case.tile, case.token)
    assert violation.step == violation.line == len(case.illegal)
    assert len(violation.message) > 20


def test_difficult_has_no_yellow_cubes() -> None:
    for difficulty, rule in [("regular", None), ("easy", None), ("difficult", "B-R41")]:
        verdict = judge(TWO, 4, "2A r0 @5,0: Y", difficulty=difficulty)
        assert broken(verdict) == rule
