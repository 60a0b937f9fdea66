"""The objectives of players, and their preferences between outcomes.

An outcome gives every player three sums over the worlds: shares of the victory, margin and points.
They are packed into one integer, the *key*, in the order of the objective, so that comparing keys
compares outcomes. The objective's own part (the *aim*) is in the upper bits; the lower part only
breaks ties, so that every value is well defined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

WIN_UNIT = 12
"""Shares of the victory are counted in twelfths: 1, 1/2, 1/3 and 1/4 are whole numbers then."""

WIN_BITS, POINT_BITS = 14, 21
"""Room for 720 worlds: 8,640 twelfths, and sums of points between -2**20 and 2**20."""

POINT_OFFSET = 1 << (POINT_BITS - 1)

Key = int
"""One player's packed sums."""


class Objective(StrEnum):
    """What a player maximises: his share of the victory, then the margin; the margin; points."""

    WIN = "win"
    MARGIN = "margin"
    VP = "vp"


class Mode(IntEnum):
    """The opponents of each player."""

    EVERYONE = 0  # each player for himself (max^n)
    DUEL = 1  # two players, each maximising his value minus the other's
    PARANOID = 2  # one player against all the others


@dataclass(frozen=True, slots=True)
class Sums:
    """One player's sums over all worlds: twelfths of the victory, margin, points."""

    win: int
    margin: int
    vp: int


@dataclass(frozen=True, slots=True)
class Preference:
    """How players compare outcomes.

    ``guaranteed`` is the player whose value all others try to lower (paranoid), or None.
    """

    objective: Objective
    players: int
    guaranteed: int | None = None

    @property
    def mode(self) -> Mode:
        """The opponents of each player."""
        if self.guaranteed is not None:
            return Mode.PARANOID
        if self.players == 2 and self.objective is not Objective.VP:
            return Mode.DUEL
        return Mode.EVERYONE

    @property
    def layout(self) -> tuple[tuple[str, int], ...]:
        """Parts of a key from its upper to its lower bits, each with the bit it begins at."""
        order = {
            Objective.WIN: ("win", "margin", "vp"),
            Objective.MARGIN: ("margin", "win", "vp"),
            Objective.VP: ("vp", "win", "margin"),
        }[self.objective]
        shift, parts = 0, []
        for name in reversed(order):
            parts.append((name, shift))
            shift += WIN_BITS if name == "win" else POINT_BITS
        return tuple(reversed(parts))

    @property
    def aim_shift(self) -> int:
        """Where in a key the objective's own part begins: win counts with its margin."""
        return self.layout[1][1] if self.objective is Objective.WIN else self.layout[0][1]

    def pack(self, sums: Sums) -> Key:
        """Return the key of ``sums``."""
        values = {
            "win": sums.win,
            "margin": sums.margin + POINT_OFFSET,
            "vp": sums.vp + POINT_OFFSET,
        }
        return sum(values[name] << shift for name, shift in self.layout)

    def unpack(self, key: Key) -> Sums:
        """Return the sums of ``key``."""
        values = {}
        for name, shift in self.layout:
            bits = WIN_BITS if name == "win" else POINT_BITS
            values[name] = key >> shift & (1 << bits) - 1
        return Sums(values["win"], values["margin"] - POINT_OFFSET, values["vp"] - POINT_OFFSET)

    def aim(self, mover: int, keys: Sequence[Key]) -> int:
        """Return what ``mover`` maximises, as one number; equal numbers are equal moves to him."""
        if self.mode is Mode.PARANOID:
            assert self.guaranteed is not None
            own = keys[self.guaranteed] >> self.aim_shift
            return own if mover == self.guaranteed else -own
        own = keys[mover] >> self.aim_shift
        if self.mode is Mode.DUEL:
            return own - (keys[1 - mover] >> self.aim_shift)
        return own

    def rank(self, mover: int, keys: Sequence[Key]) -> tuple[int, ...]:
        """Return the tuple by which ``mover`` compares outcomes; the larger one is preferred.

        His aim comes first. Ties go to the outcome that is worst for the player after him, then for
        the next, clockwise. If all aims are equal, the lower parts of the keys decide in the same
        way, so that values never depend on names or on the order of moves.
        """
        if self.mode is Mode.PARANOID:
            assert self.guaranteed is not None
            own = keys[self.guaranteed]
            return (own if mover == self.guaranteed else -own,)
        others = [(mover + step) % self.players for step in range(1, self.players)]
        aims = [-(keys[other] >> self.aim_shift) for other in others]
        return (self.aim(mover, keys), *aims, keys[mover], *(-keys[other] for other in others))


def sorted_best_first(
    preference: Preference, mover: int, outcomes: Sequence[Sequence[Key]]
) -> list[int]:
    """Return the indices of ``outcomes`` in the mover's order of preference."""
    numbers = range(len(outcomes))
    return sorted(numbers, key=lambda n: preference.rank(mover, outcomes[n]), reverse=True)
