"""The arrays that a search works in: its memory of ends and its stack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bolets_solver.boldest.kernels.columns import STATE_WIDTH

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WAYS = 8
"""Ends that a bucket of the memory holds."""

BUCKET = WAYS + 1
"""Rows of a bucket: one of marks, then one for each end."""

FIRST_BUCKETS = 1 << 10
"""Buckets in use at the beginning."""

MAX_DEPTH = 20
"""Levels of the stack: five players lay fifteen Groups, so no line has more decisions."""

PAIRS = 32
"""Width of rows that hold a number for every pair of players, j * P + k for players j and k."""

PLACES, LAID = 8, 7
"""Width of rows that hold a number for every player, and the place in them of packed flags.

Both widths suffice for five players, and are whole vector registers. Loops over pairs take the
width from the array: the compiler unrolls a loop of known length before it could make it a few
vector instructions.
"""

OUT = MAX_DEPTH
"""The row of ends in which a finished node hands its end up."""

ACTOR, ENTRY, LAST, START, HASH = range(STATE_WIDTH, STATE_WIDTH + 5)
"""What a level of the stack holds beyond the state: who decides, the entry that is being tried, the
end of his table, the count of nodes at the beginning, what the memory files the state under."""

BUCKETS, STORED = range(2)
"""What ``Memory.size`` counts: buckets in use, ends stored."""

GAINERS = 6
"""Players for whose gains a row of the memory has room; two bytes for packed flags follow."""

GAINS, PACKED, KEYS = PAIRS, (PAIRS + GAINERS) // 2, (PAIRS + GAINERS + 2) // 8
"""Where gains begin in a row of ``Memory.bytes``, where flags stand in one of ``Memory.shorts``,
where keys begin in one of ``Memory.words``."""

BITS, PER_WORD, WORDS = range(3)
"""What ``Memory.form`` says: bits that the Items of a player take in a key, players whose Items a
word holds; words of a key."""

NODES, FOUND = range(2)
"""What ``Task.counts`` counts."""

LINE = 64
"""Bytes that a processor fetches at once; rows begin where such a line does."""


class Memory(NamedTuple):
    """Ends that have been found, in buckets of BUCKET rows, which lie close together.

    ``bytes``, ``shorts`` and ``words`` are three views of the same rows. The first row of a bucket
    holds in ``words`` (WAYS) marks: 0 where nothing is stored, else a hash whose lowest six bits
    are replaced by the effort, at least 1. The other rows hold, one after another, and in one LINE
    if Items do not take much room:
    in ``bytes`` (PAIRS) how far player j may be ahead of player k, at most, for the end to be this,
    and (GAINERS) what each player gains from there on;
    in ``shorts`` packed flags;
    in ``words`` what makes two states the same apart from Experience.
    ``size``: see BUCKETS; ``form``: see BITS; ``origin`` (P): totals from which leads are counted,
    so that a byte suffices for them however far ahead somebody was before.
    """

    bytes: NDArray[np.int8]
    shorts: NDArray[np.int16]
    words: NDArray[np.int64]
    size: NDArray[np.int64]
    form: NDArray[np.int64]
    origin: NDArray[np.int64]


class Stack(NamedTuple):
    """One row for each decision on the current line, from row 1 on; row 0 has no decision.

    ``level``: the state and what ACTOR and the following say; ``owned`` (levels, P); ``totals``
    (levels, PLACES); ``keys`` and ``gaps`` (levels, PAIRS; the lead of player j over player k,
    counted from the origin of the memory): under what the end will be stored. ``ends``
    (levels + 1, PLACES): the best end found so far for whoever decides, row OUT the one handed up.
    ``slack`` (levels, PAIRS): how much the lead of j over k may grow before something might be
    decided otherwise.
    """

    level: NDArray[np.int64]
    owned: NDArray[np.int64]
    totals: NDArray[np.int64]
    keys: NDArray[np.int64]
    gaps: NDArray[np.int32]
    ends: NDArray[np.int64]
    slack: NDArray[np.int32]


class Task(NamedTuple):
    """The task of a search, and its progress.

    ``mode``: see ``columns``. ``states``: one row each, see ``columns``; ``results``: room for
    their ends, the totals of the players, then packed flags. ``stop``: 1 once the search is to end
    early. ``counts``: nodes visited, ends found in the memory; both grow.
    """

    mode: NDArray[np.int64]
    states: NDArray[np.int64]
    results: NDArray[np.int64]
    stop: NDArray[np.int64]
    counts: NDArray[np.int64]


def _form(players: int, item_bits: int) -> list[int]:
    per_word = 62 // max(1, item_bits)
    return [item_bits, per_word, 2 + -(-players // per_word)]


def _row_bytes(players: int, item_bits: int) -> int:
    return -(-8 * (KEYS + _form(players, item_bits)[WORDS]) // LINE) * LINE


def bytes_per_end(players: int, item_bits: int) -> int:
    """What one end takes in a memory."""
    return _row_bytes(players, item_bits) * BUCKET // WAYS


def _aligned(rows: int, width: int) -> NDArray[np.int8]:
    """Zeros, in rows of ``width`` bytes, that begin with a LINE."""
    import numpy

    room = numpy.zeros(rows * width + LINE, dtype=numpy.int8)
    start = -room.ctypes.data % LINE
    return room[start : start + rows * width].reshape(rows, width)


def new_memory(origin: Sequence[int], item_bits: int, ends: int) -> Memory:
    """An empty memory that can grow until it holds ``ends``, a power of 2, at least WAYS.

    ``origin``: a total for each player, best one close to those that will be met.
    Unused memory is not allocated by the system.
    """
    import numpy

    players, buckets = len(origin), ends // WAYS
    rows = _aligned(buckets * BUCKET, _row_bytes(players, item_bits))
    return Memory(
        rows,
        rows.view(numpy.int16),
        rows.view(numpy.int64),
        numpy.array([min(buckets, FIRST_BUCKETS), 0], dtype=numpy.int64),
        numpy.array(_form(players, item_bits), dtype=numpy.int64),
        numpy.array(origin, dtype=numpy.int64),
    )


def new_stack(players: int, item_bits: int) -> Stack:
    """A stack for one search."""
    import numpy

    def rows(count: int, width: int) -> NDArray[np.int64]:
        return numpy.zeros((count, width), dtype=numpy.int64)

    return Stack(
        rows(MAX_DEPTH, STATE_WIDTH + 5),
        rows(MAX_DEPTH, players),
        rows(MAX_DEPTH, PLACES),
        rows(MAX_DEPTH, _form(players, item_bits)[WORDS]),
        numpy.zeros((MAX_DEPTH, PAIRS), dtype=numpy.int32),
        rows(MAX_DEPTH + 1, PLACES),
        numpy.zeros((MAX_DEPTH, PAIRS), dtype=numpy.int32),
    )
