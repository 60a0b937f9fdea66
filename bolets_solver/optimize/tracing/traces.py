"""The kernel's slide loop: every trace of one overlap, one after the other.

A trace slides straight, turns left or right where the next tile is an obstacle or is made one by a
cube, and ends by entering a door of the wall card: ahead, or from the side without an obstacle
(B-R14 to B-R21). :func:`advance` is a depth-first search with an explicit stack that stops at every
exit and continues when called again. Tables, the exact search and the tests use it.

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

import numpy as np

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

FIRST_STEP, LAST_OPTION = 3, 6
"""Options at a tile: leave ahead, left, right; go straight; turn left, right."""


@kernel(INT(INT, INT), inline=True)
def earned_reds(points: Int, most: Int) -> Int:
    """Red cubes earned by a game with ``points`` points, at most ``most`` (B-R28, B-Q3)."""
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
    tile, inward = entrance_cell(arrays, k, entrance), (arrays.doors[door, 2] + 2) & 3
    _start(in_sight, 0, 0, walk)
    if _meet(walk, 0, walk.item[tile], arrays.switches, free_yellow):
        _stand(walk, 0, tile, inward)
    else:
        walk.scalar[DEPTH] = -1


@kernel()
def go_on(tile: Int, heading: Int, mushrooms: Int, traced: Int, in_sight: Int, walk: Walk) -> None:
    """Start in the middle of a trace, at a tile whose content was met; otherwise as :func:`begin`.

    ``mushrooms`` and ``traced``: tiles and points collected on this card so far.
    """
    _start(in_sight, mushrooms, traced, walk)
    _stand(walk, 0, tile, heading)


@kernel()
def _start(in_sight: Int, mushrooms: Int, traced: Int, walk: Walk) -> None:
    """Set the bottom of the stack: nothing was done yet."""
    walk.mushrooms[0], walk.points[0] = mushrooms, traced
    walk.n_events[0] = 0
    walk.code[0] = 0
    walk.cubes[0] = 0
    walk.open_points[0] = in_sight
    walk.scalar[DEPTH] = 0


@kernel()
def advance(stride: Int, switches: Ints, walk: Walk, flag: Ints) -> bool:
    """Go to the next exit; False when there is none left (or ``flag[0]`` was raised).

    At an exit the trace is ``walk.tile[: depth + 1]`` with depth ``walk.scalar[DEPTH]``, and the
    arrays at that depth hold its result. ``stride``: of the board's rows; ``switches``: those
    of DealArrays. A trace is cut off when its points and all those still open are below
    ``walk.need`` for the cubes it has used.
    """
    # The loop is the hottest of the project. Its steps are inlined; arrays are read from the bundle
    # before it, since the compiler does not move all of these reads out of the loop by itself.
    ground, tiles, headings, options = walk.ground, walk.tile, walk.heading, walk.option
    cube, scalar = walk.cube, walk.scalar
    n_events, code, mushrooms, points = walk.n_events, walk.code, walk.mushrooms, walk.points
    cubes, lives, hand, yellow = walk.cubes, walk.lives, walk.hand, walk.yellow
    open_points, need, item_on = walk.open_points, walk.need, walk.item
    depth = scalar[DEPTH]
    while depth >= 0:
        option = options[depth]
        options[depth] = option + 1
        if option < FIRST_STEP:
            if _leaves(walk, depth, option, switches):
                scalar[DEPTH] = depth
                return True
            continue
        laid = cube[depth]
        if laid >= 0:  # for the option before
            ground[laid] = FREE
            cube[depth] = -1
        cell, heading = tiles[depth], headings[depth]
        if option >= LAST_OPTION:
            if depth > 0:  # the entrance stays on the path (B-R11)
                ground[cell] = FREE
            depth -= 1
            continue
        ahead = cell + heading_step(heading, stride)
        target = ahead
        lays = False
        if option > FIRST_STEP:
            if ground[ahead] == PATH:  # the path is nothing to bump into (B-Q24)
                continue
            heading = (heading + 3) & 3 if option == FIRST_STEP + 1 else (heading + 1) & 3
            target = cell + heading_step(heading, stride)
            lays = ground[ahead] == FREE
        if ground[target] != FREE:  # no tile twice (B-R17), no rock or cube (B-R18)
            continue
        deeper = depth + 1
        n_events[deeper], code[deeper] = n_events[depth], code[depth]
        mushrooms[deeper], points[deeper] = mushrooms[depth], points[depth]
        cubes[deeper], lives[deeper] = cubes[depth], lives[depth]
        hand[deeper], yellow[deeper] = hand[depth], yellow[depth]
        open_points[deeper] = open_points[depth]
        if lays:
            if not _pay_cube(walk, deeper):
                continue
            open_points[deeper] -= ITEM_POINTS[item_on[ahead]]
            if points[deeper] + open_points[deeper] < need[min(cubes[deeper], MAX_CUBES)]:
                continue
        scalar[STEPS] += 1
        if (scalar[STEPS] & _POLL_MASK) == 0 and flag[0] != 0:
            break
        if not _meet(walk, deeper, item_on[target], switches, 1):
            continue
        _stand(walk, deeper, target, heading)
        if lays:
            ground[ahead] = OBSTACLE
            cube[depth] = ahead
        depth = deeper
    scalar[DEPTH] = -1
    return False


@kernel(inline=True)
def _leaves(walk: Walk, depth: Int, option: Int, switches: Ints) -> bool:
    """Whether the trace may leave by this option; then notes the door.

    A door is entered ahead, or from the side without an obstacle (B-R19); a blocked one after two
    mushrooms, or two points, on this card (B-R22, B-Q31).
    """
    aside = walk.heading[depth]
    if option == 1:
        aside = (aside + 3) & 3
    elif option == 2:
        aside = (aside + 1) & 3
    door = np.int64(walk.exits[4 * walk.tile[depth] + aside])
    if door == 0:
        return False
    if door < 0:
        collected = walk.points[depth] if switches[BLOCKED_BY_POINTS] else walk.mushrooms[depth]
        if collected < 2:
            return False
        door = -door
    walk.scalar[EXIT_DOOR] = door - 1
    walk.scalar[EXIT_HEADING] = aside
    return True


@kernel(inline=True)
def _pay_cube(walk: Walk, depth: Int) -> bool:
    """Pay for a cube with one in hand, else with a yellow one; False if there is none.

    That costs a life, and the last one is never paid (B-R31, B-Q5).
    """
    if walk.hand[depth] > 0:
        walk.hand[depth] -= 1
    elif walk.yellow[depth] > 0 and walk.lives[depth] > 1:
        walk.yellow[depth] -= 1
        walk.lives[depth] -= 1
    else:
        return False
    _note_event(walk, depth, USE_CUBE)
    walk.cubes[depth] += 1
    return True


@kernel(inline=True)
def _note_event(walk: Walk, depth: Int, event: Int) -> None:
    """Add an event to those of the trace."""
    walk.events[walk.n_events[depth]] = event
    walk.n_events[depth] += 1
    walk.code[depth] = ((walk.code[depth] << 3) | event) & CODE_MASK


@kernel(inline=True)
def _meet(walk: Walk, depth: Int, item: Int, switches: Ints, free_yellow: Int) -> bool:
    """Meet what lies on a tile that is walked (B-Q13); False if the last life goes (B-R37).

    ``free_yellow``: whether a yellow cube may be taken before that.
    """
    if item == A_CROW:
        if walk.lives[depth] == 1:
            return False
        walk.lives[depth] -= 1  # (B-R25)
        _note_event(walk, depth, LOSE_LIFE)
    elif item == A_HEART:
        if walk.lives[depth] < MAX_LIVES:
            walk.lives[depth] += 1  # (B-R24)
        elif walk.yellow[depth] > 0 and free_yellow:  # the heart would be lost (B-Q11)
            walk.yellow[depth] -= 1
            walk.hand[depth] += 1
        _note_event(walk, depth, GAIN_LIFE)
    elif item != NOTHING:
        _collect(walk, depth, item, switches)
    return True


@kernel(inline=True)
def _collect(walk: Walk, depth: Int, item: Int, switches: Ints) -> None:
    """Collect a mushroom (B-R23); with ``red_timing=trace`` it may earn a red cube (B-Q1, B-Q2)."""
    gain = ITEM_POINTS[item]
    walk.mushrooms[depth] += 1
    if switches[RED_IN_TRACE]:
        before, most = walk.scalar[START_POINTS] + walk.points[depth], switches[MOST_REDS]
        walk.hand[depth] += earned_reds(before + gain, most) - earned_reds(before, most)
        if ITEM_EVENTS[item] != 0:
            _note_event(walk, depth, ITEM_EVENTS[item])
    walk.points[depth] += gain
    walk.open_points[depth] -= gain


@kernel(inline=True)
def _stand(walk: Walk, depth: Int, tile: Int, heading: Int) -> None:
    """Stand on a tile, with all options open."""
    walk.tile[depth], walk.heading[depth] = tile, heading
    walk.option[depth] = 0
    walk.cube[depth] = -1
    walk.ground[tile] = PATH
