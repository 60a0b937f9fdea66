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

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import (
    BLOCKS,
    BYTE_ROWS,
    INT,
    INTS,
    ROWS,
    SHORT_BLOCKS,
    SHORT_ROWS,
    SHORTS,
    WORD_ROWS,
    WORDS,
)
from bolets_solver.optimize.chain import (
    CHARGED,
    COVERED,
    HAND,
    HIDDEN,
    LIVES,
    LOST,
    MARKER,
    MOST_UPDATES,
    UNKNOWN,
    YELLOW,
    Bounds,
    chain_bound,
    entries_bound,
    list_updates,
    loose_bounds,
    state_slot,
)
from bolets_solver.optimize.crows import (
    CROWS_TYPE,
    MEMO_TYPE,
    MOST_LISTED,
    NO,
    NO_LIMIT,
    STOPPED,
    YES,
    CrowStack,
    Memo,
    bits,
    hash_words,
    printed_x,
    printed_y,
    state_key,
    still_makes,
    within_reach,
)
from bolets_solver.optimize.deal_arrays import (
    A_HEART,
    ARRAYS_TYPE,
    FREE,
    MAX_CUBES,
    MAX_LIVES,
    MOST_REDS,
    OBSTACLE,
    ONE_POINT,
    POINTS_PER_RED,
    RED_IN_TRACE,
    SCOPE_ALL,
    THREE_POINTS,
    Bytes,
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
    max_doors,
)
from bolets_solver.optimize.tables import FIRST, LAST, MOST_CROWS
from bolets_solver.optimize.walk import (
    DEPTH,
    EXIT_DOOR,
    EXIT_HEADING,
    WALK_TYPE,
    Walk,
    advance,
    begin,
    earned_reds,
    entrance_cell,
    go_on,
    lay_board,
    points_in_sight,
    put_wall_card,
    turned_x,
    turned_y,
    want_all,
)

N_RECORDS, N_TILES, EXACT_SEEN, EXACT_LIMIT, OUT_OF_ROOM = range(5)
"""Indices of ``Failures.counts``; OUT_OF_ROOM is set when a placement has more traces than the map
has room for: the search stops, and is to be called again with a larger map."""

PLACEMENT, EXIT, TRACE_LENGTH, N_COVERS = range(4)
BEGIN_LIVES, BEGIN_HAND, BEGIN_YELLOW, BEGIN_POINTS, LEAVE = range(4, 9)
"""Columns of ``Game.turn``."""

NO_PLACEMENT = -1

START_CARD, START_CUBES, START_PLACEMENT, START_TILE, START_HEADING = range(5)
START_MUSHROOMS, START_TRACED = 5, 6
"""Indices of ``Map.start``."""

_OFFSET = 1 << 14

Label = tuple[Int, Int, Int, Int]
"""Lives, cubes, yellow cubes left, points."""


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
    counts: Ints


class Map(NamedTuple):
    """The map while it grows; everything but ``masked`` in the frame of the first card.

    ``pose[k]``: quarter turns and top-left tile of card k. ``forbidden[:size[0]]``: tiles no card
    may cover. ``crow[k, :crows[k]]``: visible crows outside card k. ``masked[k, :n_masked[k]]``:
    numbers of the crows of card k that cubes cover before it is traced. ``value``: bounds of
    placements. ``loose``: see :func:`~bolets_solver.optimize.chain.loose_bounds`. The rest is room
    to work in, apart for every card: forbidden tiles in reach, crows to choose from, updates,
    traces and their details.

    ``start``: the card on which the search begins, cubes that lie on it besides those on crows,
    and, if it begins within a trace, the number of the placement (else NO_PLACEMENT), padded tile,
    heading, mushrooms and points collected on that card so far. ``begun``: what the padded tiles of
    that card (row 0) and, within a trace, of the wall card (row 1) were made by what happened
    before: PATH, OBSTACLE, or 0. ``waiting``: how many crows of that wall card cubes cover, how
    many other cubes lie on it, and those crows' numbers.
    """

    pose: Ints
    forbidden: Ints
    size: Ints
    crow: Ints
    crows: Ints
    masked: Ints
    n_masked: Ints
    value: NDArray[np.int16]
    loose: NDArray[np.int16]
    tiles: NDArray[np.int32]
    found: Ints
    ways: Ints
    rows: Ints
    detail: Ints
    start: Ints
    begun: Bytes
    waiting: Ints


