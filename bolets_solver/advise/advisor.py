"""Advice on a game whose order is not known: which position it is, which questions are asked."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from bolets_solver.advise.answer.report import Advice, Choice, Estimate, Interval, WorldValue
from bolets_solver.advise.bounds.hindsight import Oracles, Question, by_ending
from bolets_solver.advise.bounds.optima import Optima
from bolets_solver.advise.bounds.policy import dive, outcomes
from bolets_solver.advise.bounds.recursion import Decision, Entrances, Room
from bolets_solver.advise.candidates.turns import Desks, Listing
from bolets_solver.advise.objective import Objective
from bolets_solver.advise.worlds import Knowledge, Sight
from bolets_solver.bolets.cards.deal import UNKNOWN
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import POINTS
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.optimize.search.position import Position, broken_off
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.random_draws import pick_weighted
from bolets_solver.work.limits import Reason, Stopped, Work
from bolets_solver.work.threads import cores

BEST = 3
"""Number of choices that are returned with exact values."""

MOST_WORLDS = 4_000
"""With more orders than this no decision is followed: a bound and an estimate are given."""

SAMPLE = 64
"""Number of orders drawn for that estimate."""

ERROR_BARS = 1.96
"""Standard errors on each side of a mean, for 95 % confidence."""


@dataclass(frozen=True)
class AdviceProgress:
    """The progress of an advice."""

    lower: float
    upper: float
    asked: int


class Advisor:
    """Gives advice on games of one deck under one set of rules; what is kept serves all of them.

    ``threads``: oracles that work at once (default: one a core). ``optima``: what is known of the
    deals' best games (default: those of the deck's atlas).
    """

    def __init__(
        self,
        deck: Deck,
        rules: Rules | None = None,
        sight: Sight | None = None,
        store: TableStore | None = None,
        threads: int | None = None,
        optima: Optima | None = None,
    ):
        self.deck = deck
        self.rules = rules or Rules()
        self.sight = sight or Sight()
        self.oracles = Oracles(deck, self.rules, store, threads or min(4, cores()))
        self.desks = Desks(deck, self.rules)
        self.optima = optima or Optima(deck, self.rules)

    def __enter__(self) -> Advisor:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the threads."""
        self.oracles.close()

    def known(self, record: Record, cards: int | None = None) -> Knowledge:
        """Return what is known of a record's order where it breaks off; raises InputError.

        The record may know more: the rest of it is ignored. Cards that are not known stand
        as ``?``. ``cards``: numbered cards of the deal (default: as the record's order says).
        """
        names = record.order[:-1]
        seen = names.index(UNKNOWN) if UNKNOWN in names else len(names)
        begun = record.entrance is not None
        ahead = self.sight.cards_at_entrance
        if begun:
            ahead = self.sight.cards_at_turn(self._turn(record))
        return Knowledge.of(self.deck, names[: min(seen, ahead)], cards or len(names))

    def knowing(self, record: Record, wall: str | None, following: str | None) -> Knowledge:
        """Return the knowledge with the given wall card and top of the stack.

        They follow the cards that lie there; of the record's order only those are taken, and how
        many cards are dealt if it has a ``?``. Raises InputError with what cannot be.
        """
        if wall is None and following is None:
            return self.known(record)
        placed = [record.order[0], *(turn.face for turn in record.turns)]
        if self._turn(record) == len(record.turns):
            if wall is not None and wall.upper() != placed[-1]:
                raise InputError(f"the wall card lies there already: it is {placed[-1]}")
        elif wall is not None:
            placed.append(wall.strip().upper())
        elif len(record.order) > len(placed) and record.order[len(placed)] != UNKNOWN:
            placed.append(record.order[len(placed)])
        else:
            raise InputError("the wall card comes before the next one; say it too (--wall)")
        if following is not None:
            placed.append(following.strip().upper())
        cards = len(record.order) - 1 if UNKNOWN in record.order else None
        return Knowledge.of(self.deck, tuple(placed), cards)

    def position(self, record: Record, known: Knowledge) -> Position | None:
        """Return where a game stands, None if it is over; raises InputError with what is wrong."""
        deal = known.some_deal()
        entered = replace(record, order=deal.order, rules=self.rules)
        position, _ = broken_off(deal, self.rules, entered)
        if position is None:
            return None
        if known.face_at(position.card + 1) is None and position.entered >= 0:
            raise InputError(
                f"turn {position.card + 1} is to be decided, but its wall card is not known; say "
                "which it is (--wall)"
            )
        return position

    def decide(
        self, position: Position, known: Knowledge, objective: Objective, work: Work
    ) -> Decision:
        """Return the decision that is due; the caller must close it."""
        self.oracles.turn_to(objective, work)
        room = Room(self.desks, self.oracles, self.sight, work)
        most = self.limits(position, objective)
        limits = self.optima.limits(known, objective, most)
        return Decision(room, position, known, limits)

    def limits(self, position: Position, objective: Objective) -> int:
        """Return an upper bound of the worth of all games from a position."""
        return objective.worth(self._most_points(position))

    def advise(
        self,
        record: Record,
        known: Knowledge | None = None,
        objective: Objective | None = None,
        work: Work | None = None,
        best: int = BEST,
        sample: int = 0,
        watch: Callable[[AdviceProgress], None] | None = None,
    ) -> Advice:
        """Return the best decision where a game breaks off, as sure as the limits allow.

        ``known``: what is known of the order (default: see :meth:`known`). ``best``: how many
        choices are returned with exact values. ``sample``: number of random worlds for an
        estimate of what hindsight would make. Raises InputError if the game breaks a rule or is
        over.
        """
        objective, work = objective or Objective(), work or Work()
        known = known or self.known(record)
        position = self.position(record, known)
        if position is None:
            raise InputError("the game is over: there is nothing to decide")
        self.oracles.turn_to(objective, work)
        if known.count > MOST_WORLDS:
            return self._bounded(position, known, objective, work, sample or SAMPLE)
        estimate = None
        if sample:
            estimate = self._estimate(position, known, objective, work, sample)
        decision = self.decide(position, known, objective, work)
        if work.reason is None:
            with suppress(Stopped):
                settle(decision, best, watch)
        return self._told(decision, objective, best, work.reason, estimate)

    def _bounded(
        self, position: Position, known: Knowledge, objective: Objective, work: Work, sample: int
    ) -> Advice:
        """Return what is proven where there are too many orders to follow any decision."""
        estimate = self._estimate(position, known, objective, work, sample)
        most = self.limits(position, objective)
        limits = self.optima.limits(known, objective, most)
        with suppress(Stopped):
            orders = [world.order for world in known.worlds]
            for at in by_ending(orders):
                if limits[at] == most:
                    limits[at] = self.oracles.cap(orders[at], position, most)
        weights = np.array([world.weight for world in known.worlds], dtype=np.int64)
        upper = Fraction(int(weights @ limits), known.weight)
        value = Interval(Fraction(0), upper)
        reason = work.reason if upper else None
        return self._advice(known, objective, value, (), 0, upper, reason, estimate)

    def _turn(self, record: Record) -> int:
        """Number of the turn that is due or being traced."""
        turns = record.turns
        within = bool(turns) and not (turns[-1].tokens and isinstance(turns[-1].tokens[-1], Enter))
        return len(turns) + (not within)

    def _most_points(self, position: Position) -> int:
        """Return an upper bound of the points of all games from a position."""
        faces = self.deck.faces.values()
        return position.points + sum(
            POINTS[kind] * face.count(kind) for face in faces for kind in POINTS
        )

    def _estimate(
        self, position: Position, known: Knowledge, objective: Objective, work: Work, sample: int
    ) -> Estimate | None:
        """Estimate what one who knew the order would make on average.

        A limit leaves what was drawn by then, None if that is less than two worlds.
        """
        rng = random.Random(f"worlds {' '.join(known.seen)}")
        most = objective.worth(self._most_points(position))
        starts = [position]
        if position.entered < 0:
            doors = Entrances(position)
            starts = [doors.after(door) for door in range(len(doors))]
        values: list[int] = []
        with suppress(Stopped):
            for _ in range(sample):
                drawn = known
                while not drawn.complete:
                    reveals = drawn.reveals()
                    drawn = pick_weighted(rng, [r for r, _ in reveals], [w for _, w in reveals])
                order = (*drawn.seen, "C")
                questions = [Question(order, start, most, 1) for start in starts]
                values.append(max(self.oracles.ask(questions)))
        if len(values) < 2:
            return None
        mean = sum(values) / len(values)
        spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
        half = ERROR_BARS * math.sqrt(spread / len(values))
        return Estimate(len(values), mean, mean - half, mean + half)

    def _told(
        self,
        decision: Decision,
        objective: Objective,
        best: int,
        reason: Reason | None,
        estimate: Estimate | None,
    ) -> Advice:
        known = decision.known
        weight = known.weight
        value = Interval(Fraction(decision.lower, weight), Fraction(decision.upper, weight))
        if value.exact is not None:
            reason = None
        numbers = ranking(decision)
        choices = [choice_of(decision, number) for number in numbers[:best]]
        if len(choices) and choices[0].value.upper == 0:
            choices = []
        rest = [int(decision.uppers[number]) for number in numbers[best:]]
        others = Fraction(max(rest, default=0), weight)
        return self._advice(known, objective, value, choices, len(rest), others, reason, estimate)

    def _advice(
        self,
        known: Knowledge,
        objective: Objective,
        value: Interval,
        choices: Sequence[Choice],
        others: int,
        others_upper: Fraction,
        reason: Reason | None,
        estimate: Estimate | None,
    ) -> Advice:
        return Advice(
            deck=self.deck.name,
            seen=known.seen,
            cards=known.cards,
            worlds=known.count,
            objective=objective,
            sight=self.sight,
            value=value,
            choices=tuple(choices),
            others=others,
            others_upper=others_upper,
            reason=reason,
            hindsight=estimate,
            from_atlas=self.optima.settled(known),
        )


