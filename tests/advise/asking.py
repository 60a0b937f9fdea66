"""What tests ask: the value of a position by the advice and by the reference."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bolets_solver.advise.bounds.hindsight import Oracles
from bolets_solver.advise.bounds.recursion import Decision, Room, close
from bolets_solver.advise.candidates.turns import Desks
from bolets_solver.advise.objective import Objective
from bolets_solver.advise.worlds import Knowledge, Preview, Sight
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import COTTAGE, CROW
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import CrowLoss, Rules
from bolets_solver.optimize.search.position import Position, broken_off
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.random_draws import pick
from bolets_solver.work.limits import Work
from tests.advise.positions import Table
from tests.advise.reference import Reference, at_least, points, winning
from tests.reference.playing import Purse
from tests.reference.solving import State, TooLarge


@dataclass(frozen=True)
class Asked:
    """A position at a table: the game so far, and what is known of the order."""

    table: Table
    record: Record
    seen: tuple[str, ...]

    @property
    def sight(self) -> Sight:
        return Sight(Preview.TOP if self.table.top else Preview.NONE)

    @property
    def known(self) -> Knowledge:
        return Knowledge.of(self.table.deck, self.seen)

    @property
    def position(self) -> Position:
        """Where the referee says that the game stands."""
        deal = Deal(self.table.deck, (*self.table.order, COTTAGE))
        position, _ = broken_off(deal, self.table.rules, self.record)
        assert position is not None
        return position


def decision(asked: Asked, objective: Objective, oracles: Oracles, sight: Sight) -> Decision:
    """Return the decision of a position; its bounds are not brought nearer yet."""
    room = Room(Desks(asked.table.deck, asked.table.rules), oracles, sight, oracles.work)
    position = asked.position
    most = objective.worth(position.most_points + 500)
    limits = np.full(len(asked.known.worlds), most, dtype=np.int64)
    return Decision(room, position, asked.known, limits)


def advised(asked: Asked, objective: Objective, sight: Sight | None = None) -> Fraction:
    """Return the exact value by the advice."""
    table = asked.table
    store = TableStore(None)
    with Oracles(table.deck, table.rules, store, threads=1) as oracles:
        oracles.turn_to(objective, Work())
        found = decision(asked, objective, oracles, sight or asked.sight)
        close(found)
        return Fraction(found.lower, found.known.weight)


def state_of(position: Position, rules: Rules) -> State:
    """Return a position as in the reference: in the frame of the last card."""
    card = position.cards[position.card]

    def seen(tile: tuple[int, int]) -> tuple[int, int]:
        return card.placement.to_face(card.face, tile)

    own = {tile for tile in card.tiles() if card.kind(tile) == CROW} - set(position.cubes)
    most = max(position.marker, position.peak + 2) if rules.crow_loss is CrowLoss.ONCE else 0
    return State(
        last=position.card,
        entrance=position.entered + 1,
        kept=frozenset(map(seen, (*position.forbidden, card.doors[position.entered].tile))),
        crows=frozenset(map(seen, own.union(position.crows))),
        far_crows=0,
        marker=position.marker,
        most=most,
        purse=Purse(position.lives, position.hand, position.yellow),
        points=position.points,
    )


def beginnings(table: Table, later: bool = True) -> Iterator[Asked]:
    """Yield positions: at each door of the first card, and after a turn or two from some."""
    rng = random.Random(f"positions of {table.deck.name}")
    ahead = 2 + table.top
    first = table.deck.faces[table.order[0]]
    order = (*table.order, COTTAGE)
    for door in range(1, len(first.doors) + 1):
        record = Record(table.deck.name, order, door, (), table.rules)
        asked = Asked(table, record, table.order[:ahead])
        yield asked
        while later and len(asked.record.turns) + 2 < len(order):
            turns = turns_of(asked)
            if not turns:
                break
            made = Record(table.deck.name, order, door, pick(rng, turns), table.rules)
            asked = Asked(table, made, table.order[: ahead + len(made.turns)])
            if broken_off(Deal(table.deck, order), table.rules, made)[0] is None:
                break
            yield asked


def turns_of(asked: Asked) -> list[tuple]:
    position, known = asked.position, asked.known
    desks = Desks(asked.table.deck, asked.table.rules)
    wall = known.face_at(position.card + 1)
    assert wall is not None
    listing = desks.list(position, wall, 9, Work())
    return [(*asked.record.turns, listing.turn(number)) for number in range(len(listing))]


@dataclass(frozen=True)
class Compared:
    """One position under one objective: both values, and the mean of hindsight."""

    asked: Asked
    objective: Objective
    advised: Fraction
    reference: Fraction
    hindsight: Fraction

    @property
    def place(self) -> tuple[object, ...]:
        """What makes a position another one: all but the deck's name and the objective."""
        at, record = self.asked.table, self.asked.record
        return at.deck.faces, at.rules, at.top, record.entrance, record.turns, self.asked.seen


def _telling(reference: Reference, state: State, seen: tuple[str, ...]) -> int | None:
    """Return the fewest points whose chance is less than with hindsight; None: there are none."""
    for least in itertools.count(1):
        hindsight = reference.hindsight(state, seen, at_least(least))
        if reference.value(state, seen, at_least(least)) < hindsight:
            return least
        if hindsight == 0:
            return None
    raise AssertionError("no game makes all points")


def compare(
    table: Table, most_turns: int, later: bool = True, every: bool = False
) -> Iterator[Compared]:
    """Yield what both say of the positions of a table; none if it is too large.

    Asked are the points, and chances that are neither none nor certain with hindsight; with
    ``every`` all chances, if possible of points that an unknown order makes less likely.
    """
    reference = Reference(table.deck, table.rules, table.top, most_turns)
    for asked in beginnings(table, later):
        state = state_of(asked.position, table.rules)
        try:
            mean = reference.hindsight(state, asked.seen, points)
            least = math.ceil(mean)
            if every and reference.value(state, asked.seen, points) < mean:
                least = _telling(reference, state, asked.seen) or least
            for objective, worth in (
                (Objective(), points),
                (Objective(0), winning),
                (Objective(least), at_least(least)),
            ):
                hindsight = reference.hindsight(state, asked.seen, worth)
                if not every and objective.chance and hindsight in (0, 1):
                    continue
                value = reference.value(state, asked.seen, worth)
                yield Compared(asked, objective, advised(asked, objective), value, hindsight)
        except TooLarge:
            return
