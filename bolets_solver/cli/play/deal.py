"""``bolets deal``: deal a random order of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bolets_solver.bolets.rules import Rules
from bolets_solver.cli.play.deal_filter import DealFilter, filter_options
from bolets_solver.cli.shared.common import json_option, print_json, report_errors, say
from bolets_solver.cli.shared.game_options import DIFFICULTIES, deck_option
from bolets_solver.cli.text.game_text import deck_line
from bolets_solver.cli.text.par_text import par_line, par_of
from bolets_solver.errors import InputError

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.deck import Deck


@click.command()
@click.option("--seed", type=int, metavar="N", help="Deal the order of this seed.")
@click.option("--cards", type=click.IntRange(min=1), metavar="N", help="Deal only N cards.")
@click.option(
    "--difficulty",
    type=click.Choice(DIFFICULTIES, case_sensitive=False),
    help="easy deals faces with exactly one rock.",
)
@filter_options
@deck_option
@json_option
@report_errors
def deal(
    seed: int | None,
    cards: int | None,
    difficulty: str | None,
    par: str | None,
    percentile: str | None,
    hardest: int | None,
    deck: str | None,
    as_json: bool,
) -> None:
    """Deal the cards of a deck: a random order, one side of each, the cottage last.

    The same seed and deck give the same order; without a seed one is chosen and printed.
    --par, --percentile and --hardest choose among all deals of the deck; they need its atlas.
    """
    import secrets

    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck
    from bolets_solver.study.decks.generate import random_deal

    loaded = load_deck(asked_deck(deck))
    easy = (difficulty or "").lower() == "easy"
    chosen = secrets.randbelow(10**6) if seed is None else seed
    wanted = DealFilter(par, percentile, hardest)
    if wanted.anything:
        if easy or cards is not None:
            raise InputError(
                "--par, --percentile and --hardest deal whole decks, not --cards, easy"
            )
        order = wanted.order(loaded, chosen)
    else:
        order = random_deal(_easy_sides(loaded) if easy else loaded, chosen, cards).order
    dealt = Deal.of(loaded, order)
    warnings = dealt.rock_warnings() if easy else []
    standing = par_of(dealt, Rules())
    if as_json:
        value = {
            "format": "bolets-deal/1",
            "deck": asked_deck(deck),
            "seed": chosen,
            "order": list(dealt.order),
        }
        if standing is not None:
            value["par"] = standing.points
        print_json(value | ({"warnings": warnings} if warnings else {}))
        return
    for warning in warnings:
        say(f"warning: {warning}")
    if seed is None:
        say(f"seed {chosen}; --seed {chosen} deals this order again")
    say(deck_line(asked_deck(deck)))  # stdout has only the order, for other commands
    if standing is not None:
        say(par_line(standing))
    click.echo(str(dealt))


def _easy_sides(deck: Deck) -> Deck:
    """Return the deck with only the sides that have one rock, for each card with such a side."""
    from dataclasses import replace

    from bolets_solver.bolets.cards.face import ROCK

    one_rock = {face.number for face in deck.faces.values() if face.count(ROCK) == 1}
    faces = {
        name: face
        for name, face in deck.faces.items()
        if face.number is None or face.number not in one_rock or face.count(ROCK) == 1
    }
    return replace(deck, faces=faces)
