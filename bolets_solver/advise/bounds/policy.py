"""Ways to play that look at nothing hidden: how the lower bounds are raised, and what they do.

The recursion raises a lower bound only where decisions have come to their ends. :func:`dive` goes
there at once: at each decision it takes the turn that is best by the mean of hindsight, as far as a
few questions show, and continues with what is seen after it. What it finds out stays, so nothing
is asked twice.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bolets_solver.advise.bounds.recursion import Decision
from bolets_solver.optimize.tracing.deal_arrays import Ints

TRIES = 12
"""Number of turns examined before one is followed."""

GLANCES = 12
"""Largest number of worlds examined."""

MANY_WORLDS = 1_000
"""With more orders than this a turn is followed before it is examined in all of them."""


def quiet() -> None:
    """Take no note."""


def dive(decision: Decision, note: Callable[[], None] = quiet) -> None:
    """Raise the lower bound of a decision by playing on; raises Stopped at a limit.

    ``note`` is called whenever something more is known.
    """
    decision.open()
    if decision.closed or not len(decision):
        return
    number = promising(decision, note)
    if len(decision.limits) <= MANY_WORLDS:
        decision.look(number, note)
    if decision.settled(number) or decision.uppers[number] <= decision.lower:
        return
    try:
        for branch, _ in decision.branches(number):
            if not branch.closed and branch.lower == 0:
                dive(branch, note)
            decision.gather(number)
            note()
    finally:  # what a limit leaves of it counts as well
        decision.gather(number)


def promising(decision: Decision, note: Callable[[], None] = quiet) -> int:
    """Return the turn that does best in a few worlds, among those with the highest bounds."""
    count = len(decision.limits)
    worlds = sorted({index * count // GLANCES for index in range(min(count, GLANCES))})
    if count <= GLANCES:
        worlds = list(range(count))
    best, most = decision.most_promising(), -1
    for number in decision.by_promise()[:TRIES].tolist():
        if decision.uppers[number] * len(worlds) < most * count:
            break  # not even its bound is as good on average
        found = decision.glance(number, worlds)
        note()
        if found > most:
            best, most = number, found
    return best


def outcomes(decision: Decision, number: int | None = None) -> Ints | None:
    """Return what the way of playing that proves a lower bound makes in each world.

    ``number``: of the choice it begins with (default: the best). None if nothing is settled.
    """
    if decision.choices is None or not len(decision):
        return np.zeros(len(decision.limits), dtype=np.int64) if decision.closed else None
    number = decision.best() if number is None else number
    if decision.settled(number):
        return decision.column(number)
    if not decision.followed(number):
        return None
    parts = []
    for branch, _ in decision.branches(number):
        part = outcomes(branch)
        if part is None:
            return None
        parts.append(part)
    return np.concatenate(parts)
