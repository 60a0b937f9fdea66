"""The deck designer: searches decks of a recipe for one that meets the targets.

Candidates are numbered from 0; candidate ``c`` of a seed is always the same deck. Each is measured
on a few deals first, and on all deals if it comes near the targets. The first candidate that meets
all targets ends the search. Candidates are independent, so a stopped search can resume from the
next number with the same result.
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
"""Number of deals on which a candidate is measured first."""

SAMPLE_SHORTFALL = 1.0
"""A candidate with a larger shortfall on the first deals is not measured on all."""


@dataclass(frozen=True)
class DeckCandidate:
    """A measured deck: its number, and its shortfall on the measured deals."""

    number: int
    deck: Deck
    figures: DeckFigures

    @property
    def shortfall(self) -> float:
        """The shortfall, 0 if it meets all targets on the measured deals."""
        return shortfall(self.figures)

    def better_than(self, other: DeckCandidate | None) -> bool:
        """Whether it was measured on more deals, or on as many with a smaller shortfall."""
        if other is None:
            return True
        deals, others = len(self.figures.deals), len(other.figures.deals)
        return deals > others or (deals == others and self.shortfall < other.shortfall)


@dataclass(frozen=True)
class Design:
    """The outcome of a search: the best candidate (None if none was measured).

    ``found``: it meets all targets on all deals. ``following``: the number from which to resume.
    """

    best: DeckCandidate | None
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
    """Search candidates from number ``start``, at most ``candidates``, for one on target.

    ``note`` is called with the result of each. At a limit of ``work`` the best so far is returned.
    """
    best: DeckCandidate | None = None
    number = start
    try:
        while candidates is None or number < start + candidates:
            found = _measured(recipe, name, title, seed, number, deals, work)
            if found is None:
                note(f"candidate {number}: no good layout found for a face")
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
    """Measure the first deals of a deck; at a limit of ``work``, return the finished ones."""
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
) -> DeckCandidate | None:
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
    return DeckCandidate(number, deck, figures)


def _candidate_text(candidate: DeckCandidate) -> str:
    figures = candidate.figures
    deals = "1 deal" if len(figures.deals) == 1 else f"{len(figures.deals)} deals"
    return (
        f"off by {candidate.shortfall:.2f} on {deals}, median optimum {figures.median:g}, "
        f"greedy {figures.greedy:g}"
    )
