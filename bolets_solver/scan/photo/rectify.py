"""Setting a card upright: its picture as if seen from above, in its true proportions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bolets_solver.scan.photo.vision import Pixels, Points, Reals, vision

LONG = 640
"""Pixels along the long side of a card's picture."""
PAD = 24
"""Pixels of the table around the card."""
USUAL_FOCUS = 0.9
"""Focal length of a camera, in long sides of its photo."""
_FOCUS_VARIES = 0.3
"""How much cameras differ in it, as a logarithm."""
_ANGLE_ERROR = 0.02
"""How far a corner's angle may seem from a right one because the corners are a little off."""


class Shape(NamedTuple):
    """A rectangle's width by its height, and how uncertain that is, as a logarithm."""

    ratio: float
    doubt: float


@dataclass(frozen=True)
class Flat:
    """A card from above: ``pixels`` with PAD around it, ``width`` x ``height`` of the card alone.

    ``shape``: width by height, from the perspective. ``detail``: pixels of the photo for
    one of the picture, 1 or more where nothing was made up. ``corners``: the card's in the photo,
    its top left first.
    """

    pixels: Pixels
    width: int
    height: int
    shape: Shape
    detail: float
    corners: Points


def flatten(photo: Pixels, corners: Points, turn: int = 0, shape: Shape | None = None) -> Flat:
    """Return a card from above; ``corners`` clockwise.

    The card's top left is the first corner, after turning the card clockwise by ``turn`` degrees.
    ``shape``: its shape if known better than from the perspective.
    """
    cv2 = vision()
    corners = np.roll(corners, turn // 90, axis=0)
    shape = shape or proportions(corners, photo.shape[1], photo.shape[0])
    ratio = shape.ratio
    width, height = (LONG, round(LONG / ratio)) if ratio > 1 else (round(LONG * ratio), LONG)
    inner = rectangle(width, height)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    detail = float(sides.max()) / LONG
    source, spots = photo, corners
    if detail > 1.6:  # smaller first: no pixel is left out, and it is quicker
        low = np.maximum(np.floor(corners.min(axis=0) - 0.1 * sides.max()), 0).astype(int)
        high = np.ceil(corners.max(axis=0) + 0.1 * sides.max()).astype(int)
        part = photo[low[1] : high[1], low[0] : high[0]]
        factor = 1.2 / detail
        source = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        spots = (corners - low) * factor
    warp = cv2.getPerspectiveTransform(spots.astype(np.float32), inner)
    size = (width + 2 * PAD, height + 2 * PAD)
    pixels = cv2.warpPerspective(
        source, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return Flat(pixels, width, height, shape, detail, corners)


def moved(photo: Pixels, flat: Flat, before: Points, after: Points) -> Flat:
    """Return a card from above again, with four points of its picture moved.

    ``before``: where they are in the picture; ``after``: where they are to be.
    """
    cv2 = vision()
    back = cv2.getPerspectiveTransform(after.astype(np.float32), before.astype(np.float32))
    inner = rectangle(flat.width, flat.height)
    to_photo = cv2.getPerspectiveTransform(inner, flat.corners.astype(np.float32))
    spots = cv2.perspectiveTransform(inner[None].astype(np.float64), to_photo @ back)[0]
    return flatten(photo, spots, shape=flat.shape)


def rectangle(width: int, height: int) -> Reals:
    """Return where the card's corners lie in its picture."""
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) + PAD


def proportions(corners: Points, width: int, height: int) -> Shape:
    """Return a rectangle's shape, from its corners as a camera sees them.

    The photo's middle counts as the camera's axis. Focal lengths count by how well they agree
    with right angles at the corners and with what is usual; a straight view gives only the latter.
    """
    centred = corners - np.array([width, height]) / 2
    long = float(max(width, height))
    top_left, top_right, bottom_right, bottom_left = np.column_stack([centred / long, np.ones(4)])
    base = np.cross(top_left, bottom_right)
    k2 = _ratio(base @ bottom_left, np.cross(top_right, bottom_right) @ bottom_left)
    k3 = _ratio(base @ top_right, np.cross(bottom_left, bottom_right) @ top_right)
    across, down = k2 * top_right - top_left, k3 * bottom_left - top_left
    focus = np.geomspace(0.45, 2.6, 60)
    wide = np.hypot(np.hypot(across[0], across[1]), focus * across[2])
    tall = np.hypot(np.hypot(down[0], down[1]), focus * down[2])
    bend = across[:2] @ down[:2] + focus**2 * across[2] * down[2]
    angle = bend / np.maximum(wide * tall, 1e-9)
    unlikely = (angle / _ANGLE_ERROR) ** 2 + (np.log(focus / USUAL_FOCUS) / _FOCUS_VARIES) ** 2
    weights = np.exp(-0.5 * (unlikely - unlikely.min()))
    weights /= weights.sum()
    ratios = np.log(np.clip(wide / np.maximum(tall, 1e-9), 0.2, 5.0))
    mean = float(weights @ ratios)
    doubt = float(np.sqrt(weights @ (ratios - mean) ** 2))
    return Shape(float(np.exp(mean)), doubt)


def _ratio(a: float, b: float) -> float:
    return float(a / b) if abs(b) > 1e-9 else 1.0
