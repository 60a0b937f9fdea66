"""``bolets challenge``: a deal on paper, its solution on the reverse."""

from __future__ import annotations

import sys

import click

from bolets_solver.cli.play.deal_filter import DealFilter, filter_options
from bolets_solver.cli.shared.common import (
    exit_code,
    finish,
    limit_options,
    report_errors,
    say,
    warn_of_title,
)
from bolets_solver.cli.shared.game_options import deck_option, rule_options
from bolets_solver.work.limits import Limits


@click.command(short_help="Write a deal as a PDF, with its solution on the reverse.")
@click.argument("order", nargs=-1, metavar="[ORDER|CODE]")
@click.option("-o", "--output", metavar="FILE.pdf", required=True, help='"-": standard output.')
@click.option("--entrance", type=int, metavar="N", help="Fix the entrance of the first card.")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"], case_sensitive=False),
    default="a4",
    help="Default: a4.",
)
@click.option("--low-ink", is_flag=True, help="Draw grey outlines instead of coloured areas.")
@click.option("--seed", type=int, metavar="N", help="Without ORDER: the deal of this number.")
@filter_options
@deck_option
@rule_options
@limit_options
@report_errors
def challenge(
    order: tuple[str, ...],
    output: str,
    entrance: int | None,
    paper: str,
    low_ink: bool,
    seed: int | None,
    par: str | None,
    percentile: str | None,
    hardest: int | None,
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Write a deal as a PDF, to play away from the screen.

    The front shows the order, its faces, the par, the tiers and the code, also as a QR code; the
    reverse shows a best game, upside down. If a limit ends the search, the sheet shows what is
    known. Without ORDER a deal is chosen as by "bolets deal"; --par, --percentile and --hardest
    need the deck's atlas. -o replaces only a sheet that this program wrote.
    """
    from bolets_solver.bolets.files.share_code import read_order_or_code, write_code
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.cli.shared.output_file import PDF, require_place, write_output
    from bolets_solver.cli.text.par_text import par_of, standing_line
    from bolets_solver.draw.paper.challenge import Challenge, challenge_pdf, require_room
    from bolets_solver.errors import Defect, InputError

    if output != "-" and not output.lower().endswith(".pdf"):
        raise InputError(Defect("the output file must end in .pdf", output))
    if order and (seed, par, percentile, hardest) != (None, None, None, None):
        raise InputError("--seed, --par, --percentile and --hardest choose a deal; give no ORDER")
    require_place(output, PDF)
    chosen = order or _chosen(deck, seed, DealFilter(par, percentile, hardest))
    asked = read_order_or_code(chosen, deck, settings)
    door = asked.entrance if entrance is None else entrance
    require_room(asked.deal)
    write_code(asked.deal, asked.rules, door)  # raises for a wrong entrance before the work begins
    record = Record(asked.deck, asked.deal.order, door, (), asked.rules)
    solution = Coaching(asked.deal, asked.rules, limits).best(record)
    sheet = Challenge(asked.deal, asked.rules, door, solution)
    pdf = challenge_pdf(sheet, paper.lower(), low_ink)
    if output == "-":
        sys.stdout.buffer.write(pdf)
    else:
        write_output(output, pdf, PDF)
        click.echo(output)
    say(sheet.par)
    standing = par_of(asked.deal, asked.rules, door)
    line = None if standing is None else standing_line(standing)
    if line is not None:
        say(line)
    warn_of_title(asked.deal.deck.title, asked.deal.deck.name)
    finish(exit_code(solution.reason))


def _chosen(deck: str | None, seed: int | None, wanted: DealFilter) -> tuple[str, ...]:
    """Return the order that ``bolets deal`` deals with these options, and print its seed."""
    import secrets

    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck
    from bolets_solver.study.decks.generate import random_deal

    number = secrets.randbelow(10**6) if seed is None else seed
    if seed is None:
        say(f"seed {number}; --seed {number} chooses this deal again")
    loaded = load_deck(asked_deck(deck))
    if wanted.anything:
        return wanted.order(loaded, number)
    return random_deal(loaded, number).order
