"""Files that commands write: what one may replace, found out before the work that it is for.

A file is written over only if it is empty or holds what the command writes: an earlier record, an
earlier picture. Whatever else lies there was not made to be lost: a deck under another name, a
picture in which somebody has drawn.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.text_file import behind_links, standard_stream, write_text

MOST_BYTES = 64 * 1024 * 1024
"""So much of a file is looked at; nothing that a command writes is larger."""


@dataclass(frozen=True)
class Kind:
    """What a command writes, as a message names it, and how its content is recognised."""

    noun: str
    fits: Callable[[bytes], bool]


def _is_record(data: bytes) -> bool:
    from bolets_solver.bolets.play.record import HEADER

    text = data.decode("utf-8-sig", errors="replace")
    lines = (line.partition("#")[0].strip().lower() for line in text.splitlines())
    return next(filter(None, lines), None) == HEADER


def position_kind(game: str, again: Callable[[str], str]) -> Kind:
    """Return the kind of the positions of ``game``, amanite or boldest, that the program wrote.

    ``again`` reads a position and writes it once more: a text that it changes is somebody's own.
    """

    def is_ours(data: bytes) -> bool:
        text = data.decode("utf-8", errors="replace")
        try:
            return again(text) == text
        except InputError:
            return False

    return Kind(f"position of {game} that the program wrote", is_ours)


RECORD = Kind("record", _is_record)
GRAPHML = Kind("GraphML", lambda data: data.startswith(b"<graphml "))
SVG = Kind(
    "picture as this program writes it",
    # another program that saves it begins otherwise: then somebody has drawn in it
    lambda data: data.startswith(b'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width='),
)
PNG = Kind("PNG picture", lambda data: data.startswith(b"\x89PNG\r\n"))
ATLAS = Kind("atlas", lambda data: data.startswith(b'{"format": "bolets-atlas/'))
PDF = Kind(
    "PDF of this program",
    lambda data: data.startswith(b"%PDF-") and b"/Creator (bolets-solver)" in data,
)


def require_place(name: str, kind: Kind) -> None:
    """Raise InputError unless file ``name`` may be written (``-``: standard output)."""
    if not name.strip():
        raise InputError(f"name the file for the {kind.noun}, or '-' for standard output")
    try:
        if name == "-" or standard_stream(name) is not None:
            return
        path = behind_links(name)
        folder = path.parent
        shown = folder if Path(name).is_symlink() else Path(name).parent
        if path.is_dir():
            raise InputError(Defect("is a folder; name a file", name))
        if path.is_file() and not _may_go(path, kind):
            message = f"exists, is no {kind.noun}, and is not written over; name another file"
            raise InputError(Defect(message, name))
        if not folder.is_dir():
            raise InputError(Defect(f"there is no folder '{shown}' to write it in", name))
        if path.exists() and not os.access(path, os.W_OK):
            raise InputError(Defect("cannot be written: permission denied", name))
        if (path.is_file() or not path.exists()) and not os.access(folder, os.W_OK):
            message = f"cannot be written: the folder '{shown}' may not be changed"
            raise InputError(Defect(message, name))
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(Defect(f"cannot be written: {reason}", name)) from None


def save_as(name: str, text: str, kind: Kind) -> str:
    """Write a text to file ``name``, and return what is to be said; ``-``: return the text.

    Raises InputError if it may not be written there.
    """
    require_place(name, kind)
    if name == "-":
        return text.rstrip()
    write_text(name, text)
    return f"wrote {name}"


def _may_go(path: Path, kind: Kind) -> bool:
    with path.open("rb") as stream:
        data = stream.read(MOST_BYTES)
    return not data.strip() or kind.fits(data)
