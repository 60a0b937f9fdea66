"""The best decision under an unknown order: hidden worlds, certified bounds, exact recursion.

Names are loaded when they are first used::

    from bolets_solver.advise import Advisor

    with Advisor(deck) as advisor:
        advice = advisor.advise(record)
    print(advice.value.exact, advice.best)

`GUIDE.md` beside this file is for the person at the table, `FORMATS.md` tells the JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bolets_solver.advise.advisor import Advisor
    from bolets_solver.advise.objective import Objective
    from bolets_solver.advise.report import Advice, Choice, Interval
    from bolets_solver.advise.review import Review
    from bolets_solver.advise.worlds import FirstLook, Knowledge, Preview, Sight

__all__ = [
    "Advice",
    "Advisor",
    "Choice",
    "FirstLook",
    "Interval",
    "Knowledge",
    "Objective",
    "Preview",
    "Review",
    "Sight",
]

_NAMES = {
    "advisor": ["Advisor"],
    "objective": ["Objective"],
    "report": ["Advice", "Choice", "Interval"],
    "review": ["Review"],
    "worlds": ["FirstLook", "Knowledge", "Preview", "Sight"],
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
