"""Decisions under an unknown order: proven bounds that close in on the exact value.

What a best player without hindsight can expect from a position is the value of its best turn; what
a turn is worth is the mean, over what is seen next, of the values of the positions it leads to; and
where the whole order is known, it is what the exact search finds (hindsight and foresight are the
same then). A :class:`Decision` keeps a lower and an upper bound of its value, and of each of its
turns:

* Above, a turn is worth no more than the mean of what one who knew the order would make after it.
  For a world this is first the chain bound, then, when that decides, the exact search. The best
  turn of these means is one common turn for all worlds.
* Once every world is known for a turn, the positions it leads to become decisions themselves, with
  these values as their bounds, world by world. Their bounds replace the mean.
* Below, a turn is worth at least the lower bounds of those positions: they grow where the
  order becomes known. So a lower bound is the exact value of one way to play that looks at nothing
  hidden.

All bounds are whole numbers: sums over all worlds that are possible, each as often as its weight
says. Always the turn with the highest upper bound is examined next: no proof can do without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bolets_solver.advise.bounds.hindsight import Oracles, Question
from bolets_solver.advise.candidates.turns import Desks
from bolets_solver.advise.worlds import Knowledge, Sight
from bolets_solver.optimize.search.position import Position
from bolets_solver.optimize.tracing.deal_arrays import Ints
from bolets_solver.work.limits import Work

BATCH = 8
"""Worlds that are asked about at once for one turn."""


class Choices(Protocol):
    """The ways to decide: their labels as in Listing, and what comes of each."""

    labels: Ints

    def __len__(self) -> int:
        """How many there are."""

    def after(self, number: int) -> Position:
        """Return the position that a choice leads to."""


class Entrances:
    """The doors of the first card as choices."""

    def __init__(self, position: Position):
        self.position = position
        p = position
        self.labels: Ints = np.array(
            [
                (door, p.lives, p.hand, p.yellow, p.points, p.marker, p.peak)
                for door in range(len(p.cards[0].face.doors))
            ],
            dtype=np.int64,
        ).reshape(-1, 7)

    def __len__(self) -> int:
        return len(self.labels)

    def after(self, number: int) -> Position:
        """Return the position after entering by a door; the tile belongs to the path."""
        door = self.position.cards[0].doors[number]
        forbidden = tuple(sorted({*self.position.forbidden, door.tile}))
        return replace(self.position, entrance=number, entered=number, forbidden=forbidden)


@dataclass(frozen=True)
class Room:
    """What all decisions of a question share."""

    desks: Desks
    oracles: Oracles
    sight: Sight
    work: Work


class Decision:
    """A position with what is known there, and the bounds of what can be expected from it.

    ``limits``: for each world what the value there does not exceed. ``lower`` and ``upper`` are
    sums over all worlds. Until :meth:`open` is called there are no choices.
    """

    def __init__(self, room: Room, position: Position, known: Knowledge, limits: Ints):
        self.room = room
        self.position = position
        self.known = known
        self.limits = limits
        self.lower = 0
        self.weights: Ints = np.array([world.weight for world in known.worlds], dtype=np.int64)
        self.upper = int(self.weights @ limits)
        self.choices: Choices | None = None
        self.uppers: Ints = np.zeros(0, dtype=np.int64)
        self.lowers: Ints = np.zeros(0, dtype=np.int64)
        self._caps: Ints = np.zeros((0, 0), dtype=np.int64)
        self._exact: NDArray[np.bool_] = np.zeros((0, 0), dtype=np.bool_)
        self._positions: dict[int, Position] = {}
        self._branches: dict[int, list[tuple[Decision, int]]] = {}

    @property
    def closed(self) -> bool:
        """Whether the value is known exactly."""
        return self.lower == self.upper

    @property
    def at_entrance(self) -> bool:
        """Whether the entrance is to be chosen."""
        return self.position.entered < 0

    def open(self) -> None:
        """List the choices and bound them; raises Stopped at a limit."""
        if self.choices is not None:
            return
        position, room = self.position, self.room
        choices: Choices
        if self.at_entrance:
            choices, card = Entrances(position), 0
        else:
            wall = self.known.face_at(position.card + 1)
            assert wall is not None
            later = self.known.cards - position.card - 1
            choices, card = room.desks.list(position, wall, later, room.work), position.card + 1
        orders = [world.order for world in self.known.worlds]
        plain = position
        if position.midway is not None:  # the chain bounds know nothing of a trace begun
            plain = replace(position, midway=None, cards=position.cards[: position.card + 1])
        caps = room.oracles.caps(orders, plain, card, choices.labels)
        self._caps = np.minimum(caps, self.limits[:, None])
        over = card == self.known.cards  # the cottage is entered: the points are made
        self._exact = np.full(self._caps.shape, over)
        self._exact |= self._caps == 0
        self.uppers = self.weights @ self._caps
        self.lowers = np.where(self._exact.all(axis=0), self.uppers, 0)
        self.choices = choices
        self._sum_up()

    def __len__(self) -> int:
        """How many choices there are, 0 until they are listed."""
        return 0 if self.choices is None else len(self.choices)

    def step(self, floor: int = 0) -> None:
        """Bring the bounds a little nearer; what is proven not to exceed ``floor`` is left alone.

        Raises Stopped at a limit; all bounds hold then as well.
        """
        if self.choices is None:
            self.open()
        elif len(self):
            self.step_at(self.most_promising(), max(floor, self.lower))

    def step_at(self, number: int, floor: int) -> None:
        """Bring the bounds of one choice nearer, unless it is proven not to exceed ``floor``."""
        if self.uppers[number] <= floor:
            return
        if not self.looked_at(number):
            self._look_ahead(number, floor)
        else:
            self._go_on(number, floor)
        self._sum_up()

    def look(self, number: int, note: Callable[[], None]) -> None:
        """Find out what one who knew the order would make after a choice, in every world.

        ``note`` is called whenever something more is known.
        """
        while not self.looked_at(number):
            self._look_ahead(number, -1)
            self._sum_up()
            note()

    def glance(self, number: int, worlds: list[int]) -> int:
        """Find out what one who knew the order would make after a choice, in some worlds.

        Returns the sum over these worlds.
        """
        self._ask(number, [w for w in worlds if not self._exact[w, number]], -1)
        self._sum_up()
        return int(self.weights[worlds] @ self._caps[worlds, number])

    def narrow(self, limits: Ints) -> None:
        """Take over that in each world the value does not exceed ``limits``."""
        if (limits >= self.limits).all():
            return
        self.limits = np.minimum(self.limits, limits)
        self.upper = min(self.upper, int(self.weights @ self.limits))
        self._caps = np.minimum(self._caps, self.limits[:, None]) if len(self) else self._caps
        for number in range(len(self)):
            if number in self._branches:
                self._narrow_branches(number)
            else:
                self.uppers[number] = int(self.weights @ self._caps[:, number])
        if len(self):
            self._sum_up()

    def most_promising(self) -> int:
        """Return the choice with the highest upper bound."""
        return int(self.by_promise()[0])

    def by_promise(self) -> Ints:
        """Return the choices by their upper bounds, the highest first.

        Many choices have the same chance. Of those the one with the most points comes first, then
        lives, then cubes: what is proven first is what is recommended.
        """
        if self.choices is None or not self.room.oracles.objective.chance:
            return np.argsort(-self.uppers, kind="stable")
        labels = self.choices.labels
        had = (-labels[:, 2], -labels[:, 1], -labels[:, 4])
        return np.lexsort((*had, -self.uppers))

    def best(self) -> int:
        """Return the choice with the highest lower bound, of equals that of the highest upper."""
        return int(np.lexsort((self.uppers, self.lowers))[-1])

    def best_looked_at(self) -> int | None:
        """Return the most promising of the choices that were examined in every world."""
        done = np.flatnonzero(self._exact.all(axis=0))
        return int(done[np.argmax(self.uppers[done])]) if len(done) else None

    def looked_at(self, number: int) -> bool:
        """Whether it is known what one who knew the order would make after a choice."""
        return bool(self._exact[:, number].all())

    def settled(self, number: int) -> bool:
        """Whether what a choice makes is known, since nothing is hidden after it."""
        return self.looked_at(number) and self._known_after(number)

    def followed(self, number: int) -> bool:
        """Whether the decisions that a choice leads to were examined."""
        return number in self._branches

    def column(self, number: int) -> Ints:
        """Return for each world what is made after a choice by one who knows the order, at most."""
        return self._caps[:, number]

    # What the choices are worth

    def after(self, number: int) -> Position:
        """Return the position that a choice leads to."""
        assert self.choices is not None
        if number not in self._positions:
            self._positions[number] = self.choices.after(number)
        return self._positions[number]

    def _look_ahead(self, number: int, floor: int) -> None:
        """Ask what would be made after a choice in some worlds where that is not known."""
        open_worlds = np.flatnonzero(~self._exact[:, number])[:BATCH].tolist()
        self._ask(number, open_worlds, floor)

    def _ask(self, number: int, asked: list[int], floor: int) -> None:
        """Ask what would be made after a choice in some worlds, as far as it exceeds ``floor``."""
        weights = self.weights
        worlds = self.known.worlds
        spare = int(self.uppers[number]) - floor  # the loss that excludes the choice
        position = self.after(number)
        questions = []
        for world in asked:
            high = int(self._caps[world, number])
            low = high - (spare - 1) // int(weights[world])
            questions.append(Question(worlds[world].order, position, high, low))
        answers = self.room.oracles.ask(questions)
        for world, question, value in zip(asked, questions, answers, strict=True):
            self._caps[world, number] = value
            # below the lowest value asked for it is a bound: the choice is out by it alone
            self._exact[world, number] = value >= question.low or value == 0
        self.uppers[number] = int(weights @ self._caps[:, number])
        if self.settled(number):
            self.lowers[number] = self.uppers[number]
        elif number in self._branches:
            self._narrow_branches(number)

    def _narrow_branches(self, number: int) -> None:
        """Let the decisions that a choice leads to know what was found out about their worlds."""
        at = 0
        for branch, _ in self._branches[number]:
            size = len(branch.limits)
            branch.narrow(self._caps[at : at + size, number])
            at += size
        self.gather(number)

    def _known_after(self, number: int) -> bool:
        """Whether nothing is hidden any more when the next decision comes."""
        return len(self.known.seen) >= self.known.cards or self._cards_then() >= self.known.cards

    def _cards_then(self) -> int:
        """How many cards are known when the next decision comes."""
        turn = 1 if self.at_entrance else self.position.card + 2
        return max(len(self.known.seen), self.room.sight.cards_at_turn(turn))

    def branches(self, number: int) -> list[tuple[Decision, int]]:
        """Return the decisions that a choice leads to, with the weights of what is seen then."""
        if number not in self._branches:
            position = self.after(number)
            column = self._caps[:, number]
            found, at = [], 0
            for known, weight in self.known.shown(self._cards_then()):
                size = len(known.worlds)
                found.append((Decision(self.room, position, known, column[at : at + size]), weight))
                at += size
            self._branches[number] = found
        return self._branches[number]

    def _go_on(self, number: int, floor: int) -> None:
        """Bring the bounds of a choice nearer by those of the decisions it leads to."""
        branches = self.branches(number)
        branch, weight = max(
            branches, key=lambda branch: branch[1] * (branch[0].upper - branch[0].lower)
        )
        others = int(self.uppers[number]) - weight * branch.upper
        branch.step((floor - others) // weight)
        self.gather(number)

    def gather(self, number: int) -> None:
        """Make the bounds of a choice those of the decisions it leads to."""
        branches = self.branches(number)
        self.uppers[number] = sum(weight * branch.upper for branch, weight in branches)
        self.lowers[number] = sum(weight * branch.lower for branch, weight in branches)
        self._sum_up()

    def _sum_up(self) -> None:
        highest = int(np.max(self.uppers, initial=0))
        self.upper = min(self.upper, highest)
        self.lower = max(self.lower, int(np.max(self.lowers, initial=0)))


def close(decision: Decision) -> None:
    """Find the exact value; raises Stopped at a limit, with bounds that hold."""
    while not decision.closed:
        decision.step()


__all__: Sequence[str] = ["Choices", "Decision", "Entrances", "Room", "close"]