def settle(
    decision: Decision, best: int = 1, watch: Callable[[AdviceProgress], None] | None = None
) -> None:
    """Close a decision and its ``best`` choices; raises Stopped at a limit, with bounds that hold.

    ``watch`` is called at every step.
    """

    def note() -> None:
        if watch is not None:
            weight = decision.known.weight
            asked = decision.room.oracles.asked
            watch(AdviceProgress(decision.lower / weight, decision.upper / weight, asked))

    decision.open()
    note()
    if len(decision.limits) > 1:
        dive(decision, note)
    while not decision.closed:
        decision.step()
        note()
    while len(decision):
        order = np.argsort(-decision.uppers, kind="stable")
        least = int(np.sort(decision.lowers)[::-1][:best][-1])
        due = [n for n in order[: best + 8].tolist() if decision.uppers[n] > decision.lowers[n]]
        due = [number for number in due if decision.uppers[number] > least]
        if not due:
            return
        decision.step_at(due[0], least)
        note()


def ranking(decision: Decision) -> list[int]:
    """Return the choices, the best first: by what is proven from below, then from above.

    Where nothing is proven from below, those come first that were examined in every order. Of
    equals the one comes first after which more points, lives and cubes are had.
    """
    if not len(decision):
        return []
    assert decision.choices is not None
    labels = decision.choices.labels
    numbers = np.arange(len(decision))
    had = (-labels[:, 2], -labels[:, 1], -labels[:, 4])
    unseen = np.array([not decision.looked_at(int(number)) for number in numbers])
    order = np.lexsort((numbers, *had, -decision.uppers, unseen, -decision.lowers))
    return [int(number) for number in order]


