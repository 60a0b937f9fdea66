"""Orders of a deck's faces as the kernels read them, with what orders that end alike share.

Everything that a face, a pair of faces or the last cards of an order determine is found once and
kept; an order is then put together from these parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.bounds.chain_bound import fill_loose
from bolets_solver.optimize.state.bound_arrays import new_loose
from bolets_solver.optimize.tables.deal_tables import DealTables, JoinedPair, TableBook
from bolets_solver.optimize.tables.table_store import TableStore, caps_of, points_on, room_for
from bolets_solver.optimize.tracing.deal_arrays import (
    DealArrays,
    Ints,
    face_arrays,
    join_faces,
    switch_array,
)
from bolets_solver.work.limits import Work

MOST_SUFFIXES = 20_000
"""Ends of orders of which the parts are kept."""

MOST_BYTES = 1 << 28
"""Largest size in bytes of joined tables before they are dropped and joined again."""


@dataclass(frozen=True)
class Suffix:
    """The last cards of an order, and what depends on them alone; rows by door of the first.

    ``number``: the same for the same faces; no other faces ever have it. ``further``: how far the
    cards from here on can reach at most. See DealTables and Map for the other fields.
    """

    number: int
    further: tuple[int, int, int]
    most_points: Ints
    reach_box: Ints
    reach_at: Ints
    loose: NDArray[np.int16]


@dataclass(frozen=True)
class Order:
    """An order as the kernels read it; ``numbers[k]``: of the cards from k on."""

    names: tuple[str, ...]
    arrays: DealArrays
    tables: DealTables
    loose: NDArray[np.int16]
    numbers: tuple[int, ...]
    entries: int


class Orders:
    """The orders of one deck under one set of rules."""

    def __init__(self, deck: Deck, rules: Rules, store: TableStore):
        self.deck = deck
        self.rules = rules
        self.store = store
        self.switches = switch_array(rules)
        self.parts = {name: face_arrays(face) for name, face in deck.faces.items()}
        self.doors = max(len(face.doors) for face in deck.faces.values())
        self._points = {name: points_on(face) for name, face in deck.faces.items()}
        self._next_number = 0
        self._numbers: dict[tuple[str, int], int] = {}
        self.forget()

    def forget(self) -> None:
        """Drop all that can be found again."""
        self.book = TableBook(self.doors, self.store.effects(self.rules))
        self._pairs: dict[tuple[str, str, int], JoinedPair] = {}
        self._suffixes: dict[tuple[str, int, int], tuple[int, Suffix]] = {}

    def new_number(self) -> int:
        """Return a number that nothing else has."""
        self._next_number += 1
        return self._next_number

    def order(
        self,
        names: tuple[str, ...],
        work: Work,
        note: Callable[[int, int], None] | None = None,
    ) -> Order:
        """Return an order; raises Stopped at a limit while tables are made.

        ``note`` gets the number of ready pairs and the total, if some were not ready.
        """
        if self.book.nbytes > MOST_BYTES or len(self._suffixes) > MOST_SUFFIXES:
            self.forget()
        caps = self._caps(names)
        pairs = self._joined(names, caps, work, note)
        cards = len(names)
        arrays = join_faces([self.parts[name] for name in names], self.switches)
        suffixes, known = self._known(names, caps)
        for k in reversed(range(cards - len(suffixes))):
            suffixes.insert(0, self._suffix(names, k, pairs, suffixes))
        tables = self.book.tables(
            {
                **{
                    field: self._joined_rows(field, pairs)
                    for field in ("group_at", "group_to", "chain_at", "chain_to")
                },
                **{
                    field: np.concatenate([getattr(suffix, field) for suffix in suffixes])
                    for field in ("most_points", "reach_box", "reach_at")
                },
            }
        )
        loose = np.concatenate([suffix.loose for suffix in suffixes])
        if known < cards:
            fresh = cards - known
            fill_loose(arrays, tables, min(fresh, cards - 1), loose)
            self._keep(names, caps, suffixes, fresh, loose)
        return Order(
            names,
            arrays,
            tables,
            loose,
            tuple(suffix.number for suffix in suffixes),
            sum(pair.entries for pair in pairs),
        )

    def has_tables(self, names: tuple[str, ...]) -> bool:
        """Whether the tables of an order are there already, be it on disk."""
        faces = self.deck.faces
        return all(
            (names[k], names[k + 1], cap) in self._pairs
            or self.store.has_pair(faces[names[k]], faces[names[k + 1]], self.rules, cap)
            for k, cap in enumerate(self._caps(names))
        )

    def _caps(self, names: tuple[str, ...]) -> list[int]:
        caps = caps_of([self._points[name] for name in names[:-1]], self.rules)
        return [
            room_for(self.deck.faces[name], cap) for name, cap in zip(names[:-1], caps, strict=True)
        ]

    def _joined(
        self,
        names: tuple[str, ...],
        caps: list[int],
        work: Work,
        note: Callable[[int, int], None] | None,
    ) -> list[JoinedPair]:
        keys = [(names[k], names[k + 1], cap) for k, cap in enumerate(caps)]
        if any(key not in self._pairs for key in keys):
            faces = self.deck.faces
            for k, key in enumerate(keys):
                work.poll()
                if note is not None:
                    note(k, len(keys))
                if key not in self._pairs:
                    face, wall = faces[key[0]], faces[key[1]]
                    pair = self.store.pair(face, wall, self.rules, key[2], work)
                    self._pairs[key] = self.book.join(wall, pair)
        return [self._pairs[key] for key in keys]

    def _joined_rows(self, field: str, pairs: list[JoinedPair]) -> Ints:
        empty = np.zeros(self.doors, dtype=np.int64)  # the last card: the game is over
        return np.concatenate([*(getattr(pair, field) for pair in pairs), empty])

    def _known(self, names: tuple[str, ...], caps: list[int]) -> tuple[list[Suffix], int]:
        """Return the suffixes that are known, the longest first, and how many they are."""
        found: list[Suffix] = []
        after = 0
        for k in reversed(range(len(names))):
            key = (names[k], caps[k] if k < len(caps) else 0, after)
            if key not in self._suffixes:
                break
            after, suffix = self._suffixes[key]
            found.insert(0, suffix)
        return found, len(found)

    def _keep(
        self,
        names: tuple[str, ...],
        caps: list[int],
        suffixes: list[Suffix],
        fresh: int,
        loose: NDArray[np.int16],
    ) -> None:
        """Keep the first ``fresh`` suffixes with their loose bounds."""
        after = 0
        for k in reversed(range(len(names))):
            key = (names[k], caps[k] if k < len(caps) else 0, after)
            if k < fresh:
                suffixes[k].loose[:] = loose[k * self.doors : (k + 1) * self.doors]
                self._suffixes[key] = self.new_number(), suffixes[k]
            after = self._suffixes[key][0]

    def _suffix(
        self, names: tuple[str, ...], k: int, pairs: list[JoinedPair], later: list[Suffix]
    ) -> Suffix:
        """Find the parts of the cards from ``k`` on; its loose bounds are to be filled."""
        doors = self.doors
        part = self.parts[names[k]]
        longest = max(part.width, part.height) - 1
        loose = new_loose(doors)
        nowhere = np.full(doors, -1, dtype=np.int64)
        if not later:
            loose[:] = 0
            return Suffix(
                self._number(names[k], 0),
                (longest, 0, 0),
                np.zeros(doors, dtype=np.int64),
                np.zeros((doors, 4), dtype=np.int64),
                nowhere,
                loose,
            )
        pair, rest = pairs[k], later[0]
        ways = (pair.door_points >= 0) & (rest.most_points >= 0)
        most = np.where(ways, pair.door_points + rest.most_points, -1).max(axis=1)
        further = (longest + rest.further[0], rest.further[0], rest.further[1])
        box, reach_at = pair.box, nowhere
        if len(later) == 1:
            reach_at = self.book.marks_at(pair)
        else:
            laid = np.array([len(placed) > 0 for placed in pair.placements])
            laid = np.concatenate([laid, np.zeros(doors - len(laid), dtype=np.bool_)])
            more = further[2]
            box = box + laid[:, None] * np.array([-more, -more, more, more], dtype=np.int64)
        return Suffix(
            self._number(names[k], rest.number),
            further,
            most,
            box,
            reach_at,
            loose,
        )

    def _number(self, name: str, after: int) -> int:
        if (name, after) not in self._numbers:
            if len(self._numbers) > 2 * MOST_SUFFIXES:
                self._numbers.clear()
            self._numbers[name, after] = self.new_number()
        return self._numbers[name, after]
