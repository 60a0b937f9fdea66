"""What ``bolets deck scan`` shows of a card: the grid in a deck's letters, doubts marked."""

from __future__ import annotations

from collections.abc import Iterator

from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.scan.faces.proposal import Place, Proposal
from bolets_solver.scan.photo.rectify import flatten
from bolets_solver.scan.scanner import FoundCard
from bolets_solver.scan.tiles.lattice import lattices


def proposal_text(seen: Proposal) -> str:
    """Write a proposed face: a letter a tile, ``?`` behind what is doubtful, doors below."""
    tiles = [place for place in seen.places if place.side is None]
    lines = ["     " + "".join(f"{x + 1:<3}" for x in range(seen.width)).rstrip()]
    for y in range(seen.height):
        row = tiles[y * seen.width : (y + 1) * seen.width]
        lines.append(f"{y + 1:>3}  " + "".join(_cell(place) for place in row).rstrip())
    edges = [place for place in seen.places if place.side is not None]
    if edges:
        lines.append(f"     doors: {', '.join(_edge_words(edges)) or 'none'}")
    count = len(seen.doubtful)
    lines.append("     nothing is doubtful" if count == 0 else f"     {count} doubtful, marked ?")
    if seen.strange:
        size = size_text((seen.width, seen.height))
        lines.append(f"     does it have {size} tiles? most of them look like none that is known")
    if not seen.turn_is_sure:
        lines.append("     which way up it lies is doubtful")
    return "\n".join(lines)


def lattice_text(card: FoundCard, expected: tuple[int, int] | None) -> str:
    """Say how many tiles a card of an unknown deck seems to have.

    ``expected``: the size that its owner gave, or that the deck's faces have.
    """
    likely = likely_sizes(card)
    if expected is None:
        head = f"perhaps {' or '.join(likely)} tiles"
    elif size_text(expected) in likely:
        head = f"{size_text(expected)} tiles, and the photo does not say otherwise"
    else:
        head = f"the photo looks like {likely[0]} tiles, not {size_text(expected)}"
    return f"     {head}; its symbols are unknown until you have typed in a first face"


def size_warning(card: FoundCard, seen: Proposal) -> str | None:
    """Say so if the photo's lines look like other numbers of tiles than a face has; else None."""
    likely = likely_sizes(card, seen.laid.turn)
    size = size_text((seen.width, seen.height))
    return None if size in likely else f"the photo looks like {likely[0]} tiles, not {size}"


def likely_sizes(card: FoundCard, turn: int = 0) -> list[str]:
    """Return the sizes that fit the lines of a photo best, such as 5x7."""
    found = lattices(flatten(card.photo.pixels, card.corners, turn))
    return list(dict.fromkeys(size_text((one.width, one.height)) for one in found[:LIKELY]))


def size_text(size: tuple[int, int]) -> str:
    """Write a size as it is typed."""
    return f"{size[0]}x{size[1]}"


LIKELY = 3
"""Sizes that are named or believed, of those that fit a photo's lines best."""


def question(place: Place) -> str:
    """Ask for a doubtful place: what it seems to be, and what else it could be."""
    guess = place.guess
    where = place.name if place.side is None else f"the edge {place.name}"
    sure = f"{guess.letter} ({guess.confidence:.0%} sure"
    other = f", else {guess.other})" if guess.other else ")"
    return f"{where}: perhaps {sure}{other}; type what lies there, one of {place.choice}"


def _cell(place: Place) -> str:
    return f"{place.guess.letter}{'?' if place.guess.doubtful else ' '} "


def _edge_words(edges: list[Place]) -> Iterator[str]:
    """Yield the doors and the doubtful walls, as deck files write doors."""
    for place in edges:
        letter, mark = place.guess.letter, "?" if place.guess.doubtful else ""
        if letter == "#" and not mark:
            continue
        kind = {"x": "x", "#": " wall"}.get(letter, "")
        yield f"{place.name}{kind}{mark}"


SIDES = {side.letter: side for side in Heading}
