"""Bounds are rounded so that they stay bounds, in words and in JSON."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from bolets_solver.advise.answer.report import Interval
from bolets_solver.advise.answer.words import interval_text
from bolets_solver.advise.objective import Objective

POINTS, WIN = Objective(), Objective(0)


@pytest.mark.parametrize("denominator", [3, 7, 48, 384, 3840])
@pytest.mark.parametrize("objective", [POINTS, WIN], ids=str)
def test_a_bound_shown_is_never_better_than_the_proven_one(
    objective: Objective, denominator: int
) -> None:
    factor = 100 if objective.chance else 1
    for numerator in range(1, denominator - 1):
        value = Interval(Fraction(numerator, denominator), Fraction(numerator + 1, denominator))
        low, high = interval_text(value, objective).split(" ")[0:3:2]
        assert Fraction(low) <= factor * value.lower < Fraction(low) + Fraction(1, 1000)
        assert Fraction(high) - Fraction(1, 1000) < factor * value.upper <= Fraction(high)
        shown = json.loads(json.dumps(value.as_json()), parse_float=Fraction)
        assert shown["lower"] <= value.lower < shown["lower"] + Fraction(1, 10**6)
        assert shown["upper"] - Fraction(1, 10**6) < value.upper <= shown["upper"]


def test_an_exact_value_has_its_fraction_beside_it() -> None:
    value = Interval(Fraction(2, 3), Fraction(2, 3))
    assert interval_text(value, POINTS) == "0.66667 (2/3) points"
    assert interval_text(value, WIN) == "66.67 % (2/3)"
    assert value.as_json() == {
        "lower": 0.666667,
        "upper": 0.666667,
        "exact": {"value": 0.666667, "fraction": "2/3"},
    }


def test_bounds_have_their_unit() -> None:
    assert interval_text(Interval(Fraction(0), Fraction(63, 5)), POINTS) == "0 to 12.6 points"
    assert interval_text(Interval(Fraction(1, 3), Fraction(1)), WIN) == "33.333 to 100 %"
