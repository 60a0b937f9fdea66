"""Two engines on one deal: what both say together, and when they contradict each other."""

from __future__ import annotations

from dataclasses import replace

from bolets_solver.errors import InternalError
from bolets_solver.optimize.solution import Solution
from bolets_solver.work import Status

ENGINE = "both"


def joined(one: Solution, other: Solution) -> Solution:
    """Return what two engines know together: the better game and the lower bound.

    Raises InternalError if what one has proven is not so by the other.
    """
    _compare(one, other)
    _compare(other, one)
    better = max(one, other, key=_found)
    bounds = [solution.bound for solution in (one, other) if solution.bound is not None]
    seconds = one.seconds + other.seconds
    counts = one.counts | other.counts
    for solution in (one, other):
        if solution.status is Status.IMPOSSIBLE:
            return replace(solution, engine=ENGINE, seconds=seconds, counts=counts)
    bound = min(bounds, default=None)
    status = better.status
    if better.points is not None:
        status = Status.OPTIMAL if better.points == bound else Status.FEASIBLE
    reason = one.reason or other.reason
    return replace(
        better,
        status=status,
        bound=bound,
        engine=ENGINE,
        seconds=seconds,
        reason=None if status is Status.OPTIMAL else reason,
        counts=counts,
    )


def _found(solution: Solution) -> int:
    return -1 if solution.points is None else solution.points


def _compare(one: Solution, other: Solution) -> None:
    """Raise InternalError if a proof of ``one`` excludes what ``other`` has found or proven."""
    contradiction = None
    if one.status is Status.IMPOSSIBLE:
        if other.points is not None:
            contradiction = "proves that nothing can be won"
        elif other.status is Status.IMPOSSIBLE and other.stuck != one.stuck:
            contradiction = f"says that {one.stuck} is the furthest card"
    elif one.bound is not None and other.points is not None and other.points > one.bound:
        contradiction = f"proves that no game scores more than {one.bound}"
    if contradiction is not None:
        found = other.stuck if other.points is None else f"{other.points} points"
        raise InternalError(
            f"the engines differ on {one.deal}: '{one.engine}' {contradiction}, "
            f"'{other.engine}' says {found}"
        )
