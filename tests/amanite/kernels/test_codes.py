"""Final tables of one world packed into numbers, against the scoring and the preferences."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from bolets_solver.amanite.game.objective import Objective, Preference, Sums
from bolets_solver.amanite.game.scoring import majority_prizes
from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import codes as kernels
from bolets_solver.amanite.kernels.chart import NUMBER_BITS
from bolets_solver.amanite.rules import Rules
from bolets_solver.amanite.solving.kernel_data import _prizes
from tests.amanite.kernels.setting import parameters, preferences

pytestmark = pytest.mark.jit_off

ABSENT = k.OUT << NUMBER_BITS
Player = tuple[int, int, int] | None
"""Points without the majority's, mushrooms, tokens of the majority; None: out."""


def end_of(player: Player, number: int = 0) -> int:
    if player is None:
        return ABSENT + number
    points, mushrooms, tokens = player
    return ((k.POINT * points + 63 - mushrooms) << NUMBER_BITS) + tokens


def ends_of(table: list[Player]) -> list[int]:
    """Everybody's end; who is out holds majority tokens that do not count."""
    ends = [end_of(player, number=3) for player in table]
    return ends + [ABSENT] * (4 - len(ends))


def random_table(rng: random.Random, players: int) -> list[Player]:
    """Results so close together that ties of every kind are common."""
    table: list[Player] = []
    for _ in range(players):
        own = (rng.randint(-2, 2), rng.randint(0, 2), rng.randint(0, 3))
        table.append(None if rng.random() < 0.2 else own)
    return table


def sums_of(table: list[Player], majority: Rules | None) -> list[Sums]:
    """What everybody gets by the rules (A-R31 to A-R37); ``majority`` None: no such attribute."""
    alive = [player for player, own in enumerate(table) if own is not None]
    prizes = [0] * len(alive)
    if majority is not None:
        prizes = majority_prizes([table[player][2] for player in alive], majority)  # type: ignore[index]
    points = [-50] * len(table)
    ranks: dict[int, tuple[int, int]] = {}
    for player, prize in zip(alive, prizes, strict=True):
        own = table[player]
        assert own is not None
        points[player] = own[0] + prize
        ranks[player] = (points[player], -own[1])
    best = [player for player in alive if ranks[player] == max(ranks.values())]
    return [
        Sums(
            12 // len(best) if player in best else 0,
            own - max(other for rival, other in enumerate(points) if rival != player),
            own,
        )
        for player, own in enumerate(points)
    ]


def code_of(table: list[Player], par: np.ndarray, rules: Rules) -> int:
    return int(kernels.code_of(*ends_of(table), _prizes(rules), par))


READINGS = [
    Rules(majority_tie=tie, majority_zero=zero)
    for tie, zero in product(("each", "shared"), ("off", "on"))
]


def test_counting_takes_who_is_alive_and_has_enough() -> None:
    for tokens in range(4):
        for least in (0, 1):
            found = kernels.counting(end_of((3, 2, tokens)), least)
            assert found == (tokens if tokens >= least else -1)
            assert kernels.counting(end_of(None, number=tokens), least) == -1


@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_prize_is_that_of_the_rules(rules: Rules) -> None:
    """Numbers of tokens of four players, -1 for those who take no part (A-R31 to A-R34)."""
    prizes = _prizes(rules)
    least = 0 if rules.majority_zero == "on" else 1
    for numbers in product((-1, *range(least, 4)), repeat=4):
        taking = [number for number in numbers if number >= 0]
        expected = iter(majority_prizes(taking, rules))
        for own in numbers:
            wanted = next(expected) if own >= 0 else 0
            assert kernels.prize(own, *numbers, prizes) == wanted, numbers


def test_field_holds_worth_and_prize_in_a_place_of_its_own() -> None:
    for player in range(4):
        for own, prize in (((5, 3, 1), 0), ((-40, 20, 0), 7), ((200, 0, 2), 10)):
            found = kernels.field(end_of(own), prize, player)
            worth = k.POINT * (own[0] + prize) + 63 - own[1]
            assert found >> 16 * player & 65535 == worth - k.OUT
            assert found & ~(65535 << 16 * player) & (1 << 64) - 1 == 0
        assert kernels.field(end_of(None), 10, player) == 0


@pytest.mark.parametrize("preference", preferences(), ids=str)
def test_unpack_gives_the_keys_of_the_scoring(preference: Preference) -> None:
    """``code_of``, ``value_in`` and ``unpack`` together, with and without a majority."""
    rng, par = random.Random(str(preference)), parameters(preference)
    keys = np.zeros((2, 4), np.int64)
    for number in range(60):
        table = random_table(rng, preference.players)
        rules = rng.choice(READINGS)
        majority = rules if number % 2 else None
        par[k.P_MAJOR_COLOURS] = 4 if majority else 0
        par[k.P_ZERO] = rules.majority_zero == "on"
        code = code_of(table, par, rules)
        for row in (0, 1):
            kernels.unpack(code, keys, row, par)
            found = keys[row, : preference.players].tolist()
            expected = [preference.pack(own) for own in sums_of(table, majority)]
            assert found == expected, (table, majority)


def test_unpack_counts_a_world_as_often_as_it_stands_for() -> None:
    preference = Preference(Objective.WIN, 3, None)
    par = parameters(preference)
    par[k.P_WEIGHT] = 720
    table: list[Player] = [(5, 1, 0), (5, 1, 0), None]
    keys = np.zeros((1, 4), np.int64)
    kernels.unpack(code_of(table, par, READINGS[0]), keys, 0, par)
    expected = [
        preference.pack(Sums(720 * own.win, 720 * own.margin, 720 * own.vp))
        for own in sums_of(table, None)
    ]
    assert keys[0, :3].tolist() == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_value_in_adds_twelfths_margin_and_points_in_their_units(players: int) -> None:
    rng, par = random.Random(players), parameters(Preference(Objective.WIN, players, None))
    units = (1, 1000, 1_000_000)
    for _ in range(150):
        table = random_table(rng, players)
        code = code_of(table, par, READINGS[0])
        for player, own in enumerate(sums_of(table, None)):
            for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
                win, margin, vp = (units[place] for place in order)
                found = kernels.value_in(code, player, win, margin, vp)
                assert found == own.win * win + own.margin * margin + own.vp * vp, table


@pytest.mark.parametrize("preference", preferences(), ids=str)
def test_aim_in_and_preferred_order_tables_as_preferences_do(preference: Preference) -> None:
    rng, par = random.Random(str(preference)), parameters(preference)
    room = np.zeros((2, 4), np.int64)
    for _ in range(60):
        tables = [random_table(rng, preference.players) for _ in range(2)]
        codes = [code_of(table, par, READINGS[0]) for table in tables]
        keys = [[preference.pack(own) for own in sums_of(table, None)] for table in tables]
        for mover in range(preference.players):
            aims = [kernels.aim_in(code, mover, par) for code in codes]
            wanted = [preference.aim(mover, each) for each in keys]
            assert (aims[0] > aims[1]) == (wanted[0] > wanted[1])
            assert (aims[0] == aims[1]) == (wanted[0] == wanted[1])
            found = kernels.preferred(mover, *codes, room, par)
            ranks = [preference.rank(mover, each) for each in keys]
            assert found == (ranks[0] > ranks[1]), tables
