"""The candidates of a turn: every way to play it that can be best for some later cards.

A candidate is how the wall card lies, what is traced, and which crows are covered before the
update. One of two that lie alike is left out if the other

* enters the same door and leaves the same crows of the map visible,
* has made no fewer points, and has no fewer lives, yellow cubes left, and cubes in hand (those that
  its points earned set aside on both sides, since they come with the points),
* walks and lays cubes on no tile that it does not, as far as cards still to come may reach.

Why that loses nothing, whatever comes: after both turns the same card lies at the same place,
entered by the same door, so any later turn that is legal after the one is legal after the other,
which forbids no more tiles. It makes the same points, costs the same lives and leaves the same
crows: the marker is equal now, hence every later update costs the same. (With fewer visible crows
a later rise of the marker may cost more, so those are not compared.) More points never earn fewer
red cubes. So whatever a player does after the one, looking at whatever he will see by then, he can
do after the other with no less in hand at any moment, and the value of every objective here does
not fall when points rise. How far later cards may reach: each has a door on the card before it, so
its tiles lie fewer tiles away than its longer side; the largest cards that may come are assumed.

Cubes are laid ahead only to turn at them, yellow ones are taken when a cube is needed or a heart
would be lost, and crows are covered only as far as this update gains from it: the same can be done
later with the same cube, when more is known (see ``walk`` and ``crows`` in the room of the search,
where nothing is said of the cards to come either). With walls on edges the tile behind a door may
hold a heart; who has five lives then takes a yellow cube before he enters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.advise.candidates.turn_kernel import COLUMNS, CROWS, START_TILE, list_turns
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE, CROW, HEART, POINTS, ROCK, Border, Face
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import PlacedFace
from bolets_solver.bolets.play.tokens import Enter, TakeYellow, Turn
from bolets_solver.bolets.play.tracking import FATAL_CROWS, MOST_LIVES, Start, Tracking, red_earned
from bolets_solver.bolets.rules import CrowLoss, CrowScope, RedTiming, Rules
from bolets_solver.errors import InputError
from bolets_solver.optimize.search.decoder import TokenWriter, lying
from bolets_solver.optimize.search.position import Position, peak_of
from bolets_solver.optimize.tracing.deal_arrays import OBSTACLE, PATH, Ints, translate_faces
from bolets_solver.optimize.tracing.placements import list_placements
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from bolets_solver.optimize.turns.trace_rows import (
    AT,
    BITS,
    EXIT,
    HAND,
    HEADING,
    LENGTH,
    LIVES,
    N_DETAILS,
    N_ROWS,
    PLACE,
    WORTH,
    YELLOW,
    TraceList,
    more_room,
)
from bolets_solver.work.limits import Work

MOST_CROWS = 62
"""Number of crows of a face in a word."""

FIRST_ROWS = 1024
"""Initial room for traces."""


class Way(NamedTuple):
    """A way through the update: cubes laid on crows before it, and what is left after it.

    ``covered``: on crows that count anyway, ``hidden``: on those of the wall card. The cubes are
    paid for.
    """

    covered: int
    hidden: int
    lives: int
    hand: int
    yellow: int
    marker: int
    peak: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn that can be best: a row of its listing, with what is done before the update.

    ``points``: of the game after it. ``covered``: tiles of covered crows; ``hidden``: numbers of
    crows of the wall card under cubes. ``early``: a yellow cube is taken before the heart behind
    the door.
    """

    row: int
    door: int
    points: int
    lives: int
    hand: int
    yellow: int
    marker: int
    peak: int
    covered: tuple[Tile, ...]
    hidden: tuple[int, ...]
    early: bool


