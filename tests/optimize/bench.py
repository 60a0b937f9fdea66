"""The searches set up in any state of the reference, through one thin layer.

A state of the reference is in the frame of its last card, so that card lies upright at the
origin. What only counts as far away lies far away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import CROW
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.rules import CrowLoss, CrowScope, Rules
from bolets_solver.optimize.bounds import chain_bound, crow_bound, crow_states
from bolets_solver.optimize.exact import exact_search, settle
from bolets_solver.optimize.search.kernels import Kernels
from bolets_solver.optimize.search.position import new_game
from bolets_solver.optimize.state.failures import new_failures
from bolets_solver.optimize.state.map_arrays import NO_PLACEMENT, START_CARD, START_PLACEMENT
from bolets_solver.optimize.state.memo import NO_LIMIT, new_memo
from bolets_solver.optimize.state.search_arrays import Search
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.work.limits import Work
from tests.optimize.plain import plain
from tests.optimize.setting import set_state
from tests.reference.playing import Purse
from tests.reference.solving import Solver, State

STORE = TableStore(None)
RUNNING = np.zeros(1, dtype=np.int64)


class Bench:
    """The kernels of a deal; they remember what they found in one state for the next.

    ``nodes``, ``failures``: room for states in the memories of both searches.
    """

    def __init__(self, deal: Deal, rules: Rules, nodes: int = 10_000, failures: int = 5_000):
        self.deal, self.rules = deal, rules
        self.kernels = Kernels(deal.deck, rules, STORE)
        self.kernels.turn_to(new_game(deal, rules), Work())
        memo = new_memo(20_000)
        self.memo = memo._replace(key=memo.key[:nodes])
        self.failures = new_failures(failures)

    def lay_out(self, state: State) -> None:
        """Make the map that of a state."""
        map_, stack, k = self.kernels.map, self.kernels.stack, state.last
        map_.pose[k] = (0, 0, 0)
        map_.size[0] = len(state.kept)
        if state.kept:
            map_.forbidden[: len(state.kept)] = sorted(state.kept)
        crows = self.crows_outside(state)
        map_.crows[k] = len(crows)
        map_.crow[k, : 2 * len(crows)] = [c for tile in crows for c in tile]
        masked = self.masked(state)
        map_.n_masked[k] = len(masked)
        map_.masked[k, : len(masked)] = masked
        stack.near[k] = stack.far[k] = stack.vague[k] = 0
        reach = plain(crow_states.within_reach)
        for x, y in crows:
            number = k * self.kernels.doors + state.entrance - 1
            if reach(self.kernels.tables, number, x, y):
                stack.x[k, stack.near[k]], stack.y[k, stack.near[k]] = x, y
                stack.near[k] += 1
            else:
                stack.far[k] += 1
        map_.start[:] = 0
        map_.start[START_CARD] = k
        map_.start[START_PLACEMENT] = NO_PLACEMENT
        map_.begun[:] = 0
        map_.waiting[:] = 0

    def crows_outside(self, state: State) -> list[Tile]:
        """Visible crows outside the last card; those out of reach lie anywhere far away."""
        face = self.deal.faces[state.last]
        outside = [
            (x, y)
            for x, y in sorted(state.crows)
            if not (0 <= x < face.width and 0 <= y < face.height)
        ]
        return outside + [(900 + index, 900) for index in range(state.far_crows)]

    def masked(self, state: State) -> list[int]:
        """Numbers of the last card's crows that lie under cubes."""
        face = self.deal.faces[state.last]
        entrance = face.doors[state.entrance - 1].tile
        printed = [
            (x, y) for y in range(face.height) for x in range(face.width) if face.grid[y][x] == CROW
        ]
        return [n for n, tile in enumerate(printed) if tile in state.kept and tile != entrance]

    def chain(self, state: State) -> int:
        """The chain bound of a state's final points, -1 if nothing can be won."""
        more = plain(chain_bound.chain_bound)(self.search(state), state.last)
        return state.points + int(more) if more >= 0 else -1

    def crow(self, state: State, target: int) -> int:
        """Ask the crow bound: may a game from here make ``target`` points?"""
        self.lay_out(state)
        return int(plain(crow_bound.still_makes)(self.search(state), state.last, target))

    def exact(self, state: State, target: int) -> int:
        """Ask the exact search: does a game from here make ``target`` points?"""
        self.lay_out(state)
        return int(plain(exact_search.makes)(self.search(state), state.last, target))

    def settle(
        self, state: State, entrances: list[int], high: int, low: int, effort: int = NO_LIMIT
    ) -> tuple[int, int, int]:
        """Ask for the highest target from ``high`` down to ``low`` that a game makes.

        Returns the answer, the target it is about, and the entrance (index in ``entrances``).
        """
        self.lay_out(state)
        search = self.search(state)._replace(reached=np.zeros(2, dtype=np.int64))
        doors = np.array(entrances, dtype=np.int64)
        answer = plain(settle.settle)(search, state.last, doors, high, low, effort)
        target, entrance = search.reached.tolist()
        return int(answer), target, entrance

    def search(self, state: State) -> Search:
        """The arrays of the searches, the row of the last card set to a state."""
        search = self.kernels.search._replace(memo=self.memo, failures=self.failures, flag=RUNNING)
        purse = state.purse
        set_state(
            search,
            state.last,
            purse=(purse.lives, purse.cubes, purse.yellow),
            entrance=state.entrance - 1,
            points=state.points,
            marker=state.marker,
            peak=self.peak(state),
            held=purse.cubes + len(self.masked(state)),
        )
        return search

    def peak(self, state: State) -> int:
        """The highest marker of the game, as kernels keep it."""
        if self.rules.crow_loss is not CrowLoss.ONCE:
            return 0
        return (state.most >= 3) + (state.most >= 4)


def changed_states(solver: Solver, states: list[State], rng: Random) -> Iterator[State]:
    """Yield states of a game, and others like them that no game of the solver would reach."""
    for state in states:
        yield state
        purse = Purse(rng.randint(1, 5), rng.choice((0, 0, 1, 2)), min(2, rng.randint(0, 3)))
        points = rng.choice((state.points, 3, 4, 7, 22, 23))
        richer = replace(state, purse=purse, points=points)
        yield richer
        if state.last > 0:
            yield with_crows(solver, richer, rng)


def with_crows(solver: Solver, state: State, rng: Random) -> State:
    """Return a state with other visible old crows, fewer tiles kept, and the marker they make."""
    face = solver.faces[state.last]
    beside = [
        (x, y)
        for x in range(-3, face.width + 3)
        for y in range(-3, face.height + 3)
        if not (0 <= x < face.width and 0 <= y < face.height)
    ]
    on_card = {(x, y) for x, y in state.crows if 0 <= x < face.width and 0 <= y < face.height}
    far = rng.choice((0, 0, 1))
    counted = len(on_card) if solver.rules.crow_scope is CrowScope.ALL else 0
    room = 4 - far - counted
    if room < 0:
        return state
    old = set(rng.sample(beside, rng.randint(0, room)))
    gone = {tile for tile in state.kept if tile in beside and rng.random() < 0.3}
    marker = counted + far + len(old)
    most = 0
    if solver.rules.crow_loss is CrowLoss.ONCE:
        most = rng.choice([value for value in (marker, 3, 4) if value >= marker])
    return replace(
        state,
        kept=state.kept - gone - old,
        crows=frozenset(on_card | old),
        far_crows=far,
        marker=marker,
        most=most,
    )
