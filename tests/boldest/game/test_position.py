"""The checks of positions: nonsense is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bolets_solver.boldest.game.forest import Space
from bolets_solver.boldest.game.heroes import HeroClass
from bolets_solver.boldest.game.position import Acted, Position, WeightedPlan
from bolets_solver.errors import InputError
from tests.boldest.making import written

PLANS = {"Ann": ["W", "W", ""], "Bo": ["W", "", "W W"], "Cy": ["", "", ""]}
GOOD = written("M4* M2 M3\nM5  M3 M1", "Bo Ann Cy", PLANS)
PLAN = GOOD.known_plan(0)
assert PLAN is not None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ("Ann",) * 3}, "players: 2 to 5 different names are needed"),
        ({"flags": (0, 1, 1)}, "flags: every player once is needed, not [0, 1, 1]"),
        ({"experience": (1, 2)}, "experience: one entry for each of 3 players is needed"),
        ({"items": ((),)}, "items: one entry for each of 3 players is needed, there are 1"),
        ({"expedition": 5}, "expedition: a number from 1 to 4 is needed, not 5"),
        ({"expedition": 0}, "expedition: a number from 1 to 4 is needed, not 0"),
        ({"experience": (0, -1, 0)}, "experience of Bo: a number from 0 up is needed, not -1"),
        ({"acted": (Acted(3, HeroClass.WARRIOR),)}, "acted: it names a player"),
        ({"second": Space(1, 1)}, "second: c1r1 must be a space of the forest whose card has gone"),
        ({"second": Space(9, 9)}, "second: c9r9 must be a space"),
        (
            {"plans": ((WeightedPlan(0.5, PLAN),), None, None)},
            "plans of Ann: weights above 0 that add up to 1 are needed, not [0.5]",
        ),
        (
            {"plans": (None, (WeightedPlan(float("nan"), PLAN),), None)},
            "plans of Bo: weights above 0",
        ),
        (
            {"plans": (None, None, (WeightedPlan(1.0, PLAN[:2]),))},
            "plans of Cy: 3 spaces with 1 Group each are needed",
        ),
    ],
)
def test_nonsense_makes_no_position(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        replace(GOOD, **change)
    assert len(caught.value.defects) == 1
    assert str(caught.value).startswith(message)


def test_cards_lie_on_spaces() -> None:
    forest = replace(GOOD.forest, spaces=GOOD.forest.spaces - {Space(2, 1)})
    with pytest.raises(InputError, match="forest: a card lies on c2r1"):
        replace(GOOD, forest=forest)


def test_all_defects_come_at_once() -> None:
    with pytest.raises(InputError) as caught:
        replace(GOOD, expedition=9, experience=(0, 0, -4), acted=(Acted(7, HeroClass.HUNTER),))
    assert len(caught.value.defects) == 3


def test_what_is_left_out_is_empty_for_everybody() -> None:
    bare = Position(GOOD.players, GOOD.flags, GOOD.forest)
    assert (bare.experience, bare.items) == ((0, 0, 0), ((), (), ()))
    assert (bare.hands, bare.plans) == ((None,) * 3, (None,) * 3)
