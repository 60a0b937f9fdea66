"""Shared by every command: limit options, exit codes, errors, JSON.

Results go to stdout, progress and messages to stderr. Exit codes: 0 answered, 1 the answer is no,
2 bad input, 3 stopped by a limit, 4 internal error, 130 interrupted.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable
from typing import Any, NoReturn

import click

from bolets_solver.cli.shared.system import Exit as Exit
from bolets_solver.cli.shared.system import ending
from bolets_solver.cli.shared.system import say as say
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Limits, Reason

MOST_LETTERS = 6
"""Largest number of letters in one message."""

Function = Callable[..., Any]
"""The function of a command; options that are passed on otherwise change what it takes."""


def exit_code(reason: Reason | None) -> Exit:
    """Return the exit code of work that was stopped for ``reason`` (None: it finished)."""
    if reason is None:
        return Exit.ANSWERED
    return Exit.INTERRUPTED if reason is Reason.INTERRUPT else Exit.LIMIT


def finish(code: Exit) -> NoReturn:
    """End the command with ``code``."""
    click.get_current_context().exit(int(code))


def warn_of_title(title: str, name: str) -> None:
    """Warn that the deck's name replaces a title with letters that the fonts lack."""
    from bolets_solver.draw.picture.fonts import can_print

    missing = dict.fromkeys(letter for letter in title if not can_print(letter))
    if missing:
        lacking = letters("".join(missing))
        say(
            f"warning: the fonts of PDF files lack {lacking}; "
            f"'{name}' is printed instead of the title"
        )


def letters(text: str) -> str:
    """Write letters with their code points, so that any console can show them."""
    spelled = [f"{letter} (U+{ord(letter):04X})" for letter in text[:MOST_LETTERS]]
    return ", ".join(spelled) + (" and others" if len(text) > MOST_LETTERS else "")


def repeat(step: Callable[[], object], words: list[str]) -> bool:
    """Do a step as often as the given number says, by default once; return whether it was done."""
    if words and not (len(words) == 1 and words[0].isascii() and words[0].isdigit()):
        raise InputError("give one number, such as undo 3")
    times = int(words[0][:4]) if words else 1
    return sum(bool(step()) for _ in range(times)) > 0


def print_json(value: Any) -> None:
    """Print one JSON document on one line (stdout)."""
    click.echo(json.dumps(value, ensure_ascii=True, allow_nan=False))


def report_errors(command: Function) -> Function:
    """Turn every error into a message and an exit code; must be the innermost decorator."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except (click.exceptions.Exit, click.ClickException):
            raise
        except (Exception, KeyboardInterrupt) as error:
            finish(ending(error))

    return wrapped


class NumberRange(click.FloatRange):
    """A number between bounds; "nan" is refused, although it exceeds no bound."""

    name = "float range"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; fails for other texts and beyond the bounds."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


def limit_options(command: Function) -> Function:
    """Options ``--time-limit`` and ``--memory-limit``, passed on as ``limits``."""

    @click.option(
        "--time-limit",
        type=NumberRange(min=0, min_open=True),
        metavar="SECONDS",
        help="Stop after this time and print the best result so far.",
    )
    @click.option(
        "--memory-limit",
        type=click.IntRange(min=1),
        metavar="MIB",
        help="Stop when the process uses more memory than this.",
    )
    @functools.wraps(command)
    def wrapped(
        *args: Any, time_limit: float | None, memory_limit: int | None, **kwargs: Any
    ) -> Any:
        return command(*args, limits=Limits(time_limit, memory_limit), **kwargs)

    return wrapped


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
