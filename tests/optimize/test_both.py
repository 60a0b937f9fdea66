"""Two engines on one deal: their common answer, and that a difference is always an error."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bolets_solver.errors import InternalError
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.optimize.two_engines import joined
from bolets_solver.work.limits import Reason, Status
from tests.reference.small_deals import small_deal

WON, LOST = (small_deal(seed) for seed in (2, 49))


def proven() -> Solution:
    """A won game and its proof."""
    found = solve(WON.deal, WON.rules, store=TableStore(None))
    assert found.status is Status.OPTIMAL
    assert found.points is not None
    return found


def impossible() -> Solution:
    """The proof that nothing can be won."""
    found = solve(LOST.deal, LOST.rules, store=TableStore(None))
    assert found.status is Status.IMPOSSIBLE
    assert found.stuck is not None
    return found


def stopped(of: Solution, bound: int | None, points: int | None = None) -> Solution:
    """What another engine knows that a limit has ended."""
    return replace(
        of,
        engine="other",
        status=Status.UNKNOWN if points is None else Status.FEASIBLE,
        points=points,
        bound=bound,
        record=None if points is None else of.record,
        stuck=None,
        reason=Reason.TIME,
    )


def test_every_difference_is_an_internal_error() -> None:
    found, nothing = proven(), impossible()
    points = found.points or 0
    for one, other in (
        (found, replace(found, points=points - 1, bound=points - 1)),
        (found, replace(found, points=points + 1, bound=points + 1)),
        (found, replace(nothing, deal=found.deal)),
        (found, stopped(found, points - 1)),
        (found, stopped(found, points + 2, points + 1)),
        (nothing, stopped(nothing, 9, 4)),
        (nothing, replace(nothing, stuck=nothing.deal.order[-2])),
    ):
        for pair in ((one, other), (other, one)):
            with pytest.raises(InternalError, match="the engines differ"):
                joined(*pair)


def test_engines_that_agree() -> None:
    for found in (proven(), impossible()):
        both = joined(found, replace(found, engine="other"))
        assert both == replace(found, engine="both", seconds=2 * found.seconds)


def test_what_only_one_engine_has_proven_is_reported() -> None:
    found = proven()
    other = stopped(found, (found.points or 0) + 3)
    for both in (joined(found, other), joined(other, found)):
        assert (both.status, both.points, both.bound) == (found.status, found.points, found.points)
        assert both.reason is Reason.TIME
        assert "has not confirmed" in both.warnings[-1]


def test_that_nothing_can_be_won_is_reported_with_what_is_known_of_it() -> None:
    """An engine that a limit has ended may not know yet which card is the furthest."""
    found = impossible()
    early = replace(found, stuck=None)
    for other in (early, stopped(found, 12)):
        for both in (joined(found, other), joined(other, found)):
            assert (both.status, both.stuck, both.bound) == (Status.IMPOSSIBLE, found.stuck, None)
    assert "has not confirmed" in joined(found, stopped(found, 12)).warnings[-1]
    assert joined(found, early).warnings == found.warnings


def test_two_limits_leave_the_best_game_and_the_lowest_bound() -> None:
    found = proven()
    points = found.points or 0
    one, other = stopped(found, points + 3, points), stopped(found, points + 1)
    for both in (joined(one, other), joined(other, one)):
        assert (both.status, both.points, both.bound) == (Status.FEASIBLE, points, points + 1)
        assert (both.reason, both.warnings) == (Reason.TIME, found.warnings)
    assert joined(one, stopped(found, points)).status is Status.OPTIMAL
