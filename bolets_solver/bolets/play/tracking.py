"""The tracking card: lives, the crow marker, points, and the cubes in hand."""

from __future__ import annotations

from dataclasses import dataclass

from bolets_solver.bolets.cards.board import Cube
from bolets_solver.bolets.cards.tile_kinds import tile_kind
from bolets_solver.bolets.rules import BlockedCounts, CrowLoss, RedTiming, Rules

MOST_LIVES = 5
RED_CUBES = 6
YELLOW_CUBES = 2
POINTS_PER_RED = 4
COSTLY_CROWS = (3, 4)
FATAL_CROWS = 5
OPENING = 2
"""Mushrooms of the card being traced that open a blocked door (B-R22)."""


@dataclass(frozen=True, slots=True)
class Start:
    """The tracking card when a game begins; the default is a new game (B-R4, B-R5).

    ``red`` and ``yellow`` are cubes in hand, ``yellow_taken`` counts those taken so far. Red cubes
    earned so far follow from the points. ``most_crows`` is the highest crow marker so far
    (default: ``crows``).
    """

    lives: int = 3
    crows: int = 0
    points: int = 0
    red: int = 0
    yellow: int = 0
    yellow_taken: int = 0
    most_crows: int | None = None


def red_earned(points: int) -> int:
    """Return the number of red cubes earned by ``points`` points in all (B-R28, B-Q2, B-Q3)."""
    return min(points // POINTS_PER_RED, RED_CUBES)


class Tracking:
    """The running values of a game.

    ``points`` are those recorded at the last update; ``traced_points`` and ``mushrooms`` (tiles)
    are of the card being traced. ``crows`` is the crow marker, ``lives`` the lives now (B-Q43).
    """

    def __init__(self, start: Start, rules: Rules):
        self.rules = rules
        self.lives = start.lives
        self.crows = start.crows
        self.most_crows = max(start.crows, start.most_crows or 0)
        self.points = start.points
        self.traced_points = 0
        self.mushrooms = 0
        self.red_earned = red_earned(start.points)
        self.hand = {Cube.RED: start.red, Cube.YELLOW: start.yellow}
        self.yellow_taken = start.yellow_taken

    @property
    def total_points(self) -> int:
        """Points including those traced since the last update."""
        return self.points + self.traced_points

    @property
    def cubes(self) -> int:
        """Cubes in hand."""
        return sum(self.hand.values())

    def opens_blocked_doors(self) -> bool:
        """Whether the trace has collected enough for a blocked door (B-R22, B-Q31)."""
        by_points = self.rules.blocked_counts is BlockedCounts.POINTS
        return (self.traced_points if by_points else self.mushrooms) >= OPENING

    def meet(self, kind: str) -> None:
        """Collect or defeat the content of a traced tile; this is never optional (B-Q13)."""
        met = tile_kind(kind)
        if met.points:
            self.mushrooms += 1
            self.traced_points += met.points
            if self.rules.red_timing is RedTiming.TRACE:
                self._earn(self.total_points)
        elif met.lives:
            self.lives = min(self.lives + met.lives, MOST_LIVES)  # above five it is wasted (B-Q11)

    def take_yellow(self) -> None:
        """Pay a life for a yellow cube (B-R31)."""
        self.lives -= 1
        self.yellow_taken += 1
        self.hand[Cube.YELLOW] += 1

    def use_cube(self) -> Cube:
        """Use a cube from the hand, a red one first; both are worth the same."""
        colour = Cube.RED if self.hand[Cube.RED] else Cube.YELLOW
        self.hand[colour] -= 1
        return colour

    def update(self, visible_crows: int) -> None:
        """Make the update after a trace, in the order of B-Q10; it changes ``lives`` and ``crows``.

        With five or more crows the game is lost, and nothing else changes.
        """
        loss = self._crow_loss(visible_crows)
        self.crows = visible_crows
        self.most_crows = max(self.most_crows, visible_crows)
        if visible_crows >= FATAL_CROWS:
            return
        self.lives = max(self.lives - loss, 0)
        if self.lives == 0:
            return
        self.points += self.traced_points
        self.traced_points = self.mushrooms = 0
        self._earn(self.points)

    def _crow_loss(self, now: int) -> int:
        """Return the lives that the new marker costs (B-R35, B-Q6)."""
        reading = self.rules.crow_loss
        if reading is CrowLoss.EVERY:
            return int(now in COSTLY_CROWS)
        if reading is CrowLoss.STOOD:
            return int(now > self.crows and now in COSTLY_CROWS)
        before = self.most_crows if reading is CrowLoss.ONCE else self.crows
        return sum(before < value <= now for value in COSTLY_CROWS)

    def _earn(self, points: int) -> None:
        """Take the red cubes earned by ``points`` points that were not yet taken."""
        earned = red_earned(points)
        if earned > self.red_earned:
            self.hand[Cube.RED] += earned - self.red_earned
            self.red_earned = earned
