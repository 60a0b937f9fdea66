"""The exact search: every rule kept, guided and cut by the two bounds.

``makes`` answers: can a game from here make ``target`` points? A depth-first search over placements,
then over all traces of a placement (enumerated anew, since also a trace that the tables drop as
dominated may leave other tiles free). A branch is entered only if the chain bound and the crow bound
allow it the target. What those bounds ignore is kept here: the tiles that no later card may cover,
that is the path, rocks and cubes (B-R10, B-R11), in the frame of the first card.

A state that failed is remembered with the forbidden tiles that a card still to come could reach; the
same state with a label nowhere better and at least those tiles forbidden fails too: whatever card it
could lay, and whatever it could trace, the other could. With ``crow_scope=all`` the cubes that lie on
the last card already must be the same, since they are rocks that a trace may use.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bolets_solver.optimize.chain import (
    CHARGED,
    COVERED,
    HAND,
    HIDDEN,
    LIVES,
    MARKER,
    MOST_UPDATES,
    TABLES_TYPE,
    YELLOW,
    chain_bound,
    entries_bound,
    list_updates,
)
from bolets_solver.optimize.crows import (
    CROWS_TYPE,
    MEMO_TYPE,
    MOST_LISTED,
    NO,
    NO_LIMIT,
    STOPPED,
    YES,
    bits,
    hash_words,
    printed_x,
    printed_y,
    state_key,
    still_makes,
    within_reach,
)
from bolets_solver.optimize.deal_arrays import (
    FREE,
    MAX_CUBES,
    MOST_REDS,
    OBSTACLE,
    POINTS_PER_RED,
    RED_IN_TRACE,
    SCOPE_ALL,
    DealArrays,
    Ints,
)
from bolets_solver.optimize.deal_tables import (
    BOTTOM_SIDE,
    COVERS_OUTSIDE,
    LEFT_SIDE,
    RIGHT_SIDE,
    TOP_SIDE,
    TURNS,
    DealTables,
)
from bolets_solver.optimize.kernel_types import (
    BLOCKS,
    BYTES,
    INT,
    INTS,
    ROWS,
    SHORT_ROWS,
    SHORTS,
    WORDS,
    record_type,
)
from bolets_solver.optimize.tables import DOOR, FIRST, LAST, MOST_CROWS, POINTS
from bolets_solver.optimize.walk import (
    ARRAYS_TYPE,
    DEPTH,
    EXIT_DOOR,
    EXIT_HEADING,
    Walk,
    advance,
    begin,
    earned_reds,
    lay_board,
    put_wall_card,
    turned_x,
    turned_y,
)

N_RECORDS, N_TILES, EXACT_SEEN, EXACT_LIMIT = range(4)
"""Indices of ``Failures.count``."""

PLACEMENT, EXIT, TRACE_LENGTH, N_COVERS = range(4)
BEGIN_LIVES, BEGIN_HAND, BEGIN_YELLOW, BEGIN_POINTS, LEAVE = range(4, 9)
"""Columns of ``Game.turn``."""

_OFFSET = 1 << 14


class Failures(NamedTuple):
    """States that failed: rows of key words and cubes on the last card; labels with the target.

    ``tiles[at[i]:at[i] + length[i]]``: the sorted forbidden tiles of record i. Emptied when full.
    """

    bucket: NDArray[np.int32]
    next_record: NDArray[np.int32]
    key: Ints
    label: NDArray[np.int16]
    at: Ints
    length: NDArray[np.int32]
    tiles: NDArray[np.int32]
    count: Ints


class Map(NamedTuple):
    """The map while it grows; everything but ``masked`` in the frame of the first card.

    ``pose[k]``: quarter turns and top-left tile of card k. ``forbidden[:size[0]]``: tiles no card may
    cover. ``crow[k, :crows[k]]``: visible crows outside card k. ``masked[k, :n_masked[k]]``: numbers of
    the crows of card k that cubes cover before it is traced. ``value``: bounds of placements.
    """

    pose: Ints
    forbidden: Ints
    size: Ints
    crow: Ints
    crows: Ints
    masked: Ints
    n_masked: Ints
    value: NDArray[np.int16]


class Game(NamedTuple):
    """The game that succeeded, a row a turn: see the columns above.

    ``trace[k]``: padded tile numbers of the path on card k; ``laid[k, i]``: 1 if at its i-th tile a cube
    was laid ahead; ``cover[k]``: tiles covered by cubes before the update, x and y in turn.
    """

    turn: Ints
    trace: Ints
    laid: NDArray[np.int8]
    cover: Ints


def new_failures(records: int) -> Failures:
    """Return an empty memory for so many failed states."""
    buckets = 1 << max(10, int(records // 2).bit_length())
    return Failures(
        bucket=np.full(buckets, -1, dtype=np.int32),
        next_record=np.empty(records, dtype=np.int32),
        key=np.empty((records, 4), dtype=np.int64),
        label=np.empty((records, 5), dtype=np.int16),
        at=np.empty(records, dtype=np.int64),
        length=np.empty(records, dtype=np.int32),
        tiles=np.empty(24 * records, dtype=np.int32),
        count=np.array([0, 0, 0, NO_LIMIT], dtype=np.int64),
    )


def new_map(arrays: DealArrays, tables: DealTables) -> Map:
    """Return an empty map with room for every game of a deal."""
    cards = len(arrays.width)
    room = int(np.sum(arrays.width * arrays.height)) + 16
    return Map(
        pose=np.zeros((cards, 3), dtype=np.int64),
        forbidden=np.zeros((room, 2), dtype=np.int64),
        size=np.zeros(1, dtype=np.int64),
        crow=np.zeros((cards, 2 * MOST_LISTED), dtype=np.int64),
        crows=np.zeros(cards, dtype=np.int64),
        masked=np.zeros((cards, MAX_CUBES), dtype=np.int64),
        n_masked=np.zeros(cards, dtype=np.int64),
        value=np.full((cards, len(tables.placements) + 1), -1, dtype=np.int16),
    )


def new_game(arrays: DealArrays) -> Game:
    """Return a game with room for every turn of a deal."""
    cards = len(arrays.width)
    cells = int(np.max(arrays.width * arrays.height)) + 2
    return Game(
        turn=np.zeros((cards, 9), dtype=np.int64),
        trace=np.zeros((cards, cells), dtype=np.int64),
        laid=np.zeros((cards, cells), dtype=np.int8),
        cover=np.zeros((cards, 2 * MAX_CUBES), dtype=np.int64),
    )


FAILURES_TYPE = record_type(
    Failures,
    bucket=WORDS,
    next_record=WORDS,
    key=ROWS,
    label=SHORT_ROWS,
    at=INTS,
    length=WORDS,
    tiles=WORDS,
    count=INTS,
)

MAP_TYPE = record_type(
    Map,
    pose=ROWS,
    forbidden=ROWS,
    size=INTS,
    crow=ROWS,
    crows=INTS,
    masked=ROWS,
    n_masked=INTS,
    value=SHORT_ROWS,
)

GAME_TYPE = record_type(Game, turn=ROWS, trace=ROWS, laid=BYTES.copy(ndim=2), cover=ROWS)

WALK_TYPE = record_type(
    Walk,
    ground=BYTES,
    item=BYTES,
    exits=SHORTS,
    tile=INTS,
    heading=INTS,
    option=INTS,
    cube=INTS,
    n_events=INTS,
    mushrooms=INTS,
    points=INTS,
    cubes=INTS,
    lives=INTS,
    hand=INTS,
    yellow=INTS,
    code=INTS,
    events=BYTES,
    scalar=INTS,
)


@njit(cache=True, nogil=True)
def _map_x(arrays, terrain, k, x, y):
    """X on the map of a printed tile of card ``k``."""
    pose = terrain.pose
    return pose[k, 1] + turned_x(x, y, arrays.width[k], arrays.height[k], pose[k, 0])


@njit(cache=True, nogil=True)
def _map_y(arrays, terrain, k, x, y):
    """Y on the map of a printed tile of card ``k``."""
    pose = terrain.pose
    return pose[k, 2] + turned_y(x, y, arrays.width[k], arrays.height[k], pose[k, 0])


@njit(cache=True, nogil=True)
def _pose_wall_card(arrays, tables, terrain, k, placement):
    """Set the pose of card ``k + 1`` from a placement in the frame of card ``k``."""
    place = tables.placements[placement]
    left, top = place[LEFT_SIDE], place[TOP_SIDE]
    right, bottom = place[RIGHT_SIDE] - 1, place[BOTTOM_SIDE] - 1
    one_x, one_y = _map_x(arrays, terrain, k, left, top), _map_y(arrays, terrain, k, left, top)
    two_x = _map_x(arrays, terrain, k, right, bottom)
    two_y = _map_y(arrays, terrain, k, right, bottom)
    terrain.pose[k + 1, 0] = (terrain.pose[k, 0] + place[TURNS]) & 3
    terrain.pose[k + 1, 1] = min(one_x, two_x)
    terrain.pose[k + 1, 2] = min(one_y, two_y)


@njit(cache=True, nogil=True)
def _covers_forbidden(arrays, terrain, k):
    """Whether card ``k`` as posed covers a forbidden tile."""
    left, top = terrain.pose[k, 1], terrain.pose[k, 2]
    across, down = arrays.width[k], arrays.height[k]
    if terrain.pose[k, 0] & 1:
        across, down = down, across
    for index in range(terrain.size[0]):
        x, y = terrain.forbidden[index, 0] - left, terrain.forbidden[index, 1] - top
        if 0 <= x < across and 0 <= y < down:
            return True
    return False


@njit(cache=True, nogil=True)
def _forbid(terrain, x, y):
    """Add a tile that no card may cover."""
    size = terrain.size[0]
    terrain.forbidden[size, 0] = x
    terrain.forbidden[size, 1] = y
    terrain.size[0] = size + 1


@njit(cache=True, nogil=True)
def _forbidden_in_reach(arrays, tables, terrain, doors, k, entrance):
    """The forbidden tiles beside card ``k`` that a later card may cover: sorted, packed, its frame."""
    found = np.empty(terrain.size[0], dtype=np.int32)
    count = 0
    turns, left, top = terrain.pose[k, 0], terrain.pose[k, 1], terrain.pose[k, 2]
    width, height = arrays.width[k], arrays.height[k]
    number = k * doors + entrance
    for index in range(terrain.size[0]):
        x, y = terrain.forbidden[index, 0] - left, terrain.forbidden[index, 1] - top
        px = printed_x(x, y, width, height, turns)
        py = printed_y(x, y, width, height, turns)
        if 0 <= px < width and 0 <= py < height:
            continue
        if within_reach(tables, number, px, py):
            found[count] = ((px + _OFFSET) << 15) | (py + _OFFSET)
            count += 1
    tiles = found[:count]
    tiles.sort()
    return tiles


@njit(cache=True, nogil=True)
def _packed_mask(terrain, k):
    """The crows of card ``k`` under cubes as one word; their numbers ascend."""
    word = np.int64(0)
    for index in range(terrain.n_masked[k]):
        word = (word << 8) | (terrain.masked[k, index] + 1)
    return word


@njit(cache=True, nogil=True)
def _subset(some, more, begin, length):
    """Whether the sorted tiles ``more[begin:begin + length]`` are all among the sorted ``some``."""
    place = 0
    for index in range(begin, begin + length):
        while place < some.shape[0] and some[place] < more[index]:
            place += 1
        if place == some.shape[0] or some[place] != more[index]:
            return False
    return True


@njit(cache=True, nogil=True)
def _known_failure(failures, key, mask, tiles, points, lives, cubes, yellow, target):
    """Whether a remembered failure settles this state."""
    slot = hash_words(key[0], key[1], key[2] ^ (mask << 31)) & (failures.bucket.shape[0] - 1)
    record = failures.bucket[slot]
    label = failures.label
    while record >= 0:
        if (
            failures.key[record, 0] == key[0]
            and failures.key[record, 1] == key[1]
            and failures.key[record, 2] == key[2]
            and failures.key[record, 3] == mask
            and label[record, 4] <= target
            and label[record, 0] >= points
            and label[record, 1] >= lives
            and label[record, 2] >= cubes
            and label[record, 3] >= yellow
            and _subset(tiles, failures.tiles, failures.at[record], failures.length[record])
        ):
            return True
        record = failures.next_record[record]
    return False


@njit(cache=True, nogil=True)
def _note_failure(failures, key, mask, tiles, points, lives, cubes, yellow, target):
    """Remember that a state does not make ``target`` points."""
    record = failures.count[N_RECORDS]
    at = failures.count[N_TILES]
    full = record == failures.at.shape[0] or at + tiles.shape[0] > failures.tiles.shape[0]
    if full:
        failures.bucket[:] = -1
        record, at = 0, 0
    slot = hash_words(key[0], key[1], key[2] ^ (mask << 31)) & (failures.bucket.shape[0] - 1)
    failures.key[record, 0], failures.key[record, 1] = key[0], key[1]
    failures.key[record, 2], failures.key[record, 3] = key[2], mask
    label = failures.label
    label[record, 0], label[record, 1], label[record, 2] = points, lives, cubes
    label[record, 3], label[record, 4] = yellow, target
    failures.at[record] = at
    failures.length[record] = tiles.shape[0]
    for index in range(tiles.shape[0]):
        failures.tiles[at + index] = tiles[index]
    failures.next_record[record] = failures.bucket[slot]
    failures.bucket[slot] = record
    failures.count[N_RECORDS] = record + 1
    failures.count[N_TILES] = at + tiles.shape[0]


@njit(cache=True, nogil=True)
def _value_placements(
    arrays, tables, bounds, updates, terrain, stack, doors, k, entrance, label, marker, charged, need
):
    """Set ``terrain.value`` of this table's placements to their chain bounds; return the highest.

    ``label``: lives, cubes (those on this card counted as in hand), yellow left, points.
    """
    number = k * doors + entrance
    groups, members = tables.groups, tables.members
    first, last = tables.group_at[number], tables.group_at[number + 1]
    value_of = terrain.value[k]
    for group in range(first, last):
        for member in range(groups[group, FIRST], groups[group, LAST]):
            value_of[members[member, 0]] = -1
    highest = entries_bound(
        arrays,
        tables,
        bounds,
        updates,
        doors,
        k,
        entrance,
        label[0],
        label[1],
        label[2],
        label[3] % POINTS_PER_RED,
        marker,
        charged,
        first,
        last,
        stack.far[k],
        stack.near[k] + stack.far[k],
        need,
        stack.value[k],
    )
    for group in range(first, last):
        value = stack.value[k, group - first]
        if value < need:
            continue
        for member in range(groups[group, FIRST], groups[group, LAST]):
            placement = members[member, 0]
            if k > 0 and tables.placements[placement, COVERS_OUTSIDE]:
                continue
            value_of[placement] = max(value_of[placement], value)
    return highest


@njit(cache=True, nogil=True)
def _lay_cards(arrays, tables, terrain, k, entrance, placement, walk):
    """Put card ``k``, the cubes on it and the wall card on the board."""
    lay_board(arrays, k, entrance, walk)
    stride = arrays.width[k] + 2
    for index in range(terrain.n_masked[k]):
        crow = arrays.crow_at[k] + terrain.masked[k, index]
        cell = (arrays.crows[crow, 1] + 1) * stride + arrays.crows[crow, 0] + 1
        walk.ground[cell] = OBSTACLE
    place = tables.placements[placement]
    put_wall_card(
        arrays, k, entrance, k + 1, place[TURNS], place[LEFT_SIDE], place[TOP_SIDE], walk
    )


@njit(cache=True, nogil=True)
def _old_crows_left(arrays, terrain, k):
    """How many visible crows outside card ``k`` card ``k + 1`` as posed leaves uncovered."""
    left, top = terrain.pose[k + 1, 1], terrain.pose[k + 1, 2]
    across, down = arrays.width[k + 1], arrays.height[k + 1]
    if terrain.pose[k + 1, 0] & 1:
        across, down = down, across
    count = 0
    for index in range(terrain.crows[k]):
        x, y = terrain.crow[k, 2 * index] - left, terrain.crow[k, 2 * index + 1] - top
        if not (0 <= x < across and 0 <= y < down):
            count += 1
    return count


@njit(cache=True, nogil=True)
def _grown_rows(array, size):
    if array.shape[0] >= size:
        return array
    larger = np.empty((max(size, 2 * array.shape[0]), array.shape[1]), dtype=array.dtype)
    larger[: array.shape[0]] = array
    return larger


@njit(cache=True, nogil=True)
def _grown_list(array, size):
    if array.shape[0] >= size:
        return array
    larger = np.empty(max(size, 2 * array.shape[0]), dtype=array.dtype)
    larger[: array.shape[0]] = array
    return larger


TRACE_DOOR, TRACE_LIVES, TRACE_HAND, TRACE_YELLOW, TRACE_POINTS = range(5)
TRACE_VALUE, TRACE_AT, TRACE_TILES, TRACE_CROWS, TRACE_HEADING = range(5, 10)
"""Columns of the rows of :func:`_list_traces`."""


@njit(cache=True, nogil=True)
def _list_traces(
    arrays,
    tables,
    bounds,
    updates,
    terrain,
    doors,
    k,
    entrance,
    placement,
    label,
    marker,
    charged,
    target,
    walk,
    flag,
):
    """List the traces of a placement whose chain bound allows the target.

    Returns rows (see above) and the list that they point into: for each trace its tiles, each followed
    by the tile ahead on which a cube was laid there or -1, then the numbers of the crows left visible on card k.
    """
    cards = arrays.width.shape[0]
    in_trace = arrays.switches[RED_IN_TRACE]
    most_reds = arrays.switches[MOST_REDS]
    wall_crows = np.int64(0)
    if arrays.switches[SCOPE_ALL]:
        wall_crows = arrays.crow_at[k + 2] - arrays.crow_at[k + 1]
    lives, hand, yellow, points = label[0], label[1], label[2], label[3]
    old = _old_crows_left(arrays, terrain, k)
    stride = arrays.width[k] + 2
    first_crow, last_crow = arrays.crow_at[k], arrays.crow_at[k + 1]
    rows = np.empty((16, 10), dtype=np.int64)
    detail = np.empty(512, dtype=np.int64)
    ways = np.empty((MOST_UPDATES, 7), dtype=np.int64)
    n_rows = 0
    used = 0
    _lay_cards(arrays, tables, terrain, k, entrance, placement, walk)
    begin(arrays, k, entrance, points, lives, hand, yellow, k > 0, walk)
    while advance(arrays, k, walk, flag):
        depth = walk.scalar[DEPTH]
        door = walk.scalar[EXIT_DOOR]
        total = points + walk.points[depth]
        rest = tables.most_points[(k + 1) * doors + door]
        if rest < 0 or total + rest < target:
            continue
        detail = _grown_list(detail, used + 2 * depth + 2 + last_crow - first_crow)
        left = 0
        for crow in range(first_crow, last_crow):
            cell = (arrays.crows[crow, 1] + 1) * stride + arrays.crows[crow, 0] + 1
            if walk.ground[cell] == FREE:
                detail[used + 2 * depth + 2 + left] = crow - first_crow
                left += 1
        if left > MOST_CROWS:
            continue
        reds = np.int64(0)
        if not in_trace:
            reds = earned_reds(total, most_reds) - earned_reds(points, most_reds)
        count = list_updates(
            arrays.switches,
            old + left,
            wall_crows,
            marker,
            charged,
            walk.lives[depth],
            walk.hand[depth],
            walk.yellow[depth],
            ways,
        )
        value = np.int64(-1)
        for way in range(count):
            if k + 1 == cards - 1:
                bound = np.int64(0)
            else:
                bound = chain_bound(
                    arrays,
                    tables,
                    bounds,
                    updates,
                    doors,
                    k + 1,
                    door,
                    ways[way, LIVES],
                    ways[way, HAND] + reds,
                    ways[way, YELLOW],
                    total % POINTS_PER_RED,
                    ways[way, MARKER],
                    ways[way, CHARGED],
                )
            if bound >= 0:
                value = max(value, total + bound)
        if value < target:
            continue
        rows = _grown_rows(rows, n_rows + 1)
        rows[n_rows, TRACE_DOOR] = door
        rows[n_rows, TRACE_LIVES] = walk.lives[depth]
        rows[n_rows, TRACE_HAND] = walk.hand[depth]
        rows[n_rows, TRACE_YELLOW] = walk.yellow[depth]
        rows[n_rows, TRACE_POINTS] = total
        rows[n_rows, TRACE_VALUE] = value
        rows[n_rows, TRACE_AT] = used
        rows[n_rows, TRACE_TILES] = depth + 1
        rows[n_rows, TRACE_CROWS] = left
        rows[n_rows, TRACE_HEADING] = walk.scalar[EXIT_HEADING]
        for index in range(depth + 1):
            detail[used + 2 * index] = walk.tile[index]
            detail[used + 2 * index + 1] = walk.cube[index]
        used += 2 * depth + 2 + left
        n_rows += 1
    return rows[:n_rows], detail


@njit(cache=True, nogil=True)
def _forbid_trace(arrays, terrain, k, trace, detail):
    """Forbid the path, the cubes of a trace and the rocks of the wall card."""
    stride = arrays.width[k] + 2
    at = trace[TRACE_AT]
    for index in range(trace[TRACE_TILES]):
        for which in range(2):
            cell = detail[at + 2 * index + which]
            if cell >= 0:
                x, y = cell % stride - 1, cell // stride - 1
                _forbid(terrain, _map_x(arrays, terrain, k, x, y), _map_y(arrays, terrain, k, x, y))
    for rock in range(arrays.rock_at[k + 1], arrays.rock_at[k + 2]):
        x, y = arrays.rocks[rock, 0], arrays.rocks[rock, 1]
        _forbid(terrain, _map_x(arrays, terrain, k + 1, x, y), _map_y(arrays, terrain, k + 1, x, y))


@njit(cache=True, nogil=True)
def _gather_crows(arrays, tables, terrain, doors, k, trace, detail, found):
    """List the crows that can be seen after a trace, but for cubes.

    Fills ``found`` with rows x, y on the map, x, y in the frame of card ``k + 1``, and whether a card
    still to come may reach the tile; returns their number.
    """
    left, top = terrain.pose[k + 1, 1], terrain.pose[k + 1, 2]
    turns = terrain.pose[k + 1, 0]
    width, height = arrays.width[k + 1], arrays.height[k + 1]
    number = (k + 1) * doors + trace[TRACE_DOOR]
    count = 0
    begin_crows = trace[TRACE_AT] + 2 * trace[TRACE_TILES]
    for index in range(terrain.crows[k] + trace[TRACE_CROWS]):
        if index < terrain.crows[k]:
            x, y = terrain.crow[k, 2 * index], terrain.crow[k, 2 * index + 1]
        else:
            crow = arrays.crow_at[k] + detail[begin_crows + index - terrain.crows[k]]
            cx, cy = arrays.crows[crow, 0], arrays.crows[crow, 1]
            x = _map_x(arrays, terrain, k, cx, cy)
            y = _map_y(arrays, terrain, k, cx, cy)
        px = printed_x(x - left, y - top, width, height, turns)
        py = printed_y(x - left, y - top, width, height, turns)
        if 0 <= px < width and 0 <= py < height:
            continue
        found[count, 0], found[count, 1] = x, y
        found[count, 2], found[count, 3] = px, py
        found[count, 4] = within_reach(tables, number, px, py)
        count += 1
    return count


@njit(cache=True, nogil=True)
def _chosen(found, count, mask, covered):
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


@njit(cache=True, nogil=True)
def _set_crows(terrain, stack, k, found, count, mask):
    """Make the crows that stay visible those of card ``k``; forbid the tiles of the covered ones."""
    shown = 0
    near = 0
    far = 0
    for index in range(count):
        if (mask >> index) & 1:
            _forbid(terrain, found[index, 0], found[index, 1])
            continue
        terrain.crow[k, 2 * shown] = found[index, 0]
        terrain.crow[k, 2 * shown + 1] = found[index, 1]
        shown += 1
        if found[index, 4]:
            stack.x[k, near], stack.y[k, near] = found[index, 2], found[index, 3]
            near += 1
        else:
            far += 1
    terrain.crows[k] = shown
    stack.near[k] = near
    stack.far[k] = far


@njit(cache=True, nogil=True)
def _mask_wall_crows(arrays, terrain, k, entrance, mask):
    """Lay cubes on the crows of card ``k`` in ``mask``; False if one lies on the entrance tile."""
    door = arrays.door_at[k] + entrance
    first = arrays.crow_at[k]
    n_masked = 0
    for crow in range(arrays.crow_at[k + 1] - first):
        if not (mask >> crow) & 1:
            continue
        x, y = arrays.crows[first + crow, 0], arrays.crows[first + crow, 1]
        if x == arrays.doors[door, 0] and y == arrays.doors[door, 1]:
            return False
        terrain.masked[k, n_masked] = crow
        n_masked += 1
        _forbid(terrain, _map_x(arrays, terrain, k, x, y), _map_y(arrays, terrain, k, x, y))
    terrain.n_masked[k] = n_masked
    return True


@njit(cache=True, nogil=True)
def _write_turn(arrays, terrain, game, k, placement, trace, detail, label, found, count, mask, hidden):
    """Keep the turn of a game that succeeded."""
    turn = game.turn[k]
    turn[PLACEMENT] = placement
    turn[EXIT] = trace[TRACE_DOOR]
    turn[TRACE_LENGTH] = trace[TRACE_TILES]
    turn[BEGIN_LIVES], turn[BEGIN_HAND] = label[0], label[1]
    turn[BEGIN_YELLOW], turn[BEGIN_POINTS] = label[2], label[3]
    turn[LEAVE] = trace[TRACE_HEADING]
    for index in range(trace[TRACE_TILES]):
        game.trace[k, index] = detail[trace[TRACE_AT] + 2 * index]
        game.laid[k, index] = detail[trace[TRACE_AT] + 2 * index + 1] >= 0
    covers = 0
    for index in range(count):
        if (mask >> index) & 1:
            game.cover[k, 2 * covers], game.cover[k, 2 * covers + 1] = found[index, 0], found[index, 1]
            covers += 1
    first = arrays.crow_at[k + 1]
    for crow in range(arrays.crow_at[k + 2] - first):
        if (hidden >> crow) & 1:
            x, y = arrays.crows[first + crow, 0], arrays.crows[first + crow, 1]
            game.cover[k, 2 * covers] = _map_x(arrays, terrain, k + 1, x, y)
            game.cover[k, 2 * covers + 1] = _map_y(arrays, terrain, k + 1, x, y)
            covers += 1
    turn[N_COVERS] = covers


@njit(
    INT(
        *[ARRAYS_TYPE, TABLES_TYPE, SHORTS, BLOCKS, MEMO_TYPE, CROWS_TYPE],
        *[FAILURES_TYPE, MAP_TYPE, GAME_TYPE, WALK_TYPE],
        *[INT] * 10,
        INTS,
    ),
    cache=True,
    nogil=True,
)
def makes(
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
    k,
    entrance,
    marker,
    charged,
    lives,
    hand,
    yellow,
    points,
    target,
    flag,
):
    """Whether a game from here makes ``target`` points: NO (proven), YES (see ``game``), STOPPED.

    Card ``k``, the forbidden tiles and the crows are in ``terrain`` and ``stack``.
    """
    cards = arrays.width.shape[0]
    if k == cards - 1:
        return YES if points >= target else NO
    if flag[0] != 0 or failures.count[EXACT_SEEN] >= failures.count[EXACT_LIMIT]:
        return STOPPED
    n_masked = terrain.n_masked[k]
    held = hand + n_masked  # cubes on this card: the bounds count them as still in hand
    most_reds = arrays.switches[MOST_REDS]
    cubes = held - earned_reds(points, most_reds)
    key = state_key(stack, k, entrance, marker, charged)
    mask = _packed_mask(terrain, k)
    tiles = _forbidden_in_reach(arrays, tables, terrain, doors, k, entrance)
    if _known_failure(failures, key, mask, tiles, points, lives, cubes, yellow, target):
        return NO
    failures.count[EXACT_SEEN] += 1
    label = (lives, held, yellow, points)
    need = max(np.int64(0), target - points)
    highest = _value_placements(
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
    if tables.group_at[number] == tables.group_at[number + 1]:
        return NO
    # the placements of this table are numbered in a row
    member_from = tables.groups[tables.group_at[number], FIRST]
    member_to = tables.groups[tables.group_at[number + 1] - 1, LAST]
    lowest_placement = tables.members[member_from, 0]
    highest_placement = lowest_placement
    for member in range(member_from, member_to):
        lowest_placement = min(lowest_placement, tables.members[member, 0])
        highest_placement = max(highest_placement, tables.members[member, 0])
    in_trace = arrays.switches[RED_IN_TRACE]
    wall_crows = np.int64(0)
    if arrays.switches[SCOPE_ALL]:
        wall_crows = arrays.crow_at[k + 2] - arrays.crow_at[k + 1]
    found = np.empty((2 * MOST_LISTED, 5), dtype=np.int64)
    ways = np.empty((MOST_UPDATES, 7), dtype=np.int64)
    real = (lives, hand, yellow, points)
    size = terrain.size[0]
    for level in range(highest, need - 1, -1):
        for placement in range(lowest_placement, highest_placement + 1):
            if terrain.value[k, placement] != level:
                continue
            terrain.size[0] = size  # the tiles of what was tried before are free again
            _pose_wall_card(arrays, tables, terrain, k, placement)
            if _covers_forbidden(arrays, terrain, k + 1):
                continue
            traces, detail = _list_traces(
                arrays,
                tables,
                bounds,
                updates,
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
            if flag[0] != 0:
                return STOPPED
            order = np.argsort(-traces[:, TRACE_VALUE], kind="mergesort")
            for row in order:
                trace = traces[row]
                door = trace[TRACE_DOOR]
                total = trace[TRACE_POINTS]
                reds = np.int64(0)
                if not in_trace:
                    reds = earned_reds(total, most_reds) - earned_reds(points, most_reds)
                count = _gather_crows(arrays, tables, terrain, doors, k, trace, detail, found)
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
                            in_hand + hidden,
                            yellow_left,
                            total % POINTS_PER_RED,
                            ways[way, MARKER],
                            ways[way, CHARGED],
                        )
                        if bound < 0 or total + bound < target:
                            continue
                    for chosen in range(1 << count if covered else 1):
                        if not _chosen(found, count, chosen, covered):
                            continue
                        for under in range(1 << wall_crows if hidden else 1):
                            if bits(under) != hidden:
                                continue
                            terrain.size[0] = size
                            _forbid_trace(arrays, terrain, k, trace, detail)
                            _set_crows(terrain, stack, k + 1, found, count, chosen)
                            if not _mask_wall_crows(arrays, terrain, k + 1, door, under):
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
                                in_hand + hidden,
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
                                _write_turn(
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
    _note_failure(failures, key, mask, tiles, points, lives, cubes, yellow, target)
    return NO
