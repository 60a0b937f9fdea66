"""The names of cards hide nothing on the tiles, on paper and in pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.bolets.cards.placement import UPRIGHT
from bolets_solver.draw.map.map_picture import map_nodes
from bolets_solver.draw.map.tile_symbols import ITEMS
from bolets_solver.draw.paper.card_faces import face_side
from bolets_solver.draw.paper.card_sizes import cards_of
from bolets_solver.draw.paper.page import CARD
from bolets_solver.draw.picture.shapes import IDENTITY, Group, Node, Point, Shape, Transform
from tests.bolets.making import edge_face

CORNERS = ["m...c .o... ..... h.M.o", "M.h ... o.c", "mm. .mm mmm", ".mm mmm mmm", "mmm m.m mmm"]
DOORS = ["N2 E2x S2 W2", "N1 E1x S1 W1x", "N3 E3 S3x W3"]


def groups(nodes: Iterable[Node], word: str, at: Transform = IDENTITY) -> Iterator[BaseGeometry]:
    """Yield what every group of a kind paints, as an area."""
    for node in nodes:
        if isinstance(node, Group):
            inside = at.after(node.transform)
            if node.kind.split(" ")[0] == word:
                yield area(node.children, inside)
            yield from groups(node.children, word, inside)


def area(nodes: Iterable[Node], at: Transform) -> BaseGeometry:
    """Return the area that nodes paint, texts apart."""
    found: BaseGeometry = Polygon()
    for node in nodes:
        if isinstance(node, Group):
            found = found.union(area(node.children, at.after(node.transform)))
        elif isinstance(node, Shape):
            scale = abs(at.a) + abs(at.b)
            for start, segments in node.outlines:
                points = [at.apply(point) for point in outline(start, segments)]
                shape = Polygon(points) if node.fill else LineString(points)
                found = found.union(shape.buffer(scale * node.pen / 2 if node.stroke else 0))
    return found


def outline(start: Point, segments: Iterable[tuple[float, ...]]) -> Iterator[Point]:
    """Yield points of an outline, close to each other on its curves."""
    yield start
    for segment in filter(None, segments):
        ends = [start, *zip(segment[::2], segment[1::2], strict=True)]
        for step in range(1, 9) if len(ends) == 4 else ():
            t = step / 8
            weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3]
            pairs = list(zip(weights, ends, strict=True))
            yield sum(w * x for w, (x, _) in pairs), sum(w * y for w, (_, y) in pairs)
        start = ends[-1]
        yield start


def check(nodes: list[Node], plates: set[int]) -> None:
    """Find as many plates as there may be, none of them over an item."""
    found, items = list(groups(nodes, "name")), list(groups(nodes, "tile"))
    assert len(found) in plates
    assert items
    for plate in found:
        assert not any(plate.intersects(item) for item in items)


def pictures(kind: str) -> Iterator[str]:
    """Yield grids in whose corners, or everywhere, something lies."""
    yield from CORNERS
    yield from (f"{kind}..{kind} .... {kind}..{kind}", " ".join([kind * 3] * 3))


@pytest.mark.parametrize("kind", sorted(ITEMS))
@pytest.mark.parametrize("name", ["1A", "123456B"])
def test_names_hide_no_item(kind: str, name: str) -> None:
    for picture in pictures(kind):
        for doors in DOORS:
            face = edge_face(picture, doors, name)
            (card,) = cards_of(Deck("x", "X", Border.EDGES, {name: face}), CARD)
            check(face_side(card.front, 1.0), {1, 2})
            board = Board()
            board.place(face, UPRIGHT)
            check(map_nodes(board), {1})


def test_names_stand_beside_full_corners() -> None:
    """They stand on the free tile next to a corner, for both ends of the card."""
    face: Face = edge_face("m...c ..... h.M.o ..... M...m", "N3 E3 S3 W3")
    (card,) = cards_of(Deck("x", "X", Border.EDGES, {"1A": face}), CARD)
    pattern = card.front
    (left, top), tile = pattern.origin, pattern.tile
    places = [(left + x * tile, top + y * tile) for x, y in ((1, 0), (3, 4))]
    first, second = groups(face_side(pattern, 1.0), "name")
    assert box(*places[0], places[0][0] + tile, places[0][1] + tile).contains(first)
    assert box(*places[1], places[1][0] + tile, places[1][1] + tile).contains(second)
