"""The exact search: every rule kept, guided and cut by the two bounds.

``makes`` answers: can a game from here make ``target`` points? A depth-first search over
placements, then over all traces of a placement (enumerated anew, since also a trace that the tables
drop as dominated may leave other tiles free). A branch is entered only if the chain bound and the
crow bound allow it the target. What those bounds ignore is kept here: the tiles that no later card
may cover, that is the path, rocks and cubes (B-R10, B-R11), in the frame of the first card.

A state that failed is remembered with the forbidden tiles that a card still to come could reach;
the same state with a label nowhere better and at least those tiles forbidden fails too: whatever
card it could lay, and whatever it could trace, the other could. With ``crow_scope=all`` the cubes
that lie on the last card already must be the same, since they are rocks that a trace may use.
"""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import BLOCKS, INT, INTS, SHORTS
from bolets_solver.optimize.bounds.chain_bound import Bounds, chain_bound
from bolets_solver.optimize.bounds.crow_bound import still_makes
from bolets_solver.optimize.bounds.crow_states import CROWS_TYPE, CrowStack, bits, state_key
from bolets_solver.optimize.bounds.transposition_table import MEMO_TYPE, NO, STOPPED, YES, Memo
from bolets_solver.optimize.exact.failed_states import (
    EXACT_LIMIT,
    EXACT_SEEN,
    FAILURES_TYPE,
    Failures,
    known_failure,
    note_failure,
)
from bolets_solver.optimize.exact.found_game import GAME_TYPE, Game, write_turn
from bolets_solver.optimize.exact.map_crows import (
    gather_crows,
    is_choice,
    mask_wall_crows,
    set_crows,
)
from bolets_solver.optimize.exact.map_state import (
    MAP_TYPE,
    START_CARD,
    START_CUBES,
    START_PLACEMENT,
    Map,
    counting_wall_crows,
    covers_forbidden,
    forbidden_in_reach,
    packed_mask,
    pose_wall_card,
)
from bolets_solver.optimize.exact.traces import (
    TRACE_DOOR,
    TRACE_HAND,
    TRACE_LIVES,
    TRACE_POINTS,
    TRACE_VALUE,
    TRACE_YELLOW,
    forbid_trace,
    list_traces,
    value_placements,
)
from bolets_solver.optimize.tables.deal_tables import TABLES_TYPE, DealTables
from bolets_solver.optimize.tables.segment_table import FIRST, LAST
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    MOST_REDS,
    POINTS_PER_RED,
    RED_IN_TRACE,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.trace_arrays import WALK_TYPE, Walk
from bolets_solver.optimize.tracing.traces import earned_reds
from bolets_solver.optimize.tracing.updates import (
    CHARGED,
    COVERED,
    HAND,
    HIDDEN,
    LIVES,
    MARKER,
    YELLOW,
    list_updates,
)


