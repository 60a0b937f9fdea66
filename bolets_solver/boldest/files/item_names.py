"""Names of Items in a position: one spelling for each, and likely slips.

The rulebook names three Items only; the others are known from the cards on the table. So a name
that is nearly another one counts as a slip, and a list ``item_names`` can say which there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from bolets_solver.boldest.game.forest import Card, Forest
from bolets_solver.boldest.game.heroes import ABILITY_CLASSES, CLASS_WORDS, Group, Hero
from bolets_solver.boldest.game.random_days import ITEM_NAMES
from bolets_solver.files.findings import Findings, nearest
from bolets_solver.files.toml.document import Path

IN_RULES = ("ArcFist", "Chainsaw", "Hammer")
"""Items that the rulebook names."""

ALIKE = 0.8
"""Names more similar than this are assumed to be one name with a slip."""

SHORTEST = 4
"""Shorter names are too often similar by chance."""


@dataclass(frozen=True, slots=True)
class _Use:
    """The place of a name: ``what`` in words; ``hero``: the Hero who carries it."""

    name: str
    path: Path
    what: str
    line: int | None = None
    hero: Hero | None = None


class ItemNames:
    """The Item names of one position, case-insensitive; the first spelling is shown."""

    def __init__(self, findings: Findings, listed: Sequence[str] = ()):
        self.findings = findings
        self.listed = tuple(listed)
        self._spellings = {name.lower(): name for name in listed}
        self._uses: list[_Use] = []

    def spelling(self, name: str) -> str:
        """Return the spelling to use for ``name``."""
        return self._spellings.setdefault(name.lower(), name)

    def forest(self, forest: Forest, text: str) -> Forest:
        """Return the Forest with each name in one spelling; ``text`` is how it is written."""
        cards = {}
        for space, card in sorted(forest.cards.items()):
            cards[space] = self._card(card)
            for name in (cards[space].item, cards[space].needs):
                if name is not None:
                    self._uses.append(_Use(name, ("forest",), "forest", self._line(text, card)))
        return Forest(forest.columns, forest.rows, forest.spaces, MappingProxyType(cards))

    def owned(self, names: Iterable[str], path: Path, what: str) -> tuple[str, ...]:
        """Return a player's Items in one spelling each, sorted."""
        spelt = sorted(map(self.spelling, names), key=str.lower)
        self._uses += [_Use(name, path, what) for name in spelt]
        return tuple(spelt)

    def heroes(self, group: Group, path: Path, what: str) -> Group:
        """Return the Heroes with each carried Item in one spelling."""
        return tuple(self._hero(hero, path, what) for hero in group)

    def check(self, whole: bool = False) -> None:
        """Note every name that is probably another one's slip.

        ``whole`` says that nothing has been taken yet. Then a carried Item that nothing else in the
        file names is odd, too: it may be a misspelt ability.
        """
        on_table = {use.name for use in self._uses if use.hero is None}
        abilities = {
            use.name: ability
            for use in self._uses
            if use.hero is not None and use.name not in on_table
            for ability in [_ability(use.name)]
            if ability is not None and use.name not in self.listed
        }
        meant = self._unlisted() if self.listed else self._alike(abilities)
        for use in {(use.path, use.name): use for use in reversed(self._uses)}.values():
            if use.name in abilities:
                message = f'{use.what}: {use.hero}: did you mean "{abilities[use.name]}"?'
                self.findings.fault(use.path, message, use.line)
            elif use.name in meant:
                self.findings.fault(use.path, f"{use.what}: {meant[use.name]}", use.line)
            elif whole and use.hero is not None and self._is_strange(use.name):
                self.findings.warn(use.path, f"{use.what}: {self._strange(use.hero, use.name)}")

    def _is_strange(self, name: str) -> bool:
        """Return whether only Heroes carry an Item of that name, and no random Day has it."""
        folded = name.lower()
        named = [
            *IN_RULES,
            *ITEM_NAMES,
            *self.listed,
            *(use.name for use in self._uses if use.hero is None),
        ]
        return folded not in map(str.lower, named)

    def _strange(self, hero: Hero, name: str) -> str:
        """Say how a carried Item that nothing else names is read, and what else there is."""
        able = [word for word, letters in ABILITY_CLASSES.items() if hero.letter in letters]
        return (
            f'{hero}: "{name}" is read as an Item, and no card here requires it; abilities of '
            f"{CLASS_WORDS[hero.letter]} are {', '.join(able)}; Items here: {self._known()}"
        )

    def _known(self) -> str:
        """List the Items that are known: those of the box, else those on the table and in rules."""
        names = self.listed or {use.name for use in self._uses if use.hero is None} | set(IN_RULES)
        return ", ".join(sorted(names, key=str.lower))

    def _unlisted(self) -> dict[str, str]:
        """Names that are not in ``item_names``, with what to say of each."""
        found = {}
        for use in self._uses:
            if use.name.lower() not in {name.lower() for name in self.listed}:
                close = nearest(use.name, self.listed, 0.6)
                instead = f'did you mean "{close}"?' if close else f"item_names has {self._known()}"
                found[use.name] = f'there is no Item "{use.name}"; {instead}'
        return found

    def _alike(self, others: Iterable[str]) -> dict[str, str]:
        """Names that are nearly a better known one, with what to say of each."""
        names = [use.name for use in self._uses if use.name not in others]
        in_forest = {use.name for use in self._uses if use.path == ("forest",)}
        known = [name for name in IN_RULES if name.lower() not in self._spellings]
        found = {}
        by_trust = sorted(
            dict.fromkeys(names),
            key=lambda name: (name.lower() not in map(str.lower, IN_RULES), name not in in_forest,
                              -names.count(name)),
        )  # fmt: skip
        for name in by_trust:
            close = _slip_of(name, known)
            if close is None:
                known.append(name)
            else:
                found[name] = (
                    f'"{name}" is nearly "{close}"; did you mean that? If both exist, list the '
                    "Items of your box as item_names"
                )
        return found

    def _line(self, text: str, card: Card) -> int | None:
        """Return the line of a card of the forest."""
        rows = text.lower().split("\n")
        row = next((at for at, cells in enumerate(rows) if str(card).lower() in cells), None)
        written = [f"i:{card.item}".lower(), f"!{card.needs}".lower()]
        if row is None:  # its marks stand in another order
            row = next((at for at, cells in enumerate(rows) if any(w in cells for w in written)), 0)
        return self.findings.document.lines.row("forest", row=row)

    def _card(self, card: Card) -> Card:
        item = None if card.item is None else self.spelling(card.item)
        needs = None if card.needs is None else self.spelling(card.needs)
        return replace(card, item=item, needs=needs)

    def _hero(self, hero: Hero, path: Path, what: str) -> Hero:
        if not hero.carried:
            return hero
        names = sorted((self.spelling(name) for name in hero.carried), key=str.lower)
        hero = replace(hero, carried=tuple(names))
        self._uses += [_Use(name, path, what, hero=hero) for name in names]
        return hero


def _slip_of(name: str, known: Sequence[str]) -> str | None:
    """Return the known name that ``name`` nearly is; numbered names are different ones."""
    if len(name) < SHORTEST:
        return None
    close = nearest(name, [one for one in known if len(one) >= SHORTEST], ALIKE)
    if close is None or name.lower() == close.lower():
        return None
    return None if _without_digits(name) == _without_digits(close) else close


def _without_digits(name: str) -> str:
    return "".join(letter for letter in name.lower() if not letter.isdigit())


def _ability(name: str) -> str | None:
    """Return the ability that a carried "Item" is probably meant to be."""
    for ability in ABILITY_CLASSES:
        if name.lower().startswith(ability[:4]):
            close = nearest(name, ABILITY_CLASSES, 0.5)
            return ability if close is None else close
    return nearest(name, ABILITY_CLASSES, 0.75)
