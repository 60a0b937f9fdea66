"""Explain a played game: each turn in words, and its cost against the best then possible.

The cost of a turn is the optimum of all games that begin like this one before the turn, less the
optimum of those that begin like it after the turn. It is split into the cost of the placement and
the cost of the trace. Games that can no longer be won are worth 0 points. All of this is hindsight:
it uses the whole order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from bolets_solver.advise.worlds import knowledge_json
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, Slide, TakeYellow, Token, Turn
from bolets_solver.bolets.play.verdict import Tally, Verdict
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.solution import Solution
from bolets_solver.study.games.session import joined_tokens
from bolets_solver.work.limits import Status

FORMAT = "bolets-explanation/1"


@dataclass(frozen=True)
class Worth:
    """The best result still possible from some moment of a game.

    If ``proven``, ``points`` is the optimum, 0 if the game can no longer be won (then ``winnable``
    is false and ``stuck`` is the last card that can be entered). Otherwise it is the best found,
    and no game exceeds ``bound``.
    """

    points: int
    bound: int | None
    proven: bool
    winnable: bool
    stuck: str | None = None


@dataclass(frozen=True)
class TurnCost:
    """One turn: its tokens, its result, and what was possible before, within and after it."""

    turn: Turn
    tally: Tally
    before: Worth
    laid: Worth
    after: Worth

    @property
    def loses(self) -> str | None:
        """Which part of the turn lost the game: ``placement`` or ``trace``; None if neither."""
        if not self.before.winnable or self.after.winnable:
            return None
        return "trace" if self.laid.winnable else "placement"

    @property
    def placement(self) -> int | None:
        """Points that the placement cost, None if that is not proven."""
        return _cost(self.before, self.laid)

    @property
    def trace(self) -> int | None:
        """Points that the trace cost, None if that is not proven."""
        return _cost(self.laid, self.after)


@dataclass(frozen=True)
class Explanation:
    """A game with the cost of its entrance and of each turn."""

    record: Record
    verdict: Verdict
    optimum: Worth
    entered: Worth
    turns: tuple[TurnCost, ...]

    @property
    def entrance(self) -> int | None:
        """Points that the choice of the entrance cost, None if that is not proven."""
        return _cost(self.optimum, self.entered)

    def before(self, turn: int) -> Worth:
        """Return what was possible before a turn (from 1), or before the entrance (0)."""
        return self.turns[turn - 1].before if turn else self.optimum

    @property
    def proven(self) -> bool:
        """Whether every figure is proven."""
        worths = [self.optimum, self.entered, *(w for t in self.turns for w in (t.laid, t.after))]
        return all(worth.proven for worth in worths)

    def as_json(self, deck: str) -> dict[str, Any]:
        """Return the explanation as JSON of the format bolets-explanation/1."""
        return {
            "format": FORMAT,
            "deck": deck,
            "order": list(self.record.order),
            "status": "proven" if self.proven else "limit",
            "knowledge": knowledge_json(self.record.order[:-1], 1),
            "won": self.verdict.won,
            "points": self.verdict.points,
            "optimum": _worth_json(self.optimum),
            "entrance": {
                "door": self.record.entrance,
                "cost": self.entrance,
                "best": _worth_json(self.entered),
            },
            "turns": [
                {
                    "turn": str(turn.turn),
                    "words": turn_words(turn.turn),
                    "cost": {"placement": turn.placement, "trace": turn.trace},
                    "best": _worth_json(turn.after),
                }
                for turn in self.turns
            ],
        }


def explain(
    deal: Deal, rules: Rules, record: Record, best: Callable[[Record, str], Solution]
) -> Explanation:
    """Explain a legal game.

    ``best`` returns the best game that begins like a record (without turns: from its entrance, or
    from any entrance if none is chosen). Its second argument describes the moment in words.
    """
    verdict = replay(deal, record, rules)
    final = _final(verdict)

    def worth(begun: Record, before: Worth, moment: str) -> Worth:
        if final == before:
            return before  # the game itself reaches its final score
        return _worth(best(begun, moment))

    free = replace(record, entrance=None, turns=())
    optimum = _worth(best(free, "the whole deal"))
    if record.entrance is None:
        return Explanation(record, verdict, optimum, optimum, ())
    entered = worth(replace(record, turns=()), optimum, "the entrance")
    before, turns = entered, []
    for number, turn in enumerate(record.turns, start=1):
        begun = record.turns[: number - 1]
        bare = replace(record, turns=(*begun, replace(turn, tokens=())))
        laid = worth(bare, before, f"turn {number}, laid")
        upto = replace(record, turns=(*begun, turn))
        over = number == len(record.turns) and final is not None
        after = final if over and final else worth(upto, laid, f"turn {number}, traced")
        turns.append(TurnCost(turn, verdict.tallies[number - 1], before, laid, after))
        before = after
    return Explanation(record, verdict, optimum, entered, tuple(turns))


def _final(verdict: Verdict) -> Worth | None:
    """Return the worth of a finished game; None if it is not finished."""
    if not verdict.finished:
        return None
    points = verdict.points if verdict.won else 0
    return Worth(points, points, True, bool(verdict.won))


def _worth(solution: Solution) -> Worth:
    impossible = solution.status is Status.IMPOSSIBLE
    proven = impossible or solution.status is Status.OPTIMAL
    stuck = solution.stuck if impossible else None
    return Worth(solution.points or 0, solution.bound, proven, not impossible, stuck)


def _cost(before: Worth, after: Worth) -> int | None:
    return before.points - after.points if before.proven and after.proven else None


def _worth_json(worth: Worth) -> dict[str, Any]:
    status = "feasible"
    if worth.proven:
        status = "optimal" if worth.winnable else "impossible"
    return {"status": status, "points": worth.points if worth.winnable else None}


def turn_words(turn: Turn) -> str:
    """Write a turn in words."""
    placement = turn.placement
    turned = f"turned by {placement.rotation} degrees" if placement.rotation else "upright"
    words = [token_words(token) for token in joined_tokens(turn.tokens)]
    head = f"{turn.face} lies {turned}, its top left at {placement.x},{placement.y}"
    return f"{head}; {', '.join(words)}" if words else head


def token_words(token: Token) -> str:
    """Write a token in words."""
    if isinstance(token, Slide):
        return f"{token.length} {token.heading.word}"
    if isinstance(token, LayAhead):
        return "a cube ahead"
    if isinstance(token, LayAt):
        return f"a cube on {token.x},{token.y}"
    if isinstance(token, TakeYellow):
        return "a life for a yellow cube"
    assert isinstance(token, Enter)
    return f"in by the door to the {token.heading.word}"
