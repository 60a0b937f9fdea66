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

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BLOCKS, INT, INTS, SHORTS
from bolets_solver.optimize.bounds.chain_bound import (
    Bounds,
    chain_bound,
    effect_outcome,
    enough_points,
    entries_bound,
    most_from,
)
from bolets_solver.optimize.bounds.crow_states import CROWS_TYPE, CrowStack, bits, list_crows
from bolets_solver.optimize.bounds.transposition_table import (
    CLEARINGS,
    MEMO_TYPE,
    NO,
    OPEN,
    STATES_LIMIT,
    STATES_SEEN,
    STOPPED,
    YES,
    Memo,
    clear_memo,
    find_node,
    recall,
    remember,
)
from bolets_solver.optimize.tables.deal_tables import COVERS_OUTSIDE, TABLES_TYPE, DealTables
from bolets_solver.optimize.tables.segment_table import DOOR, EFFECT, FIRST, LAST, POINTS
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    MOST_REDS,
    POINTS_PER_RED,
    RED_IN_TRACE,
    SCOPE_ALL,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.traces import earned_reds
from bolets_solver.optimize.tracing.updates import (
    CHARGED,
    COVERED,
    HAND,
    LIVES,
    MARKER,
    YELLOW,
    list_updates,
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
    last = tables.group_to[number]
    groups = tables.groups
    need = max(np.int64(0), target - points)
    # groups are sorted by points: the later ones cannot make the target whatever follows
    most = most_from(tables, doors, k + 1)
    last = enough_points(groups, first, last, need - most)
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
                near, far = list_crows(arrays, tables, stack, doors, k, member, door, found)
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
