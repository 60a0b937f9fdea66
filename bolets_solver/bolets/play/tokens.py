"""The parts of a record: tokens of a trace, and turns; ``str`` gives the notation."""

from __future__ import annotations

from dataclasses import dataclass, field

from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import Placement

HEADER = "bolets-record/1"
"""The first line of a record."""


@dataclass(frozen=True, slots=True)
class Slide:
    """``S4``: go four tiles south; at least one tile."""

    heading: Heading
    length: int

    def __str__(self) -> str:
        return f"{self.heading.letter}{self.length}"


@dataclass(frozen=True, slots=True)
class LayAhead:
    """``*``: lay a cube on the next tile in the present heading."""

    def __str__(self) -> str:
        return "*"


@dataclass(frozen=True, slots=True)
class TakeYellow:
    """``Y``: pay a life for a yellow cube."""

    def __str__(self) -> str:
        return "Y"


@dataclass(frozen=True, slots=True)
class LayAt:
    """``@x,y``: lay a cube on a tile of the map."""

    x: int
    y: int

    @property
    def tile(self) -> Tile:
        """The tile of the map."""
        return self.x, self.y

    def __str__(self) -> str:
        return f"@{self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Enter:
    """``>W``: enter the wall card's door to the west of here; ends the turn."""

    heading: Heading

    def __str__(self) -> str:
        return f">{self.heading.letter}"


Token = Slide | LayAhead | TakeYellow | LayAt | Enter


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of a game: the wall card, how it lies, what was traced on the card before it.

    ``line`` is the line of the file it was read from; it does not count for equality.
    """

    face: str
    placement: Placement
    tokens: tuple[Token, ...]
    line: int | None = field(default=None, compare=False)

    def __str__(self) -> str:
        """The line in a record: ``5B r90 @3,-2: S4 E2 * N3 >W``."""
        head = f"{self.face} {self.placement}:"
        return " ".join([head, *map(str, self.tokens)])
