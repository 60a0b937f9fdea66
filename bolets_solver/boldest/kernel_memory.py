"""The memory of ends: what makes two decisions of the search the same, and what is kept of them.

The end of every decision is remembered under a key that holds all that can still make a difference:

* cards that nobody may touch any more and that hide no other are left out,
* Items are counted only for players and names that can still use them,
* what is banked counts only with three or more players, where margins are no sums. Between two
  players the margin from here on does not depend on the margin so far.

The memory has a fixed size; in a full bucket the end that cost the least work is replaced. A row of
it holds the flags of the end, the players' gains, and the key; the marks of a bucket hold a hash
for each of its rows, then the work each cost (0: free).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.boldest.columns import (
    ACTING,
    CARDS,
    FIELD,
    FIRST,
    FLAGS,
    LIVE,
    SEQUENCE,
    SHIFT,
    SLOTS,
    WAITING,
    WANTING,
    WAYS,
)
from bolets_solver.boldest.kernel_ends import ACTOR, HASH, OUT, START, copy_end
from bolets_solver.jit import kernel

Integers = NDArray[np.int64]


@kernel(inline=True)
def write_key(
    columns: Integers,
    kinds: Integers,
    sequences: Integers,
    duel: bool,
    level: Integers,
    owned: Integers,
    totals: Integers,
    keys: Integers,
    depth: int,
) -> int:
    """Write into ``keys`` what can still make a difference; return a hash of it."""
    players = owned.shape[1]
    sequence, cards = level[depth, SEQUENCE], level[depth, CARDS]
    live, acting = sequences[sequence, LIVE], sequences[sequence, ACTING]
    kept = 0
    for number in range(columns.size):
        column = columns[number]
        touched = cards & live & column
        if touched != 0:  # what lies below the topmost card that somebody may touch stays
            touched |= touched >> 1
            touched |= touched >> 2
            touched |= touched >> 4
            touched |= touched >> 8
            touched |= touched >> 16
            kept |= cards & column & touched
    useful = 0
    for kind in range(kinds.shape[0]):
        if kept & live & kinds[kind, WANTING] != 0:
            useful |= kinds[kind, FIELD] << kinds[kind, SHIFT]
    keys[depth, 0] = (
        kept
        | (level[depth, WAITING] << 25)
        | (level[depth, SLOTS] << 30)
        | ((level[depth, FIRST] + 1) << 33)
        | (level[depth, ACTOR] << 37)
    )
    keys[depth, 1] = level[depth, FLAGS]
    keys[depth, 2] = sequence
    for player in range(players):
        uses = acting >> player & 1 != 0
        keys[depth, 3 + player] = owned[depth, player] & useful if uses else 0
        banked = 0 if duel else totals[depth, player] - totals[depth, 0]
        keys[depth, 3 + players + player] = banked
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for word in range(keys.shape[1]):
        mixed = (mixed ^ np.uint64(keys[depth, word])) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    return int(mixed >> np.uint64(1))


@kernel(inline=True)
def find_end(memory: Integers, marks: Integers, keys: Integers, depth: int, mixed: int) -> int:
    """Row of the memory that holds the key of a level, or -1."""
    offset = memory.shape[1] - keys.shape[1]
    bucket = mixed & (marks.shape[0] - 1)
    found = -1
    for way in range(WAYS):
        if marks[bucket, way] == mixed and marks[bucket, WAYS + way] != 0:
            row = bucket * WAYS + way
            word = 0
            while word < keys.shape[1] and memory[row, offset + word] == keys[depth, word]:
                word += 1
            if word == keys.shape[1]:
                found = row
    return found


@kernel(inline=True)
def remember(
    memory: Integers,
    marks: Integers,
    level: Integers,
    totals: Integers,
    keys: Integers,
    ends: Integers,
    depth: int,
    nodes: int,
) -> None:
    """Hand the end of a finished level up, and remember it."""
    players = totals.shape[1]
    bucket = level[depth, HASH] & (marks.shape[0] - 1)
    least = 0
    for way in range(1, WAYS):
        if marks[bucket, WAYS + way] < marks[bucket, WAYS + least]:
            least = way
    marks[bucket, least] = level[depth, HASH]
    marks[bucket, WAYS + least] = 1 + nodes - level[depth, START]
    row = bucket * WAYS + least
    memory[row, 0] = ends[depth, players]
    for player in range(players):
        memory[row, 1 + player] = ends[depth, player] - totals[depth, player]
    for word in range(keys.shape[1]):
        memory[row, 1 + players + word] = keys[depth, word]
    copy_end(ends, depth, OUT)
