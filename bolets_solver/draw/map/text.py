"""Text drawings: a face with its doors, and a map with its path.

Pure ASCII. Walls on tiles are ``###``; what a tile holds is drawn with the letter of the deck
format. Lines of ``-`` and ``:`` are the visible outer edges of cards. A card's name is on the upper
edge of its first visible tile. The path is drawn with ``=``, ``|`` and slanted strokes where it
turns, from S to E; its items were collected or defeated. ``[r]`` and ``[y]`` are cubes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from textwrap import fill

from bolets_solver.bolets.cards.board import Board, Cube
from bolets_solver.bolets.cards.face import (
    BLOCKED_DOOR,
    DOOR,
    FLOOR,
    WALL,
    Border,
    Door,
    Face,
)
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.cards.tile_kinds import TILE_KINDS
from bolets_solver.draw.picture.canvas import Canvas

_MEANINGS = (
    *(f"{kind.letter} {kind.name}" for kind in TILE_KINDS),
    "[r] [y] cubes",
    "= | / \\ path from S to E",
    "--- : edges of cards",
)
_WHOLE = [meaning.replace(" ", "\0") for meaning in _MEANINGS]  # a line breaks between them only
LEGEND = fill(", ".join(_WHOLE), 90, break_on_hyphens=False).replace("\0", " ")
"""What the characters of a map mean."""

_TOO_LARGE = "the map spans {}x{} tiles, too many to draw as text"

MOST_TILES = 100_000
"""Larger maps are not drawn: they would be unreadable."""

_STYLES = {kind.letter: kind.style for kind in TILE_KINDS if kind.style is not None}
_PLAIN = FLOOR + DOOR + BLOCKED_DOOR
_BENDS = {
    frozenset({Heading.N, Heading.W}): "/",
    frozenset({Heading.S, Heading.E}): "/",
    frozenset({Heading.N, Heading.E}): "\\",
    frozenset({Heading.S, Heading.W}): "\\",
    frozenset({Heading.N, Heading.S}): "|",
    frozenset({Heading.E, Heading.W}): "=",
}


def face_text(face: Face, rotation: int = 0, colour: bool = False) -> str:
    """Draw a rotated face with the numbers of its doors outside it.

    Coordinates count from the top left of the rotated face.
    """
    board = Board()
    card = board.place(face, Placement(rotation, 0, 0))
    width, height = card.size
    canvas = Canvas(-1, -1, width + 2, height + 2)
    _draw_cards(canvas, board)
    for door in card.doors:
        canvas.tile(door.side.step(door.tile), f"{door.number:^3}", "label")
    return canvas.text(colour)


def map_text(board: Board, colour: bool = False, columns: int | None = None) -> str:
    """Draw a map with its path and cubes; coordinates are those of records.

    A map wider than ``columns`` characters is split into strips.
    """
    canvas = _map_canvas(board)
    return _TOO_LARGE.format(*_span(board)) if canvas is None else canvas.text(colour, columns)


def map_window(board: Board, columns: int, rows: int, colour: bool = False) -> str:
    """Draw the part of a map around its last card that fits into ``columns`` x ``rows``."""
    canvas = _map_canvas(board)
    if canvas is None:
        return _TOO_LARGE.format(*_span(board))
    card = board.cards[-1]
    width, height = card.size
    middle = card.placement.x + width // 2, card.placement.y + height // 2
    return canvas.window(columns, rows, middle, colour)


def _span(board: Board) -> tuple[int, int]:
    """Return width and height of a map in tiles."""
    xs, ys = [x for x, _ in board.tops], [y for _, y in board.tops]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def _map_canvas(board: Board) -> Canvas | None:
    """Draw a map on a sheet; None if it is too large."""
    left, top = min(x for x, _ in board.tops), min(y for _, y in board.tops)
    width, height = _span(board)
    if width * height > MOST_TILES:
        return None
    canvas = Canvas(left, top, width, height)
    _draw_cards(canvas, board)
    _draw_names(canvas, board)
    _draw_cubes(canvas, board)
    _draw_path(canvas, board)
    return canvas


def _draw_cards(canvas: Canvas, board: Board) -> None:
    seen = board.tops
    for tile in seen:
        kind = board.printed(tile)
        if kind is not None:
            canvas.tile(tile, "###" if kind == WALL else kind, _STYLES.get(kind))
    _draw_edges(canvas, seen)
    for index, card in enumerate(board.cards):
        if card.face.border is Border.EDGES:
            for door in card.doors:
                if seen[door.tile] == index:
                    _draw_edge_door(canvas, door)


def _draw_edges(canvas: Canvas, seen: dict[Tile, int]) -> None:
    """Draw a line wherever two neighbouring tiles show different cards (or the table)."""
    around = {(x + dx, y + dy) for x, y in seen for dx in (0, 1) for dy in (0, 1)}
    for x, y in sorted(around):
        here, up, back = seen.get((x, y)), seen.get((x, y - 1)), seen.get((x - 1, y))
        if here != up:
            canvas.above((x, y), "---", "label")
        if here != back:
            canvas.before((x, y), ":", "label")
        if len({here, up, back, seen.get((x - 1, y - 1))}) > 1:
            canvas.corner((x, y), ".", "label")


def _draw_edge_door(canvas: Canvas, door: Door) -> None:
    mark = BLOCKED_DOOR if door.blocked else DOOR
    x, y = door.tile
    if door.side is Heading.N:
        canvas.above((x, y), mark, "door")
    elif door.side is Heading.S:
        canvas.above((x, y + 1), mark, "door")
    elif door.side is Heading.W:
        canvas.before((x, y), mark, "door")
    else:
        canvas.before((x + 1, y), mark, "door")


def _draw_names(canvas: Canvas, board: Board) -> None:
    """Write each card's name above its first visible tile whose upper edge no path crosses."""
    seen = board.tops
    crossed = {b for a, b in _links(board) if a[0] == b[0]}
    for index, card in enumerate(board.cards):
        for tile in card.tiles():
            above = (tile[0], tile[1] - 1)
            if seen[tile] != index or seen.get(above) == index:
                continue
            if tile not in crossed and not _has_door_above(board, seen, tile):
                canvas.above(tile, f"{card.face.name:-<3}", "label")
                break


