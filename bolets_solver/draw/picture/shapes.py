"""Vector pictures as plain values: outlines, labels and groups, independent of SVG and PDF.

Coordinates go to the right and down, in a unit that the picture chooses (a tile, a millimetre). A
group scales, turns and moves its content. Colours are names of a palette.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict, Unpack

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
Segment = tuple[float, ...]
"""One step of an outline: two numbers are a line, six a Bezier curve, none closes it."""

_KAPPA = 4 * (math.sqrt(2) - 1) / 3
"""Length of the handles of a quarter circle's Bezier curve, in radii."""


class Transform(NamedTuple):
    """An affine map: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def apply(self, point: Point) -> Point:
        """Return the image of a point."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, inner: Transform) -> Transform:
        """Return the map that first does ``inner``, then this one."""
        return Transform(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            *self.apply((inner.e, inner.f)),
        )


IDENTITY = Transform()


def moved(x: float, y: float) -> Transform:
    """Return the map that moves by ``x``, ``y``."""
    return Transform(e=x, f=y)


def scaled(factor: float) -> Transform:
    """Return the map that enlarges about the origin."""
    return Transform(a=factor, d=factor)


def turned(degrees: int) -> Transform:
    """Return the map that turns clockwise about the origin, by a multiple of 90 degrees."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[degrees // 90 % 4]
    return Transform(cos, sin, -sin, cos)


@dataclass(frozen=True, slots=True)
class Shape:
    """Outlines that are painted together; each has a starting point and segments.

    ``fill`` and ``stroke`` are names of the palette, None is not painted; ``pen`` is the width of
    the stroke, whose ends and joins are round unless ``square``. ``kind`` is what it shows.
    """

    outlines: tuple[tuple[Point, tuple[Segment, ...]], ...]
    fill: str | None = None
    stroke: str | None = None
    pen: float = 0.0
    dash: tuple[float, ...] = ()
    square: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; ``x`` is its ``anchor`` (start, middle, end), ``y`` its base line."""

    x: float
    y: float
    text: str
    size: float
    fill: str = "ink"
    anchor: str = "start"
    bold: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes that belong together; ``title`` describes them in words."""

    children: tuple[Node, ...]
    transform: Transform = IDENTITY
    kind: str = ""
    title: str | None = None


Node = Shape | Label | Group


class Paint(TypedDict, total=False):
    """The paint of a shape; see :class:`Shape`."""

    fill: str | None
    stroke: str | None
    pen: float
    dash: tuple[float, ...]
    square: bool
    kind: str


def group(
    *children: Node, at: Transform = IDENTITY, kind: str = "", title: str | None = None
) -> Group:
    """Return a group."""
    return Group(children, at, kind, title)


def polygon(*points: Point, **paint: Unpack[Paint]) -> Shape:
    """Return a closed polygon."""
    return _shape([(points[0], (*points[1:], ()))], **paint)


def line(*points: Point, **paint: Unpack[Paint]) -> Shape:
    """Return an open line through points."""
    return _shape([(points[0], tuple(points[1:]))], **paint)


def curve(start: Point, *segments: Segment, **paint: Unpack[Paint]) -> Shape:
    """Return an outline of lines and Bezier curves; an empty segment closes it."""
    return _shape([(start, segments)], **paint)


def lines(pairs: Iterable[tuple[Point, Point]], **paint: Unpack[Paint]) -> Shape:
    """Return many straight lines as one shape."""
    return _shape([(a, (b,)) for a, b in pairs], **paint)


def rectangles(boxes: Iterable[Box], **paint: Unpack[Paint]) -> Shape:
    """Return boxes (x, y, width, height) as one shape."""
    return _shape([_box(*box) for box in boxes], **paint)


def rectangle(x: float, y: float, width: float, height: float, **paint: Unpack[Paint]) -> Shape:
    """Return a box."""
    return _shape([_box(x, y, width, height)], **paint)


def rounded(
    x: float, y: float, width: float, height: float, radius: float, **paint: Unpack[Paint]
) -> Shape:
    """Return a box with round corners."""
    r, k = radius, radius * (1 - _KAPPA)
    right, bottom = x + width, y + height
    segments: list[Segment] = [
        (right - r, y),
        (right - k, y, right, y + k, right, y + r),
        (right, bottom - r),
        (right, bottom - k, right - k, bottom, right - r, bottom),
        (x + r, bottom),
        (x + k, bottom, x, bottom - k, x, bottom - r),
        (x, y + r),
        (x, y + k, x + k, y, x + r, y),
        (),
    ]
    return _shape([((x + r, y), tuple(segments))], **paint)


def circles(rounds: Iterable[tuple[float, float, float]], **paint: Unpack[Paint]) -> Shape:
    """Return circles (centre x, y, radius) as one shape."""
    return _shape([_ellipse(x, y, r, r) for x, y, r in rounds], **paint)


def circle(x: float, y: float, radius: float, **paint: Unpack[Paint]) -> Shape:
    """Return a circle."""
    return _shape([_ellipse(x, y, radius, radius)], **paint)


def ellipse(x: float, y: float, across: float, down: float, **paint: Unpack[Paint]) -> Shape:
    """Return an ellipse with these half axes."""
    return _shape([_ellipse(x, y, across, down)], **paint)


def _shape(outlines: Sequence[tuple[Point, tuple[Segment, ...]]], **paint: Unpack[Paint]) -> Shape:
    return Shape(tuple(outlines), **paint)


def _box(x: float, y: float, width: float, height: float) -> tuple[Point, tuple[Segment, ...]]:
    right, bottom = x + width, y + height
    return (x, y), ((right, y), (right, bottom), (x, bottom), ())


def _ellipse(x: float, y: float, a: float, b: float) -> tuple[Point, tuple[Segment, ...]]:
    j, k = a * _KAPPA, b * _KAPPA
    return (x + a, y), (
        (x + a, y + k, x + j, y + b, x, y + b),
        (x - j, y + b, x - a, y + k, x - a, y),
        (x - a, y - k, x - j, y - b, x, y - b),
        (x + j, y - b, x + a, y - k, x + a, y),
        (),
    )
