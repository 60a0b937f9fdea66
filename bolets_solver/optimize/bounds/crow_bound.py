"""The crow bound: where every visible crow lies is kept, only covering is relaxed.

``still_makes`` answers: can a game from this state still make ``target`` points, if the paths,
rocks and cubes of older cards may be covered? Every other rule holds, so a no is a proof. It is a
depth-first search over table entries; an entry is tried only if the chain bound allows it the
target, and every answer is remembered.

State: the last card and its entrance, marker, peak (what ``crow_loss=once`` charged), the visible
crows outside the last card, and the label (points, lives, cubes, yellow left). Crows are kept in
the frame of the last card, as positions if a card still to come may cover them and as a count if
none can reach them. Answers are kept per state without label; a label that is nowhere better than
one that failed fails, one nowhere worse than one that succeeded succeeds. Cubes are compared as
cubes in hand less red ones earned, since a game with more points has its next red cube nearer or in
hand. More points, lives, cubes or yellow cubes are never worse (see ``effects``); crows are
compared for equality only, since fewer visible crows can be worse: a rise is charged from the old
marker.

A state is tried only if it makes the target even when every near crow becomes *vague*: its place is
forgotten, so that it may vanish at any turn. No game is lost by that. Many states differ
in such places only, so the question is asked once for all of them; and unlike the chain bound it
keeps the places of all crows from the last card on. Vague crows are a count. No cube is laid on
them, for they may vanish for nothing.

Cubes cover crows (B-R29, B-Q35) only at the end of a trace and only as many as lower what the
update costs. Laying fewer and the same crow one turn later, first thing, costs no more there: the
old marker is one higher, so no rise is dearer, and the cube is still in hand, or its life not yet
paid. With ``crow_scope=all`` cubes on the wall card's crows are laid on credit as in
``chain_bound``.

Two tiles are known to be walked whatever came before: the entrance and, but on the first card, the
tile outside it. No placement in the tables covers them; that is the part of "no path is covered"
kept here.
"""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT
from bolets_solver.optimize.bounds.chain_bound import bound_after, bound_groups, useful_groups
from bolets_solver.optimize.bounds.crow_states import bits, keep_crows, list_crows
from bolets_solver.optimize.bounds.transposition_table import (
    clear_memo,
    find_node,
    recall,
    remember,
)
from bolets_solver.optimize.bounds.updates import (
    enter_card,
    list_updates,
    reds_at_update,
    wall_crows_counting,
)
from bolets_solver.optimize.state.memo import (
    CLEARINGS,
    NO,
    OPEN,
    STATES_LIMIT,
    STATES_SEEN,
    STOPPED,
    YES,
)
from bolets_solver.optimize.state.search_arrays import (
    COVERED,
    ENTRANCE,
    HELD,
    LIVES,
    MARKER,
    PEAK,
    POINTS,
    SEARCH_TYPE,
    YELLOW,
    Search,
)
from bolets_solver.optimize.tables.deal_tables import table_number
from bolets_solver.optimize.tables.segment_table import DOOR, EFFECT, FIRST, LAST
from bolets_solver.optimize.tables.segment_table import POINTS as ENTRY_POINTS
from bolets_solver.optimize.tracing.deal_arrays import MOST_REDS, RED_IN_TRACE, Int
from bolets_solver.optimize.tracing.effects import effect_outcome
from bolets_solver.optimize.tracing.traces import earned_reds

ANY = -1
"""In place of the number of a placement."""


@kernel(INT(SEARCH_TYPE, INT, INT))
def still_makes(search: Search, k: Int, target: Int) -> Int:
    """Whether a game from ``state[k]`` may make ``target`` points: NO (proven), YES, or STOPPED.

    The visible crows outside card ``k`` are in ``crows``, and stay there.
    """
    state, memo = search.state[k], search.memo
    points, lives, yellow = state[POINTS], state[LIVES], state[YELLOW]
    if k == search.deal.width.shape[0] - 1:
        return YES if points >= target else NO
    cubes = state[HELD] - earned_reds(points, search.deal.switches[MOST_REDS])
    node = _node(search, k)
    if node < 0:
        clear_memo(memo)
        node = _node(search, k)
    answer = recall(memo, node, points, lives, cubes, yellow, target)
    if answer != OPEN:
        return answer
    if search.flag[0] != 0 or memo.counts[STATES_SEEN] >= memo.counts[STATES_LIMIT]:
        return STOPPED
    memo.counts[STATES_SEEN] += 1
    generation = memo.counts[CLEARINGS]
    answer = _makes_vaguely(search, k, target)
    if answer == YES:
        answer = _try_groups(search, k, target)
    if answer == STOPPED:
        return STOPPED
    if memo.counts[CLEARINGS] != generation:  # the node is gone
        node = _node(search, k)
        if node < 0:
            return answer
    remember(memo, node, points, lives, cubes, yellow, target, answer)
    return answer


