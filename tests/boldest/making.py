"""Small positions for tests: drawn at random from a seed, or written as text."""

from __future__ import annotations

import random
from dataclasses import replace
from types import MappingProxyType

from bolets_solver.boldest.files.reader import parse_position
from bolets_solver.boldest.game.forest import Card, Forest, Kind, Space
from bolets_solver.boldest.game.heroes import ABILITY_CLASSES, Group, Hero, HeroClass
from bolets_solver.boldest.game.position import Position, WeightedPlan
from bolets_solver.boldest.game.random_days import (
    ITEM_NAMES,
    PLAYER_NAMES,
    random_card,
    random_plan,
)
from bolets_solver.boldest.rules import Rules

SIZES = ((3, 2), (2, 3), (4, 1), (2, 4), (4, 2), (3, 3))
FIGHTERS = (HeroClass.WARRIOR, HeroClass.TECHNICIAN, HeroClass.HUNTER)
ADVENTURERS = (
    *(Hero(letter, extra=2) for letter in FIGHTERS),
    *(Hero(letter, carried=(name,)) for letter in FIGHTERS for name in ITEM_NAMES[:2]),
    *(
        Hero(HeroClass(letter), ability=ability)
        for ability, letters in ABILITY_CLASSES.items()
        for letter in letters
    ),
)


def small_position(seed: int, players: int | None = None, heroes: int = 9) -> Position:
    """A position with few cards, many ties, few Items, and every rule in play."""
    dice = random.Random(f"small {seed} {players} {heroes}")
    count = players or dice.choice((2, 3, 4, 5))
    flags = list(range(count))
    dice.shuffle(flags)
    hands = tuple(small_hand(dice, heroes) for _ in range(count))
    plans = tuple((WeightedPlan(1.0, random_plan(hand, count, dice)),) for hand in hands)
    return Position(
        PLAYER_NAMES[:count],
        tuple(flags),
        small_forest(dice),
        experience=tuple(dice.randint(0, 4) for _ in range(count)),
        items=tuple(
            tuple(sorted(dice.choices(ITEM_NAMES[:3], k=dice.randint(0, 2)))) for _ in range(count)
        ),
        hands=hands,
        plans=plans,
        rules=Rules(**{name: dice.choice(words) for name, words in Rules.WORDS.items()}),
    )


def small_forest(dice: random.Random) -> Forest:
    """Four to nine spaces, most with a card; two names of Items are often required."""
    columns, rows = dice.choice(SIZES)
    spaces = {Space(x, y) for x in range(1, columns + 1) for y in range(1, rows + 1)}
    cards = {space: small_card(dice) for space in sorted(spaces) if dice.random() < 0.9}
    return Forest(columns, rows, frozenset(spaces), MappingProxyType(cards))


def small_card(dice: random.Random) -> Card:
    """A card of little Experience that often shows a crosshair and often requires something."""
    card = replace(random_card(dice), crosshair=dice.random() < 0.6)
    needs = dice.choice(ITEM_NAMES[:2]) if dice.random() < 0.4 else None
    if card.kind is Kind.ITEM:
        return replace(card, item=dice.choice(ITEM_NAMES[:3]), needs=needs)
    return replace(card, experience=dice.randint(1, 4), needs=needs)


def small_hand(dice: random.Random, heroes: int) -> Group:
    """A hand of this number of Heroes, half of them with an ability."""
    plain = [Hero(letter) for letter in FIGHTERS] + [Hero(HeroClass.COOK), Hero(HeroClass.PET)]
    plain.append(Hero(HeroClass.PET, paws=2))
    drawn = [
        dice.choice(ADVENTURERS) if dice.random() < 0.7 else dice.choice(plain)
        for _ in range(heroes)
    ]
    return tuple(sorted(drawn, key=str))


def written(
    forest: str,
    flags: str,
    plans: dict[str, object] | None = None,
    hands: dict[str, str] | None = None,
    items: dict[str, list[str]] | None = None,
    more: str = "",
) -> Position:
    """A position from its rows and the flags (``"A B C"``); players stand by the alphabet."""
    lines = [
        'format = "boldest-position/1"',
        f"players = {sorted(flags.split())!r}",
        f"flags = {flags.split()!r}",
        "forest = '''",
        forest.strip("\n"),
        "'''",
        more,
    ]
    for header, table in (("items", items), ("hands", hands), ("plans", plans)):
        if table is not None:
            lines.append(f"[{header}]")
            lines += [f"{name} = {value!r}" for name, value in table.items()]
    position, warnings = parse_position("\n".join(lines))
    assert all("(T-R25)" in warning or "read as an Item" in warning for warning in warnings)
    return position
