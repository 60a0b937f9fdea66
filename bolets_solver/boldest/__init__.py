"""The Boldest, the last Day: position, groups, actions, expedition, solve.

Names are loaded when they are first used::

    from bolets_solver import boldest

    reading = boldest.read_position("day.toml")
    analysis = boldest.resolve(reading.position)
    for move in analysis.moves:
        print(move.take, move.values)

`RULES.md` beside this file has the rules as read here, `FORMATS.md` the file formats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bolets_solver.lazy_names import lazy_names

if TYPE_CHECKING:
    from bolets_solver.boldest.files.reader import parse_position, read_position
    from bolets_solver.boldest.files.writer import format_position
    from bolets_solver.boldest.game.forest import Card, Forest, Space
    from bolets_solver.boldest.game.moves import Take, parse_take
    from bolets_solver.boldest.game.position import Acted, Position
    from bolets_solver.boldest.game.random_days import random_day
    from bolets_solver.boldest.game.scoring import End, Value
    from bolets_solver.boldest.rules import Rules
    from bolets_solver.boldest.session import Session
    from bolets_solver.boldest.solving.equilibrium import Equilibrium, equilibrium
    from bolets_solver.boldest.solving.plan import PlanAnalysis, best_plans
    from bolets_solver.boldest.solving.resolve import Analysis, resolve
    from bolets_solver.files.reading import Reading

__all__ = [
    "Acted",
    "Analysis",
    "Card",
    "End",
    "Equilibrium",
    "Forest",
    "PlanAnalysis",
    "Position",
    "Reading",
    "Rules",
    "Session",
    "Space",
    "Take",
    "Value",
    "best_plans",
    "equilibrium",
    "format_position",
    "parse_position",
    "parse_take",
    "random_day",
    "read_position",
    "resolve",
]

_NAMES = {
    "files.reader": ["Reading", "parse_position", "read_position"],
    "files.writer": ["format_position"],
    "game.forest": ["Card", "Forest", "Space"],
    "game.moves": ["Take", "parse_take"],
    "game.position": ["Acted", "Position"],
    "game.random_days": ["random_day"],
    "game.scoring": ["End", "Value"],
    "rules": ["Rules"],
    "session": ["Session"],
    "solving.equilibrium": ["Equilibrium", "equilibrium"],
    "solving.plan": ["PlanAnalysis", "best_plans"],
    "solving.resolve": ["Analysis", "resolve"],
}
__getattr__, __dir__ = lazy_names(__name__, _NAMES)
