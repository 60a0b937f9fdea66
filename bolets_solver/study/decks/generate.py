"""Decks and deals from a seed, the same on every machine and Python version.

As a command: ``python -m bolets_solver.study.decks.generate PROFILE SEED`` prints a deck file.
"""

from __future__ import annotations

import argparse
import random
import shlex
from collections.abc import Sequence
from dataclasses import replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck, face_key
from bolets_solver.bolets.cards.face import (
    BLOCKED_DOOR,
    COTTAGE,
    CROW,
    DOOR,
    FLOOR,
    HEART,
    MUSHROOM,
    ROCK,
    SPECIAL_MUSHROOM,
    WALL,
    Border,
    Face,
    border_places,
    edge_doors,
    rim_doors,
)
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.files.deck_text import format_deck
from bolets_solver.errors import InputError
from bolets_solver.study.decks.profile import DRAFT, EDGES, HARSH, MINI, PROFILES, RICH, Profile
from bolets_solver.study.random_draws import pick, shuffled, winners

__all__ = [
    "DRAFT",
    "EDGES",
    "HARSH",
    "MINI",
    "PROFILES",
    "RICH",
    "Profile",
    "format_deck",
    "generate_deck",
    "generate_face",
    "random_deal",
]


def generate_deck(profile: Profile, seed: int) -> Deck:
    """Return the deck of a profile and seed, with the name of the profile.

    Raises InputError if no face can fulfil the profile.
    """
    profile.check()
    rng = random.Random(f"bolets deck {profile.name} {seed}")
    names = [f"{number}{side}" for number in range(1, profile.cards + 1) for side in "AB"]
    special = winners(rng, len(names), profile.specials)
    heart = winners(rng, len(names), profile.hearts)
    faces = {}
    for name, has_special, has_heart in zip(names, special, heart, strict=True):
        mushrooms = pick(rng, profile.mushrooms)
        has_special = has_special and mushrooms > 0
        items = SPECIAL_MUSHROOM * has_special + MUSHROOM * (mushrooms - has_special)
        items += CROW * pick(rng, profile.crows) + HEART * has_heart
        rocks = profile.rocks["AB".index(name[-1])]
        faces[name] = generate_face(profile, name, items, rocks, rng)
    faces[COTTAGE] = generate_face(profile, COTTAGE, "", 0, rng)
    return Deck(profile.name, profile.title, profile.border, faces)


def generate_face(profile: Profile, name: str, items: str, rocks: int, rng: random.Random) -> Face:
    """Return a face of the profile's size and doors with items and rocks on random open tiles.

    ``items``: characters of the items. No rock is placed behind a door.
    """
    width, height, margin = profile.width, profile.height, profile.margin
    doors = _door_places(profile, rng)
    blocked = shuffled(rng, range(len(doors)))[: profile.blocked]
    behind = {side.opposite.step(tile) if margin else tile for side, tile in doors}
    open_tiles = [
        (x, y) for y in range(margin, height - margin) for x in range(margin, width - margin)
    ]
    rock_tiles = shuffled(rng, [tile for tile in open_tiles if tile not in behind])[:rocks]
    free = shuffled(rng, [tile for tile in open_tiles if tile not in rock_tiles])
    content = dict.fromkeys(rock_tiles, ROCK) | dict(zip(free, items, strict=False))
    if profile.border is Border.EDGES:
        grid = _rows(width, height, content, FLOOR)
        places = [
            (side, 1 + (tile[0] if side in (Heading.N, Heading.S) else tile[1]), index in blocked)
            for index, (side, tile) in enumerate(doors)
        ]
        return Face(name, profile.border, grid, edge_doors(grid, places))
    content = dict.fromkeys(open_tiles, FLOOR) | content
    content |= {
        tile: BLOCKED_DOOR if index in blocked else DOOR for index, (_, tile) in enumerate(doors)
    }
    grid = _rows(width, height, content, WALL)
    return Face(name, profile.border, grid, rim_doors(grid))


def random_deal(deck: Deck, seed: int | random.Random, cards: int | None = None) -> Deal:
    """Deal a deck: its cards shuffled, one side of each at random, the cottage last (B-R1).

    ``cards``: number of numbered cards to deal (default: all). Raises InputError if the deck has
    fewer, or no cottage.
    """
    rng = seed if isinstance(seed, random.Random) else random.Random(f"bolets deal {seed}")
    sides: dict[int, list[str]] = {}
    for name in sorted(deck.faces, key=face_key):
        if name != COTTAGE:
            sides.setdefault(int(name[:-1]), []).append(name)
    numbers = shuffled(rng, list(sides))
    order = [pick(rng, sides[number]) for number in numbers]
    if cards is not None and not 1 <= cards <= len(order):
        raise InputError(f"the deck '{deck.name}' has {len(order)} cards; deal 1 to {len(order)}")
    return Deal.of(deck, order[:cards])


def _door_places(profile: Profile, rng: random.Random) -> list[tuple[Heading, Tile]]:
    """Choose the doors: the four sides in turn, in a random order, a random place on each."""
    corners = [(x, y) for x in (0, profile.width - 1) for y in (0, profile.height - 1)]
    places = [
        (side, tile)
        for side, tile in border_places(profile.width, profile.height)
        if profile.border is Border.EDGES or tile not in corners
    ]
    left = {side: shuffled(rng, [p for p in places if p[0] is side]) for side in Heading}
    chosen: list[tuple[Heading, Tile]] = []
    while len(chosen) < profile.doors:
        for side in shuffled(rng, list(Heading)):
            if left[side] and len(chosen) < profile.doors:
                chosen.append(left[side].pop())
    return chosen


def _rows(width: int, height: int, content: dict[Tile, str], rest: str) -> tuple[str, ...]:
    return tuple("".join(content.get((x, y), rest) for x in range(width)) for y in range(height))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the deck of a profile and a seed as a deck file."""
    parser = argparse.ArgumentParser(
        prog="python -m bolets_solver.study.decks.generate", description=main.__doc__
    )
    parser.add_argument("profile", choices=list(PROFILES))
    parser.add_argument("seed", type=int)
    parser.add_argument("--name", help="the deck's name; default: the profile's")
    parser.add_argument("--title", help="the deck's title; default: the profile's")
    parser.add_argument(
        "--cards", type=int, choices=range(1, 1000), metavar="N", help="how many cards, 1 to 999"
    )
    asked = parser.parse_args(arguments)
    profile = PROFILES[asked.profile]
    command = f"{parser.prog} {asked.profile} {asked.seed}"
    if asked.cards is not None:
        profile = replace(profile, cards=asked.cards)
        command += f" --cards {asked.cards}"
    deck = generate_deck(profile, asked.seed)
    for option in ("name", "title"):
        text = getattr(asked, option)
        if text is not None:
            deck = replace(deck, **{option: text})
            command += f" --{option} {shlex.quote(text)}"
    print(format_deck(deck, f"Made by: {command}"), end="")


if __name__ == "__main__":
    main()
