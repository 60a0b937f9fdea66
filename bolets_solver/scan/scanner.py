"""Cards from photographs: find the cards, propose their faces, learn from those confirmed.

A :class:`Scanner` belongs to one deck. It knows what the deck's own faces look like and nothing
else: no symbols come with the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bolets_solver.bolets.cards.face import Border, Face
from bolets_solver.errors import Defect, InputError
from bolets_solver.scan.faces.examples import (
    Example,
    Examples,
    examples_path,
    read_examples,
    write_examples,
)
from bolets_solver.scan.faces.learning import Guess, Recogniser
from bolets_solver.scan.faces.proposal import (
    EDGE_CHOICE,
    Place,
    Proposal,
    choices,
    given,
    letters_of,
    places_of,
    unsettled,
)
from bolets_solver.scan.photo.find_cards import find_outlines
from bolets_solver.scan.photo.reading import Photo, decode_photo, read_photo
from bolets_solver.scan.photo.rectify import PAD, flatten
from bolets_solver.scan.photo.vision import Pixels, Points, Reals, vision
from bolets_solver.scan.tiles.cutting import cut_strips, cut_tiles
from bolets_solver.scan.tiles.fitting import Laid, fitting_turns, lay
from bolets_solver.scan.tiles.lattice import Area, find_lattice
from bolets_solver.scan.tiles.settling import settled

BLANK = 2.2
"""A card whose colours vary by less than this (of 100) has nothing printed on it."""
VOTE = 0.35
"""A tile says which way up a card lies if it is stranger the other way by this, in usual distances.
"""
MORE_VOTES = 2
SURE_TURN = 1.5
"""A turn is sure if it has that many votes more than the other, and they weigh this together."""
SCATTERED = 0.7
"""This share of the weight must be left without the row, or the column, that says most."""
OUTWEIGHS = 1.3
"""All tiles together must support a turn by this, in what they would say by chance."""
STRANGE = 4.0
"""A tile so far from all examples, in usual distances, says nothing of the turn."""
TWIN = 0.97
"""A card that agrees with a face in this share of its places shows that face."""
MOST_STRANGE = 0.3
"""A turn is not sure if a larger share of the tiles is strange."""
QUARTER_TURN = 0.85
"""A card that lies upright is sure to do so if its tiles look less strange by this share."""


@dataclass(frozen=True)
class FoundCard:
    """A card of a photo: its number there from 1, and its corners in the photo, clockwise."""

    photo: Photo
    number: int
    corners: Points

    @property
    def name(self) -> str:
        """How messages name it."""
        return f"{self.photo.name}, card {self.number}"


@dataclass(frozen=True)
class Found:
    """The cards of a photo, and what else is to be said of it."""

    cards: list[FoundCard]
    remarks: list[str] = field(default_factory=list)


class _Way(NamedTuple):
    """A card that is laid in one way; how strange each tile looks then, as the photo shows them."""

    laid: Laid
    tiles: Pixels
    strange: Reals


class Scanner:
    """Recognises the faces of one deck.

    ``faces`` are the deck's confirmed faces by name: the labels of the examples.
    """

    def __init__(self, faces: Mapping[str, Face], examples: Examples | None = None):
        self.faces = dict(faces)
        self.examples = examples or Examples()
        self._learned: tuple[Recogniser, Recogniser | None] | None = None

    @classmethod
    def beside(cls, deck_file: Path, faces: Mapping[str, Face]) -> Scanner:
        """Return a scanner with the examples that lie beside a deck file.

        Raises InputError if they cannot be read.
        """
        return cls(faces, read_examples(examples_path(deck_file)))

    def relabel(self, faces: Mapping[str, Face]) -> None:
        """Take the deck's faces of now; examples that show other letters are learned again.

        The examples of faces that are not among them stay, and are not used.
        """
        seen = self.examples.faces
        if any(self.faces.get(name) != faces.get(name) for name in seen):
            self._learned = None
        self.faces = dict(faces)

    def keep(self, deck_file: Path) -> None:
        """Write the examples beside a deck file; raises InputError if that cannot be done."""
        write_examples(examples_path(deck_file), self.examples)

    def find(self, photo: Photo | bytes | str | Path) -> Found:
        """Find the cards of a photo: a file, its bytes, or one that was read.

        Raises InputError, in one line, if it cannot be used or shows no whole card.
        """
        if isinstance(photo, bytes):
            photo = decode_photo(photo, "photo")
        elif not isinstance(photo, Photo):
            photo = read_photo(photo)
        return find_cards(photo)

    @property
    def known(self) -> list[str]:
        """The faces that were seen and are labelled."""
        return [name for name in self.examples.faces if self._label(name) is not None]

    def propose(
        self,
        card: FoundCard,
        size: tuple[int, int] | None = None,
        turn: int | None = None,
    ) -> Proposal:
        """Propose what a card shows.

        ``size``: tiles across and down (default: that of most faces seen). ``turn``: by how many
        degrees clockwise the card is to be turned from how it lies (default: as it fits best).
        Raises InputError if no face was learned yet.
        """
        border, usual_size, usual_area = self._usual()
        size = size or usual_size
        area = usual_area if size == usual_size else None
        photo = card.photo.pixels
        turns = fitting_turns(photo, card.corners, size) if turn is None else [turn]
        ways = [self._way(photo, card.corners, one, size, area) for one in turns]
        ways.sort(key=lambda way: float(way.strange.mean()))
        places = self._places(border, ways[0])
        usual = self._eyes()[0].usual
        is_sure = all(clearly_nearer(ways[0].strange, way.strange, usual) for way in ways[1:])
        if not is_sure:  # what would stand elsewhere if the card lay the other way is doubtful
            places = unsettled(places, self._places(border, ways[1]))
        return Proposal(border, *size, places, ways[0].laid, is_sure)

    def _way(
        self, photo: Pixels, corners: Points, turn: int, size: tuple[int, int], area: Area | None
    ) -> _Way:
        """Lay a lattice over a turned card; return how unusual its tiles look."""
        flat = flatten(photo, corners, turn)
        lattice = find_lattice(flat, size, area)
        laid = Laid(turn, settled(photo, flat, lattice), lattice)
        tiles = cut_tiles(laid.flat, lattice)
        strange = self._eyes()[0].strangeness(tiles).reshape(lattice.height, lattice.width)
        return _Way(laid, tiles, np.rot90(strange, turn // 90))

    def _places(self, border: Border, way: _Way) -> tuple[Place, ...]:
        """Return what a card shows as it is laid."""
        laid, tiles = way.laid, way.tiles
        size = laid.lattice.width, laid.lattice.height
        tile_eye, strip_eye = self._eyes()
        guesses = tile_eye.guess(tiles, choices(*size, border))
        strips: list[Guess] = []
        if border is Border.EDGES and strip_eye is not None:
            pictures = cut_strips(laid.flat, laid.lattice)
            strips = strip_eye.guess(pictures, [EDGE_CHOICE] * len(pictures))
        return places_of(*size, border, guesses, strips)

    def over(self, card: FoundCard, face: Face, turn: int | None = None) -> Proposal:
        """Return a face that somebody gave as it lies over the card that shows it.

        ``turn``: see :meth:`propose`; by default it is found out.
        """
        size = face.width, face.height
        area = None
        if self.known:
            _, usual_size, usual = self._usual()
            area = usual if usual_size == size else None
        turns = (0, 90, 180, 270) if turn is None else (turn,)
        laid = lay(card.photo.pixels, card.corners, face.grid, area, turns)
        places = places_of(*size, face.border, *(given(part) for part in letters_of(face)))
        return Proposal(face.border, *size, places, laid)

    def learn(self, card: FoundCard, face: Face, turn: int | None = None) -> Proposal:
        """Learn a confirmed face from a card that shows it; see :meth:`over`."""
        seen = self.over(card, face, turn)
        laid = seen.laid
        self.faces[face.name] = face
        self.examples.faces.pop(face.name, None)
        self.examples.faces[face.name] = Example(
            seen.width,
            seen.height,
            cut_tiles(laid.flat, laid.lattice),
            cut_strips(laid.flat, laid.lattice),
            laid.lattice.area,
        )
        self._learned = None
        return seen

    def twin(self, seen: Proposal) -> str | None:
        """Return the face of the deck that a proposal agrees with, either way up; None if none."""
        read = [place.guess.letter for place in seen.places]
        for name in self.known:
            face = self.faces[name]
            if (face.border, face.width, face.height) != (seen.border, seen.width, seen.height):
                continue
            tiles, edges = letters_of(face)
            around = edges[len(edges) // 2 :] + edges[: len(edges) // 2]
            for letters in (tiles + edges, tiles[::-1] + around):
                same = sum(a == b for a, b in zip(read, letters, strict=True))
                if same >= TWIN * len(read):
                    return name
        return None

    def doubts(self, card: FoundCard, face: Face) -> list[Place]:
        """Return where a photo surely shows something else than a face: perhaps a slip in it."""
        others = Scanner(
            {n: f for n, f in self.faces.items() if n != face.name},
            Examples({n: e for n, e in self.examples.faces.items() if n != face.name}),
        )
        if not others.known or others._usual()[1] != (face.width, face.height):
            return []
        seen = others.propose(card)
        tiles, edges = letters_of(face)
        pairs = list(zip(seen.places, tiles + edges, strict=True))
        wrong = [p for p, letter in pairs if p.guess.letter != letter]
        if len(wrong) > len(pairs) // 4:
            return []  # it lies the other way, or is another face: not a slip
        return [place for place in wrong if not place.guess.doubtful]

    def _label(self, name: str) -> Face | None:
        """Return the deck's face of that name if its example still fits."""
        face, example = self.faces.get(name), self.examples.faces[name]
        if face is None or (face.width, face.height) != (example.width, example.height):
            return None
        return face

    def _usual(self) -> tuple[Border, tuple[int, int], Area]:
        """Return border, size and area of most of the faces that are known."""
        known = self.known
        if not known:
            raise InputError(
                "nothing is known of this deck's symbols yet: begin with a face that you type in"
            )
        seen = [self.examples.faces[name] for name in known]
        size = Counter((e.width, e.height) for e in seen).most_common(1)[0][0]
        areas = [e.area for e in seen if (e.width, e.height) == size]
        return self.faces[known[0]].border, size, Area(*np.median(areas, axis=0).tolist())

    def _eyes(self) -> tuple[Recogniser, Recogniser | None]:
        """Return what recognises tiles and strips, trained if examples came since."""
        if self._learned is None:
            tiles, strips, letters, edges = [], [], list[str](), list[str]()
            for name in self.known:
                face, example = self.faces[name], self.examples.faces[name]
                tiles.append(example.tiles)
                inside, around = letters_of(face)
                letters += inside
                edges += around
                if around:
                    strips.append(example.strips)
            eye = Recogniser(np.concatenate(strips), edges, turning=False) if strips else None
            self._learned = Recogniser(np.concatenate(tiles), letters, turning=True), eye
        return self._learned


