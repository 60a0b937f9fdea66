"""The Forest: its spaces, its cards, and how both are written.

Columns count from the left, rows from the bottom, both from 1, so ``c2r1`` is the bottommost space
of the second column. Rows of a text stand top first, as they lie on the table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

MAX_SPACES = 25
"""The largest board, that of five players, has 25 spaces."""

MAX_EXPERIENCE = 999_999
"""Far above any card or score; larger numbers are slips."""

ABILITY_WORDS = ("batteries", "disguise", "loot-m", "loot-a", "loot-i", "loot-any")
ADJACENT_WORDS = ("fights", "loots", "lance")


class Kind(StrEnum):
    """The three types of Forest Cards."""

    MONSTER = "M"
    ARTIFACT = "A"
    ITEM = "I"


KIND_WORDS = {Kind.MONSTER: "Monster", Kind.ARTIFACT: "Artifact", Kind.ITEM: "Item"}


class Space(NamedTuple):
    """A space of the board; its text is ``c2r1``."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"c{self.column}r{self.row}"


@dataclass(frozen=True, slots=True)
class Card:
    """A Forest Card. ``experience`` is 0 for an Item: what is left unused counts 1 at the end."""

    kind: Kind
    experience: int = 0
    item: str | None = None
    crosshair: bool = False
    needs: str | None = None

    def __str__(self) -> str:
        body = f"I:{self.item}" if self.kind is Kind.ITEM else f"{self.kind}{self.experience}"
        need = f"!{self.needs}" if self.needs is not None else ""
        return body + need + ("*" if self.crosshair else "")

    @property
    def worth(self) -> int:
        """Experience the card brings if the Day ends now (T-R51)."""
        return 1 if self.kind is Kind.ITEM else self.experience


@dataclass(frozen=True)
class Forest:
    """A board of ``columns`` times ``rows``: the spaces it has, and the cards lying on them."""

    columns: int
    rows: int
    spaces: frozenset[Space]
    cards: Mapping[Space, Card]

    def without(self, taken: Iterable[Space]) -> Forest:
        """The Forest after the cards on ``taken`` have gone; nothing slides down (T-R34)."""
        gone = set(taken)
        left = {space: card for space, card in self.cards.items() if space not in gone}
        return Forest(self.columns, self.rows, self.spaces, MappingProxyType(left))

    def column(self, number: int) -> list[tuple[Space, Card]]:
        """The cards of a column, bottommost first (T-Q2)."""
        spaces = (Space(number, row) for row in range(1, self.rows + 1))
        return [(space, self.cards[space]) for space in spaces if space in self.cards]

    def row(self, number: int) -> list[tuple[Space, Card]]:
        """The cards of a row, from the left."""
        spaces = (Space(column, number) for column in range(1, self.columns + 1))
        return [(space, self.cards[space]) for space in spaces if space in self.cards]

    def item_names(self) -> list[str]:
        """Names of the Items that lie here or are required here, sorted."""
        named = {card.item for card in self.cards.values()}
        required = {card.needs for card in self.cards.values()}
        return sorted(name for name in named | required if name is not None)

    def __str__(self) -> str:
        width = max((len(self._cell(space)) for space in self.spaces), default=1)
        lines = []
        for row in range(self.rows, 0, -1):
            cells = [self._cell(Space(column, row)) for column in range(1, self.columns + 1)]
            lines.append("  ".join(cell.ljust(width) for cell in cells).rstrip())
        return "\n".join(lines)

    def _cell(self, space: Space) -> str:
        if space not in self.spaces:
            return "-"
        card = self.cards.get(space)
        return "." if card is None else str(card)


_SPACE = re.compile(r"c([1-9][0-9]{0,3})r([1-9][0-9]{0,3})", re.IGNORECASE)


def parse_space(text: str) -> Space | None:
    """Read ``c2r1``; None if it is not written so."""
    match = _SPACE.fullmatch(text.strip())
    return Space(int(match[1]), int(match[2])) if match else None


