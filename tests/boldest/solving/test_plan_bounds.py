"""Bounds of plans that are not played out: never wrong, and no plan is lost by them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import or_

import pytest

from bolets_solver.boldest.answer.json_report import plan_json, resolve_json
from bolets_solver.boldest.answer.text_report import plan_lines, resolve_lines
from bolets_solver.boldest.game.position import Position, WeightedPlan
from bolets_solver.boldest.game.random_days import random_day
from bolets_solver.boldest.kernels.tables import Entry, Needs
from bolets_solver.boldest.solving import plan as planning
from bolets_solver.boldest.solving.plan import Weighing, best_plans
from bolets_solver.boldest.solving.plan_bounds import CaseBounds, most_together
from bolets_solver.boldest.solving.resolve import resolve
from bolets_solver.work.limits import Reason, Work
from tests.boldest import reference
from tests.boldest.making import small_position
from tests.boldest.stopping import stopped_after


@pytest.fixture
def no_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """What each Group brings is left out: that takes longer than all the rest."""
    monkeypatch.setattr(Weighing, "_brings", lambda *_: ())


def weighing_of(position: Position, objective: str, player: int = 0) -> Weighing:
    """All plans of a player, none of them played out."""
    cases = planning._weighted_cases(position, player)
    return Weighing(position, player, cases, objective, False, Work())


def mixed(position: Position, other: Position) -> Position:
    """The rivals lay their plans of either position, one in four times those of the first."""
    plans = tuple(
        (WeightedPlan(0.25, one[0].plan), WeightedPlan(0.75, two[0].plan))
        for one, two in zip(position.plans, other.plans, strict=True)
    )
    return replace(position, plans=(position.plans[0], *plans[1:]))


@pytest.mark.parametrize("seed", range(12))
def test_bounds_hold_what_the_reference_finds(seed: int) -> None:
    count = (2, 3, 3, 4)[seed % 4]
    position = small_position(seed, players=count, heroes=3 if count == 4 else 4)
    objective = ("win", "margin")[seed // 2 % 2]
    player = seed % position.count
    weighing = weighing_of(position, objective, player)
    (case,), (bounds,) = weighing.cases, weighing.bounds
    codes = case.codes(weighing.plans.rows)
    most_win, most_margin = bounds.most(codes)
    for row, code in enumerate(codes.tolist()):
        plans = [given[0].plan for given in position.plans]
        plans[player] = weighing.plans.plan(weighing.plans.rows[row])
        exact = reference.figures(reference.solve(position, plans, objective))[player]
        sure = bounds.bounds(code)
        for figure, (low, high) in zip(exact, sure, strict=True):
            assert low <= figure <= high
        assert (most_win[row], most_margin[row]) == (sure[0][1], sure[1][1])


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_bounds_hold_on_whole_days(players: int, seed: int) -> None:
    """Against the search, which other tests compare with the reference."""
    weighing = weighing_of(random_day(players, seed, with_plans=True), "win")
    case, bounds = weighing.cases[0], weighing.bounds[0]
    some = weighing.plans.rows[weighing.order[:: max(1, len(weighing.order) // 20)]]
    assert case.play_out(some)
    for code in case.codes(some).tolist():
        value = case.end(code).values()[0]
        for figure, (low, high) in zip(
            (value.win, value.margin, value.experience), bounds.bounds(code), strict=True
        ):
            assert low <= figure <= high


@pytest.mark.usefixtures("no_lines")
@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("objective", ["win", "margin"])
def test_no_plan_shown_is_lost_by_ruling_out(
    objective: str, several: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "PROMISING", 4)  # so that many are ruled out, and early
    ruled_out = 0
    for seed in range(3):
        position = random_day((3, 2)[seed % 2], seed, with_plans=True)
        if several:
            position = mixed(position, random_day(position.count, seed, with_plans=True))
        whole = best_plans(position, 0, objective, top=100_000)
        assert whole.proven and whole.weighed == whole.distinct and not whole.ruled_out
        for top in (1, 6):
            found = best_plans(position, 0, objective, top=top)
            assert found.proven and not found.open and not found.undecided
            assert found.weighed + found.ruled_out == found.distinct
            assert found.plans == whole.plans[:top]
            ruled_out += found.ruled_out
    assert ruled_out > 100


@pytest.mark.usefixtures("no_lines")
@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("objective", ["win", "margin"])
def test_no_plan_shown_is_lost_by_the_closest_bounds(
    objective: str, several: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the bounds were the exact figures, so that as much as may be is ruled out."""
    monkeypatch.setattr(planning, "PROMISING", 4)
    position = random_day(3, 1, with_plans=True)
    if several:
        position = mixed(position, random_day(3, 2, with_plans=True))
    weighing = weighing_of(position, objective)
    assert weighing.weigh(100_000)
    exact = {case.rivals: (case.win, case.margin) for case in weighing.cases}

    def closest(bounds: CaseBounds, codes):
        win, margin = exact[bounds.case.rivals]
        return win[codes], margin[codes]

    monkeypatch.setattr(CaseBounds, "most", closest)
    for top in (1, 2, 4, 6, 15):
        found = best_plans(position, 0, objective, top=top)
        assert found.plans == weighing.top(top)
        assert found.ruled_out > found.distinct // 4


