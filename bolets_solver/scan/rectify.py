"""Setting a card upright: its picture as if seen from above, in its true proportions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bolets_solver.scan.vision import Pixels, Points, vision

LONG = 640
"""Pixels along the long side of a card's picture."""
PAD = 24
"""So many pixels of the table are seen around the card."""
USUAL_FOCUS = 0.9
"""Focal length of a camera in long sides of its photo, where the card does not tell."""


@dataclass(frozen=True)
class Flat:
    """A card from above: ``pixels`` with PAD around it, ``width`` x ``height`` of the card alone.

    ``shape``: width by height as the perspective tells them. ``detail``: pixels of the photo for
    one of the picture, 1 or more where nothing was made up.
    """

    pixels: Pixels
    width: int
    height: int
    shape: float
    detail: float


def flatten(photo: Pixels, corners: Points, turn: int = 0) -> Flat:
    """Return a card from above; ``corners`` clockwise.

    The card's top left is the first corner, after turning the card clockwise by ``turn`` degrees.
    """
    cv2 = vision()
    corners = np.roll(corners, turn // 90, axis=0)
    shape = proportions(corners, photo.shape[1], photo.shape[0])
    width, height = (LONG, round(LONG / shape)) if shape > 1 else (round(LONG * shape), LONG)
    inner = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) + PAD
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
    return Flat(pixels, width, height, shape, detail)


def proportions(corners: Points, width: int, height: int) -> float:
    """Return a rectangle's width by its height, from its corners as a camera sees them.

    The photo's middle is taken as the camera's axis. Where the view is too straight to tell the
    focal length, a usual one is taken.
    """
    centred = corners - np.array([width, height]) / 2
    long = float(max(width, height))
    top_left, top_right, bottom_right, bottom_left = np.column_stack([centred / long, np.ones(4)])
    base = np.cross(top_left, bottom_right)
    k2 = _ratio(base @ bottom_left, np.cross(top_right, bottom_right) @ bottom_left)
    k3 = _ratio(base @ top_right, np.cross(bottom_left, bottom_right) @ top_right)
    across, down = k2 * top_right - top_left, k3 * bottom_left - top_left
    bend = across[2] * down[2]
    focus2 = -(across[0] * down[0] + across[1] * down[1]) / bend if abs(bend) > 0.004 else 0.0
    if not 0.5**2 < focus2 < 2.5**2:
        focus2 = USUAL_FOCUS**2

    def length(side: Points) -> float:
        return float(np.sqrt((side[0] ** 2 + side[1] ** 2) / focus2 + side[2] ** 2))

    return float(np.clip(_ratio(length(across), length(down)), 0.2, 5.0))


def _ratio(a: float, b: float) -> float:
    return float(a / b) if abs(b) > 1e-9 else 1.0
