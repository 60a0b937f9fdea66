"""``bolets amanite``: the third round of Amanite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import (
    exit_code,
    finish,
    json_option,
    limit_options,
    print_json,
    say,
    tell_errors,
)
from bolets_solver.work.limits import Limits

if TYPE_CHECKING:
    from bolets_solver.amanite.answer.report import Counted
    from bolets_solver.amanite.files.reader import Reading
    from bolets_solver.amanite.game.position import Position
    from bolets_solver.amanite.solve.solver import Analysis, Solver
    from bolets_solver.errors import Defect

MEMORY_MEBIBYTES = 4096
"""A laptop must not begin to swap if nobody set a limit."""

as_option = click.option(
    "--as",
    "as_name",
    metavar="NAME",
    help="Whose hints are used (default: those of the only player with hints).",
)
rules_option = click.option(
    "--rules",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a switch, repeatable: majority_tie, majority_zero, pig_scope.",
)
objective_option = click.option(
    "--objective",
    type=click.Choice(["win", "margin", "vp"], case_sensitive=False),
    default="win",
    show_default=True,
    help="What players maximise: the victory, then the margin; the margin; their points.",
)
paranoid_option = click.option(
    "--paranoid",
    is_flag=True,
    help="What a player can guarantee against all: the one of --as, else the one to act.",
)


@click.group(context_settings={"max_content_width": 100})
def amanite() -> None:
    """Solve the third round of Amanite.

    FILE is a position ("-" reads standard input); "bolets amanite new" writes one to fill in.
    """


@amanite.command(short_help="Tell what every legal move is worth.")
@click.argument("file")
@objective_option
@paranoid_option
@as_option
@rules_option
@json_option
@limit_options
@tell_errors
def solve(
    file: str,
    objective: str,
    paranoid: bool,
    as_name: str | None,
    rules: tuple[str, ...],
    as_json: bool,
    limits: Limits,
) -> None:
    """Tell what every legal move is worth, best first, and how play goes on.

    A limit or Ctrl-C ends the work; moves that are not done then have bounds in place of values.
    The time limit counts from when the kernels are loaded. Without --memory-limit, 4096 MiB are
    the limit.
    """
    from bolets_solver.amanite.answer.report import analysis_data, analysis_lines
    from bolets_solver.cli.shared.progress import printing_to_the_end

    reading = _read(file, rules)
    analysis = _analyse(reading.position, objective, paranoid, as_name, limits)
    with printing_to_the_end():
        if as_json:
            print_json(analysis_data(analysis, reading.warnings))
        else:
            _warn(reading)
            click.echo("\n".join(analysis_lines(analysis)))
    finish(exit_code(analysis.reason))


@amanite.command(short_help="Score a finished table, term by term.")
@click.argument("file")
@as_option
@rules_option
@json_option
@tell_errors
def score(file: str, as_name: str | None, rules: tuple[str, ...], as_json: bool) -> None:
    """Score a finished table: every term, eliminations, who wins.

    The attributes must be known, or follow from the hints, but for colours that nobody holds; the
    tiles may be left out of FILE.
    """
    from bolets_solver.amanite.answer.report import scores_data, scores_lines

    reading = _read(file, rules, finished=True)
    found = _counted(reading.position, as_name)
    if as_json:
        data = scores_data(reading.position, found)
        if reading.warnings:
            data["warnings"] = list(reading.warnings)
        print_json(data)
        return
    _warn(reading)
    click.echo("\n".join(scores_lines(reading.position, found)))


@amanite.command(short_help="Print a position and what each can know.")
@click.argument("file")
@rules_option
@tell_errors
def show(file: str, rules: tuple[str, ...]) -> None:
    """Print a position: the tiles, who has what, whose turn it is, who can know what."""
    from bolets_solver.amanite.answer.position_text import show as shown

    reading = _read(file, rules)
    _warn(reading)
    click.echo("\n".join(shown(reading.position)))


@amanite.command(short_help="Print the probability of every attribute.")
@click.argument("file")
@as_option
@json_option
@tell_errors
def hints(file: str, as_name: str | None, as_json: bool) -> None:
    """Print how probable each attribute is for each colour, from what a player knows."""
    from bolets_solver.amanite.answer.report import hints_data, hints_lines

    reading = _read(file, ())
    asker = _asker(reading.position, as_name)
    if as_json:
        data = hints_data(reading.position, asker)
        if reading.warnings:
            data["warnings"] = list(reading.warnings)
        print_json(data)
        return
    _warn(reading)
    click.echo("\n".join(hints_lines(reading.position, asker)))


@amanite.command(short_help="Write a commented position to fill in.")
@click.argument("file", required=False)
@click.option(
    "--players", type=click.IntRange(2, 4), default=2, show_default=True, help="How many play."
)
@click.option("--force", is_flag=True, help="Replace FILE if there is one.")
@tell_errors
def new(file: str | None, players: int, force: bool) -> None:
    """Write a commented position to fill in, to FILE or to standard output."""
    from pathlib import Path

    from bolets_solver.amanite.files.writer import template
    from bolets_solver.errors import Defect, InputError
    from bolets_solver.files.text_file import write_text

    text = template(players)
    if file is None or file == "-":
        click.echo(text, nl=False)
        return
    if Path(file).exists() and not force:
        raise InputError(Defect("there is such a file already; --force replaces it", file))
    write_text(file, text)
    say(f"wrote {file}; fill it in, then: bolets amanite solve {file}")


@amanite.command(short_help="Step through a game, with undo.")
@click.argument("file")
@click.option("--new", is_flag=True, help="Begin anew, though a game from here was left off.")
@objective_option
@paranoid_option
@as_option
@rules_option
@limit_options
@tell_errors
def play(
    file: str,
    new: bool,
    objective: str,
    paranoid: bool,
    as_name: str | None,
    rules: tuple[str, ...],
    limits: Limits,
) -> None:
    """Step through a game: type moves, undo, and ask what each move is worth.

    Type "help" for what can be typed. What is illegal is explained and changes nothing. The game is
    kept after every move: leave it, and the same command takes it up again.
    """
    from bolets_solver.amanite.files.writer import format_position
    from bolets_solver.amanite.session import Session
    from bolets_solver.cli.companions.amanite_table import Table
    from bolets_solver.cli.companions.stepping import step_through
    from bolets_solver.errors import InputError

    if file == "-":
        raise InputError("play takes a file: what is typed comes from standard input")
    reading = _read(file, rules)
    _warn(reading)
    asker = _asker(reading.position, as_name)

    def analysis(position: Position) -> list[str]:
        from bolets_solver.amanite.answer.report import analysis_lines

        return analysis_lines(_analyse(position, objective, paranoid, as_name, limits))

    def seat(session: Session) -> Table:
        click.echo("Type a move, or help.")
        table = Table(session, analysis, asker)
        table.look()
        return table

    step_through(
        "amanite",
        lambda: Session(reading.position),
        lambda session: format_position(session.position),
        seat,
        new,
    )


def _read(file: str, rules: tuple[str, ...], *, finished: bool = False) -> Reading:
    """Read a position with the switches of the command line; all defects of both come together."""
    from bolets_solver.amanite.files.reader import read_position
    from bolets_solver.amanite.rules import Switches, with_assignments
    from bolets_solver.errors import InputError

    defects: list[Defect] = []
    try:
        with_assignments(Switches(), rules)
    except InputError as error:
        defects += error.defects
    try:
        reading = read_position(file, finished=finished, rules=() if defects else rules)
    except InputError as error:
        defects += error.defects
    if defects:
        raise InputError(defects)
    return reading


def _asker(position: Position, name: str | None) -> int | None:
    """Return whose hints are used; raises InputError if that is not clear."""
    from bolets_solver.amanite.game.worlds import default_asker, players_with_hints
    from bolets_solver.errors import InputError

    if name is not None:
        if name not in position.players:
            listed = ", ".join(position.players)
            raise InputError(f'--as: there is no player "{name}"; there are {listed}')
        return position.players.index(name)
    having = players_with_hints(position)
    if len(having) > 1:
        listed = ", ".join(position.players[player] for player in having)
        raise InputError(f"{listed} have hints; say with --as NAME whose knowledge counts")
    return default_asker(position)


def _counted(position: Position, name: str | None) -> Counted:
    """Count a finished table; raises InputError if it is none, or open what counts."""
    from bolets_solver.amanite.answer.position_text import turn
    from bolets_solver.amanite.answer.report import counted
    from bolets_solver.amanite.game.position import Phase
    from bolets_solver.errors import Defect, InputError

    defects = []
    if position.phase is not Phase.FINISHED:
        defects.append(Defect(f"the table is not finished: {turn(position)}"))
    try:
        found = counted(position, _asker(position, name))
    except InputError as error:
        defects += error.defects
    if defects:
        raise InputError(defects)
    return found


def _analyse(
    position: Position, objective: str, paranoid: bool, as_name: str | None, limits: Limits
) -> Analysis:
    from bolets_solver.amanite.game.objective import Objective
    from bolets_solver.cli.shared.progress import Teller, loading_kernels
    from bolets_solver.work.limits import Work

    asker = _asker(position, as_name)
    guaranteed = None
    if paranoid:
        guaranteed = asker if asker is not None else position.to_act
    with loading_kernels():
        from bolets_solver.amanite.solve import solver as solving
    if limits.mebibytes is None:
        limits = Limits(limits.seconds, MEMORY_MEBIBYTES)
    solvers: list[Solver] = []

    def progress() -> str:
        return solvers[0].progress() if solvers else "getting ready"

    with Teller(progress) as teller, Work(limits, teller.report) as work:
        solvers.append(
            solving.Solver(position, Objective(objective.lower()), asker, guaranteed, work)
        )
        return solvers[0].analysis()


def _warn(reading: Reading) -> None:
    for warning in reading.warnings:
        say(f"warning: {warning}")
