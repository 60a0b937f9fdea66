"""A game reviewed without hindsight: what its decisions cost, and what the cards did.

Before each decision a best player expects some score; by the decision taken he expects less, by its
*mistake*; then cards are seen, and what is expected rises or falls, by *luck*. What a game ended
with is what could be expected at first, less all mistakes, plus all luck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bolets_solver.advise.advisor import Advisor, choice_of, ranking, settle
from bolets_solver.advise.answer.report import fraction_text
from bolets_solver.advise.bounds.hindsight import Question
from bolets_solver.advise.bounds.recursion import Decision
from bolets_solver.advise.objective import Objective
from bolets_solver.advise.worlds import Knowledge, Sight
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import Turn
from bolets_solver.optimize.search.position import Position, broken_off
from bolets_solver.work.limits import Stopped, Work

MOST_WORLDS = 48
"""Decisions with more orders than this are reviewed only on request."""


@dataclass(frozen=True)
class Reviewed:
    """One decision of a game: the entrance (``turn`` None) or a turn, numbers from 1.

    ``seen``: the faces that were known, in order; ``worlds``: how many orders were possible.
    ``expected``: before it. ``chosen``: by what was done. ``luck``: what the cards seen next did to
    that; the last one leads to the end of the game. ``better``: the best choice, None if what was
    done was as good.
    """

    number: int
    turn: Turn | None
    seen: tuple[str, ...]
    worlds: int
    expected: Fraction
    chosen: Fraction
    luck: Fraction
    better: str | None
    better_turn: Turn | None

    @property
    def mistake(self) -> Fraction:
        """What the decision cost."""
        return self.expected - self.chosen

    def as_json(self) -> dict[str, Any]:
        """Return the decision as in an explanation's JSON."""
        return {
            "turn": self.number,
            "seen": list(self.seen),
            "worlds": self.worlds,
            "expected": fraction_text(self.expected),
            "mistake": fraction_text(self.mistake),
            "luck": signed(self.luck),
            "better": self.better,
        }


def signed(value: Fraction) -> str:
    """Write a fraction with its sign."""
    return f"-{fraction_text(-value)}" if value < 0 else fraction_text(value)


