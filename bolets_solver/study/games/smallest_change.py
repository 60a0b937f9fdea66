"""The smallest change of a game that gains points: the one that alters the fewest turns.

A turn is unaltered if the card lies the same way relative to the card before it and the slides are
the same, in the frame of that card; cubes and the entrance are free. Games with one altered turn
are tried first, then with two, and so on: the first that scores more is a proven smallest change. A
branch is cut if even the most points of each remaining turn are not enough. If a limit ends the
search, the answer is the known change with the fewest altered turns: that of the best continuation
of a prefix.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import POINTS, Face
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, Placement
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import Slide, Turn
from bolets_solver.optimize.search.engine import Engine
from bolets_solver.optimize.tracing.deal_arrays import MAX_LIVES
from bolets_solver.optimize.turns.trace_rows import EXIT, PLACE, WORTH
from bolets_solver.optimize.turns.turn_tables import Purse, Situation, Traces
from bolets_solver.study.orders.outcomes import allows, outcomes
from bolets_solver.study.orders.simulated_game import Play, Setting
from bolets_solver.work.limits import Stopped

Place = tuple[int, int, int]
Slides = tuple[tuple[int, int], ...]
Pattern = tuple[Place, Slides]
"""A turn in the frame of the card being traced: quarter turns, left and top of the wall card;
heading and length of each slide."""

MOST_TRIES = 40_000
"""Largest number of tried turns; beyond it the limit is reported."""


@dataclass(frozen=True)
class Change:
    """A better game near the user's; ``turns`` (from 1) are the altered ones.

    ``gain``: additional points; a lost game counts as 0. ``proven``: no better won game alters
    fewer turns.
    """

    record: Record
    points: int
    gain: int
    turns: tuple[int, ...]
    proven: bool

    def as_json(self) -> dict[str, Any]:
        """Return the change as JSON."""
        return {
            "turns": list(self.turns),
            "status": "proven" if self.proven else "limit",
            "points": self.points,
            "gain": self.gain,
            "record": self.record.as_solution_json(),
        }


def altered(deal: Deal, mine: Record, other: Record) -> tuple[int, ...]:
    """Return the numbers (from 1) of the turns in which two games of a deal differ."""
    one, two = patterns(deal, mine), patterns(deal, other)
    return tuple(
        number + 1
        for number in range(max(len(one), len(two)))
        if one[number : number + 1] != two[number : number + 1]
    )


def patterns(deal: Deal, record: Record) -> list[Pattern]:
    """Describe each turn of a game in the frame of the card that was traced."""
    turns_in_frame = []
    last = UPRIGHT
    for face, wall, turn in zip(deal.faces, deal.faces[1:], record.turns, strict=False):
        turns_in_frame.append((_place(face, last, wall, turn), _slides(turn, last)))
        last = turn.placement
    return turns_in_frame


def _place(face: Face, last: Placement, wall: Face, turn: Turn) -> Place:
    width, height = wall.size(turn.placement.rotation)
    x, y = turn.placement.x, turn.placement.y
    corners = [last.to_face(face, corner) for corner in ((x, y), (x + width - 1, y + height - 1))]
    quarters = (turn.placement.rotation - last.rotation) // 90 % 4
    return quarters, min(x for x, _ in corners), min(y for _, y in corners)


def _slides(turn: Turn, last: Placement) -> Slides:
    steps: list[tuple[int, int]] = []
    for token in turn.tokens:
        if isinstance(token, Slide):
            heading = (int(token.heading) - last.rotation // 90) % 4
            steps.append((heading, token.length))
    return joined(steps)


def joined(steps: Iterable[tuple[int, int]]) -> Slides:
    """Join slides in the same heading."""
    result: list[tuple[int, int]] = []
    for heading, length in steps:
        if result and result[-1][0] == heading:
            length += result.pop()[1]
        result.append((heading, length))
    return tuple(result)


def slides_of(cells: list[int], stride: int) -> Slides:
    """Return the slides along some padded tiles."""
    headings = {-stride: 0, 1: 1, stride: 2, -1: 3}
    return joined((headings[there - here], 1) for here, there in pairwise(cells))


def smallest_change(
    setting: Setting,
    engine: Engine,
    mine: Record,
    points: int,
    known: list[Record],
) -> Change | None:
    """Find a won game with more than ``points`` that alters the fewest turns of ``mine``.

    ``points`` -1: ``mine`` was lost, and any won game is better.
    ``known``: won games with more points that are already known. Returns None if there is none. At
    a limit of the setting's work the best known game is returned, not proven.
    """
    deal = setting.deal
    best = None
    for record in known:
        turns = altered(deal, mine, record)
        made = replay(deal, record, setting.rules).points
        if made > points and (
            best is None or (len(turns), -made) < (len(best.turns), -best.points)
        ):
            best = Change(record, made, made - max(points, 0), turns, False)
    search = _Search(setting, engine, patterns(deal, mine))
    most = len(best.turns) if best is not None else len(deal.faces) - 1
    with suppress(Stopped, _TooMany):
        for count in range(1, most + 1):
            found = search.best_with(count, points)
            if found is not None:
                turns = altered(deal, mine, found.record)
                gained = found.purse.points
                return Change(found.record, gained, gained - max(points, 0), turns, True)
            if best is not None and count + 1 == len(best.turns):
                break
        if best is not None:
            best = replace(best, proven=True)
    return best


class _TooMany(Exception):  # noqa: N818 - an event
    """More turns were tried than MOST_TRIES."""


class _Search:
    """Searches for better games with a given number of altered turns, card by card."""

    def __init__(self, setting: Setting, engine: Engine, mine: list[Pattern]):
        self.setting = setting
        self.engine = engine
        cards = len(setting.deal.faces) - 1
        self.mine: list[Pattern | None] = [*mine, *[None] * (cards - len(mine))][:cards]
        self.tries = 0
        self.best: Play | None = None
        self.target = 0
        self._fitting: dict[Situation, bool] = {}
        self._seen: set[object] = set()
        self.worth = [self._worth(k) for k in range(cards)]
        self.most = [self._most(k) for k in range(cards)]

    def best_with(self, count: int, points: int) -> Play | None:
        """Return the game with most points over ``points`` that alters at most ``count`` turns."""
        self.best, self.target = None, points + 1
        self._seen.clear()
        for entrance in range(len(self.setting.deal.faces[0].doors)):
            self._go_on(Play.begin(self.setting, entrance), count)
        return self.best

    def _go_on(self, play: Play, left: int) -> None:
        if play.over:
            if play.purse.points >= self.target:
                self.best, self.target = play, play.purse.points + 1
            return
        k = play.situation.card
        key = (left, play.key)
        if key in self._seen or self._bound(play.purse.points, k, left) < self.target:
            return
        self._seen.add(key)
        kept = self.mine[k]
        places, _ = self.setting.boxes(play.situation)
        allowed = play.allowed()
        if left == 0:
            if kept is None or not self._fits(play.situation):
                return
            allowed &= (places == np.array(kept[0])).all(axis=1)
        traces = play.traces(np.ascontiguousarray(places[allowed]))
        stride = play.cards[-1].face.width + 2
        for index in self._worth_trying(play, traces, left):
            place = tuple(traces.placements[traces.rows[index, PLACE]].tolist())
            same = kept == (place, slides_of(traces.tiles(index), stride))
            if same or left:
                self._try(play, traces, index, left if same else left - 1)

    def _try(self, play: Play, traces: Traces, index: int, left: int) -> None:
        """Make a turn and continue; ``left``: turns that may still be altered."""
        k = play.situation.card
        points = play.purse.points + int(traces.rows[index, WORTH])
        following = Situation(k + 1, int(traces.rows[index, EXIT]))
        is_last = k + 1 == len(self.mine)
        if self._bound(points, k + 1, left) < self.target:
            return
        if left == 0 and not is_last and not self._fits(following):
            return
        for outcome in outcomes(play, traces, index):
            self.tries += 1
            if self.tries > MOST_TRIES:
                raise _TooMany
            self.setting.work.poll()
            after = play.played(traces, index, outcome)
            if left == 0 or is_last or allows(self.engine, after, self.target):
                self._go_on(after, left)

    def _worth_trying(self, play: Play, traces: Traces, left: int) -> list[int]:
        """Return the traces that may lead to more points, most points first."""
        k = play.situation.card
        rest = self._bound(play.purse.points, k + 1, left)
        worth = traces.rows[:, WORTH]
        order = np.argsort(-worth, kind="stable")
        return [int(index) for index in order if worth[index] + rest >= self.target]

    def _bound(self, points: int, k: int, left: int) -> int:
        """Bound the final points if ``left`` turns from card ``k`` on may be altered."""
        gains = [most - worth for most, worth in zip(self.most[k:], self.worth[k:], strict=True)]
        missing = sum(pattern is None for pattern in self.mine[k:])
        if missing > left:
            return -1
        return points + sum(self.worth[k:]) + sum(sorted(gains, reverse=True)[:left])

    def _fits(self, situation: Situation) -> bool:
        """Whether the user's turn on a card is possible from an entrance."""
        if situation not in self._fitting:
            self._fitting[situation] = self._can_be_made(situation)
        return self._fitting[situation]

    def _can_be_made(self, situation: Situation) -> bool:
        kept = self.mine[situation.card]
        if kept is None:
            return False
        place = np.array([kept[0]], dtype=np.int64)
        rows, _ = self.setting.boxes(situation)
        if not (rows == place).all(axis=1).any():
            return False
        turns = self.setting.turns
        purse = Purse(0, MAX_LIVES, turns.cubes[situation.card], 0, False)
        traces = turns.traces(situation, place, purse, threaded=False)
        stride = self.setting.deal.faces[situation.card].width + 2
        return any(
            slides_of(traces.tiles(index), stride) == kept[1] for index in range(len(traces.rows))
        )

    def _worth(self, k: int) -> int:
        """Return the most points of the user's turn on a card, from any entrance."""
        kept = self.mine[k]
        if kept is None:
            return 0
        face = self.setting.deal.faces[k]
        return max((_points_along(face, door.tile, kept[1]) for door in face.doors), default=0)

    def _most(self, k: int) -> int:
        """Return the most points of any turn on a card."""
        doors = range(len(self.setting.deal.faces[k].doors))
        tables = [self.setting.turns.table(Situation(k, door)) for door in doors]
        return max(
            (int(table.turns[:, 2].max()) for table in tables if len(table.turns)), default=0
        )


def _points_along(face: Face, tile: Tile, slides: Slides) -> int:
    """Return the points on the tiles of slides from an entrance, up to the edge of the face."""
    points = POINTS.get(face.grid[tile[1]][tile[0]], 0)
    for heading, length in slides:
        for _ in range(length):
            tile = Heading(heading).step(tile)
            if 0 <= tile[0] < face.width and 0 <= tile[1] < face.height:
                points += POINTS.get(face.grid[tile[1]][tile[0]], 0)
    return points
