"""Glyphs differ without colour, for colour-blind people, and in the low-ink version."""

from __future__ import annotations

import io
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from bolets_solver.bolets.cards.board import Cube
from bolets_solver.draw.map import tile_symbols as glyphs
from bolets_solver.draw.picture.palette import COLOUR, LOW_INK, Palette
from bolets_solver.draw.picture.png import to_png
from bolets_solver.draw.picture.shapes import Node, group, moved, rectangle
from bolets_solver.draw.picture.svg import to_svg

PIXELS = 24
"""Side of a tile on a small screen."""
GLYPHS = {
    "mushroom": glyphs.mushroom(),
    "special": glyphs.special_mushroom(),
    "heart": glyphs.heart(),
    "crow": glyphs.crow(),
    "rock": glyphs.rock(),
    "red": glyphs.cube(Cube.RED),
    "yellow": glyphs.cube(Cube.YELLOW),
    "door": glyphs.door(False),
    "blocked": glyphs.door(True),
}
# how the missing cones are made up for (Vienot, Brettel and Mollon 1999), on linear RGB
BLINDNESS = {
    "protan": [[0.1124, 0.8876, 0.0], [0.1124, 0.8876, 0.0], [0.0040, -0.0040, 1.0]],
    "deutan": [[0.2928, 0.7072, 0.0], [0.2928, 0.7072, 0.0], [-0.0223, 0.0223, 1.0]],
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
}


def pixels(glyph: tuple[Node, ...], palette: Palette) -> NDArray[np.float64]:
    """Return a glyph on its floor as linear RGB."""
    nodes = group(rectangle(-0.5, -0.5, 1, 1, fill="floor"), *glyph, at=moved(0.5, 0.5))
    svg = to_svg((nodes,), 1, 1, title="t", description="d", scale=PIXELS, palette=palette)
    image = Image.open(io.BytesIO(to_png(svg))).convert("RGB")
    return (np.asarray(image, dtype=np.float64) / 255) ** 2.2


@pytest.mark.parametrize("palette", [COLOUR, LOW_INK], ids=["colour", "low-ink"])
@pytest.mark.parametrize("sight", sorted(BLINDNESS))
def test_every_two_glyphs_differ_to_every_eye(palette: Palette, sight: str) -> None:
    seen = {
        name: pixels(glyph, palette) @ np.array(BLINDNESS[sight]).T
        for name, glyph in GLYPHS.items()
    }
    for one, other in combinations(seen, 2):
        different = np.abs(seen[one] - seen[other]).max(axis=2) > 0.15
        assert different.mean() > 0.06, (one, other)


@pytest.mark.parametrize("sight", sorted(BLINDNESS))
def test_the_path_stands_out_from_what_it_crosses(sight: str) -> None:
    def seen(colour: str) -> NDArray[np.float64]:
        value = COLOUR[colour].lstrip("#")
        rgb = (np.array([int(value[i : i + 2], 16) for i in (0, 2, 4)]) / 255) ** 2.2
        return rgb @ np.array(BLINDNESS[sight]).T

    # the path stands out from what is light, its casing from what is dark
    for light in ("floor", "plank", "casing"):
        assert np.abs(seen("path") - seen(light)).max() > 0.3, light
    for dark in ("wall", "crown", "post", "bark"):
        assert np.abs(seen("casing") - seen(dark)).max() > 0.3, dark


def test_special_mushrooms_show_their_points() -> None:
    rows = pixels(glyphs.special_mushroom(), COLOUR)
    white = (rows.min(axis=2) > 0.97).astype(int)
    blue = (rows[:, :, 2] > 2 * rows[:, :, 0]).astype(int)
    assert white.sum() > 0
    assert blue.sum() > 3 * white.sum() / 2
