"""The deck designer: searches decks of a recipe for one that meets the targets.

Candidates are numbered from 0; candidate ``c`` of a seed is always the same deck. Each is measured
on a few deals first, and on all of them if it comes near the targets there; the first one that
meets them all ends the search. Every candidate is judged on its own, so a search that was stopped
goes on from the next number as if it had never stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.study.decks.measure import DealFigures, DeckFigures, Meter
from bolets_solver.study.decks.recipe import Recipe, design_deck
from bolets_solver.study.decks.targets import shortfall
from bolets_solver.work.limits import Stopped, Work

SAMPLE = 40
"""Deals on which a candidate is looked at first."""

SAMPLE_SHORTFALL = 1.0
"""Further off on the first deals, a candidate is not measured on all."""


@dataclass(frozen=True)
class Candidate:
    """A measured deck: its number, and how far it is off the targets on the deals measured."""

    number: int
    deck: Deck
    figures: DeckFigures

    @property
    def shortfall(self) -> float:
        """How far it is off, 0 if it meets all targets on the deals measured."""
        return shortfall(self.figures)

    def better_than(self, other: Candidate | None) -> bool:
        """Whether it was measured on more deals, or on as many and is nearer to the targets."""
        if other is None:
            return True
        deals, others = len(self.figures.deals), len(other.figures.deals)
        return deals > others or (deals == others and self.shortfall < other.shortfall)


@dataclass(frozen=True)
class Design:
    """The outcome of a search: the best candidate (None if none was measured).

    ``found``: it meets all targets on all deals. ``following``: the number to go on from.
    """

    best: Candidate | None
    found: bool
    following: int


def design(
    recipe: Recipe,
    name: str,
    title: str,
    seed: int,
    deals: int,
    work: Work,
    start: int = 0,
    candidates: int | None = None,
    note: Callable[[str], None] = lambda message: None,
) -> Design:
    """Search candidates from number ``start`` (at most ``candidates``) for one on target.

    ``note`` is called with what became of each. At a limit of ``work`` the best so far is returned.
    """
    best: Candidate | None = None
    number = start
    try:
        while candidates is None or number < start + candidates:
            found = _measured(recipe, name, title, seed, number, deals, work)
            if found is None:
                note(f"candidate {number}: some face stays dull")
            else:
                note(f"candidate {number}: {_candidate_text(found)}")
                if found.better_than(best):
                    best = found
                if len(found.figures.deals) == deals and not found.shortfall:
                    return Design(found, True, number + 1)
            number += 1
    except Stopped:
        pass
    return Design(best, False, number)


def measure_deck(
    deck: Deck, deals: int, work: Work, note: Callable[[str], None] = lambda message: None
) -> DeckFigures:
    """Measure the first deals of a deck; at a limit of ``work`` those that were finished."""
    meter = Meter(deck)
    done: list[DealFigures] = []
    try:
        for number in range(deals):
            done.append(meter.measure(number, work))
            note(f"{len(done)} of {deals} deals measured")
    except Stopped:
        pass
    return DeckFigures(tuple(done))


def _measured(
    recipe: Recipe, name: str, title: str, seed: int, number: int, deals: int, work: Work
) -> Candidate | None:
    """Make a candidate and measure it; None if it is dull."""
    deck = design_deck(recipe, name, title, f"{seed} {number}", work)
    if deck is None:
        return None
    meter = Meter(deck)
    first = min(SAMPLE, deals)
    figures = DeckFigures(tuple(meter.measure(deal, work) for deal in range(first)))
    if first < deals and shortfall(figures) <= SAMPLE_SHORTFALL:
        rest = tuple(meter.measure(deal, work) for deal in range(first, deals))
        figures = DeckFigures(figures.deals + rest)
    return Candidate(number, deck, figures)


def _candidate_text(candidate: Candidate) -> str:
    figures = candidate.figures
    deals = "1 deal" if len(figures.deals) == 1 else f"{len(figures.deals)} deals"
    return (
        f"off by {candidate.shortfall:.2f} on {deals}, median optimum {figures.median:g}, "
        f"greedy {figures.greedy:g}"
    )
