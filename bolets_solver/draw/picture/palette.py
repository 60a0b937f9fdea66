"""The colours of pictures, by purpose.

Things differ in shape; colours only help. The hues are safe for colour-blind people (orange path,
blue special mushrooms, brown mushrooms, black crows, pale yellow against dark red cubes) and differ
in lightness, so that a grey print is read as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Palette:
    """Colours (``#rrggbb``) by name; ``outlined``: large areas stay white, outlines carry them."""

    name: str
    colours: Mapping[str, str] = field(hash=False)
    outlined: bool = False

    def __getitem__(self, name: str) -> str:
        return self.colours[name]


_COLOUR = {
    "paper": "#ffffff",
    "ink": "#2b2620",
    "quiet": "#7d766b",  # coordinates, remarks
    "faint": "#d8d2c6",  # frames
    "floor": "#f7efdc",
    "grid": "#dccfae",
    "wall": "#2f4a3a",
    "wall text": "#2f4a3a",
    "crown": "#47694f",
    "shine": "#6b8f68",
    "crown rim": "#2f4a3a",
    "shine rim": "#6b8f68",
    "rail": "#39583f",  # a wall on the edge of a card
    "edge": "#1f2a24",  # where cards end
    "plank": "#e3cb98",
    "flagstone": "#f2e4c3",
    "seam": "#b08d57",
    "post": "#6b4423",
    "bark": "#8a5a33",
    "wood": "#f0d9ad",
    "rock": "#a9aaa6",
    "rock light": "#d3d4d0",
    "rock dark": "#7b7d7a",
    "cap": "#b5651d",
    "cap light": "#d99a5b",
    "special": "#1b5fa8",
    "special light": "#ffffff",
    "stem": "#fdf6e3",
    "petal": "#c9304f",
    "petal light": "#f2a3b3",
    "leaf": "#3f7d4a",
    "crow": "#26262e",
    "wing": "#7c7c8c",
    "beak": "#e8a33d",
    "eye": "#ffffff",
    "red": "#a8201a",
    "red light": "#d9534a",
    "red dark": "#701512",
    "yellow": "#ffd84a",
    "yellow light": "#fff0a6",
    "yellow dark": "#cfa31a",
    "path": "#e4572e",
    "past": "#f0a488",  # the path of earlier cards
    "casing": "#ffffff",
    "wrong": "#d1007a",
    "roof": "#a8442a",
    "chimney": "#6b4423",
    "house": "#fbf3e0",
    "tier 1": "#ffffff",
    "tier 2": "#e9efdc",
    "tier 3": "#cfdfbb",
    "tier 4": "#abc891",
}

_LOW_INK = _COLOUR | {
    "floor": "#ffffff",
    "grid": "#cfcfcf",
    "wall": "#ffffff",
    "crown": "#ffffff",
    "shine": "#ffffff",
    "wall text": "#000000",
    "crown rim": "#9c9c9c",
    "shine rim": "#c4c4c4",
    "rail": "#8f8f8f",
    "plank": "#ffffff",
    "flagstone": "#ffffff",
    "seam": "#9a9a9a",
    "post": "#8c8c8c",
    "bark": "#d9d9d9",
    "wood": "#ffffff",
    "rock": "#ffffff",
    "rock light": "#ffffff",
    "rock dark": "#dddddd",
    "cap": "#e8e8e8",
    "cap light": "#ffffff",
    "special": "#8a8a8a",
    "stem": "#ffffff",
    "petal": "#e0e0e0",
    "petal light": "#ffffff",
    "leaf": "#ffffff",
    "crow": "#3a3a3a",
    "wing": "#bdbdbd",
    "beak": "#ffffff",
    "red": "#707070",
    "red light": "#c5c5c5",
    "red dark": "#505050",
    "yellow": "#ffffff",
    "yellow light": "#ffffff",
    "yellow dark": "#e6e6e6",
    "path": "#5a5a5a",
    "past": "#a5a5a5",
    "roof": "#e0e0e0",
    "chimney": "#ffffff",
    "house": "#ffffff",
    "wrong": "#000000",
    "tier 1": "#ffffff",
    "tier 2": "#f4f4f4",
    "tier 3": "#e6e6e6",
    "tier 4": "#d6d6d6",
}

COLOUR = Palette("colour", _COLOUR)
LOW_INK = Palette("low-ink", _LOW_INK, outlined=True)
