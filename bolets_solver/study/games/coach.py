"""The best continuation of a game, and hints that show only as much as asked.

The exact search continues an unfinished game as well as possible. Results are proven unless their
status says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from bolets_solver.advise.worlds import knowledge_json
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import Slide, Token, Turn
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.search.schedule import Progress
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.games.session import joined
from bolets_solver.work.limits import Status, Work

FORMAT = "bolets-hint/1"

KNOWING = "knowing the whole order"
"""What a hint in words says of its knowledge."""

LEVELS = (1, 2, 3)
"""Levels of a hint: the door to reach; the placement of the wall card; the whole line."""


class Coach:
    """Finds the best continuations of games of one deal; proven results are kept."""

    def __init__(self, deal: Deal, rules: Rules, store: TableStore | None = None):
        self.deal = deal
        self.rules = rules
        self._engine = Engine(deal.deck, rules, store)
        self._proven: dict[tuple[int | None, tuple[Turn, ...]], Solution] = {}

    def best(
        self,
        record: Record,
        work: Work | None = None,
        watch: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """Return the best game that begins like ``record``, within the limits of ``work``."""
        begun = joined(record)
        key = begun.entrance, begun.turns
        if key in self._proven:
            return self._proven[key]
        if begun.turns:
            solution = self._engine.best_after(self.deal, begun, work, watch)
        else:
            solution = self._engine.best(self.deal, begun.entrance, work, watch)
        if solution.status in (Status.OPTIMAL, Status.IMPOSSIBLE):
            self._proven[key] = solution
        return solution


@dataclass(frozen=True)
class Hint:
    """The next action of a best game.

    ``entrance``: the door to begin with, None if it is already chosen. ``turn``: the next or
    current turn. If its card is placed, ``placed`` is true and ``rest`` holds the remaining tokens.
    ``door``: number of the wall card's door that the turn enters. ``points``: score of the best
    game.
    """

    entrance: int | None
    turn: Turn
    placed: bool
    rest: tuple[Token, ...]
    door: int
    points: int

    def text(self, level: int) -> str:
        """Return the hint in words, up to ``level`` of :data:`LEVELS`."""
        begin = "" if self.entrance is None else f"begin at door {self.entrance}, then "
        face, placement = self.turn.face, self.turn.placement
        if level <= 1:
            return f"{begin}go to door {self.door} of {face}"
        lay = "" if self.placed else f"place {face} {placement} and "
        if level == 2:
            aim = f"go to its door {self.door}" if lay else f"continue with {self.rest[0]}"
            return f"{begin}{lay}{aim}"
        return f"{begin}{lay}trace {' '.join(map(str, self.rest))}"

    def as_json(self, level: int) -> dict[str, Any]:
        """Return the hint up to ``level`` as JSON; hidden values are null."""
        return {
            "level": level,
            "entrance": self.entrance,
            "face": self.turn.face,
            "door": self.door,
            "placement": str(self.turn.placement) if level >= 2 or self.placed else None,
            "trace": [str(token) for token in self.rest] if level >= 3 else None,
            "text": self.text(level),
        }


def hint_json(deal: Deal, status: Status, hint: Hint | None, level: int) -> dict[str, Any]:
    """Return a hint of a game whose order is known, as JSON of the format bolets-hint/1."""
    return {
        "format": FORMAT,
        "status": str(status),
        "knowledge": knowledge_json(deal.order[:-1], 1),
        "hint": None if hint is None else hint.as_json(level),
    }


def next_hint(deal: Deal, rules: Rules, begun: Record, best: Record, points: int) -> Hint | None:
    """Return the next action of the game ``best``, which begins like ``begun``.

    None if nothing is left to do.
    """
    made = joined(begun)
    tracing = bool(made.turns) and replay(deal, begun, rules).standing.tracing
    number = len(made.turns) - 1 if tracing else len(made.turns)
    if number >= len(best.turns):
        return None
    turn = joined(best).turns[number]
    rest = rest_of(turn.tokens, made.turns[number].tokens) if tracing else turn.tokens
    upto = replay(deal, replace(best, turns=best.turns[: number + 1]), rules)
    entered, wall = upto.board.segments[-1][0], upto.board.cards[-1]
    heading = upto.standing.heading
    door = next(d for d in wall.doors if d.tile == entered and d.side.opposite is heading)
    entrance = best.entrance if begun.entrance is None else None
    return Hint(entrance, turn, tracing, rest, door.number, points)


def rest_of(tokens: tuple[Token, ...], made: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the tokens of a turn that remain after ``made``; both have joined slides."""
    if not made:
        return tokens
    count = len(made) - 1
    first, last = tokens[count], made[-1]
    if isinstance(first, Slide) and isinstance(last, Slide) and first.length > last.length:
        return Slide(first.heading, first.length - last.length), *tokens[count + 1 :]
    return tokens[count + 1 :]
