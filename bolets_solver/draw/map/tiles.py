"""The ground of a map: floor, walls, doors and items; a tile is one unit wide.

A face alone is a map of one card. Walls on tiles are rows of trees seen from above, walls on edges
are rails along the inside of the card's edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.face import BLOCKED_DOOR, COTTAGE, DOOR, FLOOR, WALL, Border, Door
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import PlacedFace
from bolets_solver.draw.map import tile_symbols as glyphs
from bolets_solver.draw.picture.shapes import (
    Box,
    Node,
    Point,
    circles,
    group,
    lines,
    moved,
    rectangles,
    scaled,
    turned,
)

ITEM = 0.92
"""Size of a glyph in its tile."""
RAIL = 0.12
"""Width of a wall on the edge of a card."""


def ground(board: Board, edges: bool = True) -> list[Node]:
    """Draw everything visible except path and cubes; items on the path are left out.

    ``edges``: draw the edges of cards as lines.
    """
    seen = board.tops
    walls = [tile for tile in seen if board.printed(tile) == WALL]
    open_tiles = [tile for tile in seen if board.printed(tile) != WALL]
    nodes: list[Node] = [
        rectangles(_runs(open_tiles), fill="floor", kind="floor"),
        lines(_seams(set(open_tiles), seen), stroke="grid", pen=0.03, square=True, kind="grid"),
    ]
    if walls:
        nodes += [
            rectangles(_runs(walls), fill="wall", kind="walls"),
            circles(map(_crown, walls), fill="crown", stroke="crown rim", pen=0.03, kind="trees"),
            circles(map(_shine, walls), fill="shine", stroke="shine rim", pen=0.02, kind="trees"),
            lines(_wood_edges(set(walls), seen), stroke="crown rim", pen=0.03, square=True),
        ]
    for index, card in enumerate(board.cards):
        nodes += _doors_and_rails(board, index, card)
    nodes += _cottages(board)
    nodes += [
        item(board.printed(tile) or FLOOR, tile, board.cards[seen[tile]])
        for tile in sorted(seen, key=lambda tile: (tile[1], tile[0]))
        if board.printed(tile) in glyphs.ITEMS and tile not in board.met and tile not in board.cubes
    ]
    if edges:
        nodes.append(
            lines(_card_edges(seen), stroke="edge", pen=0.06, square=True, kind="card-edge")
        )
    return nodes


def middle(tile: Tile) -> Point:
    """Return the middle of a tile."""
    return tile[0] + 0.5, tile[1] + 0.5


def item(kind: str, tile: Tile, card: PlacedFace) -> Node:
    """Draw the item of a tile, clear of the walls on the card's edge."""
    word = glyphs.WORDS[kind]
    x, y = middle(tile)
    size = ITEM
    if card.face.border is Border.EDGES:
        size = ITEM * (1 - RAIL)
        for side in Heading:
            if not card.covers(side.step(tile)):
                x, y = x - side.dx * RAIL / 2, y - side.dy * RAIL / 2
    return group(
        *glyphs.ITEMS[kind](),
        at=moved(x, y).after(scaled(size)),
        kind=f"tile {word.replace(' ', '-')}",
        title=f"{word} at {tile[0]},{tile[1]}",
    )


def door_tile(door: Door) -> Node:
    """Draw a door that is a tile."""
    return group(
        *glyphs.door(door.blocked),
        at=moved(*middle(door.tile)).after(turned(90 * door.side)),
        kind="tile blocked-door" if door.blocked else "tile door",
        title=_door_title(door),
    )


def edge_door(door: Door) -> Node:
    """Draw a door that lies on the edge of its tile."""
    return group(
        *glyphs.edge_door(door.blocked),
        at=moved(*middle(door.tile)).after(turned(90 * door.side)),
        kind="edge blocked-door" if door.blocked else "edge door",
        title=_door_title(door),
    )


def _door_title(door: Door) -> str:
    word = "blocked door" if door.blocked else "door"
    return f"{word} {door.number} at {door.x},{door.y}, on the {door.side.word} side"


