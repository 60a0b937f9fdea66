"""The value of every take of the Group on turn, and the line to the end.

Face-down Groups may give several cases (see `foresight`). The value of a take is then its
expectation over the cases, as if all were turned up after the take.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cmp_to_key

from bolets_solver.boldest.game.expedition import (
    Contender,
    Day,
    Event,
    Moment,
    advance,
    begin,
    legal_takes,
    play,
)
from bolets_solver.boldest.game.moves import Take
from bolets_solver.boldest.game.position import Position
from bolets_solver.boldest.game.scoring import End, Values, expectation, liking, prefers
from bolets_solver.boldest.solving.foresight import Foresight, foresee
from bolets_solver.boldest.solving.search import Search, totals
from bolets_solver.errors import InternalError
from bolets_solver.work.limits import Reason, Stopped, Work

Bounds = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
"""Least and most of win, margin and Experience."""


@dataclass(frozen=True, slots=True)
class Move:
    """A legal take: what it is worth (None: not computed), and what is sure anyway.

    ``end`` is how the Day ends, if there is one case only.
    """

    take: Take
    values: Values | None
    end: End | None = None
    best: bool = False
    bounds: tuple[Bounds, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a line: what happened before, who acts, what he takes."""

    events: tuple[Event, ...]
    actor: Contender
    take: Take
    contest: int


@dataclass(frozen=True, slots=True)
class Line:
    """Best play from a moment on: its steps, what happened after the last, how the Day ended."""

    steps: tuple[Step, ...]
    closing: tuple[Event, ...]
    end: End


@dataclass(frozen=True)
class Analysis:
    """The answer of :func:`resolve`.

    ``actor`` is None if nothing is left to decide; ``values`` are those of best play. Moves stand
    best first, those not computed last. ``proven`` is False if a limit, ``stopped_by``, ended the
    work before all moves were computed; ``line`` may then be None. If there are several cases,
    ``line`` and ``end`` are None.
    """

    foresight: Foresight
    day: Day
    moment: Moment
    events: tuple[Event, ...]
    actor: Contender | None
    moves: tuple[Move, ...]
    line: Line | None
    values: Values | None
    end: End | None
    proven: bool
    nodes: int
    warnings: tuple[str, ...] = field(default=())
    stopped_by: Reason | None = None


def actor_of(position: Position) -> int | None:
    """Return the player to act, None if there is none. Raises InputError if Groups are unknown."""
    day = foresee(position).present
    moment, _ = advance(day, begin(position, day)[0])
    return None if moment.actor is None else moment.actor.player


def resolve(
    position: Position,
    objective: str = "win",
    hero: int | None = None,
    work: Work | None = None,
) -> Analysis:
    """Solve a position for the player to act; the Groups of the present Expedition must be known.

    ``objective``: "win" or "margin" (T-Q44). All play for themselves, or with ``hero`` (paranoid)
    against that player. Raises InputError if a Group of the present Expedition is unknown. A limit
    of ``work`` leaves the moves not computed with bounds only.
    """
    sight = foresee(position)
    day = sight.present
    moment, warnings = begin(position, day)
    moment, happened = advance(day, moment)
    search = Search(position, objective, hero, work)
    moves, proven = _rated_moves(search, sight.cases, moment)
    single = len(sight.cases) == 1
    line = best_line(search, day, moment, happened) if proven and single else None
    end = None
    if single:
        end = moves[0].end if moves else End(totals(moment), moment.flags)
    if line is not None and end is not None and line.end.values() != end.values():
        raise InternalError(f"the line ends with {line.end}, the search said {end}")
    values = moves[0].values if moves else End(totals(moment), moment.flags).values()
    return Analysis(
        sight,
        day,
        moment,
        tuple(happened),
        moment.actor,
        tuple(moves),
        line,
        values,
        end,
        proven,
        search.nodes,
        tuple(warnings),
        None if proven else search.work.reason,
    )


Cases = Sequence[tuple[float, Day]]
"""Days that differ in what is still face down, with their probabilities."""


