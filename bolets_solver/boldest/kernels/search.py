"""The search itself: integers in, integers out (see ``columns`` and ``room`` for what they mean).

One explicit stack walks the tree of decisions of a Day. Nothing is left out that could be equal to
the best: a move is skipped, a node is cut, only when it is certainly worse for the player who
decides. Ends are remembered, see ``memory``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.boldest.kernels.arrays import (
    ACTOR,
    ENTRY,
    FOUND,
    LAID,
    LAST,
    NODES,
    OUT,
    PLACES,
    START,
    Memory,
    Stack,
    Task,
)
from bolets_solver.boldest.kernels.columns import (
    BAR1,
    BAR1_NEED,
    BAR2,
    BAR2_NEED,
    CAP,
    CARDS,
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
    SEEN,
    SEQUENCE,
    SHIFT,
    SLOTS,
    STATE_WIDTH,
    TABLE,
    TAKE,
    UNABLE_STAYS,
    WAITING,
    WIN,
)
from bolets_solver.boldest.kernels.ends import copy_end, is_cut, is_hopeless, prefers
from bolets_solver.boldest.kernels.memory import find_end, recall, remember, write_key
from bolets_solver.boldest.kernels.tables import Arrays
from bolets_solver.boldest.kernels.types import ARRAYS, MEMORY, STACK, TASK
from bolets_solver.boldest.kernels.zones import open_zone, pass_zone_up
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT

Integers = NDArray[np.int64]

WATCH = 1023  # the stop flag is checked after this number of nodes


@kernel()
def _place(flags: int, player: int) -> int:
    """Place of the player's flag, 0 closest to the tent."""
    place = 0
    while (flags >> 3 * place) & 7 != player:
        place += 1
    return place


@kernel()
def _to_the_end(flags: int, player: int, players: int) -> int:
    """Flags after the player's has moved to the end and the others have closed up (T-R23)."""
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
            cards & entries[entry, SEEN] == entries[entry, TAKE]
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
def _first_entry(arrays: Arrays, stack: Stack, depth: int, row: int, guard: int) -> int:
    """The first entry with which a Group can act, or -1 if it cannot."""
    table = arrays.groups[row, TABLE]
    items = stack.owned[depth, arrays.groups[row, PLAYER]]
    entry, last = arrays.starts[table], arrays.starts[table + 1]
    return _next_legal(arrays.entries, entry, last, stack.level[depth, CARDS], items, guard)


@kernel(inline=True)
def _take_up(arrays: Arrays, mode: Integers, stack: Stack, depth: int, guard: int) -> int:
    """Deal with the strongest waiting Group: its row if it has to act, -1 if it goes back.

    With the row comes the first entry of its Leader's table that it can do (T-R18 to T-R23).
    """
    level, groups = stack.level, arrays.groups
    players = stack.owned.shape[1]
    contest = arrays.sequences[level[depth, SEQUENCE], CONTEST]
    start, end = arrays.firsts[contest], arrays.firsts[contest + 1]
    waiting, flags = level[depth, WAITING], level[depth, FLAGS]
    top = -1
    for row in range(start, end):
        if waiting >> (row - start) & 1:
            top = max(top, groups[row, RANK])
    winner, best, tied = -1, 99, 0
    for row in range(start, end):
        if waiting >> (row - start) & 1 and groups[row, RANK] == top:
            if mode[UNABLE_STAYS] and _first_entry(arrays, stack, depth, row, guard) < 0:
                continue
            tied += 1
            place = _place(flags, groups[row, PLAYER])
            if place < best:
                winner, best = row, place
    if mode[UNABLE_STAYS]:
        for row in range(start, end):  # unable, and ahead of the winner: it goes back (T-Q18)
            ahead = _place(flags, groups[row, PLAYER]) < best
            if ahead and waiting >> (row - start) & 1 and groups[row, RANK] == top:
                waiting &= ~(1 << (row - start))
        level[depth, WAITING] = waiting
        if winner < 0:
            return -1
    player = groups[winner, PLAYER]
    level[depth, WAITING] = waiting & ~(1 << (winner - start))
    if tied > 1:  # T-R22, T-R23
        level[depth, FLAGS] = _to_the_end(flags, player, players)
    level[depth, ENTRY] = _first_entry(arrays, stack, depth, winner, guard)
    if level[depth, ENTRY] < 0:  # T-R20
        return -1
    if tied == 1 and mode[SECOND_MOVES] and level[depth, FIRST] == top:
        level[depth, FLAGS] = _to_the_end(flags, player, players)
    return winner


