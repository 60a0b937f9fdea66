"""Positions with all meeples placed, and how they end by the rules alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product

import numpy as np

from bolets_solver.amanite.game.moves import apply, legal_moves
from bolets_solver.amanite.game.objective import Mode, Objective, Preference, Sums
from bolets_solver.amanite.game.position import Position, settle
from bolets_solver.amanite.game.scoring import (
    MAJORITY,
    World,
    margins,
    score_players,
    win_shares,
)
from bolets_solver.amanite.game.tokens import Counts
from bolets_solver.amanite.game.worlds import possible_worlds
from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.solving.gathering import Gathering, new_desk
from bolets_solver.amanite.solving.kernel_data import Arena
from bolets_solver.amanite.solving.stations import Station, arrange
from bolets_solver.work.limits import Work
from tests.amanite.making import start_position

LEVELS = ("all", "all", "some")


class Case:
    """A position, its worlds, who wants what, and the arrays that the kernels have of it."""

    def __init__(
        self,
        seed: int,
        players: int | None = None,
        *,
        level: str | None = None,
        held: int = 4,
        sizes: tuple[int, int] = (2, 3),
        pigs: int = 3,
        attributes: Sequence[str] | None = None,
        played: int = 0,
        **rules: str,
    ):
        self.rng = rng = random.Random(f"{seed} {players} {level} {held}")
        self.players = players or 2 + seed % 3
        level = level or rng.choice(LEVELS)
        tiles = [rng.randint(*sizes) for _ in range(self.players + 1)]
        position = start_position(rng, self.players, level, tiles, pigs, held)
        while attributes is not None and set(attributes) - set(position.attributes):
            position = start_position(rng, self.players, level, tiles, pigs, held)
        position = replace(position, rules=replace(position.rules, **rules))
        position = settle(position)
        while position.is_placing or position.pending_split is not None:
            position = apply(position, rng.choice(legal_moves(position)))
        for _ in range(played):
            after = apply(position, rng.choice(legal_moves(position)))
            position = position if after.to_act is None else after
        self.position = position
        asker = 0 if position.hints[0] is not None else None
        self.worlds: list[World] = possible_worlds(position, asker)
        objective = rng.choice(list(Objective))
        guaranteed = rng.randrange(self.players) if rng.random() < 0.25 else None
        self.preference = Preference(objective, self.players, guaranteed)
        self.programs: list[list[int]] = []
        """Programs that tests have written; their numbers are never used again."""

    @cached_property
    def gathering(self) -> Gathering:
        """Arrays for the values of gathering; every split tile may still be split in any way."""
        return Gathering(self.open, self.worlds, self.preference, Work())

    @cached_property
    def arena(self) -> Arena:
        return self.gathering.arena

    @property
    def book(self) -> k.Book:
        return self.arena.book

    @cached_property
    def desk(self) -> k.Desk:
        return new_desk(self.arena)

    @property
    def literal(self) -> bool:
        return self.position.rules.pig_scope == "literal"

    @property
    def open(self) -> Position:
        """The position with no tile split yet, but for the one that is being emptied."""
        tiles = [tile if tile.taken else replace(tile, piles=None) for tile in self.position.tiles]
        return replace(self.position, tiles=tuple(tiles))

    def gathering_stations(self) -> tuple[Station, ...]:
        """The tiles that somebody will gather from."""
        return arrange(self.open).stations

    def hands(self, player: int) -> list[Counts]:
        """Tokens that the arrays have an index for, a few dozen of them."""
        book = self.book
        ranges = [
            range(int(low), int(low + radix))
            for low, radix in zip(book.low[player], book.radix[player], strict=True)
        ]
        return [tuple(self.rng.choice(kind) for kind in ranges) for _ in range(40)]

    def sums(self, hands: Sequence[Counts]) -> list[Sums]:
        """What everybody gets, over all worlds, if the round ends with these tokens."""
        found = [[0, 0, 0] for _ in hands]
        for world in self.worlds:
            scores = score_players(hands, world, self.position.attributes, self.position.rules)
            figures = zip(win_shares(scores), margins(scores), scores, strict=True)
            for player, (share, margin, score) in enumerate(figures):
                found[player][0] += int(12 * share)
                found[player][1] += margin
                found[player][2] += score.counted
        return [Sums(*own) for own in found]

    def keys(self, hands: Sequence[Counts]) -> list[int]:
        return [self.preference.pack(own) for own in self.sums(hands)]

    def best(self, position: Position) -> list[int]:
        """Keys of best play, by trying every move of everybody."""
        if position.to_act is None:
            return self.keys(position.tokens)
        mover = position.to_act
        ends = [self.best(apply(position, move)) for move in legal_moves(position)]
        return max(ends, key=lambda keys: self.preference.rank(mover, keys))

    def defined(self, keys: Sequence[int]) -> list[int]:
        """The keys that do not depend on the order of moves: one only, if all play against one."""
        me = self.preference.guaranteed
        return [int(key) for key in keys] if me is None else [int(keys[me])]

    def split_in_every_way(self) -> Iterator[tuple[tuple[int, ...], Position]]:
        """Every combination of splits: its place in the result, and the position."""
        stations = [one for one in arrange(self.open).stations if one.splits]
        for places in product(*(range(len(one.splits)) for one in stations)):
            tiles = list(self.open.tiles)
            for place, one in zip(places, stations, strict=True):
                tiles[one.tile] = replace(tiles[one.tile], piles=one.splits[place])
            yield places, settle(replace(self.open, tiles=tuple(tiles)))


def own_worth(hand: Counts, world: World, case: Case) -> int:
    """Worth of a player's tokens without what a majority brings: OUT, or points and mushrooms."""
    score = score_players([hand], world, case.position.attributes, case.position.rules)[0]
    if score.points is None:
        return k.OUT
    points = score.points - score.terms.get(MAJORITY, 0)
    return k.POINT * points + 63 - score.mushrooms


def random_keys(rng: random.Random, preference: Preference) -> list[int]:
    """Keys that agree often, part by part."""
    return [
        preference.pack(Sums(12 * rng.randint(0, 1), rng.randint(-1, 1), rng.randint(-1, 1)))
        for _ in range(preference.players)
    ]


def preferences() -> list[Preference]:
    """Every way to compare outcomes."""
    found = []
    for players in (2, 3, 4):
        for objective in Objective:
            for guaranteed in (None, *range(players)):
                found.append(Preference(objective, players, guaranteed))
    assert {one.mode for one in found} == set(Mode)
    return found


def parameters(preference: Preference) -> np.ndarray:
    """The parameters with which kernels compare outcomes so; one world, without a majority."""
    tiles = [1] * (preference.players + 1)
    position = start_position(random.Random(0), preference.players, "all", tiles, 0)
    par = Arena(position, possible_worlds(position, None), preference).par
    par[k.P_MAJOR_COLOURS] = 0
    return par
