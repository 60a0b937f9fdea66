"""A map as a picture in tiles: ground, cubes, path, the names of the cards, coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.face import WALL
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.draw.map import tile_symbols as glyphs
from bolets_solver.draw.map.path import path_nodes
from bolets_solver.draw.map.tiles import ITEM, ground, middle
from bolets_solver.draw.picture.shapes import (
    Label,
    Node,
    Transform,
    circle,
    group,
    line,
    moved,
    rounded,
    scaled,
)


class Frame(NamedTuple):
    """The tiles of a picture: left, top, and how many across and down."""

    left: int
    top: int
    width: int
    height: int

    def around(self) -> Frame:
        """Return the frame with one more tile on each side."""
        return Frame(self.left - 1, self.top - 1, self.width + 2, self.height + 2)


class Marked(NamedTuple):
    """Tiles that are marked: where a rule was broken, where the last life was lost."""

    wrong: Tile | None = None
    deadly: Tile | None = None

    @classmethod
    def of(cls, verdict: Verdict) -> Marked:
        """Return the marked tiles of a game."""
        violation = verdict.violation
        return cls(None if violation is None else violation.tile, verdict.deadly)


UNMARKED = Marked()


def frame_of(board: Board) -> Frame:
    """Return the tiles that a map spans."""
    left, top = min(x for x, _ in board.tops), min(y for _, y in board.tops)
    right, bottom = max(x for x, _ in board.tops), max(y for _, y in board.tops)
    return Frame(left, top, right - left + 1, bottom - top + 1)


def map_nodes(
    board: Board,
    entrance: Heading | None = None,
    *,
    first: int = 1,
    marked: Marked = UNMARKED,
) -> list[Node]:
    """Draw a map with tiles that are marked. See :func:`path_nodes`."""
    nodes = ground(board)
    nodes += [cube_node(board, tile) for tile in sorted(board.cubes)]
    nodes += path_nodes(board, entrance, first)
    nodes += names(board)
    if marked.deadly is not None:
        nodes.append(_deadly(marked.deadly))
    if marked.wrong is not None:
        nodes.append(_wrong(marked.wrong))
    return nodes


def coordinates(frame: Frame) -> list[Node]:
    """Write the coordinates of the tiles above and to the left of the frame."""
    step_x = 1 if max(len(str(frame.left)), len(str(frame.left + frame.width))) < 4 else 2
    across = [
        Label(x + 0.5, frame.top - 0.25, str(x), 0.34, "quiet", "middle", kind="coordinate")
        for x in range(frame.left, frame.left + frame.width)
        if x % step_x == 0
    ]
    down = [
        Label(frame.left - 0.25, y + 0.62, str(y), 0.34, "quiet", "end", kind="coordinate")
        for y in range(frame.top, frame.top + frame.height)
    ]
    return [*across, *down]


def names(board: Board) -> Iterator[Node]:
    """Write each card's name on its first visible tile where the name hides nothing."""
    seen = board.tops
    for index, card in enumerate(board.cards):
        places = [tile for tile in card.tiles() if seen[tile] == index]
        if not places:
            continue
        tile = min(places, key=lambda tile: trouble(board, tile))
        if trouble(board, tile) >= HIDES:
            yield small_plate(card.face.name, tile)
            continue
        size = scaled(plate_scale(card.face.name, 0.95))
        yield name_plate(card.face.name, moved(tile[0] + 0.05, tile[1] + 0.05).after(size))


HIDES = 3
"""From this rating on, a name of the usual size hides the content of its tile."""
SPARE = 0.19
"""Width of a plate that hides nothing in the lower right corner of any tile."""


def trouble(board: Board, tile: Tile) -> int:
    """Rate how much a name on this tile would hide."""
    if tile in board.path:
        return HIDES + 1
    kind = board.printed(tile)
    if tile in board.cubes or kind in glyphs.ITEMS:
        return HIDES
    if any(door.tile == tile for door in board.cards[board.tops[tile]].doors):
        return HIDES - 1
    return 0 if kind == WALL else 1


def small_plate(name: str, tile: Tile) -> Node:
    """Write a small name into the corner of a tile, clear of the tile's item."""
    size = plate_scale(name, SPARE)
    x, y = tile[0] + 0.97 - size * plate_width(name), tile[1] + 0.97 - size * PLATE_HEIGHT
    return name_plate(name, moved(x, y).after(scaled(size)))


PLATE_HEIGHT = 0.44


def plate_width(name: str) -> float:
    """Return the width of a name's plate."""
    return 0.24 + 0.235 * len(name)


def plate_scale(name: str, room: float, usual: float = 1.0) -> float:
    """Return the scale of a name's plate: the usual one, or one that fits into ``room``."""
    return min(usual, room / plate_width(name))


def name_plate(name: str, at: Transform) -> Node:
    """Write a name on a small plate whose top left corner is the origin."""
    width = plate_width(name)
    return group(
        rounded(0, 0, width, PLATE_HEIGHT, 0.1, fill="paper", stroke="edge", pen=0.035),
        Label(width / 2, 0.35, name, 0.34, "ink", "middle", bold=True),
        at=at,
        kind="name",
    )


def cube_node(board: Board, tile: Tile) -> Node:
    """Draw the cube that lies on a tile."""
    colour = board.cubes[tile]
    return group(
        *glyphs.cube(colour),
        at=moved(*middle(tile)).after(scaled(ITEM)),
        kind=f"tile {colour}-cube",
        title=f"{colour} cube at {tile[0]},{tile[1]}",
    )


def _deadly(tile: Tile) -> Node:
    """Ring the tile where the last life was lost."""
    return group(
        circle(0, 0, 0.44, stroke="casing", pen=0.24),
        circle(0, 0, 0.44, stroke="wrong", pen=0.12),
        at=moved(*middle(tile)),
        kind="deadly",
        title=f"the last life was lost at {tile[0]},{tile[1]}",
    )


def _wrong(tile: Tile) -> Node:
    """Mark the tile where a rule was broken."""
    return group(
        line((-0.32, -0.32), (0.32, 0.32), stroke="casing", pen=0.26),
        line((-0.32, 0.32), (0.32, -0.32), stroke="casing", pen=0.26),
        line((-0.32, -0.32), (0.32, 0.32), stroke="wrong", pen=0.13),
        line((-0.32, 0.32), (0.32, -0.32), stroke="wrong", pen=0.13),
        at=moved(*middle(tile)),
        kind="violation",
        title=f"a rule is broken at {tile[0]},{tile[1]}",
    )
