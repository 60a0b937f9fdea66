"""A played turn, and a better one drawn over it: dashed, in blue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.play.tokens import Turn
from bolets_solver.draw.figures.game_sheet import Block
from bolets_solver.draw.figures.pictures import Picture, framed_picture
from bolets_solver.draw.map.game_stages import DrawnGame
from bolets_solver.draw.map.map_picture import (
    Frame,
    coordinates,
    frame_of,
    map_nodes,
    name_plate,
)
from bolets_solver.draw.map.tiles import middle
from bolets_solver.draw.picture.shapes import Node, Point, circle, group, lines, moved

DASH = 0.22
"""Length of a dash and of the gap after it, in tiles."""

COLOUR = "special"


def better_turn_picture(game: DrawnGame, better: Turn, lines_of_text: Sequence[str]) -> Picture:
    """Draw a game up to its last turn, with a ``better`` turn over it.

    ``lines_of_text`` are above the map. Raises InputError if the better turn is not legal there.
    """
    board = game.judge().board
    other = game.instead(better).judge().board
    inner = _union(frame_of(board), frame_of(other))
    outer = inner.around()
    nodes = (
        *coordinates(inner),
        *map_nodes(board, game.entrance),
        group(*_ghost(other, max(0, len(other.segments) - 2)), kind="ghost"),
    )
    block = Block((group(*nodes, at=moved(-outer.left, -outer.top)),), outer.width, outer.height)
    title = f"A better turn with {better.face}"
    return framed_picture(block, title, ". ".join(lines_of_text), lines_of_text)


def _ghost(board: Board, before: int) -> Iterator[Node]:
    """Draw the last card of a map and the path walked in the last turn, dashed."""
    card = board.cards[-1]
    (width, height), (x, y) = card.size, (card.placement.x, card.placement.y)
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
    yield lines(_dashes(corners), stroke=COLOUR, pen=0.12, kind="ghost-card")
    walked = [tile for segment in board.segments[before:] for tile in segment]
    points = [middle(tile) for tile in walked]
    if len(points) > 1:
        yield lines(_dashes(points), stroke=COLOUR, pen=0.16, kind="ghost-path")
    for tile in sorted(board.cubes):
        yield circle(*middle(tile), 0.3, stroke=COLOUR, pen=0.08, kind="ghost-cube")
    yield name_plate(f"{card.face.name}?", moved(x + 0.1, y + 0.1))


def _dashes(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    found = []
    for (x, y), (to_x, to_y) in pairwise(points):
        length = abs(to_x - x) + abs(to_y - y)  # all lines are vertical or horizontal
        count = max(1, round(length / (2 * DASH)))
        for index in range(count):
            start, end = index / count, (index + 0.5) / count
            found.append(
                (
                    (x + (to_x - x) * start, y + (to_y - y) * start),
                    (x + (to_x - x) * end, y + (to_y - y) * end),
                )
            )
    return found


def _union(one: Frame, other: Frame) -> Frame:
    left, top = min(one.left, other.left), min(one.top, other.top)
    right = max(one.left + one.width, other.left + other.width)
    bottom = max(one.top + one.height, other.top + other.height)
    return Frame(left, top, right - left, bottom - top)
