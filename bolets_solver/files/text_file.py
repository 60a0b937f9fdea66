"""Read and write text files: UTF-8, with the conventions of every editor allowed.

A byte order mark and Windows line ends are allowed; other encodings are refused with the place of
the first bad byte. ``-`` is standard input. Writing and appending are atomic: a crash or a full
disk never leaves half a file.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO, TextIOWrapper
from pathlib import Path

from bolets_solver.errors import Defect, InputError
from bolets_solver.files.atomic import write_whole, written_beside
from bolets_solver.letters import composed

MAX_BYTES = 8 * 1024 * 1024
"""Largest size of a file in bytes; larger files are refused unread."""


def read_text(name: str | Path, *, max_bytes: int = MAX_BYTES) -> str:
    """Return the text of file ``name`` (``-``: standard input) with plain line feeds.

    Raises InputError if the file is missing, too large, a folder, or not UTF-8.
    """
    shown = "standard input" if str(name) == "-" else str(name)
    try:
        if str(name) == "-":
            data = sys.stdin.buffer.read(max_bytes + 1)
        else:
            with Path(name).open("rb") as stream:
                data = stream.read(max_bytes + 1)
    except FileNotFoundError:
        raise InputError(Defect("there is no such file", shown)) from None
    except (OSError, ValueError) as error:
        raise InputError(Defect(f"cannot be read: {reason(name, error)}", shown)) from None
    if len(data) > max_bytes:
        raise InputError(Defect(f"is larger than {max_bytes // 1024} KiB", shown))
    return _decode(data, shown)


def _decode(data: bytes, shown: str) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InputError(Defect("is UTF-16; save it as UTF-8", shown))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(Defect("is not UTF-8; save it as UTF-8", shown, line)) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InputError(Defect("holds a NUL byte: this is not a text file", shown, line))
    return composed(text.replace("\r\n", "\n").replace("\r", "\n"))


def write_text(name: str | Path, text: str) -> None:
    """Write ``text`` to file ``name`` as UTF-8, all or nothing.

    Raises InputError if the file cannot be written.
    """
    write_bytes(name, encoded(text, name))


def encoded(text: str, name: str | Path) -> bytes:
    """Return a text as UTF-8; raises InputError if file ``name`` cannot hold it."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:  # part of a file's name that is not UTF-8
        message = "cannot be written: a file that it names has a name that is not UTF-8; rename it"
        raise InputError(Defect(message, str(name))) from None


def write_bytes(name: str | Path, data: bytes) -> None:
    """Write ``data`` to file ``name``, all or nothing.

    If it is a link, its target is written. Raises InputError if the file cannot be written.
    """
    try:
        standard = standard_stream(name)
        if standard is not None:
            standard.flush()
            standard.buffer.write(data)
            standard.flush()
            return
        path = behind_links(name)
        if path.exists() and not path.is_file():  # write directly to a device or a pipe
            path.write_bytes(data)
            return
        write_whole(path, data, path.stat().st_mode if path.exists() else None)
    except OSError as error:
        raise InputError(Defect(f"cannot be written: {reason(name, error)}", str(name))) from None


def write_new(name: str | Path, text: str) -> None:
    """Write ``text`` to the new file ``name``, all or nothing.

    Raises InputError if the file exists or cannot be written.
    """
    path = Path(name)
    try:
        if path.exists() or path.is_symlink():
            raise FileExistsError
        with written_beside(path, encoded(text, name)) as temporary:
            try:
                path.hardlink_to(temporary)
            except FileExistsError:
                raise
            except OSError:  # some file systems have no links
                temporary.rename(path)
    except FileExistsError:
        raise InputError(Defect("exists already and is not overwritten", str(name))) from None
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(Defect(f"cannot be written: {reason(name, error)}", str(name))) from None


def reason(name: str | Path, error: Exception) -> str:
    """Return why file ``name`` could not be opened: the system's reason, or a clearer one."""
    if (
        isinstance(error, (FileNotFoundError, NotADirectoryError))
        and not Path(name).is_absolute()
        and _working_folder_is_gone()
    ):
        return "the working folder was deleted"
    folder = Path(name).parent
    if isinstance(error, FileNotFoundError) and not _is_folder(folder):
        return f"there is no folder '{folder}'"
    return getattr(error, "strerror", None) or str(error)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _working_folder_is_gone() -> bool:
    try:
        return not Path.cwd().exists()
    except OSError:
        return True


def behind_links(name: str | Path) -> Path:
    """Return the path of file ``name`` with links resolved; it may not exist.

    Raises OSError if links form a cycle.
    """
    path = Path(os.path.realpath(name))
    if path.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return path


def standard_stream(name: str | Path) -> TextIOWrapper | None:
    """Return standard output or error if it writes to the file ``name``, otherwise None.

    This includes ``/dev/stdout``. Writing to the file separately would lose printed text.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            if os.path.samestat(Path(name).stat(), os.fstat(stream.fileno())):
                return stream if isinstance(stream, TextIOWrapper) else None
        except (OSError, ValueError, AttributeError):
            continue  # there is no such file, or the stream is closed
    return None


@dataclass(frozen=True)
class Appending:
    """A text file locked for appending; ``text`` is its content."""

    text: str
    _stream: FileIO
    _line_end: str

    def append(self, text: str) -> None:
        """Append ``text`` with the file's line ends; a full disk leaves the file unchanged."""
        size = self._stream.seek(0, os.SEEK_END)
        try:
            data = encoded(text.replace("\n", self._line_end), self._stream.name)
            while data:  # unbuffered, so that a failure is noticed here; a write may be partial
                data = data[self._stream.write(data) :]
        except OSError:
            os.ftruncate(self._stream.fileno(), size)
            raise


@contextmanager
def appending(name: str | Path) -> Iterator[Appending]:
    """Open file ``name`` to append to it; it is created if missing.

    Other processes that call this wait. Raises InputError if it cannot be read or written.
    """
    try:
        with Path(name).open("ab", buffering=0) as stream:
            _lock(stream)
            text = read_text(name)
            line_end = "\r\n" if b"\r\n" in Path(name).read_bytes() else "\n"
            yield Appending(text, stream, line_end)
    except OSError as error:
        raise InputError(Defect(f"cannot be written: {reason(name, error)}", str(name))) from None


def _lock(stream: FileIO) -> None:
    """Wait until no other process has locked the file; closing it releases the lock."""
    if sys.platform == "win32":
        import msvcrt

        stream.seek(1 << 30)  # beyond the end, since others could not read a locked byte
        msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_EX)
