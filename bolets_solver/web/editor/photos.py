"""The card editor's photos: cards found on them, faces proposed, confirmed faces learned.

Photos stay in this process, the latest ones, and are written nowhere. The examples of confirmed
faces are beside the deck file, like those of ``bolets deck scan``; their letters come from the
page's draft.
"""

from __future__ import annotations

import base64
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.bolets.files.deck_edit import DeckDraft, FaceDraft
from bolets_solver.bolets.files.deck_filling import is_unfilled
from bolets_solver.errors import InputError
from bolets_solver.web.editor.requests import Value, draft_in, text_in

if TYPE_CHECKING:
    from bolets_solver.scan.faces.proposal import Place, Proposal
    from bolets_solver.scan.scanner import Found, FoundCard, Scanner
    from bolets_solver.scan.tiles.fitting import Laid

MOST_PHOTOS = 12
"""Number of latest photos that are held; each takes up to 50 MB."""
THUMB = 160
"""Pixels of the long side of a card's small picture."""

LIKELY = 3
"""Sizes that are named, of those that fit a photo's lines best."""

DeckPlace = Callable[[str], tuple[bool, Path]]
"""Returns whether a deck file may be written, and its path."""


@dataclass
class _Known:
    """What was learned of one deck, and the examples file as it was read."""

    scanner: Scanner
    signature: tuple[int, int] | None


@dataclass
class Photos:
    """Answers about photos; ``place`` returns the paths of deck files."""

    place: DeckPlace
    _found: OrderedDict[str, Found] = field(default_factory=OrderedDict)
    _decks: dict[Path, _Known] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def photo(self, data: bytes) -> Value:
        """Find the cards of a photo; raises InputError in one line if it shows none."""
        from bolets_solver.scan.photo.reading import decode_photo
        from bolets_solver.scan.photo.vision import vision
        from bolets_solver.scan.scanner import find_cards

        vision()
        with self._lock:
            found = find_cards(decode_photo(data, "this photo"))
            name = secrets.token_urlsafe(9)
            self._found[name] = found
            while len(self._found) > MOST_PHOTOS:
                self._found.popitem(last=False)
        cards = [{"number": c.number, "picture": _thumb(c)} for c in found.cards]
        return {"photo": name, "cards": cards, "remarks": found.remarks}

    def propose(self, value: Value) -> Value:
        """Say what a card shows as far as the deck's symbols are known, and where its tiles are."""
        card = self._card(value)
        turn, size = _turn(value.get("turn")), _size(value.get("size"))
        with self._lock:
            _, scanner = self._scanner(value)
            if not scanner.known:
                return _unknown(card, size, turn)
            seen = scanner.propose(card, size, turn)
            twin = scanner.twin(seen)
        return _proposal(card, seen, twin)

    def learn(self, value: Value) -> Value:
        """Learn a face that was confirmed; keep its tiles beside the deck file."""
        card = self._card(value)
        name, turn = text_in(value, "name"), _turn(value.get("turn"))
        with self._lock:
            path, scanner = self._scanner(value)
            face = scanner.faces.get(name)
            if face is None:
                raise InputError(
                    f"face {name[:20]} is not filled in, or has defects: correct it first"
                )
            scanner.learn(card, face, turn)
            return {"known": len(scanner.known), "trouble": self._keep(path, scanner)}

    def _keep(self, path: Path | None, scanner: Scanner) -> str | None:
        """Write what was learned beside the deck file; return why that cannot be done."""
        if path is None:
            return "this deck is not yours to change: save it under another name"
        try:
            scanner.keep(path)
        except InputError as error:
            return str(error)
        self._decks[path].signature = _signature(path)
        return None

    def _card(self, value: Value) -> FoundCard:
        found = self._found.get(text_in(value, "photo"))
        number = value.get("card")
        cards = [] if found is None else [c for c in found.cards if c.number == number]
        if not cards:
            raise InputError("this photo is no longer available: choose it again")
        return cards[0]

    def _scanner(self, value: Value) -> tuple[Path | None, Scanner]:
        """Return what is known of the deck, labelled by the draft; where it may be kept."""
        from bolets_solver.scan.scanner import Scanner

        writable, path = self.place(text_in(value, "file"))
        faces = _typed(draft_in(value.get("draft")))
        known, signature = self._decks.get(path), _signature(path)
        if known is None or (writable and known.signature != signature):
            scanner = Scanner.beside(path, faces) if writable else Scanner(faces)
            known = self._decks[path] = _Known(scanner, signature)
        known.scanner.relabel(faces)
        return (path if writable else None), known.scanner


