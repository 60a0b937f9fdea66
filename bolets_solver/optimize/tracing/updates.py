"""The update of the tracking card: what the marker costs, and which cubes are laid on crows first.

Cubes cover crows only as far as an update gains from it, see ``crow_bound``.
"""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.optimize.tracing.deal_arrays import (
    CROW_LOSS,
    LOSS_EVERY,
    LOSS_ONCE,
    LOSS_STOOD,
    MAX_LIVES,
    MAX_MARKER,
    Int,
    Ints,
)

COVERED, HIDDEN, LIVES, HAND, YELLOW, MARKER, CHARGED = range(7)
"""Columns of the rows of :func:`list_updates`."""

MOST_UPDATES = 40
"""Rows that :func:`list_updates` may fill: at most three costs, each with up to nine ways to
pay.
"""


def new_updates(cards: int) -> Ints:
    """Return the rows that :func:`list_updates` fills, apart for every card."""
    return np.zeros((cards, MOST_UPDATES, 7), dtype=np.int64)


@kernel()
def crow_charge(old: Int, new: Int, charged: Int, crow_loss: Int) -> Int:
    """Lives that the update of the marker from ``old`` to ``new`` costs (B-R35, B-Q6)."""
    if crow_loss == LOSS_EVERY:
        return 1 if new == 3 or new == 4 else 0
    if new <= old or new < 3:
        return 0
    if crow_loss == LOSS_STOOD:
        return 1 if new <= 4 else 0
    cost = 0
    if old < 3 <= new and not (crow_loss == LOSS_ONCE and charged & 1):
        cost += 1
    if old < 4 <= new and not (crow_loss == LOSS_ONCE and charged & 2):
        cost += 1
    return cost


@kernel()
def now_charged(old: Int, new: Int, charged: Int, crow_loss: Int) -> Int:
    """Which values were charged once the marker went from ``old`` to ``new``."""
    if crow_loss != LOSS_ONCE:
        return 0
    if old < 3 <= new:
        charged |= 1
    if old < 4 <= new:
        charged |= 2
    return charged


@kernel()
def list_updates(
    switches: Ints,
    shown: Int,
    wall_crows: Int,
    marker: Int,
    charged: Int,
    lives: Int,
    hand: Int,
    yellow: Int,
    rows: Ints,
) -> Int:
    """List the ways to lay cubes on crows before the update; return how many there are.

    ``shown``: crows visible otherwise on the cards that count anyway; ``wall_crows``: those on the
    wall card that count too. Fills ``rows`` with: cubes laid on the former, on the latter (on
    credit), lives after the update, cubes in hand and yellow left after paying, marker, values
    charged.
    """
    count = 0
    crow_loss = switches[CROW_LOSS]
    cheapest = MAX_LIVES
    for laid in range(shown + wall_crows + 1):
        crows = shown + wall_crows - laid
        if crows > MAX_MARKER:
            continue
        cost = crow_charge(marker, crows, charged, crow_loss)
        if cost >= cheapest:
            if crows <= 2:
                break
            continue  # fewer cubes do as well
        cheapest = cost
        for covered in range(max(0, laid - wall_crows), min(laid, shown) + 1):
            in_hand = hand - covered
            lives_left = lives
            yellow_left = yellow
            if in_hand < 0:
                yellow_left += in_hand
                lives_left += in_hand
                in_hand = 0
                if yellow_left < 0 or lives_left < 1:
                    break
            if laid - covered > in_hand + min(yellow_left, lives_left - 1):
                continue
            if lives_left - cost < 1:
                continue
            rows[count, COVERED] = covered
            rows[count, HIDDEN] = laid - covered
            rows[count, LIVES] = lives_left - cost
            rows[count, HAND] = in_hand
            rows[count, YELLOW] = yellow_left
            rows[count, MARKER] = crows
            rows[count, CHARGED] = now_charged(marker, crows, charged, crow_loss)
            count += 1
    return count