def clearly_nearer(best: Reals, other: Reals, usual: float) -> bool:
    """Whether tiles look less strange in one way than in another, by more than chance.

    ``usual``: how far alike tiles are from each other. Several tiles must say so: a lattice that
    lies a little better on all of a bare card, or on one row of it, is no evidence. A tile that is
    strange in both ways, such as a part of a large picture, has no vote, but what such tiles say
    must not outweigh it, and where many are strange the others may be parts of the same picture.
    """
    if best.shape != other.shape:  # a quarter turn: no tile is where one of the other way is
        return bool(best.mean() < QUARTER_TURN * other.mean())
    gaps = (other - best) / usual
    strange = np.minimum(best, other) >= STRANGE * usual
    if strange.mean() > MOST_STRANGE:
        return False
    votes = np.where(~strange & (np.abs(gaps) > VOTE), gaps, 0)
    if not _clear_votes(votes, MORE_VOTES, SURE_TURN):
        return False
    rest = (_without(votes, votes.sum(axis=1)), _without(votes.T, votes.sum(axis=0)))
    if not all(_clear_votes(each, 1, SCATTERED * SURE_TURN) for each in rest):
        return False
    return bool(gaps.sum() > OUTWEIGHS * np.sqrt((gaps**2).sum()))


def _clear_votes(votes: Reals, more: int, weight: float) -> bool:
    """Whether there are ``more`` votes for than against, and they weigh enough together."""
    return bool((votes > 0).sum() - (votes < 0).sum() >= more and votes.sum() >= weight)


