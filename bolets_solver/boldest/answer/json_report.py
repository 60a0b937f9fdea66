"""Answers as JSON documents (``boldest-analysis/1`` and ``boldest-score/1``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bolets_solver.boldest.game.heroes import group_text
from bolets_solver.boldest.game.position import Position, plan_texts
from bolets_solver.boldest.game.scoring import End, Value, Values
from bolets_solver.boldest.solving.equilibrium import Equilibrium
from bolets_solver.boldest.solving.plan import PlanAnalysis, RatedPlan
from bolets_solver.boldest.solving.resolve import Analysis, Bounds, Line, Move
from bolets_solver.work.limits import Reason

AFTER_TAKE = "all Groups count as turned up once the take is made"
TURNED_UP = "all Groups count as turned up once planning is over"


def resolve_json(
    position: Position, objective: str, hero: int | None, found: Analysis
) -> dict[str, Any]:
    """The document of ``--mode resolve``."""
    names = position.players
    actor = found.actor
    document = _head(position, "resolve", objective, found.proven)
    if hero is not None:
        document["paranoid"] = names[hero]
    document |= {
        "to_act": None if actor is None else names[actor.player],
        "class": None if actor is None else str(actor.hero_class),
        "expedition": found.moment.contest // 3 + 1,
        "moves": [_move(names, move) for move in found.moves],
        "line": None if found.line is None else line_texts(names, found.line),
        "end": None if found.values is None else _values(names, found.values),
        "nodes": found.nodes,
    }
    if not found.proven:
        document |= _stopped_by(found.stopped_by)
    if len(found.foresight.cases) > 1:
        document |= {"information": AFTER_TAKE, "cases": len(found.foresight.cases)}
    if not found.foresight.is_whole:
        document["counted_to"] = found.foresight.last
    return document


def line_texts(names: Sequence[str], line: Line) -> list[str]:
    """The steps of a line: player, Class, cards."""
    return [f"{names[s.actor.player]} {s.actor.hero_class} {s.take}" for s in line.steps]


def plan_json(
    position: Position, objective: str, paranoid: bool, found: PlanAnalysis
) -> dict[str, Any]:
    """The document of ``--mode plan``."""
    document = _head(position, "plan", objective, found.proven)
    name = position.players[found.player]
    document["as"] = name
    if paranoid:
        document["paranoid"] = name
    document |= {
        "information": TURNED_UP,
        "plans": [_rated(position.players, plan) for plan in found.plans],
        "weighed": found.weighed,
        "told_apart": found.distinct,
        "ruled_out": found.ruled_out,
        "nodes": found.nodes,
    }
    if not found.proven:
        document |= _stopped_by(found.stopped_by)
        document["undecided"] = found.undecided
        document["open"] = [
            {"plan": plan_texts(each.plan), "bounds": _bounds(each.bounds)} for each in found.open
        ]
    return document


def equilibrium_json(
    position: Position, objective: str, player: int, found: Equilibrium
) -> dict[str, Any]:
    """The document of ``--mode equilibrium``; ``value`` is that of ``player``."""
    names = position.players
    document = _head(position, "equilibrium", objective, found.proven)
    values = found.values
    document |= {
        "information": TURNED_UP,
        "as": names[player],
        "value": None if values is None else _number(values[player]),
        "values": None if values is None else dict(zip(names, map(_number, values), strict=True)),
        "strategies": {
            name: [{"plan": plan_texts(each.plan), "probability": each.weight} for each in strategy]
            for name, strategy in zip(names, found.strategies, strict=True)
        },
        "regret": {
            name: None if regret is None else _number(regret)
            for name, regret in zip(names, found.regrets, strict=True)
        },
        "answers": {
            name: None if answer is None else _rated(names, answer)
            for name, answer in zip(names, found.answers, strict=True)
        },
    }
    if not found.proven and found.bounds is not None:
        low, high = found.bounds
        if player:
            whole = 0.0 if objective == "margin" else 1.0
            low, high = whole - high, whole - low
        document["bounds"] = [_finite(low), _finite(high)]
    return document


def score_json(position: Position, end: End) -> dict[str, Any]:
    """The document of ``score``."""
    return {
        "format": "boldest-score/1",
        "players": {
            name: {
                "experience": end.totals[player],
                "cards": position.experience[player],
                "items": len(position.items[player]),
            }
            for player, name in enumerate(position.players)
        },
        "ranking": [position.players[player] for player in end.ranking()],
        "finished": position.over,
    }


def _head(position: Position, mode: str, objective: str, proven: bool) -> dict[str, Any]:
    return {
        "format": "boldest-analysis/1",
        "mode": mode,
        "status": "proven" if proven else "limit",
        "objective": objective,
        "rules": position.rules.as_words(),
    }


def _stopped_by(reason: Reason | None) -> dict[str, Any]:
    """Which limit ended the work."""
    return {} if reason is None else {"stopped_by": str(reason)}


def _move(names: Sequence[str], move: Move) -> dict[str, Any]:
    found: dict[str, Any] = {
        "move": str(move.take),
        "values": None if move.values is None else _values(names, move.values),
        "best": move.best,
    }
    if move.values is None:
        found["bounds"] = {
            name: _bounds(bounds) for name, bounds in zip(names, move.bounds, strict=True)
        }
    return found


def _bounds(bounds: Bounds) -> dict[str, list[float | int]]:
    keys = ("win", "margin", "experience")
    return {
        key: [_number(low), _number(high)] for key, (low, high) in zip(keys, bounds, strict=True)
    }


def _rated(names: Sequence[str], rated: RatedPlan) -> dict[str, Any]:
    return {
        "plan": plan_texts(rated.plan),
        "values": _values(names, rated.values),
        "best": rated.best,
        "alike": rated.alike,
        "brings": [
            {
                "space": each.space,
                "group": group_text(each.group),
                "gain": _number(each.gain),
                "cards": None if each.cards is None else [str(card) for card in each.cards],
            }
            for each in rated.brings
        ],
    }


def _values(names: Sequence[str], values: Values) -> dict[str, dict[str, float | int]]:
    return {name: _value(value) for name, value in zip(names, values, strict=True)}


def _value(value: Value) -> dict[str, float | int]:
    return {
        "win": round(value.win, 12),
        "margin": _number(value.margin),
        "experience": _number(value.experience),
    }


def _number(value: float) -> float | int:
    """A number without the dust of floating point; whole numbers as such."""
    tidy = round(value, 12)
    return int(tidy) if tidy == int(tidy) else tidy


def _finite(value: float) -> float | None:
    return _number(value) if abs(value) < float("inf") else None
