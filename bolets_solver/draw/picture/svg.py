"""Write a vector picture as SVG: one element for each node, with a class for what it shows."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring

from bolets_solver.draw.picture.palette import COLOUR, Palette
from bolets_solver.draw.picture.shapes import IDENTITY, Group, Label, Node, Shape, Transform

NAMESPACE = "http://www.w3.org/2000/svg"
FONT = "Verdana, 'DejaVu Sans', 'Bitstream Vera Sans', sans-serif"


class Svg(str):
    """The text of an SVG document; notebooks show it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def to_svg(
    nodes: tuple[Node, ...],
    width: float,
    height: float,
    *,
    title: str,
    description: str,
    scale: float = 1.0,
    palette: Palette = COLOUR,
) -> Svg:
    """Write nodes within ``width`` x ``height`` units; a unit is ``scale`` pixels.

    ``title`` and ``description`` describe the picture in words.
    """
    root = Element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "version": "1.1",
            "width": _number(width * scale),
            "height": _number(height * scale),
            "viewBox": f"0 0 {_number(width)} {_number(height)}",
            "role": "img",
            "font-family": FONT,
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
    )
    SubElement(root, "title").text = title
    SubElement(root, "desc").text = description
    SubElement(
        root,
        "rect",
        {"class": "background", "width": "100%", "height": "100%", "fill": palette["paper"]},
    )
    for node in nodes:
        _write(root, node, palette)
    return Svg(tostring(root, encoding="unicode") + "\n")


def to_element(node: Group, palette: Palette = COLOUR) -> Element:
    """Write a group as an element without a namespace, for use in another SVG document."""
    parent = Element("g")
    _write(parent, node, palette)
    return parent[0]


def _write(parent: Element, node: Node, palette: Palette) -> None:
    if isinstance(node, Group):
        element = SubElement(parent, "g")
        if node.kind:
            element.set("class", node.kind)
        if node.transform != IDENTITY:
            element.set("transform", _transform(node.transform))
        if node.title is not None:
            SubElement(element, "title").text = node.title
        for child in node.children:
            _write(element, child, palette)
    elif isinstance(node, Shape):
        _write_shape(parent, node, palette)
    else:
        _write_label(parent, node, palette)


def _write_shape(parent: Element, shape: Shape, palette: Palette) -> None:
    element = SubElement(parent, "path")
    if shape.kind:
        element.set("class", shape.kind)
    element.set("d", "".join(_outline(start, segments) for start, segments in shape.outlines))
    element.set("fill", "none" if shape.fill is None else palette[shape.fill])
    if shape.stroke is not None:
        element.set("stroke", palette[shape.stroke])
        element.set("stroke-width", _number(shape.pen))
        if shape.square:
            element.set("stroke-linecap", "butt")
            element.set("stroke-linejoin", "miter")
        if shape.dash:
            element.set("stroke-dasharray", " ".join(map(_number, shape.dash)))


def _write_label(parent: Element, label: Label, palette: Palette) -> None:
    element = SubElement(parent, "text")
    if label.kind:
        element.set("class", label.kind)
    element.set("x", _number(label.x))
    element.set("y", _number(label.y))
    element.set("font-size", _number(label.size))
    element.set("fill", palette[label.fill])
    if label.anchor != "start":
        element.set("text-anchor", label.anchor)
    if label.bold:
        element.set("font-weight", "bold")
    element.text = label.text


def _outline(start: tuple[float, float], segments: tuple[tuple[float, ...], ...]) -> str:
    parts = [f"M{_numbers(start)}"]
    for segment in segments:
        if not segment:
            parts.append("Z")
        else:
            parts.append(("L" if len(segment) == 2 else "C") + _numbers(segment))
    return "".join(parts)


def _transform(transform: Transform) -> str:
    a, b, c, d, e, f = transform
    if (b, c) == (0, 0) and a == d:
        parts = [f"translate({_number(e)} {_number(f)})"] if (e, f) != (0, 0) else []
        parts += [f"scale({_number(a)})"] if a != 1 else []
        return " ".join(parts)
    return f"matrix({_numbers(transform)})"


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    """Write a number with at most three decimals, without trailing zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
