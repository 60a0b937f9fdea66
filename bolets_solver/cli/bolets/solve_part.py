"""``bolets solve`` for a begun game, and partial answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import Exit, exit_code, print_json, say
from bolets_solver.cli.shared.game_options import colour_wanted
from bolets_solver.cli.shared.progress import printing_to_the_end
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Limits, Status

if TYPE_CHECKING:
    from bolets_solver.bolets.files.share_code import SharedDeal
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.optimize.solution import Solution


@dataclass(frozen=True)
class Part:
    """The begun game, the part to show, and the file of the record."""

    begun: str | None
    par: bool
    hint: int | None
    output: str | None
    as_json: bool


def solve_part(
    part: Part,
    order: tuple[str, ...],
    entrance: int | None,
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> Exit:
    """Solve, print the wanted part, and return the exit code."""
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.cli.shared.output_file import RECORD, require_place
    from bolets_solver.cli.shared.record_file import require_deck, write_found

    if part.par and part.hint is not None:
        raise InputError("--par and --hint print different parts; give one of them")
    if part.output is not None and (part.par or part.hint is not None):
        raise InputError("-o writes the whole game; --par and --hint print a part of it")
    asked, record = _asked(part, order, entrance, deck, settings)
    if part.output is not None:
        require_place(part.output, RECORD)
        require_deck(asked.deck, part.output)
    solution = Coaching(asked.deal, asked.rules, limits).best(record)
    with printing_to_the_end():
        say(f"{solution.status} after {solution.seconds:.2f} s")
        if part.hint is not None:
            _name_deck(asked.deck, part.as_json)
            _print_hint(solution, record, part.hint, part.as_json)
        elif part.par:
            _name_deck(asked.deck, part.as_json)
            _print_par(solution, asked.deck, part.as_json)
        else:
            try:
                _print_all(solution, asked, part)
            finally:  # the terminal may be gone
                if part.output is not None:
                    write_found(solution.record, asked.deck, part.output)
    impossible = solution.status is Status.IMPOSSIBLE
    return Exit.NO if impossible else exit_code(solution.reason)


def _asked(
    part: Part,
    order: tuple[str, ...],
    entrance: int | None,
    deck: str | None,
    settings: list[str],
) -> tuple[SharedDeal, Record]:
    """Read the deal and the begun game; raises InputError."""
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.files.share_code import SharedDeal, read_order_or_code
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.cli.shared.record_file import deck_of
    from bolets_solver.errors import Defect

    if part.begun is None:
        asked = read_order_or_code(order, deck, settings)
        door = asked.entrance if entrance is None else entrance
        return asked, Record(asked.deck, asked.deal.order, door, (), asked.rules)
    if order or entrance is not None:
        raise InputError("the record of --from has its own order and entrance; give no others")
    game = read_game(part.begun)
    rules = Rules.parse(settings, game.record.rules)
    deal = game.deal(game.deck(deck))
    violation = game.judge(deal, rules).violation
    if violation is not None:
        message = f"the game breaks {violation.rule}: {violation.message}"
        raise InputError(Defect(message, game.name, violation.line))
    return SharedDeal(deal, rules, None, deck_of(game, deck)), replace(game.record, rules=rules)


def _print_all(solution: Solution, asked: SharedDeal, part: Part) -> None:
    from bolets_solver.cli.text.solution_text import solution_text

    if part.as_json:
        print_json(solution.as_json(asked.deck))
    elif part.output != "-":
        click.echo(solution_text(solution, asked.deck, None, colour_wanted()))


def _name_deck(deck: str, as_json: bool) -> None:
    from bolets_solver.cli.text.game_text import deck_line

    if not as_json:
        click.echo(deck_line(deck))


def _print_par(solution: Solution, deck: str, as_json: bool) -> None:
    if as_json:
        hidden = replace(solution, record=None, lives=None, crows=None)
        print_json(hidden.as_json(deck))
    elif solution.status is Status.IMPOSSIBLE:
        click.echo("no par: no game can be won (proven)")
    elif solution.status is Status.OPTIMAL:
        click.echo(f"par {solution.points} (proven)")
    else:
        found = "no game found" if solution.points is None else f"at least {solution.points}"
        click.echo(f"par not known: {found}, at most {solution.bound}")


def _print_hint(solution: Solution, record: Record, level: int, as_json: bool) -> None:
    from bolets_solver.study.games.coach import KNOWING, hint_json, next_hint

    hint = None
    if solution.record is not None and solution.points is not None:
        hint = next_hint(solution.deal, solution.rules, record, solution.record, solution.points)
    if as_json:
        print_json(hint_json(solution.deal, solution.status, hint, level))
    elif hint is not None:
        sure = "" if solution.status is Status.OPTIMAL else "; best found, not proven"
        click.echo(f"{hint.text(level)} ({KNOWING}{sure})")
    elif solution.status is Status.IMPOSSIBLE:
        click.echo("no game can be won any more (proven)")
    else:
        over = solution.record is not None
        click.echo("the game is over" if over else "no game was found within the limit")
