"""The card editor: its questions about decks, and the deck files it may write.

A request holds the whole deck: the text of its file as it was opened, and a draft of what was
changed since. So the server stores nothing of it. It writes the deck file given to the command, and
those in ``./card_data`` and in the user's deck folder; never a shipped one, and never a file that
has changed since it was read.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border
from bolets_solver.bolets.cards.tile_kinds import TILE_KINDS
from bolets_solver.bolets.files.deck_edit import (
    DeckDraft,
    draft_of,
    edited,
    plain,
    rebased,
    renamed,
    resized,
)
from bolets_solver.bolets.files.deck_file import (
    MAX_BYTES,
    DeckDefect,
    DeckReading,
    is_name,
    name_warning,
    parse_deck,
)
from bolets_solver.bolets.files.deck_filling import is_unfilled
from bolets_solver.bolets.files.deck_library import FOLDER, own_folder
from bolets_solver.bolets.files.deck_template import deck_template
from bolets_solver.bolets.files.grid_rows import INSIDE, RIM
from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import read_text, write_new, write_text
from bolets_solver.shipped import shipped_folder
from bolets_solver.web.editor.requests import Value, draft_in, text_in, texts_in
from bolets_solver.web.game.position import Decks
from bolets_solver.web.server.jobs import Job, Running
from bolets_solver.web.show import art

MOST_DEALS = 1000
MEASURE_SECONDS = 3600.0

HERE, OWN, SHIPPED, OPENED = "here", "own", "shipped", "opened"

_FACE = re.compile(r"^face (\S+?):? ")
_TILE = re.compile(r"row (\d+) column (\d+)")
_DOORS = re.compile(r"\bdoors? ([\d, ]+)$")


class Cards:
    """Answers about decks; ``first`` is the deck file that the command named."""

    def __init__(self, decks: Decks, first: str | None = None):
        self._decks = decks
        self.first = first

    def decks(self, value: Value) -> Value:
        """List the deck files that can be opened, the one that the command named first."""
        found = [_entry(file, where) for where, file in self._files()]
        return {"decks": found, "first": self.first, "folders": _folders_json()}

    def open(self, value: Value) -> Value:
        """Open a deck file as it is on the disk."""
        where, path = self._known(text_in(value, "file"))
        text = _read(path)
        self._decks.allow(str(path))
        return {
            "file": str(path),
            "where": where,
            "writable": where != SHIPPED,
            "text": text,
            "digest": digest_of(text),
            "draft": _draft_json(draft_of(text)),
            "kinds": [_kind_json(kind.letter) for kind in TILE_KINDS],
            "symbols": art.symbols(),
        }

    def new(self, value: Value) -> Value:
        """Make a deck file with empty faces, and open it."""
        name, size = text_in(value, "name"), text_in(value, "size")
        cards = value.get("cards")
        if type(cards) is not int or not 1 <= cards <= 100:
            raise InputError("a deck has 1 to 100 cards")
        text = deck_template(name, cards, size, _border(value.get("border")))
        return self.open({"file": str(self._write_new(value, name, text))})

    def use_text(self, value: Value) -> Value:
        """Take a text that was typed in as a whole in the place of the deck's."""
        text = text_in(value, "text", MAX_BYTES)
        return {"draft": _draft_json(draft_of(text))}

    def check(self, value: Value) -> Value:
        """Return all defects and warnings of a draft, and draw one of its faces."""
        text, reading = self._reading(value)
        face = reading.faces.get(str(value.get("face")))
        return {
            "text": text,
            "defects": [_defect_json(defect) for defect in reading.defects],
            "warnings": [_warning_json(warning) for warning in reading.warnings],
            "art": None if face is None else art.face_art(face),
            "unfilled": [name for name, one in reading.faces.items() if is_unfilled(one)],
        }

    def resize(self, value: Value) -> Value:
        """Make a face larger or smaller, or a new one."""
        width, height = (value.get(key) for key in ("width", "height"))
        if type(width) is not int or type(height) is not int:
            raise InputError("a size is two whole numbers")
        border = Border(_border(value.get("border")))
        rows = texts_in(value.get("rows"), "rows")
        return {"rows": list(resized(rows, width, height, border))}

    def save(self, value: Value) -> Value:
        """Write a draft to its file, unless that has changed since it was read.

        ``digest`` identifies what was read. If the file differs, the answer holds ``changed``: its
        digest. The page asks again with it if the user wants to apply the changes to the current
        file.
        """
        where, path = self._known(text_in(value, "file"))
        if where == SHIPPED:
            raise InputError("this is a shipped deck; save it under another name")
        draft = None if value.get("draft") is None else draft_in(value["draft"])
        there = _read(path) if path.exists() else None
        changed = there
        if there is None or digest_of(there) == text_in(value, "digest"):
            changed = None
        elif value.get("over") != digest_of(there):
            return {"changed": digest_of(there)}
        text = _changed_text(text_in(value, "text", MAX_BYTES), draft, changed)
        if text != there:
            write_text(path, text)
        return {"text": text, "digest": digest_of(text), "draft": _draft_json(draft_of(text))}

    def save_new(self, value: Value) -> Value:
        """Write a draft to a new file, under a name of its own."""
        name = text_in(value, "name")
        if not is_name(name):
            raise InputError(
                f"'{name[:60]}' is not a name of a deck: write it with a-z, 0-9 and '-'"
            )
        draft = renamed(draft_in(value.get("draft")), name)
        text = edited(text_in(value, "text", MAX_BYTES), draft)
        return self.open({"file": str(self._write_new(value, name, text))})

    def print(self, value: Value) -> bytes:
        """Return a deck as a PDF to print."""
        from bolets_solver.draw.paper.deck_sheets import print_deck
        from bolets_solver.draw.paper.page import PAPERS, card_size

        paper, size = text_in(value, "paper"), card_size(text_in(value, "card"))
        if paper not in PAPERS:
            raise InputError(f"the paper is one of {', '.join(PAPERS)}")
        deck = self._deck(value)
        low_ink, folded = bool(value.get("low_ink")), bool(value.get("folded"))
        return print_deck(deck, paper, size, low_ink=low_ink, folded=folded).pdf

    def validate(self, value: Value) -> Job:
        """Return the job that lists all defects and warnings, including all overlaps."""
        _, reading = self._reading(value)
        file = value.get("file")

        def job(running: Running) -> Value:
            from bolets_solver.bolets.reach.deck_reach import reach_warnings

            warnings = list(reading.warnings)
            if isinstance(file, str):
                warnings += name_warning(reading.name, file)
            if reading.deck is not None:
                running.note("checking all overlaps")
                warnings += reach_warnings(reading.deck, running.work)
            return {
                "defects": [_defect_json(defect) for defect in reading.defects],
                "warnings": [_warning_json(warning) for warning in warnings],
            }

        return job

    def measure(self, value: Value) -> Job:
        """Return the job that measures a deck."""
        deals = value.get("deals")
        if type(deals) is not int or not 1 <= deals <= MOST_DEALS:
            raise InputError(f"1 to {MOST_DEALS} deals are measured")
        deck = self._deck(value)

        def job(running: Running) -> Value:
            from bolets_solver.study.decks.design import measure_deck
            from bolets_solver.study.decks.targets import checks

            running.note(f"0 of {deals} deals measured")
            figures = measure_deck(deck, deals, running.work, running.note)
            found = checks(figures) if figures.deals else []
            return {
                "deals": len(figures.deals),
                "checks": [
                    [check.name, check.value_text, check.target_text, check.met] for check in found
                ],
            }

        return job

    def _reading(self, value: Value) -> tuple[str, DeckReading]:
        text = text_in(value, "text", MAX_BYTES)
        if value.get("draft") is not None:
            text = edited(text, draft_in(value["draft"]))
        return text, parse_deck(plain(text))

    def _deck(self, value: Value) -> Deck:
        _, reading = self._reading(value)
        if reading.deck is None:
            raise InputError([defect.as_defect("the deck") for defect in reading.defects])
        return reading.deck

    def _files(self) -> list[tuple[str, Path]]:
        """Return all files that may be opened: where each is, and its path."""
        found = [] if self.first is None else [(OPENED, Path(self.first))]
        for where, folder in _folders():
            if folder.is_dir():
                found += [(where, path) for path in sorted(folder.glob("*.toml"))]
        unique: dict[Path, tuple[str, Path]] = {}
        for where, path in found:
            unique.setdefault(path.resolve(), (where, path))
        return list(unique.values())

    def place(self, name: str) -> tuple[bool, Path]:
        """Return whether a deck file may be written, and where it is; raises InputError."""
        where, path = self._known(name)
        return where != SHIPPED, path

    def _known(self, name: str) -> tuple[str, Path]:
        """Return where a deck file is that may be opened; it may have been removed meanwhile."""
        path = Path(name)
        if name == self.first:
            return OPENED, path
        for where, folder in _folders():
            if str(path) == name and path.parent == folder and path.suffix == ".toml":
                return where, path
        raise InputError(f"the deck file '{name[:200]}' was not opened by this server")

    def _write_new(self, value: Value, name: str, text: str) -> Path:
        """Write a new file into one of the folders; the folder is made if it is missing."""
        where = text_in(value, "where")
        folder = dict(_folders()).get(where) if where in (HERE, OWN) else None
        if folder is None:
            raise InputError("a deck is saved 'here' or among 'own' decks")
        path = folder / f"{name}.toml"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"cannot be made: {error.strerror or error}"
            raise InputError(Defect(message, str(folder))) from None
        write_new(path, text)
        return path


