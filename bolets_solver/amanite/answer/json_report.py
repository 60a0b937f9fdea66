"""Answers as JSON documents (``amanite-analysis/1``, ``amanite-score/1``, ``amanite-hints/1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bolets_solver.amanite.answer.final_scores import Counted
from bolets_solver.amanite.game.expected_scores import outlooks
from bolets_solver.amanite.game.moves import format_move
from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.scoring import winners
from bolets_solver.amanite.game.worlds import possible_worlds, probabilities

if TYPE_CHECKING:
    # At run time this import would compile kernels that hints and scores do not need.
    from bolets_solver.amanite.solving.solver import Analysis, MoveValue

FORMAT = "amanite-analysis/1"
SCORE_FORMAT = "amanite-score/1"
HINTS_FORMAT = "amanite-hints/1"


def analysis_json(analysis: Analysis) -> dict[str, Any]:
    """Return the JSON document of an analysis."""
    position = analysis.position
    names = position.players
    actor = position.to_act
    data: dict[str, Any] = {
        "format": FORMAT,
        "phase": str(position.phase),
        "to_act": None if actor is None else names[actor],
        "objective": str(analysis.objective),
        "status": str(analysis.status),
        "moves": [_move_data(position, move) for move in analysis.moves],
        "line": [format_move(step.position, step.move) for step in analysis.line],
        "line_by": [_actor(step.position) for step in analysis.line],
        "rules": position.rules.as_words(),
        "paranoid": None if analysis.guaranteed is None else names[analysis.guaranteed],
        "as": None if analysis.asker is None else names[analysis.asker],
        "worlds": analysis.worlds,
        "leaves": analysis.leaves,
        "seconds": round(analysis.seconds, 3),
    }
    if analysis.reason is not None:
        data["stopped_by"] = str(analysis.reason)
    if analysis.final is not None:
        found = outlooks(analysis.final, possible_worlds(position, analysis.asker))
        data["final"] = {
            name: {
                "win": outlook.win,
                "margin": outlook.margin,
                "vp": outlook.vp,
                "out": outlook.out,
                "terms": outlook.terms,
            }
            for name, outlook in zip(names, found, strict=True)
        }
    return data


def _actor(position: Position) -> str:
    actor = position.to_act
    assert actor is not None
    return position.players[actor]


def _move_data(position: Position, move: MoveValue) -> dict[str, Any]:
    data: dict[str, Any] = {"move": format_move(position, move.move)}
    names = position.players
    data["values"] = None
    if move.values is not None:
        data["values"] = {
            name: {"win": value.win, "margin": value.margin, "vp": value.vp}
            for name, value in zip(names, move.values, strict=True)
            if value is not None
        }
    data["best"] = move.best
    if move.bounds is not None:
        data["bounds"] = {
            name: {"win": list(one.win), "margin": list(one.margin), "vp": list(one.vp)}
            for name, one in zip(names, move.bounds, strict=True)
            if one is not None
        }
    return data


def scores_json(position: Position, found: Counted) -> dict[str, Any]:
    """Return the JSON document of a finished table's scores."""
    scores = found.scores
    players: dict[str, Any] = {}
    for name, score in zip(position.players, scores, strict=True):
        players[name] = {
            "vp": score.points,
            "eliminated": score.points is None,
            "terms": score.terms,
            "mushrooms": score.mushrooms,
        }
        if score.eliminated is not None:
            players[name]["why"] = score.eliminated
    return {
        "format": SCORE_FORMAT,
        "players": players,
        "winners": [position.players[player] for player in winners(scores)],
        "rules": position.rules.as_words(),
    }


def hints_json(position: Position, asker: int | None) -> dict[str, Any]:
    """Return the JSON document of the probabilities of every attribute."""
    possible = possible_worlds(position, asker)
    rows = probabilities(possible, position.attributes)
    return {
        "format": HINTS_FORMAT,
        "as": None if asker is None else position.players[asker],
        "worlds": len(possible),
        "probabilities": {
            colour: {
                attribute: float(share)
                for attribute, share in zip(position.attributes, row, strict=True)
            }
            for colour, row in zip(position.colours, rows, strict=True)
        },
    }
