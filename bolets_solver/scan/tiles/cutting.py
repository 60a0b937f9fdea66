"""Cutting a card from above into tiles, and into the strips where walls and doors of edges lie."""

from __future__ import annotations

import numpy as np

from bolets_solver.bolets.cards.face import border_places
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.scan.photo.rectify import PAD, Flat
from bolets_solver.scan.photo.vision import Pixels, vision
from bolets_solver.scan.tiles.lattice import Lattice

SIDE = 32
"""Pixels of a tile's picture."""
_DEPTH = 0.34
"""How much of a tile a strip shows, and how much of what lies beyond the edge."""
_BEYOND = 0.16


def cut_tiles(flat: Flat, lattice: Lattice) -> Pixels:
    """Return the tiles' pictures, row by row: n x SIDE x SIDE x 3, freed of the card's light."""
    even = evened(flat)
    boxes = [
        _box(flat, lattice, x, y, x + 1, y + 1)
        for y in range(lattice.height)
        for x in range(lattice.width)
    ]
    return np.array([_cut(even, box, 0) for box in boxes])


def cut_strips(flat: Flat, lattice: Lattice) -> Pixels:
    """Return pictures of the places of the border, clockwise, each with its way out to the north.

    Their order is that of ``border_places``.
    """
    even = evened(flat)
    pictures = []
    for side, (x, y) in border_places(lattice.width, lattice.height):
        left, top, right, bottom = float(x), float(y), x + 1.0, y + 1.0
        if side is Heading.N:
            top, bottom = top - _BEYOND, top + _DEPTH
        elif side is Heading.S:
            top, bottom = bottom - _DEPTH, bottom + _BEYOND
        elif side is Heading.W:
            left, right = left - _BEYOND, left + _DEPTH
        else:
            left, right = right - _DEPTH, right + _BEYOND
        turn = {Heading.N: 0, Heading.E: 1, Heading.S: 2, Heading.W: 3}[side]
        pictures.append(_cut(even, _box(flat, lattice, left, top, right, bottom), turn))
    return np.array(pictures)


def evened(flat: Flat) -> Pixels:
    """Return the card's picture with the light and colour of its brightest parts made alike."""
    inside = flat.pixels[PAD:-PAD, PAD:-PAD].reshape(-1, 3)
    white = np.percentile(inside, 92, axis=0)
    gain = 215.0 / np.maximum(white, 12.0)
    return np.clip(flat.pixels * gain, 0, 255).astype(np.uint8)


def _box(
    flat: Flat, lattice: Lattice, left: float, top: float, right: float, bottom: float
) -> tuple[float, float, float, float]:
    """Return a box of tiles in pixels of the flat picture."""
    area = lattice.area
    across = (area.right - area.left) / lattice.width * flat.width
    down = (area.bottom - area.top) / lattice.height * flat.height
    x, y = PAD + area.left * flat.width, PAD + area.top * flat.height
    return x + left * across, y + top * down, x + right * across, y + bottom * down


def _cut(picture: Pixels, box: tuple[float, float, float, float], turn: int) -> Pixels:
    """Cut a box out and scale it to a tile; ``turn`` quarter turns anticlockwise."""
    cv2 = vision()
    left, top, right, bottom = box
    middle = ((left + right) / 2 - 0.5, (top + bottom) / 2 - 0.5)
    size = max(1, round(right - left)), max(1, round(bottom - top))
    part = cv2.getRectSubPix(picture, size, middle)
    way = cv2.INTER_AREA if size[0] > SIDE else cv2.INTER_LINEAR
    return np.asarray(np.rot90(cv2.resize(part, (SIDE, SIDE), interpolation=way), turn))
