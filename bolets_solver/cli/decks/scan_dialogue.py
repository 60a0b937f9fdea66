"""Asking about a card: which face it is, the doubtful places first, then the whole face."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

import click

from bolets_solver.bolets.cards.deck import face_key
from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.cli.decks.scan_text import SIDES, lattice_text, proposal_text, question
from bolets_solver.errors import InputError
from bolets_solver.scan.faces.labels import face_name, parse_face
from bolets_solver.scan.faces.proposal import Proposal

if TYPE_CHECKING:
    from bolets_solver.bolets.files.deck_filling import DeckFile
    from bolets_solver.scan.scanner import FoundCard, Scanner

HELP = """\
  Enter           the face is right: take it
  2,3 M           row 2, column 3 is M
  row 2 #.mM#     a whole row
  N3 +            an edge: # wall, + door, x blocked door (walls on edges only)
  turn            the card lies the other way: turn it by a quarter or a half
  skip, quit      leave this card out; leave them all out"""

_TILE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s+(\S)")
_ROW = re.compile(r"row\s+([0-9]{1,3})\s+(\S+)")
_EDGE = re.compile(r"([NESWnesw])([0-9]{1,3})\s+([#+x])")
LONGEST = 1000


class _LeftError(Exception):
    """The user leaves; ``all_of_it``: the other cards as well."""

    def __init__(self, all_of_it: bool):
        self.all_of_it = all_of_it


class Dialogue:
    """Asks about cards at the terminal; what is typed comes from standard input."""

    def __init__(
        self,
        scanner: Scanner,
        file: DeckFile | None,
        size: tuple[int, int] | None,
        border: Border | None,
    ):
        self.scanner = scanner
        self.names: Mapping[str, Face] = {} if file is None else file.faces
        self.typed: Mapping[str, Face] = {} if file is None else file.typed
        self.size = size
        self.border = border

    def ask(
        self, card: FoundCard, name: str | None
    ) -> tuple[Face, int | None] | Literal["quit"] | None:
        """Ask until a face is confirmed; None if the card is left out, "quit" if all are.

        Returns the face, and by how much the card is turned if that is known.
        """
        try:
            click.echo(f"\n{card.name}")
            name = name or self._name()
            if name in self.typed:
                return self.typed[name], None
            if self.scanner.known:
                return self._confirmed(card, name)
            click.echo(lattice_text(card))
            return self._typed_in(name), None
        except _LeftError as left:
            return "quit" if left.all_of_it else None

    def _name(self) -> str:
        proposed = next_face(self.names, self.typed)

        def read(line: str) -> str:
            return face_name(line) if line else proposed

        return _until_right(f"which face is it? Enter for {proposed}, or skip, quit", read)

    def _typed_in(self, name: str) -> Face:
        """Read a first face, row by row."""
        click.echo(f"type the rows of face {name}, as in a deck file; an empty line ends them")
        edges = self.border is not Border.TILES
        if edges:
            click.echo("if walls lie on the edges, end with a line such as: doors N2 E3x S2 W5")
        while True:
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
                return face
            except InputError as error:
                _print_defects(error)
                click.echo("? type all rows again, or skip, quit")

    def _confirmed(self, card: FoundCard, name: str) -> tuple[Face, int]:
        seen = self.scanner.propose(card, self.size)
        click.echo(f"face {name}, as the photo seems to show it:\n{proposal_text(seen)}")
        while True:
            if not seen.turn_is_sure:
                click.echo("? which way up it lies is doubtful: turn, if it is upside down")
            else:
                seen = self._doubts(seen)
            line = _prompt("is all of it right? Enter to take it, or a correction (help: ?)")
            if not line and not seen.doubtful:
                face = self._checked(name, seen)
                if face is not None:
                    return face, seen.laid.turn
                continue
            if not line:
                seen = self._doubts(seen)
                click.echo(proposal_text(seen))
                continue
            try:
                seen = self._changed(card, seen, line)
            except InputError as error:
                _print_defects(error)
                continue
            click.echo(proposal_text(seen))

    def _doubts(self, seen: Proposal) -> Proposal:
        """Ask about each doubtful place, the most doubtful first."""
        if not seen.doubtful:
            return seen
        letters: dict[tuple[int, int, Heading | None], str] = {}
        for place in seen.doubtful:

            def read(
                line: str, choice: str = place.choice, likely: str = place.guess.letter
            ) -> str:
                if not line:
                    return likely
                if len(line) != 1 or line not in choice:
                    raise InputError(f"'{line}' is not allowed there; one of {choice}")
                return line

            letters[place.row, place.column, place.side] = _until_right(question(place), read)
        return seen.corrected(letters)

    def _checked(self, name: str, seen: Proposal) -> Face | None:
        """Return the face if a deck may hold it; otherwise print what is wrong."""
        doors = [f"doors: {' '.join(seen.doors)}"] if seen.border is Border.EDGES else []
        try:
            return parse_face(name, "\n".join([*seen.grid, *doors]), seen.border)
        except InputError as error:
            _print_defects(error)
            return None

    def _changed(self, card: FoundCard, seen: Proposal, line: str) -> Proposal:
        """Do a correction; raises InputError with what is wrong with it."""
        if line == "?":
            click.echo(HELP)
            return seen
        if line == "turn":
            ways = (180, 90, 270) if seen.width == seen.height else (180,)
            step = ways[0] if seen.width != seen.height else 90
            return self.scanner.propose(card, self.size, (seen.laid.turn + step) % 360)
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
