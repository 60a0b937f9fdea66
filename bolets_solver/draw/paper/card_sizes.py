"""Which cards a deck is printed as: sizes, fronts and backs; measures in millimetres.

All tiles of a deck are squares of one size, so that cards can be laid over each other. The tile is
as large as the chosen size of a card allows for every face, upright or on its side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE, Face
from bolets_solver.draw.paper.page import Size
from bolets_solver.draw.picture.shapes import Node

SPARE = 0.5
"""By so much a card may be larger than its tiles in a direction; else it is cut to the tiles."""
MOST_FACES = 500
"""Decks of more faces are not printed."""

Art = Callable[[Size, float], list[Node]]
"""Draws one side of an upright card, its corner at 0,0: the card's size, the bleed around it."""


@dataclass(frozen=True)
class Pattern:
    """How a face becomes one side of a card: the tile, and the card's size as it is cut."""

    face: Face
    tile: float
    size: Size

    @property
    def origin(self) -> tuple[float, float]:
        """Where the top left tile's corner lies on the card: the tiles are centred."""
        return (
            (self.size.width - self.face.width * self.tile) / 2,
            (self.size.height - self.face.height * self.tile) / 2,
        )


@dataclass(frozen=True)
class Card:
    """A card to be printed: the face in front, that on the back; None: a pattern or nothing."""

    name: str
    size: Size
    front: Pattern
    back: Pattern | None


def tile_size(deck: Deck, card: Size) -> float:
    """Return the side of the tiles: as large as ``card`` allows for every face of the deck."""
    return min(_tile(face, card) for face in deck.faces.values())


def cards_of(deck: Deck, card: Size) -> list[Card]:
    """Return the cards of a deck in order, sides A and B back to back where they are of one size.

    A cottage, and a side without its other side, gets a back of its own.
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


def _pairs(patterns: dict[str, Pattern]) -> Iterator[Card]:
    for name, front in patterns.items():
        if name == COTTAGE:
            yield Card(name, front.size, front, None)
            continue
        number, side = name[:-1], name[-1]
        other = patterns.get(f"{number}{'B' if side == 'A' else 'A'}")
        together = other is not None and other.size == front.size
        if not together:
            yield Card(name, front.size, front, None)
        elif side == "A":
            yield Card(number, front.size, front, other)
