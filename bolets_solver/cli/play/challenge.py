"""``bolets challenge``: a deal on paper, its solution on the reverse."""

from __future__ import annotations

import sys

import click

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


@click.command(short_help="Write a deal as a sheet to print, its solution on the reverse.")
@click.argument("order", nargs=-1, required=True, metavar="ORDER|CODE")
@click.option("-o", "--output", metavar="FILE.pdf", required=True, help='"-": standard output.')
@click.option("--entrance", type=int, metavar="N", help="Fix the first card's door.")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"], case_sensitive=False),
    default="a4",
    help="Default: a4.",
)
@click.option("--low-ink", is_flag=True, help="Outlines in grey instead of coloured areas.")
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
    deck: str | None,
    settings: list[str],
    limits: Limits,
) -> None:
    """Write a deal as a sheet of paper, to play away from the screen.

    The front shows the order, its faces, the par, the tiers and the code, also as a QR code; the
    reverse shows a best game, upside down. A limit ends the search; then the sheet shows what is
    known. -o replaces a sheet that this program wrote, but no other file.
    """
    from bolets_solver.bolets.files.share_code import read_order_or_code, write_code
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.cli.shared.coaching import Coaching
    from bolets_solver.cli.shared.output_file import PDF, require_place, write_output
    from bolets_solver.cli.text.par_text import par_of, standing_line
    from bolets_solver.draw.paper.challenge import Challenge, challenge_pdf, require_room
    from bolets_solver.errors import Defect, InputError

    if output != "-" and not output.lower().endswith(".pdf"):
        raise InputError(Defect("the file to be printed ends in .pdf", output))
    require_place(output, PDF)
    asked = read_order_or_code(order, deck, settings)
    door = asked.entrance if entrance is None else entrance
    require_room(asked.deal)
    write_code(asked.deal, asked.rules, door)  # raises on a wrong entrance before the work begins
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
