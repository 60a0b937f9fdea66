"""What the system can do to a process, and what is printed then: one line, one exit code.

A stream may be closed or full, a folder gone or read-only, a variable of the environment nonsense,
the memory used up. :func:`prepare` makes the process fit for that before a command runs, and
:func:`ending` turns whatever goes wrong into its line and its exit code. Exit code 1 is never one
of them: it means that the answer is no.
"""

from __future__ import annotations

import ast
import contextlib
import errno
import inspect
import io
import os
import sys
import traceback
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import IO, Any

import click

from bolets_solver.errors import InputError, InternalError
from bolets_solver.shipped import require_installed
from bolets_solver.work.signals import asked_to_end

TRACEBACK_VARIABLE = "BOLETS_TRACEBACK"
"""Set to anything, it makes an internal error say where it happened."""

MOST_THREADS = 10_000

MOST_DEFECTS = 200
"""So many defects of an input are told."""

NO_FOLDER = f"{os.sep}the working folder was deleted"

_STREAMS = ("standard input", "standard output", "standard error")


class Exit(IntEnum):
    """Exit codes of every command."""

    ANSWERED = 0
    NO = 1
    BAD_INPUT = 2
    LIMIT = 3
    INTERNAL = 4
    INTERRUPTED = 130


class StreamError(OSError):
    """A standard stream cannot be read or written; ``filename`` is what it is called."""


class _Stream(io.FileIO):
    """The file behind a standard stream. Its errors say that they are its own."""

    def _named(self, error: OSError) -> OSError:
        if error.errno == errno.EPIPE:
            return error
        closed = error.errno == errno.EBADF
        reason = "it is closed" if closed else error.strerror or str(error)
        return StreamError(error.errno, reason, _STREAMS[self.fileno()])

    def write(self, data: Any) -> int:
        """Write bytes; raises StreamError, or BrokenPipeError if the reader has gone."""
        try:
            return super().write(data)
        except OSError as error:
            raise self._named(error) from None

    def readinto(self, buffer: Any) -> int:
        """Read bytes; raises StreamError."""
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise self._named(error) from None


