"""The cards on which a deck is printed: sizes, fronts and backs, in millimetres.

All tiles of a deck are squares of one size, so that cards fit over each other. The tile is as large
as the card size allows for every face, upright or on its side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE, Face
from bolets_solver.draw.paper.page import Size
from bolets_solver.draw.picture.shapes import Node

SPARE = 0.5
"""Largest excess of a card over its tiles in a direction; a larger card is cut to its tiles."""
MOST_FACES = 500
"""Largest number of faces of a printed deck."""

Art = Callable[[Size, float], list[Node]]
"""Draws one side of an upright card, its corner at 0,0: the card's size, the bleed around it."""


@dataclass(frozen=True)
class Pattern:
    """How a face is printed: the size of a tile, and of the card as cut."""

    face: Face
    tile: float
    size: Size

    @property
    def origin(self) -> tuple[float, float]:
        """The corner of the top left tile on the card; the tiles are centred."""
        return (
            (self.size.width - self.face.width * self.tile) / 2,
            (self.size.height - self.face.height * self.tile) / 2,
        )


@dataclass(frozen=True)
class PrintedCard:
    """A printed card: front and back face; None: a pattern or nothing."""

    name: str
    size: Size
    front: Pattern
    back: Pattern | None


def tile_size(deck: Deck, card: Size) -> float:
    """Return the largest side of a tile that ``card`` allows for every face of the deck."""
    return min(_tile(face, card) for face in deck.faces.values())


def cards_of(deck: Deck, card: Size) -> list[PrintedCard]:
    """Return the cards of a deck in order, sides A and B back to back if they have one size.

    A cottage, or a side without its other side, gets a pattern as its back.
    """
    tile = tile_size(deck, card)
    patterns = {
        name: Pattern(face, tile, _cut(face, tile, card)) for name, face in deck.faces.items()
    }
    return list(_pairs(patterns))


def _tile(face: Face, card: Size) -> float:
    upright = min(card.width / face.width, card.height / face.height)
    lying = min(card.height / face.width, card.width / face.height)
    return max(upright, lying)


def _cut(face: Face, tile: float, card: Size) -> Size:
    """Return the size to which a face is cut: that of the card where it is hardly larger."""
    width, height = face.width * tile, face.height * tile
    sides = (card.width, card.height)
    if (width > height) != (card.width > card.height):
        sides = (card.height, card.width)
    return Size(
        *(
            side if 0 <= side - grid <= SPARE else grid
            for side, grid in zip(sides, (width, height), strict=True)
        )
    )


def _pairs(patterns: dict[str, Pattern]) -> Iterator[PrintedCard]:
    for name, front in patterns.items():
        if name == COTTAGE:
            yield PrintedCard(name, front.size, front, None)
            continue
        number, side = name[:-1], name[-1]
        other = patterns.get(f"{number}{'B' if side == 'A' else 'A'}")
        together = other is not None and other.size == front.size
        if not together:
            yield PrintedCard(name, front.size, front, None)
        elif side == "A":
            yield PrintedCard(number, front.size, front, other)
