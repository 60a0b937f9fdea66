"""Numba's types of the bundles of arrays that the search is given."""

from __future__ import annotations

from bolets_solver.boldest.kernels.arrays import Memory, Stack, Task
from bolets_solver.boldest.kernels.tables import Arrays
from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import BYTE_ROWS, INTS, ROWS, SHORT_ROWS, WORD_ROWS

ARRAYS = bundle_type(
    Arrays,
    starts=INTS,
    entries=ROWS,
    lower=INTS,
    items=ROWS,
    firsts=INTS,
    groups=ROWS,
    sequences=ROWS,
)

MEMORY = bundle_type(
    Memory,
    bytes=BYTE_ROWS,
    shorts=SHORT_ROWS,
    words=ROWS,
    size=INTS,
    form=INTS,
    origin=INTS,
)

STACK = bundle_type(
    Stack,
    level=ROWS,
    owned=ROWS,
    totals=ROWS,
    keys=ROWS,
    gaps=WORD_ROWS,
    ends=ROWS,
    slack=WORD_ROWS,
)

TASK = bundle_type(Task, mode=INTS, states=ROWS, results=ROWS, stop=INTS, counts=INTS)