def _rated_moves(search: Search, cases: Cases, moment: Moment) -> tuple[list[Move], bool]:
    """Every legal take with its value, best first; and whether all were computed."""
    if moment.actor is None:
        return [], True
    mover = moment.actor.player
    first = cases[0][1]
    takes = legal_takes(first, moment)
    after = [play(first, moment, take) for take in takes]
    order = sorted(range(len(takes)), key=lambda at: (-totals(after[at])[mover], at))
    ends: list[dict[Take, End]] = []
    for _, day in cases:
        try:
            found = search.ends([search.state(day, after[at]) for at in order])
        except Stopped:
            found = []
        ends.append(
            {takes[at]: end for at, end in zip(order, found, strict=False) if end is not None}
        )
    rated = [take for take in takes if all(take in known for known in ends)]
    if len(cases) == 1:
        moves = _certain(search, mover, rated, ends[0])
    else:
        moves = _expected(search, mover, rated, [weight for weight, _ in cases], ends)
    for take, moment_after in zip(takes, after, strict=True):
        if take not in rated:
            spans = [span_bounds(search.spans(day, moment_after)) for _, day in cases]
            moves.append(
                Move(take, None, bounds=mean_bounds([weight for weight, _ in cases], spans))
            )
    return moves, len(rated) == len(takes)


def _certain(
    search: Search, mover: int, takes: Sequence[Take], ends: dict[Take, End]
) -> list[Move]:
    """Moves of which it is known how the Day ends, best first."""

    def compare(one: Take, other: Take) -> int:
        return prefers(mover, ends[other], ends[one], search.objective, search.hero)

    ranked = sorted(takes, key=cmp_to_key(compare))
    player = mover if search.hero is None else search.hero
    moves = []
    for take in ranked:
        values = ends[take].values()
        best = ends[ranked[0]].values()[player].key(search.objective)
        moves.append(Move(take, values, ends[take], values[player].key(search.objective) == best))
    return moves


def _expected(
    search: Search,
    mover: int,
    takes: Sequence[Take],
    weights: Sequence[float],
    ends: Sequence[dict[Take, End]],
) -> list[Move]:
    """Moves with their expectations over several cases, best first."""
    values = {
        take: expectation(weights, [known[take].values() for known in ends]) for take in takes
    }
    ranks = {
        take: liking(mover, worth, search.objective, search.hero) for take, worth in values.items()
    }
    ranked = sorted(takes, key=ranks.__getitem__, reverse=True)
    return [Move(take, values[take], best=ranks[take][0] == ranks[ranked[0]][0]) for take in ranked]


def best_line(
    search: Search, day: Day, moment: Moment, happened: Sequence[Event] = ()
) -> Line | None:
    """Best play to the end, replayed by the rules; None if a limit ends the work on the way.

    ``moment`` has been advanced to a Group on turn (or the end), ``happened`` on the way there.
    """
    steps: list[Step] = []
    while moment.actor is not None:
        moves, proven = _rated_moves(search, [(1.0, day)], moment)
        if not proven:
            return None
        steps.append(Step(tuple(happened), moment.actor, moves[0].take, moment.contest))
        moment, happened = advance(day, play(day, moment, moves[0].take))
    return Line(tuple(steps), tuple(happened), End(totals(moment), moment.flags))


def span_bounds(spans: Sequence[tuple[int, int]]) -> tuple[Bounds, ...]:
    """What is sure of every player's value if his total stays within its span."""
    bounds: list[Bounds] = []
    for player, (least, most) in enumerate(spans):
        rivals = [span for other, span in enumerate(spans) if other != player]
        low = least - max(high for _, high in rivals)
        high = most - max(low for low, _ in rivals)
        win = (float(low > 0), float(high >= 0))
        bounds.append((win, (float(low), float(high)), (float(least), float(most))))
    return tuple(bounds)


def mean_bounds(
    weights: Sequence[float], cases: Sequence[tuple[Bounds, ...]]
) -> tuple[Bounds, ...]:
    """Bounds of the expectation over several cases."""

    def mean(player: int, figure: int, side: int) -> float:
        return math.fsum(
            weight * case[player][figure][side] for weight, case in zip(weights, cases, strict=True)
        )

    return tuple(
        (
            (mean(player, 0, 0), mean(player, 0, 1)),
            (mean(player, 1, 0), mean(player, 1, 1)),
            (mean(player, 2, 0), mean(player, 2, 1)),
        )
        for player in range(len(cases[0]))
    )
