"""Descriptions of faces, maps and games in words, for people who cannot see the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bolets_solver.bolets.cards.board import Board, Cube
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import (
    COTTAGE,
    Border,
    Face,
)
from bolets_solver.bolets.cards.lattice import Tile
from bolets_solver.bolets.cards.tile_kinds import LYING
from bolets_solver.bolets.play.verdict import Tally, Verdict, tier, tier_text
from bolets_solver.draw.map.text import LEGEND, face_text, map_text

_KINDS = [  # gains and losses first
    (kind.letter, kind.name, kind.plural) for kind in sorted(LYING, key=lambda kind: kind.blocks)
]
_ROTATIONS = {0: "upright", 90: "turned 90", 180: "turned 180", 270: "turned 270"}


def count(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: 1 crow, 2 crows, no crows."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def face_words(face: Face) -> str:
    """Describe a face: its size, its doors, what it holds."""
    name = "the cottage" if face.name == COTTAGE else face.name
    where = "on its rim" if face.border is Border.TILES else "on its edge"
    items = [count(face.count(kind), one, many) for kind, one, many in _KINDS if face.count(kind)]
    return (
        f"Face {name}, {face.width} tiles across and {face.height} down, walls {where}. "
        f"{_doors(face)} It holds {_enumerate(items) or 'nothing'}."
    )


def _doors(face: Face) -> str:
    if not face.doors:
        return "It has no doors."
    doors = [
        f"{door.number} {'(blocked) ' if door.blocked else ''}on the {door.side.word} side "
        f"at {door.x},{door.y}"
        for door in face.doors
    ]
    return f"Doors: {'; '.join(doors)}."


def face_description(face: Face, rotation: int) -> str:
    """Describe a face, and draw it in characters."""
    turned = f" It lies turned by {rotation} degrees clockwise." if rotation else ""
    return f"{face_words(face)}{turned}\n\n{face_text(face, rotation)}\n\n{LEGEND}"


def deck_description(deck: Deck, faces: Sequence[Face]) -> str:
    """Describe faces of a deck, and draw each in characters."""
    head = f"{count(len(faces), 'face')} of the deck {deck.title}."
    return "\n\n".join([head, *(f"{face_words(f)}\n\n{face_text(f)}" for f in faces), LEGEND])


def map_words(board: Board) -> str:
    """Describe a map: how its cards lie, where the path goes, what it met, where cubes lie."""
    cards = [
        f"{card.face.name} {_ROTATIONS[card.placement.rotation]} with its top left at "
        f"{card.placement.x},{card.placement.y}"
        for card in board.cards
    ]
    sentences = [f"A map of {count(len(cards), 'card')}: {'; '.join(cards)}."]
    for card, segment in zip(board.cards, board.segments, strict=False):
        sentences.append(_segment_words(card.face.name, segment))
    met = Counter(board.printed(tile) for tile in board.met)
    items = [count(met[kind], one, many) for kind, one, many in _KINDS if met[kind]]
    if items:
        sentences.append(f"The path met {_enumerate(items)}.")
    for colour in Cube:
        tiles = sorted(tile for tile, cube in board.cubes.items() if cube is colour)
        if tiles:
            what = count(len(tiles), f"{colour} cube")
            sentences.append(f"{what.capitalize()} at {_enumerate(map(_place, tiles))}.")
    crows = sorted(board.visible_crows(len(board.cards)))
    if crows:
        what = count(len(crows), "crow")
        sentences.append(f"{what.capitalize()} visible, at {_enumerate(map(_place, crows))}.")
    return " ".join(sentences)


def _segment_words(name: str, segment: Sequence[Tile]) -> str:
    """Describe the path on a card by its corners."""
    corners = [segment[0]]
    for before, here, after in zip(segment, segment[1:], segment[2:], strict=False):
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1]):
            corners.append(here)
    if len(segment) > 1:
        corners.append(segment[-1])
    return f"The path enters {name} at {', then '.join(map(_place, corners))}."


def _place(tile: Tile) -> str:
    return f"{tile[0]},{tile[1]}"


def _enumerate(words: Iterable[str]) -> str:
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def map_description(board: Board, outcome: str = "") -> str:
    """Describe a map, and draw it in characters."""
    head = " ".join(part for part in (outcome, map_words(board)) if part)
    return f"{head}\n\n{map_text(board)}\n\n{LEGEND}"


def outcome_words(verdict: Verdict) -> str:
    """Describe the state or the end of a game in one line."""
    figures = (
        f"{count(verdict.points, 'point')}, {count(verdict.lives, 'life', 'lives')}, "
        f"crow marker {verdict.crows}"
    )
    if verdict.violation is not None:
        violation = verdict.violation
        where = f"turn {violation.step}" if violation.step else "the entrance"
        return (
            f"Illegal: {where} breaks {violation.rule}: {violation.message}. Until then {figures}."
        )
    if verdict.won:
        points = verdict.points
        return f"Won: {figures}. Tier {tier(points)} of 4: {tier_text(points)}."
    if verdict.finished:
        return f"Lost: {verdict.ending}; {figures}."
    return f"Not finished: {figures}."


def tally_words(number: int, tally: Tally) -> str:
    """Describe what happened on a card, and the tracking card after it."""
    here = [
        f"{count(tally.mushrooms, 'mushroom')} for {count(tally.points, 'point')}",
        *([count(tally.hearts, "heart")] if tally.hearts else []),
        *([f"{count(tally.defeated, 'crow')} defeated"] if tally.defeated else []),
        *([f"{count(tally.yellow, 'yellow cube')} taken"] if tally.yellow else []),
        *([f"{count(tally.laid, 'cube')} laid"] if tally.laid else []),
        *([f"{count(tally.red, 'red cube')} earned"] if tally.red else []),
    ]
    when = "After it" if tally.updated else "So far"
    return (
        f"Card {number}, {tally.face}: {_enumerate(here)}. {when} "
        f"{count(tally.total, 'point')}, {count(tally.lives, 'life', 'lives')}, "
        f"crow marker {tally.crows}, {count(tally.hand, 'cube')} in hand."
    )
