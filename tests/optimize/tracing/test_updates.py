"""What an update of the tracking card charges and offers, against the text of the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from bolets_solver.bolets.rules import CrowLoss
from bolets_solver.optimize.tracing import updates
from bolets_solver.optimize.tracing.deal_arrays import CROW_LOSSES
from tests.optimize.plain import plain
from tests.optimize.setting import switches

pytestmark = pytest.mark.jit_off

crow_charge = plain(updates.crow_charge)
now_charged = plain(updates.now_charged)
list_updates = plain(updates.list_updates)

CHARGED = [set[int](), {3}, {4}, {3, 4}]
"""Which values were charged in this game, by the number under which kernels keep it."""

Way = tuple[int, int, int, int, int, int, int]


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
def test_crow_charge_is_what_the_rules_say(reading: CrowLoss) -> None:
    for old in range(5):
        for new in range(7):
            for number, charged in enumerate(CHARGED):
                found = crow_charge(old, new, number, CROW_LOSSES.index(reading))
                assert found == cost(reading, old, new, charged), (old, new, charged)


def test_crow_charge_follows_the_example_of_the_rulings() -> None:
    """B-Q6: markers 0 2 4 4 4 2 3."""
    markers = [0, 2, 4, 4, 4, 2, 3]
    costs = {
        CrowLoss.EACH: [0, 2, 0, 0, 0, 1],
        CrowLoss.STOOD: [0, 1, 0, 0, 0, 1],
        CrowLoss.ONCE: [0, 2, 0, 0, 0, 0],
        CrowLoss.EVERY: [0, 1, 1, 1, 0, 1],
    }
    for reading, expected in costs.items():
        code, charged, found = CROW_LOSSES.index(reading), 0, []
        for old, new in pairwise(markers):
            found.append(crow_charge(old, new, charged, code))
            charged = now_charged(old, new, charged, code)
        assert found == expected


@pytest.mark.parametrize("reading", CROW_LOSSES)
def test_now_charged_adds_the_values_that_a_rise_reaches(reading: CrowLoss) -> None:
    for old in range(5):
        for new in range(5):
            for number, charged in enumerate(CHARGED):
                after = charged | {value for value in (3, 4) if old < value <= new}
                expected = CHARGED.index(after) if reading is CrowLoss.ONCE else 0
                assert now_charged(old, new, number, CROW_LOSSES.index(reading)) == expected


def ways(
    reading: CrowLoss,
    shown: int,
    wall_crows: int,
    marker: int,
    charged: int,
    lives: int,
    hand: int,
    yellow: int,
) -> Iterator[Way]:
    """All ways to lay cubes that lower the cost: fewer cubes never do as well.

    A cube comes from the hand or, for a life, from the yellow ones. Cubes on the wall card's crows
    are laid on credit: there must be enough for them, but they are not paid yet.
    """
    for laid in range(shown + wall_crows + 1):
        crows = shown + wall_crows - laid
        if crows >= 5:
            continue  # lost (B-R36)
        price = cost(reading, marker, crows, CHARGED[charged])
        fewer = [shown + wall_crows - other for other in range(laid)]
        if any(
            cost(reading, marker, more, CHARGED[charged]) <= price for more in fewer if more <= 4
        ):
            continue
        for covered in range(shown + 1):
            hidden = laid - covered
            if not 0 <= hidden <= wall_crows:
                continue
            bought = max(0, covered - hand)
            left, cubes, spare = lives - bought, hand - covered + bought, yellow - bought
            if left < 1 or spare < 0 or hidden > cubes + min(spare, left - 1):
                continue
            if left - price >= 1:
                after = {value for value in (3, 4) if marker < value <= crows} | CHARGED[charged]
                mark = CHARGED.index(after) if reading is CrowLoss.ONCE else 0
                yield covered, hidden, left - price, cubes, spare, crows, mark


def listed(reading: CrowLoss, *state: int) -> list[Way]:
    rows = updates.new_updates(1)[0]
    code = switches(crow_loss=reading)
    count = list_updates(code, *state, rows)
    return [tuple(row) for row in rows[:count].tolist()]


@pytest.mark.parametrize("reading", CROW_LOSSES)
def test_list_updates_offers_every_way_that_pays(reading: CrowLoss) -> None:
    rng = random.Random(f"updates {reading}")
    seen = 0
    for _ in range(3000):
        wall_crows = rng.choice((0, 0, 1, 2, 4))
        charged = rng.choice((0, 1, 2, 3))
        state = (
            rng.randint(0, 12),
            wall_crows,
            rng.randint(0, 4),
            charged,
            rng.randint(1, 5),
            rng.choice((0, 0, 1, 2, 3, 8)),
            rng.randint(0, 2),
        )
        found = listed(reading, *state)
        assert sorted(found) == sorted(ways(reading, *state)), state
        seen += len(found)
    assert seen > 1000


@pytest.mark.parametrize("reading", CROW_LOSSES)
def test_list_updates_at_the_edge_of_loss(reading: CrowLoss) -> None:
    """Few lives and few cubes: every combination."""
    for shown in range(8):
        for wall_crows in range(3):
            for marker in range(5):
                for lives in (1, 2, 3):
                    for hand in (0, 1):
                        for yellow in (0, 1, 2):
                            state = (shown, wall_crows, marker, 0, lives, hand, yellow)
                            expected = sorted(ways(reading, *state))
                            assert sorted(listed(reading, *state)) == expected, state


def test_list_updates_has_room_for_the_most_ways() -> None:
    """Four crows that count on each side, cubes for all: nothing is written beyond the rows."""
    for reading in CROW_LOSSES:
        for shown in range(13):
            for wall_crows in range(13 - shown):
                found = listed(reading, shown, wall_crows, 0, 0, 5, 8, 2)
                assert len(found) <= updates.MOST_UPDATES
    assert updates.new_updates(3).shape == (3, updates.MOST_UPDATES, 7)
    assert updates.new_updates(1).dtype == np.int64
