"""What the commands of the two companions share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from bolets_solver.cli.shared.common import say
from bolets_solver.errors import Defect, InputError
from bolets_solver.letters import composed
from bolets_solver.work.limits import Limits

First = TypeVar("First")
Second = TypeVar("Second")
Function = TypeVar("Function", bound=Callable[..., Any])

MEMORY_MEBIBYTES = 4096
"""A laptop must not begin to swap if nobody set a limit."""

paranoid_option = click.option(
    "--paranoid",
    is_flag=True,
    help="What a player can guarantee against all: the one of --as, else the one to act.",
)


def rules_option(words: Iterable[str]) -> Callable[[Function], Function]:
    """Option ``--rules`` for the switches ``words``."""
    return click.option(
        "--rules",
        multiple=True,
        metavar="NAME=VALUE",
        help=f"Set a switch, repeatable: {', '.join(words)}.",
    )


def with_memory_limit(limits: Limits) -> Limits:
    """Return limits with one for the memory, if none was set."""
    if limits.mebibytes is None:
        return Limits(limits.seconds, MEMORY_MEBIBYTES)
    return limits


def both(first: Callable[[], First], second: Callable[[], Second]) -> tuple[First, Second]:
    """Do two steps and return what they return; the defects of both are raised at once."""
    defects: list[Defect] = []
    try:
        one = first()
    except InputError as error:
        defects += error.defects
    try:
        other = second()
    except InputError as error:
        defects += error.defects
    if defects:
        raise InputError(defects)
    return one, other


def player_named(players: Sequence[str], name: str) -> int:
    """Return the number of the player that ``--as`` names; raises InputError if there is none."""
    from bolets_solver.files.findings import instead, shown

    name = composed(name)
    if name not in players:
        raise InputError(f"--as: there is no player {shown(name)}; {instead(name, players)}")
    return players.index(name)


def require_file(file: str) -> None:
    """Raise InputError if a position to play is to come from standard input."""
    if file == "-":
        raise InputError("play takes a file: what is typed comes from standard input")


def warn(warnings: Iterable[str]) -> None:
    """Print warnings for the person at the terminal."""
    for warning in warnings:
        say(f"warning: {warning}")


def new_options(command: Function) -> Function:
    """Argument ``NAME`` and options ``-o`` and ``--force`` of a command that writes a position."""
    for option in (
        click.option("--force", is_flag=True, help="Replace the file if there is one."),
        click.option("-o", "--output", metavar="FILE", help='Write to FILE ("-": print it).'),
        click.argument("name", metavar="[NAME]", required=False),
    ):
        command = option(command)
    return command


def write_new(text: str, name: str | None, output: str | None, force: bool, then: str) -> None:
    """Write a new position to a file, or print it if none is named.

    ``name`` is a path, or a name without an ending: then the file is NAME.toml. ``then`` says what
    to do with the file next. Raises InputError if the file exists and ``force`` is not set.
    """
    from bolets_solver.bolets.files.deck_library import is_path
    from bolets_solver.files.text_file import write_text

    if name is not None and output is not None:
        raise InputError("name the file once: as NAME or with -o")
    if name is not None and name != "-" and not is_path(name):
        name = f"{name}.toml"
    file = output if name is None else name
    if file is None or file == "-":
        click.echo(text, nl=False)
        return
    if not file.strip():
        raise InputError("name the file, or '-' for standard output")
    if Path(file).exists() and not force:
        message = "exists already and is not written over; --force replaces it"
        raise InputError(Defect(message, file))
    write_text(file, text)
    click.echo(file)
    say(f"fill it in, then: {then} {file}")
