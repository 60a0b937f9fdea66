"""The reference against hand-made deals, against the rules to the letter, and under the referee."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Face, rim_doors
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from tests.reference.literal import literal_points
from tests.reference.playing import CROW_LIVES, WITHOUT
from tests.reference.record_writing import write_any
from tests.reference.small_deals import TINY, SmallDeal, small_deal
from tests.reference.solving import Reference, TooLarge, Won, best_games

QUICK = (1, 16, 21, 25, 26, 29, 30, 31, 55, 61, 78, 93, 100, 105, 115, 116, 119)
QUICK_TINY = (42, 49, 59, 62, 63, 70, 75, 85, 97)
"""Seeds of deals that are solved in a moment, though cubes and crows matter in them."""

COTTAGE = ("###", "+.+", "###")


def deal_of(*faces: tuple[str, ...]) -> Deal:
    """Make a deal of tile faces, in this order; the last is the cottage."""
    names = [f"{number}A" for number in range(1, len(faces))] + ["C"]
    made = {
        name: Face(name, Border.TILES, rows, rim_doors(rows))
        for name, rows in zip(names, faces, strict=True)
    }
    return Deal.of(Deck("handmade", "Handmade", Border.TILES, made), names)


def crow_hall(crows: int) -> tuple[str, ...]:
    """A corridor with crows behind rocks, out of the way of any path."""
    row = "#" + "c" * crows + "." * (5 - crows) + "#"
    return ("#######", row, "#ooooo#", "+.....#", "#######")


def test_corridor() -> None:
    found = best_games(deal_of(("#####", "+m.m#", "#####"), COTTAGE))
    assert found.possible == {0, 1, 2}
    assert found.points == 2
    assert found.by_entrance == {1: {0, 1, 2}}


def test_two_cards() -> None:
    path = ("#####", "+m.m+", "#####")
    found = best_games(deal_of(path, path, COTTAGE))
    assert found.points == 4
    assert found.furthest == 2


def test_entrances_are_distinguished() -> None:
    found = best_games(deal_of(("######", "+mm.o#", "#.oo.x", "######"), COTTAGE))
    assert found.by_entrance[2] == {0, 1, 2}
    assert found.by_entrance[1] == {0}


def test_impossible_without_two_mushrooms() -> None:
    shut = ("###", "x.x", "###")
    found = best_games(deal_of(("#####", "+m..#", "#####"), shut))
    assert (found.points, found.possible, found.furthest) == (None, frozenset(), 0)
    assert best_games(deal_of(("#####", "+mm.#", "#####"), shut)).possible == {2}


def test_impossible_after_one_card() -> None:
    shut = ("###", "x.x", "###")
    path = ("#####", "+m.m+", "#####")
    dead_end = ("#####", "+m..+", "#####")
    assert best_games(deal_of(path, dead_end, shut)).furthest == 1


@pytest.mark.parametrize(
    ("crows", "rules", "lives"),
    [
        (2, "", {3, 2, 1}),  # no, one and two yellow cubes taken
        (3, "", {2, 1}),
        (4, "", {1}),
        (5, "", set()),  # one cube: 3 - 1 - 2 lives; two: 3 - 2 - 1
        (5, "crow_loss=stood", {1}),  # one cube: 3 - 1 - 1
        (5, "crow_loss=every", {1}),
        (2, "difficulty=difficult", {3}),
        (3, "difficulty=difficult", {2}),
        (4, "difficulty=difficult", {1}),
        (4, "difficulty=difficult crow_loss=once", {1}),
        (4, "difficulty=difficult crow_loss=stood", {2}),
        (4, "difficulty=difficult crow_loss=every", {2}),
        (5, "difficulty=difficult crow_loss=stood", set()),
    ],
)
def test_crows_at_the_last_update(crows: int, rules: str, lives: set[int]) -> None:
    found = best_games(deal_of(crow_hall(crows), COTTAGE), Rules.parse(rules.split()))
    (start,) = found.solver.first_states()
    ends = found.solver.results(start)
    assert {end.lives for end in ends if isinstance(end, Won)} == lives
    assert found.possible == ({0} if lives else frozenset())


@pytest.mark.parametrize(
    ("scope", "lives"), [("traced", {3, 2, 1}), ("all", {2, 1})], ids=["traced", "all"]
)
def test_crows_of_the_cottage(scope: str, lives: set[int]) -> None:
    nest = ("#####", "#ccc#", "+...+", "#####")
    found = best_games(
        deal_of(("#####", "+...#", "#####"), nest), Rules.parse([f"crow_scope={scope}"])
    )
    (start,) = found.solver.first_states()
    assert {end.lives for end in found.solver.results(start) if isinstance(end, Won)} == lives


def legal_games(small: SmallDeal, found: Reference, random_games: int) -> int:
    """Replay games of every possible score and random ones; return how many."""
    rng = random.Random(1)
    games = [found.record(points) for points in sorted(found.possible)]
    if found.possible:
        for _ in range(random_games):
            game = write_any(found.solver, rng)
            assert game is not None
            games.append(game)
    for record, end in games:
        assert Record.parse(record.format()) == record
        verdict = replay(small.deal, record, small.rules)
        assert verdict.legal, f"{small}\n{record}{verdict.violation}"
        assert verdict.won, f"{small}\n{record}"
        answer = (verdict.points, verdict.lives, verdict.crows)
        assert answer == (end.points, end.lives, end.marker), f"{small}\n{record}"
    return len(games)


def check_games(seeds: Iterable[int], most_states: int, random_games: int) -> int:
    count = 0
    for seed in seeds:
        small = small_deal(seed)
        try:
            found = best_games(small.deal, small.rules, most_states=most_states)
        except TooLarge:
            continue
        count += legal_games(small, found, random_games)
    return count


def test_games_are_legal_for_the_referee() -> None:
    assert check_games(QUICK, 400, 3) > 80


@pytest.mark.slow
def test_many_games_are_legal_for_the_referee() -> None:
    assert check_games(range(200), 1000, 20) > 2000


def check_to_the_letter(seeds: Iterable[int], most_moments: int) -> int:
    count = 0
    for seed in seeds:
        small = small_deal(seed, TINY)
        try:
            literal = literal_points(small.deal, small.rules, most_moments)
        except TooLarge:
            continue
        count += 1
        assert best_games(small.deal, small.rules).possible == literal, str(small)
    return count


def test_nothing_is_argued_away_wrongly() -> None:
    assert check_to_the_letter(QUICK_TINY, 6_000) == len(QUICK_TINY)


@pytest.mark.slow
def test_nothing_is_argued_away_wrongly_in_many_deals() -> None:
    assert check_to_the_letter(range(120), 40_000) >= 60


def test_too_large() -> None:
    with pytest.raises(TooLarge):
        best_games(small_deal(0).deal, most_states=1)


def test_parts_taken_out_never_help_but_for_the_crows() -> None:
    for seed in (26, 30, 55, 105):
        small = small_deal(seed)
        whole = best_games(small.deal, small.rules).possible
        for part in sorted(WITHOUT - {CROW_LIVES}):
            assert best_games(small.deal, small.rules, frozenset({part})).possible <= whole
        assert best_games(small.deal, small.rules, frozenset({CROW_LIVES})).possible >= whole
