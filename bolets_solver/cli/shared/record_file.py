"""The record file of a found game, and its reference to the deck."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import say
from bolets_solver.errors import Defect, InputError

if TYPE_CHECKING:
    from bolets_solver.bolets.files.game_file import GameFile
    from bolets_solver.bolets.play.record import Record


def require_deck(deck: str, name: str) -> None:
    """Raise InputError unless a record in file ``name`` can refer to the deck.

    A record's line cannot hold every character that a path may have.
    """
    from bolets_solver.bolets.files.deck_library import find_deck, is_path

    if is_path(deck) and not find_deck(deck).is_file():
        raise InputError(Defect("a record cannot name a pipe: save the deck as a file", deck))
    spelled = deck_from(deck, name)
    hidden = re.search(
        r"(^|\s)#|[\n\r\ud800-\udfff]", spelled
    )  # the last: bytes that are not UTF-8
    if hidden or spelled != spelled.strip():
        raise InputError(Defect("a record cannot name this deck: rename the file", deck))


def record_text(record: Record, deck: str, name: str) -> str:
    """Return the text of a record for file ``name``; ``deck``: relative to the working folder."""
    return replace(record, deck=deck_from(deck, name)).format()


def write_found(record: Record | None, deck: str, name: str) -> None:
    """Write the record of a found game to file ``name``, or print it (``-``); report it.

    None: no game was found. Raises InputError if the file cannot be written.
    """
    if record is None:
        say("no game was found, so no record was written")
        return
    from bolets_solver.cli.shared.output_file import RECORD, write_output

    text = record_text(record, deck, name)
    if name == "-":
        click.echo(text, nl=False)
    else:
        write_output(name, text, RECORD)
        say(f"record written to {name}")


def deck_from(deck: str, name: str) -> str:
    """Return the reference of a record in file ``name`` to a deck: a path relative to that file."""
    from bolets_solver.bolets.files.deck_library import find_deck, is_path

    folder = Path(name).parent
    if name == "-" or not is_path(deck) or folder == Path():
        return deck
    path = find_deck(deck).absolute()
    try:
        relative = Path(os.path.relpath(path, folder.absolute())).as_posix()
    except ValueError:  # another drive
        return path.as_posix()
    return relative if "/" in relative else f"./{relative}"


def deck_of(game: GameFile, deck: str | None) -> str:
    """Return the deck of a game relative to the working folder; ``deck`` if given."""
    from bolets_solver.bolets.files.deck_library import is_path

    if deck is not None:
        return deck
    named = game.record.deck
    if game.name is None or not is_path(named) or Path(game.name).parent == Path():
        return named
    return (Path(game.name).parent / named).as_posix()
