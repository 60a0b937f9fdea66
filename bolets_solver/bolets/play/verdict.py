"""The referee's verdict on a game."""

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
"""Least points and words of each tier of won games, best first (B-R40)."""


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
    ``tile`` is where a turn was made (B-R15, B-R16), otherwise the tile entered or covered, or
    None.
    """

    line: int | None
    step: int
    token: str | None
    tile: Tile | None
    rule: str
    message: str

    @property
    def is_unended_trace(self) -> bool:
        """Whether the next card was placed although the trace had entered no door."""
        return self.rule == "B-R21" and self.token is None

    def as_json(self) -> dict[str, Any]:
        """Return the violation as in a verdict's JSON."""
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
    """What happened while one card was traced, and the tracking card after it.

    ``mushrooms`` (tiles), ``points`` and ``hearts`` were collected, ``defeated`` crows walked over,
    ``yellow`` cubes taken, cubes ``laid``, ``red`` cubes earned. ``lives``, ``crows`` (the crow
    marker), ``total`` (points) and ``hand`` (cubes) are those after the update, or the current ones
    if ``updated`` is false.
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
    """The state of a game: which card is being traced (index in the deal), tile and heading.

    ``tracing`` is false when the next action is to place a wall card (or the game is over).
    ``tile`` and ``heading`` are None before an entrance is chosen.
    """

    card: int
    tracing: bool
    tile: Tile | None
    heading: Heading | None
    hand: dict[Cube, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's verdict.

    ``won`` is None for an unfinished game. ``points``: recorded ones and those traced since;
    ``lives``: the running value; ``crows``: the crow marker; ``ending``: how the game was won or
    lost, in words; ``deadly``: the tile whose crow took the last life. After a violation all
    figures are those before it.
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
