"""Cards from photographs: the share of tiles read right, by quality of the photos.

For each deck, art style and severity fifteen faces are photographed, one or several a photo. Three
of them are labelled; the others are proposed twice: all after three labels alone, and one after the
other, each corrected and learned before the next, as an owner does it.

    python -m benchmarks.scan                          # every severity, one seed
    python -m benchmarks.scan --seeds 3 --only usual
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Face
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.errors import InputError
from bolets_solver.scan.faces.proposal import Proposal, letters_of
from bolets_solver.scan.photo.reading import decode_photo
from bolets_solver.scan.photo.rectify import flatten
from bolets_solver.scan.scanner import FoundCard, Scanner
from bolets_solver.scan.tiles.lattice import find_lattice
from tests.scan.art import STYLES, Image
from tests.scan.photographs import SEVERITIES, Floats, Severity, photograph

DECKS = ("pinewood", "thicket")
LABELLED = 3


@dataclass
class Score:
    """Counts of one family of photographs."""

    cards: int = 0
    found: int = 0
    places: int = 0
    wrong: int = 0
    wrong_marked: int = 0
    doubtful: int = 0
    corrections: int = 0
    decks: int = 0
    sized: int = 0
    unsure: int = 0
    seconds: list[float] = field(default_factory=list)

    def row(self) -> str:
        """Return the columns of a table."""
        right = 100 * (1 - self.wrong / max(self.places, 1))
        doubtful = 100 * self.doubtful / max(self.places, 1)
        columns = [
            f"{self.found} of {self.cards}",
            f"{self.sized} of {self.found}",
            f"{right:.2f} %",
            f"{self.wrong_marked} of {self.wrong}",
            f"{self.unsure} of {len(self.seconds)}",
            f"{doubtful:.1f} %",
            f"{self.corrections / self.decks:.1f}" if self.decks else "",
            f"{np.median(self.seconds):.2f} s",
            f"{max(self.seconds):.2f} s",
        ]
        return " | ".join(columns)

    def count(self, seen: Proposal, face: Face) -> None:
        """Count a proposal against the truth."""
        for place, letter in zip(seen.places, all_letters(face), strict=True):
            self.places += 1
            self.doubtful += place.guess.doubtful
            if place.guess.letter != letter:
                self.wrong += 1
                self.wrong_marked += place.guess.doubtful


def all_letters(face: Face) -> list[str]:
    """Return what stands in all places of a face, as a proposal lists them."""
    tiles, edges = letters_of(face)
    return tiles + edges


def first_faces(deck: Deck) -> list[str]:
    """Choose the faces that an owner labels first: those that show most kinds, all if possible."""
    names, chosen, seen = list(deck.faces), [], set[str]()
    for _ in range(LABELLED):
        best = max(names, key=lambda name: len(set(all_letters(deck.faces[name])) - seen))
        chosen.append(best)
        names.remove(best)
        seen |= set(all_letters(deck.faces[best]))
    return chosen


@dataclass(frozen=True)
class Taken:
    """A card as it was found, by how much it is to be turned, and how long its photo took."""

    card: FoundCard
    turn: int
    seconds: float


def photos_of(
    deck: Deck, art: dict[str, Image], names: list[str], severity: Severity, seed: int
) -> Iterator[tuple[str, Taken | None]]:
    """Photograph faces, some of them upside down; several a photo where it is large."""
    many = {"mild": 2, "large": 4}.get(severity.name, 1)
    parts = [names[at : at + many] for at in range(0, len(names), many)]
    for number, part in enumerate(parts):
        turns = [180 if (number + index + seed) % 3 == 0 else 0 for index in range(len(part))]
        data, corners = photograph(
            [art[name] for name in part], severity, seed * 1000 + number, turns
        )
        photo = decode_photo(data, f"{severity.name}-{number}")
        begun = time.process_time()
        try:
            cards = Scanner({}).find(photo).cards
        except InputError:
            cards = []
        took = time.process_time() - begun
        for name, truth in zip(part, corners, strict=True):
            middle = truth.mean(axis=0)
            near = [
                c
                for c in cards
                if np.linalg.norm(c.corners.mean(axis=0) - middle)
                < 20 * max(1.0, severity.pixels / 1000)
            ]
            yield name, Taken(near[0], right_turn(near[0], truth), took) if near else None


def right_turn(card: FoundCard, corners: Floats) -> int:
    """Return the turn that puts a card upright; ``corners``: the true ones, its top left first."""
    first = int(np.linalg.norm(card.corners - corners[0], axis=1).argmin())
    return 90 * (-first % 4)


def proposed_size(card: FoundCard) -> tuple[int, int]:
    """Return the size that is proposed for a card of which nothing is known."""
    lattice = find_lattice(flatten(card.photo.pixels, card.corners))
    return lattice.width, lattice.height


def measure(
    deck: Deck, style: str, severity: Severity, seed: int, score: Score, corrections: bool = True
) -> None:
    """Count one deck in one style, photographed once."""
    art = {name: STYLES[style](deck, name) for name in deck.faces}
    first = first_faces(deck)
    rest = [name for name in deck.faces if name not in first]
    cards = dict(photos_of(deck, art, first + rest, severity, seed))
    score.cards += len(cards)
    score.found += sum(card is not None for card in cards.values())
    score.sized += sum(
        taken is not None and proposed_size(taken.card) == (face.width, face.height)
        for name, face in deck.faces.items()
        for taken in [cards[name]]
    )
    scanner = Scanner({})
    for name in first:
        taken = cards[name]
        if taken is not None:
            scanner.learn(taken.card, deck.faces[name])
    if not scanner.known:
        return
    plan = [(name, taken) for name in rest if (taken := cards[name]) is not None]
    for name, taken in plan:
        begun = time.process_time()
        seen = scanner.propose(taken.card)
        score.seconds.append(taken.seconds + time.process_time() - begun)
        score.count(seen, deck.faces[name])
        score.unsure += not seen.turn_is_sure
    if not corrections:
        return
    score.decks += 1
    for name, taken in plan:
        face = deck.faces[name]
        seen = scanner.propose(taken.card)
        if seen.laid.turn != taken.turn:  # one word turns it
            score.corrections += 1
            seen = scanner.propose(taken.card, turn=taken.turn)
        pairs = zip(seen.places, all_letters(face), strict=True)
        score.corrections += sum(place.guess.letter != letter for place, letter in pairs)
        scanner.learn(taken.card, face, seen.laid.turn)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument(
        "--once", action="store_true", help="propose after three labels only; half the time"
    )
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--only", help="one severity")
    parser.add_argument("--deck", choices=DECKS)
    parser.add_argument("--style", choices=list(STYLES))
    chosen = parser.parse_args()
    print(
        "| photos | deck, style | cards found | size proposed | right | wrong ones marked | "
        "turn asked | doubtful | corrections a deck | a face, median | most |\n"
        + "| --- " * 11
        + "|"
    )
    for severity in SEVERITIES:
        if chosen.only not in (None, severity.name):
            continue
        for deck_name, style in itertools.product(DECKS, STYLES):
            if chosen.deck not in (None, deck_name) or chosen.style not in (None, style):
                continue
            score = Score()
            for seed in range(chosen.first_seed, chosen.first_seed + chosen.seeds):
                measure(load_deck(deck_name), style, severity, seed, score, not chosen.once)
            print(f"| {severity.name} | {deck_name}, {style} | {score.row()} |", flush=True)


if __name__ == "__main__":
    main()
