"""A sheet for a last look: each card as it was photographed beside the face as it will be drawn."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, fromstring, register_namespace, tostring

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.cards.placement import UPRIGHT
from bolets_solver.draw.map.tiles import ground
from bolets_solver.draw.picture.shapes import Label, Node, group, moved, rectangle, scaled
from bolets_solver.draw.picture.svg import NAMESPACE, Svg, to_svg
from bolets_solver.errors import InputError
from bolets_solver.scan.faces.proposal import Proposal
from bolets_solver.scan.photo.rectify import PAD
from bolets_solver.scan.photo.vision import jpeg, vision
from bolets_solver.scan.tiles.fitting import Laid

TILE = 30.0
"""Pixels of a tile."""
MOST_FACES = 100
_GAP = 1.0
_HEAD = 1.3
_PAIRS = 3
"""Pairs of photo and drawing in a row."""


@dataclass(frozen=True)
class Pair:
    """A face and how a photo showed it; ``remark`` stands beside its name."""

    face: Face
    seen: Proposal
    remark: str = ""


def sheet(pairs: Sequence[Pair]) -> Svg:
    """Draw photo and drawing side by side; doubtful places are framed in both.

    Raises InputError if there are too many faces.
    """
    if len(pairs) > MOST_FACES:
        raise InputError(f"a sheet has at most {MOST_FACES} faces, not {len(pairs)}")
    across = max((pair.face.width for pair in pairs), default=1)
    down = max((pair.face.height for pair in pairs), default=1)
    wide, tall = 2 * across + 2 * _GAP, down + _HEAD + _GAP
    columns = min(_PAIRS, max(1, len(pairs)))
    nodes: list[Node] = []
    photos: list[tuple[float, float, Pair]] = []
    for index, pair in enumerate(pairs):
        x = _GAP + index % columns * (wide + _GAP)
        y = _GAP + index // columns * tall
        head = f"{pair.face.name}   {pair.remark}".rstrip()
        nodes.append(Label(x, y + 0.7, head, 0.55, bold=True))
        top = y + _HEAD - 0.2
        photos.append((x, top, pair))
        nodes.append(_drawing(pair, x + across + _GAP, top))
    rows = -(-len(pairs) // columns)
    names = ", ".join(pair.face.name for pair in pairs)
    svg = to_svg(
        tuple(nodes),
        columns * (wide + _GAP) + _GAP,
        rows * tall + _GAP,
        title="Cards as photographed and as drawn",
        description=f"Each face twice, its photo on the left, its drawing on the right: {names}.",
        scale=TILE,
    )
    return _with_photos(svg, photos)


def _drawing(pair: Pair, x: float, y: float) -> Node:
    board = Board()
    board.place(pair.face, UPRIGHT)
    marks = [
        rectangle(*box, stroke="path", pen=0.1, kind="doubtful") for box in _doubtful(pair.seen)
    ]
    return group(*ground(board), *marks, at=moved(x, y).after(scaled(1.0)), kind="drawing")


def _doubtful(seen: Proposal) -> list[tuple[float, float, float, float]]:
    """Return boxes, in tiles, around the doubtful places."""
    boxes = []
    for place in seen.doubtful:
        left, top = place.column - 1.0, place.row - 1.0
        box = (left + 0.06, top + 0.06, 0.88, 0.88)
        if place.side is not None:
            dx, dy = place.side.dx, place.side.dy
            middle = (left + 0.5 + 0.42 * dx, top + 0.5 + 0.42 * dy)
            half = (0.45 if dy else 0.1, 0.45 if dx else 0.1)
            box = (middle[0] - half[0], middle[1] - half[1], 2 * half[0], 2 * half[1])
        boxes.append(box)
    return boxes


def _with_photos(svg: Svg, photos: Sequence[tuple[float, float, Pair]]) -> Svg:
    """Put pictures of the cards into a drawing that is measured in tiles."""
    register_namespace("", NAMESPACE)
    root = fromstring(svg)
    for x, y, pair in photos:
        place = {"x": f"{x:g}", "y": f"{y:g}"}
        size = {"width": f"{pair.face.width:g}", "height": f"{pair.face.height:g}"}
        data = base64.b64encode(tiles_jpeg(pair.seen)).decode("ascii")
        link = {"href": f"data:image/jpeg;base64,{data}", "preserveAspectRatio": "none"}
        SubElement(root, f"{{{NAMESPACE}}}image", {**place, **size, **link})
        for left, top, wide, tall in _doubtful(pair.seen):
            _frame(root, x + left, y + top, wide, tall)
    return Svg(tostring(root, encoding="unicode") + "\n")


def _frame(root: Element, x: float, y: float, width: float, height: float) -> None:
    box = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{width:g}", "height": f"{height:g}"}
    look = {"fill": "none", "stroke": "#e0561b", "stroke-width": "0.1"}
    SubElement(root, f"{{{NAMESPACE}}}rect", {**box, **look})


def tiles_jpeg(seen: Proposal) -> bytes:
    """Return the tiles of a card, cut along their lattice, as a JPEG picture."""
    return laid_jpeg(seen.laid)


def laid_jpeg(laid: Laid) -> bytes:
    """Return the tiles of a card that is laid, cut along their lattice, as a JPEG picture."""
    cv2 = vision()
    flat, area = laid.flat, laid.lattice.area
    left, right = (round(PAD + share * flat.width) for share in (area.left, area.right))
    top, bottom = (round(PAD + share * flat.height) for share in (area.top, area.bottom))
    height, width = flat.pixels.shape[:2]
    part = flat.pixels[max(0, top) : min(height, bottom), max(0, left) : min(width, right)]
    size = (max(1, laid.lattice.width * 56), max(1, laid.lattice.height * 56))
    return jpeg(cv2.resize(part, size, interpolation=cv2.INTER_AREA))
