"""The costs of visible crows at an update, against the text of the rules."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bolets_solver.bolets.rules import CrowLoss
from bolets_solver.optimize.tracing import crow_losses
from bolets_solver.optimize.tracing.crow_losses import PEAKS
from bolets_solver.optimize.tracing.deal_arrays import CROW_LOSSES
from tests.optimize.plain import plain

pytestmark = pytest.mark.jit_off

crow_cost = plain(crow_losses.crow_cost)
peak_after = plain(crow_losses.peak_after)

CHARGED = [set[int](), {3}, {3, 4}]
"""Which values the marker reached in this game, by its peak as kernels keep it."""


def cost(reading: CrowLoss, old: int, new: int, charged: set[int]) -> int:
    """Lives that a marker going from ``old`` to ``new`` costs (B-R35, B-Q6)."""
    reached = [value for value in (3, 4) if old < value <= new]
    match reading:
        case CrowLoss.EACH:
            return len(reached)
        case CrowLoss.STOOD:
            return 1 if new in reached else 0
        case CrowLoss.ONCE:
            return len([value for value in reached if value not in charged])
        case CrowLoss.EVERY:
            return 1 if new in (3, 4) else 0


@pytest.mark.parametrize("reading", CROW_LOSSES)
def test_crow_cost_is_what_the_rules_say(reading: CrowLoss) -> None:
    for old in range(5):
        for new in range(7):
            for number, charged in enumerate(CHARGED):
                found = crow_cost(old, new, number, CROW_LOSSES.index(reading))
                assert found == cost(reading, old, new, charged), (old, new, charged)


def test_crow_cost_follows_the_example_of_the_rulings() -> None:
    """B-Q6: markers 0 2 4 4 4 2 3."""
    markers = [0, 2, 4, 4, 4, 2, 3]
    costs = {
        CrowLoss.EACH: [0, 2, 0, 0, 0, 1],
        CrowLoss.STOOD: [0, 1, 0, 0, 0, 1],
        CrowLoss.ONCE: [0, 2, 0, 0, 0, 0],
        CrowLoss.EVERY: [0, 1, 1, 1, 0, 1],
    }
    for reading, expected in costs.items():
        code, peak, found = CROW_LOSSES.index(reading), 0, []
        for old, new in pairwise(markers):
            found.append(crow_cost(old, new, peak, code))
            peak = peak_after(peak, new, code)
        assert found == expected


@pytest.mark.parametrize("reading", CROW_LOSSES)
def test_peak_after_is_the_highest_marker_so_far(reading: CrowLoss) -> None:
    for new in range(5):
        for number, charged in enumerate(CHARGED):
            after = charged | {value for value in (3, 4) if value <= new}
            expected = CHARGED.index(after) if reading is CrowLoss.ONCE else 0
            assert peak_after(number, new, CROW_LOSSES.index(reading)) == expected


def test_peaks_are_as_many_as_there_are() -> None:
    assert len(CHARGED) == PEAKS
