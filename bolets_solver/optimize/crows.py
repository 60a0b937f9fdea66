"""The crow bound: where every visible crow lies is kept, only covering is relaxed.

``still_makes`` answers: can a game from this state still make ``target`` points, if the paths,
rocks and cubes of older cards may be covered? Every other rule holds, so a no is a proof. It is a
depth-first search over table entries; an entry is tried only if the chain bound allows it the
target, and every answer is remembered.

State: the last card and its entrance, marker, what ``crow_loss=once`` charged, the visible crows
outside the last card, and the label (points, lives, cubes, yellow left). Crows are kept in the
frame of the last card, as positions if a card still to come may cover them and as a count if none
can reach them. Answers are kept per state without label; a label that is nowhere better than one
that failed fails, one nowhere worse than one that succeeded succeeds. Cubes are compared as cubes
in hand less red ones earned, since a game with more points has its next red cube nearer or in hand.
More points, lives, cubes or yellow cubes are never worse (see ``effects``); crows are compared for
equality only, since fewer visible crows can be worse: a rise is charged from the old marker.

Cubes cover crows (B-R29, B-Q35) only at the end of a trace and only as many as lower what the
update costs. Laying fewer and the same crow one turn later, first thing, costs no more there: the
old marker is one higher, so no rise is dearer, and the cube is still in hand, or its life not yet
paid. With ``crow_scope=all`` cubes on the wall card's crows are laid on credit as in ``chain``.

Two tiles are known to be walked whatever came before: the entrance and, but on the first card, the
tile outside it. Placements over these are left out; that is the part of "no path is covered" kept
here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import (
    BLOCKS,
    INT,
    INTS,
    ROWS,
    SHORT_ROWS,
    SHORTS,
    TRUTH,
    WORDS,
)
from bolets_solver.optimize.chain import (
    CHARGED,
    COVERED,
    HAND,
    LIVES,
    MARKER,
    YELLOW,
    Bounds,
    chain_bound,
    effect_outcome,
    entries_bound,
    list_updates,
)
from bolets_solver.optimize.deal_arrays import (
    ARRAYS_TYPE,
    MAX_MARKER,
    MOST_REDS,
    POINTS_PER_RED,
    RED_IN_TRACE,
    SCOPE_ALL,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.deal_tables import (
    BOTTOM_SIDE,
    COVERS_OUTSIDE,
    LEFT_SIDE,
    RIGHT_SIDE,
    TABLES_TYPE,
    TOP_SIDE,
    TURNS,
    DealTables,
)
from bolets_solver.optimize.tables import DOOR, EFFECT, FIRST, LAST, MOST_CROWS, POINTS
from bolets_solver.optimize.walk import earned_reds

NO, YES, STOPPED, OPEN = 0, 1, 2, -1
"""Answers of the searches; OPEN: not known yet."""

N_NODES, N_LABELS, STATES_SEEN, CLEARINGS, STATES_LIMIT = range(5)
"""Indices of ``Memo.counts``; a search stops when it has seen as many states as the limit says."""

NO_LIMIT = 1 << 62

MOST_LISTED = MOST_CROWS + MAX_MARKER
"""Crows that can be visible before cubes cover some."""

_POSITION_OFFSET = 1 << 14
_WORD = (1 << 62) - 1


class Memo(NamedTuple):
    """What was found out about states: a hash table of states, each with two lists of labels.

    A label is a row points, lives, cubes less reds earned, yellow left, value: in the list of
    failures value is the most points not excluded, in the list of successes the points that were
    reached. When the arrays are full they are emptied: that costs time, never truth.
    """

    bucket: NDArray[np.int32]
    key: Ints
    next_node: NDArray[np.int32]
    failures: NDArray[np.int32]
    successes: NDArray[np.int32]
    label: NDArray[np.int16]
    next_label: NDArray[np.int32]
    counts: Ints


class CrowStack(NamedTuple):
    """Per card: the visible crows outside it that a later card may cover, and how many others.

    ``x[k, :near[k]]``, ``y``: positions in the frame of card k; ``far[k]``. ``value``: bounds of
    groups. ``found``: crows to choose from, see _list_crows.
    """

    x: Ints
    y: Ints
    near: Ints
    far: Ints
    value: NDArray[np.int16]
    found: Ints


def new_memo(labels: int) -> Memo:
    """Return an empty memory for so many labels (about 40 bytes each, taken from RAM as used)."""
    nodes = max(16, labels // 2)
    buckets = 1 << max(10, int(nodes // 2).bit_length())
    return Memo(
        bucket=np.full(buckets, -1, dtype=np.int32),
        key=np.empty((nodes, 3), dtype=np.int64),
        next_node=np.empty(nodes, dtype=np.int32),
        failures=np.empty(nodes, dtype=np.int32),
        successes=np.empty(nodes, dtype=np.int32),
        label=np.empty((labels, 5), dtype=np.int16),
        next_label=np.empty(labels, dtype=np.int32),
        counts=np.array([0, 0, 0, 0, NO_LIMIT], dtype=np.int64),
    )


def new_crow_stack(cards: int, groups: int) -> CrowStack:
    """Return a stack for a deal of so many cards and at most so many groups a table."""
    return CrowStack(
        x=np.zeros((cards, MOST_LISTED), dtype=np.int64),
        y=np.zeros((cards, MOST_LISTED), dtype=np.int64),
        near=np.zeros(cards, dtype=np.int64),
        far=np.zeros(cards, dtype=np.int64),
        value=np.zeros((cards, groups + 1), dtype=np.int16),
        found=np.zeros((cards, MOST_LISTED, 2), dtype=np.int64),
    )


@kernel(inline=True)
def _pair(x1: Int, y1: Int, x2: Int, y2: Int) -> Int:
    word = ((x1 + _POSITION_OFFSET) << 15) | (y1 + _POSITION_OFFSET)
    return (word << 30) | ((x2 + _POSITION_OFFSET) << 15) | (y2 + _POSITION_OFFSET)


@kernel()
def state_key(
    stack: CrowStack, k: Int, entrance: Int, marker: Int, charged: Int
) -> tuple[Int, Int, Int]:
    """The state without its label as three words; sorts the crows, so that equal sets are equal."""
    near = stack.near[k]
    xs, ys = stack.x[k], stack.y[k]
    for index in range(1, near):
        x, y = xs[index], ys[index]
        place = index
        while place > 0 and (xs[place - 1] > x or (xs[place - 1] == x and ys[place - 1] > y)):
            xs[place], ys[place] = xs[place - 1], ys[place - 1]
            place -= 1
        xs[place], ys[place] = x, y
    for index in range(near, MAX_MARKER):
        xs[index], ys[index] = -1, -1
    first = _pair(xs[0], ys[0], xs[1], ys[1])
    second = _pair(xs[2], ys[2], xs[3], ys[3])
    third = (((np.int64(k) << 16) | entrance) << 3) | marker
    third = (((third << 2) | charged) << 3) | stack.far[k]
    return first, second, (third << 3) | near


@kernel()
def hash_words(first: Int, second: Int, third: Int) -> Int:
    """Mix three words into one number that is not negative (shifts alone: nothing overflows)."""
    mixed = (first ^ (second << 7) ^ (second >> 21)) & _WORD
    mixed ^= (third << 17) & _WORD
    mixed ^= third
    for _ in range(2):
        mixed ^= (mixed << 13) & _WORD
        mixed ^= mixed >> 7
        mixed ^= (mixed << 17) & _WORD
    return mixed


@kernel()
def find_node(
    memo: Memo, stack: CrowStack, k: Int, entrance: Int, marker: Int, charged: Int
) -> Int:
    """Number of the state's node, made if it is new; -1 if the memory is full."""
    first, second, third = state_key(stack, k, entrance, marker, charged)
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


