"""Tiles as numbers: where light, colour and edges are, little troubled by lamp and shadow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.scan.photo.vision import Pixels, Reals, strongest, vision

_CELLS = 6
_HOG_CELLS = 4
_BINS = 8


def features(pictures: Pixels) -> Reals:
    """Return a row of numbers for each picture (n x side x side x 3)."""
    colour = _colours(pictures)
    return np.concatenate([colour, _edges(pictures)], axis=1).astype(np.float32)


def _colours(pictures: Pixels) -> NDArray[np.float64]:
    """Return colour and light of coarse cells: chroma as logarithms of ratios, light about 0."""
    count, side = pictures.shape[:2]
    step = side // _CELLS
    used = pictures[:, : step * _CELLS, : step * _CELLS].astype(np.float64)
    cells = used.reshape(count, _CELLS, step, _CELLS, step, 3).mean(axis=(2, 4)) + 16
    logs = np.log(cells)
    light = logs.mean(axis=3).reshape(count, -1)
    middle = light.mean(axis=1, keepdims=True)
    red = (logs[..., 2] - logs[..., 1]).reshape(count, -1)
    blue = (logs[..., 0] - logs[..., 1]).reshape(count, -1)
    return np.concatenate([red, blue, 0.7 * (light - middle), 0.8 * middle], axis=1)


def _edges(pictures: Pixels) -> NDArray[np.float64]:
    """Return histograms of the directions of edges in coarse cells."""
    count, side = pictures.shape[:2]
    dx, dy = _slopes(pictures)
    strength = np.sqrt(dx**2 + dy**2)
    angle = (np.arctan2(dy, dx) % np.pi) / np.pi * _BINS
    low = np.floor(angle).astype(np.int8) % _BINS
    part = angle - np.floor(angle)
    step = side // _HOG_CELLS
    cells = np.zeros((count, _BINS, _HOG_CELLS, _HOG_CELLS), np.float32)
    for each in range(_BINS):
        share = np.where(low == each, 1 - part, 0) + np.where((low + 1) % _BINS == each, part, 0)
        whole = (strength * share).reshape(count, _HOG_CELLS, step, _HOG_CELLS, step)
        cells[:, each] = whole.mean(axis=(2, 4))
    histogram = cells.reshape(count, -1).astype(np.float64)
    norm = np.sqrt((histogram**2).sum(axis=1, keepdims=True)) + 0.35
    return np.concatenate([1.6 * histogram / norm, 0.5 * np.log(norm)], axis=1)


def _slopes(pictures: Pixels) -> tuple[Reals, Reals]:
    """Return how light changes to the right and downwards, as shares of each picture's light."""
    cv2 = vision()
    greys = strongest(pictures).astype(np.float32)
    dx, dy = np.empty_like(greys), np.empty_like(greys)
    for index, picture in enumerate(greys):
        grey = cv2.GaussianBlur(picture, (0, 0), 1.0)
        level = grey.mean() + 16
        dx[index] = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / level
        dy[index] = cv2.Sobel(grey, cv2.CV_32F, 0, 1) / level
    return dx, dy
