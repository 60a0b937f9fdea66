"""The reference: every game of a small deal, by trying everything.

The rules leave three things to argue, all of which :mod:`tests.reference.literal` checks by
doing without them:

* A cube to bump into is laid at the moment of the bump (see ``traces``), and a cube on a crow at
  the end of the trace. Laying either earlier gives nothing: until then the cube only stands in the
  way of placements and of the path, and the hand holds it as well.
* The crows of the wall card just placed are covered only when they count at the update
  (``crow_scope=all``); otherwise the same cube can be laid during the next trace.
* A cube anywhere else has no effect but to forbid.

Equal states are solved once. A state is in the frame of the last card, and holds of the map
only what can matter: tiles that may not be covered, and visible crows; both only as far away as the
cards to come can reach, crows further away as a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import CROW, HEART, POINTS, Face
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import CrowLoss, CrowScope, RedTiming, Rules
from tests.reference.playing import (
    COVERING_CROWS,
    CROW_LIVES,
    CUBES,
    OPENING,
    Purse,
    crow_loss,
    new_purse,
    play,
    red_cubes,
    subsets,
    worth,
)
from tests.reference.tracing import Trace, placements, printed_rocks, traces


@dataclass(frozen=True)
class State:
    """A game between two turns, in the frame of the last card (number ``last`` of the order).

    ``entrance``: number of the door by which that card was entered. ``kept``: tiles that no card
    may cover: path, rocks, cubes. ``crows``: tiles of visible crows; ``far_crows`` more are out of
    reach of every card to come. ``most``: the highest marker so far, 0 if no rule asks for it.
    """

    last: int
    entrance: int
    kept: frozenset[Tile]
    crows: frozenset[Tile]
    far_crows: int
    marker: int
    most: int
    purse: Purse
    points: int


class Laid:
    """A wall card as it lies: its placement, doors, the tiles it covers and the crows it shows."""

    def __init__(self, wall: Face, placement: Placement):
        card = PlacedFace(wall, placement)
        self.placement = placement
        self.doors = card.doors
        self.covered = frozenset(card.tiles())
        self.crows = printed(card, CROW)


@dataclass(frozen=True)
class Move:
    """One turn: how the wall card lay, the trace, when yellow was taken, which crows covered.

    ``far`` of the crows out of reach were covered too. All tiles are in the frame of the last card.
    """

    placement: Placement
    trace: Trace
    yellow: tuple[int, ...]
    covered: frozenset[Tile]
    far: int


@dataclass(frozen=True)
class Won:
    """The end of a won game."""

    points: int
    lives: int
    marker: int


Result = State | Won


@dataclass(frozen=True)
class Reference:
    """What the reference says of a deal.

    ``possible``: all points with which a game can be won; ``by_entrance`` the same for each door of
    the first card. ``furthest``: index in the order of the furthest card that a game can enter and
    survive the update. ``states``: how many different states there were.
    """

    possible: frozenset[int]
    by_entrance: dict[int, frozenset[int]]
    furthest: int
    states: int
    solver: Solver = field(repr=False, compare=False)

    @property
    def points(self) -> int | None:
        """The optimum, None if no game can be won."""
        return max(self.possible, default=None)

    def record(self, points: int) -> tuple[Record, Won]:
        """Return a won game with these points (one of ``possible``)."""
        from tests.reference.record_writing import write

        return write(self.solver, points)


class TooLarge(Exception):  # noqa: N818 - not an error of the deal
    """A deal has more states than the caller wanted to see."""


def best_games(
    deal: Deal,
    rules: Rules | None = None,
    without: frozenset[str] = frozenset(),
    most_states: int | None = None,
) -> Reference:
    """Solve a deal by trying everything.

    ``without``: parts of the game taken out, see ``playing.WITHOUT``. Raises TooLarge as soon as
    there are more than ``most_states`` states.
    """
    solver = Solver(deal, rules or Rules(), without, most_states)
    by_entrance = {state.entrance: solver.possible(state) for state in solver.first_states()}
    return Reference(
        frozenset().union(*by_entrance.values()),
        by_entrance,
        solver.furthest,
        len(solver.solved),
        solver,
    )


class Solver:
    """All states and results of one deal under one set of rules."""

    def __init__(
        self, deal: Deal, rules: Rules, without: frozenset[str], most_states: int | None = None
    ):
        self.deal = deal
        self.faces = deal.faces
        self.rules = rules
        self.without = without
        self.most_states = most_states
        self.solved: dict[State, frozenset[int]] = {}
        self.furthest = 0
        self._laid: dict[int, list[Laid]] = {}
        self._played: dict[tuple[object, ...], dict[Purse, tuple[int, ...]]] = {}
        self._turns: dict[tuple[object, ...], list[tuple[Laid, list[Trace]]]] = {}

    def first_states(self) -> Iterator[State]:
        """One state for each door by which the game may begin (B-R6)."""
        face = self.faces[0]
        for door in face.doors:
            yield self._state(
                last=0,
                entrance=door.number,
                kept=printed_rocks(face) | {door.tile},
                crows=printed(PlacedFace(face, UPRIGHT), CROW),
                far_crows=0,
                marker=0,
                most=0,
                purse=new_purse(self.rules, self.without),
                points=0,
            )

    def possible(self, state: State) -> frozenset[int]:
        """Return all points with which a game can be won from here."""
        if state not in self.solved:
            if self.most_states is not None and len(self.solved) >= self.most_states:
                raise TooLarge
            found: set[int] = set()
            for result in self.results(state):
                if isinstance(result, Won):
                    self.furthest = max(self.furthest, state.last + 1)
                    found.add(result.points)
                else:
                    self.furthest = max(self.furthest, result.last)
                    found |= self.possible(result)
            self.solved[state] = frozenset(found)
        return self.solved[state]

    def results(self, state: State) -> dict[Result, Move]:
        """Return everything to which one turn can lead, each with a way to it."""
        found: dict[Result, Move] = {}
        for laid, ways in self.turns(state):
            if laid.covered.isdisjoint(state.kept):  # B-R10, B-R11
                for trace in ways:
                    self._turn(state, laid, trace, found)
        return found

    def laid(self, last: int) -> list[Laid]:
        """List how the next card may lie over card ``last`` if nothing forbids a tile."""
        if last not in self._laid:
            face, wall = self.faces[last : last + 2]
            self._laid[last] = [Laid(wall, placement) for placement in placements(face, wall)]
        return self._laid[last]

    def turns(self, state: State) -> list[tuple[Laid, list[Trace]]]:
        """List the placements that leave a trace, with their traces, lives and the rest aside.

        They are the same for all states that agree in what lies on the last card and in the number
        of cubes that there can be.
        """
        face, wall = self.faces[state.last : state.last + 2]
        entrance = face.doors[state.entrance - 1]
        rocks = frozenset(filter(PlacedFace(face, UPRIGHT).covers, state.kept)) - {entrance.tile}
        cubes = self.most_cubes(state)
        key = (state.last, state.entrance, rocks, cubes)
        if key not in self._turns:
            self._turns[key] = []
            for laid in self.laid(state.last):
                if laid.covered.isdisjoint(rocks | {entrance.tile}):
                    ways = traces(face, entrance, laid.placement, wall, cubes, self.rules, rocks)
                    if OPENING in self.without:
                        ways = [way for way in ways if not laid.doors[way.door - 1].blocked]
                    if ways:
                        self._turns[key].append((laid, ways))
        return self._turns[key]

    def _turn(self, state: State, laid: Laid, trace: Trace, found: dict[Result, Move]) -> None:
        """Add everything to which a turn with this placement and trace can lead."""
        face, wall = self.faces[state.last : state.last + 2]
        door = laid.doors[trace.door - 1]
        crows = ((state.crows - laid.covered) | laid.crows).difference(trace.path, trace.cubes)
        counted = crows
        if self.rules.crow_scope is CrowScope.TRACED:
            counted = crows - laid.covered  # B-Q8
        points = state.points + worth(face, trace)
        coverable = sorted(counted - {door.tile})
        kept = state.kept.union(trace.path, trace.cubes, {door.tile})
        ways = self.played(state, trace)
        for purse, moments in ways.items():
            for near, far in self.covers(coverable, state.far_crows, purse.cubes):
                marker = len(counted) - len(near) + state.far_crows - far
                left = Purse(purse.lives, purse.cubes - len(near) - far, purse.yellow)
                updated = self._update(state, points, left, marker)
                if updated is None:
                    continue
                result: Result
                if state.last + 2 == len(self.faces):
                    result = Won(points, updated.lives, marker)
                else:
                    result = self._state(
                        last=state.last + 1,
                        entrance=trace.door,
                        kept=printed_rocks(wall) | seen_from(wall, laid.placement, kept | near),
                        crows=seen_from(wall, laid.placement, crows - near),
                        far_crows=state.far_crows - far,
                        marker=marker,
                        most=max(state.most, marker),
                        purse=updated,
                        points=points,
                    )
                found.setdefault(result, Move(laid.placement, trace, moments, near, far))

    def played(self, state: State, trace: Trace) -> dict[Purse, tuple[int, ...]]:
        """Return all ways to pay for a trace; without red cubes on the way points do not matter."""
        points = state.points if self.rules.red_timing is RedTiming.TRACE else 0
        key = (state.last, trace, state.purse, points)
        if key not in self._played:
            face = self.faces[state.last]
            self._played[key] = play(face, trace, state.purse, points, self.rules)
        return self._played[key]

    def covers(
        self, near: list[Tile], far: int, cubes: int
    ) -> Iterator[tuple[frozenset[Tile], int]]:
        """All choices of crows to cover, by tile and by number, with at most these cubes."""
        if self.without & {CUBES, COVERING_CROWS}:
            cubes = 0
        for chosen in subsets(near, cubes):
            for number in range(min(far, cubes - len(chosen)) + 1):
                yield chosen, number

    def most_cubes(self, state: State) -> int:
        """Return how many cubes a trace could have at best."""
        if CUBES in self.without:
            return 0
        face = self.faces[state.last]
        purse = state.purse
        cubes = purse.cubes + min(purse.yellow, purse.lives - 1 + face.count(HEART))
        if self.rules.red_timing is RedTiming.TRACE:
            most = state.points + sum(POINTS[kind] * face.count(kind) for kind in POINTS)
            cubes += red_cubes(most) - red_cubes(state.points)
        return cubes

    def _update(self, state: State, points: int, purse: Purse, marker: int) -> Purse | None:
        """Update the tracking card (B-Q10); None if the game is lost."""
        if marker >= 5:
            return None
        lives = purse.lives
        if CROW_LIVES not in self.without:
            lives -= crow_loss(state.marker, state.most, marker, self.rules)
        if lives <= 0:
            return None
        cubes = purse.cubes
        if self.rules.red_timing is RedTiming.UPDATE:
            cubes += red_cubes(points) - red_cubes(state.points)
        return Purse(lives, cubes, purse.yellow)

    def _state(
        self,
        last: int,
        entrance: int,
        kept: frozenset[Tile],
        crows: frozenset[Tile],
        far_crows: int,
        marker: int,
        most: int,
        purse: Purse,
        points: int,
    ) -> State:
        """Make a state, forgetting what no card to come can reach or no rule asks for.

        A card has a door on the last one, so its tiles are fewer than its longer side away.
        """
        face = self.faces[last]
        reach = sum(max(card.width, card.height) - 1 for card in self.faces[last + 1 :])
        columns, rows = range(-reach, face.width + reach), range(-reach, face.height + reach)

        def near(tile: Tile) -> bool:
            return tile[0] in columns and tile[1] in rows

        near_crows = frozenset(filter(near, crows))
        return State(
            last,
            entrance,
            frozenset(filter(near, kept)),
            near_crows,
            far_crows + len(crows) - len(near_crows),
            marker,
            most if self.rules.crow_loss is CrowLoss.ONCE else 0,
            purse,
            points,
        )


def printed(card: PlacedFace, kind: str) -> frozenset[Tile]:
    """Return the tiles of a kind on a card as it lies."""
    return frozenset(tile for tile in card.tiles() if card.kind(tile) == kind)


def seen_from(wall: Face, placement: Placement, tiles: frozenset[Tile]) -> frozenset[Tile]:
    """Return tiles of the last card's frame in the frame of the wall card on it."""
    return frozenset(placement.to_face(wall, tile) for tile in tiles)