def _typed(draft: DeckDraft) -> dict[str, Face]:
    """Return the faces of a draft that are filled in and have no defects."""
    faces: dict[str, Face] = {}
    for one in draft.faces:
        face = _face(one, draft.border)
        if face is not None and not is_unfilled(face):
            faces[one.name] = face
    return faces


def _face(draft: FaceDraft, border: str | None) -> Face | None:
    from bolets_solver.scan.faces.labels import parse_face

    if draft.rows is None or border not in tuple(Border):
        return None
    lines = list(draft.rows)
    if border == Border.EDGES:
        lines.append(f"doors: {' '.join(draft.doors or ())}")
    try:
        return parse_face(draft.name, "\n".join(lines), Border(border))
    except InputError:
        return None


def _unknown(card: FoundCard, size: tuple[int, int] | None, turn: int | None) -> Value:
    """Say where the tiles of a card seem to be whose symbols are unknown."""
    from bolets_solver.scan.photo.rectify import flatten
    from bolets_solver.scan.tiles.fitting import Laid, fitting_turns
    from bolets_solver.scan.tiles.lattice import lattices
    from bolets_solver.scan.tiles.settling import settled

    photo = card.photo.pixels
    if turn is None:
        turn = 0 if size is None else fitting_turns(photo, card.corners, size)[0]
    flat = flatten(photo, card.corners, turn)
    found = lattices(flat, size)
    laid = Laid(turn, settled(photo, flat, found[0]), found[0])
    free = found if size is None else lattices(flat)
    sizes = list(dict.fromkeys((one.width, one.height) for one in free[:LIKELY]))
    return {"grid": None, "sizes": sizes, "turn": turn, **_where(card, laid)}


def _proposal(card: FoundCard, seen: Proposal, twin: str | None) -> Value:
    return {
        "twin": twin,
        "strange": seen.strange,
        "grid": list(seen.grid),
        "doors": seen.doors if seen.border is Border.EDGES else None,
        "border": str(seen.border),
        "turn": seen.laid.turn,
        "turn_is_sure": seen.turn_is_sure,
        "doubtful": [_doubt(place) for place in seen.doubtful],
        **_where(card, seen.laid),
    }


def _doubt(place: Place) -> Value:
    return {
        "row": place.row,
        "column": place.column,
        "side": None if place.side is None else place.side.letter,
        "letter": place.guess.letter,
        "confidence": round(place.guess.confidence, 3),
        "other": place.guess.other,
        "choice": place.choice,
    }


def _where(card: FoundCard, laid: Laid) -> Value:
    """Say where the outermost corners of the tiles are, in shares of the photo; with a picture."""
    from bolets_solver.scan.sheet import laid_jpeg
    from bolets_solver.scan.tiles.settling import tile_corners

    height, width = card.photo.pixels.shape[:2]
    corners = tile_corners(laid.flat, laid.lattice) / (width, height)
    return {
        "size": [laid.lattice.width, laid.lattice.height],
        "corners": [[round(float(v), 5) for v in corner] for corner in corners],
        "picture": _data(laid_jpeg(laid)),
    }


def _thumb(card: FoundCard) -> str:
    from bolets_solver.scan.photo.rectify import PAD, flatten
    from bolets_solver.scan.photo.vision import jpeg, vision

    flat = flatten(card.photo.pixels, card.corners)
    inside = flat.pixels[PAD:-PAD, PAD:-PAD]
    share = THUMB / max(inside.shape[:2])
    cv2 = vision()
    small = cv2.resize(inside, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return _data(jpeg(small))


def _data(picture: bytes) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(picture).decode('ascii')}"


def _signature(deck: Path) -> tuple[int, int] | None:
    """Return a signature of a file of examples, None if there is none."""
    from bolets_solver.scan.faces.examples import examples_path

    try:
        found = examples_path(deck).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _turn(value: Any) -> int | None:
    if value is not None and (type(value) is not int or value not in (0, 90, 180, 270)):
        raise InputError("a turn is 0, 90, 180 or 270 degrees")
    return None if value is None else int(value)


def _size(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(type(one) is int and 3 <= one <= 64 for one in value)
    ):
        raise InputError("a size is two whole numbers from 3 to 64")
    return value[0], value[1]
