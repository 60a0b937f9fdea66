"""Output files of commands: check before the work whether a file may be replaced.

A file is overwritten only if it is empty, or if this program wrote it and it is unchanged: each
written file has a mark with a digest of its content. Other files must not be lost: a deck under
another name, a picture edited by hand, a record with remarks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.seal import Comment, is_sealed, sealed
from bolets_solver.files.text_file import (
    behind_links,
    encoded,
    reason,
    standard_stream,
    write_bytes,
)

MOST_BYTES = 64 * 1024 * 1024
"""Largest part of a file that is examined; output files are smaller."""


@dataclass(frozen=True)
class FileKind:
    """A kind of output file: its noun for messages, and its comment syntax.

    ``fits`` recognises a kind without comments that has its own digests.
    """

    noun: str
    comment: Comment | None
    fits: Callable[[bytes], bool] = is_sealed


def position_kind(game: str) -> FileKind:
    """Return the kind of positions of ``game``, amanite or boldest."""
    return FileKind(f"position of {game}", Comment.HASH)


RECORD = FileKind("record", Comment.HASH)
GRAPHML = FileKind("GraphML", Comment.XML)
SVG = FileKind("SVG picture", Comment.XML)
PNG = FileKind("PNG picture", Comment.PNG)
PDF = FileKind("PDF", Comment.PERCENT)


def _is_whole_atlas(data: bytes) -> bool:
    from bolets_solver.atlas.atlas_file import is_whole

    return is_whole(data)


ATLAS = FileKind("atlas", None, _is_whole_atlas)


def require_place(name: str, kind: FileKind) -> None:
    """Raise InputError unless file ``name`` may be written (``-``: standard output)."""
    if not name.strip():
        raise InputError(f"give a file for the {kind.noun}, or '-' for standard output")
    try:
        if name == "-" or standard_stream(name) is not None:
            return
        path = behind_links(name)
        folder = path.parent
        shown = folder if Path(name).is_symlink() else Path(name).parent
        if path.is_dir():
            raise InputError(Defect("is a folder; give a file", name))
        if path.is_file() and not _may_go(path, kind):
            message = (
                f"exists and is not an unchanged {kind.noun} of this program, so it is not "
                "overwritten; give another file"
            )
            raise InputError(Defect(message, name))
        if not folder.is_dir():
            missing = FileNotFoundError(f"the folder '{shown}' does not exist")
            raise InputError(Defect(reason(name, missing), name))
        if path.exists() and not os.access(path, os.W_OK):
            raise InputError(Defect(f"cannot be written: {_refusal(path)}", name))
        if (path.is_file() or not path.exists()) and not os.access(folder, os.W_OK):
            why = _refusal(folder, f"no permission to change the folder '{shown}'")
            raise InputError(Defect(f"cannot be written: {why}", name))
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(Defect(f"cannot be written: {reason(name, error)}", name)) from None


def _refusal(path: Path, else_: str = "permission denied") -> str:
    """Return why a file or folder may not be written: a read-only file system, or ``else_``."""
    if sys.platform != "win32" and os.statvfs(path).f_flag & os.ST_RDONLY:
        return "the file system is read-only"
    return else_


def write_output(name: str, content: str | bytes, kind: FileKind) -> None:
    """Write the output of a command to file ``name``, with its mark.

    Raises InputError if it cannot be written.
    """
    data = encoded(content, name) if isinstance(content, str) else content
    write_bytes(name, data if kind.comment is None else sealed(data, kind.comment))


def save_as(name: str, text: str, kind: FileKind) -> str:
    """Write a text to file ``name``, and return the message; ``-``: return the text.

    Raises InputError if the file may not be written.
    """
    require_place(name, kind)
    if name == "-":
        return text.rstrip()
    write_output(name, text, kind)
    return f"wrote {name}"


def _may_go(path: Path, kind: FileKind) -> bool:
    with path.open("rb") as stream:
        data = stream.read(MOST_BYTES)
    return not data.strip() or kind.fits(data)
