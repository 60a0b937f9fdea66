"""Asking about a card: which face it is, the doubtful places first, then the whole face.

Nothing is taken over unseen: an empty line accepts no letter and no face, and a face is shown as it
will be written, beside its photo, before somebody says yes to it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import click

from bolets_solver.bolets.cards.deck import face_key
from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.cli.decks.scan_text import (
    SIDES,
    lattice_text,
    proposal_text,
    question,
    size_warning,
)
from bolets_solver.errors import InputError
from bolets_solver.scan.faces.labels import face_name, parse_face
from bolets_solver.scan.faces.proposal import Proposal

if TYPE_CHECKING:
    from bolets_solver.bolets.files.deck_filling import DeckFile
    from bolets_solver.scan.scanner import FoundCard, Scanner

HELP = """\
  yes             the face is right: take it
  2,3 M           row 2, column 3 is M
  row 2 #.mM#     a whole row
  N3 +            an edge: # wall, + door, x blocked door (walls on edges only)
  turn            the card lies the other way: turn it by a quarter or a half
  size 5x6        the card has other tiles: 5 across, 6 down
  skip, quit      leave this card out; leave them all out"""

_TILE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s+(\S)")
_ROW = re.compile(r"row\s+([0-9]{1,3})\s+(\S+)")
_EDGE = re.compile(r"([NESWnesw])([0-9]{1,3})\s+([#+x])")
_SIZE = re.compile(r"size\s+([0-9]{1,3})\s*[xX]\s*([0-9]{1,3})")
_YES = ("yes", "y")
LEAST, MOST = 3, 64
"""Tiles along a side of a face."""
LONGEST = 1000


class _LeftError(Exception):
    """The user leaves; ``all_of_it``: the other cards as well."""

    def __init__(self, all_of_it: bool):
        self.all_of_it = all_of_it


@dataclass
class Dialogue:
    """Asks about cards at the terminal; what is typed comes from standard input.

    ``fits`` raises InputError if the deck does not take a face. ``show`` puts a face beside its
    photo for the user to see, and returns words that say where.
    """

    scanner: Scanner
    file: DeckFile
    size: tuple[int, int] | None
    border: Border | None
    fits: Callable[[Face], None]
    show: Callable[[str, Proposal], str]

    def ask(
        self, card: FoundCard, name: str | None
    ) -> tuple[Face, int | None] | Literal["quit"] | None:
        """Ask until a face is confirmed; None if the card is left out, "quit" if all are.

        Returns the face, and by how much the card is turned if that is known.
        """
        try:
            click.echo(f"\n{card.name}")
            seen = self.scanner.propose(card, self.size) if self.scanner.known else None
            name = name or self._name(seen)
            if name in self._typed:
                return self._typed[name], None
            if seen is None:
                click.echo(lattice_text(card, self.size or usual_size(self.file.faces)))
                return self._typed_in(card, name)
            return self._confirmed(card, name, seen)
        except _LeftError as left:
            return "quit" if left.all_of_it else None

    @property
    def _typed(self) -> Mapping[str, Face]:
        return self.file.typed

    def _name(self, seen: Proposal | None) -> str:
        twin = None if seen is None else self.scanner.twin(seen)
        if twin is not None:
            return _until_right(
                f"it looks like face {twin}, which is known; Enter to leave it out, or the face "
                "that it is",
                _face_or_none,
            )
        proposed = next_face(self.file.faces, self._typed)

        def read(line: str) -> str:
            return face_name(line) if line else proposed

        return _until_right(f"which face is it? Enter for {proposed}, or skip, quit", read)

    def _typed_in(self, card: FoundCard, name: str) -> tuple[Face, int]:
        """Read a first face, row by row, and show it over the photo."""
        click.echo(f"type the rows of face {name}, as in a deck file; an empty line ends them")
        if self.border is not Border.TILES:
            click.echo("if walls lie on the edges, end with a line such as: doors N2 E3x S2 W5")
        while True:
            face = self._rows(name)
            if face is None:
                continue
            seen = self.scanner.over(card, face)
            self._shown(name, seen)
            warning = size_warning(card, seen)
            if warning:
                click.echo(f"? {warning}")
            turn = self._agreed(card, face, seen)
            if turn is not None:
                return face, turn
            click.echo("type all rows again")

    def _agreed(self, card: FoundCard, face: Face, seen: Proposal) -> int | None:
        """Ask whether typed rows lie right over the photo; return the turn, None to type again."""
        while True:
            line = _prompt("does it agree with the photo? yes, turn, or again").lower()
            if line in _YES:
                return seen.laid.turn
            if line in ("again", "no"):
                return None
            if line == "turn":
                seen = self.scanner.over(card, face, _next_turn(seen))
                self._shown(face.name, seen)
            else:
                click.echo("? type yes, turn or again, or skip, quit")

    def _rows(self, name: str) -> Face | None:
        """Read the rows of a face; None, after saying why, if they make none."""
        lines: list[str] = []
        while line := _line():
            words = line.split()
            lines.append(f"doors: {' '.join(words[1:])}" if words[0] == "doors" else line)
        try:
            face = parse_face(name, "\n".join(lines), self.border)
            wanted = self.size
            if wanted is not None and (face.width, face.height) != wanted:
                raise InputError(
                    f"the face is {face.width}x{face.height}, not {wanted[0]}x{wanted[1]}"
                )
            self.fits(face)
        except InputError as error:
            _print_defects(error)
            click.echo("? type all rows again, or skip, quit")
            return None
        return face

    def _confirmed(self, card: FoundCard, name: str, seen: Proposal) -> tuple[Face, int]:
        self._shown(name, seen)
        while True:
            if not seen.turn_is_sure:
                seen = self._turned(card, name, seen)
            if seen.doubtful:
                seen = self._doubts(seen)
                self._shown(name, seen)
            line = _prompt("is all of it right? yes to take it, or a correction (help: ?)")
            if line.lower() in _YES:
                face = self._checked(name, seen)
                if face is not None:
                    return face, seen.laid.turn
                continue
            try:
                seen = self._changed(card, seen, line)
            except InputError as error:
                _print_defects(error)
                continue
            if line != "?":
                self._shown(name, seen)

    def _shown(self, name: str, seen: Proposal) -> None:
        """Print a face as it would be written, and put it beside its photo."""
        where = self.show(name, seen)
        click.echo(f"face {name}, as the photo seems to show it:\n{proposal_text(seen)}")
        if where:
            click.echo(f"     {where}")

    def _turned(self, card: FoundCard, name: str, seen: Proposal) -> Proposal:
        """Ask which way up a card lies."""
        while True:
            line = _prompt("which way up it lies is doubtful; is it as shown? yes or turn")
            if line.lower() in _YES:
                return self.scanner.propose(card, self._sized(seen), seen.laid.turn)
            if line == "turn":
                seen = self.scanner.propose(card, self._sized(seen), _next_turn(seen))
                self._shown(name, seen)
                return seen
            click.echo("? type yes or turn, or skip, quit")

    def _sized(self, seen: Proposal) -> tuple[int, int]:
        return seen.width, seen.height

    def _doubts(self, seen: Proposal) -> Proposal:
        """Ask about each doubtful place, the most doubtful first; each wants a letter."""
        letters: dict[tuple[int, int, Heading | None], str] = {}
        for place in seen.doubtful:

            def read(line: str, choice: str = place.choice) -> str:
                if not line:
                    raise InputError(f"type what lies there, one of {choice}; or skip, quit")
                if len(line) != 1 or line not in choice:
                    raise InputError(f"'{line}' is not allowed there; one of {choice}")
                return line

            letters[place.row, place.column, place.side] = _until_right(question(place), read)
        return seen.corrected(letters)

    def _checked(self, name: str, seen: Proposal) -> Face | None:
        """Return the face if the deck may hold it; otherwise print what is wrong."""
        doors = [f"doors: {' '.join(seen.doors)}"] if seen.border is Border.EDGES else []
        try:
            face = parse_face(name, "\n".join([*seen.grid, *doors]), seen.border)
            self.fits(face)
        except InputError as error:
            _print_defects(error)
            return None
        return face

    def _changed(self, card: FoundCard, seen: Proposal, line: str) -> Proposal:
        """Do a correction; raises InputError with what is wrong with it."""
        if line == "?":
            click.echo(HELP)
            return seen
        if not line:
            raise InputError("type yes if all of it is right, or a correction; ? lists them")
        if line == "turn":
            return self.scanner.propose(card, self._sized(seen), _next_turn(seen))
        if match := _SIZE.fullmatch(line):
            wide, tall = int(match[1]), int(match[2])
            if not (LEAST <= wide <= MOST and LEAST <= tall <= MOST):
                raise InputError(f"a face has {LEAST} to {MOST} tiles along each side")
            return self.scanner.propose(card, (wide, tall))
        letters: dict[tuple[int, int, Heading | None], str] = {}
        if match := _TILE.fullmatch(line):
            letters[int(match[1]), int(match[2]), None] = match[3]
        elif match := _ROW.fullmatch(line):
            if len(match[2]) != seen.width:
                raise InputError(f"a row has {seen.width} tiles, not {len(match[2])}")
            for column, letter in enumerate(match[2], start=1):
                letters[int(match[1]), column, None] = letter
        elif match := _EDGE.fullmatch(line):
            letters[_edge(seen, SIDES[match[1].upper()], int(match[2]))] = match[3]
        else:
            raise InputError(f"'{line}' is not a correction; ? lists them")
        _require_places(seen, letters)
        return seen.corrected(letters)


def _face_or_none(line: str) -> str:
    """Return the face that somebody names; an empty line leaves the card out."""
    if not line:
        raise _LeftError(all_of_it=False)
    return face_name(line)


def _next_turn(seen: Proposal) -> int:
    """Return the turn that is tried after the one in which a card lies now."""
    step = 90 if seen.width == seen.height else 180
    return (seen.laid.turn + step) % 360


def usual_size(faces: Mapping[str, Face]) -> tuple[int, int] | None:
    """Return the size of most faces of a deck; None if it has none."""
    sizes = Counter((face.width, face.height) for face in faces.values())
    return sizes.most_common(1)[0][0] if sizes else None


def next_face(faces: Mapping[str, Face], typed: Mapping[str, Face]) -> str:
    """Return the face that comes next: the first one to be filled in, else a new one."""
    open_faces = [name for name in faces if name not in typed]
    if open_faces:
        return min(open_faces, key=face_key)
    number = 1
    while f"{number}B" in faces:
        number += 1
    return f"{number}B" if f"{number}A" in faces else f"{number}A"


def _edge(seen: Proposal, side: Heading, along: int) -> tuple[int, int, Heading | None]:
    for place in seen.places:
        if place.side is side and place.along == along:
            return place.row, place.column, side
    raise InputError(f"there is no edge {side.letter}{along}")


def _require_places(seen: Proposal, letters: Mapping[tuple[int, int, Heading | None], str]) -> None:
    """Raise InputError if a letter may not stand where it is put."""
    choice = {(place.row, place.column, place.side): place.choice for place in seen.places}
    for spot, letter in letters.items():
        if spot not in choice:
            raise InputError(f"there is no tile in row {spot[0]}, column {spot[1]}")
        if letter not in choice[spot]:
            where = f"row {spot[0]} column {spot[1]}"
            raise InputError(f"'{letter}' is not allowed in {where}; one of {choice[spot]}")


def _until_right(text: str, read: Callable[[str], str]) -> str:
    """Ask until an answer can be read."""
    while True:
        try:
            return read(_prompt(text))
        except InputError as error:
            _print_defects(error)


def _prompt(text: str) -> str:
    click.echo(text)
    return _line()


def _line() -> str:
    """Return the next line; raises _LeftError at the end of input, and for skip and quit."""
    if sys.stdin.isatty():
        click.echo("> ", nl=False)
    line = sys.stdin.readline(LONGEST)
    if not line or line.strip().lower() == "quit":
        raise _LeftError(all_of_it=True)
    if line.strip().lower() == "skip":
        raise _LeftError(all_of_it=False)
    return line.lstrip("\ufeff").strip()


def _print_defects(error: InputError) -> None:
    for defect in error.defects:
        click.echo(f"? {defect}")
