"""Generated decks and deals hold what their profiles ask for, and are the same everywhere."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE, ROCK, Border, Face
from bolets_solver.bolets.files.deck_file import read_deck
from bolets_solver.bolets.files.deck_text import format_deck
from bolets_solver.errors import InputError
from bolets_solver.shipped import shipped_folder
from bolets_solver.study.decks.generate import generate_deck, main, random_deal
from bolets_solver.study.decks.profile import DRAFT, EDGES, HARSH, MINI, PROFILES, RICH, Profile

COMMAND = "python -m bolets_solver.study.decks.generate"


def numbered(deck: Deck) -> list[Face]:
    return [face for face in deck.faces.values() if face.name != COTTAGE]


def behind_doors(face: Face) -> list[str]:
    """Return what is printed on the tiles behind the doors, from outside."""
    if face.border is Border.EDGES:
        return [face.grid[door.y][door.x] for door in face.doors]
    tiles = [door.side.opposite.step(door.tile) for door in face.doors]
    return [face.grid[y][x] for x, y in tiles]


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
@pytest.mark.parametrize("seed", range(5))
def test_profiles_are_kept(profile: Profile, seed: int, tmp_path: Path) -> None:
    deck = generate_deck(profile, seed)
    assert len(deck.faces) == 2 * profile.cards + 1
    for face in numbered(deck):
        assert (face.width, face.height) == (profile.width, profile.height)
        assert face.count("c") in profile.crows
        assert face.count("mM") in profile.mushrooms
        assert face.count("M") <= 1
        assert face.count("h") <= 1
        assert face.count(ROCK) == (1 if face.name.endswith("A") else 0)
    assert deck.faces[COTTAGE].count("mMhco") == 0
    for face in deck.faces.values():
        assert sorted(door.side for door in face.doors) == [0, 1, 2, 3]
        assert sum(door.blocked for door in face.doors) == 1
        assert ROCK not in behind_doors(face)
    for kind, share in (("M", profile.specials), ("h", profile.hearts)):
        assert sum(face.count(kind) for face in numbered(deck)) == int(
            2 * profile.cards * share + 0.5
        )
    path = tmp_path / f"{deck.name}.toml"
    path.write_text(format_deck(deck), encoding="utf-8")
    assert read_deck(path) == deck


def test_what_the_ready_made_profiles_are() -> None:
    assert (HARSH.crows, HARSH.mushrooms, HARSH.specials, HARSH.hearts) == ((3,), (3,), 0, 0)
    assert {face.count("Mh") for face in numbered(generate_deck(HARSH, 1))} == {0}
    rich = numbered(generate_deck(RICH, 1))
    assert (sum(f.count("M") for f in rich), sum(f.count("h") for f in rich)) == (7, 5)
    sizes = [(p.border, p.width, p.height, p.cards) for p in (DRAFT, EDGES, MINI)]
    assert sizes == [
        (Border.TILES, 5, 7, 7),
        (Border.EDGES, 5, 7, 7),
        (Border.TILES, 5, 6, 3),
    ]


def test_seeds_differ() -> None:
    assert len({format_deck(generate_deck(MINI, seed)) for seed in range(50)}) == 50


@pytest.mark.parametrize(
    ("file", "arguments"),
    [
        ("mini", ["mini", "1"]),
        ("thicket", ["edges", "1", "--name", "thicket", "--title", "Thicket"]),
    ],
)
def test_shipped_decks_are_what_their_first_line_says(
    file: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(arguments)
    printed = capsys.readouterr().out
    assert printed == (shipped_folder("card_data") / f"{file}.toml").read_text(encoding="utf-8")
    assert printed.splitlines()[0] == f"# Made by: {COMMAND} {' '.join(arguments)}"


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_the_hash_seed_does_not_matter(hash_seed: str) -> None:
    program = (
        "from bolets_solver.study.decks.generate import *\n"
        "deck = generate_deck(RICH, 3); print(format_deck(deck), random_deal(deck, 5))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    found = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, check=True
    )
    deck = generate_deck(RICH, 3)
    expected = f"{format_deck(deck)} {random_deal(deck, 5)}\n"
    assert found.stdout.decode().replace("\r\n", "\n") == expected


@given(st.integers(), st.integers(1, 7))
@settings(max_examples=30, deadline=None)
def test_random_deals(seed: int, cards: int) -> None:
    deck = generate_deck(DRAFT, 1)
    deal = random_deal(deck, seed, cards)
    assert deal == random_deal(deck, seed, cards)
    assert deal == Deal.of(deck, str(deal))
    assert len(deal.order) == cards + 1
    assert len({name[:-1] for name in deal.order}) == cards + 1


def test_random_deals_of_one_generator_differ() -> None:
    deck, rng = generate_deck(DRAFT, 1), random.Random(1)
    deals = [random_deal(deck, rng) for _ in range(20)]
    assert len({deal.order for deal in deals}) == 20
    assert {name[-1] for deal in deals for name in deal.order} == {"A", "B", "C"}


def test_long_chains() -> None:
    deck = generate_deck(replace(DRAFT, cards=16), 1)
    assert len(random_deal(deck, 1).order) == 17


@pytest.mark.parametrize("cards", [0, -1, 8])
def test_more_cards_than_there_are(cards: int) -> None:
    with pytest.raises(InputError, match="has 7 cards; deal 1 to 7"):
        random_deal(generate_deck(DRAFT, 1), 1, cards)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width": 2}, "at least 3 wide"),
        ({"cards": 0}, "at least one card"),
        ({"crows": ()}, "from 0 up"),
        ({"crows": (-1,)}, "from 0 up"),
        ({"mushrooms": (15,)}, "too few for these items"),
        ({"rocks": (12, 0), "mushrooms": (0,), "crows": (0,)}, "none behind a door"),
        ({"rocks": (-1, 0)}, "0 rocks or more"),
        ({"specials": 1.5}, "between 0 and 1"),
        ({"doors": 0}, "too few places for these doors"),
        ({"doors": 17}, "too few places for these doors"),
        ({"blocked": 5}, "number of blocked doors"),
    ],
)
def test_profiles_that_no_face_can_fulfil(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        generate_deck(replace(DRAFT, **change), 1)


def test_other_numbers_of_doors() -> None:
    for doors in (1, 2, 3, 5, 6, 16):
        deck = generate_deck(replace(DRAFT, doors=doors, rocks=(0, 0), blocked=1), 1)
        for face in deck.faces.values():
            assert len(face.doors) == doors
            assert sum(door.blocked for door in face.doors) == 1


@pytest.mark.parametrize(
    "arguments", [[], ["nothing", "1"], ["draft", "x"], ["draft", "1", "--cards", "0"]]
)
def test_command_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().out == ""
