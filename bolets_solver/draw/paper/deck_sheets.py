"""A deck as sheets to print, cut and play with: PDF, fronts and backs, and the rules.

Pages alternate front and back, and the paper is turned over its long edge. For printers that print
on one side only, fronts and backs share a page that is folded along its middle. Cards of another
size may fill the rest of a sheet. The last page is the summary of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border
from bolets_solver.draw.paper.card_faces import back_side, face_side
from bolets_solver.draw.paper.card_sizes import MOST_FACES, Art, Pattern, cards_of, tile_size
from bolets_solver.draw.paper.page import (
    BLEED,
    CARD,
    MARGIN,
    MARK,
    MOST_BLEED,
    PAPERS,
    STRIP,
    Layout,
    Size,
    best_layout,
    stacked,
)
from bolets_solver.draw.paper.rules_page import EDGE, rules_page
from bolets_solver.draw.paper.tracking_card import fit, tracking_back, tracking_front
from bolets_solver.draw.picture.fonts import can_print, shortened, text_width
from bolets_solver.draw.picture.palette import COLOUR, LOW_INK
from bolets_solver.draw.picture.pdf import PdfWriter
from bolets_solver.draw.picture.shapes import (
    IDENTITY,
    Label,
    Node,
    Point,
    Transform,
    group,
    line,
    lines,
    moved,
    turned,
)
from bolets_solver.errors import InputError

RULER = 50.0
RULER_PEN = 0.12
MOST_TILES = 30_000
"""Largest number of tiles of a printed deck."""
LONGEST_TITLE = 40
SMALLEST_TRACKING = 0.75
"""The tracking card is as large as the other cards, but at least this size."""
SMALL = 2.3
"""Font size of instructions."""
DUPLEX = "Print at 100 %, both sides, flip on the long edge."
FOLDED = "Print at 100 %, one side. Fold on the dashes, glue, cut."
CLEAR = 0.4
"""Distance of cut marks from a card without bleed; otherwise they begin at the bleed."""


@dataclass(frozen=True)
class Printed:
    """The PDF, with the number of cards, sheets and pages, and the side of a tile in mm."""

    pdf: bytes
    cards: int
    sheets: int
    pages: int
    tile: float


@dataclass(frozen=True)
class _Piece:
    """A card to cut out: its size, and what draws its two sides."""

    size: Size
    front: Art
    back: Art


class _Block(NamedTuple):
    """Cards of one size and their layout on a sheet."""

    layout: Layout
    pieces: Sequence[_Piece]


def print_deck(
    deck: Deck,
    paper: str = "a4",
    card: Size = CARD,
    bleed: float = BLEED,
    low_ink: bool = False,
    folded: bool = False,
) -> Printed:
    """Return a deck as a PDF, with the tracking card and the rules.

    ``paper``: a name of PAPERS. ``card``: size of the largest card. ``bleed``: how far colour
    reaches beyond the cut, in millimetres. ``folded``: fronts and backs on one side of a sheet.
    Raises InputError if the deck is too large or the cards do not fit on the paper.
    """
    _require_printable(deck, bleed)
    sheet = Size(*PAPERS[paper])
    title = paper_title(deck)
    sheets = _sheets(
        (best_layout(sheet, size, bleed, folded), pieces)
        for size, pieces in _by_size(_pieces(deck, card, title)).items()
    )
    writer = PdfWriter(sheet, title, LOW_INK if low_ink else COLOUR, duplex=not folded)
    for number, blocks in enumerate(sheets, start=1):
        for nodes in _pages(blocks, title, f", sheet {number} of {len(sheets)}"):
            writer.page(nodes)
    writer.page(_rules(sheet, title, deck.border))
    count = sum(len(block.pieces) for blocks in sheets for block in blocks)
    pages = len(sheets) if folded else 2 * len(sheets)
    return Printed(writer.finish(), count, len(sheets), pages + 1, tile_size(deck, card))


def _require_printable(deck: Deck, bleed: float) -> None:
    faces = deck.faces.values()
    tiles = sum(face.width * face.height for face in faces)
    if len(faces) > MOST_FACES or tiles > MOST_TILES:
        raise InputError(
            f"the deck has {len(faces)} faces with {tiles} tiles; decks of up to {MOST_FACES} "
            f"faces and {MOST_TILES} tiles are printed"
        )
    if not 0 <= bleed <= MOST_BLEED:
        raise InputError(f"a bleed of {bleed:g} mm is not printed; write 0 to {MOST_BLEED:g}")


def paper_title(deck: Deck) -> str:
    """Return the deck's title, or its name where the fonts of PDF files lack letters of it."""
    title = deck.title if can_print(deck.title) else deck.name
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 3] + "..."


