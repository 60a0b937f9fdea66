"""``bolets boldest``: the last Day of The Boldest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Limits

if TYPE_CHECKING:
    from bolets_solver.boldest.game.position import Position
    from bolets_solver.files.reading import Reading
    from bolets_solver.work.limits import Work


_as_option = as_option("Answer from this player's point of view.")
_rules_option = rules_option(
    ("same_action_item", "flag_second", "flag_unable", "loot_icon", "smallest_affordable")
)
_objective_option = objective_option(("win", "margin"), "winning, then the margin; or the margin")


@click.group(context_settings={"max_content_width": 100})
def boldest() -> None:
    """Solve the last Day of The Boldest.

    FILE is a position ("-" is standard input); "bolets boldest new" writes one to fill in.
    """


@boldest.command(short_help="Find the best cards to take, the best plan, or an equilibrium.")
@click.argument("file")
@click.option(
    "--mode",
    type=click.Choice(["resolve", "plan", "equilibrium"], case_sensitive=False),
    default="resolve",
    show_default=True,
    help="The question to answer, see above.",
)
@_as_option
@_objective_option
@paranoid_option
@click.option(
    "--top",
    type=click.IntRange(1, 1000),
    metavar="N",
    default=10,
    show_default=True,
    help="Number of plans that --mode plan shows.",
)
@_rules_option
@json_option
@limit_options
@report_errors
def solve(
    file: str,
    mode: str,
    as_name: str | None,
    objective: str,
    paranoid: bool,
    top: int,
    rules: tuple[str, ...],
    as_json: bool,
    limits: Limits,
) -> None:
    """Find the best cards to take, the best plan, or an equilibrium.

    resolve: the value of every take of the Group to act, and best play. The Groups of this
    Expedition are known; those of later ones may be face down ("?") or weighted.

    plan: the best plan of --as NAME against the given plans of the others.

    equilibrium: two players plan at the same time; their mixed plans, with a certificate. With
    three to five players: what each could gain over the given plans.

    A limit or Ctrl-C ends the work and prints the results so far. The default of --memory-limit is
    4096 MiB.
    """
    from bolets_solver.cli.shared.progress import Reporter, loading_kernels
    from bolets_solver.work.limits import Work

    position, warnings = _read(file, rules)
    player = _player(position, as_name)
    with loading_kernels():
        from bolets_solver.boldest.kernels import plans  # noqa: F401 - its kernels

    def progress() -> str:
        return f"{mode.lower()}: {work.describe() if work.describe else 'at work'}"

    with Reporter(progress) as reporter, Work(with_memory_limit(limits), reporter.report) as work:
        if mode == "resolve":
            document, lines = _resolve(position, objective, paranoid, player, work)
        elif mode == "plan":
            document, lines = _plan(position, objective, paranoid, player, work, top)
        else:
            document, lines = _equilibrium(position, objective, paranoid, player, work)
    warnings += tuple(document.pop("warnings", ()))
    document["seconds"] = round(work.elapsed, 3)
    print_answer(as_json, document, lines, warnings)
    finish(exit_code(work.reason if document["status"] == "limit" else None))


@boldest.command(short_help="Count Experience and rank the players.")
@click.argument("file")
@json_option
@report_errors
def score(file: str, as_json: bool) -> None:
    """Count Experience, one for each unused Item, and rank the players; flags break ties."""
    from bolets_solver.boldest.answer.json_report import score_json
    from bolets_solver.boldest.answer.text_report import score_lines
    from bolets_solver.boldest.game.scoring import End

    position, warnings = _read(file, ())
    if not position.over:
        warnings += (
            f"the Day is not over (expedition {position.expedition} of {position.expeditions}); "
            "this is the score so far",
        )
    totals = tuple(
        own + len(items) for own, items in zip(position.experience, position.items, strict=True)
    )
    end = End(totals, position.flags)
    print_answer(as_json, score_json(position, end), score_lines(position, end), warnings)


@boldest.command(short_help="Draw a position and what can be reached now.")
@click.argument("file")
@_rules_option
@report_errors
def show(file: str, rules: tuple[str, ...]) -> None:
    """Draw the Forest with the cards that each Class reaches, and what is known of the players."""
    from bolets_solver.boldest.answer.position_text import draw_position
    from bolets_solver.boldest.answer.text_report import turn_lines

    position, warnings = _read(file, rules)
    warn(warnings)
    click.echo("\n".join([draw_position(position), *turn_lines(position)]))


@boldest.command(short_help="Write a commented position to fill in.")
@new_options
@players_option(most=5, default=3)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Write a random last Day instead; the same seed gives the same Day.",
)
@report_errors
def new(name: str | None, output: str | None, players: int, seed: int | None, force: bool) -> None:
    """Write a position to fill in, or a random one: to NAME.toml, to FILE, or to standard output.

    NAME may also be a path that ends in .toml. An existing file is not overwritten.
    """
    from bolets_solver.boldest.files.template import template
    from bolets_solver.boldest.files.writer import format_position
    from bolets_solver.boldest.game.random_days import random_day

    if seed is None:
        text = template(players)
    else:
        text = format_position(random_day(players, seed, with_plans=True))
    write_new(text, name, output, force, "bolets boldest solve")


@boldest.command(short_help="Step through the Expeditions, with undo.")
@click.argument("file")
@new_game_option
@_as_option
@_objective_option
@paranoid_option
@_rules_option
@limit_options
@report_errors
def play(
    file: str,
    new: bool,
    as_name: str | None,
    objective: str,
    paranoid: bool,
    rules: tuple[str, ...],
    limits: Limits,
) -> None:
    """Step through the Expeditions: type takes, undo, and see the value of each take.

    The Groups of this Expedition must be known; play continues as far as later ones are. Type
    "help" for all commands. The game is saved after every take; the same command resumes it.
    """
    from bolets_solver.boldest.files.writer import format_position
    from bolets_solver.boldest.session import Session
    from bolets_solver.cli.companions.boldest_table import BoldestTable
    from bolets_solver.cli.companions.stepping import step_through
    from bolets_solver.cli.shared.progress import loading_kernels
    from bolets_solver.work.limits import Work

    require_file(file)
    position, warnings = _read(file, rules)
    player = _player(position, as_name)
    warn([*warnings, *Session(position).warnings])

    def analysis(now: Position) -> list[str]:
        with loading_kernels():
            from bolets_solver.boldest.kernels import search  # noqa: F401 - its kernels
        with Work(limits) as work:
            return _resolve(now, objective, paranoid, player, work)[1]

    def seat(session: Session) -> BoldestTable:
        click.echo("Type a take, or help.")
        table = BoldestTable(session, analysis)
        table.look()
        return table

    step_through(
        "boldest",
        lambda: Session(position),
        lambda session: format_position(session.position),
        seat,
        new,
    )


def _resolve(
    position: Position, objective: str, paranoid: bool, player: int | None, work: Work
) -> tuple[dict[str, Any], list[str]]:
    from bolets_solver.boldest.answer.json_report import resolve_json
    from bolets_solver.boldest.answer.text_report import resolve_lines
    from bolets_solver.boldest.solving.resolve import actor_of, resolve

    hero = None
    if paranoid:  # either of two players is paranoid already
        hero = player if player is not None else actor_of(position)
    found = resolve(position, objective, hero, work)
    document = resolve_json(position, objective, hero, found)
    document["warnings"] = list(found.warnings)
    return document, resolve_lines(position, objective, hero, found)


def _plan(
    position: Position,
    objective: str,
    paranoid: bool,
    player: int | None,
    work: Work,
    top: int,
) -> tuple[dict[str, Any], list[str]]:
    from bolets_solver.boldest.answer.json_report import plan_json
    from bolets_solver.boldest.answer.text_report import plan_lines
    from bolets_solver.boldest.solving.plan import best_plans, likely_planner

    if player is None:
        player = likely_planner(position)
    against = paranoid and position.count > 2  # either of two players is paranoid already
    found = best_plans(position, player, objective, paranoid=against, work=work, top=top)
    document = plan_json(position, objective, paranoid, found)
    return document, plan_lines(position, objective, found, paranoid=paranoid)


def _equilibrium(
    position: Position, objective: str, paranoid: bool, player: int | None, work: Work
) -> tuple[dict[str, Any], list[str]]:
    from bolets_solver.boldest.answer.json_report import equilibrium_json
    from bolets_solver.boldest.answer.text_report import equilibrium_lines
    from bolets_solver.boldest.solving.equilibrium import equilibrium

    if paranoid and position.count > 2:
        raise InputError("--paranoid needs --mode resolve or --mode plan")
    found = equilibrium(position, objective, work)
    document = equilibrium_json(position, objective, player or 0, found)
    if position.count == 2 and any(plans is not None for plans in position.plans):
        document["warnings"] = [
            'a complete plan is planned again except resolved spaces; a plan with "?" is kept'
        ]
    return document, equilibrium_lines(position, objective, player or 0, found)


def _read(file: str, rules: tuple[str, ...]) -> Reading[Position]:
    """Read a position with the switches of the command line; all defects are reported together."""
    from bolets_solver.boldest.files.reader import read_position
    from bolets_solver.boldest.rules import Rules

    return read_with_rules(read_position, Rules(), file, rules)


def _player(position: Position, name: str | None) -> int | None:
    return None if name is None else player_named(position.players, name)
