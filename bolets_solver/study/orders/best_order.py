"""The orders of some faces with the highest and the lowest optimum, proven.

Two questions are easier than an order's optimum: can it beat the highest optimum so far, and can it
fall below the lowest? A bound or a quick game answers most of them; only the remaining orders are
solved. Some orders are solved first, so that the two thresholds are tight early.

Each settled order is one line of JSON in a file that only grows: a killed process loses only its
current order.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import Defect, InputError, InternalError
from bolets_solver.files.text_file import write_text
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.solution import Solution
from bolets_solver.study.random_draws import shuffled
from bolets_solver.work.limits import Status, Stopped, Work

STATE = "bolets-best-order/1"
FORMAT = "bolets-best-order/1"
FIRST_SOLVED = 12
"""Number of random orders that are solved first."""

DIGITS = 32
"""Length of the digest of a line."""

MOST_FACES = 8
"""Largest number of faces; more have too many orders."""

Order = tuple[str, ...]


@dataclass
class KnownOrders:
    """What is known about all orders.

    ``optima`` of the solved orders (None: impossible), with the best game of each in ``solutions``.
    ``spared``: orders proven to be neither highest nor lowest. ``trouble``: why the last result
    could not be saved.
    """

    total: int
    optima: dict[Order, int | None]
    spared: set[Order]
    solutions: dict[Order, dict[str, Any]]
    trouble: str | None = None

    @property
    def settled(self) -> int:
        """Number of orders that need no more work."""
        return len(self.optima) + len(self.spared)

    @property
    def complete(self) -> bool:
        """Whether all orders are settled: highest and lowest are proven."""
        return self.settled == self.total

    @property
    def highest(self) -> tuple[int, Order] | None:
        """The highest optimum so far and the first of its orders that was found."""
        won = [(-points, order) for order, points in self.optima.items() if points is not None]
        return (-min(won)[0], min(won)[1]) if won else None

    @property
    def lowest(self) -> tuple[int, Order] | None:
        """The lowest optimum so far and its order; impossible orders have none."""
        won = [(points, order) for order, points in self.optima.items() if points is not None]
        return min(won) if won else None

    @property
    def impossible(self) -> list[Order]:
        """The orders that cannot be won."""
        return sorted(order for order, points in self.optima.items() if points is None)

    def as_json(self, deck: str, rules: Rules) -> dict[str, Any]:
        """Return what is known as JSON."""
        return {
            "format": FORMAT,
            "deck": deck,
            "rules": rules.as_json(),
            "status": "proven" if self.complete else "limit",
            "orders": self.total,
            "settled": self.settled,
            "solved": len(self.optima),
            "highest": self._end(self.highest),
            "lowest": self._end(self.lowest),
            "impossible": {
                "count": len(self.impossible),
                "orders": [list(order) for order in self.impossible[:20]],
            },
        }

    def _end(self, end: tuple[int, Order] | None) -> dict[str, Any] | None:
        if end is None:
            return None
        points, order = end
        return {"points": points, "order": list(order), "record": self.solutions[order]}


def require_few(deal: Deal) -> None:
    """Raise InputError if the faces of a deal have too many orders."""
    if len(deal.order) - 1 > MOST_FACES:
        raise InputError(f"{len(deal.order) - 1} faces have too many orders; give {MOST_FACES}")


def state_name(deal: Deal, rules: Rules) -> str:
    """Return the name of the file for the state: the same for the same faces, deck and rules."""
    return f"best-order-{_key(deal, rules)[:24]}.jsonl"


def _key(deal: Deal, rules: Rules) -> str:
    faces = sorted((face.name, face.grid, str(face.doors)) for face in deal.faces)
    text = repr((str(deal.deck.border), faces, sorted(rules.as_json().items())))
    return hashlib.sha256(text.encode()).hexdigest()


def best_order(
    deal: Deal,
    rules: Rules,
    state: Path,
    work: Work,
    engine: Engine,
    watch: Callable[[KnownOrders], None],
) -> KnownOrders:
    """Settle the orders of a deal's faces, starting from the file ``state``.

    At a limit of ``work`` the current knowledge is returned. Lines read back must have a valid
    digest, and their games are replayed; other lines are settled again. Raises InputError if the
    file is of other faces or cannot be used.
    """
    orders = [(*order, deal.order[-1]) for order in permutations(sorted(deal.order[:-1]))]
    journal = _Journal(state, deal, rules, orders)
    standing = journal.standing
    rng = random.Random("best order")
    first = shuffled(rng, orders)[:FIRST_SOLVED]
    with suppress(Stopped):
        for order in [*first, *orders]:
            work.poll()
            watch(standing)
            if order in standing.optima or order in standing.spared:
                continue
            asked = Deal(deal.deck, order)
            if order not in first and _spared(asked, standing, work, engine):
                journal.spare(order)
            else:
                journal.solved(order, _solve(asked, work, engine))
    watch(standing)
    return standing


def ends_of(
    deal: Deal, optima: Mapping[Order, int | None], work: Work, engine: Engine
) -> KnownOrders:
    """Return the standing of orders whose optima are known, such as those of an atlas.

    The highest and the lowest are solved again, for a game that makes these points. At a limit
    of ``work`` they are not known to hold, and the standing has none. Raises InternalError if a
    search finds another optimum.
    """
    standing = KnownOrders(len(optima), dict(optima), set(), {})
    for points, order in {end for end in (standing.highest, standing.lowest) if end is not None}:
        try:
            solution = _solve(Deal(deal.deck, order), work, engine)
        except Stopped:
            return KnownOrders(len(optima), {}, set(), {})
        if solution.points != points or solution.record is None:
            raise InternalError(f"{order}: {points} points are known, a search proves {solution}")
        standing.solutions[order] = solution.record.as_solution_json()
    return standing


def _spared(deal: Deal, standing: KnownOrders, work: Work, engine: Engine) -> bool:
    """Whether an order can neither beat the highest optimum nor fall below the lowest."""
    if standing.highest is None or standing.lowest is None:
        return False
    beats = engine.reaches(deal, standing.highest[0] + 1, work=work)
    work.poll()
    if beats:
        return False
    keeps_up = engine.reaches(deal, standing.lowest[0], work=work)
    work.poll()
    return bool(keeps_up)


def _solve(deal: Deal, work: Work, engine: Engine) -> Solution:
    solution = engine.best(deal, work=work)
    if solution.status not in (Status.OPTIMAL, Status.IMPOSSIBLE):
        work.poll()
        raise InternalError(f"a search of {deal} ended without a proof or a reason")
    return solution


class _Journal:
    """The file of settled orders; incomplete or changed lines are ignored."""

    def __init__(self, path: Path, deal: Deal, rules: Rules, orders: list[Order]):
        self.path = path
        self._deal, self._rules = deal, rules
        self._key = key = _key(deal, rules)
        self.standing = KnownOrders(len(orders), {}, set(), {})
        self._orders = set(orders)
        head = json.dumps({"format": STATE, "key": key})
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text("utf-8") if path.exists() else ""
            lines = text.split("\n")[:-1]  # the last line, if it has no end, was cut off
            if lines and lines[0] != head:
                raise InputError(Defect("is not a state of these faces and rules", str(path)))
            for line in lines[1:]:
                self._read(line)
            if not lines:
                write_text(path, head + "\n")
            elif not text.endswith("\n"):
                write_text(path, "\n".join(lines) + "\n")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError(Defect(f"cannot be used: {reason}", str(path))) from None

    def spare(self, order: Order) -> None:
        """Note that an order needs no solving."""
        self.standing.spared.add(order)
        self._write({"order": order})

    def solved(self, order: Order, solution: Solution) -> None:
        """Note the optimum of an order."""
        record = None if solution.record is None else solution.record.as_solution_json()
        self._keep(order, solution.points, record)
        self._write({"order": order, "optimum": solution.points, "record": record})

    def _keep(self, order: Order, points: int | None, record: dict[str, Any] | None) -> None:
        self.standing.optima[order] = points
        if record is not None:
            self.standing.solutions[order] = record

    def _read(self, line: str) -> None:
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            value = json.loads(line)
            if not isinstance(value, dict) or value.pop("digest") != self._digest(value):
                return
            order = tuple(value["order"])
            if order not in self._orders:
                return
            if "optimum" not in value:
                self.standing.spared.add(order)
                return
            points, record = value["optimum"], value["record"]
            if points is None or self._makes(order, record, points):
                self._keep(order, points, record)

    def _makes(self, order: Order, record: dict[str, Any], points: int) -> bool:
        """Whether the referee confirms that a game read back is won with ``points``."""
        deal = Deal(self._deal.deck, order)
        game = Record.from_solution_json(record, deal.deck.name, order, self._rules)
        verdict = replay(deal, game, self._rules)
        return verdict.legal and bool(verdict.won) and verdict.points == points

    def _digest(self, value: dict[str, Any]) -> str:
        text = self._key + json.dumps(value, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]

    def _write(self, value: dict[str, Any]) -> None:
        line = json.dumps({**value, "digest": self._digest(value)})
        try:
            with self.path.open("a", encoding="utf-8") as stream:
                stream.write(line + "\n")
        except OSError as error:  # a full disk does not invalidate the result
            self.standing.trouble = f"{self.path}: cannot be written: {error.strerror}"
