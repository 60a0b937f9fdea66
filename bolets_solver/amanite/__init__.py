"""Amanite, the third round: position, scoring, hints, moves, solve.

Names are loaded when they are first used::

    from bolets_solver import amanite

    reading = amanite.read_position("table.toml")
    analysis = amanite.solve(reading.position, asker=0)
    for move in analysis.moves:
        print(amanite.format_move(reading.position, move.move), move.values)

`RULES.md` beside this file has the rules as read here, `FORMATS.md` the file formats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bolets_solver.lazy_names import lazy_names

if TYPE_CHECKING:
    from bolets_solver.amanite.files.reader import parse_position, read_position
    from bolets_solver.amanite.files.writer import format_position
    from bolets_solver.amanite.game.moves import apply, format_move, legal_moves, parse_move
    from bolets_solver.amanite.game.objective import Objective
    from bolets_solver.amanite.game.position import Hints, Phase, Position, Tile
    from bolets_solver.amanite.game.scoring import PlayerScore, score_players, winners
    from bolets_solver.amanite.game.worlds import possible_worlds, probabilities
    from bolets_solver.amanite.rules import Rules, Switches
    from bolets_solver.amanite.session import Session
    from bolets_solver.amanite.solving.solver import Analysis, MoveValue, SolveStatus, Value, solve
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
    "Rules",
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
    "solving.solver": ["Analysis", "MoveValue", "SolveStatus", "Value", "solve"],
    "rules": ["Rules", "Switches"],
    "game.worlds": ["possible_worlds", "probabilities"],
    "files.writer": ["format_position"],
}
__getattr__, __dir__ = lazy_names(__name__, _NAMES)
