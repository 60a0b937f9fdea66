"""The transposition table of the crow search, see ``crow_bound``."""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, VOID
from bolets_solver.optimize.bounds.crow_states import state_key
from bolets_solver.optimize.state.crow_stack import CrowStack
from bolets_solver.optimize.state.memo import (
    CLEARINGS,
    MEMO_TYPE,
    N_LABELS,
    N_NODES,
    NO,
    OPEN,
    YES,
    Memo,
)
from bolets_solver.optimize.tracing.deal_arrays import Int

_WORD = (1 << 62) - 1


@kernel()
def hash_words(first: Int, second: Int, third: Int) -> Int:
    """Mix three words into one number that is not negative (shifts alone: nothing overflows)."""
    mixed = (first ^ (second << 7) ^ (second >> 21)) & _WORD
    mixed ^= (third << 17) & _WORD
    mixed ^= third & _WORD
    for _ in range(2):
        mixed ^= (mixed << 13) & _WORD
        mixed ^= mixed >> 7
        mixed ^= (mixed << 17) & _WORD
    return mixed


@kernel()
def find_node(memo: Memo, stack: CrowStack, k: Int, entrance: Int, marker: Int, peak: Int) -> Int:
    """Number of the state's node, made if it is new; -1 if the memory is full."""
    first, second, third = state_key(stack, k, entrance, marker, peak)
    slot = hash_words(first, second, third) & (memo.bucket.shape[0] - 1)
    key = memo.key
    node = memo.bucket[slot]
    while node >= 0:
        if key[node, 0] == first and key[node, 1] == second and key[node, 2] == third:
            return np.int64(node)
        node = memo.next_node[node]
    node = memo.counts[N_NODES]
    if node == key.shape[0]:
        return np.int64(-1)
    memo.counts[N_NODES] = node + 1
    key[node, 0], key[node, 1], key[node, 2] = first, second, third
    memo.next_node[node] = memo.bucket[slot]
    memo.bucket[slot] = node
    memo.failures[node] = -1
    memo.successes[node] = -1
    return np.int64(node)


@kernel(VOID(MEMO_TYPE))
def clear_memo(memo: Memo) -> None:
    """Forget everything, in time that grows with what there is to forget."""
    bucket, key = memo.bucket, memo.key
    if memo.counts[N_NODES] > bucket.shape[0] >> 4:
        bucket[:] = -1
    else:
        for node in range(memo.counts[N_NODES]):
            slot = hash_words(key[node, 0], key[node, 1], key[node, 2]) & (bucket.shape[0] - 1)
            bucket[slot] = -1
    memo.counts[N_NODES] = 0
    memo.counts[N_LABELS] = 0
    memo.counts[CLEARINGS] += 1


@kernel()
def recall(
    memo: Memo, node: Int, points: Int, lives: Int, cubes: Int, yellow: Int, target: Int
) -> Int:
    """What the memory says about a label and a target: NO, YES or OPEN."""
    label = memo.label
    row = memo.failures[node]
    while row >= 0:
        if (
            label[row, 4] < target
            and label[row, 0] >= points
            and label[row, 1] >= lives
            and label[row, 2] >= cubes
            and label[row, 3] >= yellow
        ):
            return NO
        row = memo.next_label[row]
    row = memo.successes[node]
    while row >= 0:
        if (
            label[row, 4] >= target
            and label[row, 0] <= points
            and label[row, 1] <= lives
            and label[row, 2] <= cubes
            and label[row, 3] <= yellow
        ):
            return YES
        row = memo.next_label[row]
    return OPEN


@kernel(VOID(MEMO_TYPE, *[INT] * 7))
def remember(
    memo: Memo,
    node: Int,
    points: Int,
    lives: Int,
    cubes: Int,
    yellow: Int,
    target: Int,
    answer: Int,
) -> None:
    """Keep an answer: NO (not ``target`` points) or YES; nothing if the memory is full."""
    label = memo.label
    failed = answer == NO
    value = target - 1 if failed else target
    heads = memo.failures if failed else memo.successes
    row = heads[node]
    while row >= 0:  # a row that the new one makes superfluous is overwritten
        if failed:
            superfluous = (
                label[row, 4] >= value
                and label[row, 0] <= points
                and label[row, 1] <= lives
                and label[row, 2] <= cubes
                and label[row, 3] <= yellow
            )
        else:
            superfluous = (
                label[row, 4] <= value
                and label[row, 0] >= points
                and label[row, 1] >= lives
                and label[row, 2] >= cubes
                and label[row, 3] >= yellow
            )
        if superfluous:
            break
        row = memo.next_label[row]
    if row < 0:
        row = memo.counts[N_LABELS]
        if row == label.shape[0]:
            return
        memo.counts[N_LABELS] = row + 1
        memo.next_label[row] = heads[node]
        heads[node] = row
    label[row, 0] = points
    label[row, 1] = lives
    label[row, 2] = cubes
    label[row, 3] = yellow
    label[row, 4] = value
