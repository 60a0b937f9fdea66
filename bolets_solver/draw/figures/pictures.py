"""Pictures of a face, a deck, a map, a whole game.

Each function returns a :class:`Picture`, whose :meth:`Picture.svg` is the SVG document. Pictures
that are too large raise InputError.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.deal import UNKNOWN
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE, Face
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.placement import Placement
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.draw.figures.game_sheet import (
    HEADING,
    SMALL,
    Block,
    heading_block,
    map_block,
    sheet_block,
)
from bolets_solver.draw.map import alt_text as words
from bolets_solver.draw.map.game_stages import DrawnGame
from bolets_solver.draw.map.map_picture import Marked
from bolets_solver.draw.map.tiles import ground
from bolets_solver.draw.picture.fonts import shortened, text_width, wrap
from bolets_solver.draw.picture.palette import COLOUR, Palette
from bolets_solver.draw.picture.shapes import Label, Node, group, moved
from bolets_solver.draw.picture.svg import Svg, to_svg
from bolets_solver.errors import InputError

TILE = 40.0
"""Pixels of a tile."""
MARGIN = 0.5
MOST_TILES = 20_000
"""Largest number of tiles in a picture."""
MOST_PANELS = 40
"""Largest number of turns on a sheet."""
WIDEST_TITLE = 28.0
"""Largest length of a deck's title, in tiles; the rest is cut."""
WIDEST_LINE = 22.0
"""The lines below a title are as wide as the picture, but at least this."""
COLUMNS = 8
"""Faces in a row of a deck's picture."""


@dataclass(frozen=True)
class Picture:
    """A vector picture, ``width`` x ``height`` tiles, with its title and description in words."""

    nodes: tuple[Node, ...]
    width: float
    height: float
    title: str
    description: str

    def svg(self, tile: float = TILE, palette: Palette = COLOUR) -> Svg:
        """Return the SVG document; a tile is ``tile`` pixels wide."""
        return to_svg(
            self.nodes,
            self.width,
            self.height,
            title=self.title,
            description=self.description,
            scale=tile,
            palette=palette,
        )


def face_picture(face: Face, rotation: int = 0, deck: str = "") -> Picture:
    """Draw a rotated face with the numbers of its doors.

    ``deck`` is the title of its deck, empty to leave it out.
    """
    _require_size(face.width * face.height)
    block = face_block(face, rotation)
    title = f"Face {face.name}" + (f" of {_short(deck)}" if deck else "")
    return framed_picture(block, title, words.face_description(face, rotation))


def deck_picture(deck: Deck, faces: Sequence[Face] = ()) -> Picture:
    """Draw the faces of a deck (default: all), sides A above sides B, the cottage last."""
    chosen = list(faces) or list(deck.faces.values())
    _require_size(sum(face.width * face.height for face in chosen))
    blocks = {face.name: face_block(face) for face in chosen}
    rows = _rows([face.name for face in chosen])
    width = max(block.width for block in blocks.values())
    height = max(block.height for block in blocks.values())
    nodes = [
        group(
            *block.nodes,
            at=moved(
                column * width + (width - block.width) / 2,
                row * height + (height - block.height) / 2,
            ),
        )
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
        if name is not None
        for block in [blocks[name]]
    ]
    whole = Block(tuple(nodes), max(map(len, rows)) * width, len(rows) * height)
    borders = "walls and doors on tiles" if deck.border == "tiles" else "walls and doors on edges"
    what = words.count(len(chosen), "face")
    return framed_picture(
        whole,
        _short(deck.title),
        words.deck_description(deck, chosen),
        [f"{what}, {borders}"],
    )


def map_picture(game: DrawnGame) -> Picture:
    """Draw the map of a game with path, cubes, names and coordinates."""
    verdict = game.judge()
    _require_size(len(verdict.board.tops))
    outcome = words.outcome_words(verdict)
    block = map_block(verdict.board, game.entrance, Marked.of(verdict))
    return framed_picture(
        block,
        _game_title(game),
        words.map_description(verdict.board, outcome),
        [*_order_lines(game), *_result_lines(verdict)],
    )


