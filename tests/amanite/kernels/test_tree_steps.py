"""Which player may filter options, by stages and programs written by hand."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import tree as kernels
from tests.amanite.kernels.setting import Case
from tests.optimize.plain import plain

pytestmark = pytest.mark.jit_off

may_filter = plain(kernels.may_filter)
NAMES = may_filter.__globals__

NO_ROOM = -1


@pytest.fixture(scope="module")
def case() -> Case:
    return Case(2, players=4)


class Later:
    """The decisions behind stage 1, of player 0: whose they are, their programs, how many options.

    ``single[p]``: whether what is listed for program p is one option, NO_ROOM if it cannot be.
    """

    def __init__(self, case: Case, players: list[int], programs: list[int], single: list[int]):
        self.programs, self.single = [-1, -1, *programs], single
        stages = np.zeros((len(players) + 2, 1 + max(k.T_TAIL, k.T_PLAYER, k.T_KIND)), np.int64)
        stages[:, k.T_PLAYER] = [3, 0, *players]
        stages[1, k.T_TAIL] = 1
        none = np.zeros((0, 0), np.int64)
        self.plan = k.Plan(stages, none, none, np.zeros(0, np.int64), none, none)
        self.book, self.desk = case.book, case.desk
        self.book.par[[k.P_DOMINANCE, k.P_PLAIN]] = 1, 0
        self.book.slots[: len(single), k.O_SINGLE] = np.maximum(single, 0)
        self.desk.hands[0, :4], self.desk.hands[1, :4] = range(10, 14), range(20, 24)
        self.asked: list[int] = []

    def ask(self, monkeypatch: pytest.MonkeyPatch) -> int:
        def program_of(stage: int, plan: k.Plan, desk: k.Desk) -> int:
            assert (plan is self.plan, desk is self.desk) == (True, True)
            return self.programs[stage]

        def options(program: int, index: int, frozen: int, *parts: Any) -> int:
            stage = self.programs.index(program)
            player = self.plan.stages[stage, k.T_PLAYER]
            assert program >= 0
            assert (index, frozen) == (10 + player, 20 + player)
            assert all(
                part is own
                for part, own in zip(parts, (self.book, self.plan, self.desk), strict=True)
            )
            self.asked.append(program)
            return NO_ROOM if self.single[program] == NO_ROOM else program

        monkeypatch.setitem(NAMES, "program_of", program_of)
        monkeypatch.setitem(NAMES, "options", options)
        return int(may_filter(1, self.book, self.plan, self.desk))


def test_may_filter_asks_once_for_every_other_player_who_decides_later(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one player does last is settled by what he does first, if that is single."""
    rng = random.Random("filter")
    seen = set()
    for _ in range(200):
        players = [rng.randint(0, 3) for _ in range(rng.randint(0, 5))]
        programs = [at if rng.random() < 0.7 else -1 for at in range(len(players))]
        single = [rng.choice((1, 1, 1, 0, NO_ROOM)) for _ in players]
        later = Later(case, players, programs, single)
        expected, asked = 1, {0}
        for player, program in zip(players, programs, strict=True):
            if program < 0 or player in asked:
                continue
            asked.add(player)
            if single[program] != 1:
                expected = single[program]
                break
        assert later.ask(monkeypatch) == expected
        assert len(later.asked) == len(asked) - 1
        seen.add(expected)
    assert seen == {0, 1, NO_ROOM}


@pytest.mark.parametrize(
    ("tail", "dominance", "plain_too", "expected"),
    [(0, 1, 0, 0), (1, 0, 0, 0), (0, 1, 1, 0), (1, 0, 1, 0), (1, 1, 1, 1), (1, 1, 0, 0)],
)
def test_may_filter_not_before_a_pile_nor_without_dominance(
    case: Case,
    monkeypatch: pytest.MonkeyPatch,
    tail: int,
    dominance: int,
    plain_too: int,
    expected: int,
) -> None:
    """Where no attribute makes players depend on each other (plain), nobody else is asked."""
    later = Later(case, [1], [0], [0])
    later.plan.stages[:, k.T_TAIL] = 1 - tail
    later.plan.stages[1, k.T_TAIL] = tail
    later.book.par[[k.P_DOMINANCE, k.P_PLAIN]] = dominance, plain_too
    assert later.ask(monkeypatch) == expected
    assert len(later.asked) == int(tail and dominance and not plain_too)


# --- forward -------------------------------------------------------------------------------------

forward = plain(kernels.forward)


def own_decision(case: Case) -> tuple[k.Plan, k.Desk]:
    """One stage: an own decision of player 2, listed in slot 7 from 40 and filtered from 60 on."""
    stages = np.zeros((1, 1 + max(k.T_TAIL, k.T_PLAYER, k.T_KIND)), np.int64)
    stages[0, [k.T_PLAYER, k.T_KIND, k.T_PROGRAM]] = 2, k.OWN, 5
    case.book.slots[7, [k.O_START, k.O_START + 1]] = 40, 3
    case.book.slots[7, [k.O_BEST_START, k.O_BEST_START + 1]] = 60, 2
    case.book.pool[40, [k.C_INDEX, k.C_FROZEN]] = 140, 240
    case.book.pool[60, [k.C_INDEX, k.C_FROZEN]] = 160, 260
    none = np.zeros((0, 0), np.int64)
    case.desk.hands[0, :4], case.desk.hands[1, :4] = range(10, 14), range(20, 24)
    return k.Plan(stages, none, none, np.zeros(0, np.int64), none, none), case.desk


@pytest.mark.parametrize(
    ("slot", "filtered", "expected"), [(7, 0, 4), (7, 1, 4), (-1, 0, -1), (-1, 1, -1), (7, -1, -1)]
)
def test_forward_takes_the_first_of_what_may_be_chosen_and_says_if_there_is_no_room(
    case: Case, monkeypatch: pytest.MonkeyPatch, slot: int, filtered: int, expected: int
) -> None:
    plan, desk = own_decision(case)

    def options(*facts: Any) -> int:
        assert facts[:3] == (5, 12, 22)
        return slot

    monkeypatch.setitem(NAMES, "options", options)
    monkeypatch.setitem(NAMES, "may_filter", lambda *_: filtered)
    desk.frames[:] = -9
    assert forward(3, 0, 1, case.book, plan, desk) == expected
    if expected < 0:
        return
    columns = [k.F_STAGE, k.F_OPTION, k.F_LENGTH, k.F_START]
    start, length = (60, 2) if filtered else (40, 3)
    assert desk.frames[3, columns].tolist() == [0, 0, length, start]
    assert desk.hands[:, 2].tolist() == [100 + start, 200 + start]
    assert desk.kept_hands[3, :8].tolist() == [*range(10, 14), *range(20, 24)]


def test_forward_leaves_no_frame_where_there_is_one_option(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, desk = own_decision(case)
    case.book.slots[7, k.O_START + 1] = 1
    monkeypatch.setitem(NAMES, "options", lambda *_: 7)
    monkeypatch.setitem(NAMES, "may_filter", lambda *_: 0)
    assert forward(3, 0, 1, case.book, plan, desk) == 3
    assert desk.hands[:, 2].tolist() == [140, 240]
    monkeypatch.setitem(NAMES, "program_of", lambda *_: -1)  # nothing to feed
    plan, desk = own_decision(case)
    assert forward(3, 0, 1, case.book, plan, desk) == 3
    assert desk.hands[:, 2].tolist() == [12, 22]
