"""The values of an atlas: one byte a deal.

0 to 250 are the points of the best game, proven. ``IMPOSSIBLE``: proven that nothing can be won.
``UNSETTLED``: nothing is known yet, or the search was ended before its proof.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from bolets_solver.atlas.ranking import Ranking
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.work.limits import Status

if TYPE_CHECKING:  # a deal is looked up without it
    import numpy as np
    from numpy.typing import NDArray

MOST_POINTS = 250
IMPOSSIBLE = 254
UNSETTLED = 255

SEARCH = 1
"""Goes up whenever a change of rules or search may change a value; older atlases are refused."""


def deck_digest(deck: Deck) -> str:
    """Return the SHA-256 of what a deck's deals depend on: border, faces, doors.

    Name and title do not count.
    """
    lines = [f"border {deck.border}"]
    for name, face in deck.faces.items():
        doors = (f"{door.side.letter}{door.x},{door.y}{'x' * door.blocked}" for door in face.doors)
        lines += [f"face {name} {' '.join(doors)}", *face.grid]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def values_digest(raw: bytes) -> str:
    """Return the digest of values: the SHA-256 of their bytes, in the order of ranks."""
    return hashlib.sha256(raw).hexdigest()


@dataclass(frozen=True)
class Key:
    """What the values of an atlas depend on: values under another key are never mixed with them."""

    deck: str
    deck_sha256: str
    rules: Mapping[str, str] = field(hash=False)
    search: int = SEARCH

    @classmethod
    def of(cls, deck: Deck, rules: Rules) -> Key:
        """Return the key of a deck under some rules."""
        return cls(deck.name, deck_digest(deck), rules.as_json())

    def as_json(self) -> dict[str, object]:
        """Return the key as written in files."""
        return {
            "deck": self.deck,
            "deck_sha256": self.deck_sha256,
            "rules": dict(self.rules),
            "search": self.search,
        }

    def differences(self, other: Mapping[str, object]) -> list[str]:
        """Say in which parts a key read from a file differs from this one; the name counts not.

        A switch that the file does not name was added later: it has its default there.
        """
        mine = self.as_json()
        rules = other.get("rules")
        if isinstance(rules, Mapping):
            other = {**other, "rules": {**Rules().as_json(), **rules}}
        return [name for name in mine if name != "deck" and other.get(name) != mine[name]]


@dataclass(frozen=True)
class Atlas:
    """The values of all deals of a deck: ``raw``, one byte a deal, by rank."""

    key: Key
    ranking: Ranking
    raw: bytes = field(repr=False)

    @classmethod
    def of(cls, deck: Deck, rules: Rules, values: Iterable[int]) -> Atlas:
        """Return the atlas with some values; raises ValueError if they are too few or too many."""
        ranking, raw = Ranking.of(deck), bytes(values)
        if len(raw) != ranking.deals:
            raise ValueError(f"{len(raw)} values for {ranking.deals} deals")
        return cls(Key.of(deck, rules), ranking, raw)

    @cached_property
    def values(self) -> NDArray[np.uint8]:
        """The values as an array that cannot be written."""
        import numpy

        return numpy.frombuffer(self.raw, dtype=numpy.uint8)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many deals have each value, 256 numbers."""
        return tuple(self.raw.count(value) for value in range(256))

    @property
    def settled(self) -> int:
        """How many deals have a proven value."""
        return self.ranking.deals - self.counts[UNSETTLED]

    @property
    def complete(self) -> bool:
        """Whether every deal is settled."""
        return self.settled == self.ranking.deals

    @property
    def impossible(self) -> int:
        """How many deals are proven not to be won."""
        return self.counts[IMPOSSIBLE]

    def status(self, rank: int) -> Status:
        """Return what is known of a deal: OPTIMAL (its points are proven), IMPOSSIBLE, UNKNOWN."""
        value = self.raw[rank]
        if value == UNSETTLED:
            return Status.UNKNOWN
        return Status.IMPOSSIBLE if value == IMPOSSIBLE else Status.OPTIMAL

    def points(self, rank: int) -> int | None:
        """Return the proven points of a deal; None if it is impossible or not settled."""
        return self.raw[rank] if self.status(rank) is Status.OPTIMAL else None
