"""Advice within a trace against the plain reference, also with cubes laid and cubes to earn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import pytest

from bolets_solver.advise.objective import Objective
from tests.advise.asking import advised, beginnings
from tests.advise.begun import Begun, begun_traces, value
from tests.advise.positions import Table, altered, table
from tests.advise.reference import Reference, at_least, points, winning
from tests.reference.solving import TooLarge

QUICK = 3000
"""Tables with more turns of the reference are left out."""


@dataclass(frozen=True)
class Compared:
    """One position within a trace under one objective: both values, and hindsight's."""

    begun: Begun
    objective: Objective
    advised: Fraction
    reference: Fraction
    hindsight: Fraction


def _compare(asked_at: Table, most_turns: int, count: int, later: bool) -> list[Compared]:
    """Compare some traces begun at a table; none if it is too large."""
    reference = Reference(asked_at.deck, asked_at.rules, asked_at.top, most_turns)
    found: list[Compared] = []
    try:
        for start in beginnings(asked_at, later):
            for begun in begun_traces(start, count):
                least = math.ceil(value(begun, reference, points, hindsight=True))
                for objective, worth in (
                    (Objective(), points),
                    (Objective(0), winning),
                    (Objective(least), at_least(least)),
                ):
                    values = [value(begun, reference, worth, seer) for seer in (False, True)]
                    found.append(
                        Compared(begun, objective, advised(begun.asked, objective), *values)
                    )
    except TooLarge:
        return []
    return found


def _check(found: list[Compared]) -> None:
    for one in found:
        position = f"{one.objective}, knowing {one.begun.asked.seen}:\n{one.begun.asked.record}"
        assert one.advised == one.reference, f"{position}\n{one.begun.asked.table}"
        assert one.reference <= one.hindsight
    assert any(one.begun.spends for one in found)
    assert any(one.reference < one.hindsight for one in found)
    assert any(one.reference == 0 for one in found), "no beginning is lost"


def test_values_within_a_trace_are_those_of_the_reference() -> None:
    found = [one for seed in (1, 3, 114) for one in _compare(altered(seed), QUICK, 3, False)]
    found += [one for seed in (1, 3) for one in _compare(table(seed), QUICK, 2, True)]
    assert len(found) >= 100
    _check(found)


@pytest.mark.slow
def test_many_values_within_a_trace_are_those_of_the_reference() -> None:
    found = [one for seed in range(60) for one in _compare(altered(seed), QUICK, 4, False)]
    found += [one for seed in range(12) for one in _compare(table(seed), QUICK, 3, True)]
    assert len(found) >= 500
    _check(found)
