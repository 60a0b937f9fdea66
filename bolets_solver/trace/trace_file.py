"""Read trace files: records with drawn lines in place of slides.

A trace file begins with ``bolets-trace/1`` (``bolets-record/1`` is read, too) and has the keys of a
record. More keys are ``unit`` (a word, for the reader), ``scale`` (units in a tile) and ``origin:
x, y`` (the middle of tile 0,0 in units; default: half of ``scale``). By default one unit is one
tile and the middle of tile x,y is the point x,y. A turn has the tokens of a record, with ``path =
[[x, y], ...]`` in place of slides; cubes and Y between two paths happen between them::

    5B r90 @3,-2: path = [[1, 0.1], [1.2, 3.9]] * path = [[1.1, 4], [3, 4]] >E

``svg: FILE`` names a drawing, and ``path = svg(ID)`` the path with that id in it. The entrance may
be left out; then it is where the first path begins.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.record_text import parse_tokens, parse_turn
from bolets_solver.bolets.play.tokens import HEADER, Token, Turn
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import read_text
from bolets_solver.trace.snap import Point
from bolets_solver.trace.svg_path import Drawing, read_drawing

FORMAT = "bolets-trace/1"
MOST_POINTS = 200_000
"""Largest number of points of a line."""
MOST_STROKES = 5_000
MOST_LENGTH = 200_000.0
"""Largest number of strokes, and largest total length in tiles."""
FURTHEST = 1_000_000.0
"""Largest distance of a point from the origin, in tiles."""
UNITS = ("tiles", "mm", "cm", "in", "pt", "px")

_PATH = re.compile(r"path\s*=\s*(?:svg\s*\(([^()]*)\)|(?=\[))")
_CLOSES = re.compile(r"\]\s*\]")
_KEY = re.compile(r"(unit|scale|origin|svg)\s*:\s*(.*)", re.IGNORECASE)
_TURN = re.compile(r"(?:[0-9]+[A-Za-z]|[Cc])\s+[rR][^:]*:")
_NUMBER = re.compile(
    r"[-+]?(?:[0-9]{1,12}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})(?:[eE][-+]?[0-9]{1,2})?"
)


@dataclass(frozen=True)
class Stroke:
    """A piece of a drawn line, its points in tiles."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class DrawnTurn:
    """A turn without its tokens, and the drawn parts in their place."""

    turn: Turn
    parts: tuple[Token | Stroke, ...]


@dataclass(frozen=True)
class TraceFile:
    """A trace file: a record without turns, and the drawn turns."""

    record: Record
    turns: tuple[DrawnTurn, ...]
    name: str | None = None


