"""Many questions about the games of one deck under one set of rules, and one object that answers.

An engine keeps what it made and found out from question to question: tables of pairs of faces,
arrays, bounds, and states that were searched, which orders with the same last cards share. So a
question asked after many others is answered sooner; the answer is the same, see
``kernels``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.optimize.search.kernels import Kernels
from bolets_solver.optimize.search.position import Position, broken_off, new_game
from bolets_solver.optimize.search.schedule import Progress, Schedule
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.state.memo import NO_LIMIT
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.optimize.tracing.deal_arrays import MAX_REDS, Ints
from bolets_solver.work.limits import Reason, Status, Stopped, Work

MOST_ENGINES = 6
"""Largest number of engines kept for other decks and rules."""

Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Value:
    """What the best game from a position makes; fields as in Solution.

    ``points``: with OPTIMAL the optimum; with FEASIBLE what a game was found for.
    """

    status: Status
    points: int | None
    bound: int | None
    reason: Reason | None = None
    states: int = 0


class Engine:
    """Answers questions about the games of one deck under one set of rules, one at a time.

    A question is about a deal (its new game, begun by any door or by ``entrance``, a number from 1)
    or about a position: a game begun, between two turns or within a trace. ``work`` brings limits
    and interruption; an answer that they cut short says so, and the engine stays as good as before.

    ``store``: where tables are kept. ``reds``: most red cubes that a game may earn; fewer than all
    answers what they are worth (a study of decks asks, no rule does). Raises InputError if fewer
    are asked for with ``red_timing=trace``. Not to be used by two threads at once.
    """

    def __init__(
        self,
        deck: Deck,
        rules: Rules | None = None,
        store: TableStore | None = None,
        reds: int = MAX_REDS,
    ):
        self.deck = deck
        self.rules = rules or Rules()
        self.store = store or TableStore()
        self.reds = reds
        self._kernels: Kernels | None = Kernels(deck, self.rules, self.store, reds)
        self._first: dict[str, Position] = {}

    def value(
        self,
        game: Deal | Position,
        entrance: int | None = None,
        work: Work | None = None,
        watch: Watch | None = None,
        replayed: bool = False,
        most_effort: int = NO_LIMIT,
    ) -> Value:
        """Return what the best game makes; none is shown.

        ``replayed``: the referee replays the best game all the same. ``most_effort``: exact states
        that a try may see before the search gives up; then only a bound is known.

        Raises InputError if the game is of another deck or rules, or if there is no such entrance;
        InternalError if the referee objects to a game that was found.
        """
        search = self._search(
            game, entrance, work, watch, shown=False, kept=replayed, most_effort=most_effort
        )
        with suppress(Stopped):
            search.run()
        if replayed:
            search.best_game()
        self._after(search.work)
        status = search.status
        return Value(
            status=status,
            points=None if search.best < 0 else search.best,
            bound=None if search.impossible else search.bound,
            reason=None if status in (Status.OPTIMAL, Status.IMPOSSIBLE) else search.work.reason,
            states=sum(search.counts().get(key, 0) for key in ("crow_states", "exact_states")),
        )

    def reaches(
        self,
        game: Deal | Position,
        points: int,
        entrance: int | None = None,
        work: Work | None = None,
    ) -> bool | None:
        """Whether a game is won with at least ``points``; None: stopped by a limit.

        Raises InputError as :meth:`value`.
        """
        search = self._search(game, entrance, work, None, shown=False)
        answer = None
        with suppress(Stopped):
            answer = search.reaches(points)
        self._after(search.work)
        return answer

    def best(
        self,
        game: Deal | Position,
        entrance: int | None = None,
        work: Work | None = None,
        watch: Watch | None = None,
    ) -> Solution:
        """Return the best game with its record, replayed by the referee.

        What was found out about states before is not used: the same question shows the same game,
        whatever was asked before. Raises InputError as :meth:`value`.
        """
        search = self._search(game, entrance, work, watch, shown=True)
        with suppress(Stopped):
            search.run()
        solution = search.solution()
        self._after(search.work)
        return solution

    def best_after(
        self,
        deal: Deal,
        record: Record,
        work: Work | None = None,
        watch: Watch | None = None,
    ) -> Solution:
        """Return the best game that begins like ``record``; the solution's record is all of it.

        A game that is won already is its own best continuation; one that is lost is impossible.
        Raises InputError if the record breaks a rule.
        """
        work = work or Work()
        position, verdict = broken_off(deal, self.rules, record)
        if position is None:
            return _ended(deal, self.rules, record, verdict, work)
        return self.best(position, None, work, watch)

    def most_points(self, deal: Deal, work: Work | None = None) -> Ints:
        """Most points from each card's entrance to the end if only doors mattered.

        Rows by card, columns by entrance; -1: no way leads to the end. Raises Stopped at a limit.
        """
        order = self._ready_kernels().orders.order(deal.order, work or Work())
        return order.tables.most_points.reshape(len(deal.order), -1)

    def _ready_kernels(self) -> Kernels:
        if self._kernels is None:
            self._kernels = Kernels(self.deck, self.rules, self.store, self.reds)
        return self._kernels

    def _search(
        self,
        game: Deal | Position,
        entrance: int | None,
        work: Work | None,
        watch: Watch | None,
        shown: bool,
        kept: bool = False,
        most_effort: int = NO_LIMIT,
    ) -> Schedule:
        position = self._new_game(game) if isinstance(game, Deal) else game
        deal = position.deal
        if deal.deck is not self.deck and deal.deck != self.deck:
            raise InputError(f"a deal of the deck '{deal.deck.name}' is asked of another deck")
        if position.rules != self.rules:
            raise InputError("a game is asked about under other rules than the engine's")
        entrances = _entrances(position, entrance)
        kernels = self._ready_kernels()
        return Schedule(
            kernels, position, entrances, work or Work(), watch, shown, kept, most_effort
        )

    def _new_game(self, deal: Deal) -> Position:
        """Return the position of a new game; what its first card determines is kept."""
        first = deal.order[0]
        if first not in self._first:
            self._first[first] = new_game(deal, self.rules)
        known = self._first[first]
        return known if known.deal is deal else replace(known, deal=deal)

    def _after(self, work: Work) -> None:
        """Give the memory back if it was too much."""
        if work.reason is Reason.MEMORY:
            self._kernels = None


class Engines:
    """Engines for several decks and rules, with one store; the latest few are kept."""

    def __init__(self, store: TableStore | None = None):
        self.store = store or TableStore()
        self._engines: list[Engine] = []

    def of(self, deck: Deck, rules: Rules, reds: int = MAX_REDS) -> Engine:
        """Return the engine for games of a deck under some rules."""
        for known in self._engines:
            if (known.rules, known.reds) == (rules, reds) and known.deck == deck:
                engine = known
                break
        else:
            engine = Engine(deck, rules, self.store, reds)
        others = [known for known in self._engines if known is not engine]
        self._engines = [engine, *others][:MOST_ENGINES]
        return engine


def _entrances(position: Position, entrance: int | None) -> list[int]:
    """Return the indices of the doors by which the last card may have been entered."""
    deal = position.deal
    if position.entered >= 0:
        if entrance is not None:
            raise InputError("the entrance of a game that was begun is chosen already")
        return [position.entered]
    doors = len(position.cards[0].face.doors)
    if entrance is None:
        return list(range(doors))
    if not 1 <= entrance <= doors:
        raise InputError(
            f"the first card {deal.order[0]} has no door {entrance}; its doors are 1 to {doors}"
        )
    return [entrance - 1]


def _ended(deal: Deal, rules: Rules, record: Record, verdict: Verdict, work: Work) -> Solution:
    """Return the answer for a game that is over."""
    won = bool(verdict.won)
    return Solution(
        deal=deal,
        rules=rules,
        status=Status.OPTIMAL if won else Status.IMPOSSIBLE,
        points=verdict.points if won else None,
        bound=verdict.points if won else None,
        lives=verdict.lives if won else None,
        crows=verdict.crows if won else None,
        record=record if won else None,
        engine="search",
        seconds=work.elapsed,
        stuck=None if won else deal.order[verdict.standing.card],
    )
