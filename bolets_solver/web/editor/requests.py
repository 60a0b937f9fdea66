"""Reading what the card editor's page sends: texts of bounded length, drafts of decks."""

from __future__ import annotations

from typing import Any

from bolets_solver.bolets.files.deck_edit import HEADER, DeckDraft, FaceDraft
from bolets_solver.errors import InputError

Value = dict[str, Any]

MOST_FACES = 500
MOST_ROWS = 200
LONGEST_TEXT = 1000


def draft_in(value: Any) -> DeckDraft:
    """Read a draft as JSON; raises InputError."""
    if value is None:
        raise InputError("the text is not TOML; correct it first")
    if not isinstance(value, dict) or not isinstance(value.get("faces"), list):
        raise InputError("a draft of a deck has a header and faces")
    header = [text_in(value, key) if value.get(key) is not None else None for key in HEADER]
    faces = value["faces"]
    if len(faces) > MOST_FACES:
        raise InputError(f"a deck has at most {MOST_FACES} faces")
    found: dict[str, FaceDraft] = {}
    for face in faces:
        if not isinstance(face, dict):
            raise InputError("a face has a name, rows and perhaps doors")
        name = text_in(face, "name")
        rows, doors = (
            None if face.get(key) is None else texts_in(face[key], key) for key in ("rows", "doors")
        )
        found[name] = FaceDraft(name, rows, doors)
    if len(found) != len(faces):
        raise InputError("two faces of the deck have the same name")
    return DeckDraft(header[0], header[1], header[2], tuple(found.values()))


def text_in(value: Value, key: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text of a request; raises InputError if it is none, or too long."""
    found = value.get(key)
    if not isinstance(found, str) or len(found) > longest:
        raise InputError(f"'{key}' is a text")
    try:
        found.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(f"'{key}' is not a text: it contains half a character") from None
    return found


def texts_in(value: Any, key: str) -> tuple[str, ...]:
    """Return a list of texts, which messages call ``key``; raises InputError if it is none."""
    if not isinstance(value, list) or len(value) > MOST_ROWS:
        raise InputError(f"'{key}' is a list of at most {MOST_ROWS} texts")
    return tuple(text_in({key: one}, key) for one in value)
