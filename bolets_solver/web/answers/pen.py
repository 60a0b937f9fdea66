"""A line drawn by hand on the page, checked like ``check --trace``."""

from __future__ import annotations

import math
from typing import Any

from bolets_solver.bolets.play.record import Record
from bolets_solver.errors import InputError
from bolets_solver.study.games.session import joined, joined_tokens
from bolets_solver.trace.nearest import nearest_trace
from bolets_solver.trace.recover import TurnPath
from bolets_solver.trace.trace_file import Stroke
from bolets_solver.web.game.position import Position
from bolets_solver.web.show.legal import violation_json

MOST_POINTS = 20_000
FURTHEST = 10_000.0


def judge_line(position: Position, points: Any) -> dict[str, Any]:
    """Return the trace of a line, whether it is legal, and otherwise the nearest legal trace.

    Points are in tiles, whole numbers the middles of tiles. The line continues from where the path
    stands. Raises InputError if it is not a trace.
    """
    moment = position.session.moment
    standing = moment.verdict.standing
    if not standing.tracing:
        raise InputError("a line can be drawn once the wall card is placed, on the card below it")
    stroke = Stroke(_points(points))
    walk = TurnPath(standing.tile, moment.board.cards[-1])
    try:
        walk.draw(stroke.points)
    except ValueError as error:
        raise InputError(str(error)) from None
    tokens = tuple(walk.tokens)
    after = moment.after(*tokens)
    violation = after.verdict.violation
    value: dict[str, Any] = {
        "actions": list(map(str, tokens)),
        "text": " ".join(map(str, joined_tokens(tokens))),
        "violation": violation_json(violation),
        "entered": walk.entered,
        "nearest": None,
    }
    if violation is not None:
        value["nearest"] = _nearest(position, after.record)
    return value


def _nearest(position: Position, drawn: Record) -> dict[str, Any] | None:
    """Return the legal trace nearest to the one that was drawn, with its tiles."""
    moment = position.session.moment
    made = moment.record.turns[-1].tokens
    found = nearest_trace(position.deal, joined(drawn), moment.rules, len(drawn.turns))
    if found is None:
        return None
    tokens = found.record.turns[-1].tokens
    board = found.verdict.board
    number = len(drawn.turns) - 1
    return {
        "text": " ".join(map(str, tokens)),
        "changed": found.changed,
        "points": found.verdict.points,
        "lives": found.verdict.lives,
        "crows": found.verdict.crows,
        "way": [list(tile) for tile in (*board.segments[number], *board.segments[number + 1][:1])],
        "back": len(made),
        "actions": list(map(str, tokens)),
        "ending": found.verdict.ending,
    }


def _points(value: Any) -> tuple[tuple[float, float], ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_POINTS:
        raise InputError(f"a line has 1 to {MOST_POINTS} points")
    found = []
    for point in value:
        pair = point if isinstance(point, list) else []
        if len(pair) != 2 or any(type(number) not in (int, float) for number in pair):
            raise InputError("a point is a pair of numbers")
        if not all(math.isfinite(number) and abs(number) <= FURTHEST for number in pair):
            raise InputError("a point is too far from any map")
        found.append((float(pair[0]), float(pair[1])))
    return tuple(found)
