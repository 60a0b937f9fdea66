"""What a trace does to lives and cubes, as a function of what one has when it begins.

A trace meets a string of events: a life lost, a life gained, a cube laid (and points, when red
cubes are earned while tracing). Its effect depends on that string alone. Without points in it the
effect is a small table over lives, cubes in hand and yellow cubes left, so strings with equal
tables are one effect, and one effect dominates another if it is nowhere worse. More lives, cubes
and yellow cubes are never worse afterwards: whoever has more can play the same game (lives are
capped from above, a yellow cube can be left, and a cube in hand need not be laid).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolets_solver.errors import InternalError
from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.signatures import BYTE_BLOCKS, BYTE_ROWS, BYTES, INT, INTS, THREE, VOID
from bolets_solver.optimize.tracing.deal_arrays import (
    MAX_CUBES,
    MAX_LIVES,
    MAX_REDS,
    MAX_YELLOWS,
    Bytes,
    Int,
    Ints,
)
from bolets_solver.optimize.tracing.growing import Growing
from bolets_solver.optimize.tracing.trace_arrays import (
    EVENT_POINTS,
    EVENTS,
    GAIN_LIFE,
    GAINS,
    LOSE_LIFE,
    USE_CUBE,
)
from bolets_solver.optimize.tracing.traces import earned_reds

HANDS = MAX_CUBES + 1
YELLOWS = MAX_YELLOWS + 1
OUTCOMES = MAX_LIVES * HANDS * YELLOWS
"""Rows of an effect's table: (lives - 1, cubes in hand, yellow left), the last fastest."""

_GAINS = frozenset(GAINS.values())
_KNOWN = _GAINS | {LOSE_LIFE, GAIN_LIFE, USE_CUBE}

DEAD = 0
"""Lives in a row of the table: the trace cannot be made with that."""


class Effects(NamedTuple):
    """Effects by number: ``outcomes``, their tables, and their strings of events.

    String i is ``strings[string_at[i]:string_at[i + 1]]``.
    """

    outcomes: NDArray[np.int8]
    strings: NDArray[np.int8]
    string_at: Ints


EFFECTS_TYPE = bundle_type(Effects, outcomes=BYTE_BLOCKS, strings=BYTES, string_at=INTS)


@kernel(THREE(BYTES, *[INT] * 6))
def apply_events(
    events: Bytes, begin: Int, end: Int, lives: Int, hand: Int, yellow: Int, points: Int
) -> tuple[Int, Int, Int]:
    """Play a string of events; return lives (0: impossible), cubes in hand, yellow left.

    ``points``: of the game before; they matter only if the string holds points.
    """
    for index in range(begin, end):
        event = events[index]
        if event == LOSE_LIFE:
            lives -= 1
            if lives == 0:  # with the last life the game is lost at once (B-R37)
                return 0, 0, 0
        elif event == GAIN_LIFE:
            if lives < MAX_LIVES:
                lives += 1
            elif yellow > 0:  # taken before the heart, which would be lost (B-Q4, B-Q11)
                yellow -= 1
                hand += 1
        elif event == USE_CUBE:
            if hand > 0:
                hand -= 1
            elif yellow > 0 and lives > 1:  # paid with a life, never the last (B-R31, B-Q5)
                yellow -= 1
                lives -= 1
            else:
                return 0, 0, 0
        else:
            gain = EVENT_POINTS[event & (EVENTS - 1)]
            if gain == 0 or event < 0 or event >= EVENTS:
                return 0, 0, 0  # there is no such event: EffectBook says so
            # such events are there only where red cubes are earned in the trace (B-Q1, B-Q3)
            hand += earned_reds(points + gain, MAX_REDS) - earned_reds(points, MAX_REDS)
            points += gain
    return lives, hand, yellow


