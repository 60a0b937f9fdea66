"""Continuations: a best game cut anywhere can still reach its points."""

from __future__ import annotations

import dataclasses
import random

import pytest

from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import LayAt
from bolets_solver.bolets.rules import WORDS, Rules
from bolets_solver.errors import InputError
from bolets_solver.optimize.search.continuation import solve_from
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.decks.generate import generate_deck, random_deal
from bolets_solver.study.decks.profile import DRAFT, EDGES, MINI
from bolets_solver.work.limits import Status

STORE = TableStore(None)


def broken_off(record: Record, rng: random.Random) -> Record:
    """Return the beginning of a game: some turns, and perhaps some tokens of the next."""
    whole = rng.randrange(len(record.turns))
    turns = record.turns[:whole]
    if rng.random() < 0.7:
        turn = record.turns[whole]
        kept = turn.tokens[: rng.randrange(len(turn.tokens))]
        turns = (*turns, dataclasses.replace(turn, tokens=kept))
    return dataclasses.replace(record, turns=turns)


def random_rules(rng: random.Random) -> Rules:
    settings = [(name, rng.choice(list(words))) for name, words in WORDS.items()]
    return Rules().with_settings(settings)


@pytest.mark.parametrize("seed", range(12))
def test_best_game_goes_on_from_wherever_it_is_broken_off(seed: int) -> None:
    rng = random.Random(seed)
    profile = (MINI, DRAFT, EDGES)[seed % 3]
    rules = random_rules(rng)
    deal = random_deal(generate_deck(profile, seed), seed, cards=3)
    best = solve(deal, rules, store=STORE)
    if best.record is None:
        assert best.status is Status.IMPOSSIBLE
        return
    for _ in range(6):
        begun = broken_off(best.record, rng)
        found = solve_from(deal, begun, rules, store=STORE)
        assert (found.status, found.points) == (Status.OPTIMAL, best.points)
        assert found.record is not None
        begun_text = str(begun).rstrip().removesuffix(":")
        assert str(found.record).startswith(begun_text)
        assert replay(deal, found.record, rules).won


@pytest.mark.parametrize("seed", range(6))
def test_no_continuation_beats_the_best_game(seed: int) -> None:
    """Games that wander off: their continuations never score more, and are legal."""
    rng = random.Random(seed)
    deal = random_deal(generate_deck(MINI, seed), seed)
    best = solve(deal, store=STORE)
    assert best.record is not None
    assert best.points is not None
    for entrance in range(1, 5):
        other = solve(deal, entrance=entrance, store=STORE)
        if other.record is None:
            continue
        found = solve_from(deal, broken_off(other.record, rng), store=STORE)
        assert found.points is not None
        assert found.points <= best.points
        assert found.points == other.points


def test_finished_games_are_their_own_continuation() -> None:
    deal = random_deal(generate_deck(MINI, 1), 1)
    best = solve(deal, store=STORE)
    assert best.record is not None
    again = solve_from(deal, best.record, store=STORE)
    assert (again.status, again.points) == (Status.OPTIMAL, best.points)
    assert again.record == best.record


def test_a_game_without_turns_is_a_new_game() -> None:
    deal = random_deal(generate_deck(MINI, 1), 1)
    nothing = Record("mini", deal.order, None, ())
    assert solve_from(deal, nothing, store=STORE).points == solve(deal, store=STORE).points
    chosen = dataclasses.replace(nothing, entrance=2)
    expected = solve(deal, entrance=2, store=STORE)
    assert solve_from(deal, chosen, store=STORE).points == expected.points


def test_illegal_games_are_refused() -> None:
    deal = random_deal(generate_deck(MINI, 1), 1)
    best = solve(deal, store=STORE)
    assert best.record is not None
    first = best.record.turns[0]
    wrong = dataclasses.replace(first, tokens=(LayAt(0, 0), *first.tokens))
    with pytest.raises(InputError, match="breaks a rule"):
        solve_from(deal, dataclasses.replace(best.record, turns=(wrong,)), store=STORE)
