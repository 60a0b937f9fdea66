"""Reading and writing the text files people keep: UTF-8, with the habits of every editor allowed.

A byte order mark and Windows line ends are read; anything that is not UTF-8 is refused with the
place of the first bad byte. ``-`` is standard input. Writing is atomic, so that a crash or a full
disk never leaves half a file where a whole one was; what is appended is there whole or not at all.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO, TextIOWrapper
from pathlib import Path

from bolets_solver.errors import Defect, InputError
from bolets_solver.letters import composed

TEMPORARY = ".bolets-"
"""Begins the name of a file that is being written; its own name may be as long as any may be."""

MAX_BYTES = 8 * 1024 * 1024
"""No file of this project's formats comes near this size; larger ones are refused unread."""


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

    A link stays one; what it leads to is written. Raises InputError if the file cannot be written.
    """
    try:
        standard = standard_stream(name)
        if standard is not None:
            standard.flush()
            standard.buffer.write(data)
            standard.flush()
            return
        path = behind_links(name)
        if path.exists() and not path.is_file():  # a device or a pipe takes what it is given
            path.write_bytes(data)
            return
        handle, temporary = tempfile.mkstemp(prefix=TEMPORARY, dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            mode = path.stat().st_mode if path.exists() else 0o666 & ~_umask()
            os.chmod(temporary, mode & 0o777)  # noqa: PTH101 - mkstemp made it private
            os.replace(temporary, path)  # noqa: PTH105 - the atomic call, by its name
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(Defect(f"cannot be written: {reason(name, error)}", str(name))) from None


def write_new(name: str | Path, text: str) -> None:
    """Write ``text`` to file ``name``, all or nothing, unless there is such a file.

    Raises InputError if there is, or if the file cannot be written.
    """
    path = Path(name)
    try:
        if path.exists() or path.is_symlink():
            raise FileExistsError
        handle, temporary = tempfile.mkstemp(prefix=TEMPORARY, dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(encoded(text, name))
            os.chmod(temporary, 0o666 & ~_umask())  # noqa: PTH101 - mkstemp made it private
            try:
                os.link(temporary, path)
            except FileExistsError:
                raise
            except OSError:  # there are file systems without links
                os.rename(temporary, path)  # noqa: PTH104 - by its name, as above
        finally:
            Path(temporary).unlink(missing_ok=True)
    except FileExistsError:
        raise InputError(Defect("exists already and is not written over", str(name))) from None
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(Defect(f"cannot be written: {reason(name, error)}", str(name))) from None


def reason(name: str | Path, error: Exception) -> str:
    """Say why file ``name`` could not be opened: what the system says, or what is behind it."""
    if (
        isinstance(error, (FileNotFoundError, NotADirectoryError))
        and not Path(name).is_absolute()
        and _working_folder_is_gone()
    ):
        return "the working folder was deleted"
    return getattr(error, "strerror", None) or str(error)


def _working_folder_is_gone() -> bool:
    try:
        return not Path.cwd().exists()
    except OSError:
        return True


def behind_links(name: str | Path) -> Path:
    """Return the path of file ``name``, or of what it is a link to; that may not exist.

    Raises OSError if it is a link that leads nowhere but to itself.
    """
    path = Path(os.path.realpath(name))
    if path.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return path


def standard_stream(name: str | Path) -> TextIOWrapper | None:
    """Return standard output or error if ``name`` is the file that it goes to, else None.

    So is ``/dev/stdout``. Writing there by another way would lose what is printed.
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
    """A text file that nobody else appends to just now; ``text`` is what stands in it."""

    text: str
    _stream: FileIO
    _line_end: str

    def append(self, text: str) -> None:
        """Append ``text`` with the line ends of the file; a full disk leaves it as it was."""
        size = self._stream.seek(0, os.SEEK_END)
        try:
            data = encoded(text.replace("\n", self._line_end), self._stream.name)
            while data:  # unbuffered, so that a failure is noticed here; it may take only a part
                data = data[self._stream.write(data) :]
        except OSError:
            os.ftruncate(self._stream.fileno(), size)
            raise


@contextmanager
def appending(name: str | Path) -> Iterator[Appending]:
    """Open file ``name`` to append to it; it is made if there is none.

    Whoever else opens it so waits meanwhile. Raises InputError if it cannot be read or written.
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
    """Wait until no other process holds the file; closing it sets it free."""
    if sys.platform == "win32":
        import msvcrt

        stream.seek(1 << 30)  # beyond the end, since others could not read a locked byte
        msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_EX)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
