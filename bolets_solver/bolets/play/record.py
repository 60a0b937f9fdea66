"""A game as people write it: the record format, and a solution's ``record`` in JSON.

Reading is lenient (lower case, spare blanks, a typographic minus), writing is canonical, and
``Record.parse(record.format()) == record``. Reading checks the spelling alone: whether a game
keeps the rules is the referee's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.bolets.rules import Rules

HEADER = "bolets-record/1"


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
        """The line as it is written: ``5B r90 @3,-2: S4 E2 * N3 >W``."""
        head = f"{self.face} {self.placement}:"
        return " ".join([head, *map(str, self.tokens)])


@dataclass(frozen=True, slots=True)
class Record:
    """A game, complete or broken off: deck and order as named, the entrance's door, the turns.

    ``deck`` has no line break and no blank at its ends. A record with turns has an entrance.
    ``rules`` are its own settings on top of the defaults. ``lines`` says in which lines of a file
    its keys stand; it does not count for equality.
    """

    deck: str
    order: tuple[str, ...]
    entrance: int | None
    turns: tuple[Turn, ...]
    rules: Rules = field(default_factory=Rules)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    def __str__(self) -> str:
        """The text of the record."""
        return self.format()

    def format(self) -> str:
        """Write the record as text, one line a turn."""
        lines = [HEADER, f"deck: {self.deck}", f"order: {' '.join(self.order)}"]
        switched = self.rules.switched()
        if "difficulty" in switched:
            lines.append(f"difficulty: {switched.pop('difficulty')}")
        if switched:
            lines.append("rules: " + " ".join(f"{k}={v}" for k, v in switched.items()))
        if self.entrance is not None:
            lines.append(f"entrance: {self.entrance}")
        lines.extend(str(turn) for turn in self.turns)
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str, file: str | None = None) -> Record:
        """Read a record; raises InputError with every line that cannot be read."""
        from bolets_solver.bolets.play.record_text import parse_record

        return parse_record(text, file)

    def as_solution_json(self) -> dict[str, Any]:
        """Return the game as it stands in a solution's JSON: the entrance and the steps."""
        return {"entrance": self.entrance, "steps": [str(turn) for turn in self.turns]}

    @classmethod
    def from_solution_json(
        cls,
        value: Mapping[str, Any],
        deck: str,
        order: tuple[str, ...],
        rules: Rules | None = None,
        file: str | None = None,
    ) -> Record:
        """Read what :meth:`as_solution_json` returns; raises InputError with all defects."""
        from bolets_solver.bolets.play.record_text import parse_steps

        entrance, turns = parse_steps(value, file)
        return cls(deck, order, entrance, turns, rules or Rules())
