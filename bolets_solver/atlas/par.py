"""How a deal stands among all deals of its deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from bolets_solver.atlas.ranking import Names
from bolets_solver.atlas.values import MOST_POINTS, Atlas
from bolets_solver.work.limits import Status


@dataclass(frozen=True)
class Par:
    """A deal among the settled deals of an atlas; a deal that cannot be won stands below all.

    ``points`` is None for such a deal, and for one that is not settled, of which nothing is
    counted. ``complete``: the counts are of all deals.
    """

    order: Names
    status: Status
    points: int | None
    less: int
    same: int
    more: int
    complete: bool

    @property
    def percentile(self) -> Fraction | None:
        """The share of other deals with less, in percent; None if not all deals are settled."""
        if not self.complete or self.status is Status.UNKNOWN:
            return None
        return Fraction(100 * self.less, max(1, self.less + self.same + self.more - 1))


def par(atlas: Atlas, order: Sequence[str]) -> Par:
    """Return how a deal stands; raises InputError if the order is not a whole deal of the deck."""
    rank = atlas.ranking.rank(order)
    status, points = atlas.status(rank), atlas.points(rank)
    names = atlas.ranking.order(rank)
    if status is Status.UNKNOWN:
        return Par(names, status, None, 0, 0, 0, atlas.complete)
    level = -1 if points is None else points
    counts = {-1: atlas.impossible} | dict(enumerate(atlas.counts[: MOST_POINTS + 1]))
    less = sum(count for value, count in counts.items() if value < level)
    more = sum(count for value, count in counts.items() if value > level)
    return Par(names, status, points, less, counts[level], more, atlas.complete)


def optima_of_orders(atlas: Atlas, order: Sequence[str]) -> dict[Names, int | None] | None:
    """Return the optimum of every order of a deal's faces, the cottage last in each.

    The optimum of an order that cannot be won is None. The answer is None if an order is not
    settled. Raises InputError if the order is not a whole deal of the deck.
    """
    optima = {}
    for faces in permutations(sorted(order[:-1])):
        each = (*faces, order[-1])
        rank = atlas.ranking.rank(each)
        if atlas.status(rank) is Status.UNKNOWN:
            return None
        optima[each] = atlas.points(rank)
    return optima