def _pieces(deck: Deck, card: Size, title: str) -> Iterator[_Piece]:
    def plain(size: Size, bleed: float) -> list[Node]:
        return back_side(size, bleed, title)

    cards = cards_of(deck, card)
    for piece in cards:
        back = plain if piece.back is None else _face(piece.back)
        yield _Piece(piece.size, _face(piece.front), back)
    usual, _ = Counter(piece.size for piece in cards).most_common(1)[0]
    tracking = usual if fit(usual) >= min(SMALLEST_TRACKING, fit(card)) else card
    yield _Piece(tracking, tracking_front, tracking_back)


def _face(pattern: Pattern) -> Art:
    return lambda size, bleed: face_side(pattern, bleed)


def _by_size(pieces: Iterator[_Piece]) -> dict[Size, list[_Piece]]:
    """Group cards by size; sizes that differ by less than a hair are one."""
    found: dict[Size, list[_Piece]] = {}
    for piece in map(_upright, pieces):
        size = Size(round(piece.size.width, 3), round(piece.size.height, 3))
        found.setdefault(size, []).append(piece)
    return found


def _upright(piece: _Piece) -> _Piece:
    """Return a wide card turned by 90 degrees, so that it shares a sheet with high ones.

    Its sides turn in opposite directions, so that their tops stay on one edge.
    """
    width, height = piece.size
    if width <= height:
        return piece
    front = _turned(piece.front, piece.size, moved(height, 0).after(turned(90)))
    back = _turned(piece.back, piece.size, moved(0, width).after(turned(270)))
    return _Piece(Size(height, width), front, back)


def _turned(art: Art, size: Size, at: Transform) -> Art:
    return lambda _, bleed: [group(*art(size, bleed), at=at)]


def _sheets(groups: Iterable[tuple[Layout, Sequence[_Piece]]]) -> list[list[_Block]]:
    """Return the sheets: full sheets of one size first, then the rest, several sizes on one sheet.

    Each layout is the best one for cards of its size.
    """
    full: list[list[_Block]] = []
    left: list[list[_Block]] = []
    for layout, pieces in groups:
        whole = len(pieces) - len(pieces) % layout.count
        for start in range(0, whole, layout.count):
            full.append([_Block(layout, pieces[start : start + layout.count])])
        rest = pieces[whole:]
        if rest:
            _add(left, _Block(layout.holding(len(rest)), rest))
    return [*full, *left]


def _add(sheets: list[list[_Block]], block: _Block) -> None:
    """Put cards on the first sheet with room below its content, otherwise on a new one."""
    for blocks in sheets:
        layouts = stacked([*(other.layout for other in blocks), block.layout])
        if layouts is not None:
            held = [*(other.pieces for other in blocks), block.pieces]
            blocks[:] = map(_Block, layouts, held)
            return
    sheets.append([block])


def _pages(blocks: Sequence[_Block], title: str, which: str) -> Iterator[list[Node]]:
    """Yield the two sides of a sheet, or the single side to fold."""
    layout = blocks[0].layout
    if layout.folded:
        yield [*_folded(blocks), *_strip(layout, title, which)]
        return
    for back, name in ((False, "front"), (True, "back")):
        yield [*_side(blocks, back), *_strip(layout, title, f"{which}, {name}")]


