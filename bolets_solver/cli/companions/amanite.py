"""``bolets amanite``: the third round of Amanite."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.companions.shared import (
    as_option,
    new_game_option,
    new_options,
    objective_option,
    paranoid_option,
    player_named,
    players_option,
    print_answer,
    read_with_rules,
    require_file,
    rules_option,
    warn,
    with_memory_limit,
    write_new,
)
from bolets_solver.cli.shared.common import (
    exit_code,
    finish,
    json_option,
    limit_options,
    report_errors,
)
from bolets_solver.work.limits import Limits

if TYPE_CHECKING:
    from bolets_solver.amanite.answer.final_scores import Counted
    from bolets_solver.amanite.game.position import Position
    from bolets_solver.amanite.solving.solver import Analysis, Solver
    from bolets_solver.files.reading import Reading

_as_option = as_option("Use the hints of this player (default: the only player with hints).")
_rules_option = rules_option(("majority_tie", "majority_zero", "pig_scope"))
_objective_option = objective_option(
    ("win", "margin", "vp"), "the victory, then the margin; the margin; the points"
)


@click.group(context_settings={"max_content_width": 100})
def amanite() -> None:
    """Solve the third round of Amanite.

    FILE is a position ("-" is standard input); "bolets amanite new" writes one to fill in.
    """


@amanite.command(short_help="Show the value of every legal move.")
@click.argument("file")
@_objective_option
@paranoid_option
@_as_option
@_rules_option
@json_option
@limit_options
@report_errors
def solve(
    file: str,
    objective: str,
    paranoid: bool,
    as_name: str | None,
    rules: tuple[str, ...],
    as_json: bool,
    limits: Limits,
) -> None:
    """Show the value of every legal move, best first, and the best line.

    A limit or Ctrl-C ends the work; unfinished moves then have bounds in place of values. The time
    limit starts when the kernels are loaded. The default of --memory-limit is 4096 MiB.
    """
    from bolets_solver.amanite.answer.json_report import analysis_json
    from bolets_solver.amanite.answer.text_report import analysis_lines

    position, warnings = _read(file, rules)
    analysis = _analyse(position, objective, paranoid, as_name, limits)
    print_answer(as_json, analysis_json(analysis), analysis_lines(analysis), warnings)
    finish(exit_code(analysis.reason))


@amanite.command(short_help="Score a finished table, term by term.")
@click.argument("file")
@_as_option
@_rules_option
@json_option
@report_errors
def score(file: str, as_name: str | None, rules: tuple[str, ...], as_json: bool) -> None:
    """Score a finished table: every term, eliminations, the winner.

    The attributes of all held colours must be known or follow from the hints. FILE may leave out
    the tiles.
    """
    from bolets_solver.amanite.answer.json_report import scores_json
    from bolets_solver.amanite.answer.text_report import scores_lines

    position, warnings = _read(file, rules, finished=True)
    found = _counted(position, as_name)
    print_answer(as_json, scores_json(position, found), scores_lines(position, found), warnings)


@amanite.command(short_help="Print a position and what each player can know.")
@click.argument("file")
@_rules_option
@report_errors
def show(file: str, rules: tuple[str, ...]) -> None:
    """Print a position: tiles, tokens, turn, and what each player can know."""
    from bolets_solver.amanite.answer.position_text import show as shown

    position, warnings = _read(file, rules)
    warn(warnings)
    click.echo("\n".join(shown(position)))


@amanite.command(short_help="Print the probability of every attribute.")
@click.argument("file")
@_as_option
@json_option
@report_errors
def hints(file: str, as_name: str | None, as_json: bool) -> None:
    """Print the probability of each attribute for each colour, given a player's knowledge."""
    from bolets_solver.amanite.answer.json_report import hints_json
    from bolets_solver.amanite.answer.text_report import hints_lines

    position, warnings = _read(file, ())
    asker = _asker(position, as_name)
    print_answer(as_json, hints_json(position, asker), hints_lines(position, asker), warnings)