@kernel(inline=True)
def _next_contest(arrays: Arrays, mode: Integers, level: Integers, depth: int) -> None:
    """Go to the next contest; with all its Groups waiting."""
    sequence = arrays.sequences[level[depth, SEQUENCE], REST]
    level[depth, SEQUENCE] = sequence
    if sequence != 0:
        contest = arrays.sequences[sequence, CONTEST]
        level[depth, WAITING] = (1 << (arrays.firsts[contest + 1] - arrays.firsts[contest])) - 1
        level[depth, SLOTS], level[depth, FIRST] = mode[PER_CLASS], -1


@kernel(inline=True)
def _hand_up_totals(stack: Stack, depth: int) -> None:
    """Make the totals and flags of a level the end that is handed up."""
    for place in range(PLACES):
        stack.ends[OUT, place] = stack.totals[depth, place]
    stack.ends[OUT, LAID] = stack.level[depth, FLAGS]


@kernel(inline=True)
def _enter(
    arrays: Arrays, memory: Memory, stack: Stack, task: Task, depth: int, guard: int
) -> bool:
    """Go to the next decision; True if its end is known already and stands in row OUT."""
    mode = task.mode
    level, groups = stack.level, arrays.groups
    group = -1
    while group < 0 and level[depth, SEQUENCE] != 0:
        if level[depth, WAITING] == 0 or level[depth, SLOTS] == 0:
            _next_contest(arrays, mode, level, depth)
        else:
            group = _take_up(arrays, mode, stack, depth, guard)
    if group < 0:
        _hand_up_totals(stack, depth)
        return True
    actor = groups[group, PLAYER]
    level[depth, SLOTS] -= 1
    if arrays.sequences[level[depth, SEQUENCE], REST] == 0 and (
        level[depth, WAITING] == 0 or level[depth, SLOTS] == 0
    ):  # the last decision of all (T-R50); the first legal entry brings the most
        _hand_up_totals(stack, depth)
        stack.ends[OUT, actor] += arrays.entries[level[depth, ENTRY], GAIN]
        return True
    level[depth, ACTOR], level[depth, LAST] = actor, arrays.starts[groups[group, TABLE] + 1]
    matters = mode[SECOND_MOVES] and level[depth, SLOTS] != 0  # T-Q16
    write_key(arrays, memory, stack, depth, level[depth, FIRST] if matters else -1)
    level[depth, FIRST] = groups[group, RANK]
    row = find_end(memory, stack, depth)
    if row >= 0:
        task.counts[FOUND] += 1
        recall(memory, stack, depth, row)
        return True
    level[depth, START] = task.counts[NODES]
    stack.ends[depth, LAID] = -1
    open_zone(stack, depth)
    return False


@kernel(inline=True)
def _bank(stack: Stack, depth: int, actor: int, gain: int) -> None:
    """Write totals and gaps of the next level: as here, but for what somebody wins."""
    totals, gaps = stack.totals, stack.gaps
    players = stack.owned.shape[1]
    for place in range(PLACES):
        totals[depth + 1, place] = totals[depth, place]
    for pair in range(stack.slack.shape[1]):
        gaps[depth + 1, pair] = gaps[depth, pair]
    totals[depth + 1, actor] += gain
    for other in range(players):  # his lead over himself stays 0
        gaps[depth + 1, actor * players + other] += gain
        gaps[depth + 1, other * players + actor] -= gain


@kernel(inline=True)
def _go_down(arrays: Arrays, stack: Stack, depth: int) -> None:
    """Write the state after the entry being tried into the next level."""
    level, owned, entries = stack.level, stack.owned, arrays.entries
    entry, actor = level[depth, ENTRY], level[depth, ACTOR]
    for word in range(CARDS):
        level[depth + 1, word] = level[depth, word]
    level[depth + 1, CARDS] = level[depth, CARDS] & ~entries[entry, TAKE]
    for player in range(owned.shape[1]):
        owned[depth + 1, player] = owned[depth, player]
    _bank(stack, depth, actor, entries[entry, GAIN])
    items = owned[depth, actor] - entries[entry, PAY]
    more = entries[entry, MORE]
    if more:  # no name is counted beyond the number of cards that require it
        kinds = arrays.items
        for kind in range(kinds.shape[0]):
            shift, field = kinds[kind, SHIFT], kinds[kind, FIELD]
            old = (items >> shift) & field
            new = min(kinds[kind, CAP], old + ((more >> shift) & field))
            items += (new - old) << shift
    owned[depth + 1, actor] = items