def item_name_defect(name: str) -> str | None:
    """Return why ``name`` is not a valid Item name, None if it is."""
    if not re.fullmatch(r"[A-Za-z0-9-]{1,40}", name):
        return f"{_short(name)} cannot name an Item: a name has 1 to 40 letters, digits and hyphens"
    if name.lower() in ABILITY_WORDS + ADJACENT_WORDS:
        return f"an Item cannot be called {name}: that is an ability"
    return None


def parse_card(text: str) -> tuple[Card | None, list[str]]:
    """Read one card such as ``M4*``, ``A9!ArcFist`` or ``I:Chainsaw*``; return it and its defects.

    The card is None if there are defects.
    """
    match = re.fullmatch(r"([^!*]*)([!*].*)?", text, re.DOTALL)
    body, marks = (match[1], match[2] or "") if match else (text, "")
    defects: list[str] = []
    kind, experience, item = _parse_body(text, body, defects)
    needs = re.findall(r"!([^!*]*)", marks)
    if len(needs) > 1:
        defects.append(f"{_short(text)}: a card requires one Item at most (T-Q8)")
    if marks.count("*") > 1:
        defects.append(f"{_short(text)}: a card has one crosshair at most")
    for name in needs:
        wrong = item_name_defect(name)
        if wrong is not None:
            defects.append(f"{_short(text)}: {wrong}")
    if defects or kind is None:
        return None, defects
    return Card(kind, experience, item, "*" in marks, needs[0] if needs else None), []


def _parse_body(text: str, body: str, defects: list[str]) -> tuple[Kind | None, int, str | None]:
    """Type, Experience and name of a card; what is wrong is added to ``defects``."""
    if body[:2] in ("I:", "i:"):
        wrong = item_name_defect(body[2:])
        if wrong is not None:
            defects.append(f"{_short(text)}: {wrong}")
        return Kind.ITEM, 0, body[2:]
    if not re.fullmatch(r"[MAma][0-9]{1,12}", body, re.ASCII):
        defects.append(
            f"{_short(text)} is not a card: write M or A with its Experience (M4, A9), or I:Name, "
            "then * for a crosshair and !Name for the Item it requires; . is an empty space, "
            "- no space"
        )
        return None, 0, None
    experience = int(body[1:])
    if experience > MAX_EXPERIENCE:
        defects.append(f"{_short(text)}: a card is worth {MAX_EXPERIENCE} Experience at most")
    return Kind(body[0].upper()), experience, None


def parse_forest(text: str) -> tuple[Forest | None, list[tuple[int, str]]]:
    """Read the rows of a Forest; return it and its defects as (line of ``text``, message).

    Lines count from 0; empty ones are skipped. The Forest is None if there are defects.
    """
    defects: list[tuple[int, str]] = []
    rows = [(at, line.split()) for at, line in enumerate(text.split("\n")) if line.strip()]
    if not rows:
        return None, [(0, "the forest has no rows")]
    columns = _usual_width([len(cells) for _, cells in rows])
    total = sum(cell != "-" for _, cells in rows for cell in cells)
    if total > MAX_SPACES or len(rows) * columns > 40 * MAX_SPACES:
        return None, [(rows[0][0], f"the forest has {total} spaces; a board has {MAX_SPACES}")]
    others = "the top row" if len(rows[0][1]) == columns else "the others"
    for at, cells in rows:
        strays = sum(cell not in (".", "-") and parse_card(cell)[0] is None for cell in cells)
        if len(cells) not in (columns, columns + strays):  # other cells are reported separately
            defects.append(
                (at, f"this row of the forest has {len(cells)} spaces, {others} {columns}")
            )
    spaces: set[Space] = set()
    cards: dict[Space, Card] = {}
    for height, (at, cells) in enumerate(reversed(rows), start=1):
        for column, cell in enumerate(cells, start=1):
            if cell == "-":
                continue
            spaces.add(Space(column, height))
            if cell != ".":
                card, wrong = parse_card(cell)
                defects += [(at, message) for message in wrong]
                if card is not None:
                    cards[Space(column, height)] = card
    if defects:
        return None, sorted(defects)
    return Forest(columns, len(rows), frozenset(spaces), MappingProxyType(cards)), []


def _usual_width(widths: list[int]) -> int:
    """Return the width of most rows; among ties, that of the highest such row."""
    counts = Counter(widths)
    return max(widths, key=counts.__getitem__)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
