"""States of the exact search that failed, each with the forbidden tiles that were in reach.

A state also fails if its key matches a failed one, its label is no better and its forbidden tiles
are a superset: whatever card it could lay, and whatever it could trace, the other could.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import VOID
from bolets_solver.optimize.bounds.transposition_table import hash_words
from bolets_solver.optimize.state.failures import FAILURES_TYPE, N_RECORDS, N_TILES, Failures
from bolets_solver.optimize.tracing.deal_arrays import Int

Key = tuple[Int, Int, Int, Int]
"""The three words of ``crow_states.state_key``, and the cubes on the last card's crows."""

Label = tuple[Int, Int, Int, Int]
"""Points, lives, cubes less red ones earned, yellow cubes left."""


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


@kernel(inline=True)
def _slot(failures: Failures, key: Key) -> Int:
    """Which bucket holds the failures with a key."""
    # the cubes are mixed in low: bits that stand high in a word hardly reach the slot
    return hash_words(key[0] ^ key[3], key[1], key[2]) & (failures.bucket.shape[0] - 1)


@kernel()
def known_failure(
    failures: Failures,
    key: Key,
    label: Label,
    tiles: NDArray[np.int32],
    size: Int,
    target: Int,
) -> bool:
    """Whether a remembered failure settles this state.

    ``tiles[:size]``: its forbidden tiles in reach, sorted.
    """
    record = failures.bucket[_slot(failures, key)]
    labels = failures.label
    while record >= 0:
        if (
            failures.key[record, 0] == key[0]
            and failures.key[record, 1] == key[1]
            and failures.key[record, 2] == key[2]
            and failures.key[record, 3] == key[3]
            and labels[record, 4] <= target
            and labels[record, 0] >= label[0]
            and labels[record, 1] >= label[1]
            and labels[record, 2] >= label[2]
            and labels[record, 3] >= label[3]
            and _subset(tiles, size, failures.tiles, failures.at[record], failures.length[record])
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
            words = (key[record, 0], key[record, 1], key[record, 2], key[record, 3])
            bucket[_slot(failures, words)] = -1
    failures.counts[N_RECORDS] = 0
    failures.counts[N_TILES] = 0


@kernel()
def note_failure(
    failures: Failures,
    key: Key,
    label: Label,
    tiles: NDArray[np.int32],
    size: Int,
    target: Int,
) -> None:
    """Remember that a state does not make ``target`` points."""
    record = failures.counts[N_RECORDS]
    at = failures.counts[N_TILES]
    full = record == failures.at.shape[0] or at + size > failures.tiles.shape[0]
    if full:
        clear_failures(failures)
        record, at = 0, 0
    slot = _slot(failures, key)
    for word in range(4):
        failures.key[record, word] = key[word]
        failures.label[record, word] = label[word]
    failures.label[record, 4] = target
    failures.at[record] = at
    failures.length[record] = size
    for index in range(size):
        failures.tiles[at + index] = tiles[index]
    failures.next_record[record] = failures.bucket[slot]
    failures.bucket[slot] = record
    failures.counts[N_RECORDS] = record + 1
    failures.counts[N_TILES] = at + size
