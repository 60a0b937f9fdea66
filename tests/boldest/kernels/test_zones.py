"""Zones of leads: in a zone all decisions are the same, and no bound is needlessly narrow."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bolets_solver.boldest.game.scoring import End
from bolets_solver.boldest.kernels import zones
from bolets_solver.boldest.kernels.zones import BOUNDLESS
from tests.boldest.kernels.setting import (
    DEPTH,
    assert_sharp,
    assert_sound,
    moved,
    random_end,
    stack_with,
    zone_of,
)

pytestmark = pytest.mark.jit_off

ABOVE = DEPTH - 1
CASES = [(players, seed) for players in (3, 4, 5) for seed in range(25)]


def dice_for(*words: object) -> random.Random:
    return random.Random(" ".join(map(str, words)))


def leads(end: End, player: int) -> dict[int, int]:
    """How far a player is ahead of each of the others."""
    return {
        other: end.totals[player] - total
        for other, total in enumerate(end.totals)
        if other != player
    }


def test_open_zone_has_no_bounds_and_leaves_other_levels_alone() -> None:
    stack = stack_with({}, 3)
    stack.slack[:] = 7
    zones.open_zone(stack, DEPTH)
    assert (stack.slack[DEPTH] == BOUNDLESS).all()
    assert (stack.slack[:DEPTH] == 7).all() and (stack.slack[DEPTH + 1 :] == 7).all()


def test_pass_zone_up_keeps_the_narrower_of_two_bounds_of_every_pair() -> None:
    dice = dice_for("up")
    stack = stack_with({}, 5)
    width = stack.slack.shape[1]
    below, above = ([dice.randint(0, 50) for _ in range(width)] for _ in range(2))
    stack.slack[DEPTH], stack.slack[ABOVE] = below, above
    zones.pass_zone_up(stack, DEPTH)
    assert stack.slack[ABOVE].tolist() == [min(pair) for pair in zip(below, above, strict=True)]
    assert stack.slack[DEPTH].tolist() == below


def test_bound_lead_bounds_one_pair_and_never_widens() -> None:
    for players in (3, 4, 5):
        stack = stack_with({}, players)
        zones.bound_lead(stack, DEPTH, 2, 1, 9)
        assert zone_of(stack) == {(2, 1): 9}
        zones.bound_lead(stack, DEPTH, 2, 1, 4)
        zones.bound_lead(stack, DEPTH, 2, 1, 6)
        zones.bound_lead(stack, DEPTH, 0, 2, 0)
        assert zone_of(stack) == {(2, 1): 4, (0, 2): 0}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_margin_of_and_best_rival_look_at_the_others(players: int) -> None:
    dice = dice_for("margin", players)
    for _ in range(60):
        end = random_end(dice, players)
        stack = stack_with({DEPTH: end}, players)
        for player in range(players):
            assert zones.margin_of(stack, DEPTH, player) == end.margin(player)
            rival = zones.best_rival(stack, DEPTH, player)
            assert leads(end, player)[rival] == end.margin(player)


@pytest.mark.parametrize(("players", "seed"), CASES)
@pytest.mark.parametrize("by", [0, 1])
def test_keep_order_keeps_a_margin_higher_than_another(players: int, seed: int, by: int) -> None:
    dice = dice_for("order", players, seed, by)
    player = dice.randrange(players)
    found = [random_end(dice, players) for _ in range(2)]
    found.sort(key=lambda end: end.margin(player))
    less, more = found
    if more.margin(player) < less.margin(player) + by:
        more = moved(more, [int(other == player) for other in range(players)])
    stack = stack_with({DEPTH: more, ABOVE: less}, players)
    zones.keep_order(stack, DEPTH, player, DEPTH, ABOVE, by)

    def is_higher(shift: Sequence[int]) -> bool:
        gain = moved(more, shift).margin(player) - moved(less, shift).margin(player)
        return gain >= by

    assert is_higher([0] * players)
    assert_sound(zone_of(stack), players, is_higher)
    assert_sharp(zone_of(stack), players, is_higher)


def standing(end: End, player: int) -> object:
    """Whether a player is behind somebody, or else with whom he is level."""
    found = leads(end, player)
    if min(found.values()) < 0:
        return "behind"
    return {other for other, lead in found.items() if lead == 0}


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_keep_rank_keeps_who_is_ahead_and_who_is_level(players: int, seed: int) -> None:
    dice = dice_for("rank", players, seed)
    end, player = random_end(dice, players, 3), dice.randrange(players)
    stack = stack_with({DEPTH: end}, players)
    zones.keep_rank(stack, DEPTH, player, DEPTH)

    def answer(shift: Sequence[int]) -> object:
        return standing(moved(end, shift), player)

    assert_sound(zone_of(stack), players, answer)
    assert_sharp(zone_of(stack), players, answer)


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_keep_cut_keeps_the_sum_of_two_margins_above_nothing(players: int, seed: int) -> None:
    dice = dice_for("cut", players, seed)
    here, above = dice.sample(range(players), 2)
    ours, theirs = random_end(dice, players, 8), random_end(dice, players, 8)
    while ours.margin(here) + theirs.margin(above) <= 0:
        ours, theirs = random_end(dice, players, 8), random_end(dice, players, 8)
    stack = stack_with({DEPTH: ours, ABOVE: theirs}, players)
    zones.keep_cut(stack, DEPTH, here, above)

    def is_above_nothing(shift: Sequence[int]) -> bool:
        return moved(ours, shift).margin(here) + moved(theirs, shift).margin(above) > 0

    zone = zone_of(stack)
    assert_sound(zone, players, is_above_nothing)
    # the room of two leads over third players is shared, as evenly as it goes, and wholly
    others = [other for other in range(players) if other not in (here, above)]
    assert set(zone) == {(other, rival) for other in others for rival in (here, above)}
    mine, his = (leads(ours, here), leads(theirs, above))
    surplus = mine[above] + his[here] - 1
    least, least_his = min(mine[other] for other in others), min(his[other] for other in others)
    room = min(zone[other, above] for other in others)
    room_his = min(zone[other, here] for other in others)
    assert room + room_his == least + least_his - 1
    direct = least + his[here] - 1  # if a lead here and that over each other were to add up
    assert room == min(direct, max(direct - surplus, (least + least_his - 1) // 2))
    for other in others:
        assert zone[other, above] - room == mine[other] - least
        assert zone[other, here] - room_his == his[other] - least_his
