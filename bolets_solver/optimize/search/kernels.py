"""The kernels with their arrays, set up for one position: what the searches call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.errors import InputError
from bolets_solver.optimize.bounds.chain_bound import chain_bound, new_bounds
from bolets_solver.optimize.bounds.crow_bound import still_makes
from bolets_solver.optimize.bounds.crow_states import new_crow_stack, within_reach
from bolets_solver.optimize.bounds.transposition_table import (
    CLEARINGS,
    NO,
    NO_LIMIT,
    STATES_LIMIT,
    STATES_SEEN,
    YES,
    new_memo,
)
from bolets_solver.optimize.exact.exact_search import makes
from bolets_solver.optimize.exact.failed_states import (
    EXACT_LIMIT,
    EXACT_SEEN,
    OUT_OF_ROOM,
    new_failures,
)
from bolets_solver.optimize.exact.found_game import new_game
from bolets_solver.optimize.exact.map_state import (
    NO_PLACEMENT,
    START_CARD,
    START_CUBES,
    START_HEADING,
    START_MUSHROOMS,
    START_PLACEMENT,
    START_TILE,
    START_TRACED,
    new_map,
)
from bolets_solver.optimize.search.position import Midway, Position, crows_under
from bolets_solver.optimize.tables.deal_tables import LEFT_SIDE, TOP_SIDE, TURNS, max_doors
from bolets_solver.optimize.tables.segment_table import FIRST, LAST
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.optimize.tracing.deal_arrays import (
    MAX_REDS,
    MOST_REDS,
    OBSTACLE,
    PATH,
    POINTS_PER_RED,
    translate,
)
from bolets_solver.optimize.tracing.rotations import printed_x, printed_y
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from bolets_solver.optimize.tracing.updates import new_updates
from bolets_solver.work.limits import Work

CROW_STATES_PER_EXACT = 100


class Kernels:
    """The searches from one position, by the entrance of its last card (index from 0).

    ``reds``: most red cubes that a game may earn.
    """

    def __init__(
        self,
        position: Position,
        store: TableStore,
        work: Work,
        note: Callable[[int, int], None] | None = None,
        reds: int = MAX_REDS,
    ):
        deal, rules = position.deal, position.rules
        if reds < MAX_REDS and rules.red_timing == "trace":
            raise InputError("fewer red cubes can be asked for only with red_timing=update")
        self.position = position
        self.work = work
        self.arrays = translate(deal, rules)
        self.arrays.switches[MOST_REDS] = reds
        self.tables = store.tables(deal, rules, self.arrays, work, note)
        self.doors = max_doors(self.arrays)
        cards = len(deal.faces)
        labels = _labels(work.limits.mebibytes)
        self.bounds = new_bounds(cards * self.doors)
        self.updates = new_updates(cards)
        self.memo = new_memo(labels)
        self.stack = new_crow_stack(cards, int(np.max(np.diff(self.tables.group_at))))
        self.failures = new_failures(labels // 4)
        self.terrain = new_map(self.arrays, self.tables)
        self.game = new_game(self.arrays)
        self.walk = new_walk(self.arrays)
        self._masked = []  # within a trace what lies on the card is on the board of the trace
        if position.midway is None:
            self._masked = crows_under(position.cards[position.card], position.cubes)
        self._other_cubes = len(position.cubes) - len(self._masked)

    def bound(self, entrance: int) -> int:
        """Return a bound of the final points, -1 if nothing can be won from that entrance."""
        position = self.position
        if position.midway is not None:
            return position.most_points
        more = chain_bound(
            self.arrays,
            self.tables,
            self.bounds,
            self.updates,
            self.doors,
            position.card,
            entrance,
            position.lives,
            self._held,
            position.yellow,
            position.points % POINTS_PER_RED,
            position.marker,
            position.charged,
        )
        return int(position.points + more) if more >= 0 else -1

    def makes(self, entrance: int, target: int) -> int:
        """Ask the crow bound, then the exact search, for ``target`` points: NO, YES, STOPPED."""
        if not self._lay_out(entrance):
            return NO
        position = self.position
        flag = self.work.flag
        common = (
            self.arrays,
            self.tables,
            self.bounds,
            self.updates,
            self.memo,
            self.stack,
        )
        place = (self.doors, position.card, entrance, position.marker, position.charged)
        rest = (position.yellow, position.points, target, flag)
        if position.midway is None:
            purse = (position.lives, self._held)
            answer = self.work.run(still_makes, *common, *place, *purse, *rest)
            if answer != YES:
                return int(answer)
        while True:
            self._lay_out(entrance)
            more = (self.failures, self.terrain, self.game, self.walk)
            purse = (position.lives, position.hand)
            answer = self.work.run(makes, *common, *more, *place, *purse, *rest)
            if not self.failures.counts[OUT_OF_ROOM]:
                return int(answer)
            self.failures.counts[OUT_OF_ROOM] = 0
            self.terrain = new_map(self.arrays, self.tables, 4 * self.terrain.rows.shape[1])

    @contextmanager
    def effort(self, exact_states: int) -> Iterator[None]:
        """Bound the states of the searches inside the ``with`` block."""
        exact, memo = self.failures.counts, self.memo.counts
        if exact_states < NO_LIMIT:
            exact[EXACT_LIMIT] = exact[EXACT_SEEN] + exact_states
            memo[STATES_LIMIT] = memo[STATES_SEEN] + CROW_STATES_PER_EXACT * exact_states
        try:
            yield
        finally:
            exact[EXACT_LIMIT] = memo[STATES_LIMIT] = NO_LIMIT

    @property
    def states(self) -> int:
        """States seen by both searches so far."""
        return int(self.memo.counts[STATES_SEEN] + self.failures.counts[EXACT_SEEN])

    def counts(self) -> dict[str, int]:
        """Return the counts of states, by name."""
        return {
            "crow_states": int(self.memo.counts[STATES_SEEN]),
            "exact_states": int(self.failures.counts[EXACT_SEEN]),
            "memory_clearings": int(self.memo.counts[CLEARINGS]),
            "table_entries": len(self.tables.members),
        }

    @property
    def _held(self) -> int:
        """Cubes in hand and on the last card: the bounds count them all as in hand."""
        return self.position.hand + len(self._masked) + self._other_cubes

    def _lay_out(self, entrance: int) -> bool:
        """Set the map to the position; False if the wall card lies where no way goes on."""
        position, terrain = self.position, self.terrain
        k = position.card
        card = position.cards[k]
        terrain.pose[k] = (
            card.placement.rotation // 90,
            card.placement.x,
            card.placement.y,
        )
        terrain.size[0] = len(position.forbidden)
        if position.forbidden:
            terrain.forbidden[: len(position.forbidden)] = position.forbidden
        terrain.crows[k] = len(position.crows)
        terrain.crow[k, : 2 * len(position.crows)] = [c for tile in position.crows for c in tile]
        terrain.n_masked[k] = len(self._masked)
        terrain.masked[k, : len(self._masked)] = self._masked
        self._sort_crows(entrance)
        terrain.start[START_CARD] = k
        terrain.start[START_CUBES] = self._other_cubes
        terrain.start[START_PLACEMENT] = NO_PLACEMENT
        terrain.begun[:] = 0
        for tile in position.cubes:
            terrain.begun[0, self._cell(tile)] = OBSTACLE
        terrain.waiting[:] = 0
        return position.midway is None or self._lay_out_trace(position.midway, entrance)

    def _sort_crows(self, entrance: int) -> None:
        """Tell the crows that a card still to come may reach from the others."""
        position, stack = self.position, self.stack
        k = position.card
        placement, face = position.cards[k].placement, position.cards[k].face
        stack.near[k] = stack.far[k] = 0
        for x, y in position.crows:
            turned = (x - placement.x, y - placement.y, face.width, face.height)
            px = printed_x(*turned, placement.rotation // 90)
            py = printed_y(*turned, placement.rotation // 90)
            if within_reach(self.tables, k * self.doors + entrance, px, py):
                stack.x[k, stack.near[k]], stack.y[k, stack.near[k]] = px, py
                stack.near[k] += 1
            else:
                stack.far[k] += 1

    def _lay_out_trace(self, midway: Midway, entrance: int) -> bool:
        position, start = self.position, self.terrain.start
        k = position.card
        placement = self._placement(entrance)
        if placement is None:
            return False
        for tile in midway.path:
            self.terrain.begun[0, self._cell(tile)] = PATH
        turns = position.cards[k].placement.rotation // 90
        start[START_PLACEMENT] = placement
        start[START_TILE] = self._cell(midway.tile)
        start[START_HEADING] = (int(midway.heading) - turns) % 4
        start[START_MUSHROOMS] = midway.mushrooms
        start[START_TRACED] = midway.traced
        for tile in midway.cubes:
            self.terrain.begun[1, self._cell(tile, k + 1)] = OBSTACLE
        waiting = crows_under(position.cards[k + 1], midway.cubes)
        self.terrain.waiting[0] = len(waiting)
        self.terrain.waiting[1] = len(midway.cubes) - len(waiting)
        self.terrain.waiting[2 : 2 + len(waiting)] = waiting
        return True

    def _placement(self, entrance: int) -> int | None:
        """Return the number of the wall card's placement, None if no trace can use it."""
        position, tables = self.position, self.tables
        k = position.card
        last, wall = position.cards[k], position.cards[k + 1]
        width, height = wall.size
        corners = [
            last.placement.to_face(last.face, corner)
            for corner in (
                (wall.placement.x, wall.placement.y),
                (wall.placement.x + width - 1, wall.placement.y + height - 1),
            )
        ]
        wanted = (
            (wall.placement.rotation - last.placement.rotation) // 90 % 4,
            min(x for x, _ in corners),
            min(y for _, y in corners),
        )
        number = k * self.doors + entrance
        groups = tables.groups[tables.group_at[number] : tables.group_at[number + 1]]
        for first, beyond in groups[:, (FIRST, LAST)].tolist():
            for placement in tables.members[first:beyond, 0].tolist():
                row = tables.placements[placement]
                if (row[TURNS], row[LEFT_SIDE], row[TOP_SIDE]) == wanted:
                    return int(placement)
        return None

    def _cell(self, tile: Tile, index: int | None = None) -> int:
        """Return the padded number of a map tile on a card (default: the last card)."""
        card = self.position.cards[self.position.card if index is None else index]
        x, y = card.placement.to_face(card.face, tile)
        return (y + 1) * (card.face.width + 2) + x + 1


def _labels(mebibytes: int | None) -> int:
    """How many labels the memory may hold; it is taken from RAM only as it fills."""
    room = 1024 if mebibytes is None else max(16, mebibytes - 400)
    return min(8_000_000, room * 5_000)