class Listing:
    """The candidates of one turn, and what comes of each.

    ``labels``: a row for each candidate: door (index), lives, cubes in hand and on the wall card,
    yellow cubes left, points, marker, peak.
    """

    def __init__(self, desk: Desk, position: Position, rows: Ints, details: Ints, places: Ints):
        self.desk = desk
        self.position = position
        self.rows = rows
        self.details = details
        self.places = places
        self._walls: dict[int, PlacedFace] = {}
        self._old: dict[int, tuple[Tile, ...]] = {}
        self.card = position.cards[position.card]
        self._own = _crow_tiles(self.card)
        self.candidates = list(self._candidates())
        lying = 0 if position.midway is None else len(position.midway.cubes)
        self.labels: Ints = np.array(
            [
                (
                    c.door,
                    c.lives,
                    c.hand + len(c.hidden) + lying,
                    c.yellow,
                    c.points,
                    c.marker,
                    c.peak,
                )
                for c in self.candidates
            ],
            dtype=np.int64,
        ).reshape(-1, 7)

    def __len__(self) -> int:
        return len(self.candidates)

    def wall(self, row: int) -> PlacedFace:
        """Return the wall card as it lies for a row."""
        place = int(self.rows[row, PLACE])
        if place not in self._walls:
            if self.position.midway is not None:
                self._walls[place] = self.position.cards[self.position.card + 1]
            else:
                wall = self.desk.wall
                placement = lying(self.card, wall, self.places[place].tolist())
                self._walls[place] = PlacedFace(wall, placement)
        return self._walls[place]

    def after(self, number: int) -> Position:
        """Return the position after a candidate; between two turns, or won."""
        candidate, before = self.candidates[number], self.position
        wall = self.wall(candidate.row)
        walked, cubes = self.tiles(candidate.row)
        door = wall.doors[candidate.door].tile
        hidden = [tile for crow, tile in enumerate(_crow_tiles(wall)) if crow in candidate.hidden]
        lying = () if before.midway is None else before.midway.cubes
        covered = set(candidate.covered)
        rocks = [tile for tile in wall.tiles() if wall.kind(tile) == ROCK]
        crows = [tile for tile in self._visible(candidate.row) if tile not in covered]
        used = {*walked, *cubes, *covered, *hidden, *lying, *rocks, door}
        return replace(
            before,
            card=before.card + 1,
            cards=(*before.cards[: before.card + 1], wall),
            turns=(*before.turns[: before.card], self.turn(number)),
            entered=candidate.door,
            lives=candidate.lives,
            hand=candidate.hand,
            yellow=candidate.yellow,
            points=candidate.points,
            marker=candidate.marker,
            peak=candidate.peak,
            forbidden=tuple(sorted(used.union(before.forbidden))),
            crows=tuple(sorted(crows)),
            cubes=tuple(sorted({*hidden, *lying})),
            midway=None,
        )

    def turn(self, number: int) -> Turn:
        """Write a candidate as a line of a record."""
        candidate, before = self.candidates[number], self.position
        wall = self.wall(candidate.row)
        cells, laid = self._cells(candidate.row)
        purse = [before.lives, before.hand, before.yellow, before.points]
        tracer = TokenWriter(before.rules, self.card, purse)
        if before.midway is not None:
            tracer.points += before.midway.traced
            tracer.tokens.extend(before.turns[before.card].tokens)
        elif self.card.face.border is Border.EDGES:
            self._meet_first(tracer, cells[0])
        tracer.walk(cells, laid, met=True)
        tiles = _crow_tiles(wall)
        tracer.cover([*candidate.covered, *(tiles[crow] for crow in candidate.hidden)])
        if candidate.early:
            tracer.tokens.append(TakeYellow())
        leave = Heading(int(self.rows[candidate.row, HEADING]))
        tracer.tokens.append(Enter(leave.turned(self.card.placement.rotation)))
        return Turn(wall.face.name, wall.placement, tuple(tracer.tokens))

    def _meet_first(self, tracer: TokenWriter, cell: int) -> None:
        """Let the tracer know what lies behind the door by which the card was entered."""
        stride = self.card.face.width + 2
        kind = self.card.face.grid[cell // stride - 1][cell % stride - 1]
        if kind == CROW:
            tracer.lives -= 1
        elif kind == HEART:
            tracer.lives = min(MOST_LIVES, tracer.lives + 1)
        elif kind in POINTS:
            before = red_earned(tracer.points)
            tracer.points += POINTS[kind]
            if tracer.in_trace:
                tracer.hand += red_earned(tracer.points) - before

    def _candidates(self) -> Iterator[Candidate]:
        rules, position = self.position.rules, self.position
        over = self.desk.wall.name == COTTAGE
        for row in range(len(self.rows)):
            columns = self.rows[row].tolist()
            visible = self._visible(row)
            wall = self.wall(row)
            wall_crows = self._counting_wall_crows(wall, wall.doors[columns[EXIT]].tile)
            points = position.points + columns[WORTH]
            earned = 0
            if rules.red_timing is RedTiming.UPDATE:
                earned = red_earned(points) - red_earned(position.points)
            behind = wall.doors[columns[EXIT]].tile
            heart = wall.face.border is Border.EDGES and not over and wall.kind(behind) == HEART
            for way in ways_to_update(
                rules,
                (position.marker, position.peak),
                (len(visible), len(wall_crows[0])),
                (columns[LIVES], columns[HAND], columns[YELLOW]),
            ):
                early = heart and way.lives == MOST_LIVES and way.yellow > 0
                for covered in combinations(visible, way.covered):
                    for hidden in combinations(wall_crows[1], way.hidden):
                        yield Candidate(
                            row=row,
                            door=columns[EXIT],
                            points=points,
                            lives=way.lives - early,
                            hand=way.hand + earned + early,
                            yellow=way.yellow - early,
                            marker=way.marker,
                            peak=way.peak,
                            covered=covered,
                            hidden=hidden,
                            early=early,
                        )

    def _counting_wall_crows(self, wall: PlacedFace, entered: Tile) -> tuple[list[int], list[int]]:
        """List the wall card's crows that count at the update, and those a cube may cover."""
        if self.position.rules.crow_scope is CrowScope.TRACED:
            return [], []
        midway = self.position.midway
        lying = () if midway is None else midway.cubes
        tiles = _crow_tiles(wall)
        counting = [crow for crow, tile in enumerate(tiles) if tile not in lying]
        return counting, [crow for crow in counting if tiles[crow] != entered]

    def _visible(self, row: int) -> tuple[Tile, ...]:
        """List the visible crows after a trace on all cards but the wall card."""
        place = int(self.rows[row, PLACE])
        if place not in self._old:
            wall = self.wall(row)
            self._old[place] = tuple(t for t in self.position.crows if not wall.covers(t))
        crows = int(self.rows[row, CROWS])
        own = (tile for crow, tile in enumerate(self._own) if crows >> crow & 1)
        return (*self._old[place], *own)

    def _cells(self, row: int) -> tuple[list[int], list[int]]:
        at, length = int(self.rows[row, AT]), int(self.rows[row, LENGTH])
        both = self.details[at : at + 2 * length].tolist()
        return both[:length], both[length:]

    def tiles(self, row: int) -> tuple[list[Tile], list[Tile]]:
        """Return the tiles of the map that a trace walks, and those on which it lays cubes."""
        cells, laid = self._cells(row)
        card = self.card
        stride = card.face.width + 2
        printed = [(cell % stride - 1, cell // stride - 1) for cell in cells]
        walked = [card.placement.to_map(card.face, tile) for tile in printed]
        cubes = []
        heading = self._first_heading()
        for index, tile in enumerate(walked):
            if index:
                heading = next(h for h in Heading if h.step(walked[index - 1]) == tile)
            if laid[index]:
                cubes.append(heading.step(tile))
        return walked, cubes

    def _first_heading(self) -> Heading:
        position = self.position
        if position.midway is not None:
            return position.midway.heading
        return self.card.doors[position.entered].side.opposite


class Desk:
    """Lists the turns on one face with one wall card."""

    def __init__(self, face: Face, wall: Face, rules: Rules):
        for card in (face, wall):
            if card.count(CROW) > MOST_CROWS:
                raise InputError(f"{card.name} has more than {MOST_CROWS} crows: no advice on it")
        self.face = face
        self.wall = wall
        self.arrays = translate_faces((face, wall), rules)
        self.walk = new_walk(self.arrays)
        cells = (face.width + 2) * (face.height + 2)
        self.words = -(-cells // BITS)
        self._rows: Ints = np.zeros((FIRST_ROWS, COLUMNS + self.words), dtype=np.int64)
        self._details: Ints = np.zeros(64 * FIRST_ROWS, dtype=np.int64)
        self._places: dict[int, Ints] = {}

    def list(self, position: Position, reach: int, work: Work) -> Listing:
        """List the candidates of a position whose last card is ``face``.

        ``reach``: how many tiles beyond the wall card later cards may lie. Raises Stopped at a
        limit.
        """
        places = self._placements(position)
        cells = [self._cell(position, tile) for tile in position.cubes]
        begun, start = self._begun(position)
        purse = [position.points, position.lives, position.hand, position.yellow, 0]
        traces = TraceList(
            placements=places,
            masked=np.array(cells, dtype=np.int64),
            purse=np.array(purse, dtype=np.int64),
            rows=self._rows,
            details=self._details,
            done=np.zeros(3, dtype=np.int64),
        )
        masks, entrance = self._reachable(places, reach), max(position.entered, 0)
        while list_turns(self.arrays, entrance, traces, masks, begun, start, self.walk, work.flag):
            work.poll()
            traces = more_room(traces)
        work.poll()
        self._rows, self._details = traces.rows, traces.details  # as much is needed again
        rows = traces.rows[: traces.done[N_ROWS]].copy()
        details = traces.details[: traces.done[N_DETAILS]].copy()
        return Listing(self, position, rows, details, places)

    def _placements(self, position: Position) -> Ints:
        """List how the wall card may lie: rows turns, left, top in the frame of the last card."""
        card = position.cards[position.card]
        if position.midway is not None:
            return np.array([_place(card, position.cards[position.card + 1])], dtype=np.int64)
        entrance = position.entered
        if entrance not in self._places:
            found = list_placements(self.arrays, 0, entrance, 1, self.walk)
            self._places[entrance] = found
        rows = self._places[entrance]
        tiles = [card.placement.to_face(card.face, tile) for tile in position.forbidden]
        if not tiles or not len(rows):
            return rows
        x, y = np.array(tiles).T
        left, top, right, bottom = (side[:, None] for side in self._boxes(rows))
        covered = (left <= x) & (x < right) & (top <= y) & (y < bottom)
        return np.ascontiguousarray(rows[~covered.any(axis=1)])

    def _boxes(self, rows: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        sideways = rows[:, 0] % 2 == 1
        across = np.where(sideways, self.wall.height, self.wall.width)
        down = np.where(sideways, self.wall.width, self.wall.height)
        return rows[:, 1], rows[:, 2], rows[:, 1] + across, rows[:, 2] + down

    def _reachable(self, places: Ints, reach: int) -> Ints:
        """Return for each placement the tiles that later cards may cover, as words."""
        words: Ints = np.zeros((len(places), self.words), dtype=np.int64)
        left, top, right, bottom = self._boxes(places)
        for y in range(self.face.height):
            for x in range(self.face.width):
                cell = (y + 1) * (self.face.width + 2) + x + 1
                near = (left - reach <= x) & (x < right + reach)
                near &= (top - reach <= y) & (y < bottom + reach)
                words[:, cell // BITS] |= near.astype(np.int64) << (cell % BITS)
        return words

    def _begun(self, position: Position) -> tuple[NDArray[np.int8], Ints]:
        """Pass a begun trace to the kernel."""
        start = np.array([-1, 0, 0, 0], dtype=np.int64)
        midway = position.midway
        if midway is None:
            return np.zeros(0, dtype=np.int8), start
        card = position.cards[position.card]
        cells = (self.face.width + 2) * (self.face.height + 2)
        begun = np.zeros(cells, dtype=np.int8)
        for tile in midway.path:
            begun[self._cell(position, tile)] = PATH
        for tile in position.cubes:
            begun[self._cell(position, tile)] = OBSTACLE
        turns = card.placement.rotation // 90
        start[START_TILE] = self._cell(position, midway.tile)
        start[1:] = (int(midway.heading) - turns) % 4, midway.mushrooms, midway.traced
        return begun, start

    def _cell(self, position: Position, tile: Tile) -> int:
        """Return the padded number of a map tile on the last card."""
        card = position.cards[position.card]
        x, y = card.placement.to_face(card.face, tile)
        return (y + 1) * (card.face.width + 2) + x + 1


class Desks:
    """Lists the turns of a deck's games; what belongs to a pair of faces is kept."""

    def __init__(self, deck: Deck, rules: Rules):
        self.deck = deck
        self.rules = rules
        self._desks: dict[tuple[str, str], Desk] = {}
        self._longest = max(max(face.width, face.height) for face in deck.faces.values())

    def list(self, position: Position, wall: str, later: int, work: Work) -> Listing:
        """List the candidates of a turn whose wall card is ``wall``.

        ``later``: how many cards come after it. Raises Stopped at a limit.
        """
        face = position.cards[position.card].face
        key = (face.name, wall)
        if key not in self._desks:
            self._desks[key] = Desk(face, self.deck.faces[wall], self.rules)
        return self._desks[key].list(position, later * (self._longest - 1), work)


@lru_cache(maxsize=100_000)
def ways_to_update(
    rules: Rules,
    standing: tuple[int, int],
    crows: tuple[int, int],
    purse: tuple[int, int, int],
) -> tuple[Way, ...]:
    """List the ways to lay cubes on crows before an update that is survived.

    ``standing``: marker and peak before it; ``crows``: how many are visible, and how
    many of the wall card count too; ``purse``: lives, cubes in hand, yellow cubes left. More cubes
    than another way lays are laid only if fewer lives are lost for it.
    """
    (marker, peak), (shown, wall_crows), (lives, hand, yellow) = standing, crows, purse
    ways = []
    cheapest = MOST_LIVES + 1
    for laid in range(max(0, shown + wall_crows - FATAL_CROWS + 1), shown + wall_crows + 1):
        now = shown + wall_crows - laid
        cost, after = _update(rules, marker, peak, now)
        if cost >= cheapest:
            continue
        cheapest = cost
        paid = max(0, laid - hand)
        if paid > yellow or lives - paid - cost < 1 or (paid and lives - paid < 1):
            continue
        for covered in range(max(0, laid - wall_crows), min(laid, shown) + 1):
            left = (lives - paid - cost, hand + paid - laid, yellow - paid)
            ways.append(Way(covered, laid - covered, *left, now, after))
    return tuple(ways)


def _update(rules: Rules, marker: int, peak: int, now: int) -> tuple[int, int]:
    """Return the lives that a new marker costs, and the peak after it."""
    most = marker
    if rules.crow_loss is CrowLoss.ONCE:
        most = max(marker, peak + 2)
    tracking = Tracking(Start(lives=MOST_LIVES, crows=marker, most_crows=most), rules)
    tracking.update(now)
    return MOST_LIVES - tracking.lives, peak_of(rules, tracking.most_crows)


def _crow_tiles(card: PlacedFace) -> list[Tile]:
    """Return the tiles of a card's crows on the map, row by row of the printed face."""
    face = card.face
    return [
        card.placement.to_map(face, (x, y))
        for y in range(face.height)
        for x in range(face.width)
        if card.face.grid[y][x] == CROW
    ]


def _place(card: PlacedFace, wall: PlacedFace) -> tuple[int, int, int]:
    """Return how a card lies on another in that one's frame: quarter turns, left, top."""
    width, height = wall.size
    x, y = wall.placement.x, wall.placement.y
    corners = [
        card.placement.to_face(card.face, corner)
        for corner in ((x, y), (x + width - 1, y + height - 1))
    ]
    turns = (wall.placement.rotation - card.placement.rotation) // 90 % 4
    return turns, min(x for x, _ in corners), min(y for _, y in corners)