def prepare() -> None:
    """Make this process fit for a command: standard streams that are there, a sane environment."""
    if sys.platform != "win32":
        _open_closed_streams()
    sys.stdin = _stream(0, sys.stdin)
    sys.stdout = _stream(1, sys.stdout)
    sys.stderr = _stream(2, sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a character the console lacks must not lose a result
            reconfigure(errors="replace")
    mend_environment()
    _mend_working_folder()


def _open_closed_streams() -> None:
    """Fill the numbers of closed streams, which files opened later would get and be written into.

    What stands there can neither be read nor written, so that nothing is lost without a word.
    """
    for number, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_RDONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # takes the lowest number that is free: this one


def _stream(number: int, stream: IO[str] | None) -> IO[str] | None:
    """Return a standard stream whose errors say where they come from."""
    if stream is not None:
        buffer = getattr(stream, "buffer", None)
        raw = getattr(buffer, "raw", buffer)  # PYTHONUNBUFFERED leaves the buffer out
        if type(raw) is not io.FileIO or raw.fileno() != number:
            return stream  # a console of Windows, or what a program put in its place
        stream.flush() if number else None
    elif sys.platform == "win32":
        return None
    mode = "w" if number else "r"
    file = _Stream(number, mode, closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(file) if number else io.BufferedReader(file),
        encoding=getattr(stream, "encoding", None) or "utf-8",
        errors=getattr(stream, "errors", None) or "surrogateescape",
        line_buffering=bool(getattr(stream, "line_buffering", number == 2)),
        write_through=bool(getattr(stream, "write_through", False)),
    )


def mend_environment() -> None:
    """Leave out variables with nonsense that a library would end the process for."""
    name = "NUMBA_NUM_THREADS"
    text = os.environ.get(name)
    if text is None or (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= MOST_THREADS):
        return
    del os.environ[name]
    if text.strip():
        trouble = f"{name}={text[:20]} is not a number of threads"
        say(f"warning: {trouble}; there is one for each processor now")


def _mend_working_folder() -> None:
    """Give a working folder that was deleted a name that leads nowhere.

    Libraries ask for it when they are imported, and must not end what needs no such folder.
    """
    try:
        Path.cwd()
    except OSError:
        os.getcwd = lambda: NO_FOLDER


def run(command: Callable[[], Any]) -> int:
    """Run a command to its end, with everything printed, and return the exit code."""
    try:
        require_installed()
        code = command()
        flush()
    except SystemExit:
        raise
    except BaseException as error:
        code = ending(error)
        with contextlib.suppress(OSError):
            flush()
    return int(code) if isinstance(code, int) else int(Exit.ANSWERED)


def flush() -> None:
    """Print what is still to be printed; raises OSError if that cannot be done."""
    if sys.stdout is not None:
        sys.stdout.flush()
    if sys.stderr is not None:
        try:
            sys.stderr.flush()
        except OSError:  # a message is not a result
            _stop_printing(sys.stderr)


def ending(error: BaseException) -> Exit:
    """Print what ended a command, and return its exit code."""
    if isinstance(error, InputError):
        _print_defects(list(dict.fromkeys(map(str, error.defects))))
        return Exit.BAD_INPUT
    if isinstance(error, click.ClickException):
        with contextlib.suppress(OSError):
            error.show()
        return Exit.BAD_INPUT
    if isinstance(error, (KeyboardInterrupt, click.Abort)) or isinstance(
        error.__cause__, KeyboardInterrupt
    ):  # where a class is being made, Python 3.11 wraps what is raised
        say("interrupted")
        return Exit.INTERRUPTED
    if isinstance(error, BrokenPipeError):  # the reader of a pipe has gone; nobody is left to tell
        _stop_printing(sys.stdout)
        return Exit.INTERRUPTED if asked_to_end() else Exit.ANSWERED
    if isinstance(error, OSError):
        return _system_error(error)
    if isinstance(error, MemoryError):
        say("error: the memory is used up; --memory-limit ends the work before that")
        return Exit.LIMIT
    if isinstance(error, InternalError):
        say(f"internal error: {error}")
        return Exit.INTERNAL
    if isinstance(error, ImportError):
        say(f"error: what is needed cannot be loaded: {_first_line(error)}")
        if isinstance(error, ModuleNotFoundError):
            say("bolets-solver must be installed, with what it needs: pip install bolets-solver")
        return Exit.INTERNAL
    say(f"internal error: {type(error).__name__}: {_first_line(error)}")
    if os.environ.get(TRACEBACK_VARIABLE):
        say("".join(traceback.format_exception(error)))
    else:
        say(f"please report it; with {TRACEBACK_VARIABLE}=1 in the environment it says more")
    return Exit.INTERNAL


def _print_defects(defects: list[str]) -> None:
    """Say what is wrong with an input: all of it, unless nobody could read so much."""
    for defect in defects[:MOST_DEFECTS]:
        say(f"error: {defect}")
    if len(defects) > MOST_DEFECTS:
        say(f"error: and {len(defects) - MOST_DEFECTS} more")


def _system_error(error: OSError) -> Exit:
    """Say what the system refused, and of which file."""
    reason = error.strerror or _first_line(error)
    if isinstance(error, StreamError):
        if error.filename == _STREAMS[0]:
            say(f"error: {error.filename} cannot be read: {reason}")
        else:
            _stop_printing(sys.stdout)
            say(f"error: the result cannot be written: {error.filename}: {reason}")
    elif error.filename is None:
        say(f"error: the system ended the work: {reason}")
    else:
        name = os.fsdecode(error.filename) if isinstance(error.filename, bytes) else error.filename
        say(f"error: {name}: {reason}")
    return Exit.INTERRUPTED if asked_to_end() else Exit.BAD_INPUT


def _stop_printing(stream: IO[str] | None) -> None:
    """Let what a stream still holds go nowhere: Python would try it once more at its end."""
    raw = getattr(getattr(stream, "buffer", None), "raw", None)
    if isinstance(raw, _Stream):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, raw.fileno())
        os.close(nowhere)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [""])[0][:200]


def say(message: str) -> None:
    """Print a message for the person at the terminal (stderr); if it cannot be, it is lost."""
    with contextlib.suppress(OSError):
        click.echo(message, err=True)


def restore_help(command: click.Command) -> None:
    """Give a command and those below it their help, which ``python -OO`` has left out.

    It is read from the source. A package without sources has none.
    """
    if command.help is None and command.callback is not None:
        function = inspect.unwrap(command.callback)
        with contextlib.suppress(OSError, SyntaxError):
            tree = ast.parse(Path(function.__code__.co_filename).read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
                    command.help = ast.get_docstring(node)
    if isinstance(command, click.Group):
        for below in command.commands.values():
            restore_help(below)
