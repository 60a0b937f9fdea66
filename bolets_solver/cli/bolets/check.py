"""``bolets check``: the referee's verdict on a record, a solution's JSON, or a hand-drawn game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bolets_solver.cli.bolets.trace_check import (
    best_with,
    nearest_lines,
    nearest_of,
    read_drawn_game,
    recovered_lines,
    trace_json,
)
from bolets_solver.cli.shared.common import (
    Exit,
    finish,
    json_option,
    print_json,
    report_errors,
    say,
)
from bolets_solver.cli.shared.game_options import (
    colour_wanted,
    columns_wanted,
    deck_option,
    rule_options,
)
from bolets_solver.cli.text.game_text import (
    count_text,
    deck_line,
    figures_text,
    tally_table,
    tier_line,
)

if TYPE_CHECKING:
    from bolets_solver.bolets.play.moves import Moment
    from bolets_solver.bolets.play.verdict import Verdict
    from bolets_solver.bolets.rules import Rules


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--trace", "drawn", is_flag=True, help="FILE contains hand-drawn lines.")
@json_option
@deck_option
@rule_options
@report_errors
def check(file: str, drawn: bool, as_json: bool, deck: str | None, settings: list[str]) -> None:
    """Check a game against the rules, and score it.

    FILE is a record (.bolets) or a solution's JSON; "-" is standard input. An unfinished game may
    be legal so far. Options override the file.

    With --trace, FILE begins with "bolets-trace/1" and is a record with drawn lines in place of
    slides, such as "5B r90 @3,-2: path = [[1, 0], [1.2, 3.9]] * path = [[1, 4], [3, 4]]". Cubes and
    Y are tokens between them. "path = svg(ID)" is a path of the drawing "svg: FILE". "scale:" is
    the size of a tile, "origin: x, y" the middle of tile 0,0. A line may be off by 0.3 tiles. If it
    breaks a rule, the nearest legal trace is shown.

    Exit code 1: a rule is broken, or a solution's figures differ from the replay.
    """
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.play.moves import Moment
    from bolets_solver.bolets.rules import Difficulty, Rules
    from bolets_solver.cli.shared.record_file import deck_of

    if drawn:
        game, loaded = read_drawn_game(file, deck)
    else:
        game = read_game(file)
        loaded = game.deck(deck)
    rules = Rules.parse(settings, game.record.rules)
    deal = game.deal_so_far(loaded)
    verdict = game.judge(deal, rules)
    unended = verdict.violation is not None and verdict.violation.is_unended_trace
    nearest = nearest_of(deal, game.record, rules, verdict) if drawn or unended else None
    best = best_with(deal, rules, nearest) if drawn else None
    warnings = deal.rock_warnings() if rules.difficulty is Difficulty.EASY else []
    differences = game.differences(verdict)
    if as_json:
        value = _as_json(verdict, rules, warnings, differences)
        print_json(value | trace_json(game.record, nearest, best) if drawn else value)
    else:
        for warning in warnings:
            say(f"warning: {warning}")
        click.echo(deck_line(deck_of(game, deck)))
        if drawn:
            click.echo("\n".join(recovered_lines(game.record)))
        if not verdict.legal and (drawn or unended):
            differences = nearest_lines(verdict, nearest, best)
        click.echo(
            _text(
                verdict,
                deal.order,
                differences,
                _door_ahead(Moment(deal, rules, game.record, verdict)),
            )
        )
    finish(Exit.NO if differences or not verdict.legal else Exit.ANSWERED)


def _as_json(
    verdict: Verdict, rules: Rules, warnings: list[str], differences: list[str]
) -> dict[str, Any]:
    from dataclasses import asdict

    value = verdict.as_json()
    value["rules"] = rules.as_json()
    value["ending"] = verdict.ending
    value["cards"] = [asdict(tally) for tally in verdict.tallies]
    if differences:
        value["differences"] = differences
    if warnings:
        value["warnings"] = warnings
    return value


def _text(
    verdict: Verdict, order: tuple[str, ...], differences: list[str], ahead: list[str]
) -> str:
    from bolets_solver.draw.map.text import LEGEND, map_text

    parts = [_headline(verdict, order), *ahead, *differences]
    if verdict.tallies:
        parts += ["", *tally_table(verdict.tallies, columns_wanted())]
    parts += ["", map_text(verdict.board, colour_wanted(), columns_wanted()), "", LEGEND]
    return "\n".join(parts)


def _door_ahead(moment: Moment) -> list[str]:
    """List the doors beside the end of a trace that has not entered one."""
    verdict, turns = moment.verdict, moment.record.turns
    if not verdict.legal or verdict.finished or not turns or not turns[-1].tokens:
        return []
    if not verdict.standing.tracing:
        return []
    wall = verdict.board.cards[-1].face.name
    return [
        f"door {door.number} of {wall} is right there: >{heading.letter} enters it"
        for heading, door in moment.trace().doors()
    ]


def _headline(verdict: Verdict, order: tuple[str, ...]) -> str:
    figures = figures_text(verdict.points, verdict.lives, verdict.crows)
    violation = verdict.violation
    if violation is not None:
        place = f"turn {violation.step}" if violation.step else "the entrance"
        if violation.line is not None:
            place = f"line {violation.line} ({place})"
        token = f" at '{violation.token}'" if violation.token else ""
        return (
            f"illegal: {place}{token} breaks {violation.rule}: {violation.message}\n"
            f"until then: {figures}"
        )
    if verdict.won:
        return f"legal, won: {figures}\n{tier_line(verdict.points)}"
    if verdict.finished:
        return f"legal, lost: {verdict.ending}\n{figures}"
    return f"legal so far, not finished: {figures}\n{_standing(verdict, order)}"


def _standing(verdict: Verdict, order: tuple[str, ...]) -> str:
    standing = verdict.standing
    if standing.tile is None or standing.heading is None:
        return f"the entrance of {order[0]} is not chosen yet"
    x, y = standing.tile
    where = f"at {x},{y} heading {standing.heading.word}"
    cubes = [
        count_text(count, f"{colour} cube") for colour, count in standing.hand.items() if count
    ]
    hand = f"; in hand: {', '.join(cubes)}" if cubes else ""
    if standing.tracing:
        return f"tracing {order[standing.card]}, {where}{hand}"
    return f"{order[standing.card + 1]} must be placed on {order[standing.card]}, {where}{hand}"
