"""The program against the narrated round: moves, final tables, scores, values of endgames."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bolets_solver.amanite.game.moves import apply, format_move, legal_moves, parse_move
from bolets_solver.amanite.game.objective import Objective
from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.game.scoring import margins, score_players, win_shares
from bolets_solver.amanite.game.tokens import PIG_NAME, kinds_of
from bolets_solver.amanite.game.worlds import possible_worlds
from bolets_solver.amanite.solving.solver import solve
from tests.amanite.making import start_position
from tests.amanite.narrated import Story, worlds_of

LEVELS = ("all", "some", "hints", "none")


def story_of(place: Position) -> Story:
    """The same table, by names; the first player's hints are used."""
    names = (*place.colours, PIG_NAME)
    known = [
        (colour, fact) for colour, fact in zip(place.colours, place.known, strict=True) if fact
    ]
    hints = place.hints[0]
    card: tuple[str, ...] = ()
    if hints is not None:
        card = tuple(names[colour] for colour in hints.start)
        known += [(names[colour], fact) for colour, fact in hints.notebook]
    return Story(
        players=place.players,
        colours=place.colours,
        tiles=[[names[kind] for kind in kinds_of(tile.tokens)] for tile in place.tiles],
        older={
            player: [names[kind] for kind in kinds_of(hand)]
            for player, hand in zip(place.players, place.tokens, strict=True)
        },
        worlds=worlds_of(
            place.colours, place.attributes, card, hints.shuffled if hints else (), known
        ),
        literal=place.rules.pig_scope == "literal",
        shared=place.rules.majority_tie == "shared",
        zero=place.rules.majority_zero == "on",
    )


def full_table(seed: int) -> tuple[random.Random, Position]:
    """A round with six tokens on most tiles and many tokens in front of the players."""
    rng = random.Random(f"full {seed}")
    players = 2 + seed % 3
    sizes = [6 if rng.random() < 0.7 else rng.randint(0, 6) for _ in range(players + 1)]
    place = start_position(rng, players, LEVELS[seed // 3 % 4], sizes, 4, held=12)
    return rng, place


@pytest.mark.parametrize("first", range(0, 240, 40))
def test_a_whole_round_offers_the_same_moves_and_ends_the_same(first: int) -> None:
    for seed in range(first, first + 40):
        rng, place = full_table(seed)
        story = story_of(place)
        assert possible_worlds(place, 0) == [tuple(world.values()) for world in story.worlds]
        answers: list[str] = []
        while isinstance(asked := story.question(answers), tuple):
            assert place.to_act is not None
            assert asked[0] == place.players[place.to_act]
            assert {format_move(place, move) for move in legal_moves(place)} == set(asked[1])
            answers.append(rng.choice(asked[1]))
            place = apply(place, parse_move(place, answers[-1]))
        assert place.to_act is None
        names = (*place.colours, PIG_NAME)
        held = [sorted(names[kind] for kind in kinds_of(hand)) for hand in place.tokens]
        assert held == [sorted(asked[player]) for player in place.players]
        for world in rng.sample(story.worlds, min(6, len(story.worlds))):
            scores = score_players(
                place.tokens, tuple(world.values()), place.attributes, place.rules
            )
            assert [score.points for score in scores] == list(story.points(asked, world).values())
            result = replace(story, worlds=[world], _results={}).result(asked)
            shares, ahead = win_shares(scores), margins(scores)
            assert [result[player][:2] for player in place.players] == list(
                zip(shares, ahead, strict=True)
            )


def test_final_tables_of_all_kinds_are_scored_alike() -> None:
    """Every attribute, both eliminations, majorities with ties and with nobody, all rules."""
    rng = random.Random(11)
    out = shared = nobody = 0
    for seed in range(600):
        players = 2 + seed % 3
        place = start_position(rng, players, "all", [0] * (players + 1), 0, held=rng.choice([3, 9]))
        few = rng.sample(range(6), 3)
        hands = tuple(
            tuple(
                min(number, 3) if kind in few else number
                for kind, number in enumerate([*hand[:6], rng.randint(0, 2)])
            )
            for hand in place.tokens
        )
        place = replace(place, tokens=hands)
        story = story_of(place)
        (world,) = possible_worlds(place, None)
        scores = score_players(place.tokens, world, place.attributes, place.rules)
        expected = story.points(story.older, story.worlds[0])
        assert [score.points for score in scores] == list(expected.values())
        result = story.result(story.older)
        assert [result[player][0] for player in place.players] == win_shares(scores)
        assert [result[player][1] for player in place.players] == margins(scores)
        out += sum(score.points is None for score in scores)
        shared += max(win_shares(scores)) not in (0, 1)
        nobody += not any(win_shares(scores))
    assert out > 250 and shared > 10 and nobody > 4


def endgame(seed: int) -> tuple[Story, Position, list[str], str, int | None]:
    """A small round played at random and taken back by some moves."""
    rng = random.Random(f"endgame {seed}")
    players = 2 + seed % 3
    level = LEVELS[seed // 3 % 4]
    sizes = [rng.randint(1, 3) for _ in range(players + 1)]
    place = start_position(rng, players, level, sizes, 3)
    story = story_of(place)
    objective = ("win", "margin", "vp")[seed // 12 % 3]
    against = rng.randrange(players) if rng.random() < 0.25 else None
    given: list[str] = []
    while isinstance(asked := story.question(given), tuple):
        given.append(rng.choice(asked[1]))
    back = rng.randint(3, 4 if len(story.worlds) > 50 else 5 + players // 2)
    return story, place, given[:-back], objective, against


@pytest.mark.parametrize("first", range(0, 144, 48))
def test_endgames_are_worth_the_same(first: int) -> None:
    compared = 0
    for seed in range(first, first + 48):
        story, place, given, objective, against = endgame(seed)
        for answer in given:
            place = apply(place, parse_move(place, answer))
        asked = story.question(given)
        assert isinstance(asked, tuple)
        who = None if against is None else place.players[against]
        analysis = solve(place, Objective(objective), asker=0, guaranteed=against)
        values = {format_move(place, one.move): one.values for one in analysis.moves}
        likings = []
        for answer in asked[1]:
            result = story.value([*given, answer], objective, who)
            found = values[answer]
            assert found is not None
            for player, value in zip(place.players, found, strict=True):
                if value is not None:
                    wanted = tuple(float(number) for number in result[player])
                    assert (value.win, value.margin, value.vp) == pytest.approx(wanted, abs=1e-9)
            likings.append((story.liking(asked[0], result, objective, who), answer))
            compared += 1
        best = max(likings)[0]
        listed = [format_move(place, one.move) for one in analysis.moves]
        assert (best, listed[0]) in likings
        assert set(listed) == set(asked[1])
    assert compared > 60
