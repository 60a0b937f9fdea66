"""Tiles as numbers: where light, colour and edges are, little troubled by lamp and shadow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bolets_solver.scan.photo.vision import Pixels, Reals, vision

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
    cv2 = vision()
    side = pictures.shape[1]
    rows = []
    for picture in pictures:
        grey = cv2.GaussianBlur(picture.max(axis=2).astype(np.float32), (0, 0), 1.0)
        level = grey.mean() + 16
        dx = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / level
        dy = cv2.Sobel(grey, cv2.CV_32F, 0, 1) / level
        strength = np.sqrt(dx**2 + dy**2)
        angle = (np.arctan2(dy, dx) % np.pi) / np.pi * _BINS
        low = np.floor(angle).astype(int) % _BINS
        part = angle - np.floor(angle)
        planes = np.zeros((_BINS, side, side), np.float32)
        y, x = np.mgrid[0:side, 0:side]
        planes[low, y, x] += strength * (1 - part)
        planes[(low + 1) % _BINS, y, x] += strength * part
        step = side // _HOG_CELLS
        cells = planes.reshape(_BINS, _HOG_CELLS, step, _HOG_CELLS, step).mean(axis=(2, 4))
        rows.append(cells.ravel())
    histogram = np.array(rows, np.float64)
    norm = np.sqrt((histogram**2).sum(axis=1, keepdims=True)) + 0.35
    return np.concatenate([1.6 * histogram / norm, 0.5 * np.log(norm)], axis=1)
