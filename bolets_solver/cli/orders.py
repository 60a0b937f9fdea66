"""Orders of cards, from the command line or many from a file, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from bolets_solver.bolets.deal import Deal
    from bolets_solver.bolets.deck import Deck
    from bolets_solver.errors import Defect

Value = TypeVar("Value")

MOST_DEFECTS = 50
"""How many defects of a file with orders are told one by one."""


def kept(defects: list[Defect], read: Callable[[], Value]) -> Value | None:
    """Return what ``read`` returns; if it raises InputError keep its defects and return None."""
    from bolets_solver.errors import InputError

    try:
        return read()
    except InputError as error:
        defects.extend(error.defects)
        return None


def deal_of(deck: Deck, tokens: Iterable[str], entrance: int | None) -> Deal:
    """Read an order as a deal whose first card has the door ``entrance``.

    Raises InputError with all defects.
    """
    from bolets_solver.bolets.deal import Deal
    from bolets_solver.errors import InputError

    deal = Deal.of(deck, tokens)
    doors = len(deal.faces[0].doors)
    if entrance is not None and not 1 <= entrance <= doors:
        have = f"its doors are 1 to {doors}" if doors else "it has none"
        raise InputError(f"the first card {deal.order[0]} has no door {entrance}; {have}")
    return deal


def read_orders(name: str, deck: Deck, entrance: int | None) -> list[Deal]:
    """Read the orders of a file (``-``: standard input): one a line, ``#`` begins a comment.

    Raises InputError with the defects of all lines, each with its line, or if there is no order.
    """
    from bolets_solver.errors import Defect, InputError
    from bolets_solver.textfile import read_text

    shown = "standard input" if name == "-" else name
    deals: list[Deal] = []
    defects: list[Defect] = []
    for line, text in enumerate(read_text(name).split("\n"), start=1):
        order = text.partition("#")[0].strip()
        if not order:
            continue
        try:
            deals.append(deal_of(deck, [order], entrance))
        except InputError as error:
            defects.extend(Defect(defect.message, shown, line) for defect in error.defects)
    if defects:
        raise InputError(_some(defects, shown))
    if not deals:
        raise InputError(Defect("holds no order; write one a line, such as '2B 5B C'", shown))
    return deals


def _some(defects: list[Defect], file: str) -> list[Defect]:
    from bolets_solver.errors import Defect

    more = len(defects) - MOST_DEFECTS
    if more <= 0:
        return defects
    return [*defects[:MOST_DEFECTS], Defect(f"and {more} more defects", file)]
