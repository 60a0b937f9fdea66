"""Paths out of an SVG drawing, such as Inkscape saves: points along them, transforms applied.

Only what a hand-drawn line takes is read: ``<path id d transform>``, ``<polyline>``, and the
transforms of the groups around them; Inkscape's label of a path does as well as its id. Curves and
arcs become short chords. Transforms in style sheets and drawings within the drawing are refused.
So are entities, before anything is expanded: a drawing costs no more than its size.

A map that ``bolets draw`` made tells where it lies by its coordinates: the group around the texts
of the class ``coordinate`` has tiles as its unit, tile x,y reaching from x to x + 1.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from itertools import pairwise
from xml.parsers import expat

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import read_text

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f as SVG writes them: x' = a x + c y + e, y' = b x + d y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
DEEPEST = 200
MOST_SHAPES = 10_000
MOST_POINTS = 200_000
CHORDS = 12
"""Chords that one Bezier curve, or a quarter of an ellipse, becomes."""
LABEL = "inkscape:label"

_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_TRANSFORM = re.compile(r"\s*([A-Za-z]+)\s*\(([^()]*)\)[\s,]*")
_WORD = re.compile(rf"[\s,]*([A-Za-z]|{_NUMBER})")
_FLAG = re.compile(r"[\s,]*([01])")  # of an arc; nothing need stand between it and the next number
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


@dataclass
class Drawing:
    """The shapes of a drawing by id, and where its map lies: tile size and middle of tile 0,0."""

    shapes: dict[str, tuple[str, Matrix, int]] = field(default_factory=dict)
    frame: tuple[float, float, float] | None = None
    _read: dict[str, list[Point] | str] = field(default_factory=dict)  # str: why it is no line

    def path(self, name: str) -> list[Point]:
        """Return the points of the path with an id; raises ValueError if there is no such path."""
        if name not in self.shapes:
            known = ", ".join(sorted(self.shapes)[:20]) or "none"
            raise ValueError(f"the drawing has no path with the id '{name[:60]}'; it has {known}")
        if name not in self._read:
            data, matrix, line = self.shapes[name]
            try:
                self._read[name] = [_moved(matrix, point) for point in path_points(data)]
            except ValueError as error:
                self._read[name] = f"path '{name}' in line {line} of the drawing: {error}"
        found = self._read[name]
        if isinstance(found, str):
            raise ValueError(found)
        return found


def read_drawing(name: str) -> Drawing:
    """Read an SVG file; raises InputError if it is none."""
    text = read_text(name)
    reader = _Reader(name)
    try:
        reader.parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise InputError(Defect(f"is no SVG drawing: {reason}", name, error.lineno)) from None
    except ValueError as error:
        line = reader.parser.CurrentLineNumber
        raise InputError(Defect(str(error), name, line)) from None
    if not reader.is_svg:
        raise InputError(Defect("is XML, but no SVG drawing", name))
    return reader.drawing


class _Reader:
    """Follows the elements of a drawing with the transforms around them."""

    def __init__(self, name: str):
        self.drawing = Drawing()
        self.is_svg = False
        self.matrices = [IDENTITY]
        self.parser = expat.ParserCreate("UTF-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.EntityDeclHandler = self.refuse

    def refuse(self, *_: object) -> None:
        raise ValueError("declares entities, which drawings do not need; they are not read")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if tag == "svg" and self.is_svg:
            raise ValueError("holds a drawing within the drawing, which is not read")
        self.is_svg = self.is_svg or tag == "svg"
        if re.search(r"(^|[;\s])transform\s*:", attributes.get("style", "")):
            raise ValueError("holds a transform in a style; only the attribute transform is read")
        if len(self.matrices) > DEEPEST:
            raise ValueError(f"is nested deeper than {DEEPEST} elements")
        matrix = _times(self.matrices[-1], _transform(attributes.get("transform", "")))
        self.matrices.append(matrix)
        if self.drawing.frame is None and "coordinate" in attributes.get("class", "").split():
            self.drawing.frame = _frame(self.matrices[-2])
        data = attributes.get("d") if tag == "path" else None
        if tag == "polyline":
            data = f"M {attributes.get('points', '')}"
        names = [attributes[key] for key in ("id", LABEL) if key in attributes]
        if data is not None and names:
            if len(self.drawing.shapes) >= MOST_SHAPES:
                raise ValueError(f"has more than {MOST_SHAPES} paths")
            shape = data, matrix, self.parser.CurrentLineNumber
            self.drawing.shapes[names[0]] = shape
            for label in names[1:]:
                self.drawing.shapes.setdefault(label, shape)

    def end(self, name: str) -> None:
        self.matrices.pop()


def _frame(matrix: Matrix) -> tuple[float, float, float]:
    """Return tile size and middle of tile 0,0 in the coordinates of the whole drawing."""
    a, b, c, d, _, _ = matrix
    if abs(b) > 1e-9 or abs(c) > 1e-9 or a <= 0 or not math.isclose(a, d, rel_tol=1e-6):
        raise ValueError("the map was turned or stretched; draw over a map as it was made")
    x, y = _moved(matrix, (0.5, 0.5))
    return a, x, y


def _floats(text: str) -> list[float]:
    if not re.fullmatch(rf"(?:[\s,]*{_NUMBER})*[\s,]*", text):
        raise ValueError(f"'{text[:40]}' holds what is no number")
    numbers = [float(word) for word in re.findall(_NUMBER, text)]
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"'{text[:40]}' holds a number that is not finite")
    return numbers


def _times(first: Matrix, second: Matrix) -> Matrix:
    """Return the transform that does ``second``, then ``first``."""
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


def _moved(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def _transform(text: str) -> Matrix:
    matrix, position = IDENTITY, 0
    while position < len(text):
        match = _TRANSFORM.match(text, position)
        if match is None:
            raise ValueError(f"the transform '{text[:40]}' is not understood")
        matrix = _times(matrix, _one_transform(match[1], _floats(match[2])))
        position = match.end()
    return matrix


def _one_transform(name: str, numbers: list[float]) -> Matrix:
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
        return _times(_times((1, 0, 0, 1, x, y), turned), (1, 0, 0, 1, -x, -y))
    if name == "skewX" and count == 1:
        return 1, 0, math.tan(math.radians(numbers[0])), 1, 0, 0
    if name == "skewY" and count == 1:
        return 1, math.tan(math.radians(numbers[0])), 0, 1, 0, 0
    raise ValueError(f"the transform '{name[:20]}' with {count} numbers is not understood")


def path_points(data: str) -> list[Point]:
    """Return points along a path's ``d``; raises ValueError if it is no single line."""
    return _Pen(_words(data)).draw()


