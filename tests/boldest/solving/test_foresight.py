"""Face-down Groups: the value of a take, who acts, and how far a game can be played."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from bolets_solver.boldest.answer.json_report import resolve_json
from bolets_solver.boldest.answer.text_report import resolve_lines, turn_lines
from bolets_solver.boldest.files.reader import parse_position
from bolets_solver.boldest.files.writer import format_position
from bolets_solver.boldest.game.position import Plan, Position, WeightedPlan
from bolets_solver.boldest.session import Session
from bolets_solver.boldest.solving.resolve import Analysis, actor_of, resolve
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Limits, Work
from tests.boldest.making import small_position, written

OBJECTIVES = ("win", "margin")


def with_plans(position: Position, plans: list[list[tuple[float, Plan]]]) -> Position:
    return replace(
        position,
        plans=tuple(tuple(WeightedPlan(*each) for each in weighted) for weighted in plans),
    )


def plans_of(position: Position) -> list[Plan]:
    plans = [position.known_plan(player) for player in range(position.count)]
    assert None not in plans
    return [plan for plan in plans if plan is not None]


def values_of(found: Analysis) -> dict[str, list[tuple[float, float, float]]]:
    values = {}
    for move in found.moves:
        assert move.values is not None
        values[str(move.take)] = [(v.win, v.margin, v.experience) for v in move.values]
    return values


@pytest.mark.parametrize("seed", range(40))
def test_unknown_spaces_end_what_is_counted(seed: int) -> None:
    """Behind a face-down space nothing counts, as if nobody had laid anything there."""
    position = small_position(seed)
    plans = plans_of(position)
    dice = random.Random(seed)
    last = dice.randint(1, position.expeditions - 1)
    somebody = dice.randrange(position.count)
    hidden = [
        plan[:last] + ((None,) if player == somebody else plan[last : last + 1]) + plan[last + 1 :]
        for player, plan in enumerate(plans)
    ]
    empty = tuple(() for _ in plans[0][0] or ())
    bare = [plan[:last] + (empty,) * (position.expeditions - last) for plan in plans]
    objective = OBJECTIVES[seed % 2]
    found = resolve(with_plans(position, [[(1.0, plan)] for plan in hidden]), objective)
    wanted = resolve(with_plans(position, [[(1.0, plan)] for plan in bare]), objective)
    assert found.moves == wanted.moves and found.proven
    assert found.line is not None and wanted.line is not None
    assert found.line.steps == wanted.line.steps
    assert found.foresight.last == last
    if found.actor is not None:
        text = "\n".join(resolve_lines(position, objective, None, found))
        assert f"What comes after Expedition {last} is not known" in text
        assert resolve_json(position, objective, None, found)["counted_to"] == last


@pytest.mark.parametrize("seed", range(40))
def test_weighted_spaces_are_averaged(seed: int) -> None:
    """A take is worth the average over what may lie face down, each case solved by itself."""
    position = small_position(seed)
    plans = plans_of(position)
    others = plans_of(small_position(seed, position.count, 8))
    dice = random.Random(seed)
    shares = [dice.choice([0.0, 0.25, 0.5]) for _ in plans]
    mixed = [
        [(1 - share, plan), *([(share, plan[:1] + other[1:])] if share else [])]
        for plan, other, share in zip(plans, others, shares, strict=True)
    ]
    objective = OBJECTIVES[seed % 2]
    hero = dice.choice([None, 0]) if position.count > 2 else None
    found = resolve(
        with_plans(replace(position, hands=(None,) * position.count), mixed), objective, hero
    )
    expected: dict[str, list[list[float]]] = {}
    cases: list[list[tuple[float, Plan]]] = [[]]
    for weighted in mixed:
        cases = [[*case, each] for case in cases for each in weighted]
    for case in cases:
        weight = math.prod(share for share, _ in case)
        single = resolve(with_plans(position, [[(1.0, plan)] for _, plan in case]), objective, hero)
        if found.actor is None or single.moment.contest != found.moment.contest:
            return  # nothing is to be decided in the first Expedition
        for take, values in values_of(single).items():
            sums = expected.setdefault(take, [[0.0] * 3 for _ in values])
            for own, value in zip(sums, values, strict=True):
                for figure in range(3):
                    own[figure] += weight * value[figure]
    got = values_of(found)
    assert set(got) == set(expected)
    for take, values in got.items():
        for own, value in zip(expected[take], values, strict=True):
            assert value == pytest.approx(tuple(own), abs=1e-9)
    # the mover's own objective comes first; all that are as good are marked
    player = found.actor.player if hero is None else hero
    sign = 1 if hero in (None, found.actor.player) else -1
    aims = [
        tuple(round(sign * figure, 9) for figure in move.values[player].key(objective))
        for move in found.moves
        if move.values is not None
    ]
    assert aims == sorted(aims, reverse=True)
    assert [move.best for move in found.moves] == [aim == aims[0] for aim in aims]
    assert found.values == found.moves[0].values


def test_plans_that_differ_behind_the_known_spaces_are_one_case() -> None:
    plans = {
        "A": [{"weight": 0.5, "plan": ["W", "T", "?"]}, {"weight": 0.5, "plan": ["W", "T", "H"]}],
        "B": ["T", "W", ""],
        "C": ["", "", ""],
    }
    text = "\n".join(f"{name} = {value!r}" for name, value in plans.items())
    text = text.replace("{'weight': 0.5, 'plan':", "{ weight = 0.5, plan =").replace("}", " }")
    position = written("M1 M2 A3", "A B C", more=f"[plans]\n{text}")
    found = resolve(position)
    assert len(found.foresight.cases) == 1 and found.foresight.last == 2
    assert found.line is not None


@pytest.mark.parametrize(
    ("plans", "reason"),
    [
        ({"A": ["W", "?", "?"], "B": ["W", "", ""]}, 'no plan is given for C; write C = ["'),
        ({"A": ["?", "W", ""], "B": ["W", "", ""], "C": ["", "", ""]}, "A's space 1 is still face"),
    ],
)
def test_what_must_be_known_is_reported(plans: dict[str, list[str]], reason: str) -> None:
    position = written("M1 M2", "A B C", plans)
    with pytest.raises(InputError) as caught:
        resolve(position)
    assert reason.split("[")[0] in str(caught.value)
    assert any(reason.split("[")[0] in line for line in turn_lines(position))
    assert turn_lines(written("M1 M2", "A B C")) == []


def test_weighted_plans_agree_on_what_lies_open() -> None:
    ways = '[{weight = 0.5, plan = ["W", "", ""]}, {weight = 0.5, plan = ["T", "", ""]}]'
    more = f"[plans]\nA = {ways}\n"
    position = written("M1 M2", "A B C", more=more + 'B = ["", "", ""]\nC = ["", "", ""]')
    with pytest.raises(InputError, match="the weighted plans of A differ on space 1"):
        resolve(position)


def standing_by() -> Position:
    """Three players see only what lies on the first space."""
    plans = {"A": ["W W", "?", "?"], "B": ["W", "?", "?"], "C": ["T", "?", "?"]}
    return written("M1 M2 A3", "C B A", plans)


def test_show_says_who_acts_while_later_spaces_are_face_down() -> None:
    position = standing_by()
    assert actor_of(position) == 0
    lines = turn_lines(position)
    assert "Expedition 1, Warriors: A's Warriors (strength 2, led by W) act." in lines
    assert "    c2r1 M2 (+2)" in lines


def test_a_game_goes_on_to_the_end_of_what_is_known() -> None:
    session = Session(standing_by())
    session.play("c2r1")
    session.play("c3r1")
    assert session.moment.actor is None and not session.day_over
    after = session.position
    assert after.expedition == 2 and after.experience == (2, 0, 3)
    with pytest.raises(InputError, match="the next Groups are still face down"):
        session.play("c1r1")
    again, _ = parse_position(format_position(after))
    with pytest.raises(InputError, match="A's space 2 is still face down"):
        resolve(again)
    assert session.undo() and session.undo() and not session.undo()


def test_the_last_take_of_an_expedition_says_what_comes_next() -> None:
    done = replace(standing_by(), acted=())
    position, _ = parse_position(
        format_position(done).replace("expedition = 1", 'expedition = 1\nacted = ["A W", "C T"]')
    )
    found = resolve(position)
    lines = resolve_lines(position, "win", None, found)
    assert found.actor is None
    assert any("write expedition = 2 and the Groups that are turned up" in line for line in lines)


def test_a_limit_leaves_bounds_over_all_cases() -> None:
    position = small_position(3, 4)
    plans = plans_of(position)
    other = plans_of(small_position(4, 4))
    mixed = [
        [(0.5, plan), (0.5, plan[:1] + more[1:])] for plan, more in zip(plans, other, strict=True)
    ]
    position = with_plans(replace(position, hands=(None,) * 4), mixed)
    whole = resolve(position)
    assert whole.actor is not None and len(whole.foresight.cases) == 16
    with Work(Limits(seconds=1e-9)) as work:
        found = resolve(position, work=work)
    assert not found.proven and found.line is None
    known = {move.take: move.values for move in whole.moves}
    for move in found.moves:
        values = known[move.take]
        assert move.values is None and values is not None
        for bounds, value in zip(move.bounds, values, strict=True):
            assert bounds[0][0] - 1e-9 <= value.win <= bounds[0][1] + 1e-9
            assert bounds[1][0] - 1e-9 <= value.margin <= bounds[1][1] + 1e-9
            assert bounds[2][0] - 1e-9 <= value.experience <= bounds[2][1] + 1e-9
