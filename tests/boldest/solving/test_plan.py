"""Best plans against brute force over every way to lay a hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bolets_solver.boldest.game.position import Position, WeightedPlan
from bolets_solver.boldest.game.random_days import random_day, random_plan
from bolets_solver.boldest.game.scoring import End
from bolets_solver.boldest.solving import plan as planning
from bolets_solver.boldest.solving.plan import best_plans
from bolets_solver.boldest.solving.planner import Case
from bolets_solver.boldest.solving.resolve import resolve
from bolets_solver.errors import InputError, InternalError
from bolets_solver.work.limits import Limits, Work
from tests.boldest import reference
from tests.boldest.making import small_position, written
from tests.boldest.stopping import stopped_after
from tests.marking import also_slow


def worth_of(position: Position, player: int, plan, objective: str) -> tuple[float, ...]:
    """What a plan is worth by the reference: a key to compare."""
    total = [0.0, 0.0]
    others = [p or () for p in position.plans]
    cases = [(1.0, [])]
    for other in range(position.count):
        laid = [(1.0, plan)] if other == player else [(w.weight, w.plan) for w in others[other]]
        cases = [
            (share * weight, [*so_far, one]) for share, so_far in cases for weight, one in laid
        ]
    for share, plans in cases:
        end = reference.solve(position, plans, objective)
        win, margin, _ = reference.figures(end)[player]
        total[0] += share * win
        total[1] += share * margin
    return tuple(total) if objective == "win" else (total[1],)


@pytest.mark.parametrize("seed", range(20))
def test_best_plan_of_all(seed: int) -> None:
    count = (2, 3, 3, 4)[seed % 4]
    position = small_position(seed, players=count, heroes=3 if count == 4 else 4)
    objective = ("win", "margin")[seed // 2 % 2]
    player = seed % position.count
    found = best_plans(position, player, objective)
    assert found.proven and found.weighed + found.ruled_out == found.distinct
    hand = position.hands[player]
    best = max(
        worth_of(position, player, plan, objective)
        for plan in reference.all_plans(hand, position.count)
    )
    assert found.plans[0].values[player].key(objective) == pytest.approx(best)
    for rated in found.plans:
        exact = worth_of(position, player, rated.plan, objective)
        assert rated.values[player].key(objective) == pytest.approx(exact)
        assert rated.best == (exact == pytest.approx(best))


@pytest.mark.parametrize("seed", range(100, 108))
def test_best_plan_against_weighted_plans(seed: int) -> None:
    position = small_position(seed, players=(2, 3)[seed % 2], heroes=4)
    other = small_position(seed + 1000, players=position.count, heroes=4)
    mixed = tuple(
        (WeightedPlan(0.25, one[0].plan), WeightedPlan(0.75, two[0].plan))
        for one, two in zip(position.plans, other.plans, strict=True)
    )
    position = replace(position, plans=((position.plans[0]), *mixed[1:]))
    found = best_plans(position, 0, "margin")
    best = max(
        worth_of(position, 0, plan, "margin")
        for plan in reference.all_plans(position.hands[0], position.count)
    )
    assert found.plans[0].values[0].key("margin") == pytest.approx(best)


@pytest.mark.parametrize("seed", range(10))
def test_groups_bring_what_is_gained(seed: int) -> None:
    position = small_position(seed, players=3)
    found = best_plans(position, 0)
    for rated in found.plans:
        plans = list(position.plans)
        plans[0] = (WeightedPlan(1.0, rated.plan),)
        played = resolve(replace(position, plans=tuple(plans)))
        assert played.end is not None
        assert played.end.values() == rated.values
        before = position.experience[0] + len(position.items[0])
        assert before + sum(each.gain for each in rated.brings) == rated.values[0].experience


def test_a_plan_that_plays_out_otherwise_is_an_internal_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(case: Case, code: int) -> End:
        totals, flags = case.ends[code].tolist()[:-1], tuple(range(3))
        return End(tuple(total + 1 for total in totals[:1]) + tuple(totals[1:]), flags)

    monkeypatch.setattr(Case, "end", wrong)
    with pytest.raises(InternalError, match="the line of a plan ends"):
        best_plans(small_position(3, players=3), 0)


ABILITIES_THAT_FIND_NOTHING = (
    ("W(saw) W(arc)", "M3 A2!saw I:jet"),  # only an Artifact requires it
    ("W(loots) W(lance)", "M3 I:jet A2"),  # no neighbour
    ("T(batteries) T(jet)", "A3 M2!saw I:saw"),  # no Artifact requires anything
    ("T(fights) T", "A3 I:saw M2"),
    ("H(saw) H(batteries)", "M3* M4!saw A2*"),  # what requires it shows no crosshair
    ("H(loot-M) H(loot-any)", "M3*\nA2*\nI:saw*"),  # no type twice
    ("H(disguise) H", "M3* . M2*"),  # nothing more in a row
)


@pytest.mark.parametrize(("hand", "forest"), ABILITIES_THAT_FIND_NOTHING)
def test_an_ability_that_finds_nothing_distinguishes_no_plans(hand: str, forest: str) -> None:
    letter = hand[0]
    empty = ["", "", ""]
    plans = {"B": [letter, letter, ""], "C": empty}

    def weighed(heroes: str) -> tuple[int, list[float]]:
        position = written(forest, "A B C", plans, {"A": heroes})
        found = best_plans(position, 0, "margin", top=100)
        return found.distinct, sorted({rated.values[0].margin for rated in found.plans})

    assert weighed(hand) == weighed(f"{letter} {letter}")


def test_face_down_spaces_are_planned_and_the_others_kept() -> None:
    position = small_position(5, players=3)
    given = position.known_plan(0)
    assert given is not None
    half = replace(
        position, plans=((WeightedPlan(1.0, (given[0], None, None)),), *position.plans[1:])
    )
    found = best_plans(half, 0)
    assert all(rated.plan[0] == given[0] for rated in found.plans)
    free = best_plans(position, 0)
    key = found.plans[0].values[0].key("win")
    assert key <= free.plans[0].values[0].key("win")


def test_plans_are_made_before_the_expedition() -> None:
    position = small_position(5, players=3)
    with pytest.raises(InputError, match="hand of Ann"):
        best_plans(replace(position, hands=(None, *position.hands[1:])), 0)
    with pytest.raises(InputError, match="plan of Bo"):
        best_plans(replace(position, plans=(None, None, position.plans[2])), 0)
    with pytest.raises(InputError, match="Day is over"):
        best_plans(replace(position, expedition=4), 0)


def test_a_limit_leaves_the_best_so_far() -> None:
    position = small_position(3, players=5)
    with Work(Limits(seconds=1e-9)) as work:
        found = best_plans(position, 0, work=work)
    assert not found.proven
    assert found.plans == ()


def test_progress_shows_how_many_plans_are_weighed() -> None:
    answer: list[str] = []
    day = random_day(4, 1, with_plans=True)
    with Work(
        Limits(seconds=1.6), lambda elapsed: answer.append(work.describe() if work.describe else "")
    ) as work:
        found = best_plans(day, 0, work=work)
    numbers = [int(text.split()[0]) for text in answer if text]
    assert len(numbers) >= 2
    assert {text.split(maxsplit=1)[1] for text in answer if text} == {
        f"of {found.distinct} plans weighed"
    }
    assert numbers == sorted(numbers)
    assert numbers[-1] <= found.weighed < found.distinct


@pytest.mark.parametrize("seed", [6, 25, *also_slow(1, 30)])
def test_every_plan_that_is_known_counts_as_weighed(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that is equivalent to others in each case, before it is its turn."""
    monkeypatch.setattr(planning, "PER_LEVEL", 10_000)
    position = small_position(seed, players=2 + seed % 3, heroes=(7, 9, 8)[seed % 3])
    dice = random.Random(seed)
    mixed = [
        tuple(WeightedPlan(0.5, random_plan(hand, position.count, dice)) for _ in range(2))
        for hand in position.hands[1:]
    ]
    position = replace(position, plans=(None, *mixed))
    cases = 2 ** (position.count - 1)
    weighed = []
    for steps in range(4 * cases):  # not to the end
        found, taken = stopped_after(position, steps, monkeypatch)
        assert not found.proven
        assert len(found.plans) == found.weighed
        weighed.append(found.weighed)
    assert weighed == sorted(weighed)
    assert taken[:cases] == [planning.FIRST_STEP] * cases
    assert weighed[cases] >= planning.FIRST_STEP
