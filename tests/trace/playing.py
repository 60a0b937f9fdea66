"""Legal games played at random, and lines drawn along them by an unsteady hand."""

from __future__ import annotations

import random
from itertools import pairwise

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter, LayAhead, Slide, TakeYellow, Turn
from bolets_solver.bolets.rules import Rules

Point = tuple[float, float]


def random_game(deal: Deal, rng: random.Random, rules: Rules | None = None) -> Record:
    """Return a legal game, won, lost or given up, that traces at least one card."""
    rules = rules or Rules()
    while True:
        entrance = rng.randint(1, len(deal.faces[0].doors))
        moment = Moment.of(deal, rules, Record(deal.deck.name, deal.order, entrance, (), rules))
        while (longer := _random_turn(moment, rng)) is not None:
            moment = longer
        if moment.record.turns:
            assert moment.verdict.legal
            return moment.record


def _random_turn(moment: Moment, rng: random.Random) -> Moment | None:
    face = moment.next_face()
    if face is None:
        return None
    places = list(moment.placements())
    for _ in range(40):
        turn = Turn(face, rng.choice(places), ())
        traced = _random_trace(moment.with_turn(turn), rng)
        if traced is not None:
            return traced
    return None


def _random_trace(moment: Moment, rng: random.Random) -> Moment | None:
    for _ in range(60):
        if moment.verdict.finished or not moment.verdict.standing.tracing:
            return moment
        doors = [heading for heading, _ in moment.trace().doors()]
        hand = sum(moment.verdict.standing.hand.values())
        if doors and rng.random() < 0.7:
            moment = moment.after(Enter(rng.choice(doors)))
            continue
        slides = moment.slides()
        if hand and rng.random() < 0.3:
            after = moment.after(LayAhead())
        elif moment.verdict.lives > 2 and rng.random() < 0.05:
            after = moment.after(TakeYellow())
        elif slides:
            slide = rng.choice(slides)
            after = moment.after(Slide(slide.heading, rng.randint(1, slide.length)))
        else:
            return None
        moment = after if after.verdict.legal else moment
    return None


def drawn(deal: Deal, record: Record, hand: Hand) -> str:
    """Return a trace file of a game, its lines drawn by ``hand``."""
    lines = ["bolets-trace/1", *record.format().split("\n")[1:]]
    header = [
        line for line in lines if line and not line[0].isdigit() and not line.startswith("C ")
    ]
    here = Moment.of(deal, record.rules, Record("", record.order, record.entrance, ()))
    tile = here.board.cards[0].doors[(record.entrance or 0) - 1].tile
    texts = []
    for turn in record.turns:
        parts, stroke = [], [tile]
        for token in turn.tokens:
            if isinstance(token, Slide | Enter):
                for _ in range(token.length if isinstance(token, Slide) else 1):
                    tile = token.heading.step(tile)
                    stroke.append(tile)
                continue
            parts += [hand.stroke(stroke), str(token)]
            stroke = [tile]
        parts.append(hand.stroke(stroke))
        texts.append(f"{turn.face} {turn.placement}: {' '.join(parts)}")
    return "\n".join([*header, *hand.keys(), *texts]) + "\n"


class Hand:
    """Draws along tiles with an error up to ``noise`` tiles, in millimetres of a printed map."""

    def __init__(self, rng: random.Random, noise: float, dense: bool):
        self.rng = rng
        self.noise = noise
        self.dense = dense
        self.scale = rng.uniform(4, 12)
        self.origin = (rng.uniform(-50, 50), rng.uniform(-50, 50))

    def keys(self) -> list[str]:
        return [
            "unit: mm",
            f"scale: {self.scale:.6f}",
            f"origin: {self.origin[0]:.6f}, {self.origin[1]:.6f}",
        ]

    def stroke(self, tiles: list[tuple[int, int]]) -> str:
        points: list[Point] = [tiles[0]]
        for before, after in pairwise(tiles):
            pieces = self.rng.randint(2, 9) if self.dense else 1
            points += [
                (
                    before[0] + (after[0] - before[0]) * piece / pieces,
                    before[1] + (after[1] - before[1]) * piece / pieces,
                )
                for piece in range(1, pieces + 1)
            ]
        texts = []
        for x, y in points:
            x += self.rng.uniform(-self.noise, self.noise)
            y += self.rng.uniform(-self.noise, self.noise)
            x, y = x * self.scale + self.origin[0], y * self.scale + self.origin[1]
            texts.append(f"[{x:.4f}, {y:.4f}]")
        return f"path = [{', '.join(texts)}]"