@kernel(THREE(EFFECTS_TYPE, *[INT] * 6), inline=True)
def effect_outcome(
    effects: Effects, effect: Int, lives: Int, hand: Int, yellow: Int, points: Int, in_trace: Int
) -> tuple[Int, Int, Int]:
    """Lives (0: impossible), cubes in hand and yellow left after an effect.

    ``points``: of the game, or modulo 4 where the limit of red cubes is ignored.
    """
    if in_trace:
        after, cubes, spare = apply_events(
            effects.strings,
            effects.string_at[effect],
            effects.string_at[effect + 1],
            lives,
            hand,
            yellow,
            points,
        )
    else:
        row = ((lives - 1) * HANDS + min(hand, MAX_CUBES)) * YELLOWS + yellow
        after = np.int64(effects.outcomes[effect, row, 0])
        cubes = np.int64(effects.outcomes[effect, row, 1])
        spare = np.int64(effects.outcomes[effect, row, 2])
    return after, cubes, spare


@kernel(VOID(BYTES, INT, INT, BYTE_ROWS))
def write_outcomes(events: Bytes, begin: Int, end: Int, table: Bytes) -> None:
    """Fill ``table`` (OUTCOMES rows: lives, hand, yellow) with the effect of a string."""
    row = 0
    for lives in range(1, MAX_LIVES + 1):
        for hand in range(HANDS):
            for yellow in range(YELLOWS):
                after, cubes, left = apply_events(events, begin, end, lives, hand, yellow, 0)
                table[row, 0] = after
                table[row, 1] = min(cubes, MAX_CUBES)
                table[row, 2] = left
                row += 1


@kernel()
def nowhere_worse(one: Bytes, other: Bytes) -> bool:
    """Whether an effect's table is at least as good as another's in every row."""
    for row in range(OUTCOMES):
        if other[row, 0] == DEAD:
            continue
        if (
            one[row, 0] < other[row, 0]
            or one[row, 1] < other[row, 1]
            or one[row, 2] < other[row, 2]
        ):
            return False
    return True


class EffectBook:
    """The distinct effects met so far, numbered; every table of a process shares one book a rule.

    Strings with points are compared letter by letter, others by their tables.
    """

    def __init__(self) -> None:
        self._ids: dict[bytes, int] = {}
        self._known: dict[bytes, int] = {}
        self._strings: list[bytes] = []
        self._tables = Growing((OUTCOMES, 3), np.int8)
        self._letters = Growing((), np.int8)
        self._starts = Growing()
        self._starts.add(np.zeros(1, np.int64))

    def number(self, string: bytes) -> int:
        """Return the number of the effect of a string of events."""
        if string not in self._known:
            self._known[string] = self._enter(string)
        return self._known[string]

    def arrays(self) -> Effects:
        """Return all effects so far; tables have the shape (effects, OUTCOMES, 3)."""
        return Effects(self._tables.rows, self._letters.rows, self._starts.rows)

    def word(self, number: int) -> bytes:
        """Return the first string of events that was met with this effect."""
        return self._strings[number]

    def words(self) -> tuple[bytes, ...]:
        """Return a string of events for each effect, by number."""
        return tuple(self._strings)

    def sorted_numbers(self) -> list[int]:
        """Return the numbers of all effects in an order that depends on the effects alone."""
        keys = {number: key for key, number in self._ids.items()}
        return sorted(keys, key=lambda number: keys[number])

    def _enter(self, string: bytes) -> int:
        events = np.frombuffer(string + b"\0", dtype=np.int8).copy()
        table = np.zeros((OUTCOMES, 3), dtype=np.int8)
        write_outcomes(events, 0, len(string), table)
        unknown = set(string) - _KNOWN
        if unknown:
            raise InternalError(f"a trace has unknown events: {sorted(unknown)}")
        with_points = not _GAINS.isdisjoint(string)
        key = string if with_points else table.tobytes()
        if key not in self._ids:
            self._ids[key] = len(self._strings)
            self._strings.append(string)
            self._tables.add(table[None])
            self._letters.add(events[:-1])
            self._starts.add(np.array([len(self._letters)], dtype=np.int64))
        return self._ids[key]
