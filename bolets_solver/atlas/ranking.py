"""The number of a deal: all deals of a deck in a row, those with the same last cards together.

A deal of an atlas plays every card of the deck, one side each, and ends with the cottage. Deals are
sorted by their last card before the cottage, then by the card before it, and so on; each card is
compared by its place in the sorted list of faces. So the deals that end with the same cards have
consecutive ranks, and the search can share what it knows of the ends of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE
from bolets_solver.errors import InputError

MOST_DEALS = 1 << 31
"""Decks with more deals have no atlas."""

Names = tuple[str, ...]


@dataclass(frozen=True)
class Ranking:
    """All deals of a deck in a row. ``cards``: the sides of each card, cards and sides sorted."""

    cards: tuple[Names, ...]

    @classmethod
    def of(cls, deck: Deck) -> Ranking:
        """Return the ranking of a deck's deals; raises InputError if it has none, or too many."""
        sides: dict[int, list[str]] = {}
        for name, face in deck.faces.items():
            if face.number is not None:
                sides.setdefault(face.number, []).append(name)
        ranking = cls(tuple(tuple(sorted(sides[number])) for number in sorted(sides)))
        if COTTAGE not in deck.faces or not sides:
            raise InputError(f"the deck '{deck.name}' cannot be dealt: it lacks cards or a cottage")
        if ranking.deals > MOST_DEALS:
            raise InputError(
                f"the deck '{deck.name}' has {ranking.deals} deals; an atlas holds {MOST_DEALS}"
            )
        return ranking

    @cached_property
    def deals(self) -> int:
        """How many deals there are."""
        return _orders(self.cards)

    def rank(self, order: Sequence[str]) -> int:
        """Return the rank of a deal, from 0; ``order`` with or without the cottage.

        Raises InputError if the order does not play every card of the deck once.
        """
        names = [name for name in order if name != COTTAGE]
        left = list(self.cards)
        rank = 0
        for name in reversed(names):
            for faces in left:
                if name in faces:
                    break
                rank += len(faces) * _orders([each for each in left if each is not faces])
            else:
                raise InputError(self._no_deal(order))
            left.remove(faces)
            rank += faces.index(name) * _orders(left)
        if left:
            raise InputError(self._no_deal(order))
        return rank

    def order(self, rank: int) -> Names:
        """Return the deal with a rank: the names of its faces, the cottage last."""
        if not 0 <= rank < self.deals:
            raise IndexError(f"there is no deal {rank}; the deals are 0 to {self.deals - 1}")
        left = list(self.cards)
        names = [COTTAGE]
        while left:
            for faces in left:
                rest = [each for each in left if each is not faces]
                size = _orders(rest)
                if rank < len(faces) * size:
                    names.append(faces[rank // size])
                    rank %= size
                    left = rest
                    break
                rank -= len(faces) * size
        return tuple(reversed(names))

    def orders(self) -> Iterator[Names]:
        """All deals by rank, the cottage last in each."""
        return (ending for ending in self.endings(len(self.cards)))

    def endings(self, length: int) -> Iterator[Names]:
        """All endings of a number of cards and the cottage, by the ranks of their deals."""
        return _endings(self.cards, (COTTAGE,), length)

    def span(self, ending: Sequence[str]) -> range:
        """Return the ranks of the deals that end with these faces (the cottage may be left out)."""
        names = [name for name in ending if name != COTTAGE]
        left = [faces for faces in self.cards if not set(faces) & set(names)]
        if len(left) + len(names) != len(self.cards):
            raise InputError(self._no_deal(ending))
        first = self.rank([*(faces[0] for faces in reversed(left)), *names])
        return range(first, first + _orders(left))

    def _no_deal(self, order: Sequence[str]) -> str:
        every = ", ".join("/".join(faces) for faces in self.cards)
        return f"'{' '.join(order)}' does not play every card of the deck once; it has {every}"


def _orders(cards: Sequence[Names]) -> int:
    """How many deals some cards have."""
    return factorial(len(cards)) * prod(len(faces) for faces in cards)


def _endings(cards: Sequence[Names], ending: Names, length: int) -> Iterator[Names]:
    if length == 0:
        yield ending
        return
    for faces in cards:
        rest = [each for each in cards if each is not faces]
        for name in faces:
            yield from _endings(rest, (name, *ending), length - 1)