def _without(votes: Reals, sums: Reals) -> Reals:
    """Return votes without the row that says most."""
    return np.delete(votes, int(sums.argmax()), axis=0)


def find_cards(photo: Photo) -> Found:
    """Find the cards of a photo; raises InputError if there is no whole card with a picture."""
    outlines = find_outlines(photo.pixels)
    whole = [outline for outline in outlines if not outline.cut]
    printed = [o for o in whole if not _is_blank(photo.pixels, o.corners)]
    cut = len(outlines) - len(whole)
    if not printed:
        if whole:
            message = "nothing is printed on the card that it shows"
        elif cut:
            message = "the card reaches beyond the photo; take one that shows it whole"
        else:
            message = (
                "shows no card; put it on a table of another colour, with all four edges visible"
            )
        raise InputError(Defect(message, photo.name))
    cards = [FoundCard(photo, number, o.corners) for number, o in enumerate(printed, start=1)]
    remarks = []
    if cut == 1:
        remarks.append("a card that reaches beyond the photo is left out")
    elif cut:
        remarks.append(f"{cut} cards that reach beyond the photo are left out")
    if len(whole) > len(printed):
        remarks.append("a card on which nothing is printed is left out")
    return Found(cards, remarks)


def _is_blank(pixels: Pixels, corners: Points) -> bool:
    """Whether a card shows nothing: no edges of its own but at its rim."""
    cv2 = vision()
    flat = flatten(pixels, corners)
    inside = flat.pixels[2 * PAD : -2 * PAD, 2 * PAD : -2 * PAD]
    small = cv2.resize(inside, (96, 96), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    rest = lab - cv2.GaussianBlur(lab, (0, 0), 8)  # what lamp and shadow do is smooth
    return bool(np.percentile(np.abs(rest).max(axis=2), 95) < BLANK)
