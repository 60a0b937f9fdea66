"""Points along the line of a path's ``d``.

svg.path parses the grammar. It skips what it does not understand, so a pattern checks the whole
text first: no part of a drawn line is lost silently.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterator

from svg.path import Arc, Close, Line, Move, parse_path
from svg.path.path import PathSegment

Point = tuple[float, float]

MOST_POINTS = 200_000
CHORDS = 12
"""Number of chords for a Bezier curve, or for a quarter of an ellipse."""
MOST_WORDS = 3 * MOST_POINTS
"""Largest number of commands and numbers of a path; a longer path exceeds MOST_POINTS."""

NUMBER = r"[-+]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][-+]?+[0-9]++)?+"
"""A number in SVG; without backtracking, so that the time is linear in the length."""
_BLANKS = " \t\n\r,"
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
_FLAG = re.compile(rf"[{_BLANKS}]*+([01])")  # of an arc; a separator after it is optional
_WORD = re.compile(rf"[{_BLANKS}]*+([MmZzLlHhVvCcSsQqTtAa]|{NUMBER})")


def path_points(data: str) -> list[Point]:
    """Return points along a path's ``d``; raises ValueError if it is not a single open line."""
    points: list[Point] = []
    for point in _points(_segments(data)):
        if len(points) >= MOST_POINTS:
            raise ValueError(_TOO_LONG)
        if not cmath.isfinite(point):
            raise ValueError("a number of the path is too large")
        points.append((point.real, point.imag))
    return points


_TOO_LONG = f"the path has more than {MOST_POINTS} points"


def _written_plainly(data: str) -> str:
    """Return a path's commands and numbers separated by blanks, radii without their sign.

    Raises ValueError unless the whole text is commands with all their numbers, within the limit.
    """
    words: list[str] = []
    command, position, since = "", 0, 0
    while len(words) <= MOST_WORDS:
        place = since % 7 if command in ("A", "a") else 0
        match = (_FLAG if place in (3, 4) else _WORD).match(data, position)
        if match is None:
            break
        word = match[1]
        position = match.end()
        if word.isalpha():
            _require_whole(command, since)
            command, since = word, 0
        else:
            since += 1
        words.append(word.removeprefix("-") if command in ("A", "a") and place < 2 else word)
        if words[0] not in ("M", "m"):
            raise ValueError("a path begins with the command M")
    if len(words) > MOST_WORDS:
        raise ValueError(_TOO_LONG)
    rest = data[position:].lstrip(_BLANKS)
    if rest:
        raise ValueError(f"'{rest[:20]}' is not understood")
    if not words:
        raise ValueError("the path is empty")
    _require_whole(command, since)
    return " ".join(words)


def _require_whole(command: str, numbers: int) -> None:
    """Raise ValueError if a command lacks numbers; svg.path would drop half a point."""
    takes = _TAKES.get(command.upper(), 0)
    if (takes and not numbers) or numbers % max(takes, 1) or (command and numbers > takes == 0):
        each = {0: "no number", 1: "one number"}.get(takes, f"{takes} numbers at a time")
        raise ValueError(f"the command {command} takes {each}, not {numbers}")


def _segments(data: str) -> list[PathSegment]:
    try:
        return list(parse_path(_written_plainly(data)))
    except ArithmeticError:
        raise ValueError("an arc of the path is too small or too large") from None


def _points(segments: list[PathSegment]) -> Iterator[complex]:
    """Yield the points of an open line; raises ValueError for other paths."""
    for number, segment in enumerate(segments):
        if isinstance(segment, Close):
            raise ValueError(
                "the path is closed (Z): an outline, not a line; draw an open line, or open it (in "
                "Inkscape: edit paths by nodes, delete the segment between two nodes)"
            )
        if isinstance(segment, Move):
            if number:
                raise ValueError("the path has several pieces; a trace is one line")
            yield segment.end
        elif isinstance(segment, Line):
            yield segment.end
        else:
            count = _chords(segment)
            yield from (segment.point(step / count) for step in range(1, count))
            yield segment.end


def _chords(curve: PathSegment) -> int:
    """Return the number of chords for a curve."""
    if not isinstance(curve, Arc):
        return CHORDS
    turn = abs(float(getattr(curve, "delta", math.nan)))  # without radius or length it has none
    if not math.isfinite(turn) or (turn > 180 + 1e-6) != bool(curve.arc):
        return 1  # straight; or a piece so short that svg.path took it for the whole ellipse
    return CHORDS * max(1, math.ceil(turn / 90 - 1e-9))
