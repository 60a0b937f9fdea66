"""The printed deck, measured: the PDF is rendered and checked pixel by pixel."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from itertools import pairwise

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from bolets_solver.bolets.cards.deck import DEFAULT_DECK, Deck
from bolets_solver.bolets.cards.face import Border, Face, edge_doors
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.draw.paper.card_sizes import MOST_FACES
from bolets_solver.draw.paper.deck_sheets import Printed, print_deck
from bolets_solver.draw.paper.example_game import example
from bolets_solver.draw.paper.page import CARD, PAPERS, Size, best_layout, stacked
from bolets_solver.draw.paper.rules_page import rules_page
from bolets_solver.errors import InputError
from tests.bolets.making import F1, tile_face

DPI = 600
PIXEL = 25.4 / DPI
"""Millimetres."""
TOLERANCE = 0.1
"""Millimetres by which a card may be off."""


@cache
def printed(name: str, paper: str = "a4", card: Size = CARD, bleed: float = 1.0) -> Printed:
    """Print a shipped deck, or the one with nothing on its faces."""
    return print_deck(plain() if name == "plain" else load_deck(name), paper, card, bleed)


@cache
def plain() -> Deck:
    """Return a deck whose faces show only their grid and a door a side."""
    places = [(side, 2, False) for side in Heading]
    grid = (".....",) * 7
    faces = {
        name: Face(name, Border.EDGES, grid, edge_doors(grid, places)) for name in ("1A", "1B")
    }
    return Deck("plain", "Plain", Border.EDGES, faces)


@cache
def page(result: Printed, number: int) -> NDArray[np.uint8]:
    """Render a page in grey, rows from the top."""
    document = pypdfium2.PdfDocument(result.pdf)
    bitmap = document[number].render(scale=DPI / 72, grayscale=True)
    return np.array(bitmap.to_numpy()).reshape(bitmap.height, bitmap.width)


def runs(dark: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """Return where dark pixels begin and end along a line, in millimetres."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], dark.astype(np.int8), [0]))))
    return [(start * PIXEL, end * PIXEL) for start, end in edges.reshape(-1, 2)]


def marks(image: NDArray[np.uint8], layout_top: float, bleed: float) -> list[float]:
    """Return the x of the cut marks above the cards."""
    row = round((layout_top - bleed - 1.5) / PIXEL)
    return [(start + end) / 2 for start, end in runs(image[row] < 160)]


SETTINGS = [
    ("a4", CARD, 1.0),
    ("a4", CARD, 0.0),
    ("letter", CARD, 1.0),
    ("a4", Size(63.5, 88.9), 1.0),
    ("letter", Size(63.5, 88.9), 1.0),  # cards lie on their sides
]


@pytest.mark.parametrize(("paper", "card", "bleed"), SETTINGS)
def test_cards_between_their_cut_marks_have_the_size_asked_for(
    paper: str, card: Size, bleed: float
) -> None:
    result = printed(DEFAULT_DECK, paper, card, bleed)
    layout = best_layout(Size(*PAPERS[paper]), card, bleed)
    image = page(result, 0)
    left, top, _, _ = layout.block
    across = marks(image, top, bleed)
    down = marks(image.T, left, bleed)
    if bleed:
        pairs = [*zip(across[::2], across[1::2], strict=True)]
        rows = [*zip(down[::2], down[1::2], strict=True)]
    else:
        pairs, rows = [*pairwise(across)], [*pairwise(down)]
    assert (len(pairs), len(rows)) == (layout.columns, layout.rows)
    for start, end in pairs:
        assert end - start == pytest.approx(layout.cell.width, abs=TOLERANCE)
    for start, end in rows:
        assert end - start == pytest.approx(layout.cell.height, abs=TOLERANCE)


