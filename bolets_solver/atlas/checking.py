"""Checking an atlas: digests, and a sample of deals solved again without what others share."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from bolets_solver.atlas.ranking import Names
from bolets_solver.atlas.shards import Shard, ShardFolder
from bolets_solver.atlas.values import IMPOSSIBLE, UNSETTLED, Atlas
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.solution import Solution
from bolets_solver.study.random_draws import shuffled
from bolets_solver.work.limits import Status

SolveDeal = Callable[[Deal, Rules], Solution]


@dataclass(frozen=True)
class Checked:
    """A deal solved again: ``kept`` is the byte of the atlas."""

    order: Names
    kept: int
    solution: Solution

    @property
    def agrees(self) -> bool | None:
        """Whether the solution proves what the atlas says; None if it proves nothing."""
        if self.solution.status is Status.IMPOSSIBLE:
            return self.kept == IMPOSSIBLE
        if self.solution.status is Status.OPTIMAL:
            return self.kept == self.solution.points
        if self.kept == IMPOSSIBLE:
            return False if self.solution.points is not None else None
        too_good = self.solution.points is not None and self.solution.points > self.kept
        too_low = self.solution.bound is not None and self.solution.bound < self.kept
        return False if too_good or too_low else None


def sample(atlas: Atlas, count: int, seed: int) -> list[int]:
    """Return the ranks of some settled deals, drawn at random, sorted."""
    settled = np.flatnonzero(atlas.values != UNSETTLED)
    return sorted(shuffled(random.Random(f"sample {seed}"), settled.tolist())[:count])


def solve_again(
    atlas: Atlas, deck: Deck, rules: Rules, ranks: list[int], solve: SolveDeal
) -> Iterator[Checked]:
    """Solve deals again, one after the other."""
    for rank in ranks:
        order = atlas.ranking.order(rank)
        yield Checked(order, int(atlas.values[rank]), solve(Deal(deck, order), rules))


def first_damaged(folder: ShardFolder) -> Shard | None:
    """Return the first shard that is there, but cannot be read or has another digest."""
    for shard in folder.shards:
        if folder.file(shard).exists() and folder.read(shard) is None:
            return shard
    return None
