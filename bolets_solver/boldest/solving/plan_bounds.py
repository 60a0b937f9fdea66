"""What a plan is sure to bring, at least and at most, without playing it out.

The figures hold whatever anybody decides, so they need no rule of who wants what:

- A Group acts once at most. It wins the gain of one entry of its Leader's table, or nothing. No
  player can end higher than with the highest entry of each of his Groups, nor lower than with the
  lowest one of each, where that is a loss.
- A card is taken once. So the entries that a player's own Groups use have no card in common, and
  the sum of their gains is at most the highest such sum (``most_together``).
- What cards lie on others, what is paid with, who is first: leaving that out only adds ends.
- Margins follow: the player at his most against every rival at his least, and the reverse. The
  player wins for certain if his least margin is above 0, and cannot win if his highest is below 0.

Rivals' Groups are the same for all plans of the player, so their figures are computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from bolets_solver.boldest.kernels.tables import Entry, Tables
from bolets_solver.boldest.solving.resolve import Bounds, span_bounds
from bolets_solver.boldest.solving.search import totals

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bolets_solver.boldest.solving.planner import Case

MOST_COMBINATIONS = 4_000
"""Combinations of Leaders for which cards in common are examined; beyond, gains are added up."""

Leaders = tuple[int, ...]
"""Numbers of the tables of the Groups on a space."""


def most_together(tables: Sequence[Sequence[Entry]], taken: int = 0) -> int:
    """The highest sum of gains if each table gives one entry or none, and no card twice."""
    if not tables:
        return 0
    rest = tables[1:]
    hope = sum(_highest(table) for table in rest)
    best = most_together(rest, taken)
    for entry in tables[0]:  # the highest gains come first
        if entry.gain + hope <= best:
            break
        if entry.take & taken == 0:
            best = max(best, entry.gain + most_together(rest, taken | entry.take))
    return best


def _highest(table: Sequence[Entry]) -> int:
    return max(0, table[0].gain) if table else 0


def _lowest(table: Sequence[Entry]) -> int:
    return min(0, table[-1].gain) if table else 0


class CaseBounds:
    """Bounds of every plan of a player against one plan for each rival (a ``Case``)."""

    def __init__(self, case: Case):
        self.case = case
        self.player = case.plans.player
        self.tables = case.search.tables
        self.banked = totals(case.moment)
        self.rivals = self._rival_spans()
        self.numbers, low, high = self._own_gains()
        own = self.banked[self.player]
        self.low, self.high = own + low, own + high

    def most(self, codes: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Most that win and margin can come to, for each reduced choice."""
        margin = self.high[self._at(codes)] - max(low for low, _ in self.rivals)
        return (margin >= 0).astype(float), margin.astype(float)

    def bounds(self, code: int) -> Bounds:
        """Least and most of the player's figures for one reduced choice."""
        import numpy

        at = self._at(numpy.array([code]))
        own = int(self.low[at][0]), int(self.high[at][0])
        spans = list(self.rivals)
        spans.insert(self.player, own)
        return span_bounds(spans)[self.player]

    def _at(self, codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
        """Where the figures of reduced choices stand in ``low`` and ``high``."""
        shape = self.case.shape
        part, third = codes // shape[2], codes % shape[2]
        choices = (part // shape[1], part % shape[1], third)
        return tuple(numbers[choice] for numbers, choice in zip(self.numbers, choices, strict=True))

    def _rival_spans(self) -> list[tuple[int, int]]:
        spans = []
        for rival, banked in enumerate(self.banked):
            if rival != self.player:
                groups = [self.tables.entries[number] for number in self._laid(rival)]
                low = banked + sum(map(_lowest, groups))
                spans.append((low, banked + most_of(self.tables, self._laid(rival))))
        return spans

    def _laid(self, player: int) -> Leaders:
        """Groups of a player that are laid already and may still act; none on resolved spaces."""
        return tuple(
            self.tables.leader(contender.leader)
            for contest in self.case.day.contests[self.case.moment.contest :]
            for contender in contest
            if contender.player == player
        )

    def _own_gains(
        self,
    ) -> tuple[list[NDArray[np.int64]], NDArray[np.int64], NDArray[np.int64]]:
        """Gains by the kinds of Leaders on three spaces, and the kind of each reduced choice.

        With the gains go those of Groups that the player has laid already.
        """
        import numpy

        kinds: list[list[Leaders]] = []
        numbers = []
        mustered = self.case.plans.mustered
        for reduced in self.case.reduced:
            known: dict[Leaders, int] = {}
            column = []
            for choice in reduced:
                leaders = sorted(
                    self.tables.leader(mustered.kinds[group.hero_class][group.kind].hero)
                    for group in choice
                )
                column.append(known.setdefault(tuple(leaders), len(known)))
            kinds.append(list(known))
            numbers.append(numpy.array(column, dtype=numpy.int64))
        low, high = (self._added_up(kinds, figure) for figure in (_lowest, _highest))
        if high.size <= MOST_COMBINATIONS:
            laid = self._laid(self.player)
            known_sums: dict[Leaders, int] = {}
            for at in product(*map(range, high.shape)):
                spaces = [kinds[space][number] for space, number in enumerate(at)]
                leaders_at = tuple(sorted(sum(spaces, laid)))
                if leaders_at not in known_sums:
                    known_sums[leaders_at] = most_of(self.tables, leaders_at)
                high[at] = known_sums[leaders_at]
        return numbers, low, high

    def _added_up(
        self, kinds: Sequence[Sequence[Leaders]], figure: Callable[[Sequence[Entry]], int]
    ) -> NDArray[np.int64]:
        """The sum of a figure of all Groups of the player, by the kinds on three spaces."""
        import numpy

        def total(leaders: Leaders) -> int:
            return sum(figure(self.tables.entries[leader]) for leader in leaders)

        one, two, three = (
            numpy.array([total(leaders) for leaders in each], dtype=numpy.int64) for each in kinds
        )
        laid = total(self._laid(self.player))
        return laid + one[:, None, None] + two[None, :, None] + three[None, None, :]


def most_of(tables: Tables, leaders: Leaders) -> int:
    """:func:`most_together` for Leaders by number, three at a time: more would take long."""
    groups = [tables.entries[leader] for leader in leaders]
    return sum(most_together(groups[at : at + 3]) for at in range(0, len(groups), 3))
