"""The greedy player: it takes the best turn of each card and looks hardly further.

On each card it tries every entrance (first card only), every legal placement of the next card
and every trace without laying a cube. It lays red cubes only on crows, at the end of a trace, while
more than two would be visible at the update (three cost a life). It takes no yellow cubes. Of the
turns that it survives, with the update, it takes the one with

1. the most mushroom points on this card,
2. then the most lives after the update,
3. then the lowest crow marker,
4. then the first in a fixed order: entrance by number, placement by quarter turns, x and y in the
   frame of the last card as printed, trace in the order of the walk (leave ahead, left, right;
   go straight; turn left, right),

if a next turn stays possible: with the walked tiles, rocks and cubes in place, the card after the
next can be laid so that a trace (again without cubes) reaches one of its doors alive. It looks no
further. If no turn leaves a next one, the game is lost and worth nothing (B-Q36).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from bolets_solver.bolets.cards.board import Cube
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import CROW, ROCK, Face
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace, Placement
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import Enter, LayAt, Slide, Turn
from bolets_solver.bolets.play.tracking import FATAL_CROWS, Start, Tracking
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import CrowScope, Rules
from bolets_solver.errors import InternalError
from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT, INTS, ROWS, VOID
from bolets_solver.optimize.tracing.board import (
    crow_cell,
    lay_board,
    points_in_sight,
    put_wall_card,
)
from bolets_solver.optimize.tracing.deal_arrays import (
    ARRAYS_TYPE,
    FREE,
    RED_IN_TRACE,
    DealArrays,
    Int,
    Ints,
    translate,
)
from bolets_solver.optimize.tracing.placements import list_placements
from bolets_solver.optimize.tracing.trace_arrays import (
    DEPTH,
    EXIT_DOOR,
    EXIT_HEADING,
    WALK_TYPE,
    Walk,
    new_walk,
)
from bolets_solver.optimize.tracing.traces import advance, begin, set_purse, want_all
from bolets_solver.work.limits import Work

ALL = 1 << 40
"""More traces than there are."""

FIRST_ROWS = 64
"""Initial room for traces."""

CALM_CROWS = 2
"""Largest number of visible crows without cost (B-R35)."""


@dataclass(frozen=True)
class GreedyGame:
    """What the greedy player made of a deal; ``verdict.won``: whether it reached the Cottage."""

    record: Record
    verdict: Verdict

    @property
    def points(self) -> int:
        """Points of the game, 0 if it is not won (B-Q36)."""
        return self.verdict.points if self.verdict.won else 0


def play_greedily(
    deal: Deal,
    rules: Rules | None = None,
    work: Work | None = None,
    entrances: Sequence[int] | None = None,
) -> GreedyGame:
    """Play a deal greedily and have the game replayed by the referee.

    ``entrances``: indices of the allowed doors of the first card; None: any. A lost deal
    gives the record of the cards that were played. ``work`` may raise Stopped.
    """
    rules = rules or Rules()
    doors = range(len(deal.faces[0].doors)) if entrances is None else entrances
    player = _Player(deal, rules, work or Work(), doors)
    record = player.play()
    verdict = replay(deal, record, rules)
    tracking = player.tracking
    if not verdict.legal or (verdict.points, verdict.lives) != (tracking.points, tracking.lives):
        raise InternalError(f"the referee objects to a greedy game: {verdict}\n{record}")
    return GreedyGame(record, verdict)


CARD, ENTRANCE, TURNS, LEFT, TOP, LIVES = range(6)
"""Indices of a set-up: the last card, its entrance, how the next card lies on it, lives."""


@kernel()
def _lay_cards(arrays: DealArrays, setup: Ints, walk: Walk) -> None:
    """Lay the cards of a set-up on the board and begin the walk of traces that lay no cube."""
    k, entrance = setup[CARD], setup[ENTRANCE]
    want_all(walk)
    lay_board(arrays, k, entrance, walk)
    put_wall_card(arrays, k, entrance, k + 1, setup[TURNS], setup[LEFT], setup[TOP], walk)
    set_purse(walk, 0, setup[LIVES], 0, 0)
    begin(arrays, k, entrance, points_in_sight(arrays, k, walk), False, walk)


@kernel(INT(ARRAYS_TYPE, INTS, INT, ROWS, WALK_TYPE, INTS))
def list_exits(
    arrays: DealArrays, setup: Ints, most: Int, rows: Ints, walk: Walk, flag: Ints
) -> Int:
    """List the traces of a set-up that lay no cube, up to a limit.

    Fills rows: points on this card, lives at the door, crows of the card left visible, and which
    exit of the walk it is, from 0. Returns how many there are, -1 if there is no room for them.
    """
    k, count = setup[CARD], 0
    _lay_cards(arrays, setup, walk)
    while count < most and advance(arrays.width[k] + 2, arrays.switches, walk, flag):
        crows = 0
        for crow in range(arrays.crow_at[k + 1] - arrays.crow_at[k]):
            crows += walk.ground[crow_cell(arrays, k, crow)] == FREE
        if count == rows.shape[0]:
            return np.int64(-1)
        depth = walk.scalar[DEPTH]
        rows[count, 0], rows[count, 1] = walk.points[depth], walk.lives[depth]
        rows[count, 2], rows[count, 3] = crows, count
        count += 1
    return np.int64(count)


@kernel(VOID(ARRAYS_TYPE, INTS, INT, WALK_TYPE, INTS))
def walk_exit(arrays: DealArrays, setup: Ints, number: Int, walk: Walk, flag: Ints) -> None:
    """Walk again to an exit listed by :func:`list_exits`."""
    _lay_cards(arrays, setup, walk)
    for _ in range(number + 1):
        advance(arrays.width[setup[CARD]] + 2, arrays.switches, walk, flag)


Place = tuple[int, int, int]
"""A placement in the frame of the printed last card: quarter turns, left, top."""


@dataclass(frozen=True)
class _Choice:
    """A way to play one card; ``rank`` orders choices, the least is the best."""

    rank: tuple[int, ...]
    entrance: int
    place: Place
    number: int
    points: int


class _Player:
    """One greedy game; all tiles kept between turns are tiles of the map."""

    def __init__(self, deal: Deal, rules: Rules, work: Work, doors: Sequence[int]):
        self.deal = deal
        self.rules = rules
        self.work = work
        self.arrays: DealArrays = translate(deal, rules)
        self.arrays.switches[RED_IN_TRACE] = 0  # for the walk: no cube is laid while tracing
        self.walk: Walk = new_walk(self.arrays)
        self.tracking = Tracking(Start(), rules)
        self.card = PlacedFace(deal.faces[0], UPRIGHT)
        self.doors = doors  # by which the last card may have been entered
        self.kept = _tiles_of(self.card, ROCK)  # no card may cover these
        self.old_crows: set[Tile] = set()  # visible, on cards before the last

    def play(self) -> Record:
        """Play until the Cottage or until nothing leaves a way on."""
        turns: list[Turn] = []
        first: int | None = None
        for k in range(len(self.deal.faces) - 1):
            self.work.poll()
            choice = next((c for c in self._choices(k) if self._leads_on(k, c)), None)
            if choice is None:
                break
            if k == 0:
                first = choice.entrance + 1
            turns.append(self._make(k, choice))
        return Record(self.deal.deck.name, self.deal.order, first, tuple(turns), self.rules)

    def _choices(self, k: int) -> list[_Choice]:
        """List all ways to play card ``k`` that are survived, the best first."""
        shown = self._shown(self.deal.faces[k + 1])
        found = []
        for entrance in self.doors:
            for place in self._placements(k, entrance, self.card, self.kept):
                self.work.poll()
                old = len(self.old_crows) - self._covered(self.old_crows, k, place)
                rows = self._exits(k, entrance, place, self.tracking.lives, ALL)
                for points, lives, left, number in rows.tolist():
                    seen = old + left
                    crows = seen - self._cubes_for(seen, shown) + shown
                    after = self._lives_after(lives, crows)
                    if after > 0:
                        rank = (-points, -after, crows, entrance, *place, number)
                        found.append(_Choice(rank, entrance, place, number, points))
        return sorted(found, key=lambda choice: choice.rank)

    def _cubes_for(self, seen: int, shown: int) -> int:
        """How many red cubes go onto crows; of ``shown`` ones on the next card none is covered."""
        return max(0, min(self.tracking.hand[Cube.RED], seen, seen + shown - CALM_CROWS))

    def _placements(self, k: int, entrance: int, card: PlacedFace, kept: set[Tile]) -> list[Place]:
        """List the placements on card ``k`` that cover nothing that must stay visible."""
        frame = [card.placement.to_face(card.face, tile) for tile in kept]
        wall = self.deal.faces[k + 1]
        listed = list_placements(self.arrays, k, entrance, k + 1, self.walk)
        return [
            (turns, left, top)
            for turns, left, top in listed.tolist()
            for width, height in [wall.size(90 * turns)]
            if not any(0 <= x - left < width and 0 <= y - top < height for x, y in frame)
        ]

    def _covered(self, tiles: set[Tile], k: int, place: Place) -> int:
        """Count the tiles that the next card covers if it is placed so."""
        wall = PlacedFace(self.deal.faces[k + 1], lying(self.card, self.deal.faces[k + 1], place))
        return sum(wall.covers(tile) for tile in tiles)

    def _exits(self, k: int, entrance: int, place: Place, lives: int, most: int) -> Ints:
        rows: Ints = np.zeros((FIRST_ROWS, 4), dtype=np.int64)
        setup = np.array([k, entrance, *place, lives], dtype=np.int64)
        while True:
            count = list_exits(self.arrays, setup, most, rows, self.walk, self.work.flag)
            if count >= 0:
                return rows[:count]
            rows = np.zeros((4 * len(rows), 4), dtype=np.int64)

    def _lives_after(self, lives: int, crows: int) -> int:
        """Return the lives after an update with some visible crows, 0 if the game is lost."""
        tracking = Tracking(
            Start(lives=lives, crows=self.tracking.crows, most_crows=self.tracking.most_crows),
            self.rules,
        )
        tracking.update(crows)
        return 0 if crows >= FATAL_CROWS else tracking.lives

    def _leads_on(self, k: int, choice: _Choice) -> bool:
        """Whether the card after the next can be laid and its door be reached alive."""
        if k + 2 == len(self.deal.faces):
            return True
        tiles, exit_door, _ = self._trace(k, choice)
        wall = PlacedFace(
            self.deal.faces[k + 1], lying(self.card, self.deal.faces[k + 1], choice.place)
        )
        lives = -choice.rank[1]
        cubes = self._cubes(tiles, wall)
        kept = self.kept | set(tiles) | set(cubes) | _tiles_of(wall, ROCK)
        return any(
            len(self._exits(k + 1, exit_door, place, lives, 1))
            for place in self._placements(k + 1, exit_door, wall, kept)
        )

    def _trace(self, k: int, choice: _Choice) -> tuple[list[Tile], int, Heading]:
        """Walk a choice again: its tiles on the map, the door it enters and the heading there."""
        setup = np.array([k, choice.entrance, *choice.place, self.tracking.lives], dtype=np.int64)
        walk_exit(self.arrays, setup, choice.number, self.walk, self.work.flag)
        scalar, stride = self.walk.scalar, self.card.face.width + 2
        cells = self.walk.tile[: scalar[DEPTH] + 1]
        printed = [(cell % stride - 1, cell // stride - 1) for cell in cells.tolist()]
        tiles = [self.card.placement.to_map(self.card.face, tile) for tile in printed]
        heading = Heading(int(scalar[EXIT_HEADING]))
        return tiles, int(scalar[EXIT_DOOR]), heading.turned(self.card.placement.rotation)

    def _make(self, k: int, choice: _Choice) -> Turn:
        """Play a choice, with all that follows from it."""
        tiles, door, heading = self._trace(k, choice)
        wall = self.deal.faces[k + 1]
        placed = PlacedFace(wall, lying(self.card, wall, choice.place))
        for tile in tiles:
            self.tracking.meet(self.card.kind(tile))
        cubes = self._cubes(tiles, placed)
        for _ in cubes:
            self.tracking.use_cube()
        self.old_crows = set(self._visible(tiles, placed)) - set(cubes)
        self.tracking.update(len(self.old_crows) + self._shown(wall))
        self.kept |= set(tiles) | set(cubes) | _tiles_of(placed, ROCK)
        self.card, self.doors = placed, [door]
        covers = (LayAt(*tile) for tile in cubes)
        return Turn(wall.name, placed.placement, (*_slides(tiles), *covers, Enter(heading)))

    def _visible(self, tiles: list[Tile], wall: PlacedFace) -> list[Tile]:
        """List the crows left visible by a trace, on all cards before ``wall``, by y and x."""
        crows = self.old_crows | (_tiles_of(self.card, CROW) - set(tiles))
        return sorted((t for t in crows if not wall.covers(t)), key=lambda tile: tile[::-1])

    def _cubes(self, tiles: list[Tile], wall: PlacedFace) -> list[Tile]:
        """List the crows onto which red cubes go at the end of a trace: the first by y and x."""
        visible = self._visible(tiles, wall)
        return visible[: self._cubes_for(len(visible), self._shown(wall.face))]

    def _shown(self, wall: Face) -> int:
        """How many crows of the next card count at the update (B-Q8)."""
        return wall.count(CROW) if self.rules.crow_scope is CrowScope.ALL else 0


def lying(card: PlacedFace, wall: Face, place: Place) -> Placement:
    """Return how the next card lies on the map, from its place in the frame of the last card."""
    turns, left, top = place
    width, height = wall.size(90 * turns)
    corners = [
        card.placement.to_map(card.face, corner)
        for corner in ((left, top), (left + width - 1, top + height - 1))
    ]
    rotation = (card.placement.rotation + 90 * turns) % 360
    return Placement(rotation, min(x for x, _ in corners), min(y for _, y in corners))


def _tiles_of(card: PlacedFace, kind: str) -> set[Tile]:
    return {tile for tile in card.tiles() if card.kind(tile) == kind}


def _slides(tiles: list[Tile]) -> list[Slide]:
    """Write the tiles of a trace as slides."""
    tokens: list[Slide] = []
    for here, there in pairwise(tiles):
        heading = next(heading for heading in Heading if heading.step(here) == there)
        if tokens and tokens[-1].heading is heading:
            tokens[-1] = Slide(heading, tokens[-1].length + 1)
        else:
            tokens.append(Slide(heading, 1))
    return tokens
