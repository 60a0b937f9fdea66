"""The greedy player: its games are legal, and each choice is the best by its rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import CROW, HEART, POINTS, Border, Face, rim_doors
from bolets_solver.bolets.cards.placement import PlacedFace
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, TakeYellow
from bolets_solver.bolets.rules import CrowScope, Rules
from bolets_solver.optimize.search.greedy import play_greedily
from bolets_solver.study.decks.generate import (
    EDGES,
    HARSH,
    MINI,
    RICH,
    Profile,
    generate_deck,
    random_deal,
)
from tests.reference.small_deals import ANY, small_deal
from tests.reference.small_deals import RICH as RICH_DEALS
from tests.reference.tracing import placements, printed_rocks, traces

F1 = ("###+###", "#.....#", "+..m..x", "#.....#", "###+###")
W1 = ("##+##", "#...#", "+...+", "#...#", "##+##")


def deal_of(*grids: tuple[str, ...]) -> Deal:
    names = [f"{number}A" for number in range(1, len(grids))] + ["C"]
    faces = {
        name: Face(name, Border.TILES, grid, rim_doors(grid))
        for name, grid in zip(names, grids, strict=True)
    }
    return Deal(Deck("test", "Test", Border.TILES, faces), tuple(names))


@pytest.mark.parametrize("profile", [MINI, EDGES, HARSH, RICH], ids=lambda profile: profile.name)
def test_games_are_legal_and_lay_cubes_on_crows_alone(profile: Profile) -> None:
    deck = generate_deck(replace(profile, cards=4), 2)
    won = 0
    for seed in range(4):
        for rules in (Rules(), Rules(crow_scope=CrowScope.ALL)):
            game = play_greedily(random_deal(deck, seed), rules)
            assert game.verdict.legal
            assert game.points == (game.verdict.points if game.verdict.won else 0)
            tokens = [token for turn in game.record.turns for token in turn.tokens]
            assert not any(isinstance(token, LayAhead | TakeYellow) for token in tokens)
            won += bool(game.verdict.won)
    assert won


@pytest.mark.parametrize("profile", [MINI, EDGES], ids=lambda profile: profile.name)
def test_one_card_yields_the_most_that_a_trace_without_cubes_can(profile: Profile) -> None:
    deck = generate_deck(profile, 3)
    for name, face in list(deck.faces.items())[:4]:
        if name != "C":
            deal = Deal.of(deck, [name])
            assert play_greedily(deal).points == max(points_of_one_card(face, deck.faces["C"]))


def points_of_one_card(face: Face, wall: Face) -> list[int]:
    """Points of every game of one card that lays no cube and is survived, by trying everything."""
    found = [0]
    rocks = printed_rocks(face)
    crows = {(x, y) for y, row in enumerate(face.grid) for x, c in enumerate(row) if c == CROW}
    for placement in placements(face, wall):
        card = PlacedFace(wall, placement)
        for door in face.doors:
            if card.covers(door.tile) or any(map(card.covers, rocks)):
                continue
            for trace in traces(face, door, placement, wall, 0):
                kinds = [face.grid[y][x] for x, y in trace.path]
                visible = {crow for crow in crows - set(trace.path) if not card.covers(crow)}
                if survived(kinds) - max(0, len(visible) - 2) > 0 and len(visible) < 5:
                    found.append(sum(POINTS.get(kind, 0) for kind in kinds))
    return found


def game_face(grid: tuple[str, ...]) -> Face:
    return Face("2A", Border.TILES, grid, rim_doors(grid))


def survived(kinds: list[str]) -> int:
    """Lives after a trace, far below 0 if they ran out on the way."""
    lives = 3
    for kind in kinds:
        lives += (kind == HEART and lives < 5) - (kind == CROW)
        if lives <= 0:
            return -100
    return lives


def test_ties_go_to_the_first_entrance() -> None:
    game = play_greedily(deal_of(F1, W1))
    assert (game.points, game.record.entrance) == (1, 1)


def test_a_way_on_is_worth_more_than_points() -> None:
    """Only by its north door, where no mushroom is near, does the second card lead on."""
    first = ("##+##", "#...#", "#.m.#", "#...#", "#####")
    trap = ("##+##", "#...#", "#ooo#", "#.o.#", "##+##")
    game = play_greedily(deal_of(first, trap, W1))
    assert game.verdict.won
    entered = PlacedFace(game_face(trap), game.record.turns[0].placement)
    arrow = game.record.turns[0].tokens[-1]
    assert isinstance(arrow, Enter)
    north = entered.doors[0]
    assert arrow.heading is north.side.opposite


def test_red_cubes_keep_crows_at_two() -> None:
    deck = generate_deck(RICH, 1)
    laid = 0
    for seed in range(6):
        game = play_greedily(random_deal(deck, seed))
        cubes = [sum(isinstance(t, LayAt) for t in turn.tokens) for turn in game.record.turns]
        tallies = game.verdict.tallies
        assert all(tally.crows >= 2 for cube, tally in zip(cubes, tallies, strict=True) if cube)
        laid += sum(cubes)
    assert laid


def test_a_deal_without_a_way_is_worth_nothing() -> None:
    closed = ("#####", "#oo.#", "+o..#", "#...#", "#####")
    game = play_greedily(deal_of(closed, ("##x##", "#...#", "#...#", "#...#", "#####")))
    assert (game.points, game.record.turns, game.record.entrance) == (0, (), None)


@pytest.mark.parametrize("kind", [ANY, RICH_DEALS])
def test_he_keeps_the_rules_whatever_they_are(kind: str) -> None:
    """A game that breaks them is an InternalError."""
    won: Counter[str] = Counter()
    for small in (small_deal(seed, kind) for seed in range(250)):
        game = play_greedily(small.deal, small.rules)
        assert game.record.rules == small.rules
        if game.verdict.won:
            won.update(list(small.rules.switched()))
    assert min(won.values()) >= 10
    assert set(won) >= {"red_timing", "crow_loss", "crow_scope", "blocked_counts"}
