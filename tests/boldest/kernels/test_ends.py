"""Ends compared inside the search: against the plain comparison, and within their zones."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from bolets_solver.boldest.game.scoring import End
from bolets_solver.boldest.kernels import ends
from bolets_solver.boldest.kernels.arrays import ACTOR, LAID, PLACES, Stack
from bolets_solver.boldest.kernels.columns import (
    COMPARE,
    DUEL,
    GAIN,
    HERO,
    HIGH,
    LOW,
    MARGIN,
    REST,
    SEQUENCE,
    SEQUENCE_WIDTH,
    WIN,
)
from bolets_solver.boldest.kernels.tables import Arrays
from tests.boldest import reference
from tests.boldest.kernels.setting import (
    DEPTH,
    Zone,
    assert_sharp,
    assert_sound,
    moved,
    random_end,
    stack_with,
    zone_of,
)

pytestmark = pytest.mark.jit_off

ABOVE = DEPTH - 1
COMPARISONS = {"win": WIN, "margin": MARGIN}


def mode_of(compare: int, hero: int = -1) -> np.ndarray:
    mode = np.zeros(5, dtype=np.int64)
    mode[COMPARE], mode[HERO] = compare, hero
    return mode


def two_ends(dice: random.Random, players: int) -> tuple[End, End]:
    """Two ends that often agree in totals, in margins, or in everything."""
    one = random_end(dice, players, 3)
    kind = dice.random()
    if kind < 0.1:
        return one, one
    if kind < 0.3:
        return one, End(one.totals, random_end(dice, players).flags)
    if kind < 0.4:
        return one, moved(one, [1] * players)
    return one, random_end(dice, players, 3)


def test_copy_end_copies_a_row_whole() -> None:
    stack = stack_with({}, 5)
    stack.ends[DEPTH] = range(3, 3 + PLACES)
    ends.copy_end(stack, DEPTH, ABOVE)
    assert stack.ends[ABOVE].tolist() == stack.ends[DEPTH].tolist() == [*range(3, 3 + PLACES)]


def test_same_looks_at_every_word() -> None:
    stack = stack_with({}, 5)
    stack.ends[DEPTH] = stack.ends[ABOVE] = range(3, 3 + PLACES)
    assert ends._same(stack, DEPTH, ABOVE)
    for word in range(PLACES):
        stack.ends[DEPTH, word] += 1
        assert not ends._same(stack, DEPTH, ABOVE)
        stack.ends[DEPTH, word] -= 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_wins_is_the_first_of_the_ranking(players: int) -> None:
    dice = random.Random(f"wins {players}")
    for _ in range(100):
        end = random_end(dice, players, 2)
        stack = stack_with({DEPTH: end}, players)
        for player in range(players):
            found = ends._wins(stack, DEPTH, player, end.margin(player))
            assert found == (reference.figures((end.totals, end.flags))[player][0] == 1.0)


@pytest.mark.parametrize("objective", COMPARISONS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_compare_weighs_what_one_player_gets(players: int, objective: str) -> None:
    dice = random.Random(f"compare {players} {objective}")

    def result(new: End, old: End, player: int) -> int:
        aims = [
            reference.Game.aims(player, (end.totals, end.flags), objective) for end in (new, old)
        ]
        return (aims[0] > aims[1]) - (aims[0] < aims[1])

    for _ in range(120):
        new, old = two_ends(dice, players)
        player = dice.randrange(players)
        stack = stack_with({DEPTH: new, ABOVE: old}, players)
        found = ends._compare(stack, DEPTH, objective == "win", player, DEPTH, ABOVE)
        assert found == result(new, old, player)
        zone = zone_of(stack)

        def answer(shift: Sequence[int], new: End = new, old: End = old, who: int = player) -> int:
            return result(moved(new, shift), moved(old, shift), who)

        assert_sound(zone, players, answer)
        if objective == "margin":
            assert_sharp(zone, players, answer)


def test_compare_of_wins_bounds_no_more_than_it_must() -> None:
    """A margin of its own decides without ranks; ranks count where margins are equal."""
    flags = (0, 1, 2)

    def zone(new: Sequence[int], old: Sequence[int]) -> Zone:
        stack = stack_with({DEPTH: End(tuple(new), flags), ABOVE: End(tuple(old), flags)}, 3)
        ends._compare(stack, DEPTH, True, 0, DEPTH, ABOVE)
        return zone_of(stack)

    assert zone([9, 0, 0], [2, 0, 0]) == {}
    assert zone([2, 0, 0], [9, 0, 0]) == {}
    assert zone([3, 1, 0], [3, 1, 0]) == {(1, 0): 1, (2, 0): 2}  # ahead of both
    assert zone([1, 3, 0], [1, 3, 0]) == {(0, 1): 1}  # behind in both
    level = {(0, 1): 0, (1, 0): 0, (2, 0): 2}
    assert zone([3, 3, 0], [3, 3, 0]) == level
    shrunk = {**level, (2, 0): 1, (2, 1): 2}
    assert zone([3, 3, 0], [4, 4, 2]) == shrunk  # the lead over the third did
    assert zone([4, 4, 2], [3, 3, 0]) == shrunk


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("objective", COMPARISONS)
@pytest.mark.parametrize("paranoid", [False, True])
def test_prefers_is_the_choice_of_the_rules(players: int, objective: str, paranoid: bool) -> None:
    dice = random.Random(f"prefers {players} {objective} {paranoid}")
    game = object.__new__(reference.Game)
    game.n, game.objective = players, objective
    compare = DUEL if players == 2 else COMPARISONS[objective]
    for _ in range(100):
        new, old = two_ends(dice, players)
        mover = dice.randrange(players)
        game.hero = dice.randrange(players) if paranoid and players > 2 else None
        mode = mode_of(compare, -1 if game.hero is None else game.hero)
        stack = stack_with({DEPTH: new, ABOVE: old}, players)
        found = ends.prefers(stack, DEPTH, mode, mover, DEPTH, ABOVE)

        def answer(
            shift: Sequence[int], new: End = new, old: End = old, mover: int = mover
        ) -> bool:
            pair = [moved(end, shift) for end in (new, old)]
            return game.better(mover, *((end.totals, end.flags) for end in pair))

        assert found == answer([0] * players), (new, old, mover, game.hero)
        assert_sound(zone_of(stack), players, answer)


def test_prefers_bounds_nothing_where_nothing_differs() -> None:
    end = End((3, 2, 1), (0, 1, 2))
    stack = stack_with({DEPTH: end, ABOVE: end}, 3)
    assert not ends.prefers(stack, DEPTH, mode_of(WIN), 0, DEPTH, ABOVE)
    assert zone_of(stack) == {}


def stack_at(here: int, above: int, found: End, before: End | None) -> Stack:
    """A player at ``DEPTH`` who has found an end, below one who has found another, or none."""
    rows = {DEPTH: found} if before is None else {DEPTH: found, ABOVE: before}
    stack = stack_with(rows, len(found.totals))
    stack.level[DEPTH, ACTOR], stack.level[ABOVE, ACTOR] = here, above
    if before is None:
        stack.ends[ABOVE, LAID] = -1
    return stack


@pytest.mark.parametrize("winning", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_is_cut_where_the_player_above_has_better_whatever_follows(
    players: int, winning: bool
) -> None:
    """He gets less than he has if the other gets what he has found: margins of two add up to 0."""
    dice = random.Random(f"cut {players} {winning}")

    def is_worse(here: int, above: int, found: End, before: End) -> bool:
        total = found.margin(here) + before.margin(above)
        wins = found.ranking()[0] == here and before.ranking()[0] == above
        return total > 0 or (winning and total == 0 and wins)

    seen = set()
    for _ in range(250):
        here, above = dice.sample(range(players), 2)
        found, before = random_end(dice, players, 3), random_end(dice, players, 3)
        stack = stack_at(here, above, found, before)
        cut = ends.is_cut(stack, DEPTH, winning)
        seen.add(cut)
        assert cut == is_worse(here, above, found, before)
        if not cut:
            assert zone_of(stack) == {}
            continue
        zone = zone_of(stack)

        def answer(
            shift: Sequence[int],
            here: int = here,
            above: int = above,
            ends: tuple[End, End] = (found, before),
        ) -> bool:
            return is_worse(here, above, *(moved(end, shift) for end in ends))

        assert_sound(zone, players, answer)
    assert seen == {False, True}


def test_is_cut_only_below_somebody_else_who_has_an_end() -> None:
    found, before = End((9, 0, 0), (0, 1, 2)), End((0, 9, 0), (0, 1, 2))
    assert ends.is_cut(stack_at(0, 1, found, before), DEPTH, False)
    assert not ends.is_cut(stack_at(0, 1, found, None), DEPTH, False)
    assert not ends.is_cut(stack_at(0, 0, found, found), DEPTH, False)
    first_flag = End((0, 9, 0), (0, 1, 2))  # packed flags of the first player begin with 0
    assert ends.is_cut(stack_at(0, 1, found, first_flag), DEPTH, False)


def test_is_cut_by_ties_bounds_both_rows() -> None:
    """Margins of nothing, won by different flags: both must stay level."""
    found, before = End((3, 3, 0), (0, 1, 2)), End((2, 2, 0), (1, 0, 2))
    stack = stack_at(0, 1, found, before)
    assert ends.is_cut(stack, DEPTH, True)
    assert zone_of(stack) == {(0, 1): 0, (1, 0): 0, (2, 0): 2, (2, 1): 1}
    assert not ends.is_cut(stack_at(0, 1, found, before), DEPTH, False)
    lost = End((2, 2, 0), (0, 1, 2))
    assert not ends.is_cut(stack_at(0, 1, found, lost), DEPTH, True)
    assert not ends.is_cut(stack_at(1, 0, found, before), DEPTH, True)


def arrays_with(dice: random.Random) -> Arrays:
    """Two sequences after the empty one, of which the second continues with the first; entries."""
    empty = np.zeros((0, 0), dtype=np.int64)
    none = np.zeros(0, dtype=np.int64)
    entries = np.zeros((3, 10), dtype=np.int64)
    entries[:, GAIN] = [dice.randint(-2, 5) for _ in range(3)]
    sequences = np.zeros((3, SEQUENCE_WIDTH), dtype=np.int64)
    sequences[2, REST] = 1
    for row in (1, 2):
        for player in range(5):
            sequences[row, HIGH + player] = dice.randint(0, 3)
            sequences[row, LOW + player] = -dice.randint(0, 3)
    return Arrays(none, entries, none, empty, none, empty, sequences)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_is_hopeless_where_the_most_is_less_than_what_was_found(players: int) -> None:
    dice = random.Random(f"hopeless {players}")
    seen = set()
    for _ in range(250):
        arrays, found = arrays_with(dice), random_end(dice, players, 6)
        actor, entry, sequence = dice.randrange(players), dice.randrange(3), dice.choice((1, 2))
        totals = [dice.randint(0, 4) for _ in range(players)]
        stack = stack_with({DEPTH: found}, players)
        stack.level[DEPTH, ACTOR], stack.level[DEPTH, SEQUENCE] = actor, sequence
        stack.totals[DEPTH, :players] = totals
        rest = {1: 0, 2: 1}[sequence]

        def can_come_of_it(
            shift: Sequence[int],
            totals: Sequence[int] = totals,
            actor: int = actor,
            facts: tuple[np.ndarray, np.ndarray] = (
                arrays.sequences[sequence],
                arrays.sequences[rest],
            ),
            gain: int = int(arrays.entries[entry, GAIN]),
            found: End = found,
        ) -> bool:
            here, after = facts
            now = [total + more for total, more in zip(totals, shift, strict=True)]
            most = now[actor] + gain + int(after[HIGH + actor])
            least = [now[other] + int(here[LOW + other]) for other in range(len(now))]
            margin = most - max(own for other, own in enumerate(least) if other != actor)
            return margin >= moved(found, shift).margin(actor)

        hopeless = ends.is_hopeless(arrays, stack, DEPTH, entry)
        seen.add(hopeless)
        assert hopeless != can_come_of_it([0] * players)
        zone = zone_of(stack)
        if hopeless:
            assert_sound(zone, players, can_come_of_it)
            assert_sharp(zone, players, can_come_of_it)
        else:
            assert zone == {}
    assert seen == {False, True}
