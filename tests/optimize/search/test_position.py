"""Games broken off that no solver would play: how they go on, against the reference.

Yellow cubes are taken for nothing, cubes laid on plain floor, on crows and on the wall card.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.moves import Moment as Game
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, Slide, TakeYellow, Turn
from bolets_solver.bolets.rules import CrowLoss, Difficulty, Rules
from bolets_solver.optimize.search.continuation import solve_from
from bolets_solver.optimize.search.position import broken_off
from bolets_solver.work.limits import Status
from tests.optimize.bench import STORE
from tests.reference.literal import Moment, literal_points_from
from tests.reference.playing import Purse
from tests.reference.small_deals import ANY, RICH, TINY, small_deal
from tests.reference.solving import Solver, State, TooLarge

pytestmark = pytest.mark.jit_off


def wasteful_game(deal: Deal, rules: Rules, rng: random.Random) -> Iterator[Game]:
    """Play at random; yield the game after every token."""
    entrance = rng.randint(1, len(deal.faces[0].doors))
    game = Game.of(deal, rules, Record(deal.deck.name, deal.order, entrance, (), rules))
    while (face := game.next_face()) is not None and game.verdict.won is None:
        places = list(game.placements())
        if not places:
            return
        game = game.with_turn(Turn(face, rng.choice(places), ()))
        yield game
        for _ in range(25):
            if game.verdict.finished or not game.verdict.standing.tracing:
                break
            after = wasteful_step(game, rng)
            if after is not None and after.verdict.legal:
                game = after
                yield game
        if game.verdict.standing.tracing:
            return


def wasteful_step(game: Game, rng: random.Random) -> Game | None:
    doors = [heading for heading, _ in game.trace().doors()]
    slides = game.slides()
    hand = sum(game.verdict.standing.hand.values())
    choice = rng.random()
    if choice < 0.3 and game.verdict.lives > 1:
        return game.after(TakeYellow())
    if choice < 0.5 and hand:
        tiles = sorted(game.board.tops)
        return game.after(rng.choice([LayAhead(), LayAt(*rng.choice(tiles))]))
    if doors and choice < 0.75:
        return game.after(Enter(rng.choice(doors)))
    if slides:
        slide = rng.choice(slides)
        return game.after(Slide(slide.heading, rng.randint(1, slide.length)))
    return None


def state_of(deal: Deal, rules: Rules, game: Game) -> State:
    """The game between two turns as a state of the reference, in the frame of the last card."""
    position, verdict = broken_off(deal, rules, game.record)
    assert position is not None
    card, board = position.cards[-1], verdict.board
    rocks = {tile for tile in board.tops if board.printed(tile) == "o"}
    entered = card.doors[position.entered].tile
    kept = {*board.path, *board.cubes, *rocks, entered}
    return Solver(deal, rules, frozenset())._state(
        last=len(board.cards) - 1,
        entrance=position.entered + 1,
        kept=frozenset(card.placement.to_face(card.face, tile) for tile in kept),
        crows=frozenset(
            card.placement.to_face(card.face, tile)
            for tile in board.visible_crows(len(board.cards))
        ),
        far_crows=0,
        marker=verdict.crows,
        most=max(tally.crows for tally in verdict.tallies if tally.updated),
        purse=Purse(verdict.lives, sum(verdict.standing.hand.values()), yellow_left(rules, game)),
        points=verdict.points,
    )


def yellow_left(rules: Rules, game: Game) -> int:
    if rules.difficulty is Difficulty.DIFFICULT:
        return 0
    return 2 - sum(tally.yellow for tally in game.verdict.tallies)


def moment_of(rules: Rules, game: Game) -> Moment:
    """The game within a trace as a moment of the rules to the letter, in tiles of the map."""
    verdict, board = game.verdict, game.board
    standing, tally = verdict.standing, verdict.tallies[-1]
    assert standing.tile is not None and standing.heading is not None
    return Moment(
        lying=tuple(card.placement for card in board.cards),
        tracing=True,
        path=frozenset(board.path),
        met=frozenset(board.met),
        cubes=frozenset(board.cubes),
        here=standing.tile,
        heading=standing.heading,
        lives=verdict.lives,
        hand=sum(standing.hand.values()),
        yellow=yellow_left(rules, game),
        marker=verdict.crows,
        most=max((t.crows for t in verdict.tallies if t.updated), default=0),
        points=verdict.points - tally.points,
        picked=tally.mushrooms,
        gained=tally.points,
    )


def check(deal: Deal, rules: Rules, game: Game, expected: int | None) -> None:
    found = solve_from(deal, game.record, rules, store=STORE)
    status = Status.IMPOSSIBLE if expected is None else Status.OPTIMAL
    assert (found.status, found.points) == (status, expected), game.record.format()


@pytest.mark.parametrize("seed", range(10))
def test_position_between_turns_of_a_wasteful_game(seed: int) -> None:
    kind, first = ((ANY, 60), (RICH, 30))[seed % 2]
    checked = 0
    for number in range(first + 7 * seed, first + 7 * seed + 7):
        small = small_deal(number, kind)
        rng = random.Random(number)
        rules = replace(small.rules, crow_loss=rng.choice(list(CrowLoss)))
        for game in wasteful_game(small.deal, rules, rng):
            verdict = game.verdict
            if verdict.standing.tracing or verdict.finished or verdict.won is not None:
                continue
            solver = Solver(small.deal, rules, frozenset(), 300)
            try:
                possible = solver.possible(state_of(small.deal, rules, game))
            except TooLarge:
                continue
            check(small.deal, rules, game, max(possible, default=None))
            checked += 1
        if checked >= 2:
            return


@pytest.mark.parametrize("seed", range(8))
def test_position_within_the_trace_of_a_wasteful_game(seed: int) -> None:
    checked = 0
    for number in range(300 + 20 * seed, 320 + 20 * seed):
        small = small_deal(number, TINY)
        rng = random.Random(number)
        for game in wasteful_game(small.deal, small.rules, rng):
            if not game.verdict.standing.tracing or game.verdict.won is not None:
                continue
            if rng.random() < 0.5:
                continue
            moment = moment_of(small.rules, game)
            try:
                possible = literal_points_from(small.deal, small.rules, moment, 1500)
            except TooLarge:
                continue
            check(small.deal, small.rules, game, max(possible, default=None))
            checked += 1
        if checked >= 6:
            return
    assert checked > 0
