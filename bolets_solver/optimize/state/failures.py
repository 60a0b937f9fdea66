"""What the exact search remembers: states that failed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import INTS, ROWS, SHORT_ROWS, WORDS
from bolets_solver.optimize.state.memo import NO_LIMIT
from bolets_solver.optimize.tracing.deal_arrays import Ints

N_RECORDS, N_TILES, EXACT_SEEN, EXACT_LIMIT, OUT_OF_ROOM = range(5)
"""Indices of ``Failures.counts``; OUT_OF_ROOM is set when a placement has more traces than the map
has room for: the search stops, and is to be called again with a larger map."""


class Failures(NamedTuple):
    """States that failed: rows of key words and cubes on the last card; labels with the target.

    ``tiles[at[i]:at[i] + length[i]]``: the sorted forbidden tiles of record i. Emptied when full.
    """

    bucket: NDArray[np.int32]
    next_record: NDArray[np.int32]
    key: Ints
    label: NDArray[np.int16]
    at: Ints
    length: NDArray[np.int32]
    tiles: NDArray[np.int32]
    counts: Ints


def new_failures(records: int) -> Failures:
    """Return an empty memory for a number of failed states."""
    buckets = 1 << max(10, int(records // 2).bit_length())
    return Failures(
        bucket=np.full(buckets, -1, dtype=np.int32),
        next_record=np.empty(records, dtype=np.int32),
        key=np.empty((records, 4), dtype=np.int64),
        label=np.empty((records, 5), dtype=np.int16),
        at=np.empty(records, dtype=np.int64),
        length=np.empty(records, dtype=np.int32),
        tiles=np.empty(24 * records, dtype=np.int32),
        counts=np.array([0, 0, 0, NO_LIMIT, 0], dtype=np.int64),
    )


FAILURES_TYPE = bundle_type(
    Failures,
    bucket=WORDS,
    next_record=WORDS,
    key=ROWS,
    label=SHORT_ROWS,
    at=INTS,
    length=WORDS,
    tiles=WORDS,
    counts=INTS,
)
