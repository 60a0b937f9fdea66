"""The best decision under an unknown order: hidden worlds, certified bounds, exact recursion.

Names are loaded when they are first used::

    from bolets_solver.advise import Advisor

    with Advisor(deck) as advisor:
        advice = advisor.advise(record)
    print(advice.value.exact, advice.best)

`GUIDE.md` beside this file is for players, `FORMATS.md` documents the JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bolets_solver.lazy_names import lazy_names

if TYPE_CHECKING:
    from bolets_solver.advise.advisor import Advisor
    from bolets_solver.advise.answer.report import Advice, Choice, Interval
    from bolets_solver.advise.games.review import Review
    from bolets_solver.advise.objective import Objective
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
    "answer.report": ["Advice", "Choice", "Interval"],
    "games.review": ["Review"],
    "worlds": ["FirstLook", "Knowledge", "Preview", "Sight"],
}
__getattr__, __dir__ = lazy_names(__name__, _NAMES)
