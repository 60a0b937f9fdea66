"""The arrays of the kernels, and their growth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolets_solver.amanite.game.objective import Preference
from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.scoring import (
    ANTIDOTE,
    COUNT,
    COUNT_POINTS,
    ELIXIR,
    MAJORITY,
    NUMBERS,
    POISON,
    TWO,
    TWO_POINTS,
    World,
    majority_prizes,
)
from bolets_solver.amanite.game.tokens import COLOURS, KINDS, PIG, Counts
from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels.options import move_slots
from bolets_solver.amanite.rules import Rules
from bolets_solver.amanite.solving.stations import reachable_gains
from bolets_solver.errors import InputError

CODES = {
    POISON: k.POISON_CODE,
    ANTIDOTE: k.ANTIDOTE_CODE,
    ELIXIR: k.ELIXIR_CODE,
    COUNT: k.COUNT_CODE,
    TWO: k.TWO_CODE,
    MAJORITY: k.MAJORITY_CODE,
    **{name: 6 + number for number, name in enumerate(NUMBERS)},
}
MOST_OF_A_KIND = 60
LARGEST_SPAN = 1 << 24
"""Positions with more different final tokens a player are refused."""

WORLDS_WORTH_A_CACHE = 16
CACHE_SIZE = 1 << 20


class Arena:
    """Arrays that belong to one position, its worlds and a preference.

    `kernels.arrays` describes them.
    """

    def __init__(self, position: Position, worlds: Sequence[World], preference: Preference):
        self.players = len(position.players)
        self._number_tokens(position)
        self._tabulate_worlds(worlds)
        self.prizes = _prizes(position.rules)
        self.state = np.zeros(k.STATES, np.int64)
        self.par = self._parameters(position, preference)
        self._rows = np.full(int(self._offsets[-1]), -1, np.int32)
        self._worth = np.zeros((1 << 10, len(self._weights)), np.int16)
        self._numbers = np.zeros((1 << 10, COLOURS), np.int8)
        self._slot_keys, self._slots, self._pool = _no_options()
        size = CACHE_SIZE if self.par[k.P_CACHE] else 1
        self._cache_rows = np.full((size, 4), -1, np.int32)
        self._cache_keys = np.zeros((size, self.players), np.int64)

    @property
    def book(self) -> k.Book:
        """The bundle for the kernels."""
        return k.Book(
            par=self.par,
            state=self.state,
            weights=self._weights,
            major=self._major,
            groups=self._groups,
            points=self._points,
            codes=self._codes,
            low=self._low,
            stride=self._stride,
            radix=self._radix,
            offsets=self._offsets,
            rows=self._rows,
            worth=self._worth,
            numbers=self._numbers,
            slot_keys=self._slot_keys,
            slots=self._slots,
            pool=self._pool,
            cache_rows=self._cache_rows,
            cache_keys=self._cache_keys,
        )

    def index(self, player: int, hand: Counts) -> int:
        """Return the number of ``player``'s tokens ``hand``."""
        return int((np.array(hand) - self._low[player]) @ self._stride[player])

    def step(self, player: int, tokens: Counts) -> int:
        """Return what ``tokens`` add to the number of a player's tokens."""
        return int(np.array(tokens) @ self._stride[player])

    def grow(self) -> None:
        """Make room for what the kernel requested."""
        need = self.state[k.S_NEED]
        if need == k.NEED_ROWS:
            self._worth = _doubled(self._worth)
            self._numbers = _doubled(self._numbers)
        elif need == k.NEED_POOL:
            self._pool = _doubled(self._pool)
        elif need == k.NEED_SLOTS:
            self._rehash()
        elif need == k.NEED_EXHAUSTIVE:
            self.par[k.P_DOMINANCE] = 0
            self.par[k.P_PLAIN] = 0
            self._slot_keys, self._slots, self._pool = _no_options()
            self.state[[k.S_POOL, k.S_SLOTS]] = 0

    def _number_tokens(self, position: Position) -> None:
        self._low = np.zeros((self.players, KINDS), np.int64)
        self._stride = np.zeros((self.players, KINDS), np.int64)
        self._radix = np.ones((self.players, KINDS), np.int64)
        sizes = []
        for player, gain in enumerate(reachable_gains(position)):
            hand = position.tokens[player]
            hungry = position.feed[player] + gain[PIG]
            size = 1
            for kind in range(KINDS):
                low = hand[PIG] if kind == PIG else max(0, hand[kind] - hungry)
                if position.rules.pig_scope == "literal":
                    low = 0  # the same strides number the tokens that pigs may not eat
                self._low[player, kind] = low
                self._radix[player, kind] = hand[kind] + gain[kind] - low + 1
                self._stride[player, kind] = size
                size *= int(self._radix[player, kind])
            sizes.append(size)
        if max(sizes) > LARGEST_SPAN:
            raise InputError("there are too many tokens on the tiles for this solver")
        self._span = max(sizes)
        self._offsets = np.cumsum([0, *sizes]).astype(np.int64)

    def _tabulate_worlds(self, worlds: Sequence[World]) -> None:
        alike = Counter(_canonical(world) for world in worlds)
        # worlds with the same majority colour stand together: their prizes are computed once
        ordered = sorted(alike, key=lambda world: (_major_colour(world), world))
        self.worlds = len(worlds)
        self._weights = np.array([alike[world] for world in ordered], np.int16)
        self._codes = np.array(
            [[CODES[attribute] for attribute in world] for world in ordered], np.int8
        )
        self._major = np.array([_major_colour(world) for world in ordered], np.int8)
        self._groups = _groups(self._major)
        self._points = np.zeros((len(CODES), MOST_OF_A_KIND + 1), np.int16)
        for number in range(MOST_OF_A_KIND + 1):
            for name in NUMBERS:
                self._points[CODES[name], number] = int(name) * number
        self._points[CODES[TWO], 2] = TWO_POINTS
        self._points[CODES[COUNT], : len(COUNT_POINTS)] = COUNT_POINTS

    def _parameters(self, position: Position, preference: Preference) -> NDArray[np.int64]:
        shifts = dict(preference.layout)
        majority = bool((self._major >= 0).any())
        par = np.zeros(k.PARAMETERS, np.int64)
        par[k.P_PLAYERS] = self.players
        par[k.P_WORLDS] = len(self._weights)
        par[k.P_LITERAL] = position.rules.pig_scope == "literal"
        par[k.P_SHARED] = position.rules.majority_tie == "shared"
        par[k.P_ZERO] = position.rules.majority_zero == "on"
        par[k.P_MODE] = preference.mode
        par[k.P_ME] = -1 if preference.guaranteed is None else preference.guaranteed
        par[k.P_AIM] = preference.aim_shift
        par[k.P_WIN] = shifts["win"]
        par[k.P_MARGIN] = shifts["margin"]
        par[k.P_VP] = shifts["vp"]
        par[k.P_SPAN] = self._span
        for name, place in (("win", k.P_AIM_WIN), ("margin", k.P_AIM_MARGIN), ("vp", k.P_AIM_VP)):
            # what one of these counts in the aim
            par[place] = 1 << shifts[name] >> preference.aim_shift
        par[k.P_WEIGHT] = self._weights[0]
        par[k.P_DOMINANCE] = 1
        par[k.P_PLAIN] = len(self._weights) == 1 and not majority
        par[k.P_CACHE] = len(self._weights) >= WORLDS_WORTH_A_CACHE
        if majority:
            par[k.P_MAJOR_COLOURS] = sum(1 << int(c) for c in np.unique(self._major))
        return par

    def _rehash(self) -> None:
        old_keys, old_slots = self._slot_keys, self._slots
        self._slot_keys = np.full(2 * len(old_keys), -1, np.int64)
        self._slots = np.zeros((2 * len(old_keys), k.SLOT_COLUMNS), np.int64)
        move_slots(old_keys, old_slots, self._slot_keys, self._slots)


