"""The exact search: every rule kept, guided and cut by the two bounds.

``makes`` answers: can a game from here make ``target`` points? A depth-first search over
placements, then over all traces of a placement (listed again, since also a trace that the tables
drop as dominated may leave other tiles free), then over the ways to lay cubes on crows. A branch is
entered only if the chain bound and the crow bound allow it the target. What those bounds ignore is
kept here: the tiles that no later card may cover, that is the path, rocks and cubes (B-R10, B-R11),
in the frame of the first card.

A state also fails if its key matches a failed one, its label is no better and its forbidden tiles,
as far as a card still to come could reach them, are a superset: whatever card it could lay, and
whatever it could trace, the other could. With ``crow_scope=all`` the cubes that lie on the last
card already are part of the key, since they are rocks that a trace may use.
"""

from __future__ import annotations

import numpy as np

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT
from bolets_solver.optimize.bounds.chain_bound import chain_bound
from bolets_solver.optimize.bounds.crow_bound import placement_makes, still_makes
from bolets_solver.optimize.bounds.crow_states import bits, state_key
from bolets_solver.optimize.bounds.updates import enter_card, list_updates, reds_at_update
from bolets_solver.optimize.exact.failed_states import known_failure, note_failure
from bolets_solver.optimize.exact.found_game import write_turn
from bolets_solver.optimize.exact.map_crows import (
    gather_crows,
    is_choice,
    mask_wall_crows,
    set_crows,
)
from bolets_solver.optimize.exact.map_state import (
    counting_wall_crows,
    covers_forbidden,
    forbidden_in_reach,
    packed_mask,
    pose_wall_card,
)
from bolets_solver.optimize.exact.traces import forbid_trace, list_traces, value_placements
from bolets_solver.optimize.state.failures import EXACT_LIMIT, EXACT_SEEN
from bolets_solver.optimize.state.map_arrays import (
    START_CARD,
    START_PLACEMENT,
    TRACE_DOOR,
    TRACE_HAND,
    TRACE_LIVES,
    TRACE_POINTS,
    TRACE_VALUE,
    TRACE_YELLOW,
)
from bolets_solver.optimize.state.memo import NO, STOPPED, YES
from bolets_solver.optimize.state.search_arrays import (
    COVERED,
    ENTRANCE,
    HAND,
    HELD,
    HIDDEN,
    LIVES,
    MARKER,
    PEAK,
    POINTS,
    SEARCH_TYPE,
    YELLOW,
    Search,
)
from bolets_solver.optimize.tables.deal_tables import table_number
from bolets_solver.optimize.tables.segment_table import FIRST, LAST
from bolets_solver.optimize.tracing.deal_arrays import MOST_REDS, Int
from bolets_solver.optimize.tracing.traces import earned_reds


@kernel(INT(SEARCH_TYPE, INT, INT))
def makes(search: Search, k: Int, target: Int) -> Int:
    """Whether a game from ``state[k]`` makes ``target`` points: NO (proven), YES, or STOPPED.

    The forbidden tiles and the crows are in ``map`` and ``crows``; after YES the game is in
    ``game``.
    """
    state, failures = search.state[k], search.failures
    points = state[POINTS]
    if k == search.deal.width.shape[0] - 1:
        return YES if points >= target else NO
    if search.flag[0] != 0 or failures.counts[EXACT_SEEN] >= failures.counts[EXACT_LIMIT]:
        return STOPPED
    entrance = state[ENTRANCE]
    first, second, third = state_key(search.crows, k, entrance, state[MARKER], state[PEAK])
    key = (first, second, third, packed_mask(search.map, k))
    # cubes less those that the points earned: see the crow bound
    cubes = state[HELD] - earned_reds(points, search.deal.switches[MOST_REDS])
    label = (points, state[LIVES], cubes, state[YELLOW])
    tiles = search.map.tiles[k]
    n_tiles = forbidden_in_reach(search.deal, search.tables, search.map, k, entrance)
    if known_failure(failures, key, label, tiles, n_tiles, target):
        return NO
    failures.counts[EXACT_SEEN] += 1
    number = table_number(search.tables, k, entrance)
    if search.tables.group_at[number] == search.tables.group_to[number]:
        return NO
    answer = _try_placements(search, k, target)
    if answer == NO:
        note_failure(failures, key, label, tiles, n_tiles, target)
    return answer


@kernel()
def _try_placements(search: Search, k: Int, target: Int) -> Int:
    """Try the placements that the bounds allow the target, the highest bound first."""
    need = max(np.int64(0), target - search.state[k, POINTS])
    highest = value_placements(search, k, need)
    lowest_number, highest_number = _placement_range(search, k)
    start = search.map.start
    is_placed = k == start[START_CARD] and start[START_PLACEMENT] >= 0
    for level in range(highest, need - 1, -1):
        for placement in range(lowest_number, highest_number + 1):
            if search.map.value[k, placement] != level:
                continue
            pose_wall_card(search.deal, search.tables, search.map, k, placement)
            # no rock, no cube (B-R10) and no tile of the path (B-R11) may be covered
            if not is_placed and covers_forbidden(search.deal, search.map, k + 1):
                continue
            answer = _try_placement(search, k, placement, is_placed, target)
            if answer != NO:
                return answer
    return NO


