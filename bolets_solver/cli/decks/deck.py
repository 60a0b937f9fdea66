"""``bolets deck``: list decks, show faces; check, create, print and scan deck files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bolets_solver.cli.decks import deck_design, deck_print, deck_scan
from bolets_solver.cli.decks.deck_validation import print_validation, read_to_validate
from bolets_solver.cli.shared.common import (
    Exit,
    finish,
    json_option,
    print_json,
    report_errors,
    say,
)
from bolets_solver.cli.shared.completing import complete_decks, complete_faces
from bolets_solver.cli.shared.game_options import colour_wanted, deck_option

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.deck import Deck

ROTATIONS = ("0", "90", "180", "270")


@click.group()
def deck() -> None:
    """List, show, check, create, print, measure and design decks."""


deck.add_command(deck_print.print_deck)
deck.add_command(deck_design.design)
deck.add_command(deck_design.measure)
deck.add_command(deck_scan.scan)


@deck.command(name="list")
@json_option
@report_errors
def list_decks(as_json: bool) -> None:
    """List all decks with a name."""
    from bolets_solver.bolets.files.deck_library import deck_names, find_deck

    entries = [_entry(name, find_deck(name)) for name in deck_names()]
    if as_json:
        print_json({"format": "bolets-decks/1", "decks": entries})
        return
    if not entries:
        click.echo("no decks in ./card_data, and none are shipped")
        return
    width = max(len(entry["name"]) for entry in entries)
    for entry in entries:
        click.echo(f"{entry['name']:{width}}  {_entry_text(entry)}")


def _entry(name: str, path: Path) -> dict[str, Any]:
    from bolets_solver.bolets.files.deck_file import read_deck
    from bolets_solver.errors import InputError

    try:
        found = read_deck(path)
    except InputError as error:
        return {"name": name, "file": str(path), "defects": len(error.defects)}
    numbers = {face.number for face in found.faces.values() if face.number is not None}
    sizes = sorted({(face.width, face.height) for face in found.faces.values()})
    return {
        "name": name,
        "file": str(path),
        "title": found.title,
        "border": str(found.border),
        "cards": len(numbers),
        "faces": list(found.faces),
        "sizes": [list(size) for size in sizes],
    }


def _entry_text(entry: dict[str, Any]) -> str:
    if "defects" in entry:
        return f"cannot be used, see: bolets deck validate {entry['file']}"
    sizes = " ".join(f"{width}x{height}" for width, height in entry["sizes"])
    cards = "1 card" if entry["cards"] == 1 else f"{entry['cards']} cards"
    return f"{cards}, {sizes}, border {entry['border']}: {entry['title']}"


@deck.command(short_help="Draw faces with their door numbers, in all rotations.")
@click.argument("faces", metavar="[FACE]...", nargs=-1, shell_complete=complete_faces)
@click.option(
    "--rotation",
    type=click.Choice(ROTATIONS),
    help="Draw only this rotation (default: all four; without a FACE: 0).",
)
@deck_option
@report_errors
def show(faces: tuple[str, ...], rotation: str | None, deck: str | None) -> None:
    """Draw faces with door numbers and coordinates, in all four rotations.

    Without a FACE all faces of the deck are drawn upright. Coordinates count from the top left of
    the rotated face, as in placements.
    """
    from bolets_solver.bolets.files.deck_library import asked_deck, load_deck
    from bolets_solver.draw.map.text import face_text

    found = load_deck(asked_deck(deck))
    _require_faces(faces, found)
    chosen = [found.face(name) for name in faces] or list(found.faces.values())
    if not faces:
        rotation = rotation or ROTATIONS[0]
    rotations = [int(text) for text in ROTATIONS if rotation in (None, text)]
    pictures = []
    for face in chosen:
        for turn in rotations:
            width, height = face.size(turn)
            head = f"{face.name} r{turn}, {width}x{height}"
            pictures.append(f"{head}\n{face_text(face, turn, colour_wanted())}")
    click.echo("\n\n".join(pictures))


def _require_faces(names: tuple[str, ...], deck: Deck) -> None:
    """Raise InputError if a deck's name is given instead of a face's."""
    from bolets_solver.bolets.files.deck_library import deck_names, is_path
    from bolets_solver.errors import InputError

    for name in names:
        if name.strip().upper() not in deck.faces and (is_path(name) or name in deck_names()):
            raise InputError(f"'{name}' is a deck, not a face: bolets deck show --deck {name}")


@deck.command()
@click.argument("file", metavar="FILE", shell_complete=complete_decks)
@json_option
@report_errors
def validate(file: str, as_json: bool) -> None:
    """List every defect of a deck, and warnings.

    FILE is a file, the name of a deck, or "-" for standard input. Exit code 2: there are defects.
    """
    reading = read_to_validate(file)
    if as_json:
        print_json(
            {
                "format": "bolets-validation/1",
                "valid": not reading.defects,
                "defects": [defect.as_json() for defect in reading.defects],
                "warnings": reading.warnings,
            }
        )
    else:
        print_validation(file, reading)
    finish(Exit.BAD_INPUT if reading.defects else Exit.ANSWERED)


@deck.command(short_help="Write a commented deck file to fill in.")
@click.argument("name", metavar="NAME")
@click.option(
    "--cards",
    type=click.IntRange(1, 100),
    metavar="N",
    default=7,
    help="Number of numbered cards (default: 7).",
)
@click.option("--size", default="5x7", metavar="WxH", help="Tiles of a face (default: 5x7).")
@click.option(
    "--border",
    type=click.Choice(["tiles", "edges"]),
    default="tiles",
    help="Walls and doors are rim tiles, or lie on the outer edges (default: tiles).",
)
@report_errors
def new(name: str, cards: int, size: str, border: str) -> None:
    """Write a commented deck file to fill in, ./card_data/NAME.toml.

    NAME may also be a path that ends in .toml. An existing file is never overwritten.
    """
    from bolets_solver.bolets.files.deck_library import FOLDER, is_path
    from bolets_solver.bolets.files.deck_template import deck_template
    from bolets_solver.errors import Defect, InputError
    from bolets_solver.files.text_file import reason, write_new

    path = Path(name) if is_path(name) else Path(FOLDER) / f"{name}.toml"
    if path.suffix != ".toml":
        raise InputError(Defect("a deck file ends in .toml", name))
    text = deck_template(path.stem, cards, size, border)
    try:
        if not is_path(name):
            path.parent.mkdir(exist_ok=True)
    except (OSError, ValueError) as error:
        why = f"cannot be written: {reason(path, error)}"
        raise InputError(Defect(why, str(path))) from None
    write_new(path, text)
    click.echo(str(path))
    say(f"fill it in, then: bolets deck validate {path}")
