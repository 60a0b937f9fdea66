"""What the crow search remembers about states, and the answers of all searches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import INTS, ROWS, SHORT_ROWS, WORDS
from bolets_solver.optimize.tracing.deal_arrays import Ints

NO, YES, STOPPED, OPEN = 0, 1, 2, -1
"""Answers of the searches; OPEN: not known yet."""

N_NODES, N_LABELS, STATES_SEEN, CLEARINGS, STATES_LIMIT = range(5)
"""Indices of ``Memo.counts``; a search stops when it has seen as many states as the limit says."""

NO_LIMIT = 1 << 62


class Memo(NamedTuple):
    """What was found out about states: a hash table of states, each with two lists of labels.

    A label is a row points, lives, cubes less reds earned, yellow left, value: in the list of
    failures value is the most points not excluded, in the list of successes the points that were
    reached. When the arrays are full they are emptied: that costs time, never truth.
    """

    bucket: NDArray[np.int32]
    key: Ints
    next_node: NDArray[np.int32]
    failures: NDArray[np.int32]
    successes: NDArray[np.int32]
    label: NDArray[np.int16]
    next_label: NDArray[np.int32]
    counts: Ints


MEMO_TYPE = bundle_type(
    Memo,
    bucket=WORDS,
    key=ROWS,
    next_node=WORDS,
    failures=WORDS,
    successes=WORDS,
    label=SHORT_ROWS,
    next_label=WORDS,
    counts=INTS,
)


def new_memo(labels: int) -> Memo:
    """Return an empty memory for ``labels`` labels (about 40 bytes each, as used)."""
    nodes = max(16, labels // 2)
    buckets = 1 << max(10, int(nodes // 2).bit_length())
    return Memo(
        bucket=np.full(buckets, -1, dtype=np.int32),
        key=np.empty((nodes, 3), dtype=np.int64),
        next_node=np.empty(nodes, dtype=np.int32),
        failures=np.empty(nodes, dtype=np.int32),
        successes=np.empty(nodes, dtype=np.int32),
        label=np.empty((labels, 5), dtype=np.int16),
        next_label=np.empty(labels, dtype=np.int32),
        counts=np.array([0, 0, 0, 0, NO_LIMIT], dtype=np.int64),
    )
