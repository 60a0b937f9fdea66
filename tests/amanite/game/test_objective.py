"""Keys and preferences: packing, the order among equals, and the kernel's copy of that order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolets_solver.amanite.game.objective import Mode, Objective, Preference, Sums
from bolets_solver.amanite.kernels.arrays import (
    P_AIM,
    P_ME,
    P_MODE,
    P_PLAYERS,
    PARAMETERS,
)
from bolets_solver.amanite.kernels.rows import reduce_axis

sums = st.builds(
    Sums,
    win=st.sampled_from([0, 3, 12, 8640]),
    margin=st.sampled_from([-250_000, -1, 0, 1, 250_000]),
    vp=st.sampled_from([-72_000, 0, 1, 100_000]),
)
preferences = st.builds(
    Preference,
    st.sampled_from(Objective),
    st.integers(2, 4),
    st.one_of(st.none(), st.integers(0, 1)),
)


@given(preferences, sums)
def test_keys_hold_their_sums(preference: Preference, one: Sums) -> None:
    key = preference.pack(one)
    assert preference.unpack(key) == one
    assert 0 <= key < 2**62


@given(preferences, sums, sums)
def test_keys_compare_as_the_objective_does(preference: Preference, one: Sums, two: Sums) -> None:
    order = {
        Objective.WIN: lambda s: (s.win, s.margin),
        Objective.MARGIN: lambda s: (s.margin,),
        Objective.VP: lambda s: (s.vp,),
    }[preference.objective]
    first, second = (preference.pack(s) >> preference.aim_shift for s in (one, two))
    assert (first < second) == (order(one) < order(two))
    assert (first == second) == (order(one) == order(two))


@given(
    preferences,
    st.integers(0, 3),
    st.lists(st.lists(sums, min_size=4, max_size=4), min_size=1, max_size=6),
)
def test_the_kernel_prefers_what_the_preference_does(
    preference: Preference, mover: int, outcomes: list[list[Sums]]
) -> None:
    players = preference.players
    mover %= players
    keys = np.array([[preference.pack(s) for s in one[:players]] for one in outcomes], np.int64)
    par = np.zeros(PARAMETERS, np.int64)
    par[P_PLAYERS] = players
    par[P_MODE] = preference.mode
    par[P_ME] = -1 if preference.guaranteed is None else preference.guaranteed
    par[P_AIM] = preference.aim_shift
    best = np.zeros((1, 1, players), np.int64)
    table = keys.reshape(len(keys), 1, players)
    reduce_axis(mover, table, best, np.zeros(players, np.int64), par)
    ranks = [preference.rank(mover, [int(key) for key in row]) for row in keys]
    assert preference.rank(mover, [int(key) for key in best[0, 0]]) == max(ranks)


def keys_of(preference: Preference, *values: tuple[int, int, int]) -> list[int]:
    return [preference.pack(Sums(*one)) for one in values]


def test_ties_go_to_the_move_worst_for_the_next_player() -> None:
    everyone = Preference(Objective.VP, 3)
    base = keys_of(everyone, (0, 0, 5), (0, 0, 7), (0, 0, 3))
    worse_for_next = keys_of(everyone, (0, 0, 5), (0, 0, 6), (0, 0, 9))
    worse_for_last = keys_of(everyone, (0, 0, 5), (0, 0, 7), (0, 0, 2))
    better_for_mover = keys_of(everyone, (0, 0, 6), (0, 0, 9), (0, 0, 9))
    ranked = [better_for_mover, worse_for_next, worse_for_last, base]
    assert sorted(ranked, key=lambda keys: everyone.rank(0, keys), reverse=True) == ranked
    # for the second player the third comes next
    assert everyone.rank(1, base) > everyone.rank(1, worse_for_next)


def test_two_players_look_at_the_difference() -> None:
    duel = Preference(Objective.WIN, 2)
    assert duel.mode is Mode.DUEL
    lost = keys_of(duel, (12, -3, 0), (12, 3, 0))
    won = keys_of(duel, (6, -5, 0), (0, 5, 0))
    assert duel.rank(0, won) > duel.rank(0, lost)  # a share more than the other, though less
    assert Preference(Objective.VP, 2).mode is Mode.EVERYONE


@pytest.mark.parametrize("me", [0, 1, 2])
def test_paranoid_rivals_only_look_at_one_player(me: int) -> None:
    paranoid = Preference(Objective.MARGIN, 3, me)
    good = keys_of(paranoid, (0, 4, 0), (0, 4, 0), (0, 4, 0))
    bad = keys_of(paranoid, (12, 3, 9), (12, 3, 9), (12, 3, 9))
    for mover in range(3):
        assert (paranoid.rank(mover, good) > paranoid.rank(mover, bad)) == (mover == me)
