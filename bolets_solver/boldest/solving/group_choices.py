"""The Groups that a hand can put on the Planning Spaces, without naming every Hero (T-R2 to T-R11).

A Group acts by its Leader's ability and contends by its strength; its other members do not matter.
So plans are distinguished only by Class, kind of Leader and strength, and strengths only by their
order among the strengths they may meet: an interval between two of those is one choice.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from bolets_solver.boldest.game.expedition import Contender
from bolets_solver.boldest.game.heroes import CLASS_ORDER, Group, Hero, HeroClass
from bolets_solver.boldest.kernels.tables import Tables

UNBOUNDED = 1 << 20
"""Stronger than any Group: the upper end of the topmost interval."""


@dataclass(frozen=True, slots=True)
class LeaderKind:
    """Heroes of one hand that are the same as Leaders, the plainest first."""

    heroes: tuple[Hero, ...]

    @property
    def hero(self) -> Hero:
        """One for all of them."""
        return self.heroes[0]


@dataclass(frozen=True, slots=True)
class GroupChoice:
    """A Group to be formed: Class and kind of Leader by number, least and most strength."""

    hero_class: int
    kind: int
    low: int
    high: int

    @property
    def interval(self) -> tuple[int, int]:
        """Least and most strength."""
        return self.low, self.high


SpaceChoice = tuple[GroupChoice, ...]
"""The Groups of one space, none to two, of different Classes."""


@dataclass(frozen=True)
class Muster:
    """A hand, counted: kinds of Leaders and Heroes of each fighting Class, Pets and Buffaloes.

    ``heroes`` holds the Heroes of each Class, plain ones first.
    """

    kinds: tuple[tuple[LeaderKind, ...], ...]
    heroes: tuple[tuple[Hero, ...], ...]
    pets: tuple[Hero, ...]
    buffaloes: tuple[Hero, ...]

    def strongest(self, hero_class: int) -> int:
        """The most strength that a Group of the Class could have."""
        extra = max((kind.hero.extra for kind in self.kinds[hero_class]), default=0)
        pets = len(self.pets) + 2 * len(self.buffaloes)
        return len(self.heroes[hero_class]) + extra + pets

    def strengths(self, hero_class: int) -> list[int]:
        """Strengths that some Group of the Class could have, in order (a superset of them)."""
        if not self.heroes[hero_class]:
            return []
        least = 1 + min(kind.hero.extra for kind in self.kinds[hero_class])
        return list(range(least, self.strongest(hero_class) + 1))


def muster(hand: Iterable[Hero], tables: Tables) -> Muster:
    """Count a hand; Leaders with equivalent abilities in this Forest are one kind."""
    heroes = [[hero for hero in hand if hero.acts_as is letter] for letter in CLASS_ORDER]
    kinds = []
    for each in heroes:
        each.sort(key=_plainness)
        alike: dict[tuple[int, int], list[Hero]] = {}
        for hero in each:
            alike.setdefault((tables.leader(hero), hero.extra), []).append(hero)
        kinds.append(tuple(LeaderKind(tuple(same)) for same in alike.values()))
    pets = [hero for hero in hand if hero.letter is HeroClass.PET]
    return Muster(
        tuple(kinds),
        tuple(map(tuple, heroes)),
        tuple(hero for hero in pets if hero.paws == 1),
        tuple(hero for hero in pets if hero.paws == 2),
    )


def _plainness(hero: Hero) -> tuple[int, int, str]:
    return (hero.extra, len(str(hero)), str(hero))


def space_choices(
    mustered: Muster, tables: Tables, met: Sequence[Sequence[int]], groups: int
) -> list[SpaceChoice]:
    """Return all different choices of a hand for one space.

    ``met`` holds, for each Class, the strengths that may be met there; ``groups`` is how many
    Groups the space takes. The weaker choices come first, the empty space first of all.
    """
    single = [_group_choices(mustered, hero_class, met[hero_class]) for hero_class in range(3)]
    choices: list[SpaceChoice] = [()]
    for size in range(1, groups + 1):
        for classes in combinations(range(3), size):
            choices += product(*(single[hero_class] for hero_class in classes))
    return choices


def _group_choices(mustered: Muster, hero_class: int, met: Sequence[int]) -> list[GroupChoice]:
    bounds = sorted(set(met))
    intervals: list[tuple[int, int]] = []
    low = 1
    for strength in bounds:
        intervals += [(low, strength - 1), (strength, strength)]
        low = strength + 1
    intervals.append((low, UNBOUNDED))
    choices = []
    for kind, leader in enumerate(mustered.kinds[hero_class]):
        most = (
            len(mustered.heroes[hero_class])
            + leader.hero.extra
            + len(mustered.pets)
            + 2 * len(mustered.buffaloes)
        )
        least = 1 + leader.hero.extra
        for low, high in intervals:
            if max(low, least) <= min(high, most):
                choices.append(GroupChoice(hero_class, kind, max(low, least), high))
    return choices


def relation(strength: int, met: Sequence[int]) -> int:
    """Where a strength stands among the sorted strengths it meets, as a number."""
    at = bisect_left(met, strength)
    return 2 * at + (at < len(met) and met[at] == strength)


def contender(mustered: Muster, player: int, choice: GroupChoice) -> Contender:
    """The Group of a choice as it contends, with the least strength of its interval."""
    kind = mustered.kinds[choice.hero_class][choice.kind]
    return Contender(player, choice.low, kind.hero)


def form_groups(mustered: Muster, spaces: Sequence[SpaceChoice]) -> list[list[Group]] | None:
    """Real Groups for the choices, as weak as the choices allow; None if the hand cannot form them.

    Returns for each space the Groups in the order of its choices.
    """
    wanted = [(at, choice) for at, space in enumerate(spaces) for choice in space]
    left = [list(heroes) for heroes in mustered.heroes]
    led: list[list[Hero]] = []
    for _, choice in wanted:
        leader = _leader_left(mustered, left, choice)
        if leader is None:
            return None
        left[choice.hero_class].remove(leader)
        led.append([leader])
    needs = [
        (choice.low - 1 - group[0].extra, choice.high - 1 - group[0].extra)
        for (_, choice), group in zip(wanted, led, strict=True)
    ]
    share = _share_pets(
        [choice.hero_class for _, choice in wanted],
        needs,
        [len(heroes) for heroes in left],
        len(mustered.pets),
        len(mustered.buffaloes),
    )
    if share is None:
        return None
    members, singles, doubles = share
    pets, buffaloes = list(mustered.pets), list(mustered.buffaloes)
    for at, (_, choice) in enumerate(wanted):
        for source, count in (
            (left[choice.hero_class], members[at]),
            (pets, singles[at]),
            (buffaloes, doubles[at]),
        ):
            led[at] += [source.pop(0) for _ in range(count)]
    formed: list[list[Group]] = [[] for _ in spaces]
    for (at, _), group in zip(wanted, led, strict=True):
        formed[at].append(tuple(group))
    return formed


def _leader_left(mustered: Muster, left: list[list[Hero]], choice: GroupChoice) -> Hero | None:
    """Return a Hero of the wanted kind that leads no Group yet."""
    kind = mustered.kinds[choice.hero_class][choice.kind]
    return next((hero for hero in kind.heroes if hero in left[choice.hero_class]), None)


def _share_pets(
    classes: Sequence[int],
    needs: Sequence[tuple[int, int]],
    heroes: Sequence[int],
    pets: int,
    buffaloes: int,
) -> tuple[list[int], list[int], list[int]] | None:
    """Members, Pets and Water Buffaloes for each Group, or None.

    Each need is the least and the most strength a Group lacks beyond its Leader. Buffaloes are
    dealt first, as few as possible; then members fill up, then Pets.
    """
    for doubles in sorted(
        product(range(buffaloes + 1), repeat=len(needs)), key=lambda each: (sum(each), each)
    ):
        if sum(doubles) > buffaloes:
            break
        if any(2 * double > high for double, (_, high) in zip(doubles, needs, strict=True)):
            continue
        rest = [max(0, low - 2 * double) for double, (low, _) in zip(doubles, needs, strict=True)]
        left = list(heroes)
        members = []
        for hero_class, missing in zip(classes, rest, strict=True):
            members.append(min(missing, left[hero_class]))
            left[hero_class] -= members[-1]
        singles = [missing - member for missing, member in zip(rest, members, strict=True)]
        if sum(singles) <= pets:
            return members, singles, list(doubles)
    return None


def hand_without(hand: Group, used: Iterable[Hero]) -> Group:
    """A hand less some of its Heroes."""
    left = Counter(hand)
    left.subtract(Counter(used))
    return tuple(left.elements())
