"""The kernels with their arrays, set up for one position after another: what the searches call.

What the searches find out about states holds for every order of the deck's faces that ends alike:

- The chain bound of a state is a truth about the cards from that state on, in any order.
- The crow search keeps answers about its relaxation: whether from a state (the cards from there on,
  entrance, marker, peak, crows in the frame of the last card) and a label a relaxed game
  makes the target. Cards laid before are in it only by those crows.
- A failure of the exact search holds wherever the forbidden tiles that a card still to come could
  reach, in the frame of the last card, are among those there, with the same cubes on its crows. Two
  things differ: on the card where a search begins a trace cannot take a yellow cube before its
  first tile; and where cubes lie on the cards on which it begins, besides those on crows, what was
  found holds for that position alone.

So a state is identified by a number for the last cards and by these differences, see ``_number``.
Points are those of the game, and the limit of red cubes is the same for all that is kept. Tables
made for fewer cubes lack only entries that no state of their own order can use. A card that is
changed is another face, and so has another number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.optimize.bounds.chain_bound import chain_bound
from bolets_solver.optimize.bounds.crow_states import within_reach
from bolets_solver.optimize.bounds.transposition_table import clear_memo
from bolets_solver.optimize.exact.failed_states import clear_failures
from bolets_solver.optimize.exact.settle import settle
from bolets_solver.optimize.search.orders import Order, Orders
from bolets_solver.optimize.search.position import Midway, Position, crows_under
from bolets_solver.optimize.state.bound_arrays import STATES, UNKNOWN, new_bounds
from bolets_solver.optimize.state.crow_stack import new_crow_stack
from bolets_solver.optimize.state.failures import EXACT_SEEN, N_RECORDS, OUT_OF_ROOM, new_failures
from bolets_solver.optimize.state.game import END_POINTS, Game, new_game
from bolets_solver.optimize.state.map_arrays import (
    NO_PLACEMENT,
    START_CARD,
    START_CUBES,
    START_HEADING,
    START_MUSHROOMS,
    START_PLACEMENT,
    START_TILE,
    START_TRACED,
    DealSize,
    new_map,
)
from bolets_solver.optimize.state.memo import (
    CLEARINGS,
    N_LABELS,
    NO,
    NO_LIMIT,
    STATES_SEEN,
    YES,
    new_memo,
)
from bolets_solver.optimize.state.search_arrays import (
    ENTRANCE,
    HAND,
    HELD,
    LIVES,
    MARKER,
    PEAK,
    POINTS,
    REACHED_ENTRANCE,
    REACHED_TARGET,
    YELLOW,
    Search,
    new_state,
    new_updates,
)
from bolets_solver.optimize.tables.deal_tables import LEFT_SIDE, TOP_SIDE, TURNS
from bolets_solver.optimize.tables.segment_table import FIRST, LAST
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.optimize.tracing.deal_arrays import (
    MAX_REDS,
    MOST_REDS,
    OBSTACLE,
    PATH,
    Ints,
    translate_faces,
)
from bolets_solver.optimize.tracing.rotations import printed_x, printed_y
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from bolets_solver.work.limits import Work

LABELS_KEPT = 1_500_000
"""Number of labels of the crow search kept between questions, and of failures of the
exact one a quarter."""

LABELS_BESIDE = 200_000
"""Likewise while a question is asked that does not use them."""

MIDDLE, BEGUN, APART = range(3)
"""How a game got to a card: by the search, or the search begins there, or it begins with cubes on
that card or the next one."""

TRACES = 1024
"""Initial room for traces of a placement."""


class Kernels:
    """The searches for orders of one deck; first :meth:`turn_to` a position, then ask.

    ``reds``: most red cubes that a game may earn. Entrances are indices from 0.
    """

    def __init__(self, deck: Deck, rules: Rules, store: TableStore, reds: int = MAX_REDS):
        if reds < MAX_REDS and rules.red_timing == "trace":
            raise InputError("fewer red cubes can be asked for only with red_timing=update")
        self.orders = Orders(deck, rules, store)
        self.orders.switches[MOST_REDS] = reds
        everything = translate_faces(tuple(deck.faces.values()), rules)
        self._size = DealSize(
            cards=0,
            tiles=int(np.max(everything.width * everything.height)),
            cells=int(np.max(np.diff(everything.cell_at))),
            doors=self.orders.doors,
        )
        self.doors = self.orders.doors
        self.walk = new_walk(everything)
        self.reached = np.zeros(2, dtype=np.int64)
        self.made_from = -1
        """The entrance from which the last game was made."""
        self.memo = new_memo(0)
        self.failures = new_failures(0)
        self._labels = 0
        self._seen_before = (0, 0, 0)
        self._order: Order | None = None

    def turn_to(
        self,
        position: Position,
        work: Work,
        note: Callable[[int, int], None] | None = None,
        apart: bool = False,
    ) -> None:
        """Ask about this position from now on; raises Stopped at a limit.

        ``note`` gets the number of ready tables and the total, if some were not ready.
        ``apart``: nothing that was found out about states before is used.
        """
        self.work = work
        self.position = position
        self._make_room(len(position.deal.order), _labels(work.limits.mebibytes))
        self._turn_to_order(position.deal.order, note)
        self._masked = []  # within a trace what lies on the card is on the board of the trace
        if position.midway is None:
            self._masked = crows_under(position.cards[position.card], position.cubes)
        self._other_cubes = len(position.cubes) - len(self._masked)
        self._keep_small(LABELS_BESIDE if apart else LABELS_KEPT)
        self._number(apart)
        counts = self.memo.counts, self.failures.counts
        self._seen_before = (
            int(counts[0][STATES_SEEN]),
            int(counts[1][EXACT_SEEN]),
            int(counts[0][CLEARINGS]),
        )

    @property
    def fewer_reds(self) -> bool:
        """Whether a game may earn fewer red cubes than the rules allow."""
        return bool(self.orders.switches[MOST_REDS] < MAX_REDS)

    def forget(self) -> None:
        """Forget what was found out about states; the bounds of chains are kept."""
        if self._labels == 0:
            return
        if self.memo.counts[N_LABELS] > LABELS_KEPT:
            self._new_memo()
        else:
            clear_memo(self.memo)
        if self.failures.counts[N_RECORDS] > LABELS_KEPT // 4:
            self._new_failures()
        else:
            clear_failures(self.failures)

    def _new_memo(self) -> None:
        """Have an empty memory of the crow search; what it has seen is counted on."""
        counts, self.memo = self.memo.counts, new_memo(self._labels)
        for index in (STATES_SEEN, CLEARINGS):
            self.memo.counts[index] = counts[index]

    def _new_failures(self) -> None:
        """Have an empty memory of the exact search; what it has seen is counted on."""
        counts, self.failures = self.failures.counts, new_failures(self._labels // 4)
        self.failures.counts[EXACT_SEEN] = counts[EXACT_SEEN]

    def bound(self, entrance: int) -> int:
        """Return a bound of the final points, -1 if nothing can be won from that entrance."""
        position = self.position
        if position.midway is not None:
            return position.most_points
        self._set_state(entrance)
        more = chain_bound(self.search, position.card)
        return int(position.points + more) if more >= 0 else -1

    def settle(
        self, entrances: Sequence[int], high: int, low: int, effort: int = NO_LIMIT
    ) -> tuple[int, int]:
        """Ask for the highest of the targets ``high`` down to ``low`` that a game makes.

        Returns YES and the points of the game, see ``made_from``; NO (there is none, a proof) and
        ``low``; or STOPPED and the target of which nothing is known, all
        above it refuted. ``effort``: exact states that a try at one target from one entrance may
        cost. The caller polls the work to learn of a limit.
        """
        able = [door for door in entrances if self._lay_out(door)]
        if not able:
            return NO, low
        doors = np.array(able, dtype=np.int64)
        while True:
            answer = self._run(doors, high, low, effort)
            if not self.failures.counts[OUT_OF_ROOM]:
                break
            self.failures.counts[OUT_OF_ROOM] = 0
            high = int(self.reached[REACHED_TARGET])
            self._new_map(4 * self.map.rows.shape[1])
            self._lay_out(able[-1])
        if answer == YES:
            self.made_from = able[int(self.reached[REACHED_ENTRANCE])]
            return YES, int(self.game.turn[len(self.arrays.width) - 2, END_POINTS])
        return answer, low if answer == NO else int(self.reached[REACHED_TARGET])

    def _run(self, entrances: Ints, high: int, low: int, effort: int) -> int:
        self._set_state(int(entrances[0]))
        answer: int = self.work.run(
            settle, self.search, self.position.card, entrances, high, low, effort
        )
        return answer

    @property
    def search(self) -> Search:
        """The arrays as the kernels take them."""
        return Search(
            deal=self.arrays,
            tables=self.tables,
            bounds=self.bounds,
            memo=self.memo,
            crows=self.stack,
            failures=self.failures,
            map=self.map,
            game=self.game,
            walk=self.walk,
            state=self.state,
            updates=self.updates,
            reached=self.reached,
            flag=self.work.flag,
        )

    def _set_state(self, entrance: int) -> None:
        """Set the state of the last card to the position's."""
        position, state = self.position, self.state[self.position.card]
        state[ENTRANCE], state[POINTS] = entrance, position.points
        state[LIVES], state[YELLOW] = position.lives, position.yellow
        state[HAND], state[HELD] = position.hand, self._held
        state[MARKER], state[PEAK] = position.marker, position.peak

    def found_game(self) -> Game:
        """Return a copy of the game that was made last."""
        game = self.game
        return Game(game.turn.copy(), game.trace.copy(), game.laid.copy(), game.cover.copy())

    @property
    def states(self) -> int:
        """States seen by both searches since the position was turned to."""
        seen = self.memo.counts[STATES_SEEN] + self.failures.counts[EXACT_SEEN]
        return int(seen) - self._seen_before[0] - self._seen_before[1]

    def counts(self) -> dict[str, int]:
        """Return the counts of states since the position was turned to, by name."""
        crow, exact, clearings = self._seen_before
        return {
            "crow_states": int(self.memo.counts[STATES_SEEN]) - crow,
            "exact_states": int(self.failures.counts[EXACT_SEEN]) - exact,
            "memory_clearings": int(self.memo.counts[CLEARINGS]) - clearings,
            "table_entries": 0 if self._order is None else self._order.entries,
        }

    def _make_room(self, cards: int, labels: int) -> None:
        """Make arrays for this number of cards and of labels."""
        if labels != self._labels:
            self._labels = labels
            self._new_memo()
            self._new_failures()
        if cards <= self._size.cards:
            return
        self._size = self._size._replace(cards=cards)
        self.bounds = new_bounds(cards * self.doors)
        self._bounds_of = [0] * cards
        self.state = new_state(cards)
        self.updates = new_updates(cards)
        self.stack = new_crow_stack(cards, self.orders.book.widest)
        self.game = new_game(cards, self._size.tiles)
        self._new_map(TRACES)
        self._order = None

    def _new_map(self, traces: int) -> None:
        self.map = new_map(self._size, self.orders.book.n_placements, traces)
        if self._order is not None:
            self.map.loose[: len(self._order.loose)] = self._order.loose

    def _turn_to_order(
        self, names: tuple[str, ...], note: Callable[[int, int], None] | None
    ) -> None:
        if self._order is not None and self._order.names == names:
            return
        self._order = None
        order = self.orders.order(names, self.work, note)
        book, cards = self.orders.book, len(names)
        if self.stack.value.shape[1] <= book.widest:
            self.stack = new_crow_stack(self._size.cards, 2 * book.widest)
        if self.map.value.shape[1] <= book.n_placements:
            value = np.full((self._size.cards, 2 * book.n_placements), -1, dtype=np.int16)
            self.map = self.map._replace(value=value)
        self.map.loose[: len(order.loose)] = order.loose
        for k in range(cards):
            if self._bounds_of[k] != order.numbers[k]:
                self._bounds_of[k] = order.numbers[k]
                self.bounds[k * self.doors * STATES : (k + 1) * self.doors * STATES] = UNKNOWN
        self.arrays, self.tables, self._order = order.arrays, order.tables, order

    def _number(self, apart: bool) -> None:
        """Number the states of each card: by the cards from there on and how games get there."""
        assert self._order is not None
        begin, midway = self.position.card, self.position.midway
        numbers = self.stack.suffix
        for k, number in enumerate(self._order.numbers):
            numbers[k] = 3 * (self.orders.new_number() if apart else number) + MIDDLE
        numbers[begin] += BEGUN
        if midway is not None or self._other_cubes:
            for k in (begin, begin + 1):  # nothing else distinguishes two cards
                numbers[k] = 3 * self.orders.new_number() + APART

    def _keep_small(self, labels: int) -> None:
        """Forget what was found out before if it grew larger than that."""
        crowded = self.memo.counts[N_LABELS] > labels
        if crowded or self.failures.counts[N_RECORDS] > labels // 4:
            self.forget()

    @property
    def _held(self) -> int:
        """Cubes in hand and on the last card: the bounds count them all as in hand."""
        return self.position.hand + len(self._masked) + self._other_cubes

    def _lay_out(self, entrance: int) -> bool:
        """Set the map to the position; False if the wall card lies where no way continues."""
        position, map_ = self.position, self.map
        k = position.card
        card = position.cards[k]
        map_.pose[k] = (
            card.placement.rotation // 90,
            card.placement.x,
            card.placement.y,
        )
        map_.size[0] = len(position.forbidden)
        if position.forbidden:
            map_.forbidden[: len(position.forbidden)] = position.forbidden
        map_.crows[k] = len(position.crows)
        map_.crow[k, : 2 * len(position.crows)] = [c for tile in position.crows for c in tile]
        map_.n_masked[k] = len(self._masked)
        map_.masked[k, : len(self._masked)] = self._masked
        self._sort_crows(entrance)
        map_.start[START_CARD] = k
        map_.start[START_CUBES] = self._other_cubes
        map_.start[START_PLACEMENT] = NO_PLACEMENT
        map_.begun[:] = 0
        for tile in position.cubes:
            map_.begun[0, self._cell(tile)] = OBSTACLE
        map_.waiting[:] = 0
        return position.midway is None or self._lay_out_trace(position.midway, entrance)

    def _sort_crows(self, entrance: int) -> None:
        """Find the crows that a later card may reach."""
        position, stack = self.position, self.stack
        k = position.card
        placement, face = position.cards[k].placement, position.cards[k].face
        stack.near[k] = stack.far[k] = stack.vague[k] = 0
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
        position, start = self.position, self.map.start
        k = position.card
        placement = self._placement(entrance)
        if placement is None:
            return False
        for tile in midway.path:
            self.map.begun[0, self._cell(tile)] = PATH
        turns = position.cards[k].placement.rotation // 90
        start[START_PLACEMENT] = placement
        start[START_TILE] = self._cell(midway.tile)
        start[START_HEADING] = (int(midway.heading) - turns) % 4
        start[START_MUSHROOMS] = midway.mushrooms
        start[START_TRACED] = midway.traced
        for tile in midway.cubes:
            self.map.begun[1, self._cell(tile, k + 1)] = OBSTACLE
        waiting = crows_under(position.cards[k + 1], midway.cubes)
        self.map.waiting[0] = len(waiting)
        self.map.waiting[1] = len(midway.cubes) - len(waiting)
        self.map.waiting[2 : 2 + len(waiting)] = waiting
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
        groups = tables.groups[tables.group_at[number] : tables.group_to[number]]
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
