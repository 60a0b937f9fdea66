"""Orders of cards, and the settings of the rules."""

from __future__ import annotations

import pytest

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import CrowLoss, Difficulty, Rules
from bolets_solver.errors import InputError
from tests.bolets.making import F1, W1, tile_face

NAMES = ["1A", "1B", "2A", "2B", "12A", "C"]
DECK = Deck("test", "Test", Border.TILES, {name: tile_face(F1, name) for name in NAMES})


@pytest.mark.parametrize(
    "order",
    ["2B 12A 1A C", "2b,12a , 1a", ["2B", "12A", "1A"], ["2B 12A", "1A C"], "2B;12A;1A;c"],
)
def test_orders(order: str | list[str]) -> None:
    assert Deal.of(DECK, order).order == ("2B", "12A", "1A", "C")
    assert str(Deal.of(DECK, order)) == "2B 12A 1A C"


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("", ["has no card"]),
        ("C", ["has no card"]),
        ("1A 1B", ["card 1 occurs twice"]),
        ("1A 1A", ["card 1 occurs twice"]),
        ("1A C 2A", ["must be the last card"]),
        ("1A C C", ["must be the last card"]),
        ("3A 9Q 1A", ["no face '3A'", "no face '9Q'"]),
        ("3A 1A C 1B", ["no face '3A'", "must be the last card", "card 1 occurs twice"]),
    ],
)
def test_no_deals(order: str, words: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        Deal.of(DECK, order)
    assert len(caught.value.defects) == len(words)
    for word in words:
        assert word in str(caught.value)


def test_a_deck_without_a_cottage_cannot_be_dealt() -> None:
    deck = Deck("test", "Test", Border.TILES, {"1A": tile_face(F1, "1A")})
    with pytest.raises(InputError, match="no cottage"):
        Deal.of(deck, "1A")


def test_easy_warns_of_faces_without_exactly_one_rock() -> None:
    rocks = {"1A": 0, "2A": 1, "3A": 2, "C": 0}
    faces = {
        name: tile_face(F1.replace("..m..", "o" * count + "." * (5 - count)), name)
        for name, count in rocks.items()
    }
    deal = Deal.of(Deck("test", "Test", Border.TILES, faces), "1A 2A 3A")
    warnings = deal.rock_warnings()
    assert [("1A" in text, "3A" in text) for text in warnings] == [(True, False), (False, True)]


def test_rules_say_what_they_are() -> None:
    rules = Rules.parse(["crow_loss=once", "difficulty=easy", "RED_TIMING = trace"])
    assert rules.crow_loss is CrowLoss.ONCE
    assert rules.as_json() == {
        "difficulty": "easy",
        "red_timing": "trace",
        "crow_loss": "once",
        "crow_scope": "traced",
        "blocked_counts": "mushrooms",
    }
    assert Rules().with_settings(rules.as_json().items()) == rules


def test_rules_on_top_of_others() -> None:
    base = Rules(difficulty=Difficulty.DIFFICULT, crow_loss=CrowLoss.EVERY)
    rules = Rules.parse(["crow_loss=stood"], base)
    assert (rules.difficulty, rules.crow_loss) == (Difficulty.DIFFICULT, CrowLoss.STOOD)


def test_all_defects_of_settings_at_once() -> None:
    texts = ["crow_loss=all", "pig_scope=any", "wander", "cube_single_use=on", "crow_loss=each"]
    with pytest.raises(InputError) as caught:
        Rules.parse([*texts, "crow_loss=once"])
    assert len(caught.value.defects) == 5


def test_shipped_decks_can_be_dealt() -> None:
    for name in ("pinewood", "mini", "thicket"):
        deck = load_deck(name)
        assert deck.name == name
        sides = [face for face in deck.faces if face.endswith("A")]
        assert Deal.of(deck, sides).order[-1] == "C"


def test_faces_of_a_deck() -> None:
    assert DECK.face(" 12a ").name == "12A"
    with pytest.raises(InputError, match="12A"):
        DECK.face("7A")
    assert W1.count("+") == 4
