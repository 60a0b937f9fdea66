"""Final scoring: the worked example of the rulebook, scenarios, and the reference's table."""

from __future__ import annotations

import random

import pytest

from bolets_solver.amanite.game.scoring import (
    ATTRIBUTES,
    majority_prizes,
    margins,
    score_players,
    win_shares,
    winners,
)
from bolets_solver.amanite.game.tokens import Counts
from bolets_solver.amanite.rules import Rules
from tests.amanite.making import random_switches, random_tokens, start_position
from tests.amanite.reference import Game
from tests.amanite.tables import COUNTING, EMPTY, text

WORLD = ("Poison", "Antidote", "Elixir", "Count", "Two", "Majority")
NUMBERS = ("Poison", "Antidote", "-1", "1", "2", "3")


def points(*hands: Counts, world: tuple[str, ...] = WORLD, **rules: str) -> list[int | None]:
    return [score.points for score in score_players(hands, world, world, Rules(**rules))]


@pytest.mark.parametrize(
    ("poison", "antidote", "elixir", "expected"),
    [
        (2, 1, 1, 7),  # the rulebook's example, A-T1
        (2, 1, 0, None),
        (1, 1, 0, 5),
        (1, 2, 3, -1),
        (0, 2, 2, -6),
        (1, 0, 0, None),
        (0, 0, 0, 0),
        (3, 2, 1, 12),
    ],
)
def test_poison_antidote_elixir(
    poison: int, antidote: int, elixir: int, expected: int | None
) -> None:
    world = ("Poison", "Antidote", "Elixir", "1", "2", "3")
    assert points((poison, antidote, elixir, 0, 0, 0, 0), world=world) == [expected]


@pytest.mark.parametrize(
    ("number", "by_count", "exactly_two"), [(0, -5, 0), (1, 0, 0), (2, 3, 8), (3, 12, 0)]
)
def test_count_and_two(number: int, by_count: int, exactly_two: int) -> None:  # A-T2
    (score,) = score_players([(0, 0, 0, number, number, 0, 0)], WORLD, WORLD, Rules())
    assert (score.terms["Count"], score.terms["Two"]) == (by_count, exactly_two)


def test_four_of_the_by_count_attribute_eliminate() -> None:  # A-T2
    (score,) = score_players([(0, 0, 0, 4, 0, 0, 3)], WORLD, WORLD, Rules())
    assert score.points is None
    assert score.counted == -50
    assert score.terms == {}
    assert score.eliminated is not None and "4 tokens" in score.eliminated


@pytest.mark.parametrize(
    ("numbers", "each", "shared"),
    [
        ([4, 4, 2], [7, 7, 0], [7, 7, 0]),  # A-T3
        ([5, 3, 3], [10, 2, 2], [10, 2, 2]),
        ([4, 4, 4], [7, 7, 7], [4, 4, 4]),
        ([0, 0, 0], [0, 0, 0], [0, 0, 0]),
        ([3, 0], [10, 0], [10, 0]),
        ([3, 1], [10, 4], [10, 4]),
        ([2, 2], [7, 7], [7, 7]),
        ([5, 3, 3, 3], [10, 2, 2, 2], [10, 1, 1, 1]),
        ([2, 2, 2, 2], [7, 7, 7, 7], [3, 3, 3, 3]),
        ([1], [10], [10]),
        ([], [], []),
    ],
)
def test_majority(numbers: list[int], each: list[int], shared: list[int]) -> None:
    assert majority_prizes(numbers, Rules()) == each
    assert majority_prizes(numbers, Rules(majority_tie="shared")) == shared


@pytest.mark.parametrize(
    ("numbers", "expected"), [([3, 0], [10, 4]), ([0, 0, 0], [7, 7, 7]), ([1, 0, 0], [10, 2, 2])]
)
def test_majority_with_no_token(numbers: list[int], expected: list[int]) -> None:  # A-Q12 b
    assert majority_prizes(numbers, Rules(majority_zero="on")) == expected


def test_the_eliminated_do_not_count_for_the_majority() -> None:  # A-T4
    hands = [(1, 0, 0, 1, 0, 6, 0), (0, 0, 0, 1, 0, 3, 0), (0, 0, 0, 1, 0, 1, 0)]
    assert points(*hands) == [None, 10, 4]


def test_pigs_and_numbers() -> None:
    assert points((0, 0, 2, 1, 1, 2, 3), world=NUMBERS) == [-2 + 1 + 2 + 6 + 9]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((0, 0, 0, 0, 1, 6, 0), (0, 0, 0, 2, 0, 6, 0), [0]),  # 20 : 20, 7 mushrooms against 8
        ((0, 0, 0, 0, 1, 6, 0), (0, 0, 0, 0, 1, 6, 0), [0, 1]),  # all the same: shared
        ((1, 0, 0, 0, 0, 9, 0), (0, 0, 4, 0, 0, 0, 0), [1]),  # out against -4
        ((1, 0, 0, 0, 0, 9, 0), (1, 0, 4, 0, 0, 0, 0), []),  # both out: nobody
        ((0, 0, 0, 0, 0, 2, 0), (0, 0, 0, 0, 0, 0, 2), [1]),  # pigs are not mushrooms, A-Q30
    ],
)
def test_who_wins(first: Counts, second: Counts, expected: list[int]) -> None:  # A-T10
    scores = score_players([first, second], NUMBERS, NUMBERS, Rules())
    assert winners(scores) == expected
    assert [float(share) for share in win_shares(scores)] == [
        1 / len(expected) if player in expected else 0 for player in range(2)
    ]


def test_margins_count_the_eliminated_as_fifty_below() -> None:
    hands = [(1, 0, 0, 0, 0, 0, 0), (0, 0, 0, 4, 0, 0, 0), (0, 0, 0, 0, 0, 3, 0)]
    scores = score_players(hands, NUMBERS, NUMBERS, Rules())
    assert margins(scores) == [-59, -5, 5]


def test_terms_add_up_and_agree_with_the_reference() -> None:
    rng = random.Random(1)
    checked = 0
    for _ in range(400):
        players = rng.choice([2, 3, 4])
        position = start_position(rng, players, "all", [1] * (players + 1), 0)
        world = tuple(one for one in position.known if one is not None)
        rules = random_switches(rng)
        hands = [random_tokens(rng, rng.randint(0, 9), rng.randint(0, 2)) for _ in range(players)]
        scores = score_players(hands, world, position.attributes, rules)
        game = Game(text(*[EMPTY] * 3, attributes=COUNTING, known="{}"))
        game.players = list(position.players)
        game.attributes = list(position.attributes)
        game.tie, game.zero = rules.majority_tie, rules.majority_zero
        named = {
            player: dict(zip((*position.colours, "pig"), hand, strict=True))
            for player, hand in zip(position.players, hands, strict=True)
        }
        facts = dict(zip(position.colours, world, strict=True))
        assert [score.points for score in scores] == list(game.table(named, facts).values())
        for score in scores:
            if score.points is not None:
                assert list(score.terms) == [*position.attributes, "Pig"]
                checked += 1
    assert checked > 300


def test_every_switch_has_its_default_first() -> None:
    assert Rules().as_words() == {name: words[0] for name, words in Rules.WORDS.items()}
    assert len(ATTRIBUTES) == 10
