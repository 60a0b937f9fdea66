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
    from bolets_solver.amanite.moves import apply, format_move, legal_moves, parse_move
    from bolets_solver.amanite.objective import Objective
    from bolets_solver.amanite.position import Hints, Phase, Position, Tile
    from bolets_solver.amanite.reading import Reading, parse_position, read_position
    from bolets_solver.amanite.scoring import PlayerScore, score_players, winners
    from bolets_solver.amanite.session import Session
    from bolets_solver.amanite.solving import Analysis, MoveValue, SolveStatus, Value, solve
    from bolets_solver.amanite.switches import Switches
    from bolets_solver.amanite.worlds import possible_worlds, probabilities
    from bolets_solver.amanite.writing import format_position

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
    "moves": ["apply", "format_move", "legal_moves", "parse_move"],
    "objective": ["Objective"],
    "position": ["Hints", "Phase", "Position", "Tile"],
    "reading": ["Reading", "parse_position", "read_position"],
    "scoring": ["PlayerScore", "score_players", "winners"],
    "session": ["Session"],
    "solving": ["Analysis", "MoveValue", "SolveStatus", "Value", "solve"],
    "switches": ["Switches"],
    "worlds": ["possible_worlds", "probabilities"],
    "writing": ["format_position"],
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
