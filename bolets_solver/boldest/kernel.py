"""The search itself: integers in, integers out (see ``columns`` for what they mean).

One explicit stack walks the tree of decisions of a Day. Nothing is left out that could be equal to
the best: a move is skipped, a node is cut, only when it is certainly worse for the player who
decides. Ends are remembered, see ``kernel_memory``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.boldest.columns import (
    BAR1,
    BAR1_NEED,
    BAR2,
    BAR2_NEED,
    CAP,
    CARDS,
    CLEAR,
    COMPARE,
    CONTEST,
    DUEL,
    FIELD,
    FIRST,
    FLAGS,
    GAIN,
    HERO,
    MORE,
    NEED,
    PAY,
    PER_CLASS,
    PLAYER,
    RANK,
    REST,
    SECOND_MOVES,
    SEQUENCE,
    SHIFT,
    SLOTS,
    STATE_WIDTH,
    TABLE,
    TAKE,
    UNABLE_STAYS,
    WAITING,
)
from bolets_solver.boldest.kernel_ends import (
    ACTOR,
    ENTRY,
    HASH,
    LAST,
    MAX_DEPTH,
    OUT,
    START,
    copy_end,
    is_cut,
    is_hopeless,
    prefers,
)
from bolets_solver.boldest.kernel_memory import find_end, remember, write_key
from bolets_solver.boldest.tables import Arrays
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, INTS, ROWS

Integers = NDArray[np.int64]

WATCH = 1023  # the stop flag is looked at whenever so many nodes have gone by


@kernel()
def _place(flags: int, player: int) -> int:
    """Place of the player's flag, 0 closest to the tent."""
    place = 0
    while (flags >> 3 * place) & 7 != player:
        place += 1
    return place


@kernel()
def _to_the_end(flags: int, player: int, players: int) -> int:
    """Flags after the player's has moved to the end and the others have closed up."""
    place = _place(flags, player)
    low = flags & ((1 << 3 * place) - 1)
    high = (flags >> 3 * (place + 1)) << 3 * place
    return low | high | (player << 3 * (players - 1))


@kernel()
def _next_legal(
    entries: Integers, entry: int, last: int, cards: int, items: int, guard: int
) -> int:
    """First entry from ``entry`` on whose cards can be taken and paid for, or -1."""
    items |= guard
    while entry < last:
        if (
            cards & entries[entry, TAKE] == entries[entry, TAKE]
            and cards & entries[entry, CLEAR] == 0
            and (items - entries[entry, NEED]) & guard == guard
            and (
                entries[entry, BAR1] & cards == 0
                or (items - entries[entry, BAR1_NEED]) & guard != guard
            )
            and (
                entries[entry, BAR2] & cards == 0
                or (items - entries[entry, BAR2_NEED]) & guard != guard
            )
        ):
            return entry
        entry += 1
    return -1


@kernel(inline=True)
def _can_act(
    starts: Integers,
    entries: Integers,
    groups: Integers,
    level: Integers,
    owned: Integers,
    depth: int,
    row: int,
    guard: int,
) -> bool:
    table = groups[row, TABLE]
    items = owned[depth, groups[row, PLAYER]]
    entry, last = starts[table], starts[table + 1]
    return _next_legal(entries, entry, last, level[depth, CARDS], items, guard) >= 0


@kernel(inline=True)
def _take_up(
    starts: Integers,
    entries: Integers,
    firsts: Integers,
    groups: Integers,
    sequences: Integers,
    mode: Integers,
    level: Integers,
    owned: Integers,
    depth: int,
    guard: int,
) -> int:
    """Deal with the strongest waiting Group: its row if it has to act, -1 if it goes back."""
    players = owned.shape[1]
    contest = sequences[level[depth, SEQUENCE], CONTEST]
    start, end = firsts[contest], firsts[contest + 1]
    waiting, flags = level[depth, WAITING], level[depth, FLAGS]
    top = -1
    for row in range(start, end):
        if waiting >> (row - start) & 1:
            top = max(top, groups[row, RANK])
    winner, best, tied = -1, 99, 0
    for row in range(start, end):
        if waiting >> (row - start) & 1 and groups[row, RANK] == top:
            if mode[UNABLE_STAYS] and not _can_act(
                starts, entries, groups, level, owned, depth, row, guard
            ):
                continue
            tied += 1
            place = _place(flags, groups[row, PLAYER])
            if place < best:
                winner, best = row, place
    if mode[UNABLE_STAYS]:
        for row in range(start, end):  # unable, and ahead of the winner: it goes back
            ahead = _place(flags, groups[row, PLAYER]) < best
            if ahead and waiting >> (row - start) & 1 and groups[row, RANK] == top:
                waiting &= ~(1 << (row - start))
        level[depth, WAITING] = waiting
        if winner < 0:
            return -1
    player = groups[winner, PLAYER]
    level[depth, WAITING] = waiting & ~(1 << (winner - start))
    if tied > 1:
        level[depth, FLAGS] = _to_the_end(flags, player, players)
    if not _can_act(starts, entries, groups, level, owned, depth, winner, guard):
        return -1
    if tied == 1 and mode[SECOND_MOVES] and level[depth, FIRST] == top:
        level[depth, FLAGS] = _to_the_end(flags, player, players)
    return winner


