"""Read orders of cards and codes from the command line or a file, with all defects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from bolets_solver.bolets.cards.deal import Deal
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.bolets.files.share_code import SharedDeal
    from bolets_solver.errors import Defect

Value = TypeVar("Value")

MOST_DEFECTS = 50
"""Largest number of listed defects of a file with orders."""


def kept(defects: list[Defect], read: Callable[[], Value]) -> Value | None:
    """Return the result of ``read``; if it raises InputError, add its defects and return None."""
    from bolets_solver.errors import InputError

    try:
        return read()
    except InputError as error:
        defects.extend(error.defects)
        return None


@dataclass(frozen=True)
class DealOptions:
    """The options for every order: a deck, settings and an entrance.

    ``named``: the deck as given; ``given``: whether it was given; ``loaded``: its content.
    """

    named: str
    given: bool
    loaded: Deck
    settings: Sequence[str]
    entrance: int | None

    def read(self, words: Sequence[str]) -> SharedDeal:
        """Read an order or a code; options override a code.

        Raises InputError with all defects, including a missing entrance.
        """
        from bolets_solver.bolets.cards.deal import Deal
        from bolets_solver.bolets.files.share_code import SharedDeal, is_code, read_order_or_code
        from bolets_solver.bolets.rules import Rules

        if any(map(is_code, words)):
            asked = read_order_or_code(words, self.named if self.given else None, self.settings)
        else:
            deal = Deal.of(self.loaded, words)
            asked = SharedDeal(deal, Rules.parse(self.settings), None, self.named)
        if self.entrance is None:
            return asked
        require_entrance(asked.deal, self.entrance)
        return replace(asked, entrance=self.entrance)


def require_entrance(deal: Deal, entrance: int) -> None:
    """Raise InputError unless the first card of a deal has a door of this number."""
    from bolets_solver.errors import InputError

    doors = len(deal.faces[0].doors)
    if not 1 <= entrance <= doors:
        have = f"its doors are 1 to {doors}" if doors else "it has none"
        raise InputError(f"the first card {deal.order[0]} has no door {entrance}; {have}")


def read_orders(name: str, asking: DealOptions) -> list[SharedDeal]:
    """Read the orders and codes of a file (``-``: standard input); ``#`` begins a comment.

    Raises InputError with the defects of all lines, or if there is no order.
    """
    from bolets_solver.errors import Defect, InputError
    from bolets_solver.files.text_file import read_text

    shown = "standard input" if name == "-" else name
    asked: list[SharedDeal] = []
    defects: list[Defect] = []
    for line, text in enumerate(read_text(name).split("\n"), start=1):
        words = text.partition("#")[0].split()
        if not words:
            continue
        try:
            asked.append(asking.read(words))
        except InputError as error:
            defects.extend(Defect(defect.message, shown, line) for defect in error.defects)
    if defects:
        raise InputError(_some(defects, shown))
    if not asked:
        raise InputError(
            Defect("contains no order; write one on each line, such as '2B 5B C'", shown)
        )
    return asked


def _some(defects: list[Defect], file: str) -> list[Defect]:
    from bolets_solver.errors import Defect

    more = len(defects) - MOST_DEFECTS
    if more <= 0:
        return defects
    return [*defects[:MOST_DEFECTS], Defect(f"and {more} more defects", file)]
