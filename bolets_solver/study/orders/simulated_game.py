"""A game played by the program, turn by turn, without looking ahead.

Shared by the simulated players: the placements that the map allows, the lives, cubes and crows
after a trace, and the record. Cubes are laid on crows only to stay alive or to save lives: the
fewest that leave the most lives after the update. No cube is laid on the wall card just placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import CROW, ROCK
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tracking import FATAL_CROWS, MOST_LIVES, Start, Tracking, red_earned
from bolets_solver.bolets.rules import CrowScope, RedTiming, Rules
from bolets_solver.errors import InternalError
from bolets_solver.optimize.search.decoder import lying
from bolets_solver.optimize.tables.table_store import cube_caps
from bolets_solver.optimize.tracing.deal_arrays import Ints, translate, yellow_supply
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from bolets_solver.optimize.turns.found_games import PlayedTurn, played, record_of
from bolets_solver.optimize.turns.trace_rows import EXIT, HAND, LIVES, PLACE, WORTH, YELLOW
from bolets_solver.optimize.turns.turn_tables import Purse, Situation, Traces, Turns
from bolets_solver.work.limits import Work

START_LIVES = 3
Crow = tuple[int, int]
"""A crow: index of its card, its number on the card."""


class Setting:
    """Shared by all games of a deal: tables of turns, placements, printed tiles."""

    def __init__(self, deal: Deal, rules: Rules, work: Work):
        self.deal = deal
        self.rules = rules
        self.work = work
        arrays = translate(deal, rules)
        self.turns = Turns(arrays, cube_caps(deal, rules), new_walk(arrays), work)
        self.yellow = yellow_supply(rules)
        self.shown = [face.count(CROW) for face in deal.faces]
        self._boxes: dict[Situation, tuple[Ints, Ints]] = {}

    def boxes(self, situation: Situation) -> tuple[Ints, Ints]:
        """Return all placements of the next card, and their sides.

        Sides are rows left, top, right, bottom; the last two are the first tiles beyond.
        """
        if situation not in self._boxes:
            rows = self.turns.placements(situation)
            wall = self.deal.faces[situation.card + 1]
            sideways = rows[:, 0] % 2 == 1
            across = np.where(sideways, wall.height, wall.width)
            down = np.where(sideways, wall.width, wall.height)
            sides = [rows[:, 1], rows[:, 2], rows[:, 1] + across, rows[:, 2] + down]
            self._boxes[situation] = rows, np.stack(sides, axis=1)
        return self._boxes[situation]


@dataclass(frozen=True)
class Outcome:
    """The end of a turn: cubes in hand, crow marker, crows under cubes and visible crows.

    ``covers`` may hold crows of the wall card too.
    """

    purse: Purse
    marker: int
    covers: tuple[Crow, ...]
    crows: tuple[tuple[Crow, Tile], ...]


@dataclass(frozen=True)
class Play:
    """A game between two turns; tiles are those of the map.

    ``kept``: tiles that no card may cover. ``crows``: visible crows outside the last card.
    ``peak``: the highest marker so far. ``masked``: crows of the last card under cubes.
    """

    setting: Setting
    entrance: int
    cards: tuple[PlacedFace, ...]
    door: int
    purse: Purse
    marker: int
    peak: int
    kept: frozenset[Tile]
    crows: tuple[tuple[Crow, Tile], ...]
    game: tuple[PlayedTurn, ...]
    masked: tuple[int, ...] = ()

    @classmethod
    def begin(cls, setting: Setting, entrance: int) -> Play:
        """Begin a game at a door of the first card (from 0)."""
        card = PlacedFace(setting.deal.faces[0], UPRIGHT)
        return cls(
            setting=setting,
            entrance=entrance,
            cards=(card,),
            door=entrance,
            purse=Purse(0, START_LIVES, 0, setting.yellow, False),
            marker=0,
            peak=0,
            kept=frozenset(tile for tile in card.tiles() if card.kind(tile) == ROCK),
            crows=(),
            game=(),
        )

    @property
    def situation(self) -> Situation:
        """The card about to be traced."""
        return Situation(len(self.cards) - 1, self.door, self.masked)

    @property
    def key(self) -> tuple[object, ...]:
        """A key of the state: games with equal keys have the same continuations."""
        lies = self.cards[-1].placement
        standing = (self.purse, self.marker, self.peak)
        return self.situation, lies, standing, self.kept, self.crows

    @property
    def over(self) -> bool:
        """Whether the last card of the deal has been entered."""
        return len(self.cards) == len(self.setting.deal.faces)

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        return record_of(self.setting.deal, self.setting.rules, self.entrance, self.game)

    def allowed(self) -> NDArray[np.bool_]:
        """Return for each placement of the next card whether the map allows it (B-R10, B-R11)."""
        _, boxes = self.setting.boxes(self.situation)
        card = self.cards[-1]
        tiles = [card.placement.to_face(card.face, tile) for tile in self.kept]
        if not tiles or len(boxes) == 0:
            return np.ones(len(boxes), dtype=np.bool_)
        x, y = np.array(tiles).T
        left, top, right, bottom = (side[:, None] for side in boxes.T)
        covered = (left <= x) & (x < right) & (top <= y) & (y < bottom)
        return np.asarray(~covered.any(axis=1))

    def traces(self, places: Ints) -> Traces:
        """List all traces of some placements (rows turns, left, top)."""
        return self.setting.turns.traces(self.situation, places, self.purse, threaded=False)

    def outcome(self, traces: Traces, index: int) -> Outcome | None:
        """Return the end of a turn with a trace, None if it loses the game."""
        visible = self.visible(traces, index)
        best, most_lives = 0, 0
        for covers in range(len(visible) + 1):
            lives = self.lives_after(traces.rows[index], len(visible), covers, 0)
            if lives > most_lives:
                best, most_lives = covers, lives
        if most_lives == 0:
            return None
        return self.settle(traces, index, visible, visible[:best], ())

    def visible(self, traces: Traces, index: int) -> list[tuple[Crow, Tile]]:
        """List the visible crows after a trace, on all cards except the wall card."""
        wall = self.wall(traces, index)
        used = self._tiles(traces, index)
        return [
            (crow, tile)
            for crow, tile in (*self.crows, *self._own_crows())
            if tile not in used and not wall.covers(tile)
        ]

    def lives_after(self, row: Ints, visible: int, covers: int, hidden: int) -> int:
        """Return the lives after the update that follows a trace, 0 if the game is lost.

        ``covers``: cubes laid on the ``visible`` crows; ``hidden``: those laid on the wall card's.
        """
        lives, hand, yellow = int(row[LIVES]), int(row[HAND]), int(row[YELLOW])
        paid = max(0, covers + hidden - hand)
        marker = self.marker_after(visible - covers, hidden)
        if paid > yellow or paid >= lives or marker >= FATAL_CROWS:
            return 0
        start = Start(lives=lives - paid, crows=self.marker, most_crows=self.peak)
        tracking = Tracking(start, self.setting.rules)
        tracking.update(marker)
        return tracking.lives

    def marker_after(self, visible: int, hidden: int) -> int:
        """Return the crow marker after an update with ``visible`` crows (B-Q8)."""
        if self.setting.rules.crow_scope is CrowScope.TRACED:
            return visible
        return visible + self.setting.shown[len(self.cards)] - hidden

    def update_cost(self, visible: int, hidden: int) -> int | None:
        """Return the lives that an update with ``visible`` crows costs, None if it loses."""
        marker = self.marker_after(visible, hidden)
        if marker >= FATAL_CROWS:
            return None
        start = Start(lives=MOST_LIVES, crows=self.marker, most_crows=self.peak)
        tracking = Tracking(start, self.setting.rules)
        tracking.update(marker)
        return MOST_LIVES - tracking.lives

    def coverable(self, traces: Traces, index: int) -> list[int]:
        """List the wall card's crows that a cube may cover: not the one on its entrance."""
        wall = self.wall(traces, index)
        entered = wall.doors[int(traces.rows[index, EXIT])].tile
        found = crows_of(self.setting, wall, len(self.cards))
        return [crow for (_, crow), tile in found if tile != entered]

    def masked_tiles(self) -> list[Tile]:
        """List the tiles of the map where cubes lie on crows of the last card."""
        found = crows_of(self.setting, self.cards[-1], len(self.cards) - 1)
        return [tile for (_, crow), tile in found if crow in self.masked]

    def settle(
        self,
        traces: Traces,
        index: int,
        visible: list[tuple[Crow, Tile]],
        covered: list[tuple[Crow, Tile]],
        masked: tuple[int, ...],
    ) -> Outcome:
        """Return the end of a turn with cubes on crows; ``masked``: the wall card's."""
        row = traces.rows[index]
        hand, yellow = int(row[HAND]), int(row[YELLOW])
        laid = len(covered) + len(masked)
        paid = max(0, laid - hand)
        points = self.purse.points + int(row[WORTH])
        earned = 0
        if self.setting.rules.red_timing is RedTiming.UPDATE:
            earned = red_earned(points) - red_earned(self.purse.points)
        lives = self.lives_after(row, len(visible), len(covered), len(masked))
        covers = [crow for crow, _ in covered] + [(len(self.cards), crow) for crow in masked]
        return Outcome(
            purse=Purse(points, lives, hand + paid - laid + earned, yellow - paid, True),
            marker=self.marker_after(len(visible) - len(covered), len(masked)),
            covers=tuple(covers),
            crows=tuple(crow for crow in visible if crow not in covered),
        )

    def played(self, traces: Traces, index: int, outcome: Outcome) -> Play:
        """Return the game after a turn."""
        wall = self.wall(traces, index)
        number = len(self.cards)
        masked = tuple(crow for card, crow in outcome.covers if card == number)
        covered = [
            tile for crow, tile in (*self.crows, *self._own_crows()) if crow in outcome.covers
        ]
        covered += [
            tile for crow, tile in crows_of(self.setting, wall, number) if crow[1] in masked
        ]
        rocks = [tile for tile in wall.tiles() if wall.kind(tile) == ROCK]
        turn = played(self.situation, traces, index, self.purse, outcome.covers)
        used = self._tiles(traces, index)
        return replace(
            self,
            cards=(*self.cards, wall),
            door=turn.door,
            purse=outcome.purse,
            marker=outcome.marker,
            peak=max(self.peak, outcome.marker),
            kept=self.kept | used | frozenset(covered) | frozenset(rocks),
            crows=outcome.crows,
            game=(*self.game, turn),
            masked=masked,
        )

    def repeated(self, turn: PlayedTurn) -> Play:
        """Return the game after a turn that was played before from here."""
        place = np.array([turn.placed], dtype=np.int64)
        traces = self.traces(place)
        for index in range(len(traces.rows)):
            found = played(self.situation, traces, index, self.purse, turn.covers)
            if found == turn:
                visible = self.visible(traces, index)
                covered = [crow for crow in visible if crow[0] in turn.covers]
                masked = tuple(crow for card, crow in turn.covers if card == len(self.cards))
                outcome = self.settle(traces, index, visible, covered, masked)
                return self.played(traces, index, outcome)
        raise InternalError(f"a turn cannot be played again: {turn}")

    def walk(self, traces: Traces, index: int) -> tuple[Tile, ...]:
        """Return the tiles of the map that a trace walks, in order."""
        return tuple(self._to_map(cell) for cell in traces.tiles(index))

    def wall(self, traces: Traces, index: int) -> PlacedFace:
        """Return the placed next card of a trace."""
        card = self.cards[-1]
        face = self.setting.deal.faces[len(self.cards)]
        place = traces.placements[traces.rows[index, PLACE]].tolist()
        return PlacedFace(face, lying(card, face, place))

    def _tiles(self, traces: Traces, index: int) -> frozenset[Tile]:
        """Return the tiles of the map that a trace walks or lays cubes on."""
        return frozenset(map(self._to_map, traces.cells(index)))

    def _to_map(self, cell: int) -> Tile:
        card = self.cards[-1]
        stride = card.face.width + 2
        return card.placement.to_map(card.face, (cell % stride - 1, cell // stride - 1))

    def _own_crows(self) -> Iterator[tuple[Crow, Tile]]:
        """Yield the crows printed on the last card that are not under cubes."""
        number = len(self.cards) - 1
        for crow, tile in crows_of(self.setting, self.cards[-1], number):
            if crow[1] not in self.masked:
                yield crow, tile


def crows_of(setting: Setting, card: PlacedFace, number: int) -> Iterator[tuple[Crow, Tile]]:
    """Yield the crows printed on card ``number``, with their tiles of the map."""
    stride = card.face.width + 2
    for crow, cell in enumerate(setting.turns.crow_cells(number)):
        tile = (cell % stride - 1, cell // stride - 1)
        yield (number, crow), card.placement.to_map(card.face, tile)


def survivors(play: Play, traces: Traces) -> list[tuple[int, Outcome]]:
    """List the traces that the game survives, with their outcomes."""
    found = []
    for index in range(len(traces.rows)):
        outcome = play.outcome(traces, index)
        if outcome is not None:
            found.append((index, outcome))
    return found
