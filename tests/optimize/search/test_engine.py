"""An engine that is asked many questions answers each as if it were the first."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations, product

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import WORDS, Rules
from bolets_solver.errors import InputError
from bolets_solver.optimize.search.engine import Engine, Value
from bolets_solver.optimize.search.kernels import Kernels
from bolets_solver.optimize.search.position import Position, broken_off
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.decks.generate import generate_deck, random_deal
from bolets_solver.study.decks.profile import DRAFT, EDGES, HARSH, MINI, Profile
from bolets_solver.work.limits import Limits, Reason, Status, Stopped, Work
from tests.marking import also_slow
from tests.optimize.search.test_continuation import broken_off as begun
from tests.optimize.search.test_continuation import random_rules
from tests.reference.answers import load

STORE = TableStore(None)
ANSWERS = load()


def orders(deck: Deck, rng: random.Random, suffix: int, most: int) -> list[Deal]:
    """Deals that end alike, in a random order."""
    numbers = [face.number for face in deck.faces.values() if face.number is not None]
    cards = rng.sample(sorted(set(numbers)), min(4, len(set(numbers))))
    ends = [f"{card}{rng.choice('AB')}" for card in cards[:suffix]]
    deals = [
        Deal.of(deck, [f"{card}{side}" for card, side in zip(order, sides, strict=True)] + ends)
        for order in permutations(cards[suffix:])
        for sides in product("AB", repeat=len(cards) - suffix)
    ]
    return rng.sample(deals, min(most, len(deals)))


def questions(profile: Profile, seed: int) -> Iterator[tuple[Engine, Deal, Rules]]:
    """Deals of one engine, many of them with the same last cards."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    deck = generate_deck(profile, seed)
    engine = Engine(deck, rules, STORE)
    for suffix in (1, 2):
        for deal in orders(deck, rng, suffix, 6):
            yield engine, deal, rules


@pytest.mark.parametrize("seed", [*range(4), *also_slow(*range(4, 12))])
def test_what_is_known_of_other_orders_changes_no_answer(seed: int) -> None:
    profile = (MINI, DRAFT, EDGES, HARSH)[seed % 4]
    rng = random.Random(seed)
    for engine, deal, rules in questions(profile, seed):
        expected = solve(deal, rules, store=STORE)
        found = engine.value(deal)
        assert (found.status, found.points, found.bound) == (
            expected.status,
            expected.points,
            expected.bound,
        ), f"{deal} {rules}"
        if expected.record is None:
            assert engine.reaches(deal, 0) is False
            continue
        assert expected.points is not None
        assert engine.reaches(deal, expected.points) is True
        assert engine.reaches(deal, expected.points + 1) is False
        record = begun(expected.record, rng)
        position, _ = broken_off(deal, rules, record)
        if position is not None:
            assert engine.value(position).points == expected.points
            assert engine.reaches(position, expected.points + 1) is False
        shown = engine.best(deal)
        assert (shown.record, shown.counts) == (expected.record, expected.counts)


@pytest.mark.parametrize("start", range(0, len(ANSWERS), 40))
def test_an_engine_equals_the_reference(start: int) -> None:
    for answer in ANSWERS[start : start + 40]:
        small = answer.small
        engine = Engine(small.deal.deck, small.rules, STORE)
        for number, points in enumerate(answer.by_entrance, start=1):
            assert engine.value(small.deal, number).points == points, str(small)
            assert engine.reaches(small.deal, points or 0, number) is (points is not None)
        value = engine.value(small.deal)
        assert value.points == answer.points, str(small)
        impossible = answer.points is None
        assert value.status is (Status.IMPOSSIBLE if impossible else Status.OPTIMAL)


def test_the_order_of_questions_does_not_matter() -> None:
    rng = random.Random(5)
    deck = generate_deck(HARSH, 5)
    deals = orders(deck, rng, 3, 8) + orders(deck, rng, 2, 4)
    answers = []
    for _ in range(3):
        engine = Engine(deck, store=STORE)
        rng.shuffle(deals)
        answers.append({deal.order: engine.value(deal).points for deal in deals})
    assert answers[0] == answers[1] == answers[2]


def test_orders_that_end_alike_share_states() -> None:
    rng = random.Random(1)
    deck = generate_deck(HARSH, 2)
    deals = orders(deck, rng, 3, 8)
    shared, alone = Engine(deck, store=STORE), 0
    together = sum(shared.value(deal).states for deal in deals)
    for deal in deals:
        alone += Engine(deck, store=STORE).value(deal).states
    assert together < alone
    assert shared.value(deals[0]).states < Engine(deck, store=STORE).value(deals[0]).states


