"""A deal on paper, to play away from the screen: the challenge, its solution on the reverse.

The front shows the order with its faces, the tiers and the par, an empty score table, and the code
as text and as a QR code. The reverse shows a best game, upside down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.files.share_code import write_code
from bolets_solver.bolets.play.verdict import TIERS
from bolets_solver.bolets.rules import Rules
from bolets_solver.draw.figures.pictures import face_block, map_picture
from bolets_solver.draw.map.game_stages import DrawnGame
from bolets_solver.draw.paper.deck_sheets import paper_title
from bolets_solver.draw.paper.page import PAPERS, Size
from bolets_solver.draw.picture.fonts import wrap
from bolets_solver.draw.picture.palette import COLOUR, LOW_INK
from bolets_solver.draw.picture.pdf import PdfWriter
from bolets_solver.draw.picture.shapes import (
    Label,
    Node,
    group,
    lines,
    moved,
    rectangles,
    scaled,
    turned,
)
from bolets_solver.errors import InputError
from bolets_solver.optimize.solution import Solution
from bolets_solver.work.limits import Status

MARGIN = 14.0
QR = 34.0
"""Millimetres of the QR code with its quiet zone."""
QUIET = 4
"""White modules around a QR code."""
MOST_CARDS = 12
"""Largest number of cards on a sheet."""
COLUMNS = ("card", "mushrooms", "points", "lives", "crows", "cubes", "total")


@dataclass(frozen=True)
class Challenge:
    """The content of a sheet: a deal with its rules and entrance, and its solution."""

    deal: Deal
    rules: Rules
    entrance: int | None
    solution: Solution

    @property
    def code(self) -> str:
        """The code of the deal."""
        return write_code(self.deal, self.rules, self.entrance)

    @property
    def par(self) -> str:
        """The par in words; only a proven optimum is called par."""
        solution = self.solution
        if solution.status is Status.OPTIMAL:
            return f"Par: {solution.points} points. No game of this deal scores more."
        if solution.status is Status.IMPOSSIBLE:
            return "No game of this deal can be won: how far do you get?"
        if solution.points is None:
            return f"Par is not known; no game scores more than {solution.bound} points."
        return f"{solution.points} points are possible; more than {solution.bound} are not."


def challenge_pdf(challenge: Challenge, paper: str = "a4", low_ink: bool = False) -> bytes:
    """Return the sheet as a PDF of two pages; ``paper`` is a name of PAPERS.

    Raises InputError if the order is too long for a sheet.
    """
    require_room(challenge.deal)
    size = Size(*PAPERS[paper])
    writer = PdfWriter(size, f"Bolets challenge {challenge.code}", LOW_INK if low_ink else COLOUR)
    writer.page(_front(challenge, size))
    back = group(*_back(challenge, size), at=moved(*size).after(turned(180)))
    writer.page([back])
    return writer.finish()


def require_room(deal: Deal) -> None:
    """Raise InputError if the order is too long for a sheet."""
    if len(deal.order) - 1 > MOST_CARDS:
        raise InputError(f"a sheet has room for {MOST_CARDS} cards, not for {len(deal.order) - 1}")


def _front(challenge: Challenge, size: Size) -> list[Node]:
    width = size.width - 2 * MARGIN
    deck = paper_title(challenge.deal.deck)
    texts = width - QR - 4
    nodes: list[Node] = [
        Label(MARGIN, MARGIN + 7, "Bolets challenge", 9, bold=True),
        group(*_qr(challenge.code), at=moved(size.width - MARGIN - QR, MARGIN)),
    ]
    y = MARGIN + 15
    order = f"Order: {challenge.deal}"
    begin = "any door" if challenge.entrance is None else f"door {challenge.entrance}"
    first = challenge.deal.order[0]
    for text, bold in (
        (f"Deck: {deck}. {_rules_words(challenge.rules)}", False),
        (order, True),
        (f"Begin at {begin} of {first}, upright as drawn.", False),
        (challenge.par, True),
        (f"Code: {challenge.code}", False),
    ):
        for part in wrap(text, 4, texts, bold):
            nodes.append(Label(MARGIN, y, part, 4, bold=bold))
            y += 6
    y = max(y, MARGIN + QR) + 4
    table = 7.0 * (len(challenge.deal.order) + 1)
    room = size.height - MARGIN - y - table - 8 * len(TIERS) - 8
    nodes.append(group(*_faces(challenge.deal, Size(width, room)), at=moved(MARGIN, y)))
    y += room + 6
    nodes += _tiers(y)
    y += 6 * len(TIERS) + 4
    nodes += _table(challenge.deal, MARGIN, y, width)
    return nodes


def _rules_words(rules: Rules) -> str:
    switched = rules.switched()
    difficulty = switched.pop("difficulty", "regular")
    words = [f"Difficulty: {difficulty}", *(f"{name}={word}" for name, word in switched.items())]
    return f"{', '.join(words)}."


def _qr(text: str) -> list[Node]:
    """Draw a QR code, its quiet zone included, QR millimetres wide."""
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

    code: Any = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    count = code.getModuleCount()
    module = QR / (count + 2 * QUIET)
    boxes = [
        ((column + QUIET) * module, (row + QUIET) * module, module * 1.02, module * 1.02)
        for row in range(count)
        for column in range(count)
        if code.isDark(row, column)
    ]
    return [rectangles(boxes, fill="ink")]


def _faces(deal: Deal, room: Size) -> list[Node]:
    """Draw the faces in their order, as large as the space allows."""
    blocks = [face_block(face) for face in deal.faces]
    widest = max(block.width for block in blocks)
    highest = max(block.height for block in blocks)
    scale, columns = max(
        (min(room.width / (widest * n), room.height / (highest * -(-len(blocks) // n))), n)
        for n in range(1, len(blocks) + 1)
    )
    return [
        group(
            *block.nodes,
            at=moved(number % columns * widest * scale, number // columns * highest * scale).after(
                scaled(scale)
            ),
        )
        for number, block in enumerate(blocks)
    ]


def _tiers(y: float) -> list[Node]:
    nodes: list[Node] = []
    for number, (least, words) in enumerate(TIERS):
        top = f"{TIERS[number - 1][0] - 1}" if number else "more"
        points = f"{least} to {top} points" if number else f"{least} points and more"
        nodes.append(Label(MARGIN, y + 6 * number, f"{points}: {words}", 3.6))
    return nodes


def _table(deal: Deal, x: float, y: float, width: float) -> list[Node]:
    """Draw an empty score table."""
    step, row = width / len(COLUMNS), 7.0
    rows = len(deal.order)
    grid = [((x, y + row * n), (x + width, y + row * n)) for n in range(rows + 1)]
    grid += [((x + step * n, y), (x + step * n, y + row * rows)) for n in range(len(COLUMNS) + 1)]
    nodes: list[Node] = [lines(grid, stroke="quiet", pen=0.2)]
    nodes += [
        Label(x + step * (n + 0.5), y + 5, name, 3.4, "quiet", "middle")
        for n, name in enumerate(COLUMNS)
    ]
    nodes += [
        Label(x + step / 2, y + row * n + 5, name, 3.6, anchor="middle", bold=True)
        for n, name in enumerate(deal.order[:-1], start=1)
    ]
    return nodes


def _back(challenge: Challenge, size: Size) -> list[Node]:
    """Draw the reverse, not yet turned upside down."""
    record = challenge.solution.record
    width = size.width - 2 * MARGIN
    nodes: list[Node] = [
        Label(MARGIN, MARGIN + 6, f"Solution of {challenge.code}", 5, bold=True),
    ]
    y = MARGIN + 14
    if record is None:
        nodes.append(Label(MARGIN, y, challenge.par, 4))
        return nodes
    game = [f"entrance: door {record.entrance}", *map(str, record.turns)]
    for text in [challenge.par, *game]:
        for part in wrap(text, 3.6, width):
            nodes.append(Label(MARGIN, y, part, 3.6))
            y += 5.2
    picture = map_picture(DrawnGame(challenge.deal, record, challenge.rules))
    room = Size(width, size.height - MARGIN - y - 4)
    scale = min(room.width / picture.width, room.height / picture.height)
    left = MARGIN + (width - picture.width * scale) / 2
    nodes.append(group(*picture.nodes, at=moved(left, y + 2).after(scaled(scale))))
    return nodes
