"""Numba types of the arrays that the kernels share, for explicit signatures.

A literal or a truth value in place of an integer makes a second version of a function without a
signature, which takes its time to compile; so those called that way have one. Recursive kernels
need one, and call themselves with ``np.int64(0)`` where a literal would do: versions that call each
other cannot be kept compiled on disk.
"""

from __future__ import annotations

from numba import types

VOID = types.void
TRUTH = types.boolean
INT = types.int64
THREE = types.UniTuple(types.int64, 3)
INTS = types.Array(types.int64, 1, "C")
ROWS = types.Array(types.int64, 2, "C")
BLOCKS = types.Array(types.int64, 3, "C")
BYTES = types.Array(types.int8, 1, "C")
BYTE_ROWS = types.Array(types.int8, 2, "C")
BYTE_BLOCKS = types.Array(types.int8, 3, "C")
SHORTS = types.Array(types.int16, 1, "C")
SHORT_ROWS = types.Array(types.int16, 2, "C")
SHORT_BLOCKS = types.Array(types.int16, 3, "C")
WORDS = types.Array(types.int32, 1, "C")
WORD_ROWS = types.Array(types.int32, 2, "C")
