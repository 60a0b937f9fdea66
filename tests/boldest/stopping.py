"""The best plans of a player, stopped at the same point each time."""

from __future__ import annotations

import pytest

from bolets_solver.boldest.game.position import Position
from bolets_solver.boldest.solving.plan import PlanAnalysis, best_plans
from bolets_solver.boldest.solving.planner import Case
from bolets_solver.work.limits import Reason, Work


def stopped_after(
    position: Position, steps: int, monkeypatch: pytest.MonkeyPatch, top: int = 10_000
) -> tuple[PlanAnalysis, list[int]]:
    """Return the result for the first player after these steps, and the rows of each."""
    work, taken = Work(), []
    play_out = Case.play_out

    def counted(case: Case, rows) -> bool:
        if len(taken) == steps:
            work.stop(Reason.TIME)
        taken.append(len(rows))
        return play_out(case, rows)

    with monkeypatch.context() as patch:
        patch.setattr(Case, "play_out", counted)
        return best_plans(position, 0, work=work, top=top), taken
