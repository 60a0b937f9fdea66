"""Settling the lattice on its seams: each of its corners is moved a little to where they run.

The corners of a card are found to a pixel or two, which on a small slanting picture is a fifth of a
tile. The seams show better where the tiles are.
"""

from __future__ import annotations

import numpy as np

from bolets_solver.scan.photo.rectify import PAD, Flat, moved, rectangle
from bolets_solver.scan.photo.vision import Pixels, Points, Reals, vision
from bolets_solver.scan.tiles.lattice import LOCAL, Lattice, steepness

FARTHEST = 0.3
"""No corner is moved farther than this, in tiles."""
_HOLD = 1.2
"""What moving all corners by a tile costs, in the measure of how clear the seams are."""
_STEPS = (0.08, 0.04, 0.02, 0.01)
"""Step by which corners are moved, in tiles."""
_SAMPLES = 5
"""Number of places examined on a seam along each tile."""


def settled(photo: Pixels, flat: Flat, lattice: Lattice) -> Flat:
    """Return a card from above with its tiles where ``lattice`` says that they are."""
    wanted = corners_of(flat, lattice)
    found = _settle(flat, lattice, wanted)
    return flat if np.array_equal(found, wanted) else moved(photo, flat, found, wanted)


def corners_of(flat: Flat, lattice: Lattice) -> Points:
    """Return where the corners of the lattice lie in a card's picture, clockwise."""
    left, top, right, bottom = lattice.area
    shares = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return np.asarray(shares * (flat.width, flat.height) + PAD)


def tile_corners(flat: Flat, lattice: Lattice) -> Points:
    """Return where the outermost corners of the tiles are in the photo, clockwise."""
    cv2 = vision()
    inner = rectangle(flat.width, flat.height)
    to_photo = cv2.getPerspectiveTransform(inner, flat.corners.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(corners_of(flat, lattice)[None], to_photo)[0])


def _settle(flat: Flat, lattice: Lattice, start: Points) -> Points:
    """Move the corners while that makes the seams clearer: all together, by sides, one by one."""
    seams = _Seams(flat, lattice)
    tile = np.linalg.norm(start[0] - start[1]) / lattice.width
    offset, best = np.zeros((4, 2)), seams.clear(start)
    for step in _STEPS:
        for _ in range(6):
            before = best
            for move in _MOVES:
                for way in (step, -step):
                    tried = offset + way * move
                    if np.abs(tried).max() > FARTHEST:
                        continue
                    value = seams.clear(start + tile * tried)
                    value -= _HOLD * float((tried**2).mean())
                    if value > best + 1e-6:
                        offset, best = tried, value
            if best == before:
                break
    return np.asarray(start + tile * offset)


def _moves() -> list[Points]:
    """Return ways to move the corners: which of them go together, in which direction."""
    groups = [(0, 1, 2, 3), (0, 1), (1, 2), (2, 3), (3, 0), (0,), (1,), (2,), (3,)]
    found = []
    for group in groups:
        for direction in ((1.0, 0.0), (0.0, 1.0)):
            move = np.zeros((4, 2))
            move[list(group)] = direction
            found.append(move)
    return found


_MOVES = _moves()


class _Seams:
    """Where a card's picture has lines, and the places at which a lattice wants them."""

    def __init__(self, flat: Flat, lattice: Lattice):
        cv2 = vision()
        across, down = steepness(flat)
        self._maps = (across - cv2.blur(across, (LOCAL, 1)), down - cv2.blur(down, (1, LOCAL)))
        self._spots = (
            _spots(lattice.width, lattice.height),
            _spots(lattice.height, lattice.width)[:, ::-1],
        )

    def clear(self, corners: Points) -> float:
        """Return how clear the lines are along a lattice with these corners, the mean of all."""
        cv2 = vision()
        warp = cv2.getPerspectiveTransform(_UNIT, corners.astype(np.float32))
        total = count = 0.0
        for lines, spots in zip(self._maps, self._spots, strict=True):
            at = cv2.perspectiveTransform(spots[None], warp)[0].astype(np.float32)
            values = cv2.remap(lines, at[None, :, 0], at[None, :, 1], cv2.INTER_LINEAR)
            total += float(values.sum())
            count += values.size
        return total / count


_UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)


def _spots(lines: int, tiles: int) -> Reals:
    """Return places on the lines between ``lines`` tiles, as shares: n x 2, across the lines first.

    The outermost lines are left out: what is there is the card's edge as often as a seam.
    """
    at = np.arange(1, lines) / lines
    along = (np.arange(tiles * _SAMPLES) + 0.5) / (tiles * _SAMPLES)
    return np.array([(x, y) for x in at for y in along], np.float64)
