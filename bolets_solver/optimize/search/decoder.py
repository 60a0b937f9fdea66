"""From the kernel's game to a record: headings on the map, slides, the moments of yellow cubes.

The kernel keeps which tiles were walked and where cubes were laid; when a yellow cube is taken
follows (see ``walk``): when a cube is needed and none is in hand, and before a heart at five lives.
"""

from __future__ import annotations

from collections.abc import Sequence

from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.cards.tile_kinds import tile_kind
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, Slide, TakeYellow, Token, Turn
from bolets_solver.bolets.rules import RedTiming, Rules
from bolets_solver.optimize.search.position import Position
from bolets_solver.optimize.state.game import (
    BEGIN_HAND,
    BEGIN_LIVES,
    BEGIN_POINTS,
    BEGIN_YELLOW,
    LEAVE,
    N_COVERS,
    PLACEMENT,
    TRACE_LENGTH,
    Game,
)
from bolets_solver.optimize.tables.deal_tables import LEFT_SIDE, TOP_SIDE, TURNS, DealTables
from bolets_solver.optimize.tracing.deal_arrays import MAX_LIVES, MAX_REDS, POINTS_PER_RED


def decode(position: Position, tables: DealTables, game: Game, entrance: int) -> Record:
    """Return the record of a game that the kernel found, begun at ``position``.

    ``entrance``: index of the door by which the position's last card was entered, from 0.
    """
    deal, rules, start = position.deal, position.rules, position.card
    card = position.cards[start]
    turns = list(position.turns)
    for k in range(start, len(deal.faces) - 1):
        wall = deal.faces[k + 1]
        row = game.turn[k]
        place = tables.placements[row[PLACEMENT]]
        placement = lying(card, wall, place)
        tracer = TokenWriter(rules, card, [int(row[c]) for c in _PURSE])
        cells = game.trace[k, : row[TRACE_LENGTH]].tolist()
        laid = game.laid[k, : row[TRACE_LENGTH]].tolist()
        midway = position.midway if k == start else None
        if midway is not None:
            tracer.points += midway.traced
            tracer.tokens.extend(turns.pop().tokens)
        early = tracer.walk(cells, laid, met=midway is not None)
        covers = game.cover[k, : 2 * row[N_COVERS]].reshape(-1, 2).tolist()
        tracer.cover([(x, y) for x, y in covers])
        tracer.tokens.append(Enter(Heading(int(row[LEAVE])).turned(card.placement.rotation)))
        if early and k > start:  # a yellow cube before the tile behind the door: one line earlier
            before = turns[-1]
            tokens = (*before.tokens[:-1], TakeYellow(), before.tokens[-1])
            turns[-1] = Turn(before.face, before.placement, tokens)
        turns.append(Turn(wall.name, placement, tuple(tracer.tokens)))
        card = PlacedFace(wall, placement)
    first = position.entrance if position.entrance >= 0 else entrance
    return Record(deal.deck.name, deal.order, first + 1, tuple(turns), rules)


_PURSE = (BEGIN_LIVES, BEGIN_HAND, BEGIN_YELLOW, BEGIN_POINTS)


def lying(card: PlacedFace, wall: Face, place: Sequence[int]) -> Placement:
    """Return how the wall card lies on the map, from its place in the frame of the last card."""
    turns, left, top = (int(place[column]) for column in (TURNS, LEFT_SIDE, TOP_SIDE))
    width, height = wall.size(90 * turns)
    corners = [
        card.placement.to_map(card.face, corner)
        for corner in ((left, top), (left + width - 1, top + height - 1))
    ]
    rotation = (card.placement.rotation + 90 * turns) % 360
    return Placement(rotation, min(x for x, _ in corners), min(y for _, y in corners))


class TokenWriter:
    """Writes the tokens of one trace while it keeps lives and cubes as the kernel does."""

    def __init__(self, rules: Rules, card: PlacedFace, purse: list[int]):
        self.card = card
        self.lives, self.hand, self.yellow, self.points = purse
        self.in_trace = rules.red_timing is RedTiming.TRACE
        self.tokens: list[Token] = []

    def walk(self, cells: list[int], laid: list[int], *, met: bool) -> bool:
        """Write the trace; return whether a yellow cube is needed before its first tile.

        ``met``: whether what lies on the first tile was dealt with before.
        """
        face = self.card.face
        stride = face.width + 2
        tiles = [(cell % stride - 1, cell // stride - 1) for cell in cells]
        early = face.border is Border.EDGES and not met and self._meet(tiles[0])
        here = self.card.placement.to_map(face, tiles[0])
        for index, cube in enumerate(laid):
            if cube:
                self._spend()
                self.tokens.append(LayAhead())
            if index + 1 == len(tiles):
                break
            there = self.card.placement.to_map(face, tiles[index + 1])
            heading = next(h for h in Heading if h.step(here) == there)
            if self._meet(tiles[index + 1]):
                self.tokens.append(TakeYellow())
            self._slide(heading)
            here = there
        return early

    def cover(self, tiles: list[Tile]) -> None:
        """Lay cubes on crows at the end of the trace."""
        for x, y in tiles:
            self._spend()
            self.tokens.append(LayAt(x, y))

    def _slide(self, heading: Heading) -> None:
        last = self.tokens[-1] if self.tokens else None
        if isinstance(last, Slide) and last.heading is heading:
            self.tokens[-1] = Slide(heading, last.length + 1)
        else:
            self.tokens.append(Slide(heading, 1))

    def _spend(self) -> None:
        """Take a cube from the hand, or a yellow one."""
        if self.hand == 0:
            self.tokens.append(TakeYellow())
            self.yellow -= 1
            self.lives -= 1
        else:
            self.hand -= 1

    def _meet(self, tile: Tile) -> bool:
        """Account for what lies on a tile; return whether a yellow cube is taken before it."""
        kind = self.card.face.grid[tile[1]][tile[0]]
        met = tile_kind(kind)
        if met.lives < 0 or (met.lives and self.lives < MAX_LIVES):
            self.lives += met.lives
        elif met.lives and self.yellow > 0:
            self.yellow -= 1
            self.hand += 1
            return True
        elif met.points:
            before = min(MAX_REDS, self.points // POINTS_PER_RED)
            self.points += met.points
            if self.in_trace:
                self.hand += min(MAX_REDS, self.points // POINTS_PER_RED) - before
        return False
