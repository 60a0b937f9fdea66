"""What a player knows of the cards to come, and the orders that this leaves possible.

The deck is a stack that lies face up (B-Q44): its top card is seen, with the side on which it will
be played. Of the cards below it the numbers are known by elimination; their order and their sides
are not, and each is equally likely. The cottage comes last. When a wall card is drawn the card
under it becomes visible, before the wall card is placed (B-Q45); nothing else is seen before the
next draw. So everything that a player knows is a beginning of the order, and every decision is a
whole turn.

Chances are counted in whole numbers: an order's weight is how many times it would be dealt if every
order and every choice of sides were dealt equally often. All orders of a deck whose cards have
equally many sides weigh the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck, face_key
from bolets_solver.bolets.cards.face import COTTAGE
from bolets_solver.errors import InputError


class Preview(StrEnum):
    """Whether the top card of the stack is seen (B-Q44)."""

    TOP = "top"
    NONE = "none"


class FirstLook(StrEnum):
    """Whether the first wall card is drawn before the entrance is chosen (B-Q38)."""

    WALL = "wall"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Sight:
    """How much of the stack a player sees."""

    preview: Preview = Preview.TOP
    first_look: FirstLook = FirstLook.WALL

    def cards_at_turn(self, turn: int) -> int:
        """How many cards of the order are known when turn ``turn`` (from 1) is decided."""
        return turn + 1 + (self.preview is Preview.TOP)

    @property
    def cards_at_entrance(self) -> int:
        """How many cards of the order are known when the entrance is chosen."""
        return 1 + (self.first_look is FirstLook.WALL) + (self.preview is Preview.TOP)


@dataclass(frozen=True)
class World:
    """One order that is possible, the cottage last, and how often it comes."""

    order: tuple[str, ...]
    weight: int


@dataclass(frozen=True)
class Knowledge:
    """The beginning of an order that is known; ``cards`` numbered cards are dealt in all.

    ``seen`` names the faces in order; the cottage is among them only if all the others are.
    """

    deck: Deck
    seen: tuple[str, ...]
    cards: int

    @classmethod
    def of(cls, deck: Deck, seen: tuple[str, ...], cards: int | None = None) -> Knowledge:
        """Check what is known (default for ``cards``: all of the deck's); raises InputError."""
        numbers = {name[:-1] for name in deck.faces if name != COTTAGE}
        cards = len(numbers) if cards is None else cards
        known = seen[: seen.index(COTTAGE)] if COTTAGE in seen else seen
        if known:
            Deal.of(deck, known)  # reports every defect of the names
        if not len(known) <= cards <= len(numbers):
            raise InputError(
                f"{len(known)} numbered cards are known and {cards} are dealt; the deck "
                f"'{deck.name}' has {len(numbers)}"
            )
        if COTTAGE in seen and len(known) < cards:
            raise InputError(
                f"the cottage 'C' comes last, but only {len(known)} of {cards} cards are known"
            )
        return cls(deck, known, cards)

    @property
    def hidden(self) -> int:
        """How many numbered cards are not known."""
        return self.cards - len(self.seen)

    @property
    def complete(self) -> bool:
        """Whether the whole order is known."""
        return self.hidden == 0

    @cached_property
    def unseen(self) -> dict[int, tuple[str, ...]]:
        """The faces of the cards that may still come, by number."""
        known = {int(name[:-1]) for name in self.seen}
        sides: dict[int, tuple[str, ...]] = {}
        for name in sorted(self.deck.faces, key=face_key):
            if name != COTTAGE and int(name[:-1]) not in known:
                number = int(name[:-1])
                sides[number] = (*sides.get(number, ()), name)
        return sides

    def face_at(self, index: int) -> str | None:
        """Return the face at an index of the order, None if it is not known."""
        if index < len(self.seen):
            return self.seen[index]
        return COTTAGE if index == self.cards else None

    def reveals(self) -> list[tuple[Knowledge, int]]:
        """List what may be known when one more card is seen, each with how often it comes."""
        common = math.lcm(*map(len, _sides_of(self.deck)))
        return [
            (replace(self, seen=(*self.seen, name)), common // len(names))
            for names in self.unseen.values()
            for name in names
        ]

    def shown(self, cards: int) -> list[tuple[Knowledge, int]]:
        """List what may be known when ``cards`` cards of the order are, with their weights."""
        found = [(self, 1)]
        while found and len(found[0][0].seen) < min(cards, self.cards):
            found = [
                (known, weight * times)
                for before, weight in found
                for known, times in before.reveals()
            ]
        return found

    @cached_property
    def worlds(self) -> list[World]:
        """List all orders that are possible."""
        return [World((*known.seen, COTTAGE), weight) for known, weight in self.shown(self.cards)]

    @cached_property
    def weight(self) -> int:
        """The sum of the weights of all orders that are possible."""
        common = math.lcm(*map(len, _sides_of(self.deck)))
        total, cards = 1, len(self.unseen)
        for hidden in range(self.hidden):
            total *= (cards - hidden) * common
        return total

    @property
    def count(self) -> int:
        """How many orders are possible."""
        if len({len(sides) for sides in self.unseen.values()}) > 1:
            return len(self.shown(self.cards))
        sides = len(next(iter(self.unseen.values()), ()))
        return math.perm(len(self.unseen), self.hidden) * int(sides**self.hidden)

    def deals(self) -> Iterator[Deal]:
        """The deals of all orders that are possible."""
        for world in self.worlds:
            yield Deal(self.deck, world.order)

    def some_deal(self) -> Deal:
        """Return the deal of one order that is possible."""
        names = [sides[0] for sides in self.unseen.values()][: self.hidden]
        return Deal(self.deck, (*self.seen, *names, COTTAGE))


def knowledge_json(seen: Sequence[str], worlds: int, sight: Sight | None = None) -> dict[str, Any]:
    """Return as JSON which knowledge an answer used.

    ``seen``: the faces that it knew, in order; ``worlds``: how many orders these leave possible.
    ``sight``: how much of the stack is seen, None if that makes no difference.
    """
    return {
        "order": "known" if worlds == 1 else "unknown",
        "seen": list(seen),
        "worlds": worlds,
        "preview": None if sight is None else str(sight.preview),
        "first_look": None if sight is None else str(sight.first_look),
    }


def knowledge_words(seen: Sequence[str], cards: int, worlds: int) -> str:
    """Say which knowledge an answer used; ``cards``: how many numbered cards are dealt in all."""
    known = " ".join(seen)
    if worlds == 1 and len(seen) == cards:
        return f"known: {known} C, that is the whole order"
    orders = "1 order is" if worlds == 1 else f"{worlds} orders are"
    return f"known: {known}; {orders} possible for the rest; hidden cards are not used"


def _sides_of(deck: Deck) -> list[list[str]]:
    sides: dict[int, list[str]] = {}
    for name in deck.faces:
        if name != COTTAGE:
            sides.setdefault(int(name[:-1]), []).append(name)
    return list(sides.values())
