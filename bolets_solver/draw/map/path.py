"""The path on a map: a cased line with arrows, what it met, and where cards were entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.face import CROW, Border
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.draw.map import tile_symbols as glyphs
from bolets_solver.draw.map.tiles import middle
from bolets_solver.draw.picture.shapes import (
    Label,
    Node,
    Point,
    Transform,
    circle,
    group,
    line,
    moved,
    polygon,
    scaled,
    turned,
)

CASING = 0.36
CORE = 0.23
BEAD = 0.36
"""Radius of the disc under an item on the path."""


def path_nodes(board: Board, entrance: Heading | None, first: int = 1) -> list[Node]:
    """Draw the path and what it met.

    ``entrance`` is the heading in which the first tile was entered, None to leave it out. Segments
    are numbered from ``first`` on, each at the tile where it begins.
    """
    path = [tile for segment in board.segments for tile in segment]
    if not path:
        return []
    points = [middle(tile) for tile in path]
    if entrance is not None:
        x, y = points[0]
        points.insert(0, (x - entrance.dx * 0.95, y - entrance.dy * 0.95))
    nodes: list[Node] = []
    if len(board.segments[-1]) > 1:
        nodes.append(_tip(path[-2], path[-1]))
    if len(points) > 1:
        nodes += [
            line(*_corners(points), stroke="casing", pen=CASING, kind="path-casing"),
            line(*_corners(points), stroke="path", pen=CORE, kind="path"),
        ]
    nodes += _arrows(points)
    nodes += [_bead(board, tile) for tile in path if board.printed(tile) in glyphs.ITEMS]
    nodes += _numbers(board, entrance, first)
    return [group(*nodes, kind="trace")]


def _corners(points: Sequence[Point]) -> list[Point]:
    """Return the points without those on straight runs."""
    kept = [points[0]]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        cross = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (
            after[0] - here[0]
        )
        if abs(cross) > 1e-9:
            kept.append(here)
    return [*kept, points[-1]]


def _arrows(points: Sequence[Point]) -> Iterator[Node]:
    """Draw a chevron on the first step of every straight run."""
    before: Point | None = None
    for here, after in pairwise(points):
        step = (_sign(after[0] - here[0]), _sign(after[1] - here[1]))
        if step != before:
            x, y = (here[0] + after[0]) / 2, (here[1] + after[1]) / 2
            (dx, dy), (sx, sy) = step, (-step[1], step[0])
            yield line(
                (x - 0.05 * dx + 0.085 * sx, y - 0.05 * dy + 0.085 * sy),
                (x + 0.05 * dx, y + 0.05 * dy),
                (x - 0.05 * dx - 0.085 * sx, y - 0.05 * dy - 0.085 * sy),
                stroke="casing",
                pen=0.07,
                kind="arrow",
            )
        before = step


def _sign(value: float) -> int:
    return (value > 1e-9) - (value < -1e-9)


def _bead(board: Board, tile: Tile) -> Node:
    """Draw the item that the path met (or will meet) on a tile as a bead."""
    kind = board.printed(tile) or ""
    word = glyphs.WORDS[kind]
    met = tile in board.met
    parts: list[Node] = [
        circle(0, 0, BEAD, fill="casing", stroke="path", pen=0.06),
        group(*glyphs.ITEMS[kind](), at=scaled(0.57)),
    ]
    if met and kind == CROW:
        parts.append(line((-0.22, 0.24), (0.22, -0.24), stroke="path", pen=0.07))
    done = ("defeated" if kind == CROW else "collected") if met else "entered"
    return group(
        *parts,
        at=moved(*middle(tile)),
        kind=f"{done} {word.replace(' ', '-')}",
        title=f"{word} at {tile[0]},{tile[1]}, {done}",
    )


def _numbers(board: Board, entrance: Heading | None, first: int) -> Iterator[Node]:
    """Write the number of the card in the deal at each entered door.

    A door tile gets the number; a door on an edge gets it on the edge, because its tile may hold an
    item.
    """
    before: Tile | None = None
    for number, segment in enumerate(board.segments, start=first):
        tile = segment[0]
        x, y = middle(tile)
        size = 1.0
        if before is None and entrance is not None:
            before = entrance.opposite.step(tile)
        card = board.cards[min(number - first, len(board.cards) - 1)]
        if card.face.border is Border.EDGES and before is not None:
            x, y = (x + before[0] + 0.5) / 2, (y + before[1] + 0.5) / 2
            size = 0.75
        yield _number(tile, number, moved(x, y).after(scaled(size)))
        before = segment[-1]


def _number(tile: Tile, number: int, at: Transform) -> Node:
    text = str(number)
    return group(
        circle(0, 0, 0.27, fill="path", stroke="casing", pen=0.06),
        Label(0, 0.12, text, 0.34 if len(text) == 1 else 0.25, "casing", "middle", bold=True),
        at=at,
        kind="entrance",
        title=f"card {number} is entered at {tile[0]},{tile[1]}",
    )


def _tip(before: Tile, last: Tile) -> Node:
    """Draw the head of the path of an unfinished trace, clear of the item on its tile."""
    heading = next(heading for heading in Heading if heading.step(before) == last)
    return group(
        polygon((-0.19, -0.28), (0, -0.58), (0.19, -0.28), fill="path", stroke="casing", pen=0.05),
        at=moved(*middle(last)).after(turned(90 * heading)),
        kind="head",
    )
