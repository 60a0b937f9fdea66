"""What a reader collects on its way: defects and warnings with their lines, spellings of Items."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType

from bolets_solver.boldest.files.toml_lines import KeyLines
from bolets_solver.boldest.game.forest import Card, Forest
from bolets_solver.boldest.game.heroes import Group, Hero
from bolets_solver.errors import Defect


@dataclass
class Findings:
    """Defects and warnings of one file."""

    shown: str
    lines: KeyLines
    defects: list[Defect] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def defect(self, message: str, *path: str, line: int | None = None) -> None:
        """Note what is wrong with the key ``path`` (or with ``line``)."""
        at = line if line is not None else self.lines.line(*path)
        self.defects.append(Defect(message, self.shown, at))

    def warn(self, message: str, *path: str) -> None:
        """Note what is odd but can be used."""
        self.warnings.append(str(Defect(message, self.shown, self.lines.line(*path))))


@dataclass
class Spellings:
    """Item names whatever their case: the first spelling met is the one that is shown."""

    known: dict[str, str] = field(default_factory=dict)

    def name(self, name: str) -> str:
        """The spelling to use for ``name``."""
        return self.known.setdefault(name.lower(), name)

    def forest(self, forest: Forest) -> Forest:
        """The same Forest with each name in one spelling."""
        cards = {space: self._card(card) for space, card in sorted(forest.cards.items())}
        return Forest(forest.columns, forest.rows, forest.spaces, MappingProxyType(cards))

    def heroes(self, group: Group) -> Group:
        """The same Heroes with each name in one spelling."""
        return tuple(self._hero(hero) for hero in group)

    def _card(self, card: Card) -> Card:
        item = None if card.item is None else self.name(card.item)
        needs = None if card.needs is None else self.name(card.needs)
        return replace(card, item=item, needs=needs)

    def _hero(self, hero: Hero) -> Hero:
        if not hero.carried:
            return hero
        names = sorted((self.name(name) for name in hero.carried), key=str.lower)
        return replace(hero, carried=tuple(names))
