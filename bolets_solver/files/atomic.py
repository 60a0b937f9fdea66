"""Write files all or nothing: a crash, a full disk or a second process never leaves half a file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

TEMPORARY = ".bolets-"
"""Prefix of temporary files; short, because the final name may have the maximal length."""


def write_whole(
    path: Path,
    data: bytes,
    mode: int | None = None,
    prefix: str = TEMPORARY,
    synced: bool = False,
) -> None:
    """Write a file, or replace it; raises OSError if it cannot be written.

    ``mode``: its permissions, by default those of a new file. ``synced``: on the disk itself when
    this returns, so that it also outlives a machine that stops.
    """
    with written_beside(path, data, mode, prefix, synced) as temporary:
        temporary.replace(path)


@contextmanager
def written_beside(
    path: Path,
    data: bytes,
    mode: int | None = None,
    prefix: str = TEMPORARY,
    synced: bool = False,
) -> Iterator[Path]:
    """Write a temporary file in the folder of ``path``, to be renamed to it in the block.

    It is removed at the end of the block if it is still there. See :func:`write_whole`.
    """
    handle, name = tempfile.mkstemp(prefix=prefix, dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            if synced:
                stream.flush()
                os.fsync(stream.fileno())
        # mkstemp made it private
        temporary.chmod(0o666 & ~_umask() if mode is None else mode & 0o777)
        yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
