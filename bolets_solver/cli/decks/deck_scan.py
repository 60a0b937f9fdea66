"""``bolets deck scan``: the faces of a deck from photos of its cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from bolets_solver.cli.shared.common import (
    Exit,
    finish,
    json_option,
    print_json,
    report_errors,
    say,
)

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.face import Border, Face
    from bolets_solver.bolets.files.deck_filling import DeckFile
    from bolets_solver.cli.shared.output_file import FileKind
    from bolets_solver.scan.faces.proposal import Proposal
    from bolets_solver.scan.scanner import FoundCard, Scanner
    from bolets_solver.scan.sheet import Pair

SKIPPED = "-"
"""Stands for a card that is left out, in the list of faces."""


@click.command(short_help="Read the faces of a deck from photos of its cards.")
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True)
@click.option(
    "--deck",
    "deck_name",
    metavar="DECK",
    help="The deck file for the faces; created if missing.",
)
@click.option(
    "--faces",
    metavar="1A,1B,...",
    help="Which faces the cards show, photo by photo, each from the top left by rows; "
    f'"{SKIPPED}" leaves a card out. Default: you are asked.',
)
@click.option(
    "--label",
    "labels",
    metavar="FACE=FILE",
    multiple=True,
    help="The correct grid of a face, from a text file; this face is not asked about.",
)
@click.option("--propose", is_flag=True, help="Only print the proposed faces.")
@click.option("--size", metavar="WxH", help="Tiles of a face (default: as the deck's faces).")
@click.option(
    "--border",
    type=click.Choice(["tiles", "edges"]),
    help="Walls and doors are rim tiles, or lie on the outer edges (default: as the deck's).",
)
@click.option(
    "--sheet",
    metavar="FILE",
    help="Photo and drawing of each face side by side, as SVG or PNG. Default, if you are asked: "
    "NAME.scan.svg beside the deck file.",
)
@json_option
@report_errors
def scan(
    photos: tuple[str, ...],
    deck_name: str | None,
    faces: str | None,
    labels: tuple[str, ...],
    propose: bool,
    size: str | None,
    border: str | None,
    sheet: str | None,
    as_json: bool,
) -> None:
    """Read the faces of a deck from photos of its cards (needs the extra "scan").

    Lay cards on a table of another colour and photograph them; several on a photo are fine. The
    program learns the symbols from your first faces: you type them in, or the deck file has them.
    From then on it proposes faces and marks doubtful tiles with "?". A face is written to the file
    when you have accepted it; existing faces are never overwritten. Ctrl-C loses no accepted face:
    the same command continues from there.

    The examples are saved beside the deck file, in NAME.scan.npz. They are not sent anywhere.
    """
    from bolets_solver.bolets.cards.face import Border
    from bolets_solver.bolets.files.deck_filling import open_deck
    from bolets_solver.scan.photo.vision import vision
    from bolets_solver.scan.scanner import Scanner

    vision()
    if sheet is not None:
        _require_sheet(sheet)
    file = open_deck(_deck_path(deck_name)) if deck_name is not None else None
    if file is None and not propose:
        from bolets_solver.errors import InputError

        raise InputError("name the deck file with --deck, or only look with --propose")
    scanner = Scanner.beside(file.path, file.typed) if file is not None else Scanner({})
    job = _Job(
        scanner,
        file,
        _size(size),
        Border(border) if border else None,
        _labels(labels),
        _wanted(faces),
        sheet,
    )
    cards = job.find(photos)
    try:
        job.learn_labelled(cards)
        job.look(cards, propose, as_json)
    finally:
        job.keep(propose)
        if job.sheet is not None and job.pairs:
            _write_sheet(job.sheet, job.pairs)
            say(f"wrote {job.sheet}")
    if as_json:
        print_json({"format": "bolets-scan/1", "cards": job.answers})
    if not propose and job.file is not None and job.file.deck is not None and not as_json:
        _validate(job.file.path)


class _Job:
    """One run: what was asked for, and what came of it so far."""

    def __init__(
        self,
        scanner: Scanner,
        file: DeckFile | None,
        size: tuple[int, int] | None,
        border: Border | None,
        labels: dict[str, str],
        wanted: list[str] | None,
        sheet: str | None,
    ):
        self.sheet = sheet
        self.scanner = scanner
        self.file = file
        self.size = size
        self.border = border or (file.deck.border if file is not None and file.deck else None)
        self.labels = labels
        self.wanted: list[str | None] | None = None if wanted is None else [*wanted]
        self.pairs: list[Pair] = []
        self.answers: list[dict[str, Any]] = []
        self.done: set[int] = set()
        self.learned = False

    def find(self, photos: tuple[str, ...]) -> list[tuple[FoundCard, str | None]]:
        """Find the cards of all photos, with the faces that they are said to show."""
        from bolets_solver.errors import Defect, InputError

        found: list[FoundCard] = []
        defects: list[Defect] = []
        for photo in photos:
            try:
                seen = self.scanner.find(photo)
            except InputError as error:
                defects += error.defects
                continue
            found += seen.cards
            for remark in seen.remarks:
                say(f"{photo}: {remark}")
        if defects:
            raise InputError(defects)
        names: list[str | None] = [None] * len(found)
        if self.wanted is not None:
            if len(self.wanted) != len(found):
                raise InputError(
                    f"--faces names {len(self.wanted)} cards, but the photos show {len(found)}"
                )
            names = self.wanted
        missing = [name for name in self.labels if name not in names]
        if missing and len(found) == 1 and len(self.labels) == 1 and names == [None]:
            names = [missing[0]]
        elif missing:
            raise InputError(f"--label {missing[0]}: say which card shows it, with --faces")
        return list(zip(found, names, strict=True))

    def learn_labelled(self, cards: list[tuple[FoundCard, str | None]]) -> None:
        """Learn the cards whose faces the deck has, or a label gives, before any is proposed."""
        for index, (card, name) in enumerate(cards):
            if name is None or name == SKIPPED:
                continue
            typed = self.file.typed.get(name) if self.file is not None else None
            face = typed or self._label(name)
            if face is None:
                continue
            self._warn_of_doubts(card, face)
            self.take(card, face, "deck" if typed is not None else "label")
            self.done.add(index)

    def look(self, cards: list[tuple[FoundCard, str | None]], propose: bool, quiet: bool) -> None:
        """Propose the other cards, and ask about them."""
        if not (propose or quiet):
            from bolets_solver.cli.shared.dialogue import answer_any_bytes

            answer_any_bytes()
        for index, (card, name) in enumerate(cards):
            if index in self.done or name == SKIPPED:
                continue
            if propose or quiet:
                self._propose(card, name, quiet)
            else:
                taken = self._ask(card, name)
                if taken is None:
                    continue
                if taken == "quit":
                    return
                face, turn = taken
                typed = self.file is not None and face.name in self.file.typed
                self.take(card, face, "deck" if typed else "confirmed", turn)

    def _ask(
        self, card: FoundCard, name: str | None
    ) -> tuple[Face, int | None] | Literal["quit"] | None:
        from bolets_solver.bolets.files.deck_filling import filled
        from bolets_solver.cli.decks.scan_dialogue import Dialogue

        file = self.file
        assert file is not None  # without one nothing is asked
        if self.sheet is None:
            place = str(file.path.with_suffix(".scan.svg"))
            _require_sheet(place)
            self.sheet = place

        def fits(face: Face) -> None:
            filled(file, face)

        return Dialogue(self.scanner, file, self.size, self.border, fits, self._show).ask(
            card, name
        )

    def _show(self, name: str, seen: Proposal) -> str:
        """Put the face that is asked about into the sheet, alone; say where it is."""
        from bolets_solver.scan.sheet import Pair

        assert self.sheet is not None
        _write_sheet(self.sheet, [Pair(seen.face(name), seen, "as it would be written")])
        return f"photo and drawing side by side: {self.sheet}"

    def take(self, card: FoundCard, face: Face, how: str, turn: int | None = None) -> None:
        """Take a face over that somebody gave: into the deck, and as an example."""
        from bolets_solver.bolets.files.deck_filling import put_face
        from bolets_solver.scan.sheet import Pair

        if how != "deck" and self.file is not None:
            self.file = put_face(self.file, face)
            self.border = face.border
        seen = self.scanner.learn(card, face, turn)
        self.learned = True
        self.pairs.append(Pair(face, seen, card.name))
        self.answers.append(_card_json(card, face.name, how, seen))
        words = {"deck": "learned from the deck", "label": "taken from its label"}
        say(f"{card.name}: face {face.name} {words.get(how, 'is in the deck')}")
        self.keep(False)

    def keep(self, propose: bool) -> None:
        """Write the examples beside the deck file."""
        if self.learned and not propose and self.file is not None and self.file.path.exists():
            self.scanner.keep(self.file.path)
            self.learned = False

    def _label(self, name: str) -> Face | None:
        from bolets_solver.files.text_file import read_text
        from bolets_solver.scan.faces.labels import parse_face

        if name not in self.labels:
            return None
        source = self.labels[name]
        return parse_face(name, read_text(source), self.border, source)

    def _propose(self, card: FoundCard, name: str | None, quiet: bool) -> None:
        from bolets_solver.cli.decks.scan_text import lattice_text, proposal_text
        from bolets_solver.scan.sheet import Pair

        head = f"{card.name}{f': face {name}' if name else ''}"
        if not self.scanner.known:
            if not quiet:
                click.echo(f"{head}\n{lattice_text(card, self.size)}")
            self.answers.append(_card_json(card, name, "unknown", None))
            return
        seen = self.scanner.propose(card, self.size)
        self.answers.append(_card_json(card, name, "proposed", seen))
        self.pairs.append(Pair(seen.face(name or "1A"), seen, card.name))
        if not quiet:
            click.echo(f"{head}\n{proposal_text(seen)}\n")

    def _warn_of_doubts(self, card: FoundCard, face: Face) -> None:
        for place in self.scanner.doubts(card, face):
            where = place.name if place.side is None else f"edge {place.name}"
            say(
                f"warning: {card.name}: face {face.name}, {where}: the photo looks like "
                f"'{place.guess.letter}'; the grid says otherwise"
            )


def _card_json(
    card: FoundCard, name: str | None, how: str, seen: Proposal | None
) -> dict[str, Any]:
    """Return what the JSON document says of a card."""
    entry: dict[str, Any] = {
        "photo": card.photo.name,
        "card": card.number,
        "corners": [[round(float(v), 1) for v in corner] for corner in card.corners],
        "face": name,
        "state": how,
    }
    if seen is None:
        return entry
    entry |= {
        "border": str(seen.border),
        "size": [seen.width, seen.height],
        "turn": seen.laid.turn,
        "turn_is_sure": seen.turn_is_sure,
        "grid": list(seen.grid),
        "doors": seen.doors,
        "doubtful": [
            {
                "row": place.row,
                "column": place.column,
                "side": None if place.side is None else place.side.letter,
                "letter": place.guess.letter,
                "confidence": round(place.guess.confidence, 3),
                "other": place.guess.other,
            }
            for place in seen.doubtful
        ],
    }
    return entry


def _deck_path(name: str) -> Path:
    """Return the file of a deck that may be changed: a path, or a name in ./card_data."""
    from bolets_solver.bolets.files.deck_library import FOLDER, is_path
    from bolets_solver.errors import Defect, InputError

    path = Path(name) if is_path(name) else Path(FOLDER) / f"{name}.toml"
    if path.suffix != ".toml":
        raise InputError(Defect("a deck file ends in .toml", name))
    if not path.parent.is_dir():
        raise InputError(Defect(f"there is no folder '{path.parent}'", str(path)))
    return path


def _size(text: str | None) -> tuple[int, int] | None:
    import re

    from bolets_solver.errors import InputError

    if text is None:
        return None
    match = re.fullmatch("([0-9]{1,3})[xX]([0-9]{1,3})", text.strip())
    if match is None or not all(3 <= int(part) <= 64 for part in match.groups()):
        raise InputError(f"'{text}' is not a size; write width x height, such as 5x7")
    return int(match[1]), int(match[2])


def _labels(texts: tuple[str, ...]) -> dict[str, str]:
    from bolets_solver.errors import InputError
    from bolets_solver.scan.faces.labels import face_name

    found: dict[str, str] = {}
    for text in texts:
        name, equals, source = text.partition("=")
        if not equals or not source.strip():
            raise InputError(f"--label {text}: write FACE=FILE, such as 1A=1a.txt")
        found[face_name(name)] = source
    return found


def _wanted(text: str | None) -> list[str] | None:
    from bolets_solver.errors import InputError
    from bolets_solver.scan.faces.labels import face_name

    if text is None:
        return None
    words = text.replace(",", " ").split()
    names = [word if word == SKIPPED else face_name(word) for word in words]
    twice = [name for name in names if name != SKIPPED and names.count(name) > 1]
    if twice:
        raise InputError(f"--faces names {twice[0]} twice")
    return names


def _require_sheet(name: str) -> FileKind:
    """Return the kind of a sheet; raise InputError unless it may be written."""
    from bolets_solver.cli.shared.output_file import PNG, SVG, require_place
    from bolets_solver.errors import Defect, InputError

    kind = {".svg": SVG, ".png": PNG}.get(Path(name).suffix.lower())
    if kind is None:
        raise InputError(Defect("a sheet ends in .svg or .png", name))
    require_place(name, kind)
    return kind


def _write_sheet(name: str, pairs: list[Pair]) -> None:
    from bolets_solver.cli.shared.output_file import PNG, write_output
    from bolets_solver.draw.picture.png import to_png
    from bolets_solver.scan.sheet import sheet

    kind = _require_sheet(name)  # again: somebody may have changed it meanwhile
    svg = sheet(pairs)
    write_output(name, to_png(svg) if kind is PNG else svg, kind)


def _validate(path: Path) -> None:
    from bolets_solver.cli.decks.deck_validation import print_validation, read_to_validate

    reading = read_to_validate(str(path))
    print_validation(str(path), reading)
    if reading.defects:
        finish(Exit.BAD_INPUT)