class Game(NamedTuple):
    """The game that succeeded, a row a turn: see the columns above.

    ``trace[k]``: padded tile numbers of the path on card k; ``laid[k, i]``: 1 if at its i-th tile a
    cube was laid ahead; ``cover[k]``: tiles covered by cubes before the update, x and y in turn.
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
        counts=np.array([0, 0, 0, NO_LIMIT, 0], dtype=np.int64),
    )


def new_map(arrays: DealArrays, tables: DealTables, traces: int = 1024) -> Map:
    """Return an empty map with room for every game of a deal and so many traces of a placement."""
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
        loose=loose_bounds(arrays, tables, max_doors(arrays)),
        tiles=np.zeros((cards, room), dtype=np.int32),
        found=np.zeros((cards, 2 * MOST_LISTED, 5), dtype=np.int64),
        ways=np.zeros((cards, MOST_UPDATES, 7), dtype=np.int64),
        rows=np.empty((cards, traces, 10), dtype=np.int64),
        detail=np.empty((cards, 32 * traces), dtype=np.int64),
        start=np.array([0, 0, NO_PLACEMENT, 0, 0, 0, 0], dtype=np.int64),
        begun=np.zeros((2, int(np.max(np.diff(arrays.cell_at)))), dtype=np.int8),
        waiting=np.zeros(2 + MAX_CUBES, dtype=np.int64),
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


FAILURES_TYPE = bundle_type(
    Failures,
    bucket=WORDS,
    next_record=WORDS,
    key=ROWS,
    label=SHORT_ROWS,
    at=INTS,
    length=WORDS,
    tiles=WORDS,
    counts=INTS,
)

MAP_TYPE = bundle_type(
    Map,
    pose=ROWS,
    forbidden=ROWS,
    size=INTS,
    crow=ROWS,
    crows=INTS,
    masked=ROWS,
    n_masked=INTS,
    value=SHORT_ROWS,
    loose=SHORT_BLOCKS,
    tiles=WORD_ROWS,
    found=BLOCKS,
    ways=BLOCKS,
    rows=BLOCKS,
    detail=ROWS,
    start=INTS,
    begun=BYTE_ROWS,
    waiting=INTS,
)

GAME_TYPE = bundle_type(Game, turn=ROWS, trace=ROWS, laid=BYTE_ROWS, cover=ROWS)


@kernel()
def _map_x(arrays: DealArrays, terrain: Map, k: Int, x: Int, y: Int) -> Int:
    """X on the map of a printed tile of card ``k``."""
    pose = terrain.pose
    return pose[k, 1] + turned_x(x, y, arrays.width[k], arrays.height[k], pose[k, 0])


@kernel()
def _map_y(arrays: DealArrays, terrain: Map, k: Int, x: Int, y: Int) -> Int:
    """Y on the map of a printed tile of card ``k``."""
    pose = terrain.pose
    return pose[k, 2] + turned_y(x, y, arrays.width[k], arrays.height[k], pose[k, 0])


@kernel()
def _pose_wall_card(
    arrays: DealArrays, tables: DealTables, terrain: Map, k: Int, placement: Int
) -> None:
    """Set the pose of card ``k + 1`` from a placement in the frame of card ``k``."""
    place = tables.placements[placement]
    left, top = place[LEFT_SIDE], place[TOP_SIDE]
    right, bottom = place[RIGHT_SIDE] - 1, place[BOTTOM_SIDE] - 1
    one_x, one_y = (
        _map_x(arrays, terrain, k, left, top),
        _map_y(arrays, terrain, k, left, top),
    )
    two_x = _map_x(arrays, terrain, k, right, bottom)
    two_y = _map_y(arrays, terrain, k, right, bottom)
    terrain.pose[k + 1, 0] = (terrain.pose[k, 0] + place[TURNS]) & 3
    terrain.pose[k + 1, 1] = min(one_x, two_x)
    terrain.pose[k + 1, 2] = min(one_y, two_y)


@kernel()
def _covers_forbidden(arrays: DealArrays, terrain: Map, k: Int) -> bool:
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


@kernel()
def _forbid(terrain: Map, x: Int, y: Int) -> None:
    """Add a tile that no card may cover."""
    size = terrain.size[0]
    terrain.forbidden[size, 0] = x
    terrain.forbidden[size, 1] = y
    terrain.size[0] = size + 1


@kernel()
def _forbidden_in_reach(
    arrays: DealArrays,
    tables: DealTables,
    terrain: Map,
    doors: Int,
    k: Int,
    entrance: Int,
) -> Int:
    """List the forbidden tiles beside card ``k`` that a later card may cover.

    They are written to ``terrain.tiles[k]``, packed, in the card's frame, sorted; returns how many.
    """
    found = terrain.tiles[k]
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
            tile = ((px + _OFFSET) << 15) | (py + _OFFSET)
            place = count
            while place > 0 and found[place - 1] > tile:
                found[place] = found[place - 1]
                place -= 1
            found[place] = tile
            count += 1
    return count


@kernel()
def _packed_mask(terrain: Map, k: Int) -> Int:
    """The crows of card ``k`` under cubes as one word; their numbers ascend."""
    word = np.int64(0)
    for index in range(terrain.n_masked[k]):
        word = (word << 8) | (terrain.masked[k, index] + 1)
    return word


@kernel()
def _subset(
    some: NDArray[np.int32], size: Int, more: NDArray[np.int32], begin: Int, length: Int
) -> bool:
    """Whether sorted ``more[begin:begin + length]`` are all among sorted ``some[:size]``."""
    place = 0
    for index in range(begin, begin + length):
        while place < size and some[place] < more[index]:
            place += 1
        if place == size or some[place] != more[index]:
            return False
    return True


@kernel()
def _known_failure(
    failures: Failures,
    key: tuple[Int, Int, Int],
    mask: Int,
    tiles: NDArray[np.int32],
    size: Int,
    points: Int,
    lives: Int,
    cubes: Int,
    yellow: Int,
    target: Int,
) -> bool:
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
            and _subset(
                tiles,
                size,
                failures.tiles,
                failures.at[record],
                failures.length[record],
            )
        ):
            return True
        record = failures.next_record[record]
    return False


@kernel()
def _note_failure(
    failures: Failures,
    key: tuple[Int, Int, Int],
    mask: Int,
    tiles: NDArray[np.int32],
    size: Int,
    points: Int,
    lives: Int,
    cubes: Int,
    yellow: Int,
    target: Int,
) -> None:
    """Remember that a state does not make ``target`` points."""
    record = failures.counts[N_RECORDS]
    at = failures.counts[N_TILES]
    full = record == failures.at.shape[0] or at + size > failures.tiles.shape[0]
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
    failures.length[record] = size
    for index in range(size):
        failures.tiles[at + index] = tiles[index]
    failures.next_record[record] = failures.bucket[slot]
    failures.bucket[slot] = record
    failures.counts[N_RECORDS] = record + 1
    failures.counts[N_TILES] = at + size


@kernel()
def _value_placements(
    arrays: DealArrays,
    tables: DealTables,
    bounds: Bounds,
    updates: Ints,
    terrain: Map,
    stack: CrowStack,
    doors: Int,
    k: Int,
    entrance: Int,
    label: Label,
    marker: Int,
    charged: Int,
    need: Int,
) -> Int:
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
    if k == terrain.start[START_CARD] and terrain.start[START_PLACEMENT] >= 0:
        value_of[terrain.start[START_PLACEMENT]] = need
        return need
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


@kernel()
def _lay_cards(
    arrays: DealArrays,
    tables: DealTables,
    terrain: Map,
    k: Int,
    entrance: Int,
    placement: Int,
    walk: Walk,
) -> None:
    """Put card ``k``, the cubes on it and the wall card on the board."""
    lay_board(arrays, k, entrance, walk)
    stride = arrays.width[k] + 2
    for index in range(terrain.n_masked[k]):
        crow = arrays.crow_at[k] + terrain.masked[k, index]
        cell = (arrays.crows[crow, 1] + 1) * stride + arrays.crows[crow, 0] + 1
        walk.ground[cell] = OBSTACLE
    place = tables.placements[placement]
    put_wall_card(
        arrays,
        k,
        entrance,
        k + 1,
        place[TURNS],
        place[LEFT_SIDE],
        place[TOP_SIDE],
        walk,
    )
    since = k - terrain.start[START_CARD]
    if since < 2:
        for cell in range(arrays.cell_at[k + 1] - arrays.cell_at[k]):
            if terrain.begun[since, cell] != 0:
                walk.ground[cell] = terrain.begun[since, cell]


@kernel()
def _old_crows_left(arrays: DealArrays, terrain: Map, k: Int) -> Int:
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


TRACE_DOOR, TRACE_LIVES, TRACE_HAND, TRACE_YELLOW, TRACE_POINTS = range(5)
TRACE_VALUE, TRACE_AT, TRACE_TILES, TRACE_CROWS, TRACE_HEADING = range(5, 10)
"""Columns of the rows of :func:`_list_traces`."""


@kernel()
def _set_needs(
    arrays: DealArrays,
    loose: NDArray[np.int16],
    doors: Int,
    k: Int,
    label: Label,
    need: Int,
    walk: Walk,
) -> None:
    """Set for each number of cubes used the fewest points with which a trace can be of use.

    Whatever a trace leaves behind, the loose bound with all hearts of the card and all yellow cubes
    taken for nothing is not below it. ``need``: points that the game still has to make.
    """
    lives, hand, yellow, points = label[0], label[1], label[2], label[3]
    in_trace = arrays.switches[RED_IN_TRACE]
    most_reds = arrays.switches[MOST_REDS]
    most = np.int64(0)
    for cell in range(arrays.cell_at[k], arrays.cell_at[k + 1]):
        if arrays.item[cell] == A_HEART:
            lives = min(MAX_LIVES, lives + 1)
        elif arrays.item[cell] == ONE_POINT:
            most += 1
        elif arrays.item[cell] == THREE_POINTS:
            most += 3
    n_doors = arrays.door_at[k + 2] - arrays.door_at[k + 1]
    for used in range(walk.need.shape[0]):
        fewest: Int = most + 1
        for made in range(most + 1):
            reds = earned_reds(points + made, most_reds) - earned_reds(points, most_reds)
            cubes = hand + yellow - used
            if in_trace:
                cubes += reds
            if cubes < 0:
                continue
            if not in_trace:
                cubes += reds
            rest: Int = np.int64(LOST)
            for door in range(n_doors):
                number = (k + 1) * doors + door
                rest = max(rest, np.int64(loose[number, lives - 1, min(cubes, MAX_CUBES)]))
            if rest >= 0 and made + rest >= need:
                fewest = made
                break
        walk.need[used] = fewest


@kernel()
def _list_traces(
    arrays: DealArrays,
    tables: DealTables,
    bounds: Bounds,
    updates: Ints,
    failures: Failures,
    terrain: Map,
    doors: Int,
    k: Int,
    entrance: Int,
    placement: Int,
    label: Label,
    marker: Int,
    charged: Int,
    target: Int,
    walk: Walk,
    flag: Ints,
) -> Int:
    """List the traces of a placement whose chain bound allows the target.

    Fills ``terrain.rows[k]`` (see above) and ``terrain.detail[k]``, into which the rows point: for
    each trace its tiles, each followed by the tile ahead on which a cube was laid there or -1, then
    the numbers of the crows left visible on card k. Returns how many, -1 if there is no room for
    them.
    """
    cards = arrays.width.shape[0]
    in_trace = arrays.switches[RED_IN_TRACE]
    most_reds = arrays.switches[MOST_REDS]
    wall_crows = _counting_wall_crows(arrays, terrain, k)
    lives, hand, yellow, points = label[0], label[1], label[2], label[3]
    old = _old_crows_left(arrays, terrain, k)
    stride = arrays.width[k] + 2
    first_crow, last_crow = arrays.crow_at[k], arrays.crow_at[k + 1]
    n_crows = last_crow - first_crow
    rows, detail, ways = terrain.rows[k], terrain.detail[k], terrain.ways[k]
    n_rows = 0
    used = 0
    _lay_cards(arrays, tables, terrain, k, entrance, placement, walk)
    in_sight = points_in_sight(arrays, k, walk)
    _set_needs(arrays, terrain.loose, doors, k, label, target - points, walk)
    start = terrain.start
    if k == start[START_CARD] and start[START_PLACEMENT] >= 0:
        go_on(
            start[START_TILE],
            start[START_HEADING],
            start[START_MUSHROOMS],
            start[START_TRACED],
            points,
            in_sight,
            lives,
            hand,
            yellow,
            walk,
        )
        want_all(walk)
    else:
        early = k > start[START_CARD]
        begin(arrays, k, entrance, points, in_sight, lives, hand, yellow, early, walk)
    while advance(stride, arrays.switches, walk, flag):
        depth = walk.scalar[DEPTH]
        door = walk.scalar[EXIT_DOOR]
        total = points + walk.points[depth]
        rest = tables.most_points[(k + 1) * doors + door]
        if rest < 0 or total + rest < target:
            continue
        if n_rows == rows.shape[0] or used + 2 * depth + 2 + n_crows > detail.shape[0]:
            failures.counts[OUT_OF_ROOM] = 1
            return -1
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
            bound = np.int64(0)
            if k + 1 < cards - 1:
                bound = np.int64(
                    bounds[
                        state_slot(
                            (k + 1) * doors + door,
                            ways[way, LIVES],
                            ways[way, HAND] + reds,
                            ways[way, YELLOW],
                            total % POINTS_PER_RED,
                            ways[way, MARKER],
                            ways[way, CHARGED],
                        )
                    ]
                )
            if bound == UNKNOWN:
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
    return n_rows


@kernel()
def _forbid_trace(arrays: DealArrays, terrain: Map, k: Int, trace: Ints, detail: Ints) -> None:
    """Forbid the path, the cubes of a trace and the rocks of the wall card."""
    stride = arrays.width[k] + 2
    at = trace[TRACE_AT]
    for index in range(trace[TRACE_TILES]):
        for which in range(2):
            cell = detail[at + 2 * index + which]
            if cell >= 0:
                x, y = cell % stride - 1, cell // stride - 1
                _forbid(
                    terrain,
                    _map_x(arrays, terrain, k, x, y),
                    _map_y(arrays, terrain, k, x, y),
                )
    for rock in range(arrays.rock_at[k + 1], arrays.rock_at[k + 2]):
        x, y = arrays.rocks[rock, 0], arrays.rocks[rock, 1]
        _forbid(
            terrain,
            _map_x(arrays, terrain, k + 1, x, y),
            _map_y(arrays, terrain, k + 1, x, y),
        )


@kernel()
def _gather_crows(
    arrays: DealArrays,
    tables: DealTables,
    terrain: Map,
    doors: Int,
    k: Int,
    trace: Ints,
    detail: Ints,
    found: Ints,
) -> Int:
    """List the crows that can be seen after a trace, but for cubes.

    Fills ``found`` with rows x, y on the map, x, y in the frame of card ``k + 1``, and whether a
    card still to come may reach the tile; returns their number.
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