@pytest.mark.parametrize("labels", [0, 400])
def test_memory_that_is_forgotten_changes_no_answer(
    labels: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bolets_solver.optimize.search import kernels

    deck = generate_deck(HARSH, 3)
    deals = [random_deal(deck, seed, cards=4) for seed in range(6)]
    expected = [Engine(deck, store=STORE).value(deal).points for deal in deals]
    monkeypatch.setattr(kernels, "LABELS_KEPT", labels)
    engine = Engine(deck, store=STORE)
    assert [engine.value(deal).points for deal in deals] == expected


class Impatient(Work):
    """Work that ends after this number of checks of the clock."""

    def __init__(self, looks: int):
        super().__init__()
        self.looks = looks

    def look(self) -> None:
        self.looks -= 1
        if self.looks < 0:
            self.stop(Reason.TIME)
        super().look()


def test_an_interrupted_question_leaves_the_engine_as_good() -> None:
    deck = generate_deck(HARSH, 4)
    engine = Engine(deck, store=STORE)
    cut: list[Value] = []
    for seed in range(4):
        deal = random_deal(deck, seed, cards=5)
        for looks in (0, 1, 2, 4, 8):
            value = engine.value(deal, work=Impatient(looks))
            if value.reason is not None:
                cut.append(value)
                assert value.status in (Status.UNKNOWN, Status.FEASIBLE)
        expected = solve(deal, store=STORE)
        found = engine.value(deal)
        assert (found.status, found.points) == (expected.status, expected.points)
        assert all(value.bound is None or value.bound >= 0 for value in cut)
    assert cut
    stopped = Work()
    stopped.stop(Reason.INTERRUPT)
    assert engine.reaches(random_deal(deck, 1, cards=5), 5, work=stopped) is None


def test_memory_is_bounded() -> None:
    deck = generate_deck(MINI, 1)
    engine = Engine(deck, store=STORE)
    value = engine.value(random_deal(deck, 1), work=Work(Limits(mebibytes=1)))
    assert value.reason in (None, Reason.MEMORY)
    small = Kernels(deck, Rules(), STORE)
    from bolets_solver.optimize.search.position import new_game

    with suppress(Stopped):  # the process may hold more already: the memory is made before
        small.turn_to(new_game(random_deal(deck, 1), Rules()), Work(Limits(mebibytes=420)))
    many = Kernels(deck, Rules(), STORE)
    many.turn_to(new_game(random_deal(deck, 1), Rules()), Work())
    assert small.memo.label.nbytes < many.memo.label.nbytes / 10
    assert engine.value(random_deal(deck, 1)).points == solve(random_deal(deck, 1)).points


def test_fewer_red_cubes() -> None:
    deck = generate_deck(DRAFT, 1)
    engine = Engine(deck, store=STORE, reds=0)
    for seed in range(4):
        deal = random_deal(deck, seed)
        assert engine.value(deal).points == solve(deal, store=STORE, reds=0).points


def test_games_of_others_are_refused() -> None:
    deck, other = generate_deck(MINI, 1), generate_deck(MINI, 2)
    engine = Engine(deck, store=STORE)
    with pytest.raises(InputError, match="another deck"):
        engine.value(random_deal(other, 1))
    deal = random_deal(deck, 1)
    with pytest.raises(InputError, match="has no door 9"):
        engine.best(deal, 9)
    switched = Rules().with_settings([("crow_scope", list(WORDS["crow_scope"])[-1])])
    best = solve(deal, store=STORE)
    assert best.record is not None
    cut = begun(best.record, random.Random(3))
    position, _ = broken_off(deal, Rules(), cut)
    assert isinstance(position, Position)
    with pytest.raises(InputError, match="other rules"):
        Engine(deck, switched, STORE).value(position)


def test_the_best_game_after_a_beginning_is_replayed() -> None:
    deck = generate_deck(DRAFT, 2)
    engine = Engine(deck, store=STORE)
    deal = random_deal(deck, 3)
    best = engine.best(deal)
    assert best.record is not None
    for seed in range(5):
        found = engine.best_after(deal, begun(best.record, random.Random(seed)))
        assert found.record is not None
        assert replay(deal, found.record, Rules()).points == best.points
    assert engine.best_after(deal, best.record).record == best.record