@kernel(inline=True)
def _next_contest(
    firsts: Integers, sequences: Integers, mode: Integers, level: Integers, depth: int
) -> None:
    """Go on to the next contest; with all its Groups waiting."""
    sequence = sequences[level[depth, SEQUENCE], REST]
    level[depth, SEQUENCE] = sequence
    if sequence != 0:
        contest = sequences[sequence, CONTEST]
        level[depth, WAITING] = (1 << (firsts[contest + 1] - firsts[contest])) - 1
        level[depth, SLOTS], level[depth, FIRST] = mode[PER_CLASS], -1


@kernel(inline=True)
def _hand_up(totals: Integers, ends: Integers, depth: int, flags: int) -> None:
    """Make the totals of a level and some flags the end that is handed up."""
    players = totals.shape[1]
    for player in range(players):
        ends[OUT, player] = totals[depth, player]
    ends[OUT, players] = flags


@kernel(inline=True)
def _enter(
    starts: Integers,
    entries: Integers,
    columns: Integers,
    kinds: Integers,
    firsts: Integers,
    groups: Integers,
    sequences: Integers,
    mode: Integers,
    memory: Integers,
    marks: Integers,
    level: Integers,
    owned: Integers,
    totals: Integers,
    keys: Integers,
    ends: Integers,
    depth: int,
    guard: int,
    counts: Integers,
) -> bool:
    """Go on to the next decision; True if its end is known already and stands in row OUT."""
    players = owned.shape[1]
    group = -1
    while group < 0 and level[depth, SEQUENCE] != 0:
        if level[depth, WAITING] == 0 or level[depth, SLOTS] == 0:
            _next_contest(firsts, sequences, mode, level, depth)
        else:
            group = _take_up(
                starts, entries, firsts, groups, sequences, mode, level, owned, depth, guard
            )
    if group < 0:
        _hand_up(totals, ends, depth, level[depth, FLAGS])
        return True
    actor, table = groups[group, PLAYER], groups[group, TABLE]
    last = starts[table + 1]
    entry = _next_legal(
        entries, starts[table], last, level[depth, CARDS], owned[depth, actor], guard
    )
    level[depth, SLOTS] -= 1
    sequence = level[depth, SEQUENCE]
    if sequences[sequence, REST] == 0 and (
        level[depth, WAITING] == 0 or level[depth, SLOTS] == 0
    ):  # the last decision of all; the first legal entry brings the most
        _hand_up(totals, ends, depth, level[depth, FLAGS])
        ends[OUT, actor] += entries[entry, GAIN]
        return True
    level[depth, ACTOR], level[depth, ENTRY], level[depth, LAST] = actor, entry, last
    mixed = write_key(
        columns, kinds, sequences, mode[COMPARE] == DUEL, level, owned, totals, keys, depth
    )
    level[depth, FIRST] = groups[group, RANK]
    row = find_end(memory, marks, keys, depth, mixed)
    if row >= 0:
        counts[1] += 1
        _hand_up(totals, ends, depth, memory[row, 0])
        for player in range(players):
            ends[OUT, player] += memory[row, 1 + player]
        return True
    level[depth, START], level[depth, HASH] = counts[0], mixed
    ends[depth, players] = -1
    return False


@kernel(inline=True)
def _go_down(
    entries: Integers,
    kinds: Integers,
    level: Integers,
    owned: Integers,
    totals: Integers,
    depth: int,
) -> None:
    """Write the state after the entry being tried into the next level."""
    entry, actor = level[depth, ENTRY], level[depth, ACTOR]
    for word in range(CARDS):
        level[depth + 1, word] = level[depth, word]
    level[depth + 1, CARDS] = level[depth, CARDS] & ~entries[entry, TAKE]
    for player in range(owned.shape[1]):
        owned[depth + 1, player] = owned[depth, player]
        totals[depth + 1, player] = totals[depth, player]
    totals[depth + 1, actor] += entries[entry, GAIN]
    items = owned[depth, actor] - entries[entry, PAY]
    more = entries[entry, MORE]
    if more:  # no name is counted beyond the number of cards that require it
        for kind in range(kinds.shape[0]):
            shift, field = kinds[kind, SHIFT], kinds[kind, FIELD]
            old = (items >> shift) & field
            new = min(kinds[kind, CAP], old + ((more >> shift) & field))
            items += (new - old) << shift
    owned[depth + 1, actor] = items