def board_picture(board: Board, entrance: Heading | None = None) -> Picture:
    """Draw a map from its board alone."""
    _require_size(len(board.tops))
    return framed_picture(map_block(board, entrance), "Map", words.map_description(board))


def game_picture(game: DrawnGame) -> Picture:
    """Draw a whole game on one sheet: the map, and for each turn a panel with its tally."""
    turns = len(game.record.turns)
    if turns > MOST_PANELS:
        raise InputError(
            f"the game has {turns} turns; a sheet has room for {MOST_PANELS}; draw the map alone "
            "(--map)"
        )
    stages = game.stages()
    final = stages[-1] if stages else game.judge()
    _require_size(len(final.board.tops))
    tallies = [words.tally_words(number, tally) for number, tally in enumerate(final.tallies, 1)]
    outcome = " ".join([words.outcome_words(final), *tallies])
    return framed_picture(
        sheet_block(game, stages),
        _game_title(game),
        words.map_description(final.board, outcome),
        [*_order_lines(game), *_result_lines(final)],
    )


def _require_size(tiles: int) -> None:
    if tiles > MOST_TILES:
        raise InputError(
            f"the picture would have {tiles} tiles; the most is {MOST_TILES}, so draw a part"
        )


def framed_picture(
    block: Block, title: str, description: str, lines: Sequence[str] = ()
) -> Picture:
    """Put a title and lines of text above a block, with a margin around all."""
    room = max(block.width, WIDEST_LINE)
    wrapped = [part for text in lines for part in wrap(text, SMALL, room)]
    heading = heading_block(title, wrapped)
    width, height = max(block.width, heading.width), heading.height + block.height
    left = MARGIN + (width - block.width) / 2
    nodes = (
        group(*heading.nodes, at=moved(MARGIN, MARGIN)),
        group(*block.nodes, at=moved(left, MARGIN + heading.height)),
    )
    return Picture(nodes, width + 2 * MARGIN, height + 2 * MARGIN, title, description)


def face_block(face: Face, rotation: int = 0) -> Block:
    """Draw a face with its name and the numbers of its doors, with one tile of margin."""
    board = Board()
    card = board.place(face, Placement(rotation, 0, 0))
    width, height = card.size
    numbers = [
        Label(x + 0.5, y + 0.64, str(door.number), 0.4, "quiet", "middle", kind="door-number")
        for door in card.doors
        for x, y in [door.side.step(door.tile)]
    ]
    name = Label(-0.1, -0.25, face.name, 0.46, anchor="end", bold=True, kind="name")
    left = max(1.0, text_width(name.text, name.size, name.bold) - name.x)
    nodes = (*ground(board), name, *numbers)
    return Block((group(*nodes, at=moved(left, 1), kind="face"),), left + width + 1, height + 2)


def _rows(names: Sequence[str]) -> list[list[str | None]]:
    """Arrange face names in rows: sides A, below them sides B; the cottage where there is room.

    If a card lacks one side, the faces simply follow each other.
    """
    numbers = sorted({int(name[:-1]) for name in names if name != COTTAGE})
    both = any(f"{number}A" in names and f"{number}B" in names for number in numbers)
    if not both:
        return [list(names[start : start + COLUMNS]) for start in range(0, len(names), COLUMNS)]
    rows: list[list[str | None]] = []
    for start in range(0, len(numbers), COLUMNS):
        part = numbers[start : start + COLUMNS]
        for side in "AB":
            rows.append([f"{n}{side}" if f"{n}{side}" in names else None for n in part])
    if COTTAGE in names:
        if len(rows[-2]) < COLUMNS:
            rows[-2].append(COTTAGE)
        else:
            rows.append([COTTAGE])
    return rows


def _short(text: str) -> str:
    return shortened(text, HEADING, WIDEST_TITLE, bold=True)


def _game_title(game: DrawnGame) -> str:
    return f"A game of {_short(game.deal.deck.title)}"


def _order_lines(game: DrawnGame) -> list[str]:
    order = str(game.deal)
    if UNKNOWN in game.record.order:  # then the deal contains placeholder cards
        order = " ".join(game.record.order)
    return [order if len(order) <= 80 else f"{order[:77]}..."]


def _result_lines(verdict: Verdict) -> list[str]:
    return [words.outcome_words(verdict)]
