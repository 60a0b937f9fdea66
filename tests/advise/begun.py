"""Games that end within a trace, by the reference: the values of the turns that complete it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import COTTAGE
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.placement import PlacedFace
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, TakeYellow, Token, Turn
from bolets_solver.optimize.search.position import Position
from bolets_solver.study.random_draws import pick
from tests.advise.asking import Asked, state_of, turns_of
from tests.advise.reference import Reference, Turns, Worth
from tests.reference.playing import Purse, play, with_yellow, worth
from tests.reference.solving import Laid, State, Won
from tests.reference.tracing import LAY, MEET, Trace


@dataclass(frozen=True)
class Begun:
    """A trace begun: the position at the start of its turn, and where it was broken off."""

    start: Asked
    asked: Asked

    @property
    def spends(self) -> bool:
        """Whether a cube was taken or laid by then."""
        tokens = self.asked.record.turns[-1].tokens
        return any(isinstance(token, (LayAhead, LayAt, TakeYellow)) for token in tokens)


def begun_traces(start: Asked, count: int) -> Iterator[Begun]:
    """Yield up to ``count`` ways to break off the turn that is due, each within a trace.

    In half of them a cube was laid, if any turn lays one; in some a yellow cube was taken. None is
    broken off just after a cube was laid: the reference lays one only to turn at it.
    """
    rng = random.Random(f"begun {start.table.deck.name} {start.record.entrance}")
    turns = turns_of(start)
    laying = [made for made in turns if any(isinstance(t, LayAhead) for t in made[-1].tokens)]
    for number in range(count if turns else 0):
        made = pick(rng, laying if laying and number % 2 else turns)
        tokens = _cut(rng, made[-1].tokens)
        if rng.random() < 0.5:
            tokens = (*tokens, TakeYellow())
        begun = _begun(start, (*made[:-1], replace(made[-1], tokens=tokens)))
        if begun is not None:
            yield begun


def _cut(rng: random.Random, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the beginning of a trace: some tokens of those before the door is entered."""
    first = next((at for at, token in enumerate(tokens) if isinstance(token, LayAhead)), 0)
    ends = [
        at
        for at in range(first, len(tokens))
        if not (at and isinstance(tokens[at - 1], (LayAhead, LayAt, Enter)))
    ]
    return tokens[: pick(rng, ends)]


def _begun(start: Asked, turns: tuple[Turn, ...]) -> Begun | None:
    """Return a game begun, None if the rules forbid it or it is over."""
    made = start.record
    record = Record(made.deck, made.order, made.entrance, turns, made.rules)
    deal = Deal(start.table.deck, (*start.table.order, COTTAGE))
    verdict = replay(deal, record, start.table.rules)
    if not verdict.legal or verdict.finished or not verdict.standing.tracing:
        return None
    return Begun(start, replace(start, record=record))


def value(begun: Begun, reference: Reference, of: Worth, hindsight: bool = False) -> Fraction:
    """Return what a best player expects, or one who knows the whole order, after such a beginning.

    With hindsight the turn is finished in the way that is best for each order.
    """
    seen = begun.asked.seen
    if hindsight and len(seen) < reference.cards:
        return sum(
            (
                reference.chance(seen, name)
                * value(
                    replace(begun, asked=replace(begun.asked, seen=(*seen, name))),
                    reference,
                    of,
                    True,
                )
                for name in reference.hidden(seen)
            ),
            Fraction(0),
        )
    state = state_of(begun.start.position, begun.start.table.rules)
    results = _Begun(reference, begun).results(state)
    follow = reference.hindsight if hindsight else reference.value
    return max(
        (
            of(result.points) if isinstance(result, Won) else follow(result, seen, of)
            for result in results
        ),
        default=Fraction(0),
    )


class _Begun(Turns):
    """The turns that begin as a game does that was broken off."""

    def __init__(self, reference: Reference, begun: Begun):
        plain = reference.solver(begun.asked.seen)
        super().__init__(plain.deal, plain.rules, frozenset())
        self.position = begun.asked.position
        self.start = begun.start.position
        card = self.position.cards[self.position.card]
        self.wall = self.position.cards[self.position.card + 1]
        midway = self.position.midway
        assert midway is not None

        def seen(tile: Tile) -> Tile:
            return card.placement.to_face(card.face, tile)

        self.seen = seen
        self.path = tuple(map(seen, midway.path))
        self.cubes = frozenset(map(seen, set(self.position.cubes) - set(self.start.cubes)))

    def turns(self, state: State) -> list[tuple[Laid, list[Trace]]]:
        return [
            (laid, ways) for laid, ways in super().turns(state) if self._lies(laid, state.last + 1)
        ]

    def _lies(self, laid: Laid, wall: int) -> bool:
        card = PlacedFace(self.faces[wall], laid.placement)
        return all(
            self.seen(self.wall.placement.to_map(self.wall.face, (x, y)))
            == card.placement.to_map(card.face, (x, y))
            for x in range(card.face.width)
            for y in range(card.face.height)
        )

    def played(self, state: State, trace: Trace) -> dict[Purse, tuple[int, ...]]:
        """Return all ways to pay for the rest of a trace; none if it begins otherwise."""
        for done in range(1, len(trace.events) + 1):
            events = trace.events[:done]
            path = tuple(tile for what, tile in events if what == MEET)
            laid = frozenset(tile for what, tile in events if what == LAY)
            if (path, laid) == (self.path, self.cubes):
                return self._pay(state, trace, done)
        return {}

    def _pay(self, state: State, trace: Trace, done: int) -> dict[Purse, tuple[int, ...]]:
        position: Position = self.position
        face = self.faces[state.last]
        points = state.points + worth(face, Trace(trace.events[:done], trace.door))
        now = Purse(position.lives, position.hand, position.yellow)
        rest = Trace(trace.events[done:], trace.door)
        ways: dict[Purse, tuple[int, ...]] = {}
        for purse in with_yellow({now: ()}, 0):
            ways.update(play(face, rest, purse, points, self.rules))
        return ways
