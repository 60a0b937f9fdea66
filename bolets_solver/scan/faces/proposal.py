"""The proposed face of a card: a grid and doors, with the confidence of each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.face import (
    BLOCKED_DOOR,
    DOOR,
    WALL,
    Border,
    Face,
    border_places,
    edge_doors,
    rim_doors,
)
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.files.grid_rows import INSIDE, RIM
from bolets_solver.scan.faces.learning import Guess
from bolets_solver.scan.tiles.fitting import Laid


@dataclass(frozen=True)
class Place:
    """A place of a face: a tile (``side`` None), or an edge of a tile; both count from 1."""

    row: int
    column: int
    side: Heading | None
    guess: Guess
    choice: str
    """The letters that may stand there."""

    @property
    def name(self) -> str:
        """``row 2 column 3``, or a door's place as deck files spell it: ``N3``."""
        if self.side is None:
            return f"row {self.row} column {self.column}"
        return f"{self.side.letter}{self.along}"

    @property
    def along(self) -> int:
        """The edge's number along its side, from 1."""
        return self.column if self.side in (Heading.N, Heading.S) else self.row


@dataclass(frozen=True)
class Proposal:
    """A face as a photo seems to show it.

    ``places``: tiles row by row, then the edges if walls lie on edges. ``laid``: how it was seen.
    """

    border: Border
    width: int
    height: int
    places: tuple[Place, ...]
    laid: Laid
    turn_is_sure: bool = True

    @property
    def grid(self) -> tuple[str, ...]:
        """The rows, in the letters of deck files."""
        letters = [place.guess.letter for place in self.places if place.side is None]
        return tuple(
            "".join(letters[at : at + self.width]) for at in range(0, len(letters), self.width)
        )

    @property
    def doors(self) -> list[str]:
        """The doors on edges as deck files spell them; none if doors are tiles."""
        return [
            place.name + ("x" if place.guess.letter == BLOCKED_DOOR else "")
            for place in self.places
            if place.side is not None and place.guess.letter != WALL
        ]

    @property
    def doubtful(self) -> list[Place]:
        """The places that somebody should look at, the most doubtful first."""
        places = [place for place in self.places if place.guess.doubtful]
        return sorted(places, key=lambda place: place.guess.confidence)

    @property
    def strange(self) -> bool:
        """Whether most places are doubtful: then size or deck may be wrong."""
        return 2 * len(self.doubtful) > len(self.places)

    def face(self, name: str) -> Face:
        """Return the face as it would stand in a deck; nothing is checked."""
        if self.border is Border.TILES:
            return Face(name, self.border, self.grid, rim_doors(self.grid))
        doors = [
            (place.side, place.along, place.guess.letter == BLOCKED_DOOR)
            for place in self.places
            if place.side is not None and place.guess.letter != WALL
        ]
        return Face(name, self.border, self.grid, edge_doors(self.grid, doors))

    def corrected(self, letters: dict[tuple[int, int, Heading | None], str]) -> Proposal:
        """Return the proposal with letters that somebody gave: (row, column, side) from 1."""
        places = []
        for place in self.places:
            letter = letters.get((place.row, place.column, place.side))
            guess = place.guess if letter is None else Guess(letter, 1.0)
            places.append(replace(place, guess=guess))
        return replace(self, places=tuple(places))


def choices(width: int, height: int, border: Border) -> list[str]:
    """Return for each tile, row by row, the letters that may stand there."""
    found = []
    for y in range(height):
        for x in range(width):
            ends = (x in (0, width - 1)) + (y in (0, height - 1))
            if border is Border.EDGES or ends == 0:
                found.append(INSIDE)
            else:
                found.append(WALL if ends == 2 else RIM)
    return found


EDGE_CHOICE = WALL + DOOR + BLOCKED_DOOR


def places_of(
    width: int, height: int, border: Border, tiles: Sequence[Guess], strips: Sequence[Guess]
) -> tuple[Place, ...]:
    """Put guesses in their places: tiles row by row; strips clockwise, none with tiles' borders."""
    allowed = choices(width, height, border)
    spots = [(y + 1, x + 1) for y in range(height) for x in range(width)]
    found = [
        Place(row, column, None, guess, choice)
        for (row, column), guess, choice in zip(spots, tiles, allowed, strict=True)
    ]
    if border is Border.EDGES:
        for (side, (x, y)), guess in zip(border_places(width, height), strips, strict=True):
            found.append(Place(y + 1, x + 1, side, guess, EDGE_CHOICE))
    return tuple(found)


def unsettled(places: Sequence[Place], others: Sequence[Place]) -> tuple[Place, ...]:
    """Return places with those doubtful that the same card, laid the other way, shows otherwise."""
    found = []
    for place, other in zip(places, others, strict=True):
        guess = place.guess
        if guess.letter != other.guess.letter:
            confidence = min(guess.confidence, UNSETTLED)
            guess = Guess(guess.letter, confidence, other.guess.letter)
        found.append(replace(place, guess=guess))
    return tuple(found)


UNSETTLED = 0.5
"""How sure a place is, at most, that depends on which way up the card lies."""


def border_letters(face: Face) -> Iterator[str]:
    """Yield what stands on each edge of a face, clockwise as ``border_places`` lists them."""
    doors = {(door.side, door.tile): door.blocked for door in face.doors}
    for side, tile in border_places(face.width, face.height):
        blocked = doors.get((side, tile))
        yield WALL if blocked is None else BLOCKED_DOOR if blocked else DOOR


def letters_of(face: Face) -> tuple[list[str], list[str]]:
    """Return a face's tiles row by row, and its edges clockwise: none if walls are tiles."""
    edges = list(border_letters(face)) if face.border is Border.EDGES else []
    return [kind for row in face.grid for kind in row], edges


def given(letters: Sequence[str]) -> list[Guess]:
    """Return letters that somebody gave as guesses without a doubt."""
    return [Guess(letter, 1.0) for letter in letters]
