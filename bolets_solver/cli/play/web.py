"""``bolets web``: the board in a browser, on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import report_errors, say
from bolets_solver.cli.shared.game_options import deck_option, rule_options
from bolets_solver.errors import Defect, InputError

if TYPE_CHECKING:
    from bolets_solver.web.game.position import Decks, Position
    from bolets_solver.web.serve import ListeningPlace
    from bolets_solver.web.server.guard import Keys


@click.command()
@click.argument("game", nargs=-1, metavar="[FILE|ORDER|CODE|LINK|DECK.toml]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port to listen on (default: a free one).",
)
@click.option("--no-browser", is_flag=True, help="Only print the address; do not open a browser.")
@click.option("--lan", is_flag=True, help="Also let other devices in this network open the board.")
@deck_option
@rule_options
@report_errors
def web(
    game: tuple[str, ...],
    port: int,
    no_browser: bool,
    lan: bool,
    deck: str | None,
    settings: list[str],
) -> None:
    """Open the board in a browser: play, undo, get hints, review games, edit cards.

    The board runs on this machine, without account or internet. The first line on stdout is its
    address, which works once. Ctrl-C ends the board. Games are saved after every step, like those
    of "bolets play".

    A deck file opens the card editor for that file.

    With --lan the address is also shown as a QR code for a phone.
    """
    from bolets_solver.web.app import BoardServer
    from bolets_solver.web.game.position import Decks
    from bolets_solver.web.serve import LOCAL, listen, serve
    from bolets_solver.web.server.guard import Keys

    decks = Decks()
    deck_file = _deck_file(game, deck, settings)
    first = _first(() if deck_file else game, deck, settings, decks)
    place = listen(port, lan)
    keys = Keys(place.port)
    fragment = "cards" if deck_file else ""
    address = place.address(LOCAL, keys.token(), fragment)
    click.echo(address)
    if lan:
        _print_lan(place, keys, fragment)
    say("the board is open; Ctrl-C ends it")
    try:
        serve(BoardServer(first, decks, deck_file), place, keys, None if no_browser else address)
    except KeyboardInterrupt:
        say("\nthe board is closed; the games are saved")


def _deck_file(words: tuple[str, ...], deck: str | None, settings: list[str]) -> str | None:
    """Return the deck file to edit, None if none is given."""
    if len(words) != 1 or not words[0].lower().endswith(".toml"):
        return None
    if deck is not None or settings:
        raise InputError("--deck and rules need an order; a deck file is opened for editing")
    if not Path(words[0]).is_file():
        raise InputError(
            Defect(
                "there is no such file; 'bolets deck new' makes one, and so does the page", words[0]
            )
        )
    return words[0]


def _first(
    words: tuple[str, ...], deck: str | None, settings: list[str], decks: Decks
) -> Position | None:
    """Return the game given on the command line, None if none is given."""
    from bolets_solver.bolets.files.game_file import read_game
    from bolets_solver.bolets.files.share_code import read_order_or_code
    from bolets_solver.bolets.play.record import Record
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.web.answers.quick import read_anything
    from bolets_solver.web.game.link import is_link
    from bolets_solver.web.game.position import begin
    from bolets_solver.web.game.stack import is_stack_link

    if deck is not None:
        decks.allow(deck)
    if not words:
        if deck is not None or settings:
            raise InputError("--deck and rules need an order; you can also choose them on the page")
        return None
    if len(words) == 1 and Path(words[0]).is_file():
        from dataclasses import replace

        from bolets_solver.cli.shared.record_file import deck_of

        game = read_game(words[0])
        named = deck_of(game, deck)
        decks.allow(named)
        record = replace(game.record, deck=named, rules=Rules.parse(settings, game.record.rules))
        return begin(record, game.deck(deck))
    if len(words) == 1 and (is_stack_link(words[0]) or ("#" in words[0] and is_link(words[0]))):
        return read_anything(words[0], decks)
    asked = read_order_or_code(words, deck, settings)
    decks.allow(asked.deck)
    record = Record(asked.deck, asked.deal.order, asked.entrance, (), asked.rules)
    position = begin(record, asked.deal.deck, asked.entrance)
    position.session.floor = int(asked.entrance is not None)
    return position


def _print_lan(place: ListeningPlace, keys: Keys, fragment: str) -> None:
    """Show the address for other devices as a QR code, with a warning."""
    import segno

    others = [host for host in place.hosts if host not in ("127.0.0.1", "localhost")]
    if not others:
        say("warning: this machine is in no network; other devices cannot reach the board")
        return
    address = place.address(others[0], keys.token(), fragment)
    click.echo(f"for another device: {address}")
    code = segno.make(address, error="l")
    for row in _blocks([[bool(dot) for dot in line] for line in code.matrix_iter(border=2)]):
        click.echo(row)
    say(
        "Anyone in your network who opens this address can play here, read and change your saved "
        "games and decks, and use this machine's processor. It works once, for one device. The "
        "connection is not encrypted."
    )


def _blocks(dots: list[list[bool]]) -> list[str]:
    """Draw dots as half blocks, two rows in a line, light on dark."""
    if len(dots) % 2:
        dots = [*dots, [False] * len(dots[0])]
    signs = {(False, False): "\u2588", (False, True): "\u2580", (True, False): "\u2584"}
    return [
        "".join(signs.get((above, below), " ") for above, below in zip(*pair, strict=True))
        for pair in zip(dots[::2], dots[1::2], strict=True)
    ]