@kernel()
def _makes_vaguely(search: Search, k: Int, target: Int) -> Int:
    """What ``still_makes`` answers if every near crow is vague: YES if none is near."""
    crows = search.crows
    near, vague = crows.near[k], crows.vague[k]
    if near == 0:
        return np.int64(YES)
    crows.near[k], crows.vague[k] = 0, vague + near
    answer = still_makes(search, k, target)
    crows.near[k], crows.vague[k] = near, vague
    return answer


@kernel()
def _node(search: Search, k: Int) -> Int:
    """The number of the node of ``state[k]``, -1 if there is no room for it."""
    state = search.state[k]
    return find_node(search.memo, search.crows, k, state[ENTRANCE], state[MARKER], state[PEAK])


@kernel()
def _try_groups(search: Search, k: Int, target: Int) -> Int:
    """Try the groups of entries that the chain bound allows the target, highest bound first."""
    number = table_number(search.tables, k, search.state[k, ENTRANCE])
    need = max(np.int64(0), target - search.state[k, POINTS])
    first, last = search.tables.group_at[number], useful_groups(search, k, need)
    highest = bound_groups(search, k, first, last, need)
    values = search.crows.value[k]
    for level in range(highest, need - 1, -1):
        for group in range(first, last):
            if values[group - first] == level:
                answer = _try_group(search, k, group, ANY, target)
                if answer != NO:
                    return answer
    return NO


@kernel()
def _try_group(search: Search, k: Int, group: Int, placement: Int, target: Int) -> Int:
    """Try the entries of a group, with a placement or ANY: they differ in that and in crows left.

    Of the vague crows any number may stay visible.
    """
    tables, switches, state = search.tables, search.deal.switches, search.state[k]
    entry = tables.groups[group]
    door, points = entry[DOOR], state[POINTS]
    lives, hand, yellow = effect_outcome(
        tables.effects,
        entry[EFFECT],
        state[LIVES],
        state[HELD],
        state[YELLOW],
        points,
        switches[RED_IN_TRACE],
    )
    if lives == 0:  # dead within the trace (B-R37)
        return NO
    total = points + entry[ENTRY_POINTS]
    reds = reds_at_update(switches, points, total)
    wall_crows = wall_crows_counting(search, k)
    for member in range(entry[FIRST], entry[LAST]):
        if placement != ANY and tables.members[member, 0] != placement:
            continue
        near, far = list_crows(search, k, member, door)
        for vague in range(search.crows.vague[k] + 1):
            shown = near + far + vague
            for way in range(list_updates(search, k, shown, wall_crows, lives, hand, yellow)):
                rest = bound_after(search, k, door, way, reds, total)
                if rest < 0 or total + rest < target:
                    continue
                enter_card(search, k + 1, door, way, reds, total)
                covered = search.updates[k, way, COVERED]
                answer = _try_covering(search, k, covered, near, far, vague, target)
                if answer != NO:
                    return answer
    return NO


@kernel()
def placement_makes(search: Search, k: Int, placement: Int, target: Int) -> Int:
    """What ``still_makes`` answers if the next card lies as a placement of the tables says."""
    number = table_number(search.tables, k, search.state[k, ENTRANCE])
    need = max(np.int64(0), target - search.state[k, POINTS])
    for group in range(search.tables.group_at[number], useful_groups(search, k, need)):
        answer = _try_group(search, k, group, placement, target)
        if answer != NO:
            return answer
    return np.int64(NO)


@kernel()
def _try_covering(
    search: Search, k: Int, covered: Int, near: Int, far: Int, vague: Int, target: Int
) -> Int:
    """Cover a number of visible crows in every way that differs, and continue.

    Near crows that are covered are the set bits of a number; far ones are all alike, and vague ones
    are not covered.
    """
    for mask in range(1 << near):
        far_covered = covered - bits(mask)
        if far_covered < 0 or far_covered > far:
            continue
        # a covered crow is out of sight for good (B-R26, B-R30)
        keep_crows(search.crows, k + 1, mask, near, far - far_covered, vague)
        answer = still_makes(search, k + 1, target)
        if answer != NO or covered == 0:
            return answer
    return NO
