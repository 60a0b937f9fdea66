"""Small decks on which it matters that the order is unknown, and what a player may know of them.

One side of a card is mild, the other is full of crows: whether lives may be spent on mushrooms
depends on what comes. There are few doors, so that a wrong turn is dear.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import (
    BLOCKED_DOOR,
    COTTAGE,
    DOOR,
    FLOOR,
    ROCK,
    WALL,
    Border,
    Face,
    border_places,
    edge_doors,
    rim_doors,
)
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.rules import WORDS, Rules
from bolets_solver.study.random_draws import pick, pick_weighted, shuffled

SIZES = {
    Border.TILES: ((3, 4), (3, 5), (3, 6), (4, 4), (4, 5)),
    Border.EDGES: ((1, 3), (1, 4), (1, 5), (2, 2), (2, 3)),
}
"""Sizes of faces by border."""


@dataclass(frozen=True)
class Table:
    """A deck, the rules, and which faces come first; ``top``: whether the stack's top is seen."""

    deck: Deck
    rules: Rules
    top: bool
    order: tuple[str, ...]


def table(seed: int) -> Table:
    """Return the table of a seed."""
    rng = random.Random(f"advice table {seed}")
    border = pick(rng, (Border.TILES, Border.TILES, Border.EDGES))
    cards = pick(rng, (2, 3, 3, 3, 4))
    faces = {}
    sides = pick(rng, ("AB", "AB", "A"))
    for number in range(1, cards + 1):
        for side in sides if number > 1 else pick(rng, ("AB", "A")):
            harsh = rng.random() < 0.5 if sides == "A" else side == "B"
            faces[f"{number}{side}"] = _face(rng, f"{number}{side}", border, harsh)
    faces[COTTAGE] = _face(rng, COTTAGE, border, False)
    deck = Deck(f"unknown-{seed}", f"Unknown {seed}", border, faces)
    numbers = shuffled(rng, list(range(1, cards + 1)))
    order = tuple(pick(rng, [n for n in faces if n[:-1] == str(number)]) for number in numbers)
    return Table(deck, _rules(rng), rng.random() < 0.5, order)


def _face(rng: random.Random, name: str, border: Border, harsh: bool) -> Face:
    size = pick(rng, SIZES[border])
    width, height = size if rng.random() < 0.5 else size[::-1]
    weights = {FLOOR: 2.0, "m": 1.0, "M": 2.0, "h": 0.3, "c": 2.0, ROCK: 0.2}
    if harsh:
        weights = {FLOOR: 1.0, "m": 0.3, "M": 0.3, "h": 0.1, "c": 5.0, ROCK: 0.2}
    places = [
        (side, tile)
        for side, tile in border_places(width, height)
        if border is Border.EDGES or not (tile[0] in (0, width - 1) and tile[1] in (0, height - 1))
    ]
    doors = shuffled(rng, places)[: pick(rng, (1, 1, 2, 3) if harsh else (2, 3, 4))]
    blocked = [rng.random() < 0.15 for _ in doors]
    grid = [
        [pick_weighted(rng, list(weights), list(weights.values())) for _ in range(width)]
        for _ in range(height)
    ]
    if border is Border.EDGES:
        for _, (x, y) in doors:
            if grid[y][x] == ROCK:
                grid[y][x] = FLOOR
        rows = tuple("".join(row) for row in grid)
        along = [tile[0] if side in (Heading.N, Heading.S) else tile[1] for side, tile in doors]
        edges = [
            (side, position + 1, shut)
            for (side, _), position, shut in zip(doors, along, blocked, strict=True)
        ]
        return Face(name, border, rows, edge_doors(rows, edges))
    for x in range(width):
        grid[0][x] = grid[-1][x] = WALL
    for row in grid:
        row[0] = row[-1] = WALL
    for (_, (x, y)), shut in zip(doors, blocked, strict=True):
        grid[y][x] = BLOCKED_DOOR if shut else DOOR
    rows = tuple("".join(row) for row in grid)
    return Face(name, border, rows, rim_doors(rows))


def _rules(rng: random.Random) -> Rules:
    """Leave every setting at its default, or change each with one chance in two."""
    if rng.random() < 0.4:
        return Rules()
    return Rules.parse(
        f"{name}={pick(rng, list(words))}" for name, words in WORDS.items() if rng.random() < 0.5
    )


DECISIVE = (147, 163, 177, 285, 906, 1523, 2773)
"""Seeds of tables at which hindsight is worth more than any player can expect."""


def altered(seed: int) -> Table:
    """Return a decisive table with one or two inner tiles of its faces changed.

    At most of these, too, hindsight is worth more.
    """
    rng = random.Random(f"altered table {seed}")
    base = table(pick(rng, DECISIVE))
    faces = dict(base.deck.faces)
    for _ in range(pick(rng, (1, 1, 2))):
        name = pick(rng, sorted(faces))
        faces[name] = _altered(rng, faces[name])
    deck = Deck(f"altered-{seed}", f"Altered {seed}", base.deck.border, faces)
    return Table(deck, base.rules, base.top, base.order)


def _altered(rng: random.Random, face: Face) -> Face:
    x = face.margin + int(rng.random() * (face.width - 2 * face.margin))
    y = face.margin + int(rng.random() * (face.height - 2 * face.margin))
    rows = [list(row) for row in face.grid]
    rows[y][x] = pick(rng, (FLOOR, "m", "M", "h", "c"))
    grid = tuple("".join(row) for row in rows)
    return Face(face.name, face.border, grid, face.doors)
