"""The places of cards on paper, for any size of card."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.draw.paper.card_sizes import SPARE, cards_of, tile_size
from bolets_solver.draw.paper.page import (
    CARD,
    MARGIN,
    MARK,
    PAPERS,
    STRIP,
    Layout,
    Size,
    best_layout,
    card_size,
    stacked,
)
from bolets_solver.errors import InputError

SIZES = st.builds(Size, st.floats(25, 190), st.floats(25, 190))
BLEEDS = st.sampled_from([0.0, 1.0, 2.0])
LAYOUTS = st.tuples(st.sampled_from(sorted(PAPERS)), SIZES, BLEEDS) | st.tuples(
    st.sampled_from(sorted(PAPERS)),
    st.builds(Size, st.floats(25, 90), st.floats(25, 190)),
    BLEEDS,
    st.just(True),  # folded
)
Wanted = tuple[str, Size, float] | tuple[str, Size, float, bool]


def layout_of(paper: str, card: Size, bleed: float, folded: bool = False) -> Layout:
    """Return the layout on a paper by name."""
    return best_layout(Size(*PAPERS[paper]), card, bleed, folded)


def face(width: int, height: int, name: str = "1A") -> Face:
    """Return an empty face with walls on its edges."""
    return Face(name, Border.EDGES, ("." * width,) * height, ())


def deck(*faces: Face) -> Deck:
    """Return a deck of faces."""
    return Deck("some", "Some", Border.EDGES, {face.name: face for face in faces})


@settings(max_examples=80, deadline=None)
@given(LAYOUTS)
def test_fronts_and_backs_coincide_when_the_sheet_is_turned_or_folded(wanted: Wanted) -> None:
    layout = layout_of(*wanted)
    width, height = layout.card
    for index in range(layout.count):
        front, back = layout.place(index), layout.place(index, back=True)
        for x, y in ((0.0, 0.0), (width, 0.0), (0.0, height), (width, height)):
            there, behind = front.apply((x, y)), back.apply((width - x, y))
            assert layout.paper.width - behind[0] == pytest.approx(there[0], abs=1e-9)
            assert behind[1] == pytest.approx(there[1], abs=1e-9)


@settings(max_examples=80, deadline=None)
@given(LAYOUTS)
def test_cards_lie_apart_and_within_the_margins(wanted: Wanted) -> None:
    layout = layout_of(*wanted)
    boxes = []
    for index in range(layout.count * (2 if layout.folded else 1)):
        x, y = layout.corner(index % layout.count, back=index >= layout.count)
        boxes.append((x, y, x + layout.cell.width, y + layout.cell.height))
    bleed = layout.bleed
    for left, top, right, bottom in boxes:
        assert left - bleed >= MARGIN - 1e-9
        assert top - bleed >= MARGIN - 1e-9
        assert right + bleed <= layout.paper.width - MARGIN + 1e-9
        assert bottom + bleed <= layout.paper.height - MARGIN + 1e-9
    for one in range(len(boxes)):
        for other in range(one):
            a, b = boxes[one], boxes[other]
            apart = max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])
            assert apart >= 2 * bleed - 1e-9


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(PAPERS)),
    st.lists(st.tuples(st.builds(Size, st.floats(25, 90), st.floats(25, 90)), st.integers(1, 4))),
    BLEEDS,
    st.booleans(),
)
def test_sizes_that_share_a_sheet_keep_apart(
    paper: str, wanted: list[tuple[Size, int]], bleed: float, folded: bool
) -> None:
    layouts = []
    for size, count in [(Size(40, 40), 1), *wanted]:
        layout = layout_of(paper, size, bleed, folded)
        layouts.append(layout.holding(min(count, layout.count)))
    placed = stacked(layouts)
    if placed is None:
        heights = sum(bottom - top for _, top, _, bottom in (one.block for one in layouts))
        assert heights + len(layouts) * 2 * (bleed + MARK + 1) > PAPERS[paper][1] - 50
        return
    assert len({layout.strip for layout in placed}) == 1
    for layout, before in zip(placed, layouts, strict=True):
        assert (layout.card, layout.count) == (before.card, before.count)
        assert fits(layout)
        for index in range(layout.count):
            front, back = layout.corner(index), layout.corner(index, back=True)
            assert layout.paper.width - back[0] - layout.cell.width == pytest.approx(front[0])
            assert back[1] == front[1]
    for above, below in pairwise(placed):
        assert below.block[1] - above.block[3] > 2 * (bleed + MARK)


def fits(layout: Layout) -> bool:
    """Whether cards, bleed and the strip lie within what printers print."""
    left, top, _, bottom = layout.block
    need = {"bottom": (0.0, STRIP), "left": (STRIP, 0.0)}[layout.strip]
    across, down = (MARGIN + layout.bleed + strip - 1e-6 for strip in need)
    return left >= across and min(top, layout.paper.height - bottom) >= down


@settings(max_examples=60, deadline=None)
@given(LAYOUTS, st.integers(1, 30))
def test_cuts_run_along_every_edge_of_a_card(wanted: Wanted, count: int) -> None:
    whole = layout_of(*wanted)
    layout = whole.holding(min(count, whole.count))
    assert layout.count >= min(count, whole.count)
    across, down = layout.cuts()
    for index in range(layout.count):
        for back in (False, True):
            x, y = layout.corner(index, back)
            if back:
                x = layout.paper.width - x - layout.cell.width
            for value, cuts in (
                (x, across),
                (x + layout.cell.width, across),
                (y, down),
                (y + layout.cell.height, down),
            ):
                assert min(abs(value - cut) for cut in cuts) < 1e-9


@pytest.mark.parametrize(
    ("paper", "card", "count"),
    [("a4", (63, 88), 9), ("a4", (63.5, 88.9), 9), ("letter", (63, 88), 9)],
)
def test_the_usual_deck_and_its_tracking_card_fit_on_one_sheet(
    paper: str, card: tuple[float, float], count: int
) -> None:
    assert layout_of(paper, Size(*card), 1.0).count == count


def test_a_folded_sheet_keeps_fronts_off_the_fold() -> None:
    layout = layout_of("a4", CARD, 1.0, folded=True)
    assert layout.count == 4
    _, _, right, _ = layout.block
    assert right + layout.bleed + MARK < layout.paper.width / 2
    assert min(layout.corner(index, back=True)[0] for index in range(4)) > layout.paper.width / 2
    with pytest.raises(InputError, match="does not fit on half a sheet of 210x297 mm"):
        layout_of("a4", Size(100, 180), 1.0, folded=True)


def test_a_card_larger_than_the_paper() -> None:
    with pytest.raises(InputError, match="does not fit on a sheet of 210x297 mm"):
        layout_of("a4", Size(300, 390), 1)


@pytest.mark.parametrize("text", ["63x88", " 63 X 88 ", "63.0\u00d788.00"])
def test_sizes_as_people_write_them(text: str) -> None:
    assert card_size(text) == (63, 88)


@pytest.mark.parametrize(
    "text", ["", "63", "x", "63x", "-63x88", "63x88mm", "1e9x88", "nanx88", "9999x1", "5x5", "0x0"]
)
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="card"):
        card_size(text)


def test_tiles_of_the_usual_card() -> None:
    some = deck(face(5, 7))
    assert tile_size(some, CARD) == pytest.approx(88 / 7)
    (card,) = cards_of(some, CARD)
    assert card.size == CARD
    assert card.front.origin == pytest.approx(((63 - 5 * 88 / 7) / 2, 0))
    assert card.front.origin[0] == pytest.approx(0.0714, abs=1e-4)


def test_tiles_of_the_inch_card_fill_it() -> None:
    (card,) = cards_of(deck(face(5, 7)), Size(63.5, 88.9))
    assert card.front.tile == pytest.approx(12.7)
    assert card.front.origin == pytest.approx((0, 0), abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(3, 12), st.integers(3, 10)), min_size=1, max_size=5), SIZES)
def test_all_tiles_of_a_deck_are_one_size_and_no_card_is_larger_than_asked(
    sizes: list[tuple[int, int]], wanted: Size
) -> None:
    some = deck(*(face(w, h, f"{number}A") for number, (w, h) in enumerate(sizes, start=1)))
    cards = cards_of(some, wanted)
    tile = tile_size(some, wanted)
    assert len(cards) == len(sizes)
    for card in cards:
        assert card.front.tile == tile
        width, height = card.front.face.width * tile, card.front.face.height * tile
        assert 0 <= card.size.width - width <= SPARE + 1e-9
        assert 0 <= card.size.height - height <= SPARE + 1e-9
        assert sorted(card.size) <= [max(s, 1e-9) + 1e-9 for s in sorted(wanted)]
    largest = max(max(card.size) / max(wanted) for card in cards)
    shortest = max(min(card.size) / min(wanted) for card in cards)
    assert max(largest, shortest) > 0.99  # some card fills the size that was asked for


def test_sides_of_one_size_are_back_to_back_and_others_alone() -> None:
    some = deck(
        face(5, 7, "1A"), face(5, 7, "1B"), face(5, 7, "2A"), face(6, 7, "2B"), face(5, 7, "3B")
    )
    pairs = [
        (card.front.face.name, card.back.face.name if card.back else None)
        for card in cards_of(some, CARD)
    ]
    assert pairs == [("1A", "1B"), ("2A", None), ("2B", None), ("3B", None)]
