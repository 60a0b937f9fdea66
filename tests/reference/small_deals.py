"""Random small deals, as odd as the rules allow, with random difficulty and switches."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.deal import Deal
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
from bolets_solver.bolets.rules import WORDS, CrowScope, Difficulty, Rules
from bolets_solver.study.random_draws import pick, pick_weighted, shuffled

ANY = "small"
TINY = "tiny"
RICH = "rich"
"""Kinds: anything goes; so tiny that it can be solved to the letter; cubes and crows matter."""

Sizes = dict[Border, dict[int, tuple[tuple[int, int], ...]]]

SIZES: Sizes = {
    Border.TILES: {
        1: ((3, 3), (3, 5), (4, 4), (4, 5), (5, 5), (6, 5), (6, 6)),
        2: ((3, 4), (4, 4), (4, 4), (4, 5), (5, 5)),
        3: ((3, 4), (4, 4), (3, 5)),
        4: ((3, 3), (3, 4), (4, 3)),
    },
    Border.EDGES: {
        1: ((3, 3), (3, 4), (4, 4), (5, 4), (3, 5), (4, 6)),
        2: ((3, 3), (3, 4), (4, 3)),
        3: ((3, 3),),
        4: ((3, 3),),
    },
}
"""Sizes (width, height) of faces by border and number of numbered cards."""

TINY_SIZES: Sizes = {
    Border.TILES: {1: ((3, 3), (3, 4), (4, 4), (3, 5)), 2: ((3, 3), (3, 4))},
    Border.EDGES: {1: ((3, 3),)},
}
"""Sizes for deals that can be solved to the letter."""

RICH_SIZES: Sizes = {
    Border.TILES: {1: ((5, 5), (6, 5), (6, 6)), 2: ((4, 4), (4, 5), (5, 5))},
    Border.EDGES: {1: ((4, 4), (5, 4)), 2: ((3, 3), (3, 4))},
}
"""Sizes for rich deals."""

HOW_MANY = (1, 2, 2, 2, 3, 3, 4)
"""Numbers of numbered cards, as likely as they stand here."""


@dataclass(frozen=True)
class SmallDeal:
    """A deal and the rules under which it is to be solved."""

    deal: Deal
    rules: Rules

    def __str__(self) -> str:
        """Everything needed to see it: for the message of a failed test."""
        from bolets_solver.bolets.files.deck_text import format_deck

        switched = " ".join(f"{k}={v}" for k, v in self.rules.switched().items())
        return f"{format_deck(self.deal.deck)}order: {self.deal}\nrules: {switched or 'default'}"


def small_deal(seed: int, kind: str = ANY) -> SmallDeal:
    """Return the deal of a kind and seed."""
    rng = random.Random(f"{kind} deal {seed}")
    border = pick(rng, (Border.TILES, Border.TILES, Border.EDGES))
    by_number = {ANY: SIZES, TINY: TINY_SIZES, RICH: RICH_SIZES}[kind][border]
    numbers = [1, 2] if kind == RICH else [n for n in HOW_MANY if n in by_number]
    cards = pick(rng, numbers)
    sizes = by_number[cards]
    usual = pick(rng, sizes)
    taste = _rich_taste(rng) if kind == RICH else _taste(rng)
    names = [*(f"{number}{pick(rng, 'AB')}" for number in range(1, cards + 1)), COTTAGE]
    faces = {}
    for name in names:
        size = pick(rng, sizes) if rng.random() < 0.3 else usual
        faces[name] = _face(rng, name, border, size, taste)
    deck = Deck(f"{kind}-{seed}", f"{kind.capitalize()} {seed}", border, faces)
    order = shuffled(rng, names[:-1])
    rules = _rules(rng)
    if kind == RICH:
        rules = replace(
            rules,
            difficulty=Difficulty.REGULAR,
            crow_scope=pick(rng, (CrowScope.TRACED, CrowScope.ALL, CrowScope.ALL)),
        )
    return SmallDeal(Deal.of(deck, order), rules)


def _taste(rng: random.Random) -> dict[str, float]:
    """Choose how often each kind of tile is to come."""
    weights = {
        FLOOR: pick(rng, (1.0, 4.0, 8.0)),
        "m": pick(rng, (1.0, 2.0, 4.0)),
        "M": pick(rng, (0.0, 0.5, 1.5)),
        "h": pick(rng, (0.0, 0.5, 1.0)),
        "c": pick(rng, (0.5, 1.5, 3.0, 6.0)),
        ROCK: pick(rng, (0.0, 0.3, 1.0, 2.0)),
    }
    weights["blocked"] = pick(rng, (0.1, 0.2, 0.5))
    return weights


def _rich_taste(rng: random.Random) -> dict[str, float]:
    """Let there be enough points for cubes, and crows that are worth covering."""
    return {
        FLOOR: pick(rng, (2.0, 4.0, 8.0)),
        "m": pick(rng, (2.0, 4.0)),
        "M": pick(rng, (0.0, 0.5)),
        "h": pick(rng, (1.0, 2.0)),
        "c": pick(rng, (2.0, 3.0, 4.0)),
        ROCK: pick(rng, (0.0, 0.5, 1.0)),
        "blocked": pick(rng, (0.1, 0.3)),
    }


def _face(
    rng: random.Random,
    name: str,
    border: Border,
    size: tuple[int, int],
    taste: dict[str, float],
) -> Face:
    width, height = size if rng.random() < 0.5 else size[::-1]
    kinds = [kind for kind in taste if len(kind) == 1]
    weights = [taste[kind] for kind in kinds]
    places = [
        (side, tile)
        for side, tile in border_places(width, height)
        if border is Border.EDGES or not (tile[0] in (0, width - 1) and tile[1] in (0, height - 1))
    ]
    count = min(pick(rng, (1, 2, 3, 3, 4, 4, 4, 5, 6)), len(places))
    doors = shuffled(rng, places)[:count]
    blocked = [rng.random() < taste["blocked"] for _ in doors]
    grid = [[pick_weighted(rng, kinds, weights) for _ in range(width)] for _ in range(height)]
    if border is Border.EDGES:
        for _, (x, y) in doors:
            if grid[y][x] == ROCK:
                grid[y][x] = FLOOR
        rows = tuple("".join(row) for row in grid)
        along = [tile[0] if side in (Heading.N, Heading.S) else tile[1] for side, tile in doors]
        return Face(
            name,
            border,
            rows,
            edge_doors(
                rows,
                [
                    (side, position + 1, shut)
                    for (side, _), position, shut in zip(doors, along, blocked, strict=True)
                ],
            ),
        )
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
    if rng.random() < 0.3:
        return Rules()
    return Rules.parse(
        f"{name}={pick(rng, list(words))}" for name, words in WORDS.items() if rng.random() < 0.5
    )