def evaluate(
    arrays: Arrays,
    mode: Integers,
    memory: Integers,
    marks: Integers,
    states: Integers,
    results: Integers,
    stop: Integers,
    counts: Integers,
) -> int:
    """Write the end of each state into ``results``: totals of the players, then packed flags.

    Returns how many states are done: fewer than all if ``stop[0]`` became 1. ``counts`` grows by
    the nodes visited and the ends found in memory.
    """
    players = (states.shape[1] - STATE_WIDTH) // 2
    widths = (STATE_WIDTH + 5, players, players, 3 + 2 * players)
    level, owned, totals, keys = (np.zeros((MAX_DEPTH, width), dtype=np.int64) for width in widths)
    ends = np.zeros((MAX_DEPTH + 1, players + 1), dtype=np.int64)
    states = np.ascontiguousarray(states)
    given = (mode, memory, marks, states, results, stop, counts)
    return int(fill_results(*arrays, *given, level, owned, totals, keys, ends))


@kernel(
    INT(
        *[INTS, ROWS, INTS, ROWS, INTS, ROWS, ROWS],  # those of Arrays
        *[INTS, ROWS, ROWS, ROWS, ROWS, INTS, INTS],
        *[ROWS] * 5,
    )
)
def fill_results(
    starts: Integers,
    entries: Integers,
    columns: Integers,
    kinds: Integers,
    firsts: Integers,
    groups: Integers,
    sequences: Integers,
    mode: Integers,
    memory: Integers,
    marks: Integers,
    states: Integers,
    results: Integers,
    stop: Integers,
    counts: Integers,
    level: Integers,
    owned: Integers,
    totals: Integers,
    keys: Integers,
    ends: Integers,
) -> int:
    """Do what :func:`evaluate` promises; the last five arrays are room for the stack."""
    players = (states.shape[1] - STATE_WIDTH) // 2
    guard = 0
    for kind in range(kinds.shape[0]):
        guard |= (kinds[kind, FIELD] + 1) << kinds[kind, SHIFT]
    prunes = mode[COMPARE] != DUEL and mode[HERO] < 0
    for number in range(states.shape[0]):
        depth = 0
        for word in range(STATE_WIDTH):
            level[0, word] = states[number, word]
        for player in range(players):
            owned[0, player] = states[number, STATE_WIDTH + player]
            totals[0, player] = states[number, STATE_WIDTH + players + player]
        entering = True
        while True:
            if entering:
                counts[0] += 1
                if counts[0] & WATCH == 0 and stop[0]:
                    return number
                entering = not _enter(
                    starts, entries, columns, kinds, firsts, groups, sequences, mode, memory, marks,
                    level, owned, totals, keys, ends, depth, guard, counts,
                )  # fmt: skip
            else:
                if depth == 0:
                    break
                depth -= 1
                actor = level[depth, ACTOR]
                if ends[OUT, players] >= 0 and (
                    ends[depth, players] < 0
                    or prefers(mode[COMPARE], mode[HERO], actor, ends, OUT, depth)
                ):
                    copy_end(ends, OUT, depth)
                if prunes and depth and is_cut(mode[COMPARE], level, ends, depth):
                    ends[OUT, players] = -1
                    continue
                entry = level[depth, ENTRY] + 1
                while True:
                    entry = _next_legal(
                        entries, entry, level[depth, LAST], level[depth, CARDS],
                        owned[depth, actor], guard,
                    )  # fmt: skip
                    if entry < 0 or not prunes:
                        break
                    if not is_hopeless(entries, sequences, level, totals, ends, depth, entry):
                        break
                    entry += 1
                if entry < 0:
                    remember(memory, marks, level, totals, keys, ends, depth, counts[0])
                    continue
                level[depth, ENTRY] = entry
                entering = True
            if entering:
                _go_down(entries, kinds, level, owned, totals, depth)
                depth += 1
        for word in range(players + 1):
            results[number, word] = ends[OUT, word]
    return int(states.shape[0])
