"""Crows on the map of the exact search: which are seen after a trace, which cubes cover."""

from __future__ import annotations

from bolets_solver.jit import kernel
from bolets_solver.optimize.bounds.crow_states import bits, within_reach
from bolets_solver.optimize.exact.map_state import forbid, map_x, map_y
from bolets_solver.optimize.state.crow_stack import CrowStack
from bolets_solver.optimize.state.map_arrays import (
    START_CARD,
    TRACE_AT,
    TRACE_CROWS,
    TRACE_DOOR,
    TRACE_TILES,
    Map,
)
from bolets_solver.optimize.tables.deal_tables import DealTables, table_number
from bolets_solver.optimize.tracing.board import entrance_cell
from bolets_solver.optimize.tracing.deal_arrays import DealArrays, Int, Ints
from bolets_solver.optimize.tracing.rotations import printed_x, printed_y


@kernel()
def gather_crows(
    arrays: DealArrays,
    tables: DealTables,
    map_: Map,
    k: Int,
    trace: Ints,
    detail: Ints,
    found: Ints,
) -> Int:
    """List the crows that can be seen after a trace, but for cubes.

    Fills ``found`` with rows x, y on the map, x, y in the frame of card ``k + 1``, and whether a
    card still to come may reach the tile; returns their number.
    """
    left, top = map_.pose[k + 1, 1], map_.pose[k + 1, 2]
    turns = map_.pose[k + 1, 0]
    width, height = arrays.width[k + 1], arrays.height[k + 1]
    number = table_number(tables, k + 1, trace[TRACE_DOOR])
    count = 0
    begin_crows = trace[TRACE_AT] + 2 * trace[TRACE_TILES]
    for index in range(map_.crows[k] + trace[TRACE_CROWS]):
        if index < map_.crows[k]:
            x, y = map_.crow[k, 2 * index], map_.crow[k, 2 * index + 1]
        else:
            crow = arrays.crow_at[k] + detail[begin_crows + index - map_.crows[k]]
            cx, cy = arrays.crows[crow, 0], arrays.crows[crow, 1]
            x = map_x(arrays, map_, k, cx, cy)
            y = map_y(arrays, map_, k, cx, cy)
        px = printed_x(x - left, y - top, width, height, turns)
        py = printed_y(x - left, y - top, width, height, turns)
        if 0 <= px < width and 0 <= py < height:
            continue
        found[count, 0], found[count, 1] = x, y
        found[count, 2], found[count, 3] = px, py
        found[count, 4] = within_reach(tables, number, px, py)
        count += 1
    return count


@kernel()
def is_choice(found: Ints, count: Int, mask: Int, covered: Int) -> bool:
    """Whether covering the crows of ``mask`` is one of the choices to be tried.

    Crows out of reach are all alike: only the first of them are covered.
    """
    if bits(mask) != covered:
        return False
    skipped = False
    for index in range(count):
        if found[index, 4]:
            continue
        if (mask >> index) & 1:
            if skipped:
                return False
        else:
            skipped = True
    return True


@kernel()
def set_crows(map_: Map, stack: CrowStack, k: Int, found: Ints, count: Int, mask: Int) -> None:
    """Make the crows that stay visible those of card ``k``; forbid the covered ones' tiles."""
    shown = 0
    near = 0
    far = 0
    for index in range(count):
        if (mask >> index) & 1:
            forbid(map_, found[index, 0], found[index, 1])
            continue
        map_.crow[k, 2 * shown] = found[index, 0]
        map_.crow[k, 2 * shown + 1] = found[index, 1]
        shown += 1
        if found[index, 4]:
            stack.x[k, near], stack.y[k, near] = found[index, 2], found[index, 3]
            near += 1
        else:
            far += 1
    map_.crows[k] = shown
    stack.near[k] = near
    stack.far[k] = far
    stack.vague[k] = 0


@kernel()
def _waits(map_: Map, crow: Int) -> bool:
    """Whether a cube lay on this crow of the wall card when the search began."""
    waits = False
    for index in range(map_.waiting[0]):
        waits = waits or map_.waiting[2 + index] == crow
    return waits


@kernel()
def mask_wall_crows(arrays: DealArrays, map_: Map, k: Int, entrance: Int, mask: Int) -> bool:
    """Lay cubes on the crows of card ``k`` in ``mask``; False if one lies on the entrance tile."""
    door = arrays.door_at[k] + entrance
    first = arrays.crow_at[k]
    n_masked = 0
    begun = k == map_.start[START_CARD] + 1
    if begun and map_.begun[1, entrance_cell(arrays, k, entrance)] != 0:
        return False
    for crow in range(arrays.crow_at[k + 1] - first):
        chosen = mask != 0 and (mask >> crow) & 1
        if begun and _waits(map_, crow):
            if chosen:
                return False
            map_.masked[k, n_masked] = crow
            n_masked += 1
            continue
        if not chosen:
            continue
        x, y = arrays.crows[first + crow, 0], arrays.crows[first + crow, 1]
        if x == arrays.doors[door, 0] and y == arrays.doors[door, 1]:  # on the path (B-Q20, B-Q33)
            return False
        map_.masked[k, n_masked] = crow
        n_masked += 1
        forbid(map_, map_x(arrays, map_, k, x, y), map_y(arrays, map_, k, x, y))
    map_.n_masked[k] = n_masked
    return True
