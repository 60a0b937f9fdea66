"""``bolets deal``: an order of cards, dealt at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import json_option, print_json, say, tell_errors
from bolets_solver.cli.shared.game_options import DIFFICULTIES, deck_option
from bolets_solver.cli.text.game_text import deck_line

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.deck import Deck


@click.command()
@click.option("--seed", type=int, metavar="N", help="Deal the order of this number.")
@click.option("--cards", type=click.IntRange(min=1), metavar="N", help="Deal only so many cards.")
@click.option(
    "--difficulty",
    type=click.Choice(DIFFICULTIES, case_sensitive=False),
    help="easy deals faces with exactly one rock.",
)
@deck_option
@json_option
@tell_errors
def deal(
    seed: int | None, cards: int | None, difficulty: str | None, deck: str | None, as_json: bool
) -> None:
    """Deal the cards of a deck: a random order, one side of each, the cottage last.

    The same seed and deck give the same order; without a seed one is chosen and told.
    """
    import secrets

    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.cards.deck import asked_deck, load_deck
    from bolets_solver.study.decks.generate import random_deal

    loaded = load_deck(asked_deck(deck))
    easy = (difficulty or "").lower() == "easy"
    chosen = secrets.randbelow(10**6) if seed is None else seed
    drawn = random_deal(_easy_sides(loaded) if easy else loaded, chosen, cards)
    dealt = Deal.of(loaded, drawn.order)
    warnings = dealt.rock_warnings() if easy else []
    if as_json:
        value = {
            "format": "bolets-deal/1",
            "deck": asked_deck(deck),
            "seed": chosen,
            "order": list(dealt.order),
        }
        print_json(value | ({"warnings": warnings} if warnings else {}))
        return
    for warning in warnings:
        say(f"warning: {warning}")
    if seed is None:
        say(f"seed {chosen}; --seed {chosen} deals this order again")
    say(deck_line(asked_deck(deck)))  # stdout is the order alone, for other commands
    click.echo(str(dealt))


def _easy_sides(deck: Deck) -> Deck:
    """Return the deck with only the sides of one rock, of each card that has such a side."""
    from dataclasses import replace

    from bolets_solver.bolets.cards.face import ROCK

    one_rock = {face.number for face in deck.faces.values() if face.count(ROCK) == 1}
    faces = {
        name: face
        for name, face in deck.faces.items()
        if face.number is None or face.number not in one_rock or face.count(ROCK) == 1
    }
    return replace(deck, faces=faces)
