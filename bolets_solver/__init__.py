"""Exact solver, referee and map optimizer for the solo card game Bolets.

What a program needs can be imported from here; each name is loaded when it is first used, so that
``import bolets_solver`` costs next to nothing::

    import bolets_solver as bolets

    deal = bolets.Deal.of(bolets.load_deck("pinewood"), "2B 5B 4A")
    with bolets.Work(bolets.Limits(seconds=10)) as work:
        solution = bolets.solve(deal, work=work)
    print(solution.status, solution.points, solution.bound)
    print(solution.record)

The kernels of the search are loaded with ``solve`` or ``Work``, the first time they are compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from bolets_solver.api import check
    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.bolets.cards.face import Face
    from bolets_solver.bolets.cards.placement import Placement
    from bolets_solver.bolets.files.deck_library import deck_names, load_deck
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.play.referee import replay
    from bolets_solver.bolets.play.tokens import Turn
    from bolets_solver.bolets.play.verdict import Tally, Verdict, Violation
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.draw.map.text import face_text, map_text
    from bolets_solver.errors import Defect, InputError, InternalError
    from bolets_solver.optimize.search.engine import Engine, Value
    from bolets_solver.optimize.search.solver import Progress, solve
    from bolets_solver.optimize.solution import Solution
    from bolets_solver.study.decks.generate import random_deal
    from bolets_solver.work.limits import Limits, Reason, Status, Work

__all__ = [
    "Deal",
    "Deck",
    "Defect",
    "Engine",
    "Face",
    "InputError",
    "InternalError",
    "Limits",
    "Placement",
    "Progress",
    "Reason",
    "Record",
    "Rules",
    "Solution",
    "Status",
    "Tally",
    "Turn",
    "Value",
    "Verdict",
    "Violation",
    "Work",
    "__version__",
    "check",
    "deck_names",
    "face_text",
    "load_deck",
    "map_text",
    "random_deal",
    "replay",
    "solve",
]

_NAMES = {
    "api": ["check"],
    "bolets.cards.deal": ["Deal"],
    "bolets.cards.deck": ["Deck"],
    "bolets.files.deck_library": ["deck_names", "load_deck"],
    "bolets.cards.face": ["Face"],
    "bolets.cards.placement": ["Placement"],
    "bolets.play.record": ["Record"],
    "bolets.play.tokens": ["Turn"],
    "bolets.play.referee": ["replay"],
    "bolets.rules": ["Rules"],
    "bolets.play.verdict": ["Tally", "Verdict", "Violation"],
    "draw.map.text": ["face_text", "map_text"],
    "errors": ["Defect", "InputError", "InternalError"],
    "optimize.search.engine": ["Engine", "Value"],
    "optimize.search.solver": ["Progress", "solve"],
    "optimize.solution": ["Solution"],
    "study.decks.generate": ["random_deal"],
    "work.limits": ["Limits", "Reason", "Status", "Work"],
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from bolets_solver.shipped import require_installed

    require_installed()
    if name in ("Work", "solve"):  # no clock may run while kernels are loaded or compiled
        import_module(f"{__name__}.optimize.search.solver")
        import_module(f"{__name__}.jit").load_declared()
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