@dataclass(frozen=True)
class Review:
    """The reviewed decisions, in order; ``skipped``: how many at the beginning were not.

    ``sight``: what of the stack was seen. ``ended``: points of the game, 0 if it was lost, None if
    it was not finished: then luck up to the last decision is given. ``won``: whether it was won.
    ``complete``: whether no limit ended the work.
    """

    decisions: tuple[Reviewed, ...]
    skipped: int
    sight: Sight
    ended: int | None
    won: bool
    complete: bool

    @property
    def mistakes(self) -> Fraction:
        """What all decisions cost together."""
        return sum((one.mistake for one in self.decisions), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """What the cards did, all together."""
        return sum((one.luck for one in self.decisions), Fraction(0))

    @property
    def expected(self) -> Fraction:
        """What was expected before the first of the decisions; there must be one."""
        return self.decisions[0].expected

    @property
    def result(self) -> Fraction:
        """What the game ended with; if it is not finished, what is expected now."""
        return self.expected - self.mistakes + self.luck

    def as_json(self) -> dict[str, Any]:
        """Return the review as in an explanation's JSON."""
        return {
            "complete": self.complete,
            "knowledge": {
                "order": "unknown",
                "preview": str(self.sight.preview),
                "first_look": str(self.sight.first_look),
            },
            "skipped": self.skipped,
            "expected": fraction_text(self.expected) if self.decisions else None,
            "result": fraction_text(self.result) if self.decisions else None,
            "mistakes": fraction_text(self.mistakes),
            "luck": signed(self.luck),
            "decisions": [one.as_json() for one in self.decisions],
        }


def review(
    advisor: Advisor, deal: Deal, record: Record, work: Work, most_worlds: int = MOST_WORLDS
) -> Review:
    """Look again at a legal game whose order is known by now.

    ``most_worlds``: decisions with more orders are skipped. Limits end it after the last decision
    that was settled, counted from the end of the game.
    """
    looking = _Looking(advisor, deal, record, work)
    found: list[Reviewed] = []
    complete = True
    skipped = 0
    for number in range(len(record.turns), -1, -1):
        if record.entrance is None:
            break
        if looking.known_at(number).count > most_worlds:
            skipped += 1
            continue
        try:
            found.insert(0, looking.look(number))
        except Stopped:
            complete = False
            skipped += number + 1
            break
    won = bool(looking.verdict.won)
    return Review(tuple(found), skipped, advisor.sight, looking.ended, won, complete)


class _Looking:
    """Looks at one game, decision by decision, from the last one back."""

    def __init__(self, advisor: Advisor, deal: Deal, record: Record, work: Work):
        self.advisor = advisor
        self.deal = deal
        self.record = record
        self.work = work
        self.verdict = replay(deal, record, advisor.rules)
        self.ended: int | None = None
        if self.verdict.finished:
            self.ended = self.verdict.points if self.verdict.won else 0
        self._values: dict[int, Fraction] = {}
        advisor.oracles.turn_to(Objective(), work)

    def known_at(self, number: int) -> Knowledge:
        """What is known at the entrance (0) or at a turn."""
        sight = self.advisor.sight
        ahead = sight.cards_at_turn(number) if number else sight.cards_at_entrance
        order = self.deal.order[:-1]
        return Knowledge.of(self.advisor.deck, order[:ahead], len(order))

    def look(self, number: int) -> Reviewed:
        """Look at the entrance (0) or at a turn; raises Stopped at a limit."""
        known = self.known_at(number)
        decision = self._decision(self._position(number), known)
        after = self._begun(number)
        chosen = self._after(after, known)
        expected = Fraction(decision.lower, known.weight)
        self._values[number] = expected
        better, turn = None, None
        if chosen < expected:
            best = choice_of(decision, ranking(decision)[0])
            better, turn = str(best), best.turn
        return Reviewed(
            number=number,
            turn=self.record.turns[number - 1] if number else None,
            seen=known.seen,
            worlds=known.count,
            expected=expected,
            chosen=chosen,
            luck=self._then(number, after, chosen) - chosen,
            better=better,
            better_turn=turn,
        )

    def _begun(self, number: int) -> Record:
        """The game up to and with a decision."""
        return replace(self.record, turns=self.record.turns[:number])

    def _position(self, number: int) -> Position:
        """Where the game stood before a decision."""
        begun = replace(self.record, turns=self.record.turns[: max(0, number - 1)])
        if number == 0:
            begun = replace(begun, entrance=None)
        position, _ = broken_off(self.deal, self.advisor.rules, begun)
        assert position is not None
        return position

    def _decision(self, position: Position, known: Knowledge) -> Decision:
        """Return a decision whose value is known exactly."""
        decision = self.advisor.decide(position, known, Objective(), self.work)
        settle(decision)
        return decision

    def _after(self, begun: Record, known: Knowledge) -> Fraction:
        """What can be expected after a decision, before anything more is seen."""
        position, verdict = broken_off(self.deal, self.advisor.rules, begun)
        if position is None:
            return Fraction(verdict.points if verdict.won else 0)
        ahead = self.advisor.sight.cards_at_turn(len(begun.turns) + 1)
        total = 0
        for seen, weight in known.shown(max(ahead, len(known.seen))):
            total += weight * self._total(position, seen)
        return Fraction(total, known.weight)

    def _total(self, position: Position, known: Knowledge) -> int:
        """The value of a position, summed over all orders."""
        if known.complete:
            most = self.advisor.limits(position, Objective())
            order = (*known.seen, "C")
            return self.advisor.oracles.ask([Question(order, position, most, 1)])[0]
        return self._decision(position, known).lower

    def _then(self, number: int, after: Record, chosen: Fraction) -> Fraction:
        """What was expected when the next decision came, or what the game ended with."""
        if number == len(self.record.turns):
            return chosen if self.ended is None else Fraction(self.ended)
        if number + 1 not in self._values:
            known = self.known_at(number + 1)
            position, _ = broken_off(self.deal, self.advisor.rules, after)
            assert position is not None
            self._values[number + 1] = Fraction(self._total(position, known), known.weight)
        return self._values[number + 1]
