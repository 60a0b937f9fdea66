"""Amanite, the third round: position, scoring, hints, moves, solve.

Names are loaded when they are first used::

    from bolets_solver import amanite

    reading = amanite.read_position("table.toml")
    analysis = amanite.solve(reading.position, asker=0)
    for move in analysis.moves:
        print(amanite.format_move(reading.position, move.move), move.values)

`RULES.md` beside this file tells the rules as they are played here, `FORMATS.md` the files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bolets_solver.amanite.files.reader import parse_position, read_position
    from bolets_solver.amanite.files.writer import format_position
    from bolets_solver.amanite.game.moves import apply, format_move, legal_moves, parse_move
    from bolets_solver.amanite.game.objective import Objective
    from bolets_solver.amanite.game.position import Hints, Phase, Position, Tile
    from bolets_solver.amanite.game.scoring import PlayerScore, score_players, winners
    from bolets_solver.amanite.game.worlds import possible_worlds, probabilities
    from bolets_solver.amanite.rules import Switches
    from bolets_solver.amanite.session import Session
    from bolets_solver.amanite.solve.solver import Analysis, MoveValue, SolveStatus, Value, solve
    from bolets_solver.files.reading import Reading

__all__ = [
    "Analysis",
    "Hints",
    "MoveValue",
    "Objective",
    "Phase",
    "PlayerScore",
    "Position",
    "Reading",
    "Session",
    "SolveStatus",
    "Switches",
    "Tile",
    "Value",
    "apply",
    "format_move",
    "format_position",
    "legal_moves",
    "parse_move",
    "parse_position",
    "possible_worlds",
    "probabilities",
    "read_position",
    "score_players",
    "solve",
    "winners",
]

_NAMES = {
    "game.moves": ["apply", "format_move", "legal_moves", "parse_move"],
    "game.objective": ["Objective"],
    "game.position": ["Hints", "Phase", "Position", "Tile"],
    "files.reader": ["Reading", "parse_position", "read_position"],
    "game.scoring": ["PlayerScore", "score_players", "winners"],
    "session": ["Session"],
    "solve.solver": ["Analysis", "MoveValue", "SolveStatus", "Value", "solve"],
    "rules": ["Switches"],
    "game.worlds": ["possible_worlds", "probabilities"],
    "files.writer": ["format_position"],
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
