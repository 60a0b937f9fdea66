"""Recognising pictures by their likeness to labelled ones, with a confidence.

A picture is compared with every example at all four quarter turns (strips: mirrored). What light,
blur and a shifted lattice do to a picture is tried out on the examples; differences of that kind
count little, others much (relevant component analysis). The nearest examples decide; how much
nearer they are than those of the next kind, and whether they are near at all, is the confidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolets_solver.scan.photo.vision import Pixels, Reals, vision
from bolets_solver.scan.tiles.cutting import SIDE
from bolets_solver.scan.tiles.features import features

SURE = 0.8
"""A guess of less confidence is doubtful."""
_MOST_PLAIN = 60
"""Number of examples of a kind to compare with; more make it slower, not better."""


@dataclass(frozen=True)
class Guess:
    """What a picture probably shows: a letter, how sure that is (0 to 1), and the next letter."""

    letter: str
    confidence: float
    other: str | None = None

    @property
    def doubtful(self) -> bool:
        """Whether somebody should look."""
        return self.confidence < SURE


class Recogniser:
    """Knows labelled pictures. ``turning``: they may be turned by quarters, else mirrored."""

    def __init__(self, pictures: Pixels, letters: Sequence[str], turning: bool):
        kept = _spread(letters)
        self.letters = np.array(list(letters), dtype="U1")[kept]
        self._turning = turning
        plain = pictures[kept]
        base = features(plain)
        self._whiten = _whitening(base, plain, self.letters)
        views = [plain, *_turned(plain, turning)]
        self._known = np.stack([features(view) for view in views]) @ self._whiten
        """Views x examples x numbers."""
        self._typical = self._usual_distances()

    def distances(self, pictures: Pixels, upright: bool = False) -> Reals:
        """Return the distance of each picture to each example, at its best view."""
        known = self._known[:1] if upright else self._known
        asked = features(pictures) @ self._whiten
        nearest = np.stack([_distances(asked, view) for view in known]).min(axis=0)
        return np.asarray(nearest, np.float32)

    def guess(self, pictures: Pixels, allowed: Sequence[str]) -> list[Guess]:
        """Guess each picture; ``allowed`` are the letters that may stand in its place."""
        distances = self.distances(pictures)
        return [self._decide(row, letters) for row, letters in zip(distances, allowed, strict=True)]

    def strangeness(self, pictures: Pixels) -> Reals:
        """Return how far each picture is from the examples if none is turned."""
        return np.asarray(self.distances(pictures, upright=True).min(axis=1), np.float32)

    def _decide(self, distances: Reals, allowed: str) -> Guess:
        ranked = sorted(
            (_near(distances[self.letters == letter]), letter)
            for letter in dict.fromkeys(allowed)
            if (self.letters == letter).any()
        )
        if not ranked:
            return Guess(allowed[0], 1.0 if len(allowed) == 1 else 0.0)
        if len(allowed) == 1:
            return Guess(allowed, 1.0)
        first, letter = ranked[0]
        second, other = ranked[1] if len(ranked) > 1 else (3 * first, None)
        lead = (second - first) / max(second, 1e-6)
        strange = first / self._typical.get(letter, self.usual)
        unseen = sum(kind not in self.letters for kind in allowed)
        clear = _step(lead, 0.16, 0.05)
        known = _step(-strange, -(1.75 if unseen else 2.1), 0.16)
        return Guess(letter, float(clear * known), other)

    def _usual_distances(self) -> dict[str, float]:
        """Return for each letter how far its examples are from each other, the next but itself."""
        own = self._known[0]
        distances = np.stack([_distances(own, view) for view in self._known]).min(axis=0)
        np.fill_diagonal(distances, np.inf)
        found: dict[str, list[float]] = {}
        for index, letter in enumerate(self.letters):
            same = distances[index][self.letters == letter]
            nearest = float(same.min()) if len(same) > 1 else np.inf
            if np.isfinite(nearest):
                found.setdefault(str(letter), []).append(nearest)
        every = [value for values in found.values() for value in values]
        self.usual = float(np.median(every)) if every else 1.0
        return {
            letter: max(0.6 * self.usual, 0.5 * (self.usual + float(np.median(values))))
            for letter, values in found.items()
        }


def _near(distances: Reals) -> float:
    """Return how near a kind is: the nearest example, a little of the next."""
    nearest = np.sort(distances)[:3]
    return float(0.8 * nearest[0] + 0.2 * nearest.mean())


def _step(value: float, middle: float, width: float) -> float:
    return float(1 / (1 + np.exp(-np.clip((value - middle) / width, -40, 40))))


def _spread(letters: Sequence[str]) -> NDArray[np.intp]:
    """Choose examples: all of rare kinds, the latest of others."""
    chosen: list[int] = []
    counts: dict[str, int] = {}
    for index in reversed(range(len(letters))):
        counts[letters[index]] = counts.get(letters[index], 0) + 1
        if counts[letters[index]] <= _MOST_PLAIN:
            chosen.append(index)
    return np.array(sorted(chosen), np.intp)


def _turned(pictures: Pixels, turning: bool) -> list[Pixels]:
    if turning:
        return [np.rot90(pictures, turn, axes=(1, 2)) for turn in (1, 2, 3)]
    return [pictures[:, :, ::-1]]


def _whitening(base: Reals, pictures: Pixels, letters: NDArray[np.str_]) -> Reals:
    """Return the matrix after which differences that mean nothing are small in all directions."""
    changes = [features(view) - base for view in _troubled(pictures)]
    for letter in np.unique(letters):
        own = base[letters == letter]
        if len(own) > 1:
            changes.append(0.5 * (own - own.mean(axis=0)))
    deltas = np.concatenate(changes).astype(np.float64)
    covariance = deltas.T @ deltas / len(deltas)
    size = len(covariance)
    covariance += np.eye(size) * (0.35 * np.trace(covariance) / size)
    return np.asarray(np.linalg.inv(np.linalg.cholesky(covariance)).T, np.float32)


def _troubled(pictures: Pixels) -> list[Pixels]:
    """Return the pictures as worse photos show them: shifted, blurred, in shadow, in lamplight."""
    cv2 = vision()
    views = []
    for dx, dy in ((1.6, 0.6), (-1.6, -0.6), (0.6, -1.6), (-0.6, 1.6)):
        move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        views.append(
            _each(
                pictures,
                lambda p, m=move: cv2.warpAffine(
                    p, m, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE
                ),
            )
        )
    views.append(_each(pictures, lambda p: cv2.GaussianBlur(p, (0, 0), 1.6)))
    ramp = np.linspace(0.6, 1.0, SIDE, dtype=np.float32)
    for gain in (ramp[None, :, None], ramp[:, None, None], ramp[None, ::-1, None]):
        views.append((pictures * gain).astype(np.uint8))
    for tint in ((0.88, 1.0, 1.08), (1.1, 1.0, 0.9), (0.6, 0.6, 0.6)):
        lit = pictures * np.array(tint, np.float32)
        views.append(np.clip(lit, 0, 255).astype(np.uint8))
    return views


def _each(pictures: Pixels, change: object) -> Pixels:
    assert callable(change)
    return np.array([change(picture) for picture in pictures], np.uint8)


def _distances(a: Reals, b: Reals) -> Reals:
    """Return the distances between the rows of two arrays."""
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2 * a @ b.T
    return np.asarray(np.sqrt(np.maximum(squares, 0)))
