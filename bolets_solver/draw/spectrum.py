"""The score spectrum of an order as SVG: what is proven above, what was simulated below.

Every mark differs in shape, not in colour alone: a filled square is possible, a cross is not, a
question mark is unknown; the random player's bars are outlined, the greedy one's filled. A thin
line through the end of a bar is its error bar.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

COLUMN = 26
LEFT = 74
TOP = 46
MARKS = 40
BARS = 180
GAP = 56
INK = "#222222"
PALE = "#8899aa"
STRONG = "#33597a"


@dataclass(frozen=True)
class Shares:
    """The games of one simulated player: share and ends of its error bar, by score."""

    name: str
    games: int
    points: Mapping[int, tuple[float, float, float]]


def spectrum_svg(
    title: str, possible: Mapping[int, str], optimum: int | None, players: Sequence[Shares]
) -> str:
    """Return the picture; ``possible`` says of each score "yes", "no" or "unknown"."""
    scores = list(range(min(possible, default=0), max(possible, default=0) + 1))
    width = max(LEFT + COLUMN * len(scores) + 30, 420)
    floor = TOP + MARKS + GAP + BARS
    size = {"width": str(width), "height": str(floor + 74)}
    root = ET.Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {floor + 74}", **size},
    )
    root.set("font-family", "sans-serif")
    root.set("font-size", "12")
    ET.SubElement(root, "title").text = title
    _box(root, 0, 0, width, floor + 74, "#ffffff")
    _text(root, 12, 22, title, size=14)
    _text(root, 12, TOP + 22, "proven")
    _text(root, 12, floor - BARS / 2, "simulated")
    for number, points in enumerate(scores):
        x = LEFT + COLUMN * number
        _mark(root, x, possible.get(points, "unknown"), points == optimum)
        _text(root, x + COLUMN / 2, TOP + MARKS + 16, str(points), "middle")
        _text(root, x + COLUMN / 2, floor + 16, str(points), "middle")
    tallest = max((s[2] for p in players for s in p.points.values()), default=0.0) or 1.0
    for which, player in enumerate(players):
        for points, share in sorted(player.points.items()):
            if scores and scores[0] <= points <= scores[-1]:
                x = LEFT + COLUMN * (points - scores[0]) + 3 + 10 * which
                _bar(root, x, floor, share, BARS / tallest, bool(which), player.name, points)
        _box(root, LEFT + 150 * which, floor + 32, 10, 10, *_colours(bool(which)))
        _text(root, LEFT + 16 + 150 * which, floor + 42, f"{player.name}, {player.games} games")
    _line(root, LEFT, floor, LEFT + COLUMN * len(scores), floor)
    _text(root, LEFT, floor + 62, "square: possible, cross: impossible, ?: unknown; ring: optimum")
    _text(root, LEFT - 6, floor - BARS + 4, f"{100 * tallest:.0f} %", "end")
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _colours(filled: bool) -> tuple[str, str]:
    return (STRONG, STRONG) if filled else ("#ffffff", PALE)


def _mark(root: ET.Element, x: float, possible: str, best: bool) -> None:
    middle, height = x + COLUMN / 2, TOP + 18
    if possible == "yes":
        _box(root, middle - 7, height - 7, 14, 14, STRONG)
    elif possible == "no":
        _line(root, middle - 6, height - 6, middle + 6, height + 6)
        _line(root, middle - 6, height + 6, middle + 6, height - 6)
    else:
        _text(root, middle, height + 5, "?", "middle")
    if best:
        ring = {"cx": f"{middle:g}", "cy": f"{height:g}", "r": "12", "fill": "none", "stroke": INK}
        ET.SubElement(root, "circle", ring)


def _bar(
    root: ET.Element,
    x: float,
    floor: float,
    share: tuple[float, float, float],
    scale: float,
    filled: bool,
    name: str,
    points: int,
) -> None:
    height, low, high = (value * scale for value in share)
    bar = _box(root, x, floor - height, 9, height, *_colours(filled))
    told = f"{name}: {points} points in {100 * share[0]:.1f} %"
    error = f"{100 * share[1]:.1f} to {100 * share[2]:.1f} %"
    ET.SubElement(bar, "title").text = f"{told} ({error})"
    _line(root, x + 4.5, floor - low, x + 4.5, floor - high)


def _box(
    root: ET.Element,
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    stroke: str = "none",
) -> ET.Element:
    places = {"x": x, "y": y, "width": width, "height": height}
    shape = {name: f"{value:g}" for name, value in places.items()}
    return ET.SubElement(root, "rect", {**shape, "fill": fill, "stroke": stroke})


def _line(root: ET.Element, x1: float, y1: float, x2: float, y2: float) -> None:
    places = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    shape = {name: f"{value:g}" for name, value in places.items()}
    ET.SubElement(root, "line", {**shape, "stroke": INK, "stroke-width": "1.2"})


def _text(
    root: ET.Element, x: float, y: float, text: str, anchor: str = "start", size: int | None = None
) -> None:
    place = {"x": f"{x:g}", "y": f"{y:g}", "text-anchor": anchor, "fill": INK}
    if size is not None:
        place["font-size"] = str(size)
    ET.SubElement(root, "text", place).text = text
