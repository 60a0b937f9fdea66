"""The legal takes of a Group: actions of Classes and Special Abilities (T-R27 to T-R47).

The functions follow the rules and are independent of the solver; the solver's tables are checked
against them. A take is a set of cards in an order in which it can be paid for; what is spent does
not depend on that order, so each set is offered once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from bolets_solver.boldest.game.forest import Card, Forest, Kind, Space
from bolets_solver.boldest.game.heroes import Hero, HeroClass
from bolets_solver.boldest.rules import Rules

Purse = Counter[str]
"""Items a player owns, by name."""

Placed = tuple[Space, Card]


@dataclass(frozen=True, slots=True)
class Take:
    """Cards taken in one action, in order; Items discarded for them and Items among them.

    No cards at all is the additional card left where it is (T-Q39).
    """

    cards: tuple[Space, ...]
    spent: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(str, self.cards)) or "pass"


def parse_take(text: str, offered: Iterable[Take]) -> Take | None:
    """Return the take among ``offered`` that ``text`` describes; cards in any order."""
    words = sorted(text.lower().split())
    for take in offered:
        if words == sorted(str(take).split()):
            return take
    return None


def takes(forest: Forest, leader: Hero, purse: Purse, rules: Rules) -> list[Take]:
    """Everything a Group led by ``leader`` may take now, in the order of the cards' spaces.

    An empty list: the Group cannot act (T-R20, T-Q10).
    """
    if leader.acts_as is HeroClass.HUNTER:
        found = _hunts(forest, leader, purse, rules)
    else:
        found = _advances(forest, leader, purse, rules)
    return sorted(found, key=lambda take: take.cards)


def additional_takes(
    forest: Forest, leader: Hero, first: Space, purse: Purse, rules: Rules
) -> list[Take]:
    """What may be added once the first card has been taken from ``first`` (T-R42 to T-R47).

    Leaving it is always among them (T-Q39).
    """
    more = [
        Take((space,), spent=_names(spent))
        for space, spent in _additional(forest, leader, first, purse, rules)
    ]
    return [Take(()), *sorted(more, key=lambda take: take.cards)]


def may_add(leader: Hero) -> bool:
    """Return whether the Leader has an ability that adds a neighbouring card."""
    return leader.ability in ("fights", "loots", "lance")


def payment(
    cards: Sequence[Card], leader: Hero, purse: Purse, same_action_item: bool = True
) -> Purse | None:
    """Items discarded for ``cards`` taken in this order, or None if they cannot be paid.

    A carried Item meets every requirement (T-R38, T-Q32); batteries keep what an Artifact requires
    (T-R39, T-Q33); an Item just taken can be spent at once unless ruled out (T-Q6).
    """
    left = Counter(purse)
    spent: Purse = Counter()
    for card in cards:
        if card.needs is not None and card.needs not in leader.carried:
            if left[card.needs] <= 0:
                return None
            if leader.ability != "batteries" or card.kind is not Kind.ARTIFACT:
                left[card.needs] -= 1
                spent[card.needs] += 1
        if card.item is not None and same_action_item:
            left[card.item] += 1
    return spent


def _advances(forest: Forest, leader: Hero, purse: Purse, rules: Rules) -> Iterator[Take]:
    """Warriors, Technicians: a column's bottommost card (T-R29 to T-R31), and its neighbours."""
    wanted = Kind.MONSTER if leader.acts_as is HeroClass.WARRIOR else Kind.ARTIFACT
    for number in range(1, forest.columns + 1):
        column = forest.column(number)
        if not column:
            continue
        space, card = column[0]
        if card.kind not in (wanted, Kind.ITEM):
            continue
        spent = payment([card], leader, purse)
        if spent is None:
            continue
        gained = (card.item,) if card.item is not None else ()
        yield Take((space,), _names(spent), gained)
        if card.kind is Kind.ITEM or not may_add(leader):
            continue  # an Item as the first card ends it (T-R44)
        left = purse - spent
        for more, price in _additional(forest.without([space]), leader, space, left, rules):
            yield Take((space, more), _names(spent + price))


def _additional(
    forest: Forest, leader: Hero, first: Space, purse: Purse, rules: Rules
) -> Iterator[tuple[Space, Purse]]:
    """Cards that may follow the one taken from ``first``, and what each costs."""
    above = Space(first.column, first.row + 1)
    if leader.ability == "lance":
        around, wanted = [above], Kind.MONSTER
    else:
        around = [above, Space(first.column - 1, first.row), Space(first.column + 1, first.row)]
        wanted = Kind.MONSTER if leader.ability == "fights" else Kind.ARTIFACT
    near = [(space, forest.cards[space]) for space in around if space in forest.cards]
    near = [(space, card) for space, card in near if card.kind is wanted]
    priced = [(space, card, payment([card], leader, purse)) for space, card in near]
    counted = priced
    if rules.smallest_affordable == "on":
        counted = [entry for entry in priced if entry[2] is not None]
    smallest = min((card.experience for _, card, _ in counted), default=None)
    for space, card, spent in priced:
        if spent is not None and card.experience == smallest:
            yield space, spent


def _hunts(forest: Forest, leader: Hero, purse: Purse, rules: Rules) -> Iterator[Take]:
    """Hunters: Crosshair cards of one column, or of one row in disguise (T-R32, T-R33, T-R40)."""
    lines = [forest.column(number) for number in range(1, forest.columns + 1)]
    if leader.ability == "disguise":
        lines += [forest.row(number) for number in range(1, forest.rows + 1)]
    seen: set[frozenset[Space]] = set()
    for line in lines:
        marked = [(space, card) for space, card in line if card.crosshair]
        for chosen in selections(marked, extra_kinds(leader, rules)):
            spaces = frozenset(space for space, _ in chosen)
            if spaces in seen:
                continue  # one card lies in a column and in a row
            take = _paid(chosen, leader, purse, rules)
            if take is not None:
                seen.add(spaces)
                yield take


def extra_kinds(leader: Hero, rules: Rules) -> frozenset[Kind]:
    """Types of which the Leader may take two (T-R41, T-Q35); empty without the ability."""
    if leader.ability is None or not leader.ability.startswith("loot-"):
        return frozenset()
    icon = leader.ability.removeprefix("loot-")
    if icon == "any" or rules.loot_icon == "any":
        return frozenset(Kind)
    return frozenset({Kind(icon)})


def selections(marked: list[Placed], doubled: frozenset[Kind]) -> Iterator[tuple[Placed, ...]]:
    """Sets of cards with one of each type, one type of ``doubled`` twice at most (T-Q36)."""
    for size in range(1, 5 if doubled else 4):
        for chosen in combinations(marked, size):
            counts = Counter(card.kind for _, card in chosen)
            over = [kind for kind, count in counts.items() if count > 1]
            if not over or (len(over) == 1 and over[0] in doubled and counts[over[0]] == 2):
                yield chosen


def _paid(chosen: tuple[Placed, ...], leader: Hero, purse: Purse, rules: Rules) -> Take | None:
    """The chosen cards in the first order that can be paid for, or None."""
    at_once = rules.same_action_item == "on"
    for order in permutations(chosen):
        spent = payment([card for _, card in order], leader, purse, at_once)
        if spent is not None:
            gained = _names(card.item for _, card in order if card.item is not None)
            return Take(tuple(space for space, _ in order), _names(spent), gained)
    return None


def _names(items: Purse | Iterable[str]) -> tuple[str, ...]:
    names = items.elements() if isinstance(items, Counter) else items
    return tuple(sorted(names, key=str.lower))
