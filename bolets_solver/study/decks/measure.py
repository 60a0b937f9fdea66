"""Measure a deck: random deals solved to proven optimality, and variants of them.

Each deal is solved and played by the greedy player. Then variants show whether a part changes the
optimum: without hearts (floor instead), crows (floor), blocked doors (open doors), red cubes (none
is earned) or yellow cubes (difficulty difficult). Deal number i of a deck is the one of
``random_deal(deck, i)``, that is of ``bolets deal --seed i``.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import (
    BLOCKED_DOOR,
    CROW,
    DOOR,
    FLOOR,
    HEART,
    POINTS,
    Border,
    Face,
    rim_doors,
)
from bolets_solver.bolets.rules import Difficulty, Rules
from bolets_solver.optimize.search.engine import Engines
from bolets_solver.optimize.search.greedy import play_greedily
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.work.limits import Work

HIGHEST_TIER = 25
"""Least points of the highest tier (B-R40)."""

HEARTS, CROWS, RED, YELLOW, BLOCKED = (
    "hearts",
    "crows",
    "red cubes",
    "yellow cubes",
    "blocked doors",
)
PARTS = (HEARTS, CROWS, RED, YELLOW, BLOCKED)
"""The parts that are removed, one at a time."""


@dataclass(frozen=True)
class DealFigures:
    """The figures of one deal.

    ``optimum``: None if the deal is impossible. ``worth``: the sum of all its mushrooms.
    ``greedy``: points of the greedy player, 0 for a loss. ``matters``: for each examined part,
    whether the optimum differs without it.
    """

    number: int
    order: tuple[str, ...]
    optimum: int | None
    worth: int
    greedy: int
    matters: Mapping[str, bool]


@dataclass(frozen=True)
class DeckFigures:
    """The figures of a deck over a sample of deals."""

    deals: tuple[DealFigures, ...]

    @property
    def optima(self) -> list[int]:
        """The optima of all deals that can be won, sorted."""
        return sorted(deal.optimum for deal in self.deals if deal.optimum is not None)

    @property
    def impossible(self) -> int:
        """Number of deals that cannot be won."""
        return len(self.deals) - len(self.optima)

    @property
    def median(self) -> float:
        """Median optimum, 0 if no deal can be won."""
        return float(statistics.median(self.optima or [0]))

    @property
    def greedy(self) -> float:
        """Median of the greedy player, lost games as 0 points."""
        return float(statistics.median([deal.greedy for deal in self.deals] or [0]))

    @property
    def below_highest_tier(self) -> float:
        """Share of the deals whose optimum is below the highest tier."""
        return self._share(
            deal.optimum is not None and deal.optimum < HIGHEST_TIER for deal in self.deals
        )

    @property
    def below_worth(self) -> float:
        """Share of the deals whose optimum is below the sum of all mushrooms."""
        return self._share((deal.optimum or 0) < deal.worth for deal in self.deals)

    def matters(self, part: str) -> float:
        """Share of the deals whose optimum differs without a part."""
        return self._share(deal.matters.get(part, False) for deal in self.deals)

    def _share(self, marks: Iterable[bool]) -> float:
        return sum(marks) / len(self.deals) if self.deals else 0.0


class Meter:
    """Measures deals of one deck; tables are kept in memory from deal to deal."""

    def __init__(self, deck: Deck, store: TableStore | None = None):
        self.deck = deck
        self._engines = Engines(store or TableStore(folder=None))
        self._variants = {part: without(deck, part) for part in (HEARTS, CROWS, BLOCKED)}

    def measure(
        self, number: int, work: Work, parts: Sequence[str] = PARTS, greedy: bool = True
    ) -> DealFigures:
        """Measure deal ``number``; raises Stopped at a limit of ``work``."""
        deal = random_deal(self.deck, number)
        found = self._solve(deal, Rules(), work)
        return DealFigures(
            number=number,
            order=deal.order,
            optimum=found,
            worth=sum(POINTS[kind] * face.count(kind) for face in deal.faces for kind in POINTS),
            greedy=play_greedily(deal, Rules(), work).points if greedy else 0,
            matters={part: self._differs(deal, part, found, work) for part in parts},
        )

    def _solve(self, deal: Deal, rules: Rules, work: Work) -> int | None:
        value = self._engines.of(deal.deck, rules).value(deal, work=work)
        work.poll()
        return value.points

    def _differs(self, deal: Deal, part: str, optimum: int | None, work: Work) -> bool:
        """Whether the optimum differs without a part."""
        if part == YELLOW:
            return self._solve(deal, Rules(difficulty=Difficulty.DIFFICULT), work) != optimum
        if part == RED:
            return self._falls_without_reds(deal, optimum, work)
        variant = Deal(self._variants[part], deal.order)
        if variant.faces == deal.faces:
            return False
        return self._solve(variant, Rules(), work) != optimum

    def _falls_without_reds(self, deal: Deal, optimum: int | None, work: Work) -> bool:
        """Whether the optimum falls when no red cube is earned."""
        if optimum is None:
            return False  # fewer cubes win nothing
        reaches = self._engines.of(deal.deck, Rules(), reds=0).reaches(deal, optimum, work=work)
        work.poll()
        return not reaches


def without(deck: Deck, part: str) -> Deck:
    """Return the deck without its hearts, crows (floor instead) or blocked doors (open ones)."""
    old, new = {HEARTS: (HEART, FLOOR), CROWS: (CROW, FLOOR), BLOCKED: (BLOCKED_DOOR, DOOR)}[part]
    faces = {}
    for name, face in deck.faces.items():
        grid = tuple(row.replace(old, new) for row in face.grid)
        doors = rim_doors(grid) if face.border is Border.TILES else face.doors
        if part == BLOCKED:
            doors = tuple(replace(door, blocked=False) for door in doors)
        faces[name] = Face(name, face.border, grid, doors)
    return replace(deck, faces=faces)
