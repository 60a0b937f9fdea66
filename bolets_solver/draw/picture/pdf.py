"""Writing vector pictures as pages of a PDF, in millimetres from the top left of the page.

Everything is lines, curves and embedded fonts, without bitmaps. The same pages give the same bytes.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from bolets_solver.draw.picture.fonts import BOLD, REGULAR, printable, register_fonts
from bolets_solver.draw.picture.palette import Palette
from bolets_solver.draw.picture.shapes import IDENTITY, Group, Label, Node, Shape, Transform

POINTS = 72 / 25.4
"""Points of PDF in a millimetre."""
NON_ZERO = 1
"""Overlaps of the outlines of a shape are filled too, as in SVG."""


class PdfWriter:
    """A PDF document to which pages are added."""

    def __init__(
        self, paper: tuple[float, float], title: str, palette: Palette, duplex: bool = True
    ):
        register_fonts()
        self._colours = {name: HexColor(value) for name, value in palette.colours.items()}
        self._height = paper[1]
        self._buffer = io.BytesIO()
        size = (paper[0] * POINTS, paper[1] * POINTS)
        # otherwise each page names Helvetica, which is not embedded; the type stubs want a number
        # here
        font: Any = REGULAR
        self._canvas = Canvas(
            self._buffer,
            pagesize=size,
            invariant=1,
            pageCompression=1,
            initialFontName=font,
        )
        self._canvas.setTitle(title)
        self._canvas.setCreator("bolets-solver")
        self._canvas.setAuthor("bolets-solver")
        self._canvas.setSubject("Print and play")
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge" if duplex else "Simplex")

    def page(self, nodes: Iterable[Node]) -> None:
        """Add a page."""
        self._canvas.setLineCap(1)
        self._canvas.setLineJoin(1)
        for node in nodes:
            self._draw(node, IDENTITY)
        self._canvas.showPage()

    def finish(self) -> bytes:
        """Return the document."""
        self._canvas.save()
        return self._buffer.getvalue()

    def _draw(self, node: Node, transform: Transform) -> None:
        if isinstance(node, Group):
            inner = transform.after(node.transform)
            for child in node.children:
                self._draw(child, inner)
        elif isinstance(node, Shape):
            self._draw_shape(node, transform)
        else:
            self._draw_label(node, transform)

    def _point(self, transform: Transform, x: float, y: float) -> tuple[float, float]:
        x, y = transform.apply((x, y))
        return x * POINTS, (self._height - y) * POINTS

    def _draw_shape(self, shape: Shape, transform: Transform) -> None:
        if not shape.outlines:
            return
        canvas = self._canvas
        path = canvas.beginPath()
        for start, segments in shape.outlines:
            path.moveTo(*self._point(transform, *start))
            for segment in segments:
                if not segment:
                    path.close()
                    continue
                ends = [
                    value
                    for x, y in zip(segment[::2], segment[1::2], strict=True)
                    for value in self._point(transform, x, y)
                ]
                if len(segment) == 2:
                    path.lineTo(*ends)
                else:
                    path.curveTo(*ends)
        if shape.fill is not None:
            canvas.setFillColor(self._colours[shape.fill])
        if shape.stroke is not None:
            canvas.setStrokeColor(self._colours[shape.stroke])
            canvas.setLineWidth(shape.pen * _scale(transform) * POINTS)
            canvas.setLineCap(0 if shape.square else 1)
            canvas.setLineJoin(0 if shape.square else 1)
            canvas.setDash([length * _scale(transform) * POINTS for length in shape.dash])
        canvas.drawPath(
            path,
            fill=int(shape.fill is not None),
            stroke=int(shape.stroke is not None),
            fillMode=NON_ZERO,
        )

    def _draw_label(self, label: Label, transform: Transform) -> None:
        font = BOLD if label.bold else REGULAR
        size = label.size * _scale(transform) * POINTS
        text = printable(label.text)
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
        back = shift * pdfmetrics.stringWidth(text, font, size)
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(*self._point(transform, label.x, label.y))
        canvas.rotate(-math.degrees(math.atan2(transform.b, transform.a)))
        canvas.setFont(font, size)
        canvas.setFillColor(self._colours[label.fill])
        canvas.drawString(-back, 0, text)
        canvas.restoreState()


def _scale(transform: Transform) -> float:
    return math.hypot(transform.a, transform.b)
