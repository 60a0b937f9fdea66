"""No text is cut off at the edge of a picture or page, and no two texts overlap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import ROTATIONS, Face
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.draw.figures.pictures import (
    Picture,
    deck_picture,
    face_picture,
    game_picture,
    map_picture,
)
from bolets_solver.draw.map.game_stages import DrawnGame
from bolets_solver.draw.map.map_picture import map_nodes
from bolets_solver.draw.paper import deck_sheets as printing
from bolets_solver.draw.paper.card_faces import face_side
from bolets_solver.draw.paper.card_sizes import cards_of
from bolets_solver.draw.paper.page import CARD, PAPERS, Size
from bolets_solver.draw.picture.fonts import shortened, text_width, wrap
from bolets_solver.draw.picture.shapes import IDENTITY, Box, Group, Label, Node, Transform
from tests.draw.making import MINI, THICKET, game

TITLES = ["Pinewood", "W" * 500, "i" * 500, "\U0001f344 \u6c34" * 50]
LETTER_TOP, LETTER_FOOT = 0.74, 0.05
"""How far letters reach above their base line, and below it where they hardly do, in sizes."""


def labels(nodes: Iterable[Node], at: Transform = IDENTITY) -> Iterator[tuple[str, Box]]:
    """Yield every text of a picture with the box around it, as :data:`Box`."""
    for node in nodes:
        if isinstance(node, Group):
            yield from labels(node.children, at.after(node.transform))
        elif isinstance(node, Label):
            width = text_width(node.text, node.size, node.bold)
            left = node.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[node.anchor] * width
            ends = [
                at.apply((left, node.y - LETTER_TOP * node.size)),
                at.apply((left + width, node.y + LETTER_FOOT * node.size)),
            ]
            (x, right), (y, bottom) = sorted(p[0] for p in ends), sorted(p[1] for p in ends)
            yield node.text, (x, y, right - x, bottom - y)


def check(nodes: Iterable[Node], width: float, height: float, hair: float) -> None:
    """Find every text within the picture, and apart from every other."""
    found = list(labels(nodes))
    for text, (x, y, across, down) in found:
        assert x >= 0, text
        assert y >= 0, text
        assert x + across <= width, text
        assert y + down <= height, text
    for (one, a), (other, b) in combinations(found, 2):
        shared_x = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
        shared_y = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
        assert shared_x < hair or shared_y < hair, (one, other)


def check_picture(picture: Picture) -> None:
    """Check a picture that is measured in tiles."""
    check(picture.nodes, picture.width, picture.height, 0.02)


def renamed(deck: Deck, title: str, ahead: int) -> Deck:
    """Return the deck with another title, and numbers that are ``ahead`` higher."""
    faces: dict[str, Face] = {}
    for name, face in deck.faces.items():
        longer = name if name == "C" else f"{int(name[:-1]) + ahead}{name[-1]}"
        faces[longer] = replace(face, name=longer)
    return replace(deck, title=title, faces=faces)


@pytest.mark.parametrize("title", TITLES, ids=["usual", "wide", "narrow", "foreign"])
@pytest.mark.parametrize("ahead", [0, 90, 900_000])
@pytest.mark.parametrize("name", ["mini", "thicket"])
def test_texts_of_faces_and_decks(name: str, title: str, ahead: int) -> None:
    deck = renamed(load_deck(name), title, ahead)
    check_picture(deck_picture(deck))
    for rotation in ROTATIONS:
        check_picture(face_picture(next(iter(deck.faces.values())), rotation, title))


@pytest.mark.parametrize("text", [MINI, THICKET])
@pytest.mark.parametrize("ahead", [0, 900_000])
def test_texts_of_maps_and_games(text: str, ahead: int) -> None:
    played = game(text)
    deck = renamed(played.deal.deck, "W" * 500, ahead)
    names = [
        name if name == "C" else f"{int(name[:-1]) + ahead}{name[-1]}" for name in played.deal.order
    ]
    turns = tuple(
        replace(turn, face=names[number]) for number, turn in enumerate(played.record.turns, 1)
    )
    record = replace(played.record, order=tuple(names), turns=turns)
    longer = DrawnGame(replace(played.deal, deck=deck, order=tuple(names)), record, played.rules)
    assert longer.judge().points == played.judge().points
    check_picture(game_picture(longer))
    for nodes in map_nodes(longer.judge().board), map_nodes(played.judge().board):
        plates = [box for text, box in labels(nodes) if text in (*names, *played.deal.order)]
        assert len(plates) == len(played.record.turns) + 1
        for x, y, across, down in plates:  # on one tile, so that nothing else is hidden
            assert int(x // 1) == int((x + across) // 1)
            assert int(y // 1) == int((y + down) // 1)
    for number in range(len(turns) + 1):
        check_picture(map_picture(longer.cut(number)))


@pytest.mark.parametrize("title", TITLES, ids=["usual", "wide", "narrow", "foreign"])
@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("folded", [False, True], ids=["duplex", "folded"])
@pytest.mark.parametrize("card", [CARD, Size(30, 30), Size(88, 63)])
def test_texts_on_paper(
    title: str, paper: str, folded: bool, card: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[list[Node]] = []
    write = printing.PdfWriter.page
    monkeypatch.setattr(
        printing.PdfWriter,
        "page",
        lambda self, nodes: (pages.append(list(nodes)), write(self, pages[-1])),
    )
    deck = renamed(load_deck("mini"), title, 900)
    printed = printing.print_deck(deck, paper, card, folded=folded)
    assert len(pages) == printed.pages
    for page in pages:
        check(page, *PAPERS[paper], 0.02)


@pytest.mark.parametrize("ahead", [0, 90, 900_000])
@pytest.mark.parametrize("name", ["mini", "thicket"])
def test_names_on_printed_cards_keep_to_their_corners(name: str, ahead: int) -> None:
    deck = renamed(load_deck(name), "Title", ahead)
    for card in cards_of(deck, CARD):
        pattern = card.front
        (left, top), tile = pattern.origin, pattern.tile
        width, height = pattern.face.width * tile, pattern.face.height * tile
        found = list(labels(face_side(pattern, 1.0)))
        assert {text for text, _ in found} == {pattern.face.name}
        assert len(found) in (1, 2)
        for _, (x, y, across, down) in found:
            ends = x - left, left + width - x - across
            assert min(ends) >= 0
            assert min(ends) + across <= tile
            assert 0 <= min(y - top, top + height - y - down) <= tile - down


def test_shortened_texts_fit() -> None:
    for text in [*TITLES, "", "x"]:
        for width in (0.0, 3.0, 20.0, 5000.0):
            short = shortened(text, 1.5, width)
            assert short == text or short.endswith("...")
            assert short == "..." or text_width(short, 1.5) <= width
            assert text.startswith(short.removesuffix("...").rstrip())


def test_wrapped_texts_fit_and_lose_nothing() -> None:
    text = "Go straight on. Turn only where a wall, a door or a rock stops you."
    for width in (20.0, 30.0, 200.0):
        lines = wrap(text, 3, width)
        assert " ".join(lines) == text
        assert all(text_width(part, 3) <= width for part in lines)


def test_the_cells_of_a_panel_do_not_touch() -> None:
    """Where a crow is defeated and a cube is laid and another taken, two long texts are near."""
    begun = game(MINI[: MINI.index("3A r90")])  # its panel is narrow
    boxes = dict(labels(game_picture(begun).nodes))
    crows, cubes = boxes["1 defeated"], boxes["\N{MINUS SIGN}1 +1"]
    assert crows[0] + crows[2] + 0.1 < cubes[0]
