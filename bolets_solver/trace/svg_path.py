"""Read paths from an SVG drawing, such as Inkscape saves: their points, transforms applied.

Only what hand-drawn lines need is read: ``<path id d transform>``, ``<polyline>``, and the
transforms of their groups. Inkscape's label of a path works like its id. If a live path effect
turns a line into an outline (pen pressure), the line itself is read. Curves and arcs become short
chords. Anything unread that could move a line is refused: transforms in styles and style sheets,
nested drawings. Entities are refused before expansion, so that the cost is linear in the size of
the drawing.
"""

from __future__ import annotations

import difflib
import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import read_text
from bolets_solver.trace.affine import IDENTITY, Matrix, floats, moved, read_transform, times
from bolets_solver.trace.map_frame import Coordinate, Frame, map_frame
from bolets_solver.trace.path_data import Point, path_points
from bolets_solver.trace.styles import PLAIN, hidden_by, require_still, require_still_sheet

DEEPEST = 200
MOST_SHAPES = 10_000

LINE_EFFECTS = ("spiro", "bspline", "simplify", "fillet_chamfer", "clone_original")
"""Live path effects of Inkscape that leave the visible line in ``d``."""
UNSEEN = ("defs", "clipPath", "mask", "marker", "pattern", "symbol")
"""Elements whose content is not shown in place."""
MOVES = ("animate", "animateMotion", "animateTransform", "set")
"""Elements that make the picture differ from what is written."""
WAYS_OUT = {
    "g": "a group; give the ID to the path in it",
    "line": "a <line>, not a path; turn it into a path (in Inkscape: Path > Object to Path)",
    "use": "a clone (<use>), not a path; unlink it (in Inkscape: Edit > Clone > Unlink Clone)",
    "polygon": "a <polygon>, a closed outline, not a line; draw an open line",
    "rect": "a rectangle, a closed outline, not a line; draw an open line",
    "circle": "a circle, a closed outline, not a line; draw an open line",
    "ellipse": "an ellipse, a closed outline, not a line; draw an open line",
    "image": "a picture made of pixels, not a path; draw the line over it",
    "text": "a text, not a path; draw the line as a path",
}
MAGIC = {
    b"\x1f\x8b": "is compressed (.svgz)",
    b"%PDF": "is a PDF",
    b"\x89PNG": "is a PNG, a picture made of pixels",
    b"\xff\xd8\xff": "is a JPEG, a picture made of pixels",
    b"%!PS": "is PostScript",
    b"PK\x03\x04": "is a ZIP archive",
}
"""First bytes of other files that drawing programs write."""

_GIVEN = re.compile(r"(?:path|polyline|g|layer)[0-9]++(?:-[0-9]++)*+")
"""Names that Inkscape generates."""


@dataclass(frozen=True)
class NamedElement:
    """An element with a name; ``data`` is None if it is not a line."""

    tag: str
    line: int
    data: str | None
    original: str | None = None
    """The line from which the ``effects`` (by id) made ``data``."""
    effects: tuple[str, ...] = ()
    matrix: Matrix = IDENTITY
    of_map: bool = False
    unseen: str | None = None