def _has_door_above(board: Board, seen: dict[Tile, int], tile: Tile) -> bool:
    above = (tile[0], tile[1] - 1)
    sides = ((tile, Heading.N), (above, Heading.S))
    return any(
        door.tile == place and door.side is side
        for place, side in sides
        if place in seen
        for door in _edge_doors(board.cards[seen[place]])
    )


def _edge_doors(card: PlacedFace) -> tuple[Door, ...]:
    return card.doors if card.face.border is Border.EDGES else ()


def _draw_cubes(canvas: Canvas, board: Board) -> None:
    for tile, cube in board.cubes.items():
        red = cube is Cube.RED
        canvas.tile(tile, "[r]" if red else "[y]", "red" if red else "yellow")


def _path(board: Board) -> list[Tile]:
    return [tile for segment in board.segments for tile in segment]


def _links(board: Board) -> Iterable[tuple[Tile, Tile]]:
    """Yield the neighbouring pairs of the path, the upper or left tile first."""
    for first, second in pairwise(_path(board)):
        yield min(first, second), max(first, second)


def _draw_path(canvas: Canvas, board: Board) -> None:
    path = _path(board)
    for first, second in _links(board):
        canvas.link(first, second, "path")
    for index, tile in enumerate(path):
        kind = board.printed(tile)
        if kind is not None and kind not in _PLAIN:
            continue  # keep the item visible
        sides = {
            heading
            for heading in Heading
            for other in path[max(index - 1, 0) : index + 2]
            if heading.step(tile) == other
        }
        mark = "S" if index == 0 else "E" if index == len(path) - 1 else _BENDS[frozenset(sides)]
        canvas.tile(tile, mark, "path")
