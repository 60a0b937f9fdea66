"""What all games at the keyboard share: lines are read and done, and the game is kept.

It is kept after every line, so that whatever ends a session loses nothing; the same command takes
it up again.
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
    from bolets_solver.files.kept_games import Save

PROMPT = "> "

LONGEST_LINE = 10_000


class Table(Protocol):
    """A game in play, as a dialogue sees it."""

    left: bool
    """Whether the player has said that he leaves."""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""

    def take(self, line: str) -> None:
        """Do what a line says; raises ValueError with what is wrong with it."""


class Keeper:
    """Keeps a game after every line that is typed, and says so when it cannot.

    ``text`` returns what is kept, which is a ``kind`` ("record", "position"); ``command`` is how
    another file of that kind is played on with.
    """

    def __init__(self, save: Save, text: Callable[[], str], kind: str, command: str):
        self.save = save
        self.text = text
        self.kind = kind
        self.command = command
        self.place = save.path
        self.written = text()
        self.trouble: str | None = None

    def keep(self) -> None:
        """Write the game if it changed; what goes wrong is said once."""
        text = self.text()
        if text == self.written:
            return
        trouble = None
        try:
            self.save.write(text)
        except InputError as error:
            trouble = str(error)
        self.written = text  # only now: Ctrl-C may come before, and leaving tries again
        if trouble is not None and trouble != self.trouble:
            say(f"warning: the game cannot be kept: {trouble}")
        self.trouble = trouble
        if self.save.path != self.place:
            self.place = self.save.path
            say(f"this game is played somewhere else too; this one is kept as {self.place}")

    def leave(self, new: bool) -> None:
        """Say how the game is to be taken up again, or print it if it could not be kept.

        ``new``: the command that is running was asked to begin anew.
        """
        self.keep()
        path = self.save.path
        if self.trouble is not None:
            click.echo(
                f"the game could not be kept; this is its {self.kind}:\n\n{self.text().rstrip()}\n"
            )
        elif path != self.save.home:
            click.echo(f"the game is kept; '{self.command} {path}' takes it up again")
        else:
            how = "the same command without --new" if new else "the same command"
            click.echo(f"the game is kept; {how} takes it up again")
            if path.exists():
                click.echo(f"it lies in {path}")

    def break_off(self, new: bool, last: Callable[[], None] = lambda: None) -> None:
        """Leave a game that was ended by a signal, or whose terminal is gone; then do ``last``."""
        with printing_to_the_end():
            say("")
            with contextlib.suppress(OSError):
                self.leave(new)
            with contextlib.suppress(OSError):
                last()

    def finish(self) -> None:
        """Put the game, which is over, with the finished ones, and say where; or print it."""
        path = self.save.finished_path()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, self.text())
        except (OSError, InputError) as error:
            say(f"warning: the game cannot be kept: {error}")
            click.echo(f"this is its {self.kind}:\n\n{self.text()}")
            return
        self.save.remove()
        click.echo(f"the game is over; it lies in {path}")


def take_up(save: Save, new: bool, took_up: Callable[[], bool]) -> None:
    """Take up the game that was left off, unless ``new``; what is not taken up is put aside.

    ``took_up`` takes it up if it is there and fits; it raises InputError if it cannot be read.
    Raises InputError if what is there cannot be put aside.
    """
    try:
        if not new and took_up():
            say("taking up the game that was left off (--new begins anew)")
            return
    except InputError as error:
        say(f"the game that was left off cannot be read and is put aside: {error}")
    place = save.put_aside()
    if place is not None:
        say(f"the game that was left off is now {place}")


def converse(table: Table, keeper: Keeper) -> None:
    """Read and do line after line until the player leaves or has done with a finished game.

    What is wrong with a line is said. Ctrl-C ends what a line does; where nothing is done, and if
    the program is to end, KeyboardInterrupt is raised.
    """
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives the terminal's input its history and editing
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is not text is answered like any other word
    while not table.left:
        if table.finished:
            click.echo("the game is over: undo, or an empty line to end it")
        line = _next_line()
        if line is None or (table.finished and not line.strip()):
            return
        try:
            _take(table, line)
        finally:  # what a line did before Ctrl-C is kept too
            keeper.keep()
        if asked_to_end():  # while it was thinking of something, which that has ended
            raise KeyboardInterrupt


def _take(table: Table, line: str) -> None:
    try:
        table.take(line)
    except ValueError as error:
        for message in str(error).split("\n"):
            click.echo(f"? {with_names(message)}")
    except KeyboardInterrupt:
        if asked_to_end():
            raise
        click.echo("\n? interrupted; the game goes on, 'quit' leaves it")


@contextlib.contextmanager
def _prompt_comes_back() -> Iterator[None]:
    """Show the prompt, and what was typed, again when the program goes on after Ctrl-Z and fg."""
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
    """Return the next line that is typed, None at the end of input."""
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
        click.echo(f"? a line of more than {LONGEST_LINE} characters is not read")
        line = sys.stdin.readline(LONGEST_LINE)
    if not line:
        return None
    click.echo(f"> {line}".rstrip())
    return line.lstrip("\ufeff")