def choice_of(decision: Decision, number: int) -> Choice:
    """Return a choice for the answer."""
    known = decision.known
    weight = known.weight
    made = outcomes(decision, number)
    column = decision.column(number)
    after = decision.after(number)
    listing = decision.choices
    worlds = [
        WorldValue(world.order, None if made is None else int(made[at]), int(column[at]))
        for at, world in enumerate(known.worlds)
    ]
    lower = Fraction(int(decision.lowers[number]), weight)
    return Choice(
        entrance=number + 1 if decision.at_entrance else None,
        turn=listing.turn(number) if isinstance(listing, Listing) else None,
        value=Interval(lower, Fraction(int(decision.uppers[number]), weight)),
        points=after.points,
        lives=after.lives,
        cubes=after.hand,
        worlds=tuple(worlds),
    )


def advise(
    record: Record,
    deck: Deck,
    objective: Objective | None = None,
    sight: Sight | None = None,
    work: Work | None = None,
) -> Advice:
    """Return the best decision where a game breaks off; hidden cards of its order are ignored.

    Raises InputError if the game breaks a rule or is over.
    """
    with Advisor(deck, record.rules, sight) as advisor:
        return advisor.advise(record, objective=objective, work=work)


__all__ = ["AdviceProgress", "Advisor", "advise", "choice_of", "ranking", "settle"]
