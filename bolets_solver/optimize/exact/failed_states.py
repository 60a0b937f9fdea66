"""States of the exact search that failed, each with the forbidden tiles that were in reach.

The same state with a label nowhere better and at least those tiles forbidden fails too: whatever
card it could lay, and whatever it could trace, the other could.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import INTS, ROWS, SHORT_ROWS, VOID, WORDS
from bolets_solver.optimize.bounds.transposition_table import NO_LIMIT, hash_words
from bolets_solver.optimize.tracing.deal_arrays import Int, Ints

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
    """Return an empty memory for so many failed states."""
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


@kernel()
def _subset(
    some: NDArray[np.int32], size: Int, more: NDArray[np.int32], begin: Int, length: Int
) -> bool:
    """Whether sorted ``more[begin:begin + length]`` are all among sorted ``some[:size]``."""
    place = 0
    for index in range(begin, begin + length):
        while place < size and some[place] < more[index]:
            place += 1
        if place == size or some[place] != more[index]:
            return False
    return True


@kernel()
def known_failure(
    failures: Failures,
    key: tuple[Int, Int, Int],
    mask: Int,
    tiles: NDArray[np.int32],
    size: Int,
    points: Int,
    lives: Int,
    cubes: Int,
    yellow: Int,
    target: Int,
) -> bool:
    """Whether a remembered failure settles this state."""
    slot = hash_words(key[0], key[1], key[2] ^ (mask << 31)) & (failures.bucket.shape[0] - 1)
    record = failures.bucket[slot]
    label = failures.label
    while record >= 0:
        if (
            failures.key[record, 0] == key[0]
            and failures.key[record, 1] == key[1]
            and failures.key[record, 2] == key[2]
            and failures.key[record, 3] == mask
            and label[record, 4] <= target
            and label[record, 0] >= points
            and label[record, 1] >= lives
            and label[record, 2] >= cubes
            and label[record, 3] >= yellow
            and _subset(
                tiles,
                size,
                failures.tiles,
                failures.at[record],
                failures.length[record],
            )
        ):
            return True
        record = failures.next_record[record]
    return False


@kernel(VOID(FAILURES_TYPE))
def clear_failures(failures: Failures) -> None:
    """Forget all failures, in time that grows with what there is to forget."""
    bucket, key = failures.bucket, failures.key
    if failures.counts[N_RECORDS] > bucket.shape[0] >> 4:
        bucket[:] = -1
    else:
        for record in range(failures.counts[N_RECORDS]):
            third = key[record, 2] ^ (key[record, 3] << 31)
            slot = hash_words(key[record, 0], key[record, 1], third) & (bucket.shape[0] - 1)
            bucket[slot] = -1
    failures.counts[N_RECORDS] = 0
    failures.counts[N_TILES] = 0


@kernel()
def note_failure(
    failures: Failures,
    key: tuple[Int, Int, Int],
    mask: Int,
    tiles: NDArray[np.int32],
    size: Int,
    points: Int,
    lives: Int,
    cubes: Int,
    yellow: Int,
    target: Int,
) -> None:
    """Remember that a state does not make ``target`` points."""
    record = failures.counts[N_RECORDS]
    at = failures.counts[N_TILES]
    full = record == failures.at.shape[0] or at + size > failures.tiles.shape[0]
    if full:
        clear_failures(failures)
        record, at = 0, 0
    slot = hash_words(key[0], key[1], key[2] ^ (mask << 31)) & (failures.bucket.shape[0] - 1)
    failures.key[record, 0], failures.key[record, 1] = key[0], key[1]
    failures.key[record, 2], failures.key[record, 3] = key[2], mask
    label = failures.label
    label[record, 0], label[record, 1], label[record, 2] = points, lives, cubes
    label[record, 3], label[record, 4] = yellow, target
    failures.at[record] = at
    failures.length[record] = size
    for index in range(size):
        failures.tiles[at + index] = tiles[index]
    failures.next_record[record] = failures.bucket[slot]
    failures.bucket[slot] = record
    failures.counts[N_RECORDS] = record + 1
    failures.counts[N_TILES] = at + size
