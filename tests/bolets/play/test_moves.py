"""Legal moves: none is missing, and no illegal one is offered."""

from __future__ import annotations

import random

import pytest

from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter, Slide, Turn
from bolets_solver.bolets.reach.tracer import Tracer
from bolets_solver.bolets.rules import Rules
from bolets_solver.study.decks.generate import random_deal
from tests.trace.playing import random_game


def moments(deck: str, seed: int) -> list[Moment]:
    """Return a random game after each of its turns."""
    deal = random_deal(load_deck(deck), seed, 3)
    record = random_game(deal, random.Random(seed))
    games = (
        Record(record.deck, record.order, record.entrance, record.turns[:count])
        for count in range(len(record.turns) + 1)
    )
    return [Moment.of(deal, Rules(), game) for game in games]


@pytest.mark.parametrize("deck", ["mini", "thicket"])
def test_placements_are_those_that_the_referee_allows(deck: str) -> None:
    looked = 0
    for seed in range(2):
        for moment in moments(deck, seed):
            face = moment.next_face()
            if face is None:
                continue
            offered = list(moment.placements())
            size = max(moment.board.cards[0].size) + 1
            x, y = moment.board.cards[-1].placement.x, moment.board.cards[-1].placement.y
            tried = [
                Placement(rotation, x + dx, y + dy)
                for rotation in (0, 90, 180, 270)
                for dy in range(-size, size)
                for dx in range(-size, size)
            ]
            legal = [p for p in tried if moment.with_turn(Turn(face, p, ())).verdict.legal]
            assert offered == legal
            looked += 1
    assert looked > 3


def test_slides_and_doors_are_those_that_the_referee_allows() -> None:
    looked = 0
    for seed in range(12):
        rng = random.Random(seed)
        for moment in moments("pinewood", seed)[:-1]:
            face = moment.next_face()
            if face is None:
                continue
            laid = moment.with_turn(Turn(face, rng.choice(list(moment.placements())), ()))
            if not laid.verdict.standing.tracing or laid.verdict.finished:
                continue
            for heading in Heading:
                most = max((s.length for s in laid.slides() if s.heading is heading), default=0)
                if most:
                    violation = laid.after(Slide(heading, most)).verdict.violation
                    assert violation is None or violation.rule == "B-R37"  # a crow on the way
                assert not laid.after(Slide(heading, most + 1)).verdict.legal
                offered = heading in [side for side, _ in laid.trace().doors()]
                assert laid.after(Enter(heading)).verdict.legal == offered
            looked += 1
    assert looked > 10


def test_traces_are_legal_but_for_lives_and_blocked_doors() -> None:
    looked = 0
    for seed in range(6):
        rng = random.Random(seed)
        for moment in moments("pinewood", seed)[:-1]:
            face = moment.next_face()
            if face is None:
                continue
            for placement in rng.sample(list(moment.placements()), 10):
                laid = moment.with_turn(Turn(face, placement, ()))
                standing = laid.verdict.standing
                if laid.verdict.finished or standing.tile is None or standing.heading is None:
                    continue
                tracer = Tracer(laid)
                tracer.go(standing.tile, standing.heading, [], 0)
                assert len(set(tracer.found)) == len(tracer.found)
                for tokens in tracer.found:
                    violation = laid.after(*tokens).verdict.violation
                    assert violation is None or violation.rule in ("B-R22", "B-R37")
                    looked += 1
    assert looked > 30