@kernel()
def clear_memo(memo: Memo) -> None:
    """Forget everything."""
    memo.bucket[:] = -1
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


@kernel()
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


@kernel(INT(*[INT] * 5))
def printed_x(x: Int, y: Int, width: Int, height: Int, turns: Int) -> Int:
    """X of the printed tile at a tile of the turned face; inverse of ``walk.turned_x``."""
    if turns == 0:
        return x
    if turns == 1:
        return y
    if turns == 2:
        return width - 1 - x
    return width - 1 - y


@kernel(INT(*[INT] * 5))
def printed_y(x: Int, y: Int, width: Int, height: Int, turns: Int) -> Int:
    """Y of the printed tile at a tile of the turned face."""
    if turns == 0:
        return y
    if turns == 1:
        return height - 1 - x
    if turns == 2:
        return height - 1 - y
    return x


@kernel(TRUTH(TABLES_TYPE, INT, INT, INT))
def within_reach(tables: DealTables, number: Int, x: Int, y: Int) -> bool:
    """Whether a card still to come may cover this tile of the last card's frame."""
    box = tables.reach_box
    if x < box[number, 0] or y < box[number, 1] or x >= box[number, 2] or y >= box[number, 3]:
        return False
    at = tables.reach_at[number]
    if at < 0:
        return True
    width = box[number, 2] - box[number, 0]
    return bool(tables.reach_map[at + (y - box[number, 1]) * width + x - box[number, 0]] != 0)