def _side(blocks: Sequence[_Block], back: bool) -> list[Node]:
    """Draw the fronts or the backs, and the cut marks around them."""
    nodes: list[Node] = []
    for layout, pieces in blocks:
        for index, piece in enumerate(pieces):
            art = piece.back if back else piece.front
            nodes.append(group(*art(piece.size, layout.bleed), at=layout.place(index, back)))
    for layout, _ in blocks:
        at = Transform(a=-1, e=layout.paper.width) if back else IDENTITY
        marks = lines(_marks(layout), stroke="ink", pen=0.15, square=True, kind="cut-marks")
        nodes.append(group(marks, at=at))
    return nodes


def _folded(blocks: Sequence[_Block]) -> list[Node]:
    """Draw the fronts to the left of the fold and the backs to its right."""
    first, last = blocks[0].layout, blocks[-1].layout
    middle, reach = first.paper.width / 2, first.bleed + MARK
    ends = (middle, first.block[1] - reach), (middle, last.block[3] + reach)
    return [
        *_side(blocks, back=False),
        *_side(blocks, back=True),
        line(*ends, stroke="quiet", pen=0.2, dash=(3.0, 2.0), square=True, kind="fold"),
    ]


def _marks(layout: Layout) -> Iterator[tuple[Point, Point]]:
    """Yield the cut marks of the fronts: outside all cards and their bleed."""
    left, top, right, bottom = layout.block
    across, down = layout.cuts()
    near, reach = max(layout.bleed, CLEAR), layout.bleed + MARK
    ends = [(top - reach, top - near), (bottom + near, bottom + reach)]
    sides = [(left - reach, left - near), (right + near, right + reach)]
    for x in across:
        for start, end in ends:
            yield (x, start), (x, end)
    for y in down:
        for start, end in sides:
            yield (start, y), (end, y)


def _strip(layout: Layout, title: str, which: str) -> list[Node]:
    """Draw ruler and instructions at the bottom or along the left side of the sheet."""
    paper = layout.paper
    if layout.strip == "bottom":
        at, length = moved(MARGIN + 8, paper.height - MARGIN - STRIP), paper.width - 2 * MARGIN - 16
    else:
        at = moved(MARGIN, paper.height - MARGIN - 8).after(turned(270))
        length = paper.height - 2 * MARGIN - 16
    how = Label(RULER + 13, 2.7, FOLDED if layout.folded else DUPLEX, SMALL)
    room = length - how.x - text_width(how.text, SMALL) - text_width(which, SMALL) - 4
    name = Label(length, 2.7, shortened(title, SMALL, room) + which, SMALL, "quiet", "end")
    return [group(*ruler(), how, name, at=at, kind="instructions")]


def ruler() -> list[Node]:
    """Draw a ruler of 50 mm, 3 mm high; it measures 50 mm from outer edge to outer edge."""
    half = RULER_PEN / 2
    ticks: list[tuple[Point, Point]] = []
    for place in range(0, int(RULER) + 1, 5):
        x = min(max(place, half), RULER - half)
        ticks.append(((x, 0.6 if place % 10 == 0 else 1.8), (x, 3.0)))
    return [
        line((0, 3.0 - half), (RULER, 3.0 - half), stroke="ink", pen=RULER_PEN, square=True),
        lines(ticks, stroke="ink", pen=RULER_PEN, square=True),
        Label(RULER + 1, 2.9, "50 mm", SMALL),
    ]


def _rules(paper: Size, title: str, border: Border) -> list[Node]:
    nodes, _ = rules_page(paper, title, border)
    foot = group(
        *ruler(),
        Label(RULER + 13, 2.7, "Print at 100 %.", SMALL),
        at=moved(EDGE, paper.height - MARGIN - STRIP - 3),
    )
    return [*nodes, foot]
