"""What the chain bound remembers: a value for every state that was met."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.optimize.tracing.crow_losses import PEAKS
from bolets_solver.optimize.tracing.deal_arrays import (
    MAX_LIVES,
    MAX_MARKER,
    POINTS_PER_RED,
)
from bolets_solver.optimize.tracing.effects import HANDS, YELLOWS

STATES = MAX_LIVES * HANDS * YELLOWS * POINTS_PER_RED * (MAX_MARKER + 1) * PEAKS
"""States of one (card, entrance): lives, cubes, yellow left, points modulo 4, marker, peak."""

UNKNOWN, LOST = -2, -1
"""In place of a bound: not known yet; no game reaches the Cottage."""

Bounds = NDArray[np.int16]


def new_bounds(n_tables: int) -> Bounds:
    """Return the memory of the chain bound for a deal with the given numbers of tables."""
    return np.full(n_tables * STATES, UNKNOWN, dtype=np.int16)


def new_loose(n_tables: int) -> NDArray[np.int16]:
    """Return room for a bound that forgets crows and phase, for every (card, entrance).

    An array over table number, lives - 1, cubes (in hand or to be had for yellow ones, whose lives
    are forgotten too): most points, or LOST. It is there to be had cheaply before any search.
    """
    return np.full((n_tables, MAX_LIVES, HANDS), LOST, dtype=np.int16)
