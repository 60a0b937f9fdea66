"""What an atlas says, against plain counting over all deals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from statistics import mean

import pytest

from bolets_solver.atlas.par import par
from bolets_solver.atlas.ranking import Names, Ranking
from bolets_solver.atlas.statistics import (
    compare_orders,
    deal_table,
    easiest,
    face_names,
    hardest,
    ranks_of_percentiles,
    ranks_with_points,
    worth_of_faces,
    worth_of_neighbours,
)
from bolets_solver.atlas.values import IMPOSSIBLE, UNSETTLED, Atlas, Key
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Status
from tests.atlas.fakes import value_of

RANKING = Ranking((("1A", "1B"), ("2A",), ("3A", "3B"), ("10A", "10B")))


@pytest.fixture
def atlas() -> Atlas:
    """All deals settled; those of a value below 4 impossible."""
    plain = [value_of(order) for order in RANKING.orders()]
    raw = bytes(IMPOSSIBLE if value < 4 else value for value in plain)
    return Atlas(Key("four", "0", Rules().as_json()), RANKING, raw)


def points(atlas: Atlas) -> dict[Names, int | None]:
    return {
        order: None if value == IMPOSSIBLE else int(value)
        for order, value in zip(RANKING.orders(), atlas.values, strict=True)
    }


def test_par_counts_as_plain_counting_does(atlas: Atlas) -> None:
    known = points(atlas)
    level = {order: -1 if value is None else value for order, value in known.items()}
    for order in RANKING.orders():
        found = par(atlas, order)
        assert found.points == known[order]
        assert found.less == sum(value < level[order] for value in level.values())
        assert found.same == sum(value == level[order] for value in level.values())
        assert found.more == sum(value > level[order] for value in level.values())
        assert found.percentile == Fraction(100 * found.less, RANKING.deals - 1)
    lost = next(order for order, value in known.items() if value is None)
    assert par(atlas, lost).status is Status.IMPOSSIBLE
    assert par(atlas, lost).less == 0


def test_par_of_a_part_gives_no_percentile(atlas: Atlas) -> None:
    part = replace(atlas, raw=atlas.raw[:7] + bytes([UNSETTLED]) + atlas.raw[8:])
    unknown = par(part, RANKING.order(7))
    assert (unknown.status, unknown.points, unknown.percentile) == (Status.UNKNOWN, None, None)
    assert par(part, RANKING.order(8)).percentile is None


def test_the_table_of_deals_is_the_listing_of_deals() -> None:
    names = face_names(RANKING)
    table = [tuple(names[place] for place in row) for row in deal_table(RANKING)]
    assert table == [order[:-1] for order in RANKING.orders()]


def test_faces_are_worth_the_mean_of_their_deals(atlas: Atlas) -> None:
    known = points(atlas)
    rows = worth_of_faces(atlas)
    assert [row.mean for row in rows] == sorted((row.mean for row in rows), reverse=True)
    assert {row.what for row in rows} == set(face_names(RANKING))
    for row in rows:
        with_it = [value for order, value in known.items() if row.what in order]
        assert row.mean == pytest.approx(mean(v for v in with_it if v is not None))
        assert (row.deals, row.impossible) == (len(with_it), with_it.count(None))


def test_neighbours_are_worth_the_mean_of_their_deals(atlas: Atlas) -> None:
    known = points(atlas)
    rows = worth_of_neighbours(atlas)
    assert len(rows) == 7 * 6 - 3 * 2  # two sides of one card are never neighbours
    for row in rows:
        with_it = [v for order, v in known.items() if f"{row.what} " in f"{' '.join(order)} "]
        assert row.mean == pytest.approx(mean(v for v in with_it if v is not None))
        assert (row.deals, row.impossible) == (len(with_it), with_it.count(None))


def test_deals_are_chosen_by_points_and_percentiles(atlas: Atlas) -> None:
    found = {RANKING.order(int(rank)) for rank in ranks_with_points(atlas, 10, 12)}
    assert found == {order for order, v in points(atlas).items() if v in (10, 11, 12)}
    for low, high in [(0, 0), (0, 20), (50, 70), (99, 100)]:
        found = {RANKING.order(int(rank)) for rank in ranks_of_percentiles(atlas, low, high)}
        wanted = set()
        for order in RANKING.orders():
            share = par(atlas, order).percentile
            assert share is not None
            if low <= share <= high:
                wanted.add(order)
        assert found == wanted


def test_hardest_and_easiest_can_be_won(atlas: Atlas) -> None:
    won = sorted(value for value in points(atlas).values() if value is not None)
    assert [atlas.points(int(rank)) for rank in hardest(atlas, 9)] == won[:9]
    assert [atlas.points(int(rank)) for rank in easiest(atlas, 9)] == won[::-1][:9]


def test_two_orders_are_compared_over_all_sides(atlas: Atlas) -> None:
    known = points(atlas)
    found = compare_orders(atlas, [1, 2, 3, 10], [10, 3, 2, 1], most=100)
    pairs = []
    for a in ("1A", "1B"):
        for c in ("3A", "3B"):
            for d in ("10A", "10B"):
                pairs.append((known[a, "2A", c, d, "C"], known[d, c, "2A", a, "C"]))
    levels = [(-1 if a is None else a, -1 if b is None else b) for a, b in pairs]
    assert found.first == sum(a > b for a, b in levels)
    assert found.second == sum(a < b for a, b in levels)
    assert found.same == sum(a == b for a, b in levels)
    assert found.unsettled == 0
    assert sorted((one, two) for _, one, _, two in found.widest if one and two) == sorted(
        (a, b) for a, b in pairs if a and b and a != b
    )
    with pytest.raises(InputError):
        compare_orders(atlas, [1, 2, 3], [3, 2, 1])