@dataclass(frozen=True)
class _Frame:
    """The scale of points: units in a tile, and the middle of tile 0,0 in units."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def in_tiles(self, point: Point) -> Point:
        return (point[0] - self.x) / self.scale, (point[1] - self.y) / self.scale


def read_trace(name: str) -> TraceFile:
    """Read a trace file; ``-`` is standard input. Raises InputError with all defects."""
    return parse_trace(read_text(name), None if name == "-" else name)


def parse_trace(text: str, file: str | None = None) -> TraceFile:
    """Read the text of a trace file; raises InputError with all defects."""
    return _Reader(file).read(text)


class _DrawingFailed(Exception):  # noqa: N818 - a defect that is noted already
    """A path refers to a drawing that could not be read."""


class _Reader:
    """Sorts the lines of a trace file into keys of the record, own keys and turns."""

    def __init__(self, file: str | None):
        self.file = file
        self.defects: list[Defect] = []
        self.keys: dict[str, tuple[str, int]] = {}
        self.points = 0
        self.strokes = 0
        self.length = 0.0
        self.frame = _Frame()
        self.drawing: Drawing | None = None
        self.drawing_failed = False

    def complain(self, message: str, line: int | None = None) -> None:
        self.defects.append(Defect(message, self.file, line))

    def read(self, text: str) -> TraceFile:
        plain: list[str] = []
        drawn: list[tuple[int, str]] = []
        for line, content in _logical_lines(text):
            key = _KEY.fullmatch(content)
            if key is not None:
                self.note_key(key[1].lower(), key[2], line)
                content = ""
            elif _TURN.match(content):
                drawn.append((line, content))
                content = ""
            elif content.lower() == FORMAT:
                content = HEADER
            plain += [""] * (line - 1 - len(plain)) + [content]
        if not any(plain):
            raise InputError(Defect(f"is empty; a trace file begins with '{FORMAT}'", self.file))
        self.read_frame()
        turns = [turn for line, content in drawn if (turn := self.turn(line, content))]
        try:
            record = Record.parse("\n".join(plain), self.file)
        except InputError as error:
            self.defects += error.defects
        if self.defects:
            raise InputError(sorted(self.defects, key=lambda defect: defect.line or 0))
        return TraceFile(record, tuple(turns), self.file)

    def note_key(self, key: str, value: str, line: int) -> None:
        if key in self.keys:
            self.complain(f"'{key}:' occurs here and in line {self.keys[key][1]}", line)
        self.keys.setdefault(key, (value, line))

    def read_frame(self) -> None:
        """Read unit, scale, origin and the drawing, which may bring its own scale and origin."""
        unit, line = self.keys.get("unit", ("tiles", 0))
        if unit.lower() not in UNITS:
            self.complain(f"'{_short(unit)}' is not a unit; it is one of {', '.join(UNITS)}", line)
        elif unit.lower() != "tiles" and "scale" not in self.keys and "svg" not in self.keys:
            self.complain(f"the unit {unit} needs 'scale:', the size of a tile in it", line)
        frame = _Frame()
        if "svg" in self.keys:
            frame = self.read_svg(*self.keys["svg"])
        scale, x, y = frame.scale, frame.x, frame.y
        if "scale" in self.keys:
            text, line = self.keys["scale"]
            numbers = _numbers(text)
            if len(numbers) != 1 or not 1e-6 <= numbers[0] <= 1e6:
                self.complain(
                    f"'{_short(text)}' is not a size of a tile, such as 'scale: 9.5'", line
                )
            else:
                scale = numbers[0]
                if "svg" not in self.keys:  # measured from the corner of the map
                    x = y = scale / 2
        if "origin" in self.keys:
            text, line = self.keys["origin"]
            numbers = _numbers(text)
            if len(numbers) != 2 or max(map(abs, numbers)) > 1e9:
                self.complain(f"'{_short(text)}' is not a place, such as 'origin: 4.5, 4.5'", line)
            else:
                x, y = numbers
        self.frame = _Frame(scale, x, y)

    def read_svg(self, name: str, line: int) -> _Frame:
        path = Path(name) if self.file is None else Path(self.file).parent / name
        framed = "scale" not in self.keys or "origin" not in self.keys
        try:
            self.drawing = read_drawing(str(path), framed)
        except InputError as error:
            self.defects += error.defects
            self.drawing_failed = True
            return _Frame()
        frame = self.drawing.frame
        if frame is None:
            if framed:
                self.complain(
                    "the map cannot be located in the drawing; write 'scale:' (the size of a "
                    "tile) and 'origin:' (the middle of tile 0,0)",
                    line,
                )
            return _Frame()
        return _Frame(*frame)

    def turn(self, line: int, content: str) -> DrawnTurn | None:
        head, _, trace = content.partition(":")
        try:
            turn = parse_turn(f"{head}:", line)
        except ValueError as error:
            self.complain(str(error), line)
            return None
        try:
            return DrawnTurn(turn, tuple(self.parts(trace)))
        except _DrawingFailed:
            return None  # already reported
        except ValueError as error:
            self.complain(str(error), line)
            return None

    def parts(self, trace: str) -> Iterator[Token | Stroke]:
        """Yield the tokens and paths of a turn; raises ValueError."""
        position = 0
        while (match := _PATH.search(trace, position)) is not None:
            yield from parse_tokens(trace[position : match.start()])
            position = match.end()
            if match[1] is not None:
                found = self.drawn(match[1].strip())
            else:
                closes = _CLOSES.search(trace, position)
                if closes is None:
                    raise ValueError("a path is a list of points [[x, y], ...] and ends with ']]'")
                found = _points(trace[position : closes.end()])
                position = closes.end()
            yield self.stroke(found)
        yield from parse_tokens(trace[position:])

    def drawn(self, name: str) -> list[Point]:
        """Return the points of a path of the drawing; raises ValueError."""
        if self.drawing_failed:
            raise _DrawingFailed
        if self.drawing is None:
            raise ValueError(
                "'path = svg(...)' needs a drawing: write 'svg: FILE' before the turns"
            )
        return self.drawing.path(name)

    def stroke(self, points: list[Point]) -> Stroke:
        """Return a path in tiles; raises ValueError if all paths so far are too much for a game."""
        self.strokes += 1
        self.points += len(points)
        if self.points > MOST_POINTS or self.strokes > MOST_STROKES:
            raise ValueError(
                f"the paths have more than {MOST_POINTS} points, or there are more than "
                f"{MOST_STROKES} of them"
            )
        tiles = [self.frame.in_tiles(point) for point in points]
        for x, y in tiles:
            if not (abs(x) <= FURTHEST and abs(y) <= FURTHEST):  # also catches NaN
                raise ValueError(f"the point {x:g},{y:g} (in tiles) is too far from any map")
        self.length += sum(math.dist(one, two) for one, two in pairwise(tiles))
        if self.length > MOST_LENGTH:
            raise ValueError(f"the paths are longer than {MOST_LENGTH:.0f} tiles")
        return Stroke(tuple(tiles))


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers, without comments; a path may span several lines."""
    pieces: list[str] = []
    begun = opened = 0
    for number, line in enumerate(text.split("\n"), start=1):
        content = re.sub(r"(^|\s)#.*", "", line).strip()
        pieces.append(content)
        if "path" in content or begun:
            begun = begun or number
            opened += content.count("[") - content.count("]")
            if opened > 0:
                continue
        yield begun or number, " ".join(pieces)
        pieces.clear()
        begun = opened = 0
    if pieces:
        yield begun, " ".join(pieces)


def _points(text: str) -> list[Point]:
    try:
        value: Any = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("the path is nested too deeply") from None
    except ValueError as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise ValueError(f"the path is not a list of points [[x, y], ...]: {reason}") from None
    if not isinstance(value, list) or not value:
        raise ValueError("a path is a list of points [[x, y], ...], one at least")
    points = []
    for number, point in enumerate(value, start=1):
        pair = point if isinstance(point, list) else []
        if len(pair) != 2 or any(type(value) not in (int, float) for value in pair):
            raise ValueError(f"point {number} of the path is not a pair of numbers [x, y]")
        try:
            x, y = float(pair[0]), float(pair[1])
        except OverflowError:
            x = y = math.inf
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ValueError(f"point {number} of the path is not finite")
        points.append((x, y))
    return points


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number")


def _numbers(text: str) -> list[float]:
    words = text.replace(",", " ").split()
    return [float(word) for word in words if _NUMBER.fullmatch(word)] if len(words) < 5 else []


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
