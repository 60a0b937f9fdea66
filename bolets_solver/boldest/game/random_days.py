"""Last Days drawn at random, always the same ones for the same seed.

The printed cards are not reproduced: the cards here are made up, in the proportions of the box
(51 Monsters, 48 Artifacts, 41 Items; 17 starting Heroes a player), with strong cards asking for
Items and weak ones showing a crosshair. Hands are what four or five Days may leave: some Leaders
gone to the King's Tent, some Adventurers won, and a third of all resting after yesterday.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from bolets_solver.boldest.game.forest import Card, Forest, Kind, Space
from bolets_solver.boldest.game.heroes import CLASS_ORDER, Group, Hero, HeroClass
from bolets_solver.boldest.game.position import Plan, Position, WeightedPlan, expeditions

ITEM_NAMES = ("ArcFist", "Chainsaw", "Hammer", "Jetpack", "Lantern")
PLAYER_NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")

_ADVENTURERS = (
    *(Hero(letter, extra=3) for letter in CLASS_ORDER),
    *(Hero(HeroClass.WARRIOR, ability=ability) for ability in ("loots", "lance")),
    *(Hero(HeroClass.TECHNICIAN, ability=ability) for ability in ("fights", "batteries")),
    *(
        Hero(HeroClass.HUNTER, ability=ability)
        for ability in ("disguise", "loot-M", "loot-A", "loot-I")
    ),
    *(Hero(letter, carried=(name,)) for letter in CLASS_ORDER for name in ITEM_NAMES[:4]),
    Hero(HeroClass.PET, paws=2),
)


def random_day(players: int, seed: int, *, with_plans: bool = False) -> Position:
    """A last Day for 2 to 5 players before its first Expedition; with or without plans."""
    dice = random.Random(f"the last day {players} {seed}")
    flags = list(range(players))
    dice.shuffle(flags)
    hands = tuple(random_hand(dice) for _ in range(players))
    position = Position(
        PLAYER_NAMES[:players],
        tuple(flags),
        random_forest(players, dice),
        experience=tuple(dice.randint(24, 36) for _ in range(players)),
        items=tuple(tuple(sorted(dice.choices(ITEM_NAMES, k=dice.randint(0, 3)))) for _ in flags),
        hands=hands,
        plans=(None,) * players,
    )
    if not with_plans:
        return position
    plans = tuple((WeightedPlan(1.0, random_plan(hand, players, dice)),) for hand in hands)
    return replace(position, plans=plans)


def random_forest(players: int, dice: random.Random) -> Forest:
    """A full Forest: 16 cards for two or three players, 20 for four, 25 for five (T-Q7)."""
    side = 4 if players <= 3 else 5
    spaces = {Space(column, row) for column in range(1, side + 1) for row in range(1, side + 1)}
    if players == 4:
        spaces -= {Space(column, 5) for column in (1, 2, 4, 5)} | {Space(3, 4)}
    cards = {space: random_card(dice) for space in sorted(spaces)}
    return Forest(side, side, frozenset(spaces), MappingProxyType(cards))


def random_card(dice: random.Random) -> Card:
    """One Forest Card."""
    kind = dice.choices((Kind.MONSTER, Kind.ARTIFACT, Kind.ITEM), (51, 48, 41))[0]
    if kind is Kind.ITEM:
        return Card(kind, item=dice.choice(ITEM_NAMES), crosshair=dice.random() < 0.5)
    if kind is Kind.MONSTER:
        experience = dice.choice((1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7))
        small, heavy = experience <= 5, experience >= 5
    else:
        experience = dice.choice((1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9))
        small, heavy = experience <= 4, experience >= 6
    needs = dice.choice(ITEM_NAMES) if heavy and dice.random() < 0.6 else None
    crosshair = small and dice.random() < (0.3 if needs else 0.6)
    return Card(kind, experience, crosshair=crosshair, needs=needs)


def random_hand(dice: random.Random) -> Group:
    """The Heroes a player takes up on the last morning."""
    owned = [Hero(letter) for letter in CLASS_ORDER for _ in range(dice.randint(1, 3))]
    owned += [Hero(HeroClass.COOK)] * 5 + [Hero(HeroClass.PET)] * 3
    owned += dice.choices(_ADVENTURERS, k=dice.randint(4, 9))
    rested = [hero for hero in owned if dice.random() < 0.65]
    return tuple(sorted(rested or owned, key=str))


def random_plan(hand: Group, players: int, dice: random.Random) -> Plan:
    """A sensible plan: different Classes, Adventurers in front, everybody goes along."""
    spaces = expeditions(players)
    per_space = 2 if players == 2 else 1
    left = {letter: [h for h in hand if h.acts_as is letter] for letter in CLASS_ORDER}
    pets = [hero for hero in hand if hero.letter is HeroClass.PET]
    slots = [_classes(left, per_space, dice) for _ in range(spaces)]
    groups: dict[tuple[int, HeroClass], list[Hero]] = {}
    for space, letters in enumerate(slots):
        for letter in letters:
            if left[letter]:
                best = max(left[letter], key=lambda hero: (str(hero) != hero.letter, dice.random()))
                left[letter].remove(best)
                groups[space, letter] = [best]
    for hero in [hero for heroes in left.values() for hero in heroes] + pets:
        fitting = [key for key in groups if hero in pets or key[1] is hero.acts_as]
        if fitting:
            groups[dice.choice(fitting)].append(hero)
    plan = []
    for space, letters in enumerate(slots):
        found = [tuple(groups[space, letter]) for letter in letters if (space, letter) in groups]
        plan.append(tuple(found + [()] * (per_space - len(found))))
    return tuple(plan)


def _classes(
    left: Mapping[HeroClass, Sequence[Hero]], wanted: int, dice: random.Random
) -> list[HeroClass]:
    """Different Classes for one space, those with many Heroes more often."""
    chosen: list[HeroClass] = []
    for _ in range(wanted):
        letters = [letter for letter in CLASS_ORDER if letter not in chosen]
        weights = [1 + 2 * len(left[letter]) for letter in letters]
        chosen.append(dice.choices(letters, weights)[0])
    return chosen
