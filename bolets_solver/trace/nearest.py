"""The legal trace nearest to an illegal one: with the fewest tokens changed.

The wall card stays as it lies. Tried are all traces that lay no more cubes than the illegal one did
(three at most, in the way of the path, and its cubes on tiles where it laid them).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bolets_solver.bolets.deal import Deal
from bolets_solver.bolets.lattice import Heading, Tile
from bolets_solver.bolets.moves import Moment
from bolets_solver.bolets.record import (
    Enter,
    LayAhead,
    LayAt,
    Record,
    Slide,
    TakeYellow,
    Token,
)
from bolets_solver.bolets.rules import Rules
from bolets_solver.bolets.verdict import Verdict

MOST_CUBES = 3
MOST_TRACES = 20_000
MOST_STEPS = 200_000
MOST_SLIDES = 200
"""So many traces, steps and slides of one trace are looked at; large faces can have more."""


@dataclass(frozen=True)
class NearestTrace:
    """A game up to and with a legal trace in place of the illegal one.

    ``changed`` is how many tokens differ from what was drawn.
    """

    record: Record
    verdict: Verdict
    changed: int


def nearest_trace(deal: Deal, record: Record, rules: Rules, step: int) -> NearestTrace | None:
    """Return the game up to turn ``step`` with the legal trace nearest to the one it has.

    None if the wall card may not lie there at all, or if no trace enters one of its doors. Of
    equally near traces the one with the most points so far is taken.
    """
    turn = record.turns[step - 1]
    kept = replace(record, turns=(*record.turns[: step - 1], replace(turn, tokens=())))
    moment = Moment.of(deal, rules, kept)
    if not moment.verdict.legal or moment.verdict.finished:
        return None
    written = _words(turn.tokens)
    rated = sorted(
        (_distance(written, _words(tokens)), number, tokens)
        for number, tokens in enumerate(_traces(moment, turn.tokens))
    )
    found: NearestTrace | None = None
    for changed, _, tokens in rated:
        if found is not None and changed > found.changed:
            break
        after = moment.after(*tokens)
        if after.verdict.legal and (found is None or after.verdict.points > found.verdict.points):
            found = NearestTrace(after.record, after.verdict, changed)
    return found


def _words(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return tokens to compare; slides in one heading that follow each other are one."""
    words: list[tuple[Heading | None, int, str]] = []
    for token in tokens:
        heading = token.heading if isinstance(token, Slide) else None
        length = token.length if isinstance(token, Slide) else 0
        if heading is not None and words and words[-1][0] is heading:
            length += words.pop()[1]
        words.append((heading, length, str(token) if heading is None else f"{heading}{length}"))
    return tuple(word for _, _, word in words)


def _distance(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many words must be changed, added or left out (Levenshtein's distance)."""
    row = list(range(len(second) + 1))
    for count, word in enumerate(first, start=1):
        previous, row[0] = row[0], count
        for place, other in enumerate(second, start=1):
            best = min(row[place] + 1, row[place - 1] + 1, previous + (word != other))
            previous, row[place] = row[place], best
    return row[-1]


class _Traces:
    """Collects the traces of one overlap, from bump to bump."""

    def __init__(self, moment: Moment, given: Sequence[Token]):
        self.overlap = moment.overlap
        self.taken = set(moment.board.path)
        self.cubes: set[Tile] = set()
        self.is_rock = moment.board.is_rock
        self.steps = 0
        self.found: list[tuple[Token, ...]] = []
        self.yellow = [token for token in given if isinstance(token, TakeYellow)]
        self.given_at = [token for token in given if isinstance(token, LayAt)]

    def go(self, tile: Tile, heading: Heading, tokens: list[Token], cubes: int) -> None:
        """Follow every way from ``tile``, where the path came in ``heading``."""
        self.note_doors(tile, tokens)
        if self.overlap_ends(heading.step(tile)):
            for side in (heading.left, heading.right):
                self.slide(tile, side, tokens, cubes)
        else:
            self.slide(tile, heading, tokens, cubes)

    def overlap_ends(self, tile: Tile) -> bool:
        """Whether there is something to bump into on a tile."""
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


def _traces(moment: Moment, given: Sequence[Token]) -> list[tuple[Token, ...]]:
    """List traces from door to door; ``given`` tells which cubes may be laid."""
    standing = moment.verdict.standing
    assert standing.tile is not None
    assert standing.heading is not None
    ahead = sum(isinstance(token, LayAhead) for token in given)
    found = []
    for keeps_cubes in (True, False):
        traces = _Traces(moment, given)
        start: list[Token] = list(traces.yellow) if keeps_cubes else []
        if keeps_cubes:
            start += traces.given_at
            traces.cubes.update(token.tile for token in traces.given_at)
        most = min(ahead, MOST_CUBES) if keeps_cubes else 0
        traces.go(standing.tile, standing.heading, start, most)
        found += traces.found
    return found
