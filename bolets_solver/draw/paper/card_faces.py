"""The two sides of printed cards; millimetres, the corner of the upright card at 0,0."""

from __future__ import annotations

from collections.abc import Iterator

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.face import Border, Door
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.placement import UPRIGHT
from bolets_solver.draw.map import tile_symbols as glyphs
from bolets_solver.draw.map.map_picture import (
    HIDES,
    name_plate,
    plate_scale,
    plate_width,
    small_plate,
    trouble,
)
from bolets_solver.draw.map.tiles import RAIL, ground
from bolets_solver.draw.paper.card_sizes import Pattern
from bolets_solver.draw.paper.page import Size
from bolets_solver.draw.picture.fonts import text_width
from bolets_solver.draw.picture.shapes import (
    Box,
    Label,
    Node,
    circles,
    group,
    moved,
    rectangles,
    rounded,
    scaled,
    turned,
)

POST = 0.19
"""Width of a door's post in tiles."""


def with_bleed(size: Size, bleed: float) -> Box:
    """Return the card and its bleed."""
    return -bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed


def face_side(pattern: Pattern, bleed: float) -> list[Node]:
    """Draw a face with its bleed: the walls and doors of the rim continue beyond the cut."""
    board = Board()
    card = board.place(pattern.face, UPRIGHT)
    x, y = pattern.origin
    to_card = moved(x, y).after(scaled(pattern.tile))
    wall = "wall" if pattern.face.border is Border.TILES else "rail"
    return [
        rectangles([with_bleed(pattern.size, bleed)], fill=wall, kind="bleed"),
        group(*(_door_bleed(door, pattern, bleed + max(x, y)) for door in card.doors), at=to_card),
        group(*ground(board, edges=False), *_plates(board, pattern), at=to_card, kind="face"),
    ]


def _door_bleed(door: Door, pattern: Pattern, beyond: float) -> Node:
    """Continue a door's floor and posts beyond the edge; the door looks north."""
    reach = beyond / pattern.tile
    x, y = door.x + 0.5, door.y + 0.5
    top = -0.5 - reach
    return group(
        rectangles([(-0.5, top, 1, reach)], fill="plank"),
        rectangles([(-0.5, top, POST, reach), (0.5 - POST, top, POST, reach)], fill="post"),
        at=moved(x, y).after(turned(90 * door.side)),
    )


def _plates(board: Board, pattern: Pattern) -> Iterator[Node]:
    """Write the name into two opposite corners, readable from either end of the card.

    Where walls lie on edges, a corner may hold an item. Then the name is on the free tile nearest
    to a corner, and only once if the opposite tile is not free.
    """
    face = pattern.face
    tiles = [(x, y) for y in range(face.height) for x in range(face.width)]

    def choice(tile: Tile) -> tuple[int, int]:
        x, y = tile
        return trouble(board, tile), min(x, face.width - 1 - x) + min(y, face.height - 1 - y)

    first = min(tiles, key=choice)
    if trouble(board, first) >= HIDES:
        yield small_plate(face.name, first)
        return
    opposite = face.width - 1 - first[0], face.height - 1 - first[1]
    also = opposite != first and trouble(board, opposite) < HIDES
    on_edges = face.border is Border.EDGES
    inset, usual = (RAIL + 0.03, 0.62) if on_edges else (0.08, 1.0)
    size = plate_scale(face.name, 1 - inset, usual)
    for x, y in [first, opposite] if also else [first]:
        at, to_left = moved(x, y), 2 * x < face.width
        if 2 * y >= face.height:  # readable when the card is turned around
            at, to_left = moved(x + 1, y + 1).after(turned(180)), not to_left
        left = inset if to_left else 1 - inset - size * plate_width(face.name)
        yield name_plate(face.name, at.after(moved(left, inset)).after(scaled(size)))


def back_side(size: Size, bleed: float, title: str) -> list[Node]:
    """Draw the back of a card that has no second face: a clearing in the wood."""
    width, height = size
    step = width / 5
    rows = max(1, round(height / step))
    down = height / rows
    crowns = [
        (
            step * (column + 0.5),
            down * (row + 0.5),
            min(step, down) * (0.4 + (column + row) % 3 / 50),
        )
        for column in range(5)
        for row in range(rows)
    ]
    shines = [(x - 0.28 * r, y - 0.3 * r, 0.42 * r) for x, y, r in crowns]
    wide, tall = width * 0.66, height * 0.34
    letter = min(height * 0.06, wide * 0.88 / max(text_width(title, 1, bold=True), 1e-6))
    left, top = (width - wide) / 2, (height - tall) / 2
    glyph = min(wide / 4, tall * 0.42)
    return [
        rectangles([with_bleed(size, bleed)], fill="wall", kind="bleed"),
        circles(crowns, fill="crown", stroke="crown rim", pen=0.3, kind="trees"),
        circles(shines, fill="shine", stroke="shine rim", pen=0.2, kind="trees"),
        rounded(left, top, wide, tall, wide / 12, fill="floor", stroke="edge", pen=0.5),
        *(
            group(
                *shape(),
                at=moved(width / 2 + across * glyph * 1.1, top + tall * 0.36).after(scaled(glyph)),
            )
            for shape, across in (
                (glyphs.mushroom, -1),
                (glyphs.special_mushroom, 0),
                (glyphs.crow, 1),
            )
        ),
        Label(width / 2, top + tall * 0.82, title, letter, "ink", "middle", bold=True),
    ]
