"""Records of games: the text format, and a solution's ``record`` in JSON.

Reading is lenient (lower case, extra blanks, a typographic minus), writing is canonical, and
``Record.parse(record.format()) == record``. Reading checks the spelling only; the referee checks
the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bolets_solver.bolets.play.record_text import parse_record, parse_steps
from bolets_solver.bolets.play.tokens import HEADER, Turn
from bolets_solver.bolets.rules import Rules


@dataclass(frozen=True, slots=True)
class Record:
    """A game, complete or not: deck, order, number of the entrance, turns.

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
        parts = parse_record(text, file)
        return cls(parts.deck, parts.order, parts.entrance, parts.turns, parts.rules, parts.lines)

    def as_solution_json(self) -> dict[str, Any]:
        """Return the game as in a solution's JSON: the entrance and the steps."""
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
        entrance, turns = parse_steps(value, file)
        return cls(deck, order, entrance, turns, rules or Rules())
