"""``bolets draw``: pictures of faces, decks, maps and games, as SVG, PNG or text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bolets_solver.cli.shared.common import Exit, NumberRange, finish, letters, report_errors, say
from bolets_solver.cli.shared.game_options import (
    colour_wanted,
    columns_wanted,
    deck_option,
    rule_options,
)

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.bolets.cards.face import Face
    from bolets_solver.bolets.files.game_file import GameFile
    from bolets_solver.bolets.play.verdict import Verdict
    from bolets_solver.draw.figures.pictures import Picture
    from bolets_solver.draw.map.game_stages import DrawnGame

KINDS = (".svg", ".png")


@click.command(short_help="Draw a face, a deck, a map or a whole game.")
@click.argument("file", metavar="FILE")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help='Write OUT.svg or OUT.png; "-": SVG to standard output. Without it: text.',
)
@click.option(
    "--face", "faces", metavar="FACE", multiple=True, help="Draw only this face; repeatable."
)
@click.option(
    "--rotation",
    type=click.Choice(["0", "90", "180", "270"]),
    default="0",
    help="The rotation of a single face.",
)
@click.option(
    "--upto",
    metavar="K[:T]",
    help="Draw the map after turn K (0: the first card), or after T tokens of that turn.",
)
@click.option("--map", "only_map", is_flag=True, help="Draw only the map, without the panels.")
@click.option("--low-ink", is_flag=True, help="Draw grey outlines instead of coloured areas.")
@click.option(
    "--tile",
    type=NumberRange(4, 400),
    default=40.0,
    metavar="PIXELS",
    help="Size of a tile (default: 40).",
)
@deck_option
@rule_options
@report_errors
def draw(
    file: str,
    output: str | None,
    faces: tuple[str, ...],
    rotation: str,
    upto: str | None,
    only_map: bool,
    low_ink: bool,
    tile: float,
    deck: str | None,
    settings: list[str],
) -> None:
    """Draw a face, a deck, a map or a whole game.

    FILE is a record (.bolets), a solution's JSON, a deck file, the name of a deck, one of its faces
    as DECK:FACE, or "-" for standard input. A game becomes one sheet: its map, and a panel for each
    card with what was gathered there. -o replaces only a picture that this program wrote and that
    is unchanged.

    Exit code 1: the game breaks a rule; the part before is drawn.
    """
    from bolets_solver.cli.shared.record_file import deck_of
    from bolets_solver.cli.text.game_text import deck_line
    from bolets_solver.draw.figures.source import find_subject

    kind = _kind(output)
    stage = _stage(upto)
    subject = find_subject(file)
    code = Exit.ANSWERED
    if subject.game is not None:
        _refuse("a game", {"--face": bool(faces), "--rotation": rotation != "0"})
        game = _game(subject.game, deck, settings)
        if stage is not None:
            game = game.cut(*stage)
        verdict = game.judge()
        if verdict.violation is not None:
            say(f"a rule is broken; the part before is drawn: {verdict.violation.message}")
            code = Exit.NO
        if kind is None:
            click.echo(f"{deck_line(deck_of(subject.game, deck))}\n{_game_text(verdict)}")
        else:
            picture = _game_picture(game, only_map or stage is not None)
            _write(picture, output, kind, tile, low_ink)
    else:
        assert subject.deck is not None
        _refuse("a deck", {"--upto": upto is not None, "--map": only_map, "--deck": bool(deck)})
        chosen = [subject.deck.face(name) for name in (*subject.faces, *faces)]
        if kind is None:
            click.echo(f"deck: {subject.deck.name}")
            click.echo(_faces_text(chosen or list(subject.deck.faces.values()), int(rotation)))
        else:
            picture = _deck_picture(subject.deck, chosen, int(rotation))
            _write(picture, output, kind, tile, low_ink)
    finish(code)


def _kind(output: str | None) -> str | None:
    """Return the suffix of the output file, None for text.

    Raises InputError if it may not be written.
    """
    from bolets_solver.cli.shared.output_file import PNG, SVG, require_place
    from bolets_solver.errors import Defect, InputError

    if output is None:
        return None
    if output == "-":
        return ".svg"
    kind = Path(output).suffix.lower()
    if kind not in KINDS:
        raise InputError(Defect("a picture's file ends in .svg or .png", output))
    require_place(output, PNG if kind == ".png" else SVG)
    return kind


def _stage(upto: str | None) -> tuple[int, int | None] | None:
    from bolets_solver.errors import InputError

    if upto is None:
        return None
    match = re.fullmatch(r"([0-9]{1,6})(?::([0-9]{1,6}))?", upto.strip(), re.ASCII)
    if match is None:
        raise InputError(
            f"'{upto}' is not a stage; write the number of turns, such as --upto 3, or with the "
            "tokens of the last one, such as --upto 3:2"
        )
    turns, tokens = match.groups()
    return int(turns), None if tokens is None else int(tokens)


def _refuse(what: str, given: dict[str, bool]) -> None:
    from bolets_solver.errors import Defect, InputError

    defects = [
        Defect(f"{option} does not apply to {what}") for option, is_set in given.items() if is_set
    ]
    if defects:
        raise InputError(defects)


def _game(game: GameFile, deck: str | None, settings: list[str]) -> DrawnGame:
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.draw.map.game_stages import DrawnGame

    rules = Rules.parse(settings, game.record.rules)
    deal = game.deal_so_far(game.deck(deck))
    game.judge(deal, rules)  # raises with the file's name and line
    return DrawnGame(deal, game.record, rules)


def _game_text(verdict: Verdict) -> str:
    from bolets_solver.draw.map.alt_text import outcome_words
    from bolets_solver.draw.map.text import LEGEND, map_text

    return "\n".join(
        [
            outcome_words(verdict),
            "",
            map_text(verdict.board, colour_wanted(), columns_wanted()),
            "",
            LEGEND,
        ]
    )


def _game_picture(game: DrawnGame, only_map: bool) -> Picture:
    from bolets_solver.draw.figures.pictures import game_picture, map_picture

    return map_picture(game) if only_map else game_picture(game)


def _faces_text(faces: list[Face], rotation: int) -> str:
    from bolets_solver.draw.map.text import face_text

    return "\n\n".join(
        f"{face.name}\n{face_text(face, rotation, colour_wanted())}" for face in faces
    )


def _deck_picture(deck: Deck, faces: list[Face], rotation: int) -> Picture:
    from bolets_solver.draw.figures.pictures import deck_picture, face_picture
    from bolets_solver.errors import InputError

    if len(faces) == 1:
        return face_picture(faces[0], rotation, deck.title)
    if rotation:
        raise InputError("--rotation turns one face; choose it with --face")
    return deck_picture(deck, faces)


def _write(picture: Picture, output: str | None, kind: str, tile: float, low_ink: bool) -> None:
    from bolets_solver.cli.shared.output_file import PNG, SVG, write_output
    from bolets_solver.draw.picture.palette import COLOUR, LOW_INK
    from bolets_solver.draw.picture.png import missing_letters, to_png

    svg = picture.svg(tile, LOW_INK if low_ink else COLOUR)
    assert output is not None
    if output == "-":
        click.echo(svg.encode("utf-8"), nl=False)  # the file must be UTF-8 on any console
    elif kind == ".png":
        write_output(output, to_png(svg), PNG)
        missing = missing_letters(svg)
        if missing:
            say(
                f"warning: no font of this system has {letters(missing)}; the picture shows boxes "
                "there; install a font, or write SVG, which uses the viewer's fonts"
            )
    else:
        write_output(output, svg, SVG)
