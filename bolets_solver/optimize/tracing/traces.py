"""The kernel's slide loop: every trace of one overlap, one after the other.

A trace slides straight, turns left or right where the next tile is an obstacle or is made one by a
cube, and ends by entering a door of the wall card: ahead, or from the side without an obstacle
(B-R14 to B-R21). :func:`advance` is a depth-first search with an explicit stack that stops at every
exit and goes on when called again; tables, the exact search and the counts of the tests all use it.

Cubes are laid only on the tile ahead and only to turn there. That loses no game: a cube changes a
trace only as something to bump into, it can be laid as late as the moment of the bump, and laying
it later only keeps more open (cubes that cover crows are laid at the end of the trace, see
``crow_bound``). Yellow cubes are taken the moment a cube is needed and none
is in hand, and before a heart that would be lost at five lives: in the first case earlier would
only mean fewer lives meanwhile, in the second the cube is free. Any other game can be changed into
one like that with the same points, no fewer lives, cubes and yellow cubes left (B-R24, B-R31,
B-Q4).

Every quantity is kept per depth of the stack, so that going back is forgetting; only the marks on
the board are undone.
"""

from __future__ import annotations

from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, VOID
from bolets_solver.optimize.tracing.board import entrance_cell
from bolets_solver.optimize.tracing.deal_arrays import (
    A_CROW,
    A_HEART,
    ARRAYS_TYPE,
    BLOCKED_BY_POINTS,
    FREE,
    ITEM_POINTS,
    MAX_CUBES,
    MAX_LIVES,
    MOST_REDS,
    NOTHING,
    OBSTACLE,
    PATH,
    POINTS_PER_RED,
    RED_IN_TRACE,
    DealArrays,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.trace_arrays import (
    CODE_MASK,
    DEPTH,
    EXIT_DOOR,
    EXIT_HEADING,
    FREE_YELLOW,
    FRESH,
    GAIN_LIFE,
    ITEM_EVENTS,
    LOSE_LIFE,
    START_POINTS,
    STEPS,
    USE_CUBE,
    WALK_TYPE,
    Walk,
)

_POLL_MASK = 4095

LAST_OPTION = 6
"""Options at a tile: leave ahead, left, right; go straight; turn left, right."""


@kernel(INT(INT, INT), inline=True)
def earned_reds(points: Int, most: Int) -> Int:
    """Red cubes earned by a game with so many points, at most ``most`` (B-R28, B-Q3)."""
    return min(most, points // POINTS_PER_RED)


@kernel(inline=True)
def heading_step(heading: Int, stride: Int) -> Int:
    """Difference of the numbers of two neighbouring tiles."""
    if heading == 0:
        return -stride
    if heading == 1:
        return 1
    if heading == 2:
        return stride
    return -1


@kernel()
def want_all(walk: Walk) -> None:
    """Let no trace be cut off for want of points."""
    for cubes in range(walk.need.shape[0]):
        walk.need[cubes] = 0


@kernel(VOID(WALK_TYPE, INT, INT, INT, INT))
def set_purse(walk: Walk, points: Int, lives: Int, hand: Int, yellow: Int) -> None:
    """Say what there is when the traces begin: points of the game, lives, cubes, yellow left."""
    walk.scalar[START_POINTS] = points
    walk.lives[0], walk.hand[0], walk.yellow[0] = lives, hand, yellow


@kernel(VOID(ARRAYS_TYPE, INT, INT, INT, INT, WALK_TYPE))
def begin(
    arrays: DealArrays, k: Int, entrance: Int, in_sight: Int, free_yellow: Int, walk: Walk
) -> None:
    """Start tracing on the board with the purse; the traces follow from :func:`advance`.

    ``in_sight``: see :func:`points_in_sight`. ``free_yellow``: whether a yellow cube may be taken
    before the first tile (with edges it has content; there is no moment before it on the first card
    of all).
    """
    door = arrays.door_at[k] + entrance
    inward = (arrays.doors[door, 2] + 2) & 3
    _start(entrance_cell(arrays, k, entrance), inward, in_sight, walk)
    walk.mushrooms[0], walk.points[0] = 0, 0
    walk.scalar[FREE_YELLOW] = free_yellow
    walk.scalar[FRESH] = 1


@kernel()
def go_on(tile: Int, heading: Int, mushrooms: Int, traced: Int, in_sight: Int, walk: Walk) -> None:
    """Start in the middle of a trace, at a tile whose content was met; otherwise as :func:`begin`.

    ``mushrooms`` and ``traced``: tiles and points collected on this card so far.
    """
    _start(tile, heading, in_sight, walk)
    walk.option[0], walk.cube[0] = 0, -1
    walk.mushrooms[0], walk.points[0] = mushrooms, traced
    walk.scalar[FRESH] = 0


@kernel()
def _start(tile: Int, heading: Int, in_sight: Int, walk: Walk) -> None:
    """Set the bottom of the stack: nothing was done yet."""
    walk.tile[0], walk.heading[0] = tile, heading
    walk.n_events[0] = 0
    walk.code[0] = 0
    walk.cubes[0] = 0
    walk.open_points[0] = in_sight
    walk.scalar[DEPTH] = 0


@kernel()
def advance(stride: Int, switches: Ints, walk: Walk, flag: Ints) -> bool:
    """Go on to the next exit; False when there is none left (or ``flag[0]`` was raised).

    At an exit the trace is ``walk.tile[: depth + 1]`` with depth ``walk.scalar[DEPTH]``, and the
    arrays at that depth tell what it brought. ``stride``: of the
    board's rows; ``switches``: those of DealArrays. A trace is cut off when
    its points and all those still open are below ``walk.need`` for the cubes it has used.
    """
    # The loop is the hottest of the project: arrays are taken out of their tuples once, since each
    # access through a tuple inside the loop would count references.
    ground, item_on, exits, scalar = walk.ground, walk.item, walk.exits, walk.scalar
    tiles, headings, options, cube = walk.tile, walk.heading, walk.option, walk.cube
    n_events, code, events = walk.n_events, walk.code, walk.events
    mushrooms, points, cubes = walk.mushrooms, walk.points, walk.cubes
    lives, hand, yellow = walk.lives, walk.hand, walk.yellow
    open_points, need = walk.open_points, walk.need
    red_in_trace = switches[RED_IN_TRACE]
    by_points = switches[BLOCKED_BY_POINTS]
    most_reds = switches[MOST_REDS]
    depth = scalar[DEPTH]
    deeper = 0
    target = tiles[0]
    heading = headings[0]
    ahead = target
    lays = False
    arriving = scalar[FRESH] != 0
    scalar[FRESH] = 0
    while depth >= 0:
        if not arriving:
            option = options[depth]
            options[depth] = option + 1
            cell = tiles[depth]
            heading = headings[depth]
            if option < 3:
                aside = heading
                if option == 1:
                    aside = (heading + 3) & 3
                elif option == 2:
                    aside = (heading + 1) & 3
                door = exits[4 * cell + aside]
                if door == 0:
                    continue
                if door < 0:
                    if (points[depth] if by_points else mushrooms[depth]) < 2:
                        continue
                    door = -door
                scalar[DEPTH] = depth
                scalar[EXIT_DOOR] = door - 1
                scalar[EXIT_HEADING] = aside
                return True
            laid = cube[depth]
            if laid >= 0:
                ground[laid] = FREE
                cube[depth] = -1
            if option >= LAST_OPTION:
                if depth > 0:
                    ground[cell] = FREE
                depth -= 1
                continue
            ahead = cell + heading_step(heading, stride)
            target = ahead
            lays = False
            if option == 3:
                if ground[ahead] != FREE:
                    continue
            else:
                if ground[ahead] == PATH:
                    continue
                heading = (heading + 3) & 3 if option == 4 else (heading + 1) & 3
                target = cell + heading_step(heading, stride)
                if ground[target] != FREE:
                    continue
                lays = ground[ahead] == FREE
            deeper = depth + 1
            n_events[deeper] = n_events[depth]
            code[deeper] = code[depth]
            mushrooms[deeper] = mushrooms[depth]
            points[deeper] = points[depth]
            cubes[deeper] = cubes[depth]
            lives[deeper] = lives[depth]
            hand[deeper] = hand[depth]
            yellow[deeper] = yellow[depth]
            open_points[deeper] = open_points[depth]
            if lays:
                if hand[depth] > 0:
                    hand[deeper] -= 1
                elif yellow[depth] > 0 and lives[depth] > 1:
                    yellow[deeper] -= 1
                    lives[deeper] -= 1
                else:
                    continue
                events[n_events[deeper]] = USE_CUBE
                n_events[deeper] += 1
                code[deeper] = ((code[deeper] << 3) | USE_CUBE) & CODE_MASK
                cubes[deeper] += 1
                open_points[deeper] -= ITEM_POINTS[item_on[ahead]]
                if points[deeper] + open_points[deeper] < need[min(cubes[deeper], MAX_CUBES)]:
                    continue
            steps = scalar[STEPS] + 1
            scalar[STEPS] = steps
            if (steps & _POLL_MASK) == 0 and flag[0] != 0:
                scalar[DEPTH] = -1
                return False
        # Walk onto the target: what lies there happens.
        arriving = False
        item = item_on[target]
        event = 0
        if item == A_CROW:
            if lives[deeper] == 1:  # the last life goes: lost at once (B-R37)
                if deeper == 0:
                    depth = -1
                continue
            lives[deeper] -= 1
            event = LOSE_LIFE
        elif item == A_HEART:
            event = GAIN_LIFE
            if lives[deeper] < MAX_LIVES:
                lives[deeper] += 1
            elif yellow[deeper] > 0 and (deeper > 0 or scalar[FREE_YELLOW]):
                yellow[deeper] -= 1
                hand[deeper] += 1
        elif item != NOTHING:
            gain = ITEM_POINTS[item]
            mushrooms[deeper] += 1
            if red_in_trace:
                before = scalar[START_POINTS] + points[deeper]
                hand[deeper] += earned_reds(before + gain, most_reds) - earned_reds(
                    before, most_reds
                )
                event = ITEM_EVENTS[item]
            points[deeper] += gain
            open_points[deeper] -= gain
        if event != 0:
            events[n_events[deeper]] = event
            n_events[deeper] += 1
            code[deeper] = ((code[deeper] << 3) | event) & CODE_MASK
        tiles[deeper] = target
        headings[deeper] = heading
        options[deeper] = 0
        cube[deeper] = -1
        ground[target] = PATH
        if lays:
            ground[ahead] = OBSTACLE
            cube[depth] = ahead
        depth = deeper
    scalar[DEPTH] = -1
    return False