def _words(data: str) -> list[str]:
    words: list[str] = []
    position, command, count = 0, "", 0
    while True:
        is_flag = command in ("A", "a") and count % 7 in (3, 4)
        match = (_FLAG.match(data, position) if is_flag else None) or _WORD.match(data, position)
        if match is None:
            break
        words.append(match[1])
        position = match.end()
        count += 1
        if match[1].isalpha():
            command, count = match[1], 0
    if data[position:].strip(" ,\t\n"):
        raise ValueError(f"'{data[position : position + 20].strip()}' is not understood")
    return words


class _Pen:
    """Draws the commands of a path."""

    def __init__(self, words: list[str]):
        self.words = words
        self.position = 0
        self.points: list[Point] = []
        self.here: Point = (0.0, 0.0)
        self.handle: tuple[str, Point] = ("", (0.0, 0.0))  # of the curve just drawn, and its kind

    def draw(self) -> list[Point]:
        command = ""
        while self.position < len(self.words):
            word = self.words[self.position]
            if word.isalpha():
                command = word
                self.position += 1
            elif command in ("", "Z", "z"):
                raise ValueError(f"'{word[:20]}' follows no command")
            kind = command.upper()
            if kind == "Z":
                self.line_to(self.points[0] if self.points else self.here)
                continue
            if kind not in _TAKES:
                raise ValueError(f"there is no command '{command}'")
            self.command(kind, self.numbers(_TAKES[kind]), command.islower())
            if kind == "M":
                command = "l" if command == "m" else "L"
        if not self.points:
            raise ValueError("the path is empty")
        return self.points

    def numbers(self, count: int) -> list[float]:
        words = self.words[self.position : self.position + count]
        if len(words) < count or any(word.isalpha() for word in words):
            raise ValueError("a command lacks numbers")
        self.position += count
        numbers = [float(word) for word in words]
        if not all(map(math.isfinite, numbers)):
            raise ValueError("a number is not finite")
        return numbers

    def command(self, kind: str, numbers: list[float], relative: bool) -> None:
        x, y = self.here if relative else (0.0, 0.0)
        if kind == "H":
            self.line_to((x + numbers[0], self.here[1]))
        elif kind == "V":
            self.line_to((self.here[0], y + numbers[0]))
        elif kind == "A":
            self.arc(numbers, (x + numbers[5], y + numbers[6]))
        else:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            ends = [(x + a, y + b) for a, b in pairs]
            if kind in "ML":
                if kind == "M" and self.points:
                    raise ValueError("the path has several pieces; a trace is one line")
                self.line_to(ends[0])
            else:
                self.curve(kind, ends)

    def line_to(self, point: Point) -> None:
        self.handle = ("", point)
        self.add(point)

    def add(self, point: Point) -> None:
        if len(self.points) >= MOST_POINTS:
            raise ValueError(f"the path has more than {MOST_POINTS} points")
        self.points.append(point)
        self.here = point

    def curve(self, kind: str, ends: list[Point]) -> None:
        """Draw a cubic (C, S) or quadratic (Q, T) Bezier curve."""
        family = "C" if kind in "CS" else "Q"
        if kind in "ST":
            (x, y), (hx, hy) = self.here, self.handle[1]
            ends = [(2 * x - hx, 2 * y - hy) if self.handle[0] == family else (x, y), *ends]
        controls = [self.here, *ends]
        for step in range(1, CHORDS + 1):
            self.add(_bezier(controls, step / CHORDS))
        self.handle = (family, ends[-2])

    def arc(self, numbers: list[float], end: Point) -> None:
        """Draw an elliptical arc: radii, the ellipse's rotation, whether large, whether clockwise.

        All is reckoned in the ellipse's own frame, in which it is the circle of radius 1.
        """
        if numbers[3] not in (0, 1) or numbers[4] not in (0, 1):
            raise ValueError("the two flags of an arc in a path are 0 or 1")
        large, clockwise = bool(numbers[3]), bool(numbers[4])
        rx, ry, angle = abs(numbers[0]), abs(numbers[1]), math.radians(numbers[2])
        cos, sin = math.cos(angle), math.sin(angle)
        dx, dy = (self.here[0] - end[0]) / 2, (self.here[1] - end[1]) / 2
        if min(rx, ry) < 1e-9 or (dx, dy) == (0, 0):
            self.line_to(end)
            return
        u, v = (cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry
        reach = math.hypot(u, v)
        if not 1e-9 < reach < 1e9:
            self.line_to(end)
            return
        if reach > 1:  # too small an ellipse grows until it reaches
            rx, ry, u, v, reach = rx * reach, ry * reach, u / reach, v / reach, 1.0
        off = math.sqrt(1 / reach**2 - 1) * (-1 if large == clockwise else 1)
        cx, cy = off * v, -off * u
        first = math.atan2(v - cy, u - cx)
        turn = (math.atan2(-v - cy, -u - cx) - first) % math.tau
        if not clockwise:
            turn -= math.tau
        mx, my = (self.here[0] + end[0]) / 2, (self.here[1] + end[1]) / 2
        count = CHORDS * max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
        for step in range(1, count):
            x = rx * (math.cos(first + turn * step / count) + cx)
            y = ry * (math.sin(first + turn * step / count) + cy)
            self.add((mx + cos * x - sin * y, my + sin * x + cos * y))
        self.line_to(end)


def _bezier(controls: list[Point], t: float) -> Point:
    """Return a point of a Bezier curve by de Casteljau's construction."""
    while len(controls) > 1:
        controls = [
            ((1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1]) for a, b in pairwise(controls)
        ]
    return controls[0]