@kernel()
def _chosen(found: Ints, count: Int, mask: Int, covered: Int) -> bool:
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
def _set_crows(terrain: Map, stack: CrowStack, k: Int, found: Ints, count: Int, mask: Int) -> None:
    """Make the crows that stay visible those of card ``k``; forbid the covered ones' tiles."""
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


@kernel()
def _waits(terrain: Map, crow: Int) -> bool:
    """Whether a cube lay on this crow of the wall card when the search began."""
    waits = False
    for index in range(terrain.waiting[0]):
        waits = waits or terrain.waiting[2 + index] == crow
    return waits


@kernel()
def _counting_wall_crows(arrays: DealArrays, terrain: Map, k: Int) -> Int:
    """How many crows of the wall card over card ``k`` count at the update, but for cubes."""
    if arrays.switches[SCOPE_ALL] == 0:
        return 0
    covered = terrain.waiting[0] if k == terrain.start[START_CARD] else 0
    return arrays.crow_at[k + 2] - arrays.crow_at[k + 1] - covered


@kernel()
def _mask_wall_crows(arrays: DealArrays, terrain: Map, k: Int, entrance: Int, mask: Int) -> bool:
    """Lay cubes on the crows of card ``k`` in ``mask``; False if one lies on the entrance tile."""
    door = arrays.door_at[k] + entrance
    first = arrays.crow_at[k]
    n_masked = 0
    begun = k == terrain.start[START_CARD] + 1
    if begun and terrain.begun[1, entrance_cell(arrays, k, entrance)] != 0:
        return False
    for crow in range(arrays.crow_at[k + 1] - first):
        chosen = mask != 0 and (mask >> crow) & 1
        if begun and _waits(terrain, crow):
            if chosen:
                return False
            terrain.masked[k, n_masked] = crow
            n_masked += 1
            continue
        if not chosen:
            continue
        x, y = arrays.crows[first + crow, 0], arrays.crows[first + crow, 1]
        if x == arrays.doors[door, 0] and y == arrays.doors[door, 1]:
            return False
        terrain.masked[k, n_masked] = crow
        n_masked += 1
        _forbid(terrain, _map_x(arrays, terrain, k, x, y), _map_y(arrays, terrain, k, x, y))
    terrain.n_masked[k] = n_masked
    return True


