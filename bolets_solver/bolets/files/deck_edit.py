"""Edit a deck file: everything that is not changed stays, byte for byte.

A draft holds what an editor can change: name, title and border of the deck, rows and doors of its
faces. :func:`edited` applies a draft to a text. It changes only the rows, entries and values that
differ; comments, the order of the faces, blanks and line ends stay. The result is read again before
it is returned, so that an unforeseen spelling cannot lose anything.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from typing import Any

from bolets_solver.bolets.cards.deck import face_key
from bolets_solver.bolets.cards.face import FLOOR, WALL, Border
from bolets_solver.bolets.files.face_check import MOST_TILES
from bolets_solver.bolets.files.grid_rows import SMALLEST, split_grid, usual_width
from bolets_solver.errors import InputError
from bolets_solver.files.toml.document import KeyValue, Path, Span, TomlLines
from bolets_solver.files.toml.text import load_toml
from bolets_solver.files.toml.writer import toml_list, toml_text
from bolets_solver.letters import composed

HEADER = ("name", "title", "border")
LARGEST = MOST_TILES + 2
"""Largest width and height of a resized grid."""
MARK = "\ufeff"
"""The byte order mark; it stays."""

_LAST_WORD = re.compile(r"""(["']?)grid\1\s*$""")
_LINE_END = re.compile(r"\r?\n")
_BLANK_LINES = re.compile(r"\r?\n(?:[ \t]*\r?\n)*")
_CARD = re.compile("([0-9]{1,6})([AB])")


@dataclass(frozen=True, slots=True)
class FaceDraft:
    """A face as typed.

    ``rows`` is None if the face has no grid, or one that is not a text. ``doors`` is None if there
    is no list of doors.
    """

    name: str
    rows: tuple[str, ...] | None
    doors: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DeckDraft:
    """A deck as typed. A header value that is not a text is None here and stays in the file."""

    name: str | None
    title: str | None
    border: str | None
    faces: tuple[FaceDraft, ...]

    def face(self, name: str) -> FaceDraft | None:
        """Return the face with a name, None if there is none."""
        return next((face for face in self.faces if face.name == name), None)


def plain(text: str) -> str:
    """Return a file's text as the deck reader gets it: no byte order mark, plain line ends."""
    return composed(text.removeprefix(MARK).replace("\r\n", "\n").replace("\r", "\n"))


def draft_of(text: str) -> DeckDraft | None:
    """Return the draft of a text, None if the text is not TOML."""
    try:
        return _draft(load_toml(text.removeprefix(MARK)))
    except ValueError:
        return None


def _draft(value: dict[str, Any]) -> DeckDraft:
    name, title, border = (
        found if isinstance(found := value.get(key), str) else None for key in HEADER
    )
    tables = value.get("faces")
    faces = tables.items() if isinstance(tables, dict) else ()
    return DeckDraft(name, title, border, tuple(_face_draft(*face) for face in faces))


def _face_draft(name: str, table: Any) -> FaceDraft:
    grid = table.get("grid") if isinstance(table, dict) else None
    doors = table.get("doors") if isinstance(table, dict) else None
    listed = isinstance(doors, list) and all(isinstance(door, str) for door in doors)
    if not isinstance(grid, str) or (doors is not None and not listed):
        return FaceDraft(name, None)  # must be corrected in the text
    rows = tuple(split_grid(grid)[0])
    return FaceDraft(name, rows, None if doors is None else tuple(doors))


def edited(text: str, draft: DeckDraft) -> str:
    """Return ``text`` with the changes of ``draft``, everything else unchanged.

    Raises InputError if the text is not TOML, or uses a spelling that cannot be edited.
    """
    body = text.removeprefix(MARK)
    before = draft_of(body)
    if before is None:
        raise InputError("the text is not TOML; correct it before you edit faces")
    if _same(before, draft):
        return text
    editor = _Editor(body, before)
    editor.header(draft)
    for face in before.faces:
        wanted = draft.face(face.name)
        if wanted is None:
            editor.remove(face.name)
        elif wanted != face:
            editor.change(face, wanted)
    for face in sorted(draft.faces, key=_sorting):
        if before.face(face.name) is None:
            editor.add(face)
    after = editor.result()
    _require(body, after, draft)
    return text[: len(text) - len(body)] + after


def rebased(draft: DeckDraft, base: str, other: str) -> DeckDraft:
    """Apply the changes that ``draft`` made to the text ``base`` to the text ``other``.

    Raises InputError if one of the texts is not TOML.
    """
    old, new = draft_of(base), draft_of(other)
    if old is None or new is None:
        raise InputError("the file is no longer TOML; correct it, or save under another name")
    name, title, border = (
        getattr(draft if getattr(draft, key) != getattr(old, key) else new, key) for key in HEADER
    )
    faces = {face.name: face for face in new.faces}
    for face in draft.faces:
        if face != old.face(face.name):
            faces[face.name] = face
    for face in old.faces:
        if draft.face(face.name) is None:
            faces.pop(face.name, None)
    return DeckDraft(name, title, border, tuple(faces.values()))


def renamed(draft: DeckDraft, name: str) -> DeckDraft:
    """Return a draft under another name."""
    return replace(draft, name=name)


def _same(one: DeckDraft, other: DeckDraft) -> bool:
    header = all(getattr(one, key) == getattr(other, key) for key in HEADER)
    return header and sorted(one.faces, key=repr) == sorted(other.faces, key=repr)


def _require(before: str, after: str, draft: DeckDraft) -> None:
    """Raise InputError unless the text equals the draft and everything else is unchanged."""
    try:
        old, new = load_toml(before), load_toml(after)
    except ValueError:
        raise InputError(_NOT_HERE) from None
    if not _same(_draft(new), draft) or _rest(old, draft) != _rest(new, draft):
        raise InputError(_NOT_HERE)


_NOT_HERE = "the file uses a spelling that cannot be edited tile by tile; edit the text"


def _rest(value: dict[str, Any], draft: DeckDraft) -> dict[str, Any]:
    """Return the values of a file that drafts never change."""
    tables = value.get("faces")
    rest = {key: found for key, found in value.items() if key not in (*HEADER, "faces")}
    if isinstance(tables, dict):
        for face in draft.faces:
            table = tables.get(face.name)
            if isinstance(table, dict):
                more = {key: table[key] for key in table if key not in ("grid", "doors")}
                rest[f"faces.{face.name}"] = more or None
    return {key: found for key, found in rest.items() if found is not None}


def _sorting(face: FaceDraft) -> tuple[int, int, str]:
    return _name_key(face.name)


def _name_key(name: str) -> tuple[int, int, str]:
    """Return the sorting key of a face, even if its name is not valid."""
    return face_key(name) if _CARD.fullmatch(name) or name == "C" else (2, 0, name)


class _Editor:
    """Collects replacements of parts of a text."""

    def __init__(self, text: str, draft: DeckDraft):
        self.text = text
        self.draft = draft
        self.toml = TomlLines(text)
        self.changes: list[tuple[int, int, str]] = []
        self.line_end = "\r\n" if "\r\n" in text else "\n"

    def result(self) -> str:
        text = self.text
        for start, end, new in sorted(self.changes, key=lambda change: change[:2], reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def put(self, span: Span, new: str) -> None:
        if self.text[span.start : span.end] != new:
            self.changes.append((*span, new))

    def header(self, draft: DeckDraft) -> None:
        for key in HEADER:
            wanted = getattr(draft, key)
            if wanted is None or wanted == getattr(self.draft, key):
                continue
            pair = self.toml.pairs.get((key,))
            if pair is not None:
                self.put(self._trimmed(pair.value), toml_text(wanted))
            else:
                line = f"{key} = {toml_text(wanted)}{self.line_end}"
                self.changes.append((at := self._after_header(), at, line))

    def change(self, before: FaceDraft, wanted: FaceDraft) -> None:
        grid = self.toml.pairs.get(("faces", before.name, "grid"))
        if grid is None or wanted.rows is None:
            return  # _require() notices that nothing was changed
        if wanted.rows != before.rows:
            value = self.text[grid.value.start : grid.value.end]
            self.put(grid.value, _grid_value(value, wanted.rows, self.line_end))
        if wanted.doors != before.doors:
            self._doors(before, wanted.doors, grid)

    def _doors(self, face: FaceDraft, wanted: tuple[str, ...] | None, grid: KeyValue) -> None:
        path: Path = ("faces", face.name, "doors")
        pair = self.toml.pairs.get(path)
        if wanted is None:
            if pair is not None and not pair.inline:
                self._drop(pair, keep_comment=True)
        elif pair is None:
            self._insert_doors(wanted, grid)
        else:
            self._change_list(path, pair.value, face.doors or (), wanted)

    def _insert_doors(self, wanted: tuple[str, ...], grid: KeyValue) -> None:
        value = toml_list(wanted)
        if grid.inline:
            self.changes.append((grid.value.end, grid.value.end, f", doors = {value}"))
            return
        key = _LAST_WORD.sub("doors", self.text[grid.key.start : grid.key.end])
        start = self._line_start(grid.key.start)
        indent = self.text[start : grid.key.start]
        at = self._line_end(grid.value.end)
        self.changes.append((at, at, f"{self.line_end}{indent}{key} = {value}"))

    def _change_list(
        self, path: Path, span: Span, old: tuple[str, ...], new: tuple[str, ...]
    ) -> None:
        """Change the entries that differ; blanks and comments between the others stay."""
        before = self.text[span.start : span.end]
        spans = [self.toml.entries[(*path, number)] for number in range(len(old))]
        parts = [Span(part.start - span.start, part.end - span.start) for part in spans]
        after = _entries_changed(before, parts, old, new)
        try:
            sound = load_toml(f"doors = {after}") == {"doors": list(new)}
        except ValueError:
            sound = False
        self.put(span, after if sound else toml_list(new))

    def remove(self, name: str) -> None:
        path: Path = ("faces", name)
        header = self.toml.headers.get(path)
        if header is not None:
            self._drop_lines(header, True)
        for other, pair in self.toml.pairs.items():
            if other[:2] == path and not pair.inline:
                self._drop(pair, keep_comment=False)

    def add(self, face: FaceDraft) -> None:
        if face.rows is None:
            return
        lines = [f"[faces.{toml_text(face.name)}]", "grid = '''", *face.rows, "'''"]
        if face.doors is not None:
            lines.append(f"doors = {toml_list(face.doors)}")
        block = self.line_end.join([*lines, ""])
        at = self._before_following(face.name)
        if at is not None:
            self.changes.append((at, at, block + self.line_end))
            return
        gap = "" if self.text.endswith("\n") or not self.text else self.line_end
        self.changes.append((len(self.text), len(self.text), gap + self.line_end + block))

    def _before_following(self, name: str) -> int | None:
        """Return where to insert a face: before the next one, above that face's comment."""
        for path, span in self.toml.headers.items():
            if len(path) == 2 and path[0] == "faces" and _name_key(str(path[1])) > _name_key(name):
                at = self._line_start(span.start)
                while at > 0:
                    above = self._line_start(at - 1)
                    if not self.text[above:at].lstrip().startswith("#"):
                        break
                    at = above
                return at
        return None

    def _after_header(self) -> int:
        """Return where to add a line to the header."""
        ends = [p.value.end for path, p in self.toml.pairs.items() if len(path) == 1]
        if ends:
            return min(self._line_end(max(ends)) + len(self.line_end), len(self.text))
        starts = [span.start for span in self.toml.headers.values()]
        return self._line_start(min(starts)) if starts else len(self.text)

    def _drop(self, pair: KeyValue, keep_comment: bool) -> None:
        """Remove a pair with its lines."""
        span = Span(pair.key.start, self._trimmed(pair.value).end)
        behind = self.text[span.end : self._line_end(span.end)].strip()
        if keep_comment and behind.startswith("#"):
            comment = self.text.index("#", span.end)
            self.changes.append((span.start, comment, ""))
        else:
            self._drop_lines(span, not keep_comment)

    def _drop_lines(self, span: Span, blank_too: bool) -> None:
        """Remove whole lines; ``blank_too``: also the blank lines below them."""
        start, end = self._line_start(span.start), self._line_end(span.end)
        below = (_BLANK_LINES if blank_too else _LINE_END).match(self.text, end)
        self.changes.append((start, end if below is None else below.end(), ""))

    def _trimmed(self, span: Span) -> Span:
        return Span(span.start, span.start + len(self.text[span.start : span.end].rstrip()))

    def _line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def _line_end(self, at: int) -> int:
        """Return the end of the line that contains ``at``, before its line end."""
        found = self.text.find("\n", at)
        end = len(self.text) if found < 0 else found
        return end - 1 if end > at and self.text[end - 1] == "\r" else end


def _grid_value(value: str, rows: tuple[str, ...], line_end: str) -> str:
    """Return the text of a grid with other rows, in its own spelling."""
    quotes = value[:3]
    if quotes in ("'''", '"""') and not (quotes == '"""' and "\\" in value):
        return quotes + _with_rows(value[3:-3], rows, line_end) + quotes
    if value.startswith('"') and quotes != '"""':
        return '"' + "\\n".join(toml_text(row)[1:-1] for row in rows) + '"'
    return f"'''{line_end}{line_end.join([*rows, ''])}'''"


def _with_rows(content: str, rows: tuple[str, ...], line_end: str) -> str:
    """Replace rows; blanks and comments beside them stay."""
    parts = re.split(r"(\r?\n)", content)
    lines, ends = parts[::2], parts[1::2]
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled or not rows:
        return f"{line_end}{line_end.join([*rows, ''])}"
    first, last = filled[0], filled[-1]
    old = lines[first : last + 1]
    new = []
    for number, row in enumerate(rows):
        before, bare, behind = _around(old[min(number, len(old) - 1)])
        new.append(f"{before}{row}{behind}" if bare else row)
    lines[first : last + 1] = new
    kept = ends[first:last][: len(new) - 1]
    ends[first:last] = [*kept, *[line_end] * (len(new) - 1 - len(kept))]
    return "".join(a + b for a, b in zip(lines, [*ends, ""], strict=True))


def _around(line: str) -> tuple[str, str, str]:
    """Return the blanks before a row, the row, and the blanks behind it."""
    bare = line.strip()
    start = line.find(bare)
    return line[:start], bare, line[start + len(bare) :]


def _entries_changed(
    text: str, spans: list[Span], old: tuple[str, ...], new: tuple[str, ...]
) -> str:
    """Return the text of a list with other entries; ``spans``: where the old entries are."""
    if not old:
        return toml_list(new)
    changes: list[tuple[int, int, str]] = []
    for kind, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        pairs = min(j - i, m - k)
        for number in range(pairs):
            changes.append((*spans[i + number], toml_text(new[k + number])))
        for number in range(i + pairs, j):
            comma = re.compile(r"\s*,[ \t]*").match(text, spans[number].end)
            end = comma.end() if comma is not None else spans[number].end
            changes.append((spans[number].start, end, ""))
        more = "".join(f"{toml_text(word)}, " for word in new[k + pairs : m])
        if more and i + pairs < len(old):
            changes.append((spans[i + pairs].start, spans[i + pairs].start, more))
        elif more:
            changes.append((spans[-1].end, spans[-1].end, f", {more[:-2]}"))
    for start, end, word in sorted(changes, key=lambda change: change[:2], reverse=True):
        text = text[:start] + word + text[end:]
    return text


def resized(rows: tuple[str, ...], width: int, height: int, border: Border) -> tuple[str, ...]:
    """Return the rows of a resized grid; a rim of walls and doors stays outermost.

    Rows and columns are added or removed just inside the rim, or at the end if there is no rim.
    Raises InputError if a face cannot have this size.
    """
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise InputError(f"a face is {SMALLEST} to {LARGEST} tiles wide and high")
    rim = 1 if border is Border.TILES else 0
    now = usual_width(rows) if rows else 0
    if now < SMALLEST or len(rows) < SMALLEST:
        return empty_rows(width, height, border)
    even = [row[:now] + FLOOR * (now - len(row)) for row in rows]
    wide = [
        _stretched(row, width, WALL if rim and y in (0, len(even) - 1) else FLOOR, rim)
        for y, row in enumerate(even)
    ]
    between = WALL * rim + FLOOR * (width - 2 * rim) + WALL * rim
    kept = wide[: min(len(wide), height) - rim]
    return (*kept, *[between] * (height - len(kept) - rim), *wide[len(wide) - rim :])


def _stretched(row: str, width: int, filler: str, rim: int) -> str:
    kept = row[: min(len(row), width) - rim]
    return kept + filler * (width - len(kept) - rim) + row[len(row) - rim :]


def empty_rows(width: int, height: int, border: Border) -> tuple[str, ...]:
    """Return the rows of an empty face without doors."""
    if border is Border.EDGES:
        return (FLOOR * width,) * height
    return (WALL * width, *[WALL + FLOOR * (width - 2) + WALL] * (height - 2), WALL * width)
