"""Heroes, Groups and their strength (T-R3 to T-R9, T-R36, T-R37).

A Hero is written as a letter and, in one way, what is special about it: ``W``, ``W+3``,
``T(ArcFist)``, ``H(disguise)``, ``P2``. A Group is written leader first: ``W+3 C P``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bolets_solver.boldest.game.forest import item_name_defect


class HeroClass(StrEnum):
    """The five Classes."""

    WARRIOR = "W"
    TECHNICIAN = "T"
    HUNTER = "H"
    COOK = "C"
    PET = "P"


CLASS_WORDS = {
    HeroClass.WARRIOR: "Warriors",
    HeroClass.TECHNICIAN: "Technicians",
    HeroClass.HUNTER: "Hunters",
    HeroClass.COOK: "Cooks",
    HeroClass.PET: "Pets",
}

CLASS_ORDER = (HeroClass.WARRIOR, HeroClass.TECHNICIAN, HeroClass.HUNTER)
"""The order in which Classes act (T-R13); on the last Day Cooks act as Warriors."""

ABILITY_CLASSES: dict[str, str] = {
    "batteries": "WTH",
    "disguise": "H",
    "loot-M": "H",
    "loot-A": "H",
    "loot-I": "H",
    "loot-any": "H",
    "fights": "T",
    "loots": "W",
    "lance": "W",
}
"""Abilities written in brackets, with the Classes whose Heroes may bear them."""

_ABILITY_BY_LOWER = {ability.lower(): ability for ability in ABILITY_CLASSES}
MAX_EXTRA = 9
MAX_HAND = 180
"""The game has 180 Hero cards."""


@dataclass(frozen=True, slots=True)
class Hero:
    """A Hero card: its Class and at most one Special Ability.

    ``extra`` counts the repeated Class symbols, ``carried`` the Items whose requirement the Hero
    meets, ``ability`` is one of the words of ABILITY_CLASSES. ``paws`` is 2 for the Water Buffalo.
    """

    letter: HeroClass
    extra: int = 0
    ability: str | None = None
    carried: tuple[str, ...] = ()
    paws: int = 1

    def __str__(self) -> str:
        if self.letter is HeroClass.PET:
            return "P2" if self.paws == 2 else "P"
        if self.extra:
            return f"{self.letter}+{self.extra}"
        if self.ability is not None:
            return f"{self.letter}({self.ability})"
        return f"{self.letter}({','.join(self.carried)})" if self.carried else str(self.letter)

    @property
    def acts_as(self) -> HeroClass:
        """The Class on the last Day: Cooks count as Warriors (T-R6)."""
        return HeroClass.WARRIOR if self.letter is HeroClass.COOK else self.letter

    @property
    def corner(self) -> int:
        """Symbols in the corner: what the Hero adds to its Group's strength in any place."""
        return self.paws if self.letter is HeroClass.PET else 1


Group = tuple[Hero, ...]
"""Heroes of one Planning Space from the top: the first is the Leader. Empty: no Group."""


def group_class(group: Group) -> HeroClass | None:
    """The Class as which a Group acts; None for an empty or an illegal one (T-R25)."""
    return group[0].acts_as if group and why_illegal(group) is None else None


def why_illegal(group: Group) -> str | None:
    """Say why a Group is illegal: a Pet leads it (T-R5), or Classes do not combine (T-R3)."""
    if not group:
        return None
    if group[0].letter is HeroClass.PET:
        return "for a Pet leads it"
    leading = group[0].acts_as
    if any(hero.acts_as not in (leading, HeroClass.PET) for hero in group):
        return "for its Heroes are not of one Class"
    return None


def strength(group: Group) -> int:
    """Strength of a Group: all corner symbols and the Leader's extra ones (T-R9, T-Q30)."""
    return sum(hero.corner for hero in group) + group[0].extra if group else 0


def group_text(group: Group) -> str:
    """A Group as it is written, leader first."""
    return " ".join(str(hero) for hero in group)


