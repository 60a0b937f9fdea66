"""A deal: which faces are played, in which order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE, ROCK, Face
from bolets_solver.errors import Defect, InputError

UNKNOWN = "?"
"""An unknown card of an order: a record may contain it, a deal may not."""

MOST_NAMES = 1000
"""Longer orders are refused."""


@dataclass(frozen=True, repr=False)
class Deal:
    """An order of faces of a deck, the cottage last (B-R1). Make one with :meth:`of`."""

    deck: Deck
    order: tuple[str, ...]

    @classmethod
    def of(cls, deck: Deck, order: str | Iterable[str]) -> Deal:
        """Read an order of face names; lower case, commas and a missing cottage are allowed.

        Raises InputError with every defect.
        """
        names = read_order(order)
        defects = list(_defects(deck, names))
        if defects:
            raise InputError(defects)
        return cls(deck, names)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces in order."""
        return tuple(self.deck.faces[name] for name in self.order)

    def __repr__(self) -> str:
        """The deck and the order in one line; a long order is shortened."""
        order = str(self) if len(self.order) <= 12 else f"{' '.join(self.order[:10])} ... C"
        return f"<Deal of {self.deck.name}: {order}>"

    def __str__(self) -> str:
        """The order as it is typed."""
        return " ".join(self.order)

    def rock_warnings(self) -> list[str]:
        """Return one warning for each numbered face without exactly one rock (easy, B-Q39)."""
        return [
            f"easy needs faces with exactly one rock; {face.name} has {face.count(ROCK) or 'none'}"
            for face in self.faces
            if face.name != COTTAGE and face.count(ROCK) != 1
        ]


def read_order(order: str | Iterable[str]) -> tuple[str, ...]:
    """Return the face names of an order, upper case, the cottage added if it was left out."""
    texts = [order] if isinstance(order, str) else list(order)
    names = [name.upper() for text in texts for name in re.split(r"[\s,;]+", text) if name]
    if names and COTTAGE not in names:
        names.append(COTTAGE)
    return tuple(names)


def _defects(deck: Deck, names: tuple[str, ...]) -> Iterable[Defect]:
    if not [name for name in names if name != COTTAGE]:
        yield Defect("the order has no card; write face names such as '2B 5B C'")
    if COTTAGE not in deck.faces:
        yield Defect(f"the deck '{deck.name}' has no cottage 'C', so it cannot be dealt")
    if COTTAGE in names[:-1]:
        yield Defect("the cottage 'C' must be the last card of the order, and occur once")
    if len(names) > MOST_NAMES:
        yield Defect(f"the order has {len(names)} cards; the most is {MOST_NAMES}")
        return
    seen: dict[int, str] = {}
    for name in names:
        if name == COTTAGE:
            continue
        if name not in deck.faces:
            known = f"{deck.names_text()}{deck.near_text(name)}"
            yield Defect(f"the deck '{deck.name}' has no face '{name}'; {known}")
            continue
        number = deck.faces[name].number
        assert number is not None
        if number in seen:
            yield Defect(
                f"card {number} occurs twice in the order ('{seen[number]}' and '{name}'); "
                "each card is dealt once, with one side"
            )
        seen.setdefault(number, name)
