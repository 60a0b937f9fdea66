"""Final scores and the ranking of players (T-R50 to T-R52)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Value:
    """What an end of the Day is worth for one player, or the expectation over several.

    ``win`` is the share of the victory, ``margin`` own Experience minus the best rival's,
    ``experience`` own Experience with unused Items.
    """

    win: float
    margin: float
    experience: float

    def key(self, objective: str) -> tuple[float, ...]:
        """What a player compares first: winning then margin, or margin alone (T-Q44)."""
        return (self.win, self.margin) if objective == "win" else (self.margin,)


Values = tuple[Value, ...]
"""One value for every player."""


@dataclass(frozen=True, slots=True)
class End:
    """How a Day ended: ``totals`` are Experience with one for every unused Item, then the flags."""

    totals: tuple[int, ...]
    flags: tuple[int, ...]

    def ranking(self) -> list[int]:
        """Players from the first to the last; ties go by flags on every rank (T-R52, T-Q22)."""
        places = {player: place for place, player in enumerate(self.flags)}
        order = range(len(self.totals))
        return sorted(order, key=lambda player: (-self.totals[player], places[player]))

    def values(self) -> Values:
        """The value of this end for every player."""
        first = self.ranking()[0]
        return tuple(
            Value(float(player == first), float(self.margin(player)), float(own))
            for player, own in enumerate(self.totals)
        )

    def margin(self, player: int) -> int:
        """Own Experience minus the best rival's."""
        rivals = (total for other, total in enumerate(self.totals) if other != player)
        return self.totals[player] - max(rivals)


def prefers(mover: int, new: End, old: End, objective: str, hero: int | None = None) -> int:
    """Compare two ends for the player who chooses: 1 if ``new`` is better, -1 if worse, 0 if equal.

    The mover compares his objective. If it is equal, the end that is worse for the player after him
    counts as better, then for the next one, and so on around the table. If no player's objective
    differs, all figures (win, margin) are compared in the same way, and last the mover's
    Experience, so that values do not depend on the order of moves. With ``hero`` (paranoid) the
    hero's objective comes first, sought by him and shunned by all others.

    Between two players the flags decide among equal margins, whether or not they decide the game:
    that picks the same winner and margin, and does not depend on what is banked already.
    """
    if len(new.totals) == 2:
        found = _compare(_duel(new, mover), _duel(old, mover))
        return found or _compare((new.totals[mover],), (old.totals[mover],))
    ends = new.values(), old.values()
    if hero is not None:
        found = _compare(*(values[hero].key(objective) for values in ends))
        if found:
            return found if mover == hero else -found
    for kind in (objective, "win"):
        for step in range(len(new.totals)):
            player = (mover + step) % len(new.totals)
            found = _compare(*(values[player].key(kind) for values in ends))
            if found:
                return found if step == 0 else -found
    return _compare((new.totals[mover],), (old.totals[mover],))


def expectation(weights: Sequence[float], values: Sequence[Values]) -> Values:
    """Weighted sum of values, player by player."""
    return tuple(
        Value(
            *(
                math.fsum(
                    weight * getattr(value[player], name)
                    for weight, value in zip(weights, values, strict=True)
                )
                for name in ("win", "margin", "experience")
            )
        )
        for player in range(len(values[0]))
    )


def liking(
    mover: int, values: Values, objective: str, hero: int | None = None
) -> tuple[tuple[float, ...], ...]:
    """Return the mover's key for expectations: larger is better, the first entry decides first.

    The order is that of :func:`prefers`. Figures are rounded: sums of fractions are not exact.
    """

    def part(player: int, kind: str, sign: int) -> tuple[float, ...]:
        return tuple(round(sign * figure, 9) for figure in values[player].key(kind))

    count = len(values)
    found = [] if hero is None else [part(hero, objective, 1 if mover == hero else -1)]
    for kind in (objective, "win"):
        found += [part((mover + step) % count, kind, -1 if step else 1) for step in range(count)]
    return (*found, (round(values[mover].experience, 9),))


def _duel(end: End, player: int) -> tuple[int, bool]:
    """What one of two players compares: the margin, then the place of the flag."""
    return end.margin(player), end.flags[0] == player


def _compare(new: tuple[float, ...], old: tuple[float, ...]) -> int:
    return (new > old) - (new < old)