@kernel(
    INT(
        *[ARRAYS_TYPE, TABLES_TYPE, SHORTS, BLOCKS, MEMO_TYPE, CROWS_TYPE],
        *[FAILURES_TYPE, MAP_TYPE, GAME_TYPE, WALK_TYPE],
        *[INT] * 10,
        INTS,
    ),
)
def makes(
    arrays: DealArrays,
    tables: DealTables,
    bounds: Bounds,
    updates: Ints,
    memo: Memo,
    stack: CrowStack,
    failures: Failures,
    terrain: Map,
    game: Game,
    walk: Walk,
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
    """Whether a game from here makes ``target`` points: NO (proven), YES (see ``game``), STOPPED.

    Card ``k``, the forbidden tiles and the crows are in ``terrain`` and ``stack``.
    """
    cards = arrays.width.shape[0]
    if k == cards - 1:
        return YES if points >= target else NO
    if flag[0] != 0 or failures.counts[EXACT_SEEN] >= failures.counts[EXACT_LIMIT]:
        return STOPPED
    n_masked = terrain.n_masked[k]
    held = hand + n_masked  # cubes on this card: the bounds count them as still in hand
    if k == terrain.start[START_CARD]:
        held += terrain.start[START_CUBES]
    elif k == terrain.start[START_CARD] + 1:
        held += terrain.waiting[1]
    most_reds = arrays.switches[MOST_REDS]
    cubes = held - earned_reds(points, most_reds)
    key = state_key(stack, k, entrance, marker, charged)
    mask = packed_mask(terrain, k)
    tiles = terrain.tiles[k]
    n_tiles = forbidden_in_reach(arrays, tables, terrain, doors, k, entrance)
    if known_failure(failures, key, mask, tiles, n_tiles, points, lives, cubes, yellow, target):
        return NO
    failures.counts[EXACT_SEEN] += 1
    label = (lives, held, yellow, points)
    need = max(np.int64(0), target - points)
    highest = value_placements(
        arrays,
        tables,
        bounds,
        updates,
        terrain,
        stack,
        doors,
        k,
        entrance,
        label,
        marker,
        charged,
        need,
    )
    number = k * doors + entrance
    if tables.group_at[number] == tables.group_to[number]:
        return NO
    # the placements of this table are numbered in a row
    member_from = tables.groups[tables.group_at[number], FIRST]
    member_to = tables.groups[tables.group_to[number] - 1, LAST]
    lowest_placement = tables.members[member_from, 0]
    highest_placement = lowest_placement
    for member in range(member_from, member_to):
        lowest_placement = min(lowest_placement, tables.members[member, 0])
        highest_placement = max(highest_placement, tables.members[member, 0])
    in_trace = arrays.switches[RED_IN_TRACE]
    wall_crows = counting_wall_crows(arrays, terrain, k)
    n_wall_crows = arrays.crow_at[k + 2] - arrays.crow_at[k + 1]
    lying = np.int64(0)  # cubes that lie on the wall card already
    if k == terrain.start[START_CARD]:
        lying = terrain.waiting[0] + terrain.waiting[1]
    found, ways = terrain.found[k], terrain.ways[k]
    traces, detail = terrain.rows[k], terrain.detail[k]
    real = (lives, hand, yellow, points)
    size = terrain.size[0]
    for level in range(highest, need - 1, -1):
        for placement in range(lowest_placement, highest_placement + 1):
            if terrain.value[k, placement] != level:
                continue
            terrain.size[0] = size  # the tiles of what was tried before are free again
            pose_wall_card(arrays, tables, terrain, k, placement)
            placed = k == terrain.start[START_CARD] and terrain.start[START_PLACEMENT] >= 0
            if not placed and covers_forbidden(arrays, terrain, k + 1):
                continue
            n_traces = list_traces(
                arrays,
                tables,
                bounds,
                updates,
                failures,
                terrain,
                doors,
                k,
                entrance,
                placement,
                real,
                marker,
                charged,
                target,
                walk,
                flag,
            )
            if flag[0] != 0 or n_traces < 0:
                return STOPPED
            best_trace = np.int64(0)
            for row in range(n_traces):
                best_trace = max(best_trace, traces[row, TRACE_VALUE])
            # the most promising first: by value, then as they were found
            for pick in range(n_traces * (best_trace - target + 1)):
                trace = traces[pick % n_traces]
                if trace[TRACE_VALUE] != best_trace - pick // n_traces:
                    continue
                door = trace[TRACE_DOOR]
                total = trace[TRACE_POINTS]
                reds = np.int64(0)
                if not in_trace:
                    reds = earned_reds(total, most_reds) - earned_reds(points, most_reds)
                count = gather_crows(arrays, tables, terrain, doors, k, trace, detail, found)
                n_ways = list_updates(
                    arrays.switches,
                    count,
                    wall_crows,
                    marker,
                    charged,
                    trace[TRACE_LIVES],
                    trace[TRACE_HAND],
                    trace[TRACE_YELLOW],
                    ways,
                )
                for way in range(n_ways):
                    covered, hidden = ways[way, COVERED], ways[way, HIDDEN]
                    in_hand = ways[way, HAND] - hidden
                    lives_left, yellow_left = ways[way, LIVES], ways[way, YELLOW]
                    if in_hand < 0:
                        lives_left += in_hand
                        yellow_left += in_hand
                        in_hand = np.int64(0)
                    if lives_left < 1:
                        continue
                    in_hand += reds
                    if k + 1 < cards - 1:
                        bound = chain_bound(
                            arrays,
                            tables,
                            bounds,
                            updates,
                            doors,
                            k + 1,
                            door,
                            lives_left,
                            in_hand + hidden + lying,
                            yellow_left,
                            total % POINTS_PER_RED,
                            ways[way, MARKER],
                            ways[way, CHARGED],
                        )
                        if bound < 0 or total + bound < target:
                            continue
                    for chosen in range(1 << count if covered else 1):
                        if not is_choice(found, count, chosen, covered):
                            continue
                        for under in range(1 << n_wall_crows if hidden else 1):
                            if bits(under) != hidden:
                                continue
                            terrain.size[0] = size
                            forbid_trace(arrays, terrain, k, trace, detail)
                            set_crows(terrain, stack, k + 1, found, count, chosen)
                            if not mask_wall_crows(arrays, terrain, k + 1, door, under):
                                continue
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
                                ways[way, MARKER],
                                ways[way, CHARGED],
                                lives_left,
                                in_hand + hidden + lying,
                                yellow_left,
                                total,
                                target,
                                flag,
                            )
                            if answer == YES:
                                answer = makes(
                                    arrays,
                                    tables,
                                    bounds,
                                    updates,
                                    memo,
                                    stack,
                                    failures,
                                    terrain,
                                    game,
                                    walk,
                                    doors,
                                    k + 1,
                                    door,
                                    ways[way, MARKER],
                                    ways[way, CHARGED],
                                    lives_left,
                                    in_hand,
                                    yellow_left,
                                    total,
                                    target,
                                    flag,
                                )
                            if answer == YES:
                                write_turn(
                                    arrays,
                                    terrain,
                                    game,
                                    k,
                                    placement,
                                    trace,
                                    detail,
                                    real,
                                    found,
                                    count,
                                    chosen,
                                    under,
                                )
                            if answer != NO:
                                terrain.size[0] = size
                                return answer
    terrain.size[0] = size
    note_failure(failures, key, mask, tiles, n_tiles, points, lives, cubes, yellow, target)
    return NO