@kernel()
def _try_placement(search: Search, k: Int, placement: Int, is_placed: bool, target: Int) -> Int:
    """Try the traces of a placement if the crow bound allows it the target.

    To ask it costs little beside listing all traces. Within a trace (``is_placed``) it does not
    hold.
    """
    if not is_placed:
        answer = placement_makes(search, k, placement, target)
        if answer != YES:
            return answer
    return _try_traces(search, k, placement, target)


@kernel()
def _placement_range(search: Search, k: Int) -> tuple[Int, Int]:
    """The lowest and the highest number of a placement: those of a table stand in a row."""
    tables = search.tables
    number = table_number(tables, k, search.state[k, ENTRANCE])
    first = tables.groups[tables.group_at[number], FIRST]
    last = tables.groups[tables.group_to[number] - 1, LAST]
    lowest = tables.members[first, 0]
    highest = lowest
    for member in range(first, last):
        lowest = min(lowest, tables.members[member, 0])
        highest = max(highest, tables.members[member, 0])
    return lowest, highest


@kernel()
def _try_traces(search: Search, k: Int, placement: Int, target: Int) -> Int:
    """Try the traces under a placement, the most promising first: by value, then as found."""
    n_traces = list_traces(search, k, placement, target)
    if search.flag[0] != 0 or n_traces < 0:
        return STOPPED
    traces = search.map.rows[k]
    best = np.int64(0)
    for row in range(n_traces):
        best = max(best, traces[row, TRACE_VALUE])
    for pick in range(n_traces * (best - target + 1)):
        row = pick % n_traces
        if traces[row, TRACE_VALUE] == best - pick // n_traces:
            answer = _try_updates(search, k, placement, row, target)
            if answer != NO:
                return answer
    return NO


@kernel()
def _try_updates(search: Search, k: Int, placement: Int, row: Int, target: Int) -> Int:
    """Try the ways to lay cubes on crows between a trace and its update."""
    trace = search.map.rows[k, row]
    points, door = trace[TRACE_POINTS], trace[TRACE_DOOR]
    reds = reds_at_update(search.deal.switches, search.state[k, POINTS], points)
    count = gather_crows(
        search.deal, search.tables, search.map, k, trace, search.map.detail[k], search.map.found[k]
    )
    n_ways = list_updates(
        search,
        k,
        count,
        counting_wall_crows(search.deal, search.map, k),
        trace[TRACE_LIVES],
        trace[TRACE_HAND],
        trace[TRACE_YELLOW],
    )
    for way in range(n_ways):
        enter_card(search, k + 1, door, way, reds, points)
        if not _pay_hidden(search, k, way, reds):
            continue
        bound = chain_bound(search, k + 1)
        if bound < 0 or points + bound < target:
            continue
        answer = _try_covering(search, k, placement, row, way, count, target)
        if answer != NO:
            return answer
    return NO


@kernel()
def _pay_hidden(search: Search, k: Int, way: Int, reds: Int) -> bool:
    """Pay the cubes that an update lays on the wall card: False if that takes the last life.

    They come from the hand, then from the yellow ones (B-R31). On the card that is entered they are
    held with those that lie there since before the search began.
    """
    state, hidden = search.state[k + 1], search.updates[k, way, HIDDEN]
    bought = max(np.int64(0), hidden - search.updates[k, way, HAND])
    state[LIVES] -= bought
    state[YELLOW] -= bought
    state[HAND] += bought - hidden
    state[HELD] = state[HAND] + hidden
    if k == search.map.start[START_CARD]:
        state[HELD] += search.map.waiting[0] + search.map.waiting[1]
    return bool(state[LIVES] >= 1)


@kernel()
def _try_covering(
    search: Search, k: Int, placement: Int, row: Int, way: Int, count: Int, target: Int
) -> Int:
    """Try the choices of crows for the cubes of an update, and continue with the next card.

    ``count``: crows that can be seen; a set bit is a crow that a cube covers.
    """
    covered, hidden = search.updates[k, way, COVERED], search.updates[k, way, HIDDEN]
    n_wall_crows = search.deal.crow_at[k + 2] - search.deal.crow_at[k + 1]
    for chosen in range(1 << count if covered else 1):
        if not is_choice(search.map.found[k], count, chosen, covered):
            continue
        for under in range(1 << n_wall_crows if hidden else 1):
            if bits(under) != hidden:
                continue
            answer = _go_on(search, k, row, count, chosen, under, target)
            if answer == YES:
                write_turn(search, k, placement, row, count, chosen, under)
            if answer != NO:
                return answer
    return NO


@kernel()
def _go_on(
    search: Search, k: Int, row: Int, count: Int, chosen: Int, under: Int, target: Int
) -> Int:
    """Whether a game with this trace and these cubes makes the target."""
    grown, found = search.map, search.map.found[k]
    size = grown.size[0]
    forbid_trace(search.deal, grown, k, grown.rows[k, row], grown.detail[k])
    set_crows(grown, search.crows, k + 1, found, count, chosen)
    answer = np.int64(NO)
    if mask_wall_crows(search.deal, grown, k + 1, search.state[k + 1, ENTRANCE], under):
        answer = still_makes(search, k + 1, target)
        if answer == YES:
            answer = makes(search, k + 1, target)
    grown.size[0] = size  # the tiles of this trace may be covered again
    return answer
