"""All Groups are known: what every take of the Group on turn is worth, and the line to the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cmp_to_key

from bolets_solver.boldest.game.actions import Take
from bolets_solver.boldest.game.expedition import (
    Contender,
    Day,
    Event,
    Moment,
    advance,
    begin,
    legal_takes,
    make_day,
    play,
)
from bolets_solver.boldest.game.position import Plan, Position
from bolets_solver.boldest.game.scoring import End, Values, prefers
from bolets_solver.boldest.solve.search import Search, totals
from bolets_solver.errors import Defect, InputError, InternalError
from bolets_solver.work.limits import Stopped, Work

Bounds = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
"""Least and most of win, margin and Experience."""


@dataclass(frozen=True, slots=True)
class Move:
    """A legal take: how the Day ends after it (None: not worked out), and what is sure anyway."""

    take: Take
    end: End | None
    best: bool = False
    bounds: tuple[Bounds, ...] = ()

    @property
    def values(self) -> Values | None:
        """The value of the move for every player, if it was worked out."""
        return None if self.end is None else self.end.values()


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

    ``actor`` is None if nothing is left to decide; ``end`` is what best play comes to. Moves stand
    best first, those not worked out last. ``proven`` is False if a limit ended the work before all
    moves were worked out; ``line`` may then be None.
    """

    day: Day
    moment: Moment
    events: tuple[Event, ...]
    actor: Contender | None
    moves: tuple[Move, ...]
    line: Line | None
    end: End | None
    proven: bool
    nodes: int
    warnings: tuple[str, ...] = field(default=())


def known_plans(position: Position) -> list[Plan]:
    """The one plan of every player; raises InputError naming everybody whose Groups are unknown."""
    defects = []
    plans: list[Plan] = []
    for player, name in enumerate(position.players):
        plan = position.known_plan(player)
        if plan is None:
            several = position.plans[player] is not None
            reason = "several weighted plans are given" if several else "no plan is given"
            defects.append(Defect(f"all Groups must be known: {reason} for {name}"))
            continue
        hidden = [
            number
            for number, slot in enumerate(plan, start=1)
            if slot is None and number >= position.expedition
        ]
        if hidden:
            shown = ", ".join(map(str, hidden))
            defects.append(
                Defect(f"all Groups must be known: {name}'s space {shown} is still face down")
            )
        plans.append(plan)
    if defects:
        raise InputError(defects)
    return plans


def actor_of(position: Position) -> int | None:
    """The player who has to act in a position with known plans; None if nobody has to."""
    day = make_day(position, known_plans(position))
    moment, _ = advance(day, begin(position, day)[0])
    return None if moment.actor is None else moment.actor.player


def resolve(
    position: Position,
    objective: str = "win",
    hero: int | None = None,
    work: Work | None = None,
) -> Analysis:
    """Solve a position in which all plans are known, for whoever has to act now.

    ``objective`` is "win" or "margin" (T-Q44); everybody plays for his own, or with ``hero``
    (paranoid) everybody else against that player. Raises InputError if a plan is unknown. A limit
    of ``work`` leaves the moves not worked out with bounds only.
    """
    day = make_day(position, known_plans(position))
    moment, warnings = begin(position, day)
    moment, happened = advance(day, moment)
    search = Search(position, objective, hero, work)
    moves, proven = _rated_moves(search, day, moment)
    line = best_line(search, day, moment, happened) if proven else None
    end = moves[0].end if moves else End(totals(moment), moment.flags)
    if line is not None and end is not None and line.end.values() != end.values():
        raise InternalError(f"the line ends with {line.end}, the search said {end}")
    return Analysis(
        day,
        moment,
        tuple(happened),
        moment.actor,
        tuple(moves),
        line,
        end,
        proven,
        search.nodes,
        tuple(warnings),
    )


def _rated_moves(search: Search, day: Day, moment: Moment) -> tuple[list[Move], bool]:
    """Every legal take with its end, best first; and whether all ends were found."""
    if moment.actor is None:
        return [], True
    mover = moment.actor.player
    takes = legal_takes(day, moment)
    after = [play(day, moment, take) for take in takes]
    order = sorted(range(len(takes)), key=lambda at: (-totals(after[at])[mover], at))
    try:
        found = search.ends([search.state(day, after[at]) for at in order])
    except Stopped:
        found = []
    ends = {takes[at]: end for at, end in zip(order, found, strict=False) if end is not None}
    rated = [take for take in takes if take in ends]
    rated.sort(key=cmp_to_key(lambda one, other: -_compare(search, mover, ends, one, other)))
    moves = [Move(take, ends[take], _equal(search, mover, ends, take, rated[0])) for take in rated]
    for take, moment_after in zip(takes, after, strict=True):
        if take not in ends:
            moves.append(Move(take, None, bounds=_bounds(search.spans(day, moment_after))))
    return moves, len(rated) == len(takes)


def _compare(search: Search, mover: int, ends: dict[Take, End], one: Take, other: Take) -> int:
    return prefers(mover, ends[one], ends[other], search.objective, search.hero)


def _equal(search: Search, mover: int, ends: dict[Take, End], one: Take, other: Take) -> bool:
    """Tell whether two takes are worth the same to the chooser (to the hero, if there is one)."""
    player = mover if search.hero is None else search.hero
    keys = [ends[take].values()[player].key(search.objective) for take in (one, other)]
    return keys[0] == keys[1]


def best_line(
    search: Search, day: Day, moment: Moment, happened: Sequence[Event] = ()
) -> Line | None:
    """Best play to the end, replayed by the rules; None if a limit ends the work on the way.

    ``moment`` has been advanced to a Group on turn (or the end), ``happened`` on the way there.
    """
    steps: list[Step] = []
    while moment.actor is not None:
        moves, proven = _rated_moves(search, day, moment)
        if not proven:
            return None
        steps.append(Step(tuple(happened), moment.actor, moves[0].take, moment.contest))
        moment, happened = advance(day, play(day, moment, moves[0].take))
    return Line(tuple(steps), tuple(happened), End(totals(moment), moment.flags))


def _bounds(spans: Sequence[tuple[int, int]]) -> tuple[Bounds, ...]:
    """What is sure of every player's value if his total stays within its span."""
    bounds: list[Bounds] = []
    for player, (least, most) in enumerate(spans):
        rivals = [span for other, span in enumerate(spans) if other != player]
        low = least - max(high for _, high in rivals)
        high = most - max(low for low, _ in rivals)
        win = (float(low > 0), float(high >= 0))
        bounds.append((win, (float(low), float(high)), (float(least), float(most))))
    return tuple(bounds)
