"""Handle failures of the system: each gets one line and one exit code.

A stream may be closed or full, a folder missing or read-only, an environment variable invalid, the
memory exhausted. :func:`prepare` prepares the process before a command runs, and :func:`ending`
turns each error into its line and its exit code. Exit code 1 is never one of them: it means that
the answer is no.
"""

from __future__ import annotations

import ast
import contextlib
import errno
import inspect
import io
import os
import re
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
"""Environment variable: if set, an internal error prints its traceback."""

MOST_THREADS = 10_000

MOST_DEFECTS = 200
"""Largest number of defects of an input that are printed."""

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
    """A standard stream cannot be read or written; ``filename`` is its name."""


class _Stream(io.FileIO):
    """The file behind a standard stream; its errors contain the stream's name."""

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
    """Prepare this process for a command: working standard streams, a valid environment."""
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
    """Fill the numbers of closed streams, so that files opened later do not get them.

    The replacement can neither be read nor written, so that nothing is lost silently.
    """
    for number, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_RDONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # takes the lowest free number: this one


def _stream(number: int, stream: IO[str] | None) -> IO[str] | None:
    """Return a standard stream whose errors say where they come from."""
    if stream is not None:
        buffer = getattr(stream, "buffer", None)
        raw = getattr(buffer, "raw", buffer)  # PYTHONUNBUFFERED leaves the buffer out
        if type(raw) is not io.FileIO or raw.fileno() != number:
            return stream  # a Windows console, or a replacement by a program
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
    """Remove invalid variables that would make a library end the process."""
    name = "NUMBA_NUM_THREADS"
    text = os.environ.get(name)
    if text is None or (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= MOST_THREADS):
        return
    del os.environ[name]
    if text.strip():
        trouble = f"{name}={text[:20]} is not a number of threads"
        say(f"warning: {trouble}; one thread for each processor is used")


def _mend_working_folder() -> None:
    """Give a deleted working folder a name that does not exist.

    Libraries ask for it on import, and must not end commands that need no folder.
    """
    try:
        Path.cwd()
    except OSError:
        os.getcwd = lambda: NO_FOLDER


def run(command: Callable[[], Any]) -> int:
    """Run a command, print everything, and return the exit code."""
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
    """Flush the output; raises OSError if that fails."""
    if sys.stdout is not None:
        sys.stdout.flush()
    if sys.stderr is not None:
        try:
            sys.stderr.flush()
        except OSError:  # a message is not a result
            _stop_printing(sys.stderr)


def ending(error: BaseException) -> Exit:
    """Print the error that ended a command, and return its exit code."""
    if isinstance(error, InputError):
        _print_defects(list(dict.fromkeys(map(str, error.defects))))
        return Exit.BAD_INPUT
    if isinstance(error, click.ClickException):
        say(f"error: {_usage_error(error)}")
        return Exit.BAD_INPUT
    if isinstance(error, (KeyboardInterrupt, click.Abort)) or isinstance(
        error.__cause__, KeyboardInterrupt
    ):  # Python 3.11 wraps exceptions raised in __set_name__
        say("interrupted")
        return Exit.INTERRUPTED
    if isinstance(error, BrokenPipeError):  # the reader of the pipe is gone, so print nothing
        _stop_printing(sys.stdout)
        return Exit.INTERRUPTED if asked_to_end() else Exit.ANSWERED
    if isinstance(error, OSError):
        return _system_error(error)
    if isinstance(error, MemoryError):
        say("error: the memory is exhausted; use --memory-limit to stop earlier")
        return Exit.LIMIT
    if isinstance(error, InternalError):
        say(f"internal error: {error}")
        return Exit.INTERNAL
    if isinstance(error, ImportError):
        say(f"error: a required module cannot be loaded: {_first_line(error)}")
        if isinstance(error, ModuleNotFoundError):
            say("install bolets-solver with its dependencies: pip install bolets-solver")
        return Exit.INTERNAL
    say(f"internal error: {type(error).__name__}: {_first_line(error)}")
    if os.environ.get(TRACEBACK_VARIABLE):
        say("".join(traceback.format_exception(error)))
    else:
        say(f"please report it; {TRACEBACK_VARIABLE}=1 in the environment shows details")
    return Exit.INTERNAL


_USAGE_WORDS = (
    (re.compile(r"\. Did you mean"), "; did you mean"),
    (re.compile(r"\. \(Did you mean one of: ([^)]+)\)$"), r"; did you mean one of \1"),
    (re.compile(r"is not a valid float( range)?"), "is not a number"),
    (re.compile(r"is not a valid integer( range)?"), "is not a whole number"),
    (re.compile(r"is not in the range ([^\sx]+)<=x<=(\S+)$"), r"is not between \1 and \2"),
    (re.compile(r"is not in the range x>=(\S+)$"), r"is below \1"),
    (re.compile(r"is not in the range x>(\S+)$"), r"is not above \1"),
)
"""Patterns of click's words, and how other errors say it."""


def _usage_error(error: click.ClickException) -> str:
    """Return the message of a usage error, spelt like other errors, with where to read on."""
    text = " ".join(error.format_message().split())
    text = text.rstrip(".")
    for theirs, ours in _USAGE_WORDS:
        text = theirs.sub(ours, text)
    context = error.ctx if isinstance(error, click.UsageError) else None
    see = f" (see '{context.command_path} --help')" if context is not None else ""
    return f"{text[:1].lower()}{text[1:]}{see}"


def _print_defects(defects: list[str]) -> None:
    """Print the defects of an input, up to a limit."""
    for defect in defects[:MOST_DEFECTS]:
        say(f"error: {defect}")
    if len(defects) > MOST_DEFECTS:
        say(f"error: and {len(defects) - MOST_DEFECTS} more")


def _system_error(error: OSError) -> Exit:
    """Print the refusal of the system with its file."""
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
    """Discard the buffer of a stream, which Python would flush again at exit."""
    raw = getattr(getattr(stream, "buffer", None), "raw", None)
    if isinstance(raw, _Stream):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, raw.fileno())
        os.close(nowhere)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [""])[0][:200]


def say(message: str) -> None:
    """Print a message on stderr; if that fails, it is lost."""
    with contextlib.suppress(OSError):
        click.echo(message, err=True)


def restore_help(command: click.Command) -> None:
    """Give a command and its subcommands their help, which ``python -OO`` removes.

    It is read from the source; a package without sources has none.
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
