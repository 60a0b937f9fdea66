"""``bolets code``: write and read share codes of deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bolets_solver.cli.shared.common import json_option, print_json, report_errors, say
from bolets_solver.cli.shared.completing import complete_faces
from bolets_solver.cli.shared.game_options import deck_option, rule_options
from bolets_solver.cli.text.par_text import par_line, par_of
from bolets_solver.errors import InputError

if TYPE_CHECKING:
    from bolets_solver.bolets.files.share_code import SharedDeal


@click.command()
@click.argument(
    "order", nargs=-1, required=True, metavar="ORDER|CODE", shell_complete=complete_faces
)
@click.option("--entrance", type=int, metavar="N", help="Also fix the entrance of the first card.")
@json_option
@deck_option
@rule_options
@report_errors
def code(
    order: tuple[str, ...],
    entrance: int | None,
    as_json: bool,
    deck: str | None,
    settings: list[str],
) -> None:
    """Write the code of a deal, or print the deal of a code.

    A code contains the deck's name and a mark of its content, the order, the rules and a fixed
    entrance. Anyone with the deck gets exactly this deal. Every command that takes an order also
    takes a code. If the deck is not found by name, give its file with --deck.
    """
    from bolets_solver.bolets.files.share_code import is_code, read_order_or_code, write_code

    asked = read_order_or_code(order, deck, settings)
    door = asked.entrance if entrance is None else entrance
    word = write_code(asked.deal, asked.rules, door)
    warnings = _warnings(asked, word)
    if as_json:
        value: dict[str, Any] = {
            "format": "bolets-code/1",
            "code": word,
            "deck": asked.deck,
            "order": list(asked.deal.order),
            "entrance": door,
            "rules": asked.rules.as_json(),
        }
        print_json(value | ({"warnings": warnings} if warnings else {}))
        return
    for warning in warnings:
        say(f"warning: {warning}")
    standing = par_of(asked.deal, asked.rules, door)
    if not is_code(order[0]):
        click.echo(word)
        if standing is not None:
            say(par_line(standing))
        return
    switched = " ".join(f"{name}={value}" for name, value in asked.rules.switched().items())
    click.echo(f"deck: {asked.deck}\norder: {asked.deal}")
    click.echo(f"entrance: {'free' if door is None else door}")
    click.echo(f"rules: {switched or 'as usual'}")
    if standing is not None:
        click.echo(par_line(standing))


def _warnings(asked: SharedDeal, word: str) -> list[str]:
    """Warn if the code cannot be read without giving the deck's file."""
    from bolets_solver.bolets.files.deck_library import FOLDER
    from bolets_solver.bolets.files.share_code import read_code

    try:
        read_code(word)
    except InputError:
        return [
            f"no deck '{asked.deal.deck.name}' with these cards is found by name: the code is read "
            f"with --deck {asked.deck}, or once that file lies in {FOLDER}"
        ]
    return []
