"""The exact solution of a position: the value of every legal move for every player."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bolets_solver.amanite.game.moves import Move, Place, Split, apply, legal_moves
from bolets_solver.amanite.game.objective import WIN_UNIT, Key, Objective, Preference, Sums
from bolets_solver.amanite.game.position import Phase, Position, settle
from bolets_solver.amanite.game.scoring import World, margins, score_players, win_shares
from bolets_solver.amanite.game.tokens import Piles, number_of_splits
from bolets_solver.amanite.game.worlds import possible_worlds
from bolets_solver.amanite.solving.bounds import Bounds, bounds_of_reply, widest_bounds
from bolets_solver.amanite.solving.gathering import Gathering
from bolets_solver.amanite.solving.placing import Placing, placed
from bolets_solver.amanite.solving.stations import Meeples, arrange, meeples_of
from bolets_solver.errors import InputError, InternalError
from bolets_solver.work.limits import Reason, Stopped, Work

MOST_SPLITS = 20_000
"""Tiles with more splits than these are refused; six tokens have at most 31."""


class SolveStatus(StrEnum):
    """Whether every value shown is proven."""

    PROVEN = "proven"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class Value:
    """The average result of one player over the possible worlds.

    ``win`` is his share of the victory (0 to 1), ``margin`` his points less the best rival's,
    ``vp`` his points; eliminated players' points count as -50 in both.
    """

    win: float
    margin: float
    vp: float


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move with its value for each player, or bounds if a limit came first.

    ``values`` and ``bounds`` have an entry for each player, None without a value (paranoid: only
    the asking player has one).
    """

    move: Move
    keys: tuple[Key, ...] | None
    values: tuple[Value | None, ...] | None
    bounds: tuple[Bounds | None, ...] | None = None
    best: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the main line: the position before it, the move, every move's value."""

    position: Position
    move: Move
    moves: tuple[MoveValue, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The answer to a position.

    ``moves``: best first for the player to act. ``line``: one line of best play, which ends in
    ``final`` (None if a limit ended the work before). ``worlds``: number of possible assignments of
    attributes. ``leaves``: number of examined final tables.
    """

    position: Position
    objective: Objective
    guaranteed: int | None
    asker: int | None
    status: SolveStatus
    reason: Reason | None
    moves: tuple[MoveValue, ...]
    line: tuple[Step, ...]
    final: Position | None
    worlds: int
    leaves: int
    seconds: float


def solve(
    position: Position,
    objective: Objective = Objective.WIN,
    *,
    asker: int | None = None,
    guaranteed: int | None = None,
    work: Work | None = None,
) -> Analysis:
    """Solve ``position`` exactly.

    ``asker`` is the player whose hints are used (None: what all players know); everybody is assumed
    to know what he knows (A-Q26). ``guaranteed`` names a player for the paranoid value: what he can
    guarantee against all others together. Limits are those of ``work``; when one is passed, moves
    that are not done have bounds instead of values. Raises InputError if the hints contradict each
    other or a tile is too large, InternalError if the end of the line contradicts the search.
    """
    if work is None:
        with Work() as unlimited:
            return Solver(position, objective, asker, guaranteed, unlimited).analysis()
    return Solver(position, objective, asker, guaranteed, work).analysis()


class Solver:
    """Computes one analysis; use `solve` unless you want to watch its progress."""

    def __init__(
        self,
        position: Position,
        objective: Objective,
        asker: int | None,
        guaranteed: int | None,
        work: Work,
    ):
        self.position = settle(position)
        self.asker = asker
        self.work = work
        self.worlds = possible_worlds(position, asker)
        if not self.worlds:
            raise InputError("the hints contradict each other: no world is possible (A-Q24)")
        for number, tile in enumerate(position.tiles):
            if tile.piles is None and number_of_splits(tile.tokens) > MOST_SPLITS:
                raise InputError(
                    f"tile {number + 1}: its {sum(tile.tokens)} tokens can be split in more than "
                    f"{MOST_SPLITS} ways, too many for this solver"
                )
        self.preference = Preference(objective, len(position.players), guaranteed)
        self.gathering = Gathering(self.position, self.worlds, self.preference, work)
        self.placing = Placing(self.position, self.gathering)

    def progress(self) -> str:
        """Return the progress of the work in words."""
        gathering = self.gathering
        return f"{gathering.arrangements} arrangements | {gathering.leaves} final tables"

    def analysis(self) -> Analysis:
        """Do the work."""
        moves = self._moves(self.position)
        line: list[Step] = []
        final = None
        if self.work.reason is None:
            with contextlib.suppress(Stopped):
                final = self._follow(moves, line)
        if final is not None and moves:
            self._check(moves[0], final)
        return Analysis(
            position=self.position,
            objective=self.preference.objective,
            guaranteed=self.preference.guaranteed,
            asker=self.asker,
            status=SolveStatus.PROVEN if _all_valued(moves) else SolveStatus.LIMIT,
            reason=self.work.reason,
            moves=moves,
            line=tuple(line),
            final=final,
            worlds=len(self.worlds),
            leaves=self.gathering.leaves,
            seconds=self.work.elapsed,
        )

    def _check(self, best: MoveValue, final: Position) -> None:
        """Score the end of the line by the plain rules; raises InternalError if it differs.

        Moves along the line are made by the rules too, so the search is not trusted here.
        """
        assert best.keys is not None
        for player, sums in enumerate(_scored(final, self.worlds)):
            counted = self.preference.guaranteed in (None, player)
            if counted and self.preference.pack(sums) != best.keys[player]:
                name = self.position.players[player]
                claimed = self.preference.unpack(best.keys[player])
                raise InternalError(
                    f"the line found ends with {sums} for {name}, but the search says {claimed}"
                )

    def _follow(self, moves: tuple[MoveValue, ...], line: list[Step]) -> Position:
        """Put the steps of best play into ``line`` and return where it ends."""
        position = self.position
        while moves:
            line.append(Step(position, moves[0].move, moves))
            position = apply(position, moves[0].move)
            moves = self._moves(position)
            self.work.poll()
        return position

    def _moves(self, position: Position) -> tuple[MoveValue, ...]:
        """Value every legal move of ``position``, best first."""
        mover = position.to_act
        if mover is None:
            return ()
        listed = legal_moves(position)
        if position.phase in (Phase.PLACING, Phase.SPLITTING):
            found = self._placements(position, listed)
        else:
            found = [self._gathered(apply(position, move)) for move in listed]
        valued = [
            MoveValue(move, keys, None if keys is None else self._values(keys), bounds)
            for move, (keys, bounds) in zip(listed, found, strict=True)
        ]
        return self._best_first(mover, valued)

    def _best_first(self, mover: int, moves: list[MoveValue]) -> tuple[MoveValue, ...]:
        preference = self.preference
        known = sorted(
            (move for move in moves if move.keys is not None),
            key=lambda move: preference.rank(mover, move.keys or ()),
            reverse=True,
        )
        if known:
            top = preference.aim(mover, known[0].keys or ())
            known = [
                replace(move, best=preference.aim(mover, move.keys or ()) == top) for move in known
            ]
        return (*known, *(move for move in moves if move.keys is None))

    def _gathered(self, position: Position) -> _Found:
        try:
            self.work.poll()
            values = self.gathering.values(arrange(position))
        except Stopped:
            return None, self._of_interest(widest_bounds(position, self.worlds))
        return tuple(int(key) for key in values.reshape(-1)), None

    def _placements(self, position: Position, listed: Sequence[Move]) -> list[_Found]:
        """Value the moves of a position in which meeples are being placed, tile by tile."""
        ways = {n: tile.piles for n, tile in enumerate(position.tiles) if tile.piles is not None}
        by_tile: dict[int, list[_Found]] = {}
        for move in listed:
            tile = _tile_of(position, move)
            if tile not in by_tile:
                by_tile[tile] = self._on_tile(position, tile, ways)
        found = {tile: iter(several) for tile, several in by_tile.items()}
        return [next(found[_tile_of(position, move)]) for move in listed]

    def _on_tile(self, position: Position, tile: int, ways: dict[int, Piles]) -> list[_Found]:
        """Value the meeple on ``tile`` for every split of it, in the order of `legal_moves`."""
        player = position.to_act
        assert player is not None
        if position.phase is Phase.SPLITTING:
            meeples, turn = meeples_of(position), position.placed
        else:
            meeples, turn = placed(meeples_of(position), tile, player), position.placed + 1
        try:
            self.work.poll()
            values = self.placing.choices(meeples, turn, ways, tile)
        except Stopped:
            return self._bounds_on_tile(position, tile, meeples, ways)
        return [(tuple(int(key) for key in row), None) for row in values]

    def _bounds_on_tile(
        self, position: Position, tile: int, meeples: Meeples, ways: dict[int, Piles]
    ) -> list[_Found]:
        widest = widest_bounds(position, self.worlds)
        splits_made = (
            1 if meeples[tile][1] is None else number_of_splits(position.tiles[tile].tokens)
        )
        seen = self.placing.unfinished_choices(meeples, ways, tile)
        if seen is None:
            return [(None, self._of_interest(widest))] * splits_made
        replier, rows = seen
        total = len(self.worlds)
        return [
            (
                None,
                self._of_interest(
                    bounds_of_reply(
                        self.preference, replier, [int(key) for key in row], total, widest
                    )
                ),
            )
            for row in rows
        ]

    def _of_interest(self, bounds: tuple[Bounds, ...]) -> tuple[Bounds | None, ...]:
        """Leave out values without meaning when one player plays against all."""
        only = self.preference.guaranteed
        return tuple(
            one if only is None or player == only else None for player, one in enumerate(bounds)
        )

    def _values(self, keys: Sequence[Key]) -> tuple[Value | None, ...]:
        only = self.preference.guaranteed
        return tuple(
            _average(self.preference.unpack(key), len(self.worlds))
            if only is None or player == only
            else None
            for player, key in enumerate(keys)
        )


_Found = tuple[tuple[Key, ...] | None, tuple[Bounds | None, ...] | None]
"""Keys of a move, or bounds."""


def _scored(final: Position, worlds: Sequence[World]) -> list[Sums]:
    """Return every player's sums over ``worlds`` on a finished table."""
    found = [Sums(0, 0, 0)] * len(final.players)
    for world in worlds:
        scores = score_players(final.tokens, world, final.attributes, final.rules)
        rows = zip(found, win_shares(scores), margins(scores), scores, strict=True)
        found = [
            Sums(one.win + int(WIN_UNIT * share), one.margin + ahead, one.vp + score.counted)
            for one, share, ahead, score in rows
        ]
    return found


def _average(sums: Sums, total: int) -> Value:
    return Value(sums.win / (WIN_UNIT * total), sums.margin / total, sums.vp / total)


def _all_valued(moves: Sequence[MoveValue]) -> bool:
    return all(move.keys is not None for move in moves)


def _tile_of(position: Position, move: Move) -> int:
    if isinstance(move, Place):
        return move.tile
    assert isinstance(move, Split)
    pending = position.pending_split
    assert pending is not None
    return pending