def _changed_text(base: str, draft: DeckDraft | None, other: str | None) -> str:
    """Return the text to be saved; ``other``: what another program has written meanwhile."""
    if draft is None:
        if other is not None or draft_of(base) is not None:
            raise InputError("the text is not TOML; correct it first")
        return base  # unfinished text is saved, too
    if other is not None:
        return edited(other, rebased(draft, base, other))
    return edited(base, draft)


def _folders() -> list[tuple[str, Path]]:
    """Return where decks are found by name, in this order."""
    own = own_folder()
    found = [(HERE, Path(FOLDER))]
    if own is not None:
        found.append((OWN, own))
    with suppress(FileNotFoundError):
        found.append((SHIPPED, shipped_folder(FOLDER)))
    return found


def _folders_json() -> list[Value]:
    """Return the folders into which new decks can be written."""
    return [
        {"where": where, "folder": str(folder)} for where, folder in _folders() if where != SHIPPED
    ]


def _entry(path: Path, where: str) -> Value:
    """Say what a deck file is, as far as it can be read."""
    entry: Value = {"file": str(path), "name": path.stem, "where": where}
    try:
        draft = draft_of(_read(path))
    except InputError as error:
        return entry | {"trouble": str(error)}
    return entry | {"title": draft and draft.title, "faces": len(draft.faces) if draft else None}


