"""Shared by all games at the keyboard: read and execute lines, and save the game.

It is saved after every line, so that an interrupted session loses nothing; the same command resumes
it.
"""

from __future__ import annotations

import contextlib
import io
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Protocol

import click

from bolets_solver.cli.shared.common import say
from bolets_solver.cli.shared.progress import printing_to_the_end
from bolets_solver.errors import InputError
from bolets_solver.files.text_file import write_text
from bolets_solver.letters import with_names
from bolets_solver.work.signals import asked_to_end

if TYPE_CHECKING:
    from bolets_solver.files.saved_games import Save

PROMPT = "> "

LONGEST_LINE = 10_000


class GameTable(Protocol):
    """The interface of a game in play."""

    left: bool
    """Whether the player wants to leave."""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""

    def take(self, line: str) -> None:
        """Execute a line; raises ValueError with the problem."""


class GameSaver:
    """Saves a game after every typed line, and reports failures.

    ``text`` returns the saved text, a ``kind`` ("record", "position"); ``command`` continues such a
    file.
    """

    def __init__(self, save: Save, text: Callable[[], str], kind: str, command: str):
        self.save = save
        self.text = text
        self.kind = kind
        self.command = command
        self.place = save.path
        self.written = text()
        self.saved = self.place.exists()
        self.trouble: str | None = None

    def keep(self) -> None:
        """Write the game if it changed; a failure is reported once."""
        text = self.text()
        lost = self.saved and not self.save.path.exists()  # somebody removed it
        if text == self.written and not lost:
            return
        trouble = None
        try:
            self.save.write(text)
            self.saved = True
        except InputError as error:
            trouble = str(error)
        self.written = text  # set last: after an earlier Ctrl-C, leaving tries again
        if trouble is not None and trouble != self.trouble:
            say(f"warning: the game cannot be saved: {trouble}")
        self.trouble = trouble
        if self.save.path != self.place:
            self.place = self.save.path
            say(f"this game is also played elsewhere; this one is saved as {self.place}")

    def leave(self, new: bool) -> None:
        """Say how to resume the game, or print it if it could not be saved.

        ``new``: the running command has the option --new.
        """
        self.keep()
        path = self.save.path
        if self.trouble is not None:
            click.echo(
                f"the game could not be saved; this is its {self.kind}:\n\n{self.text().rstrip()}\n"
            )
        elif not self.saved:
            click.echo("nothing was played, so nothing is saved")
        elif path != self.save.home:
            click.echo(f"the game is saved; '{self.command} {path}' resumes it")
        else:
            how = "the same command without --new" if new else "the same command"
            click.echo(f"the game is saved; {how} resumes it")
            if path.exists():
                click.echo(f"it is in {path}")

    def break_off(self, new: bool, last: Callable[[], None] = lambda: None) -> None:
        """Leave a game after a signal, or without its terminal; then call ``last``."""
        with printing_to_the_end():
            say("")
            with contextlib.suppress(OSError):
                self.leave(new)
            with contextlib.suppress(OSError):
                last()

    def finish(self) -> None:
        """Move the finished game to the finished ones and say where; or print it."""
        path = self.save.finished_path()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, self.text())
        except (OSError, InputError) as error:
            say(f"warning: the game cannot be saved: {error}")
            click.echo(f"this is its {self.kind}:\n\n{self.text()}")
            return
        self.save.remove()
        click.echo(f"the game is over; it is in {path}")


def take_up(save: Save, new: bool, took_up: Callable[[], bool]) -> None:
    """Resume the saved game unless ``new``; a game that is not resumed is moved aside.

    ``took_up`` resumes it if it exists and fits; it raises InputError if it cannot be read. Raises
    InputError if the saved game cannot be moved aside.
    """
    try:
        if not new and took_up():
            say("resuming the saved game (--new starts again)")
            return
    except InputError as error:
        say(f"the saved game cannot be read and is moved aside: {error}")
    place = save.put_aside()
    if place is not None:
        say(f"the saved game is now {place}")


def converse(table: GameTable, keeper: GameSaver) -> None:
    """Read and execute lines until the player leaves or the game is finished.

    Problems of a line are reported. Ctrl-C ends the work of a line. If there is none, or the
    program must end, KeyboardInterrupt is raised.
    """
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - adds history and editing to terminal input
    answer_any_bytes()
    while not table.left:
        if table.finished:
            click.echo("the game is over: undo, or an empty line to end it")
        line = _next_line()
        if line is None or (table.finished and not line.strip()):
            return
        try:
            _take(table, line)
        finally:  # changes of a line before Ctrl-C are saved too
            keeper.keep()
        if asked_to_end():  # the request ended the work of the line
            raise KeyboardInterrupt


def answer_any_bytes() -> None:
    """Let typed bytes that are not text be answered like any other word."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _take(table: GameTable, line: str) -> None:
    try:
        table.take(line)
    except ValueError as error:
        for message in str(error).split("\n"):
            click.echo(f"? {with_names(message)}")
    except KeyboardInterrupt:
        if asked_to_end():
            raise
        click.echo("\n? interrupted; the game continues, 'quit' leaves it")


@contextlib.contextmanager
def _prompt_comes_back() -> Iterator[None]:
    """Show the prompt and the typed text again when the program resumes after Ctrl-Z and fg."""
    number = getattr(signal, "SIGCONT", None)  # not on Windows
    if number is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def again(number: int, frame: FrameType | None) -> None:
        typed = ""
        with contextlib.suppress(ImportError):
            import readline

            typed = readline.get_line_buffer()
        with contextlib.suppress(OSError):
            sys.stdout.write(f"\r{PROMPT}{typed}")
            sys.stdout.flush()

    previous = signal.signal(number, again)
    try:
        yield
    finally:
        signal.signal(number, previous)


def _next_line() -> str | None:
    """Return the next typed line, None at the end of input."""
    if sys.stdin.isatty():
        try:
            with _prompt_comes_back():
                return input(PROMPT)
        except EOFError:
            click.echo("")
            return None
    line = sys.stdin.readline(LONGEST_LINE)
    while len(line) == LONGEST_LINE and not line.endswith("\n"):
        while (rest := sys.stdin.readline(LONGEST_LINE)) and not rest.endswith("\n"):
            pass
        click.echo(f"? a line has at most {LONGEST_LINE} characters")
        line = sys.stdin.readline(LONGEST_LINE)
    if not line:
        return None
    click.echo(f"> {line}".rstrip())
    return line.lstrip("\ufeff")