@pytest.mark.usefixtures("no_lines")
@pytest.mark.parametrize("seed", range(4))
def test_a_limit_leaves_bounds_for_every_plan(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "PER_LEVEL", 10_000)
    position = small_position(seed, players=3, heroes=6)
    if seed % 2:
        position = mixed(position, small_position(seed + 50, players=3, heroes=6))
    whole = {rated.plan: rated.values[0] for rated in best_plans(position, 0, top=10_000).plans}
    best = max(value.key("win") for value in whole.values())
    for steps in (0, 1, 2, 5):
        found, _ = stopped_after(position, steps, monkeypatch)
        if found.proven:
            continue
        assert found.stopped_by is Reason.TIME
        assert len(found.open) == found.undecided
        shown = {rated.plan for rated in found.plans} | {each.plan for each in found.open}
        assert len(shown) + found.ruled_out == len(whole) == found.distinct
        assert {plan for plan, value in whole.items() if value.key("win") == best} <= shown
        for each in found.open:
            value = whole[each.plan]
            for figure, (low, high) in zip(
                (value.win, value.margin, value.experience), each.bounds, strict=True
            ):
                assert low - 1e-9 <= figure <= high + 1e-9
        highest = [(each.bounds[0][1], each.bounds[1][1]) for each in found.open]
        assert highest == sorted(highest, reverse=True)


def entry(take: int, gain: int) -> Entry:
    """An entry that takes some cards."""
    return Entry(take, 0, Needs(), Needs(), gain)


def test_groups_do_not_take_a_card_twice() -> None:
    rich = [entry(0b011, 9), entry(0b100, 4), entry(0b001, 2)]
    assert most_together([rich]) == 9
    assert most_together([rich, rich]) == 13
    assert most_together([rich, rich, rich]) == 13
    assert most_together([[entry(1, 5)], [entry(1, 7), entry(2, 3)]]) == 8
    assert most_together([[entry(1, -1)], []]) == 0


@pytest.mark.parametrize("seed", range(40))
def test_the_most_together_is_that_of_all_combinations(seed: int) -> None:
    dice = random.Random(seed)
    tables = []
    for _ in range(3):
        some = [
            entry(1 << dice.randrange(4) | 1 << dice.randrange(4), dice.randint(-1, 4))
            for _ in range(6)
        ]
        tables.append(sorted(some, key=lambda each: -each.gain))
    sums = [0]
    for chosen in product(*([None, *table] for table in tables)):
        taken = [each for each in chosen if each is not None]
        cards = [each.take for each in taken]
        if sum(cards) == reduce(or_, cards, 0):  # no bit twice
            sums.append(sum(each.gain for each in taken))
    assert most_together(tables) == max(sums)


def test_the_answer_says_which_limit_and_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    position = small_position(1, players=3, heroes=8)
    found, _ = stopped_after(position, 0, monkeypatch, top=2)
    lines = plan_lines(position, "win", found)
    assert lines[-1].startswith(f"limit (time limit): 0 of {found.distinct} plans weighed")
    assert f"{found.undecided} plans not weighed may still be the best; 2 of them:" in lines
    assert sum(line.endswith("(proven)") and " between " in line for line in lines) == 2
    document = json.loads(json.dumps(plan_json(position, "win", False, found)))
    assert (document["status"], document["stopped_by"]) == ("limit", "time limit")
    assert document["undecided"] == found.undecided
    low, high = document["open"][0]["bounds"]["margin"]
    assert [low, high] == list(found.open[0].bounds[1])


def test_resolve_says_which_limit() -> None:
    position, work = random_day(5, 1, with_plans=True), Work()
    work.stop(Reason.TIME)
    found = resolve(position, work=work)
    assert not found.proven
    line = resolve_lines(position, "win", None, found)[-1]
    assert line.startswith("limit (time limit): moves without an end were not computed")
    assert resolve_json(position, "win", None, found)["stopped_by"] == "time limit"
