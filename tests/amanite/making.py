"""Random positions for tests: seeded, small enough for the reference, in any phase."""

from __future__ import annotations

import random

from bolets_solver.amanite.game.moves import apply, legal_moves
from bolets_solver.amanite.game.position import Hints, Position, Tile, settle
from bolets_solver.amanite.game.scoring import ATTRIBUTES
from bolets_solver.amanite.game.tokens import COLOURS, PIG, Counts, counts_of
from bolets_solver.amanite.rules import Rules

LEVELS_OF_KNOWLEDGE = ("all", "some", "hints", "none")
NAMES = ("Ann", "Bo", "Cy", "Di")
COLOUR_NAMES = ("red", "blue", "green", "yellow", "purple", "brown")


def random_attributes(rng: random.Random) -> tuple[str, ...]:
    chosen = ["Poison", "Antidote", *rng.sample(ATTRIBUTES[2:], 4)]
    rng.shuffle(chosen)
    return tuple(chosen)


def random_switches(rng: random.Random) -> Rules:
    return Rules(**{name: rng.choice(words) for name, words in Rules.WORDS.items()})


def random_tokens(rng: random.Random, number: int, pigs: int) -> Counts:
    """`number` tokens of a few colours, so that doubles occur, at most `pigs` of them pigs."""
    colours = rng.sample(range(COLOURS), min(COLOURS, max(1, number)))
    kinds = [rng.choice(colours) for _ in range(number)]
    for place in range(min(pigs, number)):
        kinds[place] = PIG
    return counts_of(kinds)


def random_knowledge(
    rng: random.Random, world: tuple[str, ...], level: str
) -> tuple[tuple[str | None, ...], Hints | None]:
    """What is known of `world`: `all`, `some`, `hints` or `none`."""
    known: list[str | None] = [None] * COLOURS
    hints = None
    if level == "all":
        known = list(world)
    elif level == "some":
        for colour in rng.sample(range(COLOURS), rng.randint(1, 4)):
            known[colour] = world[colour]
    elif level == "hints":
        start = tuple(rng.sample(range(COLOURS), 3))
        shuffled = tuple(rng.sample([world[colour] for colour in start], 3))
        notebook = tuple((c, world[c]) for c in rng.sample(range(COLOURS), rng.randint(0, 2)))
        hints = Hints(start, shuffled, notebook)
    return tuple(known), hints


def start_position(
    rng: random.Random, players: int, level: str, sizes: list[int], pigs: int, held: int = 4
) -> Position:
    """A position before the first meeple; tiles of the given sizes, up to `pigs` pigs in all."""
    world = random_attributes(rng)
    in_play = tuple(rng.sample(world, COLOURS))
    known, hints = random_knowledge(rng, world, level)
    tiles = []
    for size in sizes:
        here = rng.randint(0, min(pigs, 2)) if rng.random() < 0.5 else 0
        pigs -= here
        tiles.append(Tile(random_tokens(rng, size, here)))
    hands = tuple(random_tokens(rng, rng.randint(0, held), 0) for _ in range(players))
    return Position(
        players=NAMES[:players],
        colours=COLOUR_NAMES,
        attributes=in_play,
        tokens=hands,
        tiles=tuple(tiles),
        known=known,
        hints=(hints, *[None] * (players - 1)),
        rules=random_switches(rng),
    )


def play_randomly(rng: random.Random, position: Position, decisions: int) -> Position:
    """Play random moves, but never to the end."""
    position = settle(position)
    for _ in range(decisions):
        moves = legal_moves(position)
        if not moves:
            break
        after = apply(position, rng.choice(moves))
        if after.to_act is None:
            break
        position = after
    return position


def small_position(
    rng: random.Random, players: int, level: str, placing: bool, roomy: bool = False
) -> Position:
    """A position that the reference solves in a fraction of a second; `roomy`: in some seconds."""
    if placing:
        most = {2: 3, 3: 2, 4: 2}[players] + (roomy and players == 2)
        first = {2: 1, 3: 3, 4: 5}[players]
        if level == "none":
            first += 1
        if roomy:
            first -= {2: 1, 3: 2 if level in ("none", "hints") else 3, 4: 1}[players]
        early = rng.randint(first, 2 * players - 1)
        sizes = [rng.randint(1, most) for _ in range(players + 1)]
        return play_randomly(rng, start_position(rng, players, level, sizes, 2), early)
    sizes = [rng.randint(1, 5 if roomy else 4) for _ in range(players + 1)]
    start = start_position(rng, players, level, sizes, 4)
    least = 2 * players + (2 if level == "none" and not roomy else 0)
    return play_randomly(rng, start, rng.randint(least, 2 * players + 4))
