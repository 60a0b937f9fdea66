"""The search itself: integers in, integers out (see ``columns`` for what they mean).

One explicit stack walks the tree of decisions of a Day. Ends are compared as ``scoring.prefers``
compares them, and nothing is left out that could be equal to the best: a move is skipped, a node
is cut, only when it is certainly worse for the player who decides. The end of every decision is
remembered under a key that holds all that can still make a difference:

* cards that nobody may touch any more and that hide no other are left out,
* Items are counted only for players and names that can still use them,
* what is banked counts only with three or more players, where margins are no sums. Between two
  players the margin from here on does not depend on the margin so far.

The memory of ends has a fixed size; in a full bucket the end that cost the least work is replaced.
A row of it holds the flags of the end, the players' gains, and the key; the marks of a bucket hold
a hash for each of its rows, then the work each cost (0: free).
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bolets_solver.boldest.columns import (
    ACTING,
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
    HIGH,
    LIVE,
    LOW,
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
    WANTING,
    WAYS,
    WIN,
)

Integers = NDArray[np.int64]

ACTOR, ENTRY, LAST, START, HASH = range(STATE_WIDTH, STATE_WIDTH + 5)
"""What a level of the stack holds beyond the state: who decides, the entry that is being tried, the
end of his table, the count of nodes at the beginning, where in the memory the end belongs."""

MAX_DEPTH = 20  # five players lay fifteen Groups: no line of play has more decisions
OUT = MAX_DEPTH  # the row of ends in which a finished node hands its end up
WATCH = 1023  # the stop flag is looked at whenever so many nodes have gone by


@njit(nogil=True, cache=True)
def evaluate(
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
) -> int:
    """Write the end of each state into ``results``: totals of the players, then packed flags.

    Returns how many states are done: fewer than all if ``stop[0]`` became 1. ``counts`` grows by
    the nodes visited and the ends found in memory.
    """
    players = (states.shape[1] - STATE_WIDTH) // 2
    guard = 0
    for kind in range(kinds.shape[0]):
        guard |= (kinds[kind, FIELD] + 1) << kinds[kind, SHIFT]
    level = np.zeros((MAX_DEPTH, STATE_WIDTH + 5), dtype=np.int64)
    owned = np.zeros((MAX_DEPTH, players), dtype=np.int64)
    totals = np.zeros((MAX_DEPTH, players), dtype=np.int64)
    keys = np.zeros((MAX_DEPTH, 3 + 2 * players), dtype=np.int64)
    ends = np.zeros((MAX_DEPTH + 1, players + 1), dtype=np.int64)
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
                    or _prefers(mode[COMPARE], mode[HERO], actor, ends, OUT, depth)
                ):
                    _copy(ends, OUT, depth)
                if prunes and depth and _is_cut(mode[COMPARE], level, ends, depth):
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
                    if not _is_hopeless(entries, sequences, level, totals, ends, depth, entry):
                        break
                    entry += 1
                if entry < 0:
                    _remember(memory, marks, level, totals, keys, ends, depth, counts[0])
                    continue
                level[depth, ENTRY] = entry
                entering = True
            if entering:
                _go_down(entries, kinds, level, owned, totals, depth)
                depth += 1
        for word in range(players + 1):
            results[number, word] = ends[OUT, word]
    return int(states.shape[0])


@njit(nogil=True, cache=True, inline="always")
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
    mixed = _write_key(
        columns, kinds, sequences, mode[COMPARE] == DUEL, level, owned, totals, keys, depth
    )
    level[depth, FIRST] = groups[group, RANK]
    row = _find(memory, marks, keys, depth, mixed)
    if row >= 0:
        counts[1] += 1
        _hand_up(totals, ends, depth, memory[row, 0])
        for player in range(players):
            ends[OUT, player] += memory[row, 1 + player]
        return True
    level[depth, START], level[depth, HASH] = counts[0], mixed
    ends[depth, players] = -1
    return False


@njit(nogil=True, cache=True, inline="always")
def _hand_up(totals: Integers, ends: Integers, depth: int, flags: int) -> None:
    """Make the totals of a level and some flags the end that is handed up."""
    players = totals.shape[1]
    for player in range(players):
        ends[OUT, player] = totals[depth, player]
    ends[OUT, players] = flags


@njit(nogil=True, cache=True, inline="always")
def _copy(ends: Integers, source: int, target: int) -> None:
    for word in range(ends.shape[1]):
        ends[target, word] = ends[source, word]


@njit(nogil=True, cache=True, inline="always")
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


@njit(nogil=True, cache=True, inline="always")
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


@njit(nogil=True, cache=True, inline="always")
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


@njit(nogil=True, cache=True)
def _place(flags: int, player: int) -> int:
    """Place of the player's flag, 0 closest to the tent."""
    place = 0
    while (flags >> 3 * place) & 7 != player:
        place += 1
    return place


