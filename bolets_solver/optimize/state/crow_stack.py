"""The visible crows outside the last card, card by card, as the searches keep them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import BLOCKS, INTS, ROWS, SHORT_ROWS
from bolets_solver.optimize.tables.segments import MOST_CROWS
from bolets_solver.optimize.tracing.deal_arrays import MAX_MARKER, Ints

MOST_LISTED = MOST_CROWS + MAX_MARKER
"""Crows that can be visible before cubes cover some."""


class CrowStack(NamedTuple):
    """Per card: the visible crows outside it that a later card may cover, and how many others.

    ``x[k, :near[k]]``, ``y``: positions in the frame of card k; ``far[k]``. ``vague[k]``: crows
    whose place a bound forgot, see ``crow_bound``; in a game there are none. ``value``: bounds of
    groups. ``found``: crows to choose from, see list_crows. ``suffix[k]``: a number for all that
    what follows depends on besides the state: the cards from k on, and how the game got there.
    """

    x: Ints
    y: Ints
    near: Ints
    far: Ints
    vague: Ints
    value: NDArray[np.int16]
    found: Ints
    suffix: Ints


CROWS_TYPE = bundle_type(
    CrowStack,
    x=ROWS,
    y=ROWS,
    near=INTS,
    far=INTS,
    vague=INTS,
    value=SHORT_ROWS,
    found=BLOCKS,
    suffix=INTS,
)


def new_crow_stack(cards: int, groups: int) -> CrowStack:
    """Return a stack for a deal: its cards, and the most groups of a table."""
    return CrowStack(
        x=np.zeros((cards, MOST_LISTED), dtype=np.int64),
        y=np.zeros((cards, MOST_LISTED), dtype=np.int64),
        near=np.zeros(cards, dtype=np.int64),
        far=np.zeros(cards, dtype=np.int64),
        vague=np.zeros(cards, dtype=np.int64),
        value=np.zeros((cards, groups + 1), dtype=np.int16),
        found=np.zeros((cards, MOST_LISTED, 2), dtype=np.int64),
        suffix=np.zeros(cards, dtype=np.int64),
    )