@dataclass
class Drawing:
    """The named elements of a drawing, and the frame of its map (None: no coordinates)."""

    named: dict[str, list[NamedElement]] = field(default_factory=dict)
    effects: dict[str, str] = field(default_factory=dict)
    frame: Frame | None = None
    _read: dict[str, list[Point] | str] = field(default_factory=dict)  # str: why it is not a line

    def path(self, name: str) -> list[Point]:
        """Return the points of the path with an id; raises ValueError if there is no such path."""
        if name not in self._read:
            try:
                self._read[name] = self._points(name)
            except ValueError as error:
                self._read[name] = str(error)
        found = self._read[name]
        if isinstance(found, str):
            raise ValueError(found)
        return found

    def _points(self, name: str) -> list[Point]:
        shape = self._shape(name)
        place = f"path '{name}' in line {shape.line} of the drawing"
        if shape.unseen is not None:
            raise ValueError(
                f"{place} is not shown ({shape.unseen}); show it, or name the path that is seen"
            )
        try:
            points = path_points(self._line(shape))
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
        return [moved(shape.matrix, point) for point in points]

    def _shape(self, name: str) -> NamedElement:
        """Return the only line with a name; raises ValueError with advice."""
        found = self.named.get(name, [])
        lines = [shape for shape in found if shape.data is not None]
        if len(lines) > 1:
            places = " and ".join(str(shape.line) for shape in lines[:2])
            more = f" ({len(lines)} in all)" if len(lines) > 2 else ""
            raise ValueError(
                f"two paths of the drawing have the ID or label '{name[:60]}', in lines {places}"
                f"{more}; give one of them another"
            )
        if lines:
            return lines[0]
        if found:
            other = found[0]
            what = WAYS_OUT.get(other.tag, f"a <{other.tag}>, not a path; draw the line as a path")
            raise ValueError(f"'{name[:60]}' in line {other.line} of the drawing is {what}")
        known = self.names()
        near = difflib.get_close_matches(name[:60], known[:200], 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        listed = ", ".join(known[:20]) or "none"
        raise ValueError(
            f"the drawing has no path with the ID or label '{name[:60]}'; it has {listed}{hint}"
        )

    def _line(self, shape: NamedElement) -> str:
        """Return the data of the drawn line, without effects that outline it."""
        kinds = [self.effects.get(name, "") for name in shape.effects]
        if shape.original is None or (kinds and all(kind in LINE_EFFECTS for kind in kinds)):
            return shape.data or ""
        return shape.original

    def names(self) -> list[str]:
        """List the names of the paths: those given by the user first, later paths first."""
        rated = [
            (lines[0].of_map, _GIVEN.fullmatch(name) is not None, -order, name)
            for order, (name, shapes) in enumerate(self.named.items())
            if (lines := [shape for shape in shapes if shape.data is not None])
        ]
        return [name for *_, name in sorted(rated)]


def read_drawing(name: str, framed: bool = True) -> Drawing:
    """Read an SVG file; raises InputError if it is not one.

    ``framed``: the map must be located; otherwise coordinates may be anywhere.
    """
    _require_text(name)
    text = read_text(name)
    reader = _Reader()
    try:
        reader.parser.Parse(text.encode(), True)
        if framed:
            reader.read_frame()
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise InputError(Defect(f"is not an SVG drawing: {reason}", name, error.lineno)) from None
    except ValueError as error:
        line = reader.flawed or reader.parser.CurrentLineNumber
        raise InputError(Defect(str(error), name, line)) from None
    if not reader.is_svg:
        raise InputError(Defect("is XML, but no SVG drawing", name))
    return reader.drawing


def _require_text(name: str) -> None:
    """Raise InputError for a file that is often mistaken for a drawing but is not text."""
    try:
        with Path(name).open("rb") as stream:
            begin = stream.read(4)
    except (OSError, ValueError):
        return  # read_text() will report why the file cannot be read
    for magic, what in MAGIC.items():
        if begin.startswith(magic):
            raise InputError(Defect(f"{what}; {PLAIN}", name))


@dataclass(frozen=True)
class _Open:
    """An open element."""

    matrix: Matrix
    of_map: bool
    unseen: str | None


class _Reader:
    """Reads the elements of a drawing with their transforms."""

    def __init__(self) -> None:
        self.drawing = Drawing()
        self.is_svg = False
        self.open = [_Open(IDENTITY, of_map=False, unseen=None)]
        self.lines = 0
        self.coordinates: list[tuple[int, _Coordinate]] = []
        self.coordinate: _Coordinate | None = None  # whose text is being read
        self.sheet: list[str] | None = None  # the style sheet that is being read
        self.flawed: int | None = None
        """The line of a flaw that is found later."""
        self.parser = expat.ParserCreate("UTF-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.EntityDeclHandler = self.refuse
        self.parser.ProcessingInstructionHandler = self.instruct

    def refuse(self, *_: object) -> None:
        raise ValueError(f"declares entities, which are not read; {PLAIN}")

    def instruct(self, target: str, _: str) -> None:
        if target == "xml-stylesheet":
            raise ValueError(f"names a style sheet, which is not read; {PLAIN}")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = _local(name)
        if tag == "svg" and self.is_svg:
            raise ValueError(
                "holds a drawing within the drawing (<svg> in <svg>), which is not read; ungroup it"
            )
        self.is_svg = self.is_svg or tag == "svg"
        if tag in MOVES:
            raise ValueError(f"moves or changes while it is shown (<{tag}>); {PLAIN}")
        if len(self.open) > DEEPEST:
            raise ValueError(f"is nested deeper than {DEEPEST} elements")
        require_still(attributes)
        around = self.open[-1]
        own = read_transform(attributes.get("transform", ""))
        element = _Open(
            times(around.matrix, own),
            around.of_map or "class" in attributes,
            around.unseen or (f"<{tag}>" if tag in UNSEEN else hidden_by(attributes)),
        )
        self.open.append(element)
        if tag == "style":
            self.sheet = []
        elif tag == "path-effect":
            self.drawing.effects[attributes.get("id", "")] = attributes.get("effect", "")
        self.note_coordinate(tag, attributes, element)
        self.note_name(tag, attributes, element)

    def note_coordinate(self, tag: str, attributes: dict[str, str], element: _Open) -> None:
        """Begin to read a coordinate of the map, or note the place of its text."""
        if "coordinate" in attributes.get("class", "").split():
            self.coordinate = _Coordinate(element.matrix)
            self.coordinates.append((self.parser.CurrentLineNumber, self.coordinate))
        if self.coordinate is not None and tag in ("text", "tspan"):
            self.coordinate.stand(attributes)

    def note_name(self, tag: str, attributes: dict[str, str], element: _Open) -> None:
        """Note an element by its id and its label."""
        found = {key: value for key, value in attributes.items() if ":" in key}
        other = {_local(key): value for key, value in found.items()}
        names = dict.fromkeys(filter(None, (attributes.get("id"), other.get("label"))))
        data = attributes.get("d", "") if tag == "path" else None
        if tag == "polyline":
            data = f"M {attributes.get('points', '')}"
        if data is not None and names:
            self.lines += 1
            if self.lines > MOST_SHAPES:
                raise ValueError(f"has more than {MOST_SHAPES} paths")
        effects = other.get("path-effect", "").replace(";", " ").split()
        shape = NamedElement(
            tag,
            self.parser.CurrentLineNumber,
            data,
            other.get("original-d"),
            tuple(effect.removeprefix("#") for effect in effects),
            element.matrix,
            element.of_map,
            element.unseen,
        )
        for one in names:
            self.drawing.named.setdefault(one, []).append(shape)

    def text(self, text: str) -> None:
        if self.sheet is not None:
            self.sheet.append(text)
        elif self.coordinate is not None:
            self.coordinate.text += text

    def end(self, name: str) -> None:
        self.open.pop()
        tag = _local(name)
        if tag == "style" and self.sheet is not None:
            require_still_sheet("".join(self.sheet))
            self.sheet = None
        elif tag != "tspan":
            self.coordinate = None

    def read_frame(self) -> None:
        """Locate the map; raises ValueError if its coordinates do not suffice."""
        if not self.coordinates:
            return
        self.flawed = self.coordinates[0][0]
        self.drawing.frame = map_frame([one.read() for _, one in self.coordinates])
        self.flawed = None


class _Coordinate:
    """A number beside the map while it is read."""

    def __init__(self, matrix: Matrix):
        self.matrix = matrix
        self.text = ""
        self.place = {"x": "0", "y": "0"}

    def stand(self, attributes: dict[str, str]) -> None:
        """Note the place of the text; a part of it may override it."""
        if not self.text.strip():
            self.place |= {key: attributes[key] for key in self.place if key in attributes}

    def read(self) -> Coordinate:
        """Return the number and its place; raises ValueError if it is not a number."""
        a, b, c, d, _, _ = self.matrix
        if max(abs(b), abs(c)) > 1e-6 * abs(a) or a <= 0 or not math.isclose(a, d, rel_tol=1e-3):
            raise ValueError("the map was turned or stretched; draw over a map as it was made")
        places = [floats(self.place[key]) for key in "xy"]
        number = self.text.strip().replace("\N{MINUS SIGN}", "-")
        if not re.fullmatch(r"-?[0-9]{1,7}", number) or not all(places):
            raise ValueError("a coordinate beside the map is not a number any more")
        x, y = moved(self.matrix, (places[0][0], places[1][0]))
        return Coordinate(int(number), x, y)


def _local(name: str) -> str:
    """Return a name without its namespace's prefix."""
    return name.rpartition(":")[2]