@kernel()
def _list_crows(
    arrays: DealArrays,
    tables: DealTables,
    stack: CrowStack,
    doors: Int,
    k: Int,
    member: Int,
    door: Int,
    found: Ints,
) -> tuple[Int, Int]:
    """List the crows that this entry leaves visible, but for cubes, in the next card's frame.

    Fills ``found`` (rows x, y) with those that a later card may reach; returns their number and the
    number of the others.
    """
    placement, crow_set = tables.members[member, 0], tables.members[member, 1]
    place = tables.placements[placement]
    left, top, right, bottom = (
        place[LEFT_SIDE],
        place[TOP_SIDE],
        place[RIGHT_SIDE],
        place[BOTTOM_SIDE],
    )
    turns = place[TURNS]
    width, height = arrays.width[k + 1], arrays.height[k + 1]
    number = (k + 1) * doors + door
    near = np.int64(0)
    far = np.int64(stack.far[k])
    for index in range(stack.near[k]):
        x, y = stack.x[k, index], stack.y[k, index]
        if left <= x < right and top <= y < bottom:
            continue
        px = printed_x(x - left, y - top, width, height, turns)
        py = printed_y(x - left, y - top, width, height, turns)
        if within_reach(tables, number, px, py):
            found[near, 0], found[near, 1] = px, py
            near += 1
        else:
            far += 1
    for index in range(tables.set_at[crow_set], tables.set_at[crow_set + 1]):
        crow = arrays.crow_at[k] + tables.crow_sets[index]
        x, y = arrays.crows[crow, 0] - left, arrays.crows[crow, 1] - top
        px = printed_x(x, y, width, height, turns)
        py = printed_y(x, y, width, height, turns)
        if within_reach(tables, number, px, py):
            found[near, 0], found[near, 1] = px, py
            near += 1
        else:
            far += 1
    return near, far


@kernel()
def bits(mask: Int) -> Int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


MEMO_TYPE = bundle_type(
    Memo,
    bucket=WORDS,
    key=ROWS,
    next_node=WORDS,
    failures=WORDS,
    successes=WORDS,
    label=SHORT_ROWS,
    next_label=WORDS,
    counts=INTS,
)

CROWS_TYPE = bundle_type(
    CrowStack, x=ROWS, y=ROWS, near=INTS, far=INTS, value=SHORT_ROWS, found=BLOCKS
)


