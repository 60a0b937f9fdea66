"""The random small deals are valid, the same every time, and odd enough."""

from __future__ import annotations

import hashlib

import pytest

from bolets_solver.bolets.cards.face import COTTAGE, Border
from bolets_solver.bolets.files.deck_file import read_deck
from bolets_solver.bolets.files.deck_text import format_deck
from bolets_solver.bolets.rules import WORDS
from tests.reference.small_deals import small_deal

SMALL = [small_deal(seed) for seed in range(300)]
FACES = [face for small in SMALL for face in small.deal.faces]


def test_they_are_the_same_everywhere() -> None:
    text = "".join(str(small) for small in SMALL[:50])
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "a143e49342933ebe"


@pytest.mark.parametrize("seed", range(0, 300, 7))
def test_their_decks_are_valid_files(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    deck = small_deal(seed).deal.deck
    path = tmp_path_factory.mktemp("deck") / f"{deck.name}.toml"
    path.write_text(format_deck(deck), encoding="utf-8")
    assert read_deck(path) == deck


def test_everything_occurs() -> None:
    assert {small.deal.deck.border for small in SMALL} == set(Border)
    assert {len(small.deal.order) for small in SMALL} == {2, 3, 4, 5}
    assert {len(face.doors) for face in FACES} == {1, 2, 3, 4, 5, 6}
    assert {door.side for face in FACES for door in face.doors} == {0, 1, 2, 3}
    assert {(face.width, face.height) for face in FACES} >= {(3, 3), (3, 5), (5, 3), (4, 4)}
    assert max(face.width for face in FACES) == 6
    assert any(all(door.blocked for door in face.doors) for face in FACES)
    assert not all(door.blocked for face in FACES for door in face.doors)
    printed = {kind for face in FACES for row in face.grid for kind in row}
    assert printed == set("#.+xomMhc")
    assert max(face.count("c") for face in FACES) >= 5
    assert max(face.count("o") for face in FACES) >= 5
    assert any(face.count("mMhc") for face in FACES if face.name == COTTAGE)


def test_faces_of_a_deal_may_differ_in_size() -> None:
    sizes = [{face.width * face.height for face in small.deal.faces} for small in SMALL]
    assert sum(len(areas) > 1 for areas in sizes) >= 50


@pytest.mark.parametrize(("name", "words"), WORDS.items())
def test_every_reading_is_played(name: str, words: type) -> None:
    seen = {getattr(small.rules, name) for small in SMALL}
    assert seen == set(words)