def _no_options() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the keys, slots and pool of a memory of options that is still empty."""
    keys = np.full(1 << 12, -1, np.int64)
    return keys, np.zeros((1 << 12, k.SLOT_COLUMNS), np.int64), np.zeros((1 << 14, 2), np.int64)


def _prizes(rules: Rules) -> NDArray[np.int64]:
    """Return the points for the majority, for `codes.prize`.

    There are five entries for players who are first, alone or with others, and five for second.
    """
    prizes = np.zeros(30, np.int64)
    for number in range(1, 5):
        prizes[number] = majority_prizes([1] * number, rules)[0]
        prizes[5 + number] = majority_prizes([2] + [1] * number, rules)[1]
    return prizes


def _canonical(world: World) -> World:
    """Antidote and Elixir score alike: worlds that differ in these two only count as one."""
    if ELIXIR not in world or world.index(ANTIDOTE) < world.index(ELIXIR):
        return world
    swapped = {ANTIDOTE: ELIXIR, ELIXIR: ANTIDOTE}
    return tuple(swapped.get(attribute, attribute) for attribute in world)


def _major_colour(world: World) -> int:
    return world.index(MAJORITY) if MAJORITY in world else -1


def _groups(major: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return colour, first world and the one after the last, for worlds that stand in order."""
    colours = [int(colour) for colour in np.unique(major) if colour >= 0]
    ends = [(np.searchsorted(major, c), np.searchsorted(major, c, "right")) for c in colours]
    rows = [(colour, *end) for colour, end in zip(colours, ends, strict=True)]
    return np.array(rows, np.int64).reshape(-1, 3)


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([array, np.zeros_like(array)])
