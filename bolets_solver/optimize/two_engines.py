"""Two engines on one deal: what both say together, and when they contradict each other."""

from __future__ import annotations

from dataclasses import replace

from bolets_solver.errors import InternalError
from bolets_solver.optimize.solution import Solution
from bolets_solver.work.limits import Status

ENGINE = "both"


def joined(one: Solution, other: Solution) -> Solution:
    """Return what two engines know together: the better game and the lower bound.

    What one has proven and the other did not confirm in time gives a warning, and ``reason``
    stays. Raises InternalError if what one has proven is not so by the other.
    """
    _compare(one, other)
    _compare(other, one)
    better = max(one, other, key=_known)
    bounds = [solution.bound for solution in (one, other) if solution.bound is not None]
    bound, status, stuck = min(bounds, default=None), better.status, one.stuck or other.stuck
    if better.status is Status.IMPOSSIBLE:
        bound = None
    elif better.points is not None:
        status = Status.OPTIMAL if better.points == bound else Status.FEASIBLE
    warnings = better.warnings
    if status in (Status.OPTIMAL, Status.IMPOSSIBLE):
        warnings += tuple(map(_unconfirmed, filter(_ended_early, (one, other))))
    return replace(
        better,
        status=status,
        bound=bound,
        stuck=stuck,
        engine=ENGINE,
        seconds=one.seconds + other.seconds,
        reason=one.reason or other.reason,
        counts=one.counts | other.counts,
        warnings=warnings,
    )


def _known(solution: Solution) -> tuple[bool, int]:
    """How much a solution knows: that nothing can be won, else the points of its game."""
    return solution.status is Status.IMPOSSIBLE, -1 if solution.points is None else solution.points


def _ended_early(solution: Solution) -> bool:
    return solution.status not in (Status.OPTIMAL, Status.IMPOSSIBLE)


def _unconfirmed(solution: Solution) -> str:
    return f"'{solution.engine}' ended early ({solution.reason}) and has not confirmed the answer"


def _compare(one: Solution, other: Solution) -> None:
    """Raise InternalError if a proof of ``one`` excludes what ``other`` has found or proven."""
    contradiction = None
    if one.status is Status.IMPOSSIBLE:
        if other.points is not None:
            contradiction = "proves that nothing can be won"
        elif other.stuck != one.stuck and None not in (one.stuck, other.stuck):
            contradiction = f"says that {one.stuck} is the furthest card"
    elif one.bound is not None and other.points is not None and other.points > one.bound:
        contradiction = f"proves that no game scores more than {one.bound}"
    if contradiction is not None:
        found = other.stuck if other.points is None else f"{other.points} points"
        raise InternalError(
            f"the engines differ on {one.deal}: '{one.engine}' {contradiction}, "
            f"'{other.engine}' says {found}"
        )
