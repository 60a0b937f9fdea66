"""Shared code of the two companions' commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from bolets_solver.cli.shared.common import Function, print_json, say
from bolets_solver.errors import Defect, InputError
from bolets_solver.letters import composed
from bolets_solver.work.limits import Limits

if TYPE_CHECKING:
    from bolets_solver.files.reading import Reading
    from bolets_solver.files.switches import SwitchWords

PositionType = TypeVar("PositionType")

MEMORY_MEBIBYTES = 4096
"""Without a limit a laptop might begin to swap."""

paranoid_option = click.option(
    "--paranoid",
    is_flag=True,
    help="Show what a player (--as, default: the player to act) can guarantee against all others.",
)


new_game_option = click.option(
    "--new", is_flag=True, help="Start again, and set a saved game of this position aside."
)


class ReadsPosition(Protocol[PositionType]):
    """The reader of a companion's positions."""

    def __call__(self, name: str, *, rules: Sequence[str] = ()) -> Reading[PositionType]:
        """Read file ``name`` with the switches ``rules``; raises InputError with all defects."""


def objective_option(words: Sequence[str], meaning: str) -> Callable[[Function], Function]:
    """Option ``--objective`` with its ``words``; the first is the default."""
    return click.option(
        "--objective",
        type=click.Choice(words, case_sensitive=False),
        default=words[0],
        show_default=True,
        help=f"What players maximise: {meaning}.",
    )


def as_option(meaning: str) -> Callable[[Function], Function]:
    """Option ``--as`` for a player's name."""
    return click.option("--as", "as_name", metavar="NAME", help=meaning)


def players_option(most: int, default: int) -> Callable[[Function], Function]:
    """Option ``--players`` of a command that writes a position."""
    return click.option(
        "--players",
        type=click.IntRange(2, most),
        metavar="N",
        default=default,
        show_default=True,
        help="Number of players.",
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
    """Return limits with a default memory limit."""
    if limits.mebibytes is None:
        return Limits(limits.seconds, MEMORY_MEBIBYTES)
    return limits


def read_with_rules(
    read: ReadsPosition[PositionType], defaults: SwitchWords, file: str, rules: Sequence[str]
) -> Reading[PositionType]:
    """Read a position with the switches of the command line.

    Raises InputError with the defects of both; then the position is read without the switches.
    """
    wrong: tuple[Defect, ...] = ()
    try:
        defaults.with_settings(rules)
    except InputError as error:
        wrong, rules = error.defects, ()
    try:
        reading = read(file, rules=rules)
    except InputError as error:
        raise InputError([*error.defects, *wrong]) from None
    if wrong:
        raise InputError(wrong)
    return reading


def player_named(players: Sequence[str], name: str) -> int:
    """Return the number of the player that ``--as`` names; raises InputError if there is none."""
    from bolets_solver.files.findings import instead, shown

    name = composed(name)
    if name not in players:
        raise InputError(f"--as: the player {shown(name)} is unknown; {instead(name, players)}")
    return players.index(name)


def require_file(file: str) -> None:
    """Raise InputError if a position to play would come from standard input."""
    if file == "-":
        raise InputError("play needs a file, because moves come from standard input")


def warn(warnings: Iterable[str]) -> None:
    """Print warnings on stderr."""
    for warning in warnings:
        say(f"warning: {warning}")


def print_answer(
    as_json: bool, document: dict[str, Any], lines: Iterable[str], warnings: Sequence[str]
) -> None:
    """Print an answer as JSON or as lines, and its warnings; Ctrl-C does not cut it."""
    from bolets_solver.cli.shared.progress import printing_to_the_end

    with printing_to_the_end():
        if as_json:
            print_json(document | ({"warnings": list(warnings)} if warnings else {}))
        else:
            warn(warnings)
            click.echo("\n".join(lines))


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
    """Write a new position to a file, or print it if no file is given.

    ``name`` is a path, or a name without a suffix: then the file is NAME.toml. ``then`` is the
    command for the file. Raises InputError if the file exists and ``force`` is not set.
    """
    from bolets_solver.bolets.files.deck_library import is_path
    from bolets_solver.files.text_file import write_text

    if name is not None and output is not None:
        raise InputError("give the file once: as NAME or with -o")
    if name is not None and name != "-" and not is_path(name):
        name = f"{name}.toml"
    file = output if name is None else name
    if file is None or file == "-":
        click.echo(text, nl=False)
        return
    if not file.strip():
        raise InputError("give a file, or '-' for standard output")
    if Path(file).exists() and not force:
        message = "exists already and is not overwritten; --force replaces it"
        raise InputError(Defect(message, file))
    write_text(file, text)
    click.echo(file)
    say(f"fill it in, then: {then} {file}")
