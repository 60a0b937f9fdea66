"""What the referee says of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bolets_solver.bolets.cards.board import Board, Cube
from bolets_solver.bolets.cards.lattice import Heading, Tile

TIERS = (
    (25, "a feast, with jars left for the winter"),
    (19, "a fine supper for two"),
    (11, "a snack by the stove"),
    (0, "hardly a taste"),
)
"""From how many points on a won game reaches a tier, best first (B-R40)."""


def tier(points: int) -> int:
    """Return the tier of a won game, 1 (lowest) to 4 (B-R40)."""
    return sum(points >= least for least, _ in TIERS)


def tier_text(points: int) -> str:
    """Return the tier of a won game in words."""
    return next(words for least, words in TIERS if points >= least)


@dataclass(frozen=True, slots=True)
class Violation:
    """The first rule that a game breaks.

    ``step`` counts turns from 1; ``line`` is the line of the record's file, if it came from one.
    ``tile`` is where a turn was made (B-R15, B-R16), else the tile entered, covered or laid upon,
    None where there is none.
    """

    line: int | None
    step: int
    token: str | None
    tile: Tile | None
    rule: str
    message: str

    @property
    def is_unended_trace(self) -> bool:
        """Whether a trace entered no door and the next card was placed all the same."""
        return self.rule == "B-R21" and self.token is None

    def as_json(self) -> dict[str, Any]:
        """Return the violation as it stands in a verdict's JSON."""
        return {
            "line": self.line,
            "step": self.step,
            "token": self.token,
            "tile": None if self.tile is None else list(self.tile),
            "rule": self.rule,
            "message": self.message,
        }


@dataclass(slots=True)
class Tally:
    """What happened while one card was traced, and how the tracking card stood after it.

    ``mushrooms`` (tiles), ``points`` and ``hearts`` were collected, ``defeated`` crows walked over,
    ``yellow`` cubes taken, cubes ``laid``, ``red`` cubes earned. ``lives``, ``crows`` (the marker),
    ``total`` (points) and ``hand`` (cubes) stand after the update, or so far if ``updated`` is
    false.
    """

    face: str
    mushrooms: int = 0
    points: int = 0
    hearts: int = 0
    defeated: int = 0
    yellow: int = 0
    laid: int = 0
    red: int = 0
    lives: int = 0
    crows: int = 0
    total: int = 0
    hand: int = 0
    updated: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a game stands: which card is being traced (index in the deal), where, heading where.

    ``tracing`` is false when the next thing to do is to place a wall card (or the game is over).
    ``tile`` and ``heading`` are None before an entrance is chosen.
    """

    card: int
    tracing: bool
    tile: Tile | None
    heading: Heading | None
    hand: dict[Cube, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's answer.

    ``won`` is None for an unfinished game. ``points`` are those recorded and those traced since,
    ``lives`` the running value, ``crows`` the marker. ``ending`` says in words how the game was
    won or lost, ``deadly`` is the tile whose crow took the last life. After a violation all figures
    are those before it.
    """

    legal: bool
    finished: bool
    won: bool | None
    points: int
    lives: int
    crows: int
    violation: Violation | None
    tallies: tuple[Tally, ...]
    board: Board
    standing: Standing
    ending: str | None = None
    warnings: tuple[str, ...] = ()
    deadly: Tile | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the verdict in the format bolets-verdict/1."""
        value: dict[str, Any] = {
            "format": "bolets-verdict/1",
            "legal": self.legal,
            "finished": self.finished,
            "won": self.won,
            "points": self.points,
            "lives": self.lives,
            "crows": self.crows,
            "violation": None if self.violation is None else self.violation.as_json(),
        }
        if self.warnings:
            value["warnings"] = list(self.warnings)
        return value
