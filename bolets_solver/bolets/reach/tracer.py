"""All traces of one overlap as tokens, including cubes laid ahead of the path."""

from __future__ import annotations

from collections.abc import Iterable

from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.tokens import Enter, LayAhead, Slide, Token

MOST_TRACES = 20_000
MOST_STEPS = 200_000
MOST_SLIDES = 200
"""Limits on traces, steps, and slides of one trace; large faces may exceed them."""


class Tracer:
    """Collects traces of one overlap, from door to door, into ``found``.

    Lives and blocked doors are not checked; the referee does that. ``cubes``: tiles on which cubes
    are laid beforehand. The collection ends early at the limits of this module.
    """

    def __init__(self, moment: Moment, cubes: Iterable[Tile] = ()):
        self.overlap = moment.overlap
        self.taken = set(moment.board.path)
        self.cubes: set[Tile] = set(cubes)
        self.is_rock = moment.board.is_rock
        self.steps = 0
        self.found: list[tuple[Token, ...]] = []

    def go(self, tile: Tile, heading: Heading, tokens: list[Token], cubes: int) -> None:
        """Follow every way from ``tile``, where the path came in ``heading``."""
        self.note_doors(tile, tokens)
        if self.overlap_ends(heading.step(tile)):
            for side in (heading.left, heading.right):
                self.slide(tile, side, tokens, cubes)
        else:
            self.slide(tile, heading, tokens, cubes)

    def overlap_ends(self, tile: Tile) -> bool:
        """Whether a tile stops a slide."""
        return tile in self.cubes or not self.overlap.is_free(tile)

    def note_doors(self, tile: Tile, tokens: list[Token]) -> None:
        """Note the traces that end in a door beside ``tile``."""
        for side in Heading:
            door = self.overlap.door_entered(tile, side)
            if door is not None and not self.is_rock(door.tile) and door.tile not in self.cubes:
                self.found.append((*tokens, Enter(side)))

    def slide(self, tile: Tile, heading: Heading, tokens: list[Token], cubes: int) -> None:
        """Slide on in ``heading``, with and without a cube ahead, then turn where it ends."""
        passed: list[Tile] = []
        so_far = tokens
        while len(self.found) < MOST_TRACES and self.steps < MOST_STEPS:
            self.steps += 1
            ahead = heading.step(tile)
            if self.overlap_ends(ahead):
                if passed and len(so_far) < MOST_SLIDES:
                    for side in (heading.left, heading.right):
                        self.slide(tile, side, so_far, cubes)
                break
            if ahead in self.taken:
                break
            if cubes and len(so_far) < MOST_SLIDES:
                self.cubes.add(ahead)
                for side in (heading.left, heading.right):
                    self.slide(tile, side, [*so_far, LayAhead()], cubes - 1)
                self.cubes.remove(ahead)
            self.taken.add(ahead)
            passed.append(ahead)
            tile = ahead
            so_far = [*tokens, Slide(heading, len(passed))]
            self.note_doors(tile, so_far)
        self.taken.difference_update(passed)
