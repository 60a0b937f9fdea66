"""OpenCV, set up once: one thread and a fixed seed, so that a photo gives the same every time."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolets_solver.errors import InputError

Pixels = NDArray[np.uint8]
"""A picture: height x width x 3, blue, green, red."""
Reals = NDArray[np.float32]
Points = NDArray[np.float64]
"""n x 2: x to the right, y down."""

MISSING = (
    "reading photos needs an optional package; install it with: pip install 'bolets-solver[scan]'"
)


def vision() -> ModuleType:
    """Return OpenCV; raises InputError that says what to install if it is missing."""
    try:
        import cv2
    except ImportError:
        raise InputError(MISSING) from None
    cv2.setNumThreads(1)
    cv2.setRNGSeed(1)
    return cv2


def strongest(colours: NDArray[Any]) -> NDArray[Any]:
    """Return the largest of the three colours of each pixel.

    NumPy takes much longer for the maximum over a last axis of three.
    """
    return np.asarray(np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2]))


def jpeg(picture: Pixels) -> bytes:
    """Return a picture as a JPEG file."""
    cv2 = vision()
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 82])
    return bytes(data.tobytes())