@pytest.mark.parametrize(("paper", "card", "bleed"), SETTINGS)
def test_marks_of_fronts_and_backs_coincide(paper: str, card: Size, bleed: float) -> None:
    result = printed(DEFAULT_DECK, paper, card, bleed)
    layout = best_layout(Size(*PAPERS[paper]), card, bleed)
    front, back = page(result, 0), page(result, 1)
    _, top, _, _ = layout.block
    turned = [PAPERS[paper][0] - x for x in reversed(marks(back, top, bleed))]
    assert turned == pytest.approx(marks(front, top, bleed), abs=TOLERANCE)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_a_folded_sheet_measured(paper: str) -> None:
    """Left and right of the fold lie the same cuts, and cards of the size asked for."""
    result = print_deck(load_deck(DEFAULT_DECK), paper, folded=True)
    layout = best_layout(Size(*PAPERS[paper]), CARD, 1.0, folded=True)
    width, (_, top, _, _) = PAPERS[paper][0], layout.block
    assert (result.sheets, result.pages) == (-(-9 // layout.count), -(-9 // layout.count) + 1)
    found = marks(page(result, 0), top, 1.0)
    fronts, backs = [x for x in found if x < width / 2 - 1], [x for x in found if x > width / 2 + 1]
    assert len(fronts) == 2 * layout.columns
    assert [width - x for x in reversed(backs)] == pytest.approx(fronts, abs=TOLERANCE)
    for start, end in zip(fronts[::2], fronts[1::2], strict=True):
        assert end - start == pytest.approx(layout.cell.width, abs=TOLERANCE)
    text = text_of(result, 0)
    assert "Fold on the dashes" in text
    for number in range(1, layout.count + 1):
        assert f"{number}A" in text
        assert f"{number}B" in text
    last = text_of(result, result.sheets - 1)
    assert f"sheet {result.sheets} of {result.sheets}" in last
    assert "How to play" in text_of(result, result.pages - 1)


def test_printers_are_reported_whether_to_turn_the_paper() -> None:
    deck = load_deck("mini")
    assert b"/Duplex /DuplexFlipLongEdge" in print_deck(deck).pdf
    assert b"/Duplex /Simplex" in print_deck(deck, folded=True).pdf


@pytest.mark.parametrize("card", [CARD, Size(44, 68), Size(57, 87), Size(80, 120)])
def test_the_tracking_card_shares_a_sheet_where_its_own_size_would_make_it_no_larger(
    card: Size,
) -> None:
    result = print_deck(load_deck(DEFAULT_DECK), "a4", card)
    assert result.sheets == -(-9 // best_layout(Size(*PAPERS["a4"]), card, 1.0).count)


def extent(image: NDArray[np.uint8]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of what is printed darker than paper."""
    dark = image < 200
    columns, rows = np.flatnonzero(dark.any(axis=0)), np.flatnonzero(dark.any(axis=1))
    return (
        columns[0] * PIXEL,
        rows[0] * PIXEL,
        (columns[-1] + 1) * PIXEL,
        (rows[-1] + 1) * PIXEL,
    )


def test_colour_itself_fills_the_cards_and_coincides_on_both_sides() -> None:
    """Without bleed the wooded rim of the first row is 3 x 63 mm wide, on both sides of a sheet."""
    result = printed(DEFAULT_DECK, "a4", CARD, 0.0)
    layout = best_layout(Size(*PAPERS["a4"]), CARD, 0.0)
    left, top, _, _ = layout.block
    row = slice(round((top + 1) / PIXEL), round((top + 60) / PIXEL))
    front = extent(page(result, 0)[row])
    back = extent(page(result, 1)[row])
    assert front[0] == pytest.approx(left, abs=TOLERANCE)
    assert front[2] - front[0] == pytest.approx(3 * 63, abs=TOLERANCE)
    assert (210 - back[2], 210 - back[0]) == pytest.approx((front[0], front[2]), abs=TOLERANCE)


def lines_on(image: NDArray[np.uint8], box: tuple[float, float, float, float]) -> list[float]:
    """Return the x of the vertical grid lines in a box (mm) of a page, from the box's left."""
    left, top, right, bottom = (round(value / PIXEL) for value in box)
    part = image[top:bottom, left:right]
    grid = (part < 226).mean(axis=0) > 0.9
    return [(start + end) / 2 for start, end in runs(grid)]


@pytest.mark.parametrize("card", [CARD, Size(63.5, 88.9)])
def test_tiles_coincide_at_any_whole_offset_and_quarter_turn(card: Size) -> None:
    """The grid is square to a hair and lies in the middle of the card, turned or not.

    Two cards with such grids coincide wherever a tile of one lies on a tile of the other.
    """
    result = printed("plain", "a4", card)
    layout = best_layout(Size(*PAPERS["a4"]), card, 1.0).holding(2)
    tile = min(card.width / 5, card.height / 7)
    for number, back in ((0, False), (1, True)):
        image = page(result, number)
        x, y = layout.corner(0, back)
        width, height = layout.cell
        inner = (x + 2.5, y + 1.6 * tile, x + width - 2.5, y + 1.9 * tile)
        across = [value + 2.5 for value in lines_on(image, inner)]
        aside = (y + 2.5, x + 1.6 * tile, y + height - 2.5, x + 1.9 * tile)
        down = [value + 2.5 for value in lines_on(image.T, aside)]
        assert len(across) == 4
        assert len(down) == 6
        for index, value in enumerate(across, start=1):
            assert value == pytest.approx(width / 2 + (index - 2.5) * tile, abs=TOLERANCE)
        for index, value in enumerate(down, start=1):
            assert value == pytest.approx(height / 2 + (index - 3.5) * tile, abs=TOLERANCE)
        # the longest stretch of tiles that two cards can share, one of them turned
        assert across[3] - across[0] == pytest.approx(down[3] - down[0], abs=TOLERANCE)


@pytest.mark.parametrize("card", [CARD, Size(63.5, 88.9)])
def test_where_four_cards_meet_their_bleeds_do_too(card: Size) -> None:
    """No white is left at the corners of cards, inside the sheet or outside."""
    result = printed(DEFAULT_DECK, "a4", card)
    layout = best_layout(Size(*PAPERS["a4"]), card, 1.0)
    for number in (0, 1):
        image = page(result, number)
        x, y = layout.corner(0, back=number == 1)
        across = (x - 0.9, x + layout.cell.width + 0.9)
        for top in (y - 0.9, y + layout.cell.height + 0.9):
            for left in across:
                spot = image[round(top / PIXEL), round(left / PIXEL)]
                assert spot < 160


def test_the_ruler_is_fifty_millimetres() -> None:
    for paper, strip in (("a4", "bottom"), ("letter", "left")):
        layout = best_layout(Size(*PAPERS[paper]), CARD, 1.0)
        assert layout.strip == strip
        image = page(printed(DEFAULT_DECK, paper), 0)
        if strip == "left":
            image = image.T[:, ::-1]
            image = image[: round(9 / PIXEL)]
        else:
            image = image[-round(9 / PIXEL) :]
        found = max(end - start for row in image for start, end in runs(row < 160))
        assert found == pytest.approx(50, abs=TOLERANCE)


def text_of(result: Printed, number: int) -> str:
    """Return the text of a page."""
    document = pypdfium2.PdfDocument(result.pdf)
    return " ".join(document[number].get_textpage().get_text_range().split())


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_every_page_says_how_to_print(paper: str) -> None:
    result = printed(DEFAULT_DECK, paper)
    for number in range(result.pages):
        text = text_of(result, number)
        assert "Print at 100 %" in text
        assert "50 mm" in text
    title = load_deck(DEFAULT_DECK).title
    assert f"{title}, sheet 1 of 1, front" in text_of(result, 0)
    assert f"{title}, sheet 1 of 1, back" in text_of(result, 1)


def test_what_is_on_the_sheets() -> None:
    result = printed(DEFAULT_DECK)
    assert (result.cards, result.sheets, result.pages) == (9, 1, 3)
    front, back, rules = (text_of(result, number) for number in range(3))
    for number in range(1, 8):
        assert f"{number}A" in front
        assert f"{number}B" in back
    assert "Crow marker" in front
    assert "A turn" in back
    assert "How to play" in rules
    assert "An example" in rules


def test_pages_are_vectors_of_the_papers_size() -> None:
    for paper, size in PAPERS.items():
        document = pypdfium2.PdfDocument(printed(DEFAULT_DECK, paper).pdf)
        for number in range(len(document)):
            sheet = document[number]
            points = [value * 72 / 25.4 for value in size]
            assert list(sheet.get_size()) == pytest.approx(points, abs=0.01)
            kinds = {thing.type for thing in sheet.get_objects()}
            assert pypdfium2.raw.FPDF_PAGEOBJ_IMAGE not in kinds


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("border", list(Border))
def test_the_rules_are_one_page(paper: str, border: Border) -> None:
    size = Size(*PAPERS[paper])
    _, end = rules_page(size, "Some title", border)
    assert end < size.height - 13  # above the ruler


@pytest.mark.parametrize("border", list(Border))
def test_the_example_of_the_rules_keeps_them(border: Border) -> None:
    verdict = example(border).judge()
    assert verdict.violation is None
    assert verdict.points == 2
    assert len(verdict.board.segments) == 2
    assert [segment[0] for segment in verdict.board.segments] == {
        Border.TILES: [(0, 2), (5, 1)],
        Border.EDGES: [(0, 1), (4, 0)],
    }[border]


def mixed() -> Deck:
    """Return a deck of three sizes, two of which are one when a card is turned."""
    faces = {
        "1A": tile_face(F1, "1A"),
        "1B": tile_face(F1, "1B"),
        "2A": tile_face("##+## #...# #...# #...# #...# #...# ##+##", "2A"),
        "3A": tile_face("####+#### #.......# ####+####", "3A"),
    }
    return Deck("mixed", "Mixed", Border.TILES, faces)


@pytest.mark.parametrize("folded", [False, True], ids=["duplex", "folded"])
def test_cards_of_several_sizes_share_a_sheet(folded: bool) -> None:
    result = print_deck(mixed(), folded=folded)
    # 7x5, 5x7 and the tracking card lie above 9x3
    assert (result.cards, result.sheets, result.pages) == (4, 1, 2 if folded else 3)
    assert result.tile == pytest.approx(88 / 9)


def test_marks_of_several_sizes_coincide() -> None:
    result = print_deck(mixed())
    layouts = stacked(
        [
            best_layout(Size(*PAPERS["a4"]), size, 1.0).holding(count)
            for size, count in ((Size(5 * 88 / 9, 7 * 88 / 9), 3), (Size(3 * 88 / 9, 88), 1))
        ]
    )
    assert layouts is not None
    width = PAPERS["a4"][0]
    for layout in layouts:
        fronts, backs = (marks(page(result, side), layout.block[1], 1.0) for side in (0, 1))
        assert [width - x for x in reversed(backs)] == pytest.approx(fronts, abs=TOLERANCE)
        assert len(fronts) == 2 * layout.columns


def test_sizes_without_room_for_each_other_take_several_sheets() -> None:
    result = print_deck(mixed(), card=Size(150, 200))
    assert (result.cards, result.sheets, result.pages) == (4, 3, 7)


def test_many_cards_take_as_many_sheets_as_they_need() -> None:
    faces = {f"{n}{side}": tile_face(F1, f"{n}{side}") for n in range(1, 21) for side in "AB"}
    result = print_deck(Deck("many", "Many", Border.TILES, faces))
    assert (result.cards, result.sheets) == (21, 3)


def test_titles_beyond_the_fonts_give_way_to_the_name() -> None:
    deck = Deck("les", "\u041b\u0435\u0441", Border.TILES, {"1A": tile_face(F1)})
    assert "les, sheet 1" in text_of(print_deck(deck), 0)


def test_low_ink_takes_little() -> None:
    deck = load_deck(DEFAULT_DECK)
    for number in range(2):
        full = 255 - page(printed(DEFAULT_DECK), number).mean()
        low = 255 - page(print_deck(deck, low_ink=True), number).mean()
        assert low < full / 4


def test_decks_that_would_never_end_are_refused() -> None:
    faces = {f"{n}A": tile_face(F1, f"{n}A") for n in range(1, MOST_FACES + 2)}
    with pytest.raises(InputError, match="up to 500 faces"):
        print_deck(Deck("many", "Many", Border.TILES, faces))
    with pytest.raises(InputError, match="bleed"):
        print_deck(plain(), bleed=9.0)
    with pytest.raises(InputError, match="bleed"):
        print_deck(plain(), bleed=float("nan"))


def test_the_same_deck_gives_the_same_bytes() -> None:
    program = (
        "import sys, hashlib; from bolets_solver.bolets.files.deck_library import load_deck;"
        "from bolets_solver.draw.paper.deck_sheets import print_deck;"
        "print(hashlib.sha256(print_deck(load_deck('mini')).pdf).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