def _read(path: Path) -> str:
    """Return a file's text as it is, its line ends and its mark too; raises InputError."""
    read_text(path, max_bytes=MAX_BYTES)  # reports a file that is not text
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(Defect(f"cannot be read: {error}", str(path))) from None


def digest_of(text: str) -> str:
    """Return the digest of a file's text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _kind_json(letter: str) -> Value:
    """Return a kind of tile: its letter, its name, its symbol, whether it belongs to a border."""
    kind = next(kind for kind in TILE_KINDS if kind.letter == letter)
    return {
        "letter": letter,
        "name": kind.name,
        "symbol": art.symbol_of(letter),
        "border": letter in RIM,
        "inside": letter in INSIDE,
    }


def _draft_json(draft: DeckDraft | None) -> Value | None:
    if draft is None:
        return None
    return {
        "name": draft.name,
        "title": draft.title,
        "border": draft.border,
        "faces": [
            {"name": face.name, "rows": _list(face.rows), "doors": _list(face.doors)}
            for face in draft.faces
        ],
    }


def _list(words: tuple[str, ...] | None) -> list[str] | None:
    return None if words is None else list(words)


def _defect_json(defect: DeckDefect) -> Value:
    """Return a defect with the doors of a list that it names."""
    return defect.as_json() | {"doors": re.findall("'([NESWnesw][0-9]{1,4}x?)'", defect.message)}


def _warning_json(warning: str) -> Value:
    """Return a warning with its face, its tiles (row, column) and the numbers of its doors."""
    face, doors = _FACE.match(warning), _DOORS.search(warning)
    return {
        "message": warning,
        "face": None if face is None else face[1],
        "tiles": [[int(row), int(column)] for row, column in _TILE.findall(warning)],
        "doors": [] if doors is None else [int(word) for word in re.findall(r"\d+", doors[1])],
    }


def _border(value: Any) -> str:
    if value not in tuple(Border):
        raise InputError(f"the border is one of {', '.join(Border)}")
    return str(value)


QUICK: tuple[Callable[[Cards, Value], Value], ...] = (
    Cards.decks,
    Cards.open,
    Cards.new,
    Cards.use_text,
    Cards.check,
    Cards.resize,
    Cards.save,
    Cards.save_new,
)
"""Answers that take milliseconds; ``/api/cards/`` and the method's name is the address of each."""
JOBS: tuple[tuple[Callable[[Cards, Value], Job], float], ...] = (
    (Cards.validate, 60.0),
    (Cards.measure, MEASURE_SECONDS),
)
"""Answers that take long, and how many seconds at most."""