@njit(nogil=True, cache=True)
def _to_the_end(flags: int, player: int, players: int) -> int:
    """Flags after the player's has moved to the end and the others have closed up."""
    place = _place(flags, player)
    low = flags & ((1 << 3 * place) - 1)
    high = (flags >> 3 * (place + 1)) << 3 * place
    return low | high | (player << 3 * (players - 1))


@njit(nogil=True, cache=True)
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


@njit(nogil=True, cache=True, inline="always")
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


@njit(nogil=True, cache=True)
def _prefers(compare: int, hero: int, mover: int, ends: Integers, new: int, old: int) -> bool:
    """Tell whether row ``new`` of ``ends`` is better for the mover than row ``old``."""
    players = ends.shape[1] - 1
    if compare == DUEL:
        other = 1 - mover
        gap_new = ends[new, mover] - ends[new, other]
        gap_old = ends[old, mover] - ends[old, other]
        if gap_new != gap_old:
            return bool(gap_new > gap_old)
        leads_new = ends[new, players] & 7 == mover
        if leads_new != (ends[old, players] & 7 == mover):
            return bool(leads_new)
        return bool(ends[new, mover] > ends[old, mover])
    if hero >= 0:
        found = _compare(compare == WIN, hero, ends, new, old)
        if found != 0:
            return found > 0 if mover == hero else found < 0
    for both in range(2):
        for step in range(players):
            player = (mover + step) % players
            found = _compare(both == 1 or compare == WIN, player, ends, new, old)
            if found != 0:
                return found > 0 if step == 0 else found < 0
    return bool(ends[new, mover] > ends[old, mover])


@njit(nogil=True, cache=True)
def _compare(winning: bool, player: int, ends: Integers, new: int, old: int) -> int:
    """Compare two ends by what one player gets: 1 the new one is more, -1 less, 0 the same."""
    margin_new, margin_old = _margin(ends, new, player), _margin(ends, old, player)
    if winning:
        won = _wins(ends, new, player, margin_new)
        if won != _wins(ends, old, player, margin_old):
            return 1 if won else -1
    if margin_new == margin_old:
        return 0
    return 1 if margin_new > margin_old else -1


@njit(nogil=True, cache=True)
def _margin(ends: Integers, row: int, player: int) -> int:
    """Own total less the best rival's."""
    best = ends[row, 1 if player == 0 else 0]
    for other in range(ends.shape[1] - 1):
        if other != player and ends[row, other] > best:
            best = ends[row, other]
    return int(ends[row, player] - best)


@njit(nogil=True, cache=True)
def _wins(ends: Integers, row: int, player: int, margin: int) -> bool:
    """Tell whether a player with that margin wins; ties go to the flag closest to the tent."""
    if margin != 0:
        return margin > 0
    players = ends.shape[1] - 1
    for place in range(players):
        other = (ends[row, players] >> 3 * place) & 7
        if ends[row, other] == ends[row, player]:
            return bool(other == player)
    return False


@njit(nogil=True, cache=True, inline="always")
def _is_cut(compare: int, level: Integers, ends: Integers, depth: int) -> bool:
    """Tell whether the player one level up is certain to decide otherwise.

    He has an end already; the player at this level will get at least what he has found so far, so
    the other's margin is at most the negative of that.
    """
    players = ends.shape[1] - 1
    above, here = level[depth - 1, ACTOR], level[depth, ACTOR]
    if above == here or ends[depth - 1, players] < 0 or ends[depth, players] < 0:
        return False
    margin = _margin(ends, depth - 1, above)
    found = _margin(ends, depth, here)
    if -found < margin:
        return True
    return (
        compare == WIN and _wins(ends, depth, here, found) and _wins(ends, depth - 1, above, margin)
    )


@njit(nogil=True, cache=True, inline="always")
def _is_hopeless(
    entries: Integers,
    sequences: Integers,
    level: Integers,
    totals: Integers,
    ends: Integers,
    depth: int,
    entry: int,
) -> bool:
    """Tell whether an entry cannot bring the player at this level the margin he has found."""
    players = totals.shape[1]
    if ends[depth, players] < 0:
        return False
    actor, sequence = level[depth, ACTOR], level[depth, SEQUENCE]
    rest = sequences[sequence, REST]
    most = totals[depth, actor] + entries[entry, GAIN] + sequences[rest, HIGH + actor]
    rival = -(1 << 60)
    for other in range(players):
        if other != actor:
            rival = max(rival, totals[depth, other] + sequences[sequence, LOW + other])
    return bool(most - rival < _margin(ends, depth, actor))


@njit(nogil=True, cache=True, inline="always")
def _write_key(
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


@njit(nogil=True, cache=True, inline="always")
def _find(memory: Integers, marks: Integers, keys: Integers, depth: int, mixed: int) -> int:
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


@njit(nogil=True, cache=True, inline="always")
def _remember(
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
    _copy(ends, depth, OUT)
