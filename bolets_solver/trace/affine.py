"""Affine transforms in SVG notation."""

from __future__ import annotations

import math
import re

from bolets_solver.trace.path_data import NUMBER, Point

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f as in SVG: x' = a x + c y + e, y' = b x + d y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

_TRANSFORM = re.compile(r"\s*+([A-Za-z]++)\s*+\(([^()]*+)\)[\s,]*+")
_NUMBERS = re.compile(rf"(?:[\s,]*+{NUMBER})*+[\s,]*+")


def floats(text: str) -> list[float]:
    """Read numbers separated by blanks or commas; raises ValueError for other texts."""
    if not _NUMBERS.fullmatch(text):
        raise ValueError(f"'{text[:40]}' contains something that is not a number")
    numbers = [float(word) for word in re.findall(NUMBER, text)]
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"'{text[:40]}' contains a number that is not finite")
    return numbers


def times(first: Matrix, second: Matrix) -> Matrix:
    """Return the transform that applies ``second``, then ``first``."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


def moved(matrix: Matrix, point: Point) -> Point:
    """Return the transformed point."""
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def read_transform(text: str) -> Matrix:
    """Read the attribute ``transform``; raises ValueError if it is not valid."""
    matrix, position = IDENTITY, 0
    while position < len(text):
        match = _TRANSFORM.match(text, position)
        if match is None:
            raise ValueError(f"the transform '{text[:40]}' is not understood")
        matrix = times(matrix, _oneread_transform(match[1], floats(match[2])))
        position = match.end()
    return matrix


def _oneread_transform(name: str, numbers: list[float]) -> Matrix:
    count = len(numbers)
    if name == "matrix" and count == 6:
        a, b, c, d, e, f = numbers
        return a, b, c, d, e, f
    if name == "translate" and count in (1, 2):
        return 1, 0, 0, 1, numbers[0], numbers[1] if count == 2 else 0.0
    if name == "scale" and count in (1, 2):
        return numbers[0], 0, 0, numbers[-1], 0, 0
    if name == "rotate" and count in (1, 3):
        angle = math.radians(numbers[0])
        turned: Matrix = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
        if count == 1:
            return turned
        x, y = numbers[1:]
        return times(times((1, 0, 0, 1, x, y), turned), (1, 0, 0, 1, -x, -y))
    if name == "skewX" and count == 1:
        return 1, 0, math.tan(math.radians(numbers[0])), 1, 0, 0
    if name == "skewY" and count == 1:
        return 1, math.tan(math.radians(numbers[0])), 0, 1, 0, 0
    raise ValueError(f"the transform '{name[:20]}' with {count} numbers is not understood")