@kernel(
    INT(
        *[ARRAYS_TYPE, TABLES_TYPE, SHORTS, BLOCKS, MEMO_TYPE, CROWS_TYPE],
        *[INT] * 10,
        INTS,
    ),
)
def still_makes(
    arrays: DealArrays,
    tables: DealTables,
    bounds: Bounds,
    updates: Ints,
    memo: Memo,
    stack: CrowStack,
    doors: Int,
    k: Int,
    entrance: Int,
    marker: Int,
    charged: Int,
    lives: Int,
    hand: Int,
    yellow: Int,
    points: Int,
    target: Int,
    flag: Ints,
) -> Int:
    """Whether a game from here may make ``target`` points: NO (proven), YES, or STOPPED.

    The visible crows outside card ``k`` are in ``stack``. ``points``: so far.
    """
    cards = arrays.width.shape[0]
    if k == cards - 1:
        return YES if points >= target else NO
    most_reds = arrays.switches[MOST_REDS]
    cubes = hand - earned_reds(points, most_reds)
    node = find_node(memo, stack, k, entrance, marker, charged)
    if node < 0:
        clear_memo(memo)
        node = find_node(memo, stack, k, entrance, marker, charged)
    answer = recall(memo, node, points, lives, cubes, yellow, target)
    if answer != OPEN:
        return answer
    if flag[0] != 0 or memo.counts[STATES_SEEN] >= memo.counts[STATES_LIMIT]:
        return STOPPED
    memo.counts[STATES_SEEN] += 1
    generation = memo.counts[CLEARINGS]
    number = k * doors + entrance
    first = tables.group_at[number]
    last = tables.group_at[number + 1]
    groups = tables.groups
    need = max(np.int64(0), target - points)
    old = stack.near[k] + stack.far[k]
    values = stack.value[k]
    highest = entries_bound(
        arrays,
        tables,
        bounds,
        updates,
        doors,
        k,
        entrance,
        lives,
        hand,
        yellow,
        points % POINTS_PER_RED,
        marker,
        charged,
        first,
        last,
        stack.far[k],
        old,
        need,
        values,
    )
    answer = NO
    switches = arrays.switches
    in_trace = switches[RED_IN_TRACE]
    wall_crows = np.int64(0)
    if switches[SCOPE_ALL]:
        wall_crows = arrays.crow_at[k + 2] - arrays.crow_at[k + 1]
    rows = updates[k]
    found = stack.found[k]
    for level in range(highest, need - 1, -1):
        for group in range(first, last):
            if values[group - first] != level:
                continue
            door = groups[group, DOOR]
            after, in_hand, spare = effect_outcome(
                tables.outcomes,
                tables.strings,
                tables.string_at,
                groups[group, EFFECT],
                lives,
                hand,
                yellow,
                points,
                in_trace,
            )
            if after == 0:
                continue
            total = points + groups[group, POINTS]
            reds = np.int64(0)
            if not in_trace:
                reds = earned_reds(total, most_reds) - earned_reds(points, most_reds)
            for member in range(groups[group, FIRST], groups[group, LAST]):
                if k > 0 and tables.placements[tables.members[member, 0], COVERS_OUTSIDE]:
                    continue
                near, far = _list_crows(arrays, tables, stack, doors, k, member, door, found)
                count = list_updates(
                    switches, near + far, wall_crows, marker, charged, after, in_hand, spare, rows
                )
                for row in range(count):
                    covered = rows[row, COVERED]
                    if k + 1 < cards - 1:
                        rest = chain_bound(
                            arrays,
                            tables,
                            bounds,
                            updates,
                            doors,
                            k + 1,
                            door,
                            rows[row, LIVES],
                            rows[row, HAND] + reds,
                            rows[row, YELLOW],
                            total % POINTS_PER_RED,
                            rows[row, MARKER],
                            rows[row, CHARGED],
                        )
                        if rest < 0 or total + rest < target:
                            continue
                    # The near crows that cubes cover are the set bits; far ones are all alike.
                    for mask in range(1 << near):
                        on_far = covered - bits(mask)
                        if on_far < 0 or on_far > far:
                            continue
                        stack.far[k + 1] = far - on_far
                        kept = 0
                        for index in range(near):
                            if not (mask >> index) & 1:
                                stack.x[k + 1, kept] = found[index, 0]
                                stack.y[k + 1, kept] = found[index, 1]
                                kept += 1
                        stack.near[k + 1] = kept
                        answer = still_makes(
                            arrays,
                            tables,
                            bounds,
                            updates,
                            memo,
                            stack,
                            doors,
                            k + 1,
                            door,
                            rows[row, MARKER],
                            rows[row, CHARGED],
                            rows[row, LIVES],
                            rows[row, HAND] + reds,
                            rows[row, YELLOW],
                            total,
                            target,
                            flag,
                        )
                        if answer != NO or covered == 0:
                            break
                    if answer != NO:
                        break
                if answer != NO:
                    break
            if answer != NO:
                break
        if answer != NO:
            break
    if answer == STOPPED:
        return STOPPED
    if memo.counts[CLEARINGS] != generation:
        node = find_node(memo, stack, k, entrance, marker, charged)
        if node < 0:
            return answer
    remember(memo, node, points, lives, cubes, yellow, target, answer)
    return answer
