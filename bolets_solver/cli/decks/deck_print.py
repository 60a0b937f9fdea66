"""``bolets deck print``: a deck as a PDF to print, cut and play with."""

from __future__ import annotations

import sys

import click

from bolets_solver.cli.shared.common import NumberRange, report_errors, say, warn_of_title


@click.command(name="print", short_help="Write a deck as a PDF to print and cut.")
@click.argument("deck", metavar="DECK")
@click.option("-o", "--output", metavar="FILE.pdf", required=True, help='"-": standard output.')
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"], case_sensitive=False),
    default="a4",
    help="Default: a4.",
)
@click.option(
    "--card", default="63x88", metavar="WxH", help="Millimetres of a card (default: 63x88)."
)
@click.option(
    "--bleed",
    type=NumberRange(0, 5),
    default=1.0,
    metavar="MM",
    help="How far colour reaches beyond the cut (default: 1).",
)
@click.option(
    "--layout",
    type=click.Choice(["duplex", "gutter"]),
    default="duplex",
    help="Put backs on the reverse of the paper (default), or beside the fronts, to fold and glue.",
)
@click.option("--low-ink", is_flag=True, help="Draw grey outlines instead of coloured areas.")
@report_errors
def print_deck(
    deck: str, output: str, paper: str, card: str, bleed: float, layout: str, low_ink: bool
) -> None:
    """Write a deck as a PDF to print and cut: cards, tracking card, and the rules on one page.

    DECK is the name of a deck, a deck file, or "-" for standard input. Print it at 100 %, on both
    sides, flipped on the long edge; measure the ruler on the paper. For a printer that prints on
    one side only, use --layout gutter: fold each sheet along its dashed line, glue it, then cut.

    -o replaces only a sheet that this program wrote.
    """
    from bolets_solver.cli.shared.output_file import PDF, require_place, write_output
    from bolets_solver.draw.figures.source import find_deck_or_file
    from bolets_solver.draw.paper.deck_sheets import print_deck
    from bolets_solver.draw.paper.page import card_size
    from bolets_solver.errors import Defect, InputError

    if output != "-" and not output.lower().endswith(".pdf"):
        raise InputError(Defect("the output file must end in .pdf", output))
    require_place(output, PDF)
    size = card_size(card)
    found = find_deck_or_file(deck)
    printed = print_deck(found, paper.lower(), size, bleed, low_ink, folded=layout == "gutter")
    if output == "-":
        sys.stdout.buffer.write(printed.pdf)
    else:
        write_output(output, printed.pdf, PDF)
        click.echo(output)
    sheets = "1 sheet" if printed.sheets == 1 else f"{printed.sheets} sheets"
    say(
        f"{printed.cards} cards on {sheets}, tiles of {printed.tile:.2f} mm; the last of "
        f"{printed.pages} pages is the rules"
    )
    warn_of_title(found.title, found.name)
    if printed.tile < LEGIBLE:
        say(f"warning: tiles of {printed.tile:.1f} mm are hard to read; choose a larger --card")


LEGIBLE = 6.0
"""Tiles smaller than this (in millimetres) cause a warning."""
