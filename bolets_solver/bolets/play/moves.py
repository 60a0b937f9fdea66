"""The state of a game and its legal next actions.

A :class:`Moment` derives the legal actions from a verdict. Whether the player survives them is for
the referee to decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import ROTATIONS
from bolets_solver.bolets.cards.overlap import Overlap
from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.bolets.play import reasons as advice
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import Slide, Token, Turn
from bolets_solver.bolets.play.tracking import OPENING
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import BlockedCounts, Rules


@dataclass(frozen=True)
class Moment:
    """A legal game so far: its deal, rules, record and verdict."""

    deal: Deal
    rules: Rules
    record: Record
    verdict: Verdict

    @classmethod
    def of(cls, deal: Deal, rules: Rules, record: Record) -> Moment:
        """Replay a record."""
        return cls(deal, rules, record, replay(deal, record, rules))

    @property
    def board(self) -> Board:
        """The map."""
        return self.verdict.board

    @property
    def overlap(self) -> Overlap:
        """The wall card on the last card, while a card is traced."""
        assert self.verdict.standing.tracing
        last, wall = self.board.cards[-2:]
        return Overlap(last, wall, self.board.is_rock)

    def after(self, *tokens: Token) -> Moment:
        """Return the game with more tokens in its last turn."""
        *turns, last = self.record.turns
        longer = replace(last, tokens=(*last.tokens, *tokens))
        return Moment.of(self.deal, self.rules, replace(self.record, turns=(*turns, longer)))

    def with_turn(self, turn: Turn) -> Moment:
        """Return the game with one more turn."""
        record = replace(self.record, turns=(*self.record.turns, turn))
        return Moment.of(self.deal, self.rules, record)

    def next_face(self) -> str | None:
        """The next wall card, None while a card is traced or when the game is over."""
        standing = self.verdict.standing
        if standing.tracing or self.verdict.finished or standing.tile is None:
            return None
        return self.deal.order[len(self.board.cards)]

    def trace(self) -> advice.Trace:
        """The state of the path, for the referee's messages."""
        standing, tally = self.verdict.standing, self.verdict.tallies[-1]
        assert standing.tile is not None
        assert standing.heading is not None
        by_points = self.rules.blocked_counts is BlockedCounts.POINTS
        collected = tally.points if by_points else tally.mushrooms
        moved = len(self.board.segments[-1]) > 1
        return advice.Trace(
            self.overlap,
            self.board,
            standing.tile,
            standing.heading,
            moved,
            collected >= OPENING,
        )

    def slides(self) -> list[Slide]:
        """Return the longest legal slide in each possible heading.

        A slide over a crow that takes the last life is legal up to that crow (B-R37).
        """
        trace = self.trace()
        found = []
        for heading in trace.headings():
            length = len(trace.reach(heading))
            while length and not self.after(Slide(heading, length)).verdict.legal:
                length -= 1
            if length:
                found.append(Slide(heading, length))
        return found

    def placements(self) -> Iterator[Placement]:
        """Yield all legal placements of the next wall card, by rotation, then row by row."""
        name = self.next_face()
        assert name is not None
        face = self.deal.deck.faces[name]
        last = self.board.cards[-1]
        kept = {tile for tile in self.board.tops if self.board.is_rock(tile)} | self.board.path
        for rotation in ROTATIONS:
            width, height = face.size(rotation)
            corners = {
                (y - door.y, x - door.x)
                for door in face.turned_doors(rotation)
                for x, y in last.tiles()
            }
            for top, left in sorted(corners):
                if not any(left <= x < left + width and top <= y < top + height for x, y in kept):
                    yield Placement(rotation, left, top)