@amanite.command(short_help="Write a commented position to fill in.")
@new_options
@players_option(most=4, default=2)
@report_errors
def new(name: str | None, output: str | None, players: int, force: bool) -> None:
    """Write a commented position to fill in: to NAME.toml, to FILE, or to standard output.

    NAME may also be a path that ends in .toml. An existing file is not overwritten.
    """
    from bolets_solver.amanite.files.template import template

    write_new(template(players), name, output, force, "bolets amanite solve")


@amanite.command(short_help="Step through a game, with undo.")
@click.argument("file")
@new_game_option
@_objective_option
@paranoid_option
@_as_option
@_rules_option
@limit_options
@report_errors
def play(
    file: str,
    new: bool,
    objective: str,
    paranoid: bool,
    as_name: str | None,
    rules: tuple[str, ...],
    limits: Limits,
) -> None:
    """Step through a game: type moves, undo, and see the value of each move.

    Type "help" for all commands. Illegal moves are explained and change nothing. The game is saved
    after every move; the same command resumes it.
    """
    from bolets_solver.amanite.files.writer import format_position
    from bolets_solver.amanite.session import Session
    from bolets_solver.cli.companions.amanite_table import AmaniteTable
    from bolets_solver.cli.companions.stepping import step_through

    require_file(file)
    position, warnings = _read(file, rules)
    warn(warnings)
    asker = _asker(position, as_name)

    def analysis(now: Position) -> list[str]:
        found = _analyse(now, objective, paranoid, as_name, limits)
        # late, because it imports the solver, and Ctrl-C must not leave that half loaded
        from bolets_solver.amanite.answer.text_report import analysis_lines

        return analysis_lines(found)

    def seat(session: Session) -> AmaniteTable:
        click.echo("Type a move, or help.")
        table = AmaniteTable(session, analysis, asker)
        table.look()
        return table

    step_through(
        "amanite",
        lambda: Session(position),
        lambda session: format_position(session.position),
        seat,
        new,
    )


def _read(file: str, rules: tuple[str, ...], *, finished: bool = False) -> Reading[Position]:
    """Read a position with the switches of the command line; all defects are reported together."""
    from bolets_solver.amanite.files.reader import read_position
    from bolets_solver.amanite.rules import Rules

    return read_with_rules(partial(read_position, finished=finished), Rules(), file, rules)


def _asker(position: Position, name: str | None) -> int | None:
    """Return the player whose hints are used; raises InputError if unclear."""
    from bolets_solver.amanite.game.worlds import default_asker, players_with_hints
    from bolets_solver.errors import InputError

    if name is not None:
        return player_named(position.players, name)
    having = players_with_hints(position)
    if len(having) > 1:
        listed = ", ".join(position.players[player] for player in having)
        raise InputError(f"{listed} have hints; choose one with --as NAME")
    return default_asker(position)


def _counted(position: Position, name: str | None) -> Counted:
    """Score a finished table; raises InputError if it is not finished, or attributes are open."""
    from bolets_solver.amanite.answer.final_scores import counted
    from bolets_solver.amanite.answer.position_text import turn
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
    from bolets_solver.cli.shared.progress import Reporter, loading_kernels
    from bolets_solver.work.limits import Work

    asker = _asker(position, as_name)
    guaranteed = None
    if paranoid:
        guaranteed = position.to_act if as_name is None else asker
    with loading_kernels():
        from bolets_solver.amanite.solving import solver as solving
    solvers: list[Solver] = []

    def progress() -> str:
        return solvers[0].progress() if solvers else "getting ready"

    with Reporter(progress) as reporter, Work(with_memory_limit(limits), reporter.report) as work:
        solvers.append(
            solving.Solver(position, Objective(objective.lower()), asker, guaranteed, work)
        )
        return solvers[0].analysis()
