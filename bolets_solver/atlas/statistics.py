"""What an atlas says of deals: how one stands among all, what faces and neighbours are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolets_solver.atlas.ranking import Names, Ranking
from bolets_solver.atlas.values import IMPOSSIBLE, MOST_POINTS, UNSETTLED, Atlas


@dataclass(frozen=True)
class DealGroup:
    """How deals with something in common do: ``mean`` of the points of those that can be won."""

    what: str
    deals: int
    mean: float
    impossible: int


def deal_table(ranking: Ranking) -> NDArray[np.uint8]:
    """Return the faces of all deals by rank, numbered as in :func:`face_names`.

    One row a deal, one column a card from the first to the last, the cottage left out.
    """
    number = {name: place for place, name in enumerate(face_names(ranking))}
    known: dict[tuple[Names, ...], NDArray[np.uint8]] = {(): np.zeros((1, 0), dtype=np.uint8)}

    def table(cards: tuple[Names, ...]) -> NDArray[np.uint8]:
        if cards not in known:
            blocks = []
            for faces in cards:
                before = table(tuple(each for each in cards if each is not faces))
                for name in faces:
                    last = np.full((len(before), 1), number[name], dtype=np.uint8)
                    blocks.append(np.hstack([before, last]))
            known[cards] = np.vstack(blocks)
        return known[cards]

    return table(ranking.cards)


def face_names(ranking: Ranking) -> Names:
    """The faces of a deck but the cottage, sorted."""
    return tuple(name for faces in ranking.cards for name in faces)


def worth_of_faces(atlas: Atlas) -> list[DealGroup]:
    """What each face is worth: the mean of all deals in which it is played, best first."""
    table, names = deal_table(atlas.ranking), face_names(atlas.ranking)
    rows = [_worth(atlas, name, (table == place).any(axis=1)) for place, name in enumerate(names)]
    return sorted(rows, key=lambda row: (-row.mean, row.what))


def worth_of_neighbours(atlas: Atlas) -> list[DealGroup]:
    """What each two neighbours are worth, in their order ("1A 2B"), best first."""
    table, names = deal_table(atlas.ranking), face_names(atlas.ranking)
    sums, won, lost = (np.zeros((len(names), len(names))) for _ in range(3))
    possible = atlas.values <= MOST_POINTS
    impossible = atlas.values == IMPOSSIBLE
    for column in range(table.shape[1] - 1):
        pair = (table[:, column], table[:, column + 1])
        np.add.at(sums, pair, np.where(possible, atlas.values, 0))
        np.add.at(won, pair, possible)
        np.add.at(lost, pair, impossible)
    rows = [
        DealGroup(f"{a} {b}", int(won[i, j] + lost[i, j]), sums[i, j] / won[i, j], int(lost[i, j]))
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if won[i, j]
    ]
    return sorted(rows, key=lambda row: (-row.mean, row.what))


def _worth(atlas: Atlas, what: str, chosen: NDArray[np.bool_]) -> DealGroup:
    values = atlas.values[chosen]
    won = values[values <= MOST_POINTS]
    lost = int(np.count_nonzero(values == IMPOSSIBLE))
    mean = float(won.mean()) if len(won) else float("nan")
    return DealGroup(what, len(won) + lost, mean, lost)


def ranks_with_points(atlas: Atlas, fewest: float, most: float) -> NDArray[np.int64]:
    """The ranks of the deals whose proven points lie between two numbers, both included."""
    return np.flatnonzero((atlas.values >= fewest) & (atlas.values <= min(most, MOST_POINTS)))


def ranks_of_percentiles(atlas: Atlas, low: float, high: float) -> NDArray[np.int64]:
    """The ranks of the deals that stand between two percentiles, both included.

    A deal stands at the share of other deals with less points, see :class:`Par`.
    """
    counts = np.array([atlas.impossible, *atlas.counts[: MOST_POINTS + 1]])
    less = np.cumsum(counts) - counts
    share = 100 * less / max(1, atlas.ranking.deals - 1)
    levels = np.flatnonzero((share >= low) & (share <= high) & (counts > 0)) - 1
    wanted = [IMPOSSIBLE if level < 0 else int(level) for level in levels]
    return np.flatnonzero(np.isin(atlas.values, wanted))


def hardest(atlas: Atlas, count: int) -> NDArray[np.int64]:
    """The ranks of the deals with the fewest points that can be won, by points, then by rank."""
    won = np.flatnonzero(atlas.values <= MOST_POINTS)
    return won[np.argsort(atlas.values[won], kind="stable")][:count]


def easiest(atlas: Atlas, count: int) -> NDArray[np.int64]:
    """The ranks of the deals with the most points, by points, then by rank."""
    won = np.flatnonzero(atlas.values <= MOST_POINTS)
    return won[np.argsort(-atlas.values[won].astype(np.int64), kind="stable")][:count]


@dataclass(frozen=True)
class Comparison:
    """Two orders of the same cards, over every choice of sides.

    ``first``, ``second``: with how many choices each has more points; ``same``: with how many both
    have the same; ``unsettled``: of how many one is not settled. ``widest``: the choices that
    decide most clearly, each with the points of both (None: impossible).
    """

    first: int
    second: int
    same: int
    unsettled: int
    widest: tuple[tuple[Names, int | None, Names, int | None], ...]


def compare_orders(
    atlas: Atlas, first: Sequence[int], second: Sequence[int], most: int = 10
) -> Comparison:
    """Compare two orders of card numbers (no sides); raises InputError if one is not a deal."""
    from itertools import product

    sides = {int(faces[0][:-1]): faces for faces in atlas.ranking.cards}
    known = [sides.get(number, (f"{number}?",)) for number in first]
    tally = {1: 0, -1: 0, 0: 0}
    unsettled = 0
    rows = []
    for names in product(*known):
        by_number = {int(name[:-1]): name for name in names if name[:-1].isdigit()}
        other = tuple(by_number.get(number, f"{number}?") for number in second)
        ranks = atlas.ranking.rank(names), atlas.ranking.rank(other)
        if UNSETTLED in (atlas.values[ranks[0]], atlas.values[ranks[1]]):
            unsettled += 1
            continue
        one, two = (atlas.points(rank) for rank in ranks)
        gap = (-1 if one is None else one) - (-1 if two is None else two)
        tally[(gap > 0) - (gap < 0)] += 1
        rows.append((-abs(gap), names, one, other, two))
    widest = tuple(row[1:] for row in sorted(rows, key=lambda row: row[:2])[:most] if row[0])
    return Comparison(tally[1], tally[-1], tally[0], unsettled, widest)
