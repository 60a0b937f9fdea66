"""Write a deck in the deck format."""

from __future__ import annotations

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import Border, Door, Face
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.files.toml.writer import toml_list, toml_text

HEADER = "bolets-deck/1"


def format_deck(deck: Deck, comment: str = "") -> str:
    """Return the text of a deck file; the lines of ``comment`` are at its top as comments."""
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    lines += [
        f'format = "{HEADER}"',
        f"name = {toml_text(deck.name)}",
        f"title = {toml_text(deck.title)}",
        f'border = "{deck.border}"',
    ]
    for face in deck.faces.values():
        lines += ["", f"[faces.{toml_text(face.name)}]", *face_lines(face)]
    return "\n".join(lines) + "\n"


def door_text(face: Face, door: Door) -> str:
    """Return a door of an edge border in the deck format: ``N3``, ``E2x``."""
    along = door.x if door.side in (Heading.N, Heading.S) else door.y
    return f"{door.side.letter}{along + 1}{'x' if door.blocked else ''}"


def face_lines(face: Face) -> list[str]:
    """Return the lines of a face's table below its header."""
    lines = ["grid = '''", *face.grid, "'''"]
    if face.border is Border.EDGES:
        lines.append(f"doors = {toml_list(door_text(face, door) for door in face.doors)}")
    return lines
