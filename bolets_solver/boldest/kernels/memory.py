"""The memory of ends: what makes two decisions of the search the same, and what is kept of them.

The end of every decision is remembered under a key that holds all that can still make a difference:

* cards that no player can touch any more and that hide no other card are left out,
* Items are counted only for players and names that can still use them, and no further than there
  are cards they can be used for,
* what is banked stands not in the key but in a zone beside it, see ``zones``: one state may
  be stored several times, with zones apart. Between two players it makes no difference at all.

The memory grows as it fills, up to its full size. From then on, in a full bucket, the end that cost
the least work is replaced.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.boldest.kernels.arrays import (
    ACTOR,
    BITS,
    BUCKET,
    BUCKETS,
    GAINERS,
    GAINS,
    HASH,
    KEYS,
    LAID,
    OUT,
    PACKED,
    PER_WORD,
    START,
    STORED,
    WAYS,
    Memory,
    Stack,
)
from bolets_solver.boldest.kernels.columns import (
    CARDS,
    FIELD,
    FLAGS,
    LIVE,
    OWN,
    SEQUENCE,
    SHIFT,
    SLOTS,
    WAITING,
    WANTING,
)
from bolets_solver.boldest.kernels.ends import copy_end
from bolets_solver.boldest.kernels.tables import Arrays
from bolets_solver.jit import kernel

Integers = NDArray[np.int64]

EFFORT = 63
"""Bits of a mark that hold the effort: how many bits the number of nodes has (0: free)."""

NO_MARK_IS_ZERO = 1 << 62
"""A bit that every hash has, so that none can be mistaken for a row where nothing is stored."""

WIDEST = 127
"""A bound that is wider is stored as this one, which is stricter."""


@kernel(inline=True)
def _cards_that_matter(arrays: Arrays, stack: Stack, depth: int) -> int:
    """What lies below the topmost card that somebody may touch stays, in every column."""
    cards = stack.level[depth, CARDS]
    matter = cards & arrays.sequences[stack.level[depth, SEQUENCE], LIVE]
    for step in range(arrays.lower.size):
        matter |= (matter >> (1 << step)) & arrays.lower[step]
    return int(cards & matter)


@kernel(inline=True)
def _items_that_matter(arrays: Arrays, owned: int, cards: int) -> int:
    """Items of a player who may still touch these cards."""
    items, useful = arrays.items, 0
    for kind in range(items.shape[0]):
        shift = items[kind, SHIFT]
        count = (owned >> shift) & items[kind, FIELD]
        wanting = cards & items[kind, WANTING]
        most = 0
        while most < count and wanting != 0:
            wanting &= wanting - 1
            most += 1
        useful |= most << shift
    return useful


@kernel(inline=True)
def write_key(arrays: Arrays, memory: Memory, stack: Stack, depth: int, rank: int) -> None:
    """Write the key and the hash of a state with a decision.

    ``rank``: that of the Group that acted first, or -1 if it makes no difference.
    """
    level, keys = stack.level, stack.keys
    sequence = level[depth, SEQUENCE]
    kept = _cards_that_matter(arrays, stack, depth)
    slots = level[depth, SLOTS]
    waiting = level[depth, WAITING] if slots != 0 else 0
    keys[depth, 0] = (
        kept | (waiting << 25) | (slots << 30) | ((rank + 1) << 33) | (level[depth, ACTOR] << 37)
    )
    keys[depth, 1] = level[depth, FLAGS] | (sequence << 15)
    word, used = 1, memory.form[PER_WORD]
    for player in range(stack.owned.shape[1]):
        if used == memory.form[PER_WORD]:
            word, used = word + 1, 0
            keys[depth, word] = 0
        cards = kept & arrays.sequences[sequence, OWN + player]
        if cards != 0 and stack.owned[depth, player] != 0:
            useful = _items_that_matter(arrays, stack.owned[depth, player], cards)
            keys[depth, word] |= useful << (used * memory.form[BITS])
        used += 1
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for word in range(keys.shape[1]):
        mixed = (mixed ^ np.uint64(keys[depth, word])) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    level[depth, HASH] = int(mixed >> np.uint64(1)) | NO_MARK_IS_ZERO


@kernel(inline=True)
def _bucket(memory: Memory, mark: int) -> int:
    """The first row of the bucket in which a state with that mark is filed."""
    return int((mark >> 6) & (memory.size[BUCKETS] - 1)) * BUCKET


@kernel(inline=True)
def _serves(memory: Memory, stack: Stack, depth: int, row: int) -> bool:
    """Return whether a row of the memory holds the key of a state and a zone that it is in."""
    differs = 0
    for word in range(stack.keys.shape[1]):
        differs |= memory.words[row, KEYS + word] ^ stack.keys[depth, word]
    if differs != 0:
        return False
    least = 0
    for pair in range(stack.slack.shape[1]):
        least = min(least, memory.bytes[row, pair] - stack.gaps[depth, pair])
    return least == 0


@kernel(inline=True)
def find_end(memory: Memory, stack: Stack, depth: int) -> int:
    """Row of the memory that holds the end of a state, or -1."""
    marks = memory.words
    mark = stack.level[depth, HASH] | EFFORT
    bucket = _bucket(memory, mark)
    alike = 0
    for way in range(WAYS):
        alike |= int(marks[bucket, way] | EFFORT == mark) << way
    row = bucket + 1
    while alike != 0:
        if alike & 1 and _serves(memory, stack, depth, row):
            return row
        alike >>= 1
        row += 1
    return -1


@kernel(inline=True)
def recall(memory: Memory, stack: Stack, depth: int, row: int) -> None:
    """Hand up the end that a row of the memory holds; its zone bounds that of the node above."""
    for player in range(GAINERS):
        gain = memory.bytes[row, GAINS + player]
        stack.ends[OUT, player] = stack.totals[depth, player] + gain
    stack.ends[OUT, LAID] = memory.shorts[row, PACKED]
    for pair in range(stack.slack.shape[1]):
        room = np.int32(memory.bytes[row, pair] - stack.gaps[depth, pair])
        stack.slack[depth - 1, pair] = min(stack.slack[depth - 1, pair], room)


@kernel()
def _grow(memory: Memory) -> None:
    """Use twice as many buckets: what belongs into the new half moves there."""
    words = memory.words
    buckets = memory.size[BUCKETS]
    memory.size[BUCKETS] = 2 * buckets
    for bucket in range(0, buckets * BUCKET, BUCKET):
        for way in range(WAYS):
            mark = words[bucket, way]
            other = _bucket(memory, mark)
            if mark == 0 or other == bucket:
                continue
            words[other, way], words[bucket, way] = mark, 0
            for word in range(words.shape[1]):
                words[other + 1 + way, word] = words[bucket + 1 + way, word]


@kernel(inline=True)
def _effort(nodes: int) -> int:
    """Bits of a number of nodes: small enough for a mark, and never 0."""
    effort = 1
    while nodes > 1:
        effort += 1
        nodes >>= 1
    return effort


@kernel(inline=True)
def _bound(stack: Stack, depth: int, pair: int) -> np.int32:
    """How far one player may be ahead of another."""
    return np.int32(stack.slack[depth, pair] + stack.gaps[depth, pair])


@kernel()
def remember(memory: Memory, stack: Stack, depth: int, nodes: int) -> None:
    """Hand the end of a finished level up, and remember it."""
    marks = memory.words
    copy_end(stack, depth, OUT)
    least, most = 0, 0
    for pair in range(stack.slack.shape[1]):
        least = min(least, int(_bound(stack, depth, pair)))
    for player in range(GAINERS):
        gain = stack.ends[depth, player] - stack.totals[depth, player]
        least, most = min(least, gain), max(most, gain)
    if least < -WIDEST or most > WIDEST:
        return  # such leads cannot be written down
    mark = (stack.level[depth, HASH] & ~EFFORT) | _effort(nodes - stack.level[depth, START])
    bucket = _bucket(memory, mark)
    cheapest = 0
    for way in range(1, WAYS):
        if marks[bucket, way] & EFFORT < marks[bucket, cheapest] & EFFORT:
            cheapest = way
    memory.size[STORED] += marks[bucket, cheapest] == 0
    marks[bucket, cheapest] = mark
    row = bucket + 1 + cheapest
    for word in range(stack.keys.shape[1]):
        memory.words[row, KEYS + word] = stack.keys[depth, word]
    for pair in range(stack.slack.shape[1]):
        memory.bytes[row, pair] = min(int(_bound(stack, depth, pair)), WIDEST)
    for player in range(GAINERS):
        gain = stack.ends[depth, player] - stack.totals[depth, player]
        memory.bytes[row, GAINS + player] = gain
    memory.shorts[row, PACKED] = stack.ends[depth, LAID]
    full = memory.size[STORED] > memory.size[BUCKETS] * WAYS * 5 // 8
    if full and memory.size[BUCKETS] * BUCKET < marks.shape[0]:
        _grow(memory)