def _runs(tiles: Iterable[Tile]) -> Iterator[Box]:
    """Join neighbouring tiles of a row to boxes."""
    start: Tile | None = None
    end = 0
    for x, y in sorted(tiles, key=lambda tile: (tile[1], tile[0])):
        if start is not None and start[1] == y and end == x:
            end += 1
            continue
        if start is not None:
            yield start[0], start[1], end - start[0], 1
        start, end = (x, y), x + 1
    if start is not None:
        yield start[0], start[1], end - start[0], 1


def _seams(tiles: set[Tile], seen: dict[Tile, int]) -> Iterator[tuple[Point, Point]]:
    """Yield the lines between neighbouring open tiles of one card."""
    for x, y in sorted(tiles):
        if (x + 1, y) in tiles and seen[x, y] == seen[x + 1, y]:
            yield (x + 1, y), (x + 1, y + 1)
        if (x, y + 1) in tiles and seen[x, y] == seen[x, y + 1]:
            yield (x, y + 1), (x + 1, y + 1)


def _wood_edges(walls: set[Tile], seen: dict[Tile, int]) -> Iterator[tuple[Point, Point]]:
    """Yield the lines between walls and open tiles of one card."""
    for x, y in sorted(seen):
        for other, corner in (((x + 1, y), (x + 1, y)), ((x, y + 1), (x, y + 1))):
            if seen.get(other) == seen[x, y] and ((x, y) in walls) != (other in walls):
                yield corner, (x + 1, y + 1)


def _crown(tile: Tile) -> tuple[float, float, float]:
    """Return the crown of a tile's tree; trees differ a little, always the same way."""
    x, y = middle(tile)
    chance = (tile[0] * 7 + tile[1] * 13 + tile[0] * tile[1] * 3) % 5
    return x + (chance - 2) * 0.012, y + (chance % 3 - 1) * 0.015, 0.4 + chance * 0.015


def _shine(tile: Tile) -> tuple[float, float, float]:
    x, y, radius = _crown(tile)
    return x - 0.11, y - 0.12, radius * 0.42


def _card_edges(seen: dict[Tile, int]) -> Iterator[tuple[Point, Point]]:
    """Yield a line wherever two neighbouring tiles show different cards (or the table)."""
    for x, y in sorted({(x + dx, y + dy) for x, y in seen for dx, dy in ((0, 0), (1, 0), (0, 1))}):
        here = seen.get((x, y))
        if here != seen.get((x, y - 1)):
            yield (x, y), (x + 1, y)
        if here != seen.get((x - 1, y)):
            yield (x, y), (x, y + 1)


def _doors_and_rails(board: Board, index: int, card: PlacedFace) -> Iterator[Node]:
    seen = board.tops
    doors = [door for door in card.doors if seen[door.tile] == index]
    if card.face.border is Border.TILES:
        yield from map(door_tile, doors)
        return
    open_sides = {(door.tile, door.side) for door in doors}
    rails = [
        _rail(tile, side)
        for tile in card.tiles()
        if seen[tile] == index
        for side in Heading
        if not card.covers(side.step(tile)) and (tile, side) not in open_sides
    ]
    if rails:
        yield rectangles(rails, fill="rail", kind="walls")
    yield from map(edge_door, doors)


def _rail(tile: Tile, side: Heading) -> Box:
    x, y = tile
    if side in (Heading.N, Heading.S):
        return x, y + (1 - RAIL if side is Heading.S else 0), 1, RAIL
    return x + (1 - RAIL if side is Heading.E else 0), y, RAIL, 1


def _cottages(board: Board) -> Iterator[Node]:
    """Draw the house on every cottage whose inside is empty and visible."""
    for index, card in enumerate(board.cards):
        if card.face.name != COTTAGE:
            continue
        inside = [tile for tile in card.tiles() if card.inside(tile)]
        empty = all(
            board.tops[tile] == index
            and card.kind(tile) in (FLOOR, DOOR, BLOCKED_DOOR)
            and tile not in board.cubes
            for tile in inside
        )
        if not inside or not empty:
            continue
        width, height = card.size
        margin = card.face.margin
        size = min(width, height) - 2 * margin
        x, y = card.placement.x + width / 2, card.placement.y + height / 2
        yield group(
            *glyphs.cottage(),
            at=moved(x, y).after(scaled(size * 0.95)),
            kind="cottage",
            title="the cottage",
        )
