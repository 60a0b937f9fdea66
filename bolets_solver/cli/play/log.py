"""``bolets log``: a plain file of played games."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import click

from bolets_solver.cli.shared.common import (
    Exit,
    finish,
    json_option,
    print_json,
    report_errors,
    say,
)
from bolets_solver.cli.shared.game_options import deck_option, rule_options
from bolets_solver.errors import Defect, InputError

if TYPE_CHECKING:
    from bolets_solver.study.games.game_log import LoggedGame

DEFAULT = "bolets-log.txt"

log_option = click.option(
    "--log",
    "log_file",
    metavar="FILE",
    default=DEFAULT,
    help=f"The log (default: {DEFAULT} in the working folder).",
)


@click.group()
def log() -> None:
    """Keep played games in a plain file; first plays and replays of an order are separate."""


@log.command()
@click.argument("record", metavar="RECORD")
@log_option
@click.option("--day", metavar="YYYY-MM-DD", help="The date of the game (default: today).")
@click.option(
    "--first/--replay",
    "first",
    default=None,
    help="Whether you knew the order (default: first if the log has no game of it).",
)
@deck_option
@rule_options
@report_errors
def add(
    record: str,
    log_file: str,
    day: str | None,
    first: bool | None,
    deck: str | None,
    settings: list[str],
) -> None:
    """Add the game of a record to the log, which is created if missing.

    Exit code 1: the game breaks a rule and is not added.
    """
    from dataclasses import replace

    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.record_file import deck_from, deck_of, require_deck
    from bolets_solver.study.games.game_log import PlayKind, add_game

    game = read_game(record)
    rules = Rules.parse(settings, game.record.rules)
    deal = game.deal(game.deck(deck))
    verdict = game.judge(deal, rules)
    if verdict.violation is not None:
        say(f"not added: the game breaks {verdict.violation.rule}: {verdict.violation.message}")
        finish(Exit.NO)
    kind = None if first is None else (PlayKind.FIRST if first else PlayKind.REPLAY)
    require_deck(deck_of(game, deck), log_file)
    named = deck_from(deck_of(game, deck), log_file)
    kept = replace(game.record, deck=named, order=deal.order, rules=rules)
    added = add_game(log_file, kept, verdict, _day(day), kind)
    click.echo(f"{_line(added)}, added to {click.format_filename(log_file)}")


@log.command()
@log_option
@json_option
@report_errors
def show(log_file: str, as_json: bool) -> None:
    """Show the games of the log by order.

    The first play of an order and its replays are counted separately.
    """
    from bolets_solver.study.games.game_log import read_log

    games = read_log(log_file)
    if as_json:
        print_json({"format": "bolets-log-view/1", "games": [_json(game) for game in games]})
        return
    if not games:
        click.echo(f"{click.format_filename(log_file)} contains no games")
        return
    click.echo("\n".join(_lines(games)))


def _lines(games: list[LoggedGame]) -> list[str]:
    from bolets_solver.study.games.game_log import PlayKind

    lines = []
    for kind, word in ((PlayKind.FIRST, "first plays"), (PlayKind.REPLAY, "replays")):
        those = [game for game in games if game.kind is kind]
        won = [game.points for game in those if game.points is not None]
        figures = f", best {max(won)}, mean {sum(won) / len(won):.1f}" if won else ""
        lines.append(f"{word}: {len(those)}, won {len(won)}{figures}")
    for deal in dict.fromkeys(game.deal for game in games):
        of_deal = [game for game in games if game.deal == deal]
        record = of_deal[0].record
        switched = " ".join(f"{k}={v}" for k, v in record.rules.switched().items())
        lines += ["", " ".join([f"{record.deck}: {' '.join(record.order)}", switched]).rstrip()]
        lines += [f"  {_line(game)}" for game in of_deal]
    return lines


def _line(game: LoggedGame) -> str:
    ending = "not finished" if game.won is None else "lost"
    if game.won:
        ending = f"won with {game.points}"
    return f"{game.day.isoformat()}  {game.kind!s:6}  {ending}"


def _json(game: LoggedGame) -> dict[str, Any]:
    return {
        "day": game.day.isoformat(),
        "play": str(game.kind),
        "deck": game.record.deck,
        "order": list(game.record.order),
        "rules": game.record.rules.as_json(),
        "won": game.won,
        "points": game.points,
        "record": game.record.as_solution_json(),
    }


def _day(text: str | None) -> date:
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(Defect(f"'{text}' is not a date; write one such as 2026-01-31")) from None