@kernel()
def _write_turn(
    arrays: DealArrays,
    terrain: Map,
    game: Game,
    k: Int,
    placement: Int,
    trace: Ints,
    detail: Ints,
    label: Label,
    found: Ints,
    count: Int,
    mask: Int,
    hidden: Int,
) -> None:
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
            game.cover[k, 2 * covers], game.cover[k, 2 * covers + 1] = (
                found[index, 0],
                found[index, 1],
            )
            covers += 1
    first = arrays.crow_at[k + 1]
    for crow in range(arrays.crow_at[k + 2] - first):
        if (hidden >> crow) & 1:
            x, y = arrays.crows[first + crow, 0], arrays.crows[first + crow, 1]
            game.cover[k, 2 * covers] = _map_x(arrays, terrain, k + 1, x, y)
            game.cover[k, 2 * covers + 1] = _map_y(arrays, terrain, k + 1, x, y)
            covers += 1
    turn[N_COVERS] = covers


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
    mask = _packed_mask(terrain, k)
    tiles = terrain.tiles[k]
    n_tiles = _forbidden_in_reach(arrays, tables, terrain, doors, k, entrance)
    if _known_failure(failures, key, mask, tiles, n_tiles, points, lives, cubes, yellow, target):
        return NO
    failures.counts[EXACT_SEEN] += 1
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
    wall_crows = _counting_wall_crows(arrays, terrain, k)
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
            _pose_wall_card(arrays, tables, terrain, k, placement)
            placed = k == terrain.start[START_CARD] and terrain.start[START_PLACEMENT] >= 0
            if not placed and _covers_forbidden(arrays, terrain, k + 1):
                continue
            n_traces = _list_traces(
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
                            in_hand + hidden + lying,
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
                        for under in range(1 << n_wall_crows if hidden else 1):
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
    _note_failure(failures, key, mask, tiles, n_tiles, points, lives, cubes, yellow, target)
    return NO
