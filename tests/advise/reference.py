"""The reference of advice: every turn, every order that is possible, no bounds.

It plays by :mod:`tests.reference.solving`, which knows the rules, and shares nothing with the
advice itself: neither how worlds are listed, nor candidates, nor bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE
from bolets_solver.bolets.rules import Rules
from tests.reference.playing import new_purse
from tests.reference.solving import Result, Solver, State, TooLarge, Won

Worth = Callable[[int], Fraction]
"""The value of a won game with these points; a lost one is worth nothing."""

FAR = 60
"""Nothing is forgotten that is no further away than this: more than any map here."""


def points(made: int) -> Fraction:
    return Fraction(made)


def winning(made: int) -> Fraction:
    return Fraction(1)


def at_least(least: int) -> Worth:
    return lambda made: Fraction(made >= least)


class Turns(Solver):
    """The turns of a deal; states of different orders differ by their map."""

    def _state(self, last, entrance, kept, crows, far_crows, marker, most, purse, points):  # type: ignore[no-untyped-def]
        most = most if self.rules.crow_loss == "once" else 0
        return State(last, entrance, kept, crows, far_crows, marker, most, purse, points)


class Reference:
    """Expected values of positions of one deck under one set of rules.

    ``top``: whether the top card of the stack is seen; ``cards``: numbered cards of a deal.
    """

    def __init__(self, deck: Deck, rules: Rules, top: bool, most_states: int | None = None):
        self.deck = deck
        self.rules = rules
        self.top = top
        self.sides: dict[int, list[str]] = {}
        for name in deck.faces:
            if name != COTTAGE:
                self.sides.setdefault(int(name[:-1]), []).append(name)
        self.cards = len(self.sides)
        self.most_states = most_states
        self.values: dict[tuple[object, ...], Fraction] = {}
        self.optima: dict[tuple[object, ...], Fraction] = {}
        self.turns: dict[tuple[State, str, str], list[Result]] = {}
        self.solvers: dict[tuple[str, ...], Turns] = {}

    # what may come

    def hidden(self, seen: tuple[str, ...]) -> list[str]:
        """The faces one of which comes next, each card equally likely, each side of it too."""
        known = {int(name[:-1]) for name in seen}
        return [name for number in self.sides if number not in known for name in self.sides[number]]

    def chance(self, seen: tuple[str, ...], name: str) -> Fraction:
        known = {int(face[:-1]) for face in seen}
        left = sum(number not in known for number in self.sides)
        return Fraction(1, left * len(self.sides[int(name[:-1])]))

    # what may be done

    def begin(self, seen: tuple[str, ...]) -> list[State]:
        """One state for each door of the first card."""
        return list(self.solver(seen).first_states())

    def results(self, state: State, seen: tuple[str, ...]) -> list[Result]:
        """Everything to which one turn can lead."""
        order = (*seen, COTTAGE) if len(seen) == self.cards else seen
        key = (state, order[state.last], order[state.last + 1])
        if key not in self.turns:
            if self.most_states is not None and len(self.turns) >= self.most_states:
                raise TooLarge
            self.turns[key] = list(self.solver(seen).results(state))
        return self.turns[key]

    def solver(self, seen: tuple[str, ...]) -> Turns:
        order = seen
        while len(order) < self.cards:
            order = (*order, self.hidden(order)[0])
        if order not in self.solvers:
            deal = Deal(self.deck, (*order, COTTAGE))
            self.solvers[order] = Turns(deal, self.rules, frozenset())
        return self.solvers[order]

    # what it is worth

    def value(self, state: State, seen: tuple[str, ...], worth: Worth) -> Fraction:
        """What a best player expects who stands before the next draw and knows ``seen``."""
        if len(seen) < min(self.cards, state.last + 2 + self.top):
            return sum(
                (
                    self.chance(seen, name) * self.value(state, (*seen, name), worth)
                    for name in self.hidden(seen)
                ),
                Fraction(0),
            )
        key = (state, seen, worth)
        if key not in self.values:
            self.values[key] = max(
                (
                    worth(result.points)
                    if isinstance(result, Won)
                    else self.value(result, seen, worth)
                    for result in self.results(state, seen)
                ),
                default=Fraction(0),
            )
        return self.values[key]

    def hindsight(self, state: State, seen: tuple[str, ...], worth: Worth) -> Fraction:
        """The mean of what one who knew the whole order would make."""
        if len(seen) < self.cards:
            return sum(
                (
                    self.chance(seen, name) * self.hindsight(state, (*seen, name), worth)
                    for name in self.hidden(seen)
                ),
                Fraction(0),
            )
        key = (state, seen, worth)
        if key not in self.optima:
            self.optima[key] = max(
                (
                    worth(result.points)
                    if isinstance(result, Won)
                    else self.hindsight(result, seen, worth)
                    for result in self.results(state, seen)
                ),
                default=Fraction(0),
            )
        return self.optima[key]

    def at_entrance(self, seen: tuple[str, ...], worth: Worth) -> Fraction:
        """What a best player expects who is to choose the entrance and knows ``seen``."""
        return max(
            (self.value(state, seen, worth) for state in self.begin(seen)), default=Fraction(0)
        )


__all__ = ["Reference", "at_least", "new_purse", "points", "winning"]
