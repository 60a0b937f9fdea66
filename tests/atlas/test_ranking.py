"""Ranks of deals against a plain listing of all deals."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from bolets_solver.atlas.ranking import Ranking
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.errors import InputError

UNEVEN = Ranking((("1A", "1B"), ("2A",), ("3A", "3B"), ("10A", "10B")))


def plain(cards: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    """All deals, listed without a thought, then sorted from the last card to the first."""
    place = {name: number for number, name in enumerate(n for faces in cards for n in faces)}
    deals = [(*sides, "C") for some in permutations(cards) for sides in product(*some)]
    return sorted(deals, key=lambda deal: [place[name] for name in reversed(deal[:-1])])


def test_deals_stand_in_the_order_of_a_plain_listing() -> None:
    wanted = plain(UNEVEN.cards)
    assert UNEVEN.deals == len(wanted) == 24 * 8
    assert [UNEVEN.order(rank) for rank in range(UNEVEN.deals)] == wanted
    assert list(UNEVEN.orders()) == wanted
    assert [UNEVEN.rank(order) for order in wanted] == list(range(UNEVEN.deals))


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4])
def test_endings_cover_all_ranks_once(length: int) -> None:
    spans = [UNEVEN.span(ending) for ending in UNEVEN.endings(length)]
    assert [rank for span in spans for rank in span] == list(range(UNEVEN.deals))
    for ending, span in zip(UNEVEN.endings(length), spans, strict=True):
        assert all(UNEVEN.order(rank)[-length - 1 :] == ending for rank in span)


def test_the_shipped_deck_has_as_many_deals_as_can_be_dealt() -> None:
    ranking = Ranking.of(load_deck("pinewood"))
    assert ranking.deals == 5040 * 128
    for rank in range(0, ranking.deals, 9_973):
        assert ranking.rank(ranking.order(rank)) == rank


@pytest.mark.parametrize("order", ["1A 2A 3A", "1A 1B 3A 10A", "1A 2A 3A 10A 10B", "9Z", ""])
def test_an_order_that_is_no_whole_deal_is_refused(order: str) -> None:
    with pytest.raises(InputError, match="does not play every card"):
        UNEVEN.rank(order.split())


def test_a_rank_beyond_the_deals_is_refused() -> None:
    with pytest.raises(IndexError):
        UNEVEN.order(UNEVEN.deals)