@kernel(inline=True)
def _next_entry(arrays: Arrays, stack: Stack, depth: int, guard: int, prunes: bool) -> int:
    """The next entry worth trying, or -1: tables begin with what brings the most."""
    level = stack.level
    entry = _next_legal(
        arrays.entries,
        level[depth, ENTRY] + 1,
        level[depth, LAST],
        level[depth, CARDS],
        stack.owned[depth, level[depth, ACTOR]],
        guard,
    )
    if prunes and entry >= 0 and is_hopeless(arrays, stack, depth, entry):
        return -1
    return entry


@kernel(inline=True)
def _begin(states: Integers, number: int, origin: Integers, stack: Stack) -> None:
    """Put a state on level 1; above it nobody has found anything."""
    totals, players = stack.totals, stack.owned.shape[1]
    for word in range(STATE_WIDTH):
        stack.level[1, word] = states[number, word]
    for player in range(players):
        stack.owned[1, player] = states[number, STATE_WIDTH + player]
        totals[1, player] = states[number, STATE_WIDTH + players + player]
    for player in range(players):
        for other in range(players):
            stack.gaps[1, player * players + other] = (totals[1, player] - origin[player]) - (
                totals[1, other] - origin[other]
            )
    stack.ends[0, LAID] = -1


@kernel(inline=True)
def _prunes(mode: Integers) -> bool:
    """Return whether bounds may rule out entries and nodes: if each plays for himself.

    Against a hero, and between two players, the margin is not the whole result.
    """
    return bool(mode[COMPARE] != DUEL and mode[HERO] < 0)


@kernel(inline=True)
def _take_over(stack: Stack, mode: Integers, depth: int) -> bool:
    """Take the end handed up, if it is better; True if the player above will decide otherwise."""
    ends = stack.ends
    if ends[OUT, LAID] < 0:  # the level below was cut: it cannot be better
        return False
    if ends[depth, LAID] >= 0 and not prefers(
        stack, depth, mode, stack.level[depth, ACTOR], OUT, depth
    ):
        return False
    copy_end(stack, OUT, depth)
    return _prunes(mode) and is_cut(stack, depth, mode[COMPARE] == WIN)


@kernel(inline=True)
def _go_on(
    arrays: Arrays, memory: Memory, stack: Stack, task: Task, depth: int, guard: int
) -> bool:
    """Take what the level below handed up and try the next entry; False if there is none.

    The end of the level stands in row OUT then, or no end there if the level was cut: nothing may
    be remembered of a level whose entries were not all tried.
    """
    if _take_over(stack, task.mode, depth):
        stack.ends[OUT, LAID] = -1
        pass_zone_up(stack, depth)
        return False
    entry = _next_entry(arrays, stack, depth, guard, _prunes(task.mode))
    if entry < 0:
        remember(memory, stack, depth, task.counts[NODES])
        pass_zone_up(stack, depth)
        return False
    stack.level[depth, ENTRY] = entry
    return True


@kernel()
def _walk(arrays: Arrays, memory: Memory, stack: Stack, task: Task, guard: int) -> bool:
    """Put the end of the state on level 1 into row OUT; False if the search is to stop before."""
    counts = task.counts
    depth, deeper = 1, True
    while depth > 0:
        if deeper:
            counts[NODES] += 1
            if counts[NODES] & WATCH == 0 and task.stop[0]:
                return False
            deeper = not _enter(arrays, memory, stack, task, depth, guard)
        else:
            deeper = _go_on(arrays, memory, stack, task, depth, guard)
        if deeper:
            _go_down(arrays, stack, depth)
            depth += 1
        else:
            depth -= 1
    return True


@kernel(INT(ARRAYS, MEMORY, STACK, TASK))
def evaluate(arrays: Arrays, memory: Memory, stack: Stack, task: Task) -> int:
    """Write the end of each state of a task into its results.

    Returns how many states are done: fewer than all if ``stop[0]`` became 1.
    """
    players = stack.owned.shape[1]
    guard = 0
    for kind in range(arrays.items.shape[0]):
        guard |= (arrays.items[kind, FIELD] + 1) << arrays.items[kind, SHIFT]
    for number in range(task.states.shape[0]):
        _begin(task.states, number, memory.origin, stack)
        if not _walk(arrays, memory, stack, task, guard):
            return number
        for player in range(players):
            task.results[number, player] = stack.ends[OUT, player]
        task.results[number, players] = stack.ends[OUT, LAID]
    return int(task.states.shape[0])
