"""The arrays of a trace in progress, and what its events are called."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.errors import InternalError
from bolets_solver.jit import bundle_type
from bolets_solver.jit.signatures import BYTES, INTS, SHORTS
from bolets_solver.optimize.tracing.deal_arrays import MAX_CUBES, MET, DealArrays, Ints

LOSE_LIFE, GAIN_LIFE, USE_CUBE = range(1, 4)
"""Events of a trace in the order in which they happen; points count as events only when red cubes
are earned while tracing."""
GAINS = {
    points: event for event, points in enumerate(sorted({kind.points for kind in MET} - {0}), 4)
}
"""The event of gaining points."""
GAIN_POINT, GAIN_THREE = GAINS[1], GAINS[3]
EVENTS = 8
"""Events fit into three bits."""
if max(GAINS.values()) >= EVENTS:
    raise InternalError("the kinds of tiles are worth too many different points")
EVENT_POINTS = np.zeros(EVENTS, dtype=np.int64)
"""Points of each event; 0: it gains none, or there is no such event."""
for _points, _event in GAINS.items():
    EVENT_POINTS[_event] = _points
ITEM_EVENTS = np.array([0, *(GAINS.get(kind.points, 0) for kind in MET)], dtype=np.int64)
"""The event of gaining the points of each item."""

DEPTH, EXIT_DOOR, EXIT_HEADING, STEPS, START_POINTS = range(5)
"""Indices of ``Walk.scalar``."""

CODE_MASK = (1 << 57) - 1
"""The hash of a string of events is its last 19 letters, three bits each."""


class Walk(NamedTuple):
    """A trace in progress on the last card; arrays of size cells or of size stack.

    ``ground``, ``item``: the board, see DealArrays, with the wall card's part as obstacles.
    ``exits[4 * cell + heading]``: 1 + number of the wall card's door entered that way, negative if
    it is blocked, 0 if there is none. Per depth: tile, heading, next option, tile of the cube laid
    here or -1, number of events, mushrooms, points, cubes used, lives, cubes in hand, yellow left,
    points on tiles that are still free, and a hash of the events. ``need[c]``: points below which a
    trace that has used c cubes is of no use; the search sets it, see :func:`want_all`.
    """

    ground: NDArray[np.int8]
    item: NDArray[np.int8]
    exits: NDArray[np.int16]
    tile: Ints
    heading: Ints
    option: Ints
    cube: Ints
    n_events: Ints
    mushrooms: Ints
    points: Ints
    cubes: Ints
    lives: Ints
    hand: Ints
    yellow: Ints
    open_points: Ints
    need: Ints
    code: Ints
    events: NDArray[np.int8]
    scalar: Ints


WALK_TYPE = bundle_type(
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
    open_points=INTS,
    need=INTS,
    code=INTS,
    events=BYTES,
    scalar=INTS,
)


def new_walk(arrays: DealArrays) -> Walk:
    """Return a walk with room for every face of a deal."""
    cells = int(np.max((arrays.width + 2) * (arrays.height + 2)))
    stack = int(np.max(arrays.width * arrays.height)) + 2

    def ints(size: int) -> Ints:
        return np.zeros(size, dtype=np.int64)

    return Walk(
        ground=np.zeros(cells, dtype=np.int8),
        item=np.zeros(cells, dtype=np.int8),
        exits=np.zeros(4 * cells, dtype=np.int16),
        tile=ints(stack),
        heading=ints(stack),
        option=ints(stack),
        cube=ints(stack),
        n_events=ints(stack),
        mushrooms=ints(stack),
        points=ints(stack),
        cubes=ints(stack),
        lives=ints(stack),
        hand=ints(stack),
        yellow=ints(stack),
        open_points=ints(stack),
        need=ints(MAX_CUBES + 1),
        code=ints(stack),
        events=np.zeros(3 * stack, dtype=np.int8),
        scalar=ints(5),
    )