def hand_text(hand: Iterable[Hero]) -> str:
    """A hand in one fixed order: by Class, plain Heroes first."""
    order = "WCTHP"
    return " ".join(
        sorted((str(hero) for hero in hand), key=lambda text: (order.index(text[0]), text))
    )


def lacking(wanted: Iterable[Hero], hand: Iterable[Hero]) -> list[Hero]:
    """Heroes of ``wanted`` that ``hand`` does not hold, each as often as it lacks."""
    missing = Counter(wanted)
    missing.subtract(Counter(hand))
    return [hero for hero, count in missing.items() for _ in range(count)]


def parse_heroes(text: str) -> tuple[Group, list[str]]:
    """Read Heroes separated by spaces; return the legal ones and the defects of the others."""
    heroes: list[Hero] = []
    defects: list[str] = []
    words = re.findall(r"[^\s(]*\([^()]*\)[^\s(]*|\S+", text)
    if len(words) > MAX_HAND:
        return (), [f"{len(words)} Heroes; the game has {MAX_HAND} Hero cards"]
    for word in words:
        hero = _parse_hero(word)
        if isinstance(hero, Hero):
            heroes.append(hero)
        else:
            defects.append(hero)
    return tuple(heroes), defects


_HERO = re.compile(r"([A-Za-z])([0-9]+)?(?:\+([0-9]+))?(?:\(([^()]*)\))?", re.ASCII)


def _parse_hero(word: str) -> Hero | str:
    """Read one Hero, or say what is wrong with it."""
    shown = repr(word if len(word) <= 60 else word[:57] + "...")
    match = _HERO.fullmatch(word)
    if match is None:
        return (
            f"{shown} is not a Hero: write W, T, H, C or P, then +3, P2 or one ability in brackets"
        )
    letter, paws, extra, inside = match[1].upper(), match[2], match[3], match[4]
    if letter not in "WTHCP":
        return f"{shown} is a Hero of no Class: Classes are W, T, H, C and P"
    hero_class = HeroClass(letter)
    if paws is not None and (hero_class is not HeroClass.PET or paws not in ("1", "2")):
        return f"{shown}: only a Pet has a number, P2 for the Water Buffalo"
    if hero_class in (HeroClass.COOK, HeroClass.PET):
        if extra is not None or inside is not None:
            return f"{shown}: {CLASS_WORDS[hero_class]} have no such ability"
        return Hero(hero_class, paws=int(paws or 1))
    if extra is not None and inside is not None:
        return f"{shown}: a Hero has one Special Ability at most"
    if extra is not None:
        if not 1 <= int(extra[:4]) <= MAX_EXTRA:
            return f"{shown}: extra symbols are +1 to +{MAX_EXTRA}"
        return Hero(hero_class, extra=int(extra))
    return Hero(hero_class) if inside is None else _parse_ability(shown, hero_class, inside)


def _parse_ability(shown: str, hero_class: HeroClass, inside: str) -> Hero | str:
    """Read what stands in a Hero's brackets: an ability or carried Items."""
    ability = _ABILITY_BY_LOWER.get(inside.strip().lower())
    if ability is not None:
        if hero_class not in ABILITY_CLASSES[ability]:
            owner = " or ".join(
                CLASS_WORDS[HeroClass(letter)] for letter in ABILITY_CLASSES[ability]
            )
            return f"{shown}: {ability} is an ability of {owner}"
        return Hero(hero_class, ability=ability)
    names = [name.strip() for name in inside.split(",")]
    for name in names:
        if name.lower() in _ABILITY_BY_LOWER:
            return f"{shown}: a Hero has one Special Ability at most"
        wrong = item_name_defect(name)
        if wrong is not None:
            return f"{shown}: {wrong}"
    if len({name.lower() for name in names}) < len(names):
        return f"{shown}: an Item is carried once"
    return Hero(hero_class, carried=tuple(sorted(names, key=str.lower)))
