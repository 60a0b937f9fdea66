"""Laying a grid that somebody typed over the photo: which way up the card lies, and where.

Tiles with the same letter look alike, and others differ, only if the grid lies right. That decides
between the lattices that lines alone allow, and between the card's four turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bolets_solver.scan.photo.rectify import Flat, flatten, proportions
from bolets_solver.scan.photo.vision import Pixels, Points, Reals
from bolets_solver.scan.tiles.cutting import cut_tiles
from bolets_solver.scan.tiles.features import features
from bolets_solver.scan.tiles.lattice import Area, Lattice, lattices
from bolets_solver.scan.tiles.settling import settled

CLEAR = 0.97
"""Another turn is taken only if the letters scatter by less than this share of it."""
_SHAPE = 0.3
"""Largest difference of the shapes of card and tiles, as a logarithm."""


@dataclass(frozen=True)
class Laid:
    """A card with a grid over it: the turn, the flat picture and the lattice."""

    turn: int
    flat: Flat
    lattice: Lattice


def lay(
    photo: Pixels,
    corners: Points,
    grid: Sequence[str],
    usual: Area | None = None,
    turns: Sequence[int] = (0, 90, 180, 270),
) -> Laid:
    """Find how a grid lies on a card; ``usual``: where the tiles of the deck's other cards lie."""
    size = len(grid[0]), len(grid)
    letters = np.array([kind for row in grid for kind in row])
    best: Laid | None = None
    least = np.inf
    for turn in fitting_turns(photo, corners, size, turns):
        whole = flatten(photo, corners, turn)
        for lattice in lattices(whole, size, usual, most=1 if usual else 5):
            flat = settled(photo, whole, lattice)
            spread = _scatter(features(cut_tiles(flat, lattice)), letters)
            limit = CLEAR if best is not None and best.turn != turn else 1.0
            if spread < least * limit:
                best, least = Laid(turn, flat, lattice), spread
    assert best is not None  # there is a turn, and it has a lattice
    return best


def fitting_turns(
    photo: Pixels, corners: Points, size: tuple[int, int], turns: Sequence[int] = (0, 90, 180, 270)
) -> list[int]:
    """Return the turns by which a card is as wide as a number of tiles, more or less."""
    found = []
    for turn in turns:
        shape = proportions(np.roll(corners, turn // 90, axis=0), photo.shape[1], photo.shape[0])
        if abs(np.log(shape.ratio * size[1] / size[0])) < max(_SHAPE, 2 * shape.doubt):
            found.append(turn)
    return found or list(turns)


def _scatter(rows: Reals, letters: np.ndarray[tuple[int], np.dtype[np.str_]]) -> float:
    """Return how much tiles of one letter differ, as a share of how much all differ."""
    within = 0.0
    for letter in np.unique(letters):
        own = rows[letters == letter]
        within += float(((own - own.mean(axis=0)) ** 2).sum())
    return within / max(float(((rows - rows.mean(axis=0)) ** 2).sum()), 1e-9)
