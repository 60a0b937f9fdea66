"""A position of the third round: from the first meeple to the finished table.

Positions are immutable; moves make new ones (see `moves`). Forced events have always been carried
out: a tile without meeples is emptied, the right player has collected the remaining pile, a pig
without food waits no longer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from bolets_solver.amanite.game.position_checks import position_defects
from bolets_solver.amanite.game.scoring import World
from bolets_solver.amanite.game.tokens import (
    COLOURS,
    MEEPLES,
    NOTHING,
    PIG,
    Counts,
    Piles,
    add,
    as_counts,
    mushrooms,
    subtract,
)
from bolets_solver.amanite.rules import Rules
from bolets_solver.errors import Defect, InputError

Item = TypeVar("Item")


class Phase(StrEnum):
    """The kind of the next decision."""

    PLACING = "placing"
    SPLITTING = "splitting"
    CHOOSING = "choosing"
    TAKING = "taking"
    FEEDING = "feeding"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Tile:
    """A Forest tile: its tokens, and the players on its left and right space.

    ``pin`` and ``split`` are players or None. ``piles`` are set once the tile is split, and cleared
    when the left player has taken his (``taken``); ``tokens`` is then what is left to the right
    one. A ``resolved`` tile is empty and keeps its meeples (A-R16).
    """

    tokens: Counts
    pin: int | None = None
    split: int | None = None
    piles: Piles | None = None
    taken: bool = False
    resolved: bool = False

    @property
    def meeples(self) -> tuple[int, ...]:
        """Players on this tile, the left one first."""
        return tuple(player for player in (self.pin, self.split) if player is not None)

    def is_open_to(self, player: int) -> bool:
        """Return whether ``player`` may place a meeple here (A-R10 to A-R13, A-Q20)."""
        if self.pin is None:
            return True
        return self.split is None and self.pin != player and sum(self.tokens) >= 2


@dataclass(frozen=True, slots=True)
class Hints:
    """The private knowledge of one player.

    ``start`` are the colours of the start card, ``shuffled`` the attributes of the three hints
    taken for them (empty if not known here), ``notebook`` pairs of colour and attribute (A-R5,
    A-R6).
    """

    start: tuple[int, ...] = ()
    shuffled: tuple[str, ...] = ()
    notebook: tuple[tuple[int, str], ...] = ()

    @property
    def is_private(self) -> bool:
        """Return whether there is more than the start card, which all players see (A-Q26)."""
        return bool(self.shuffled or self.notebook)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything on the table in the third round, and the known attributes.

    Players and tiles are numbered from 0 here; players sit clockwise from the round's first player
    (A-Q27). ``placed`` counts the turns of placing that are over. ``feed`` is how many pigs of each
    player still wait for a mushroom. ``earlier`` and ``fresh`` hold the tokens that each player
    collected this round, from earlier tiles and from the latest one, and still has; they are kept
    only under the switch ``pig_scope = literal`` (A-Q16).

    Raises InputError with all that is wrong if there can be no such table.
    """

    players: tuple[str, ...]
    colours: tuple[str, ...]
    attributes: tuple[str, ...]
    tokens: tuple[Counts, ...]
    tiles: tuple[Tile, ...]
    known: tuple[str | None, ...] = (None,) * COLOURS
    hints: tuple[Hints | None, ...] = ()
    rules: Rules = field(default_factory=Rules)
    placed: int = 0
    feed: tuple[int, ...] = ()
    earlier: tuple[Counts, ...] = ()
    fresh: tuple[Counts, ...] = ()

    def __post_init__(self) -> None:
        defaults = {"hints": None, "feed": 0, "earlier": NOTHING, "fresh": NOTHING}
        for name, value in defaults.items():
            if not getattr(self, name):
                object.__setattr__(self, name, (value,) * len(self.players))
        defects = position_defects(self)
        if defects:
            raise InputError([Defect(message) for message in defects])

    @property
    def phase(self) -> Phase:
        """The kind of the next decision."""
        if self.pending_split is not None:
            return Phase.SPLITTING
        if self.is_placing:
            return Phase.PLACING
        if self.feeder is not None:
            return Phase.FEEDING
        tile = self.current_tile
        if tile is None:
            return Phase.FINISHED
        return Phase.TAKING if self.tiles[tile].split is None else Phase.CHOOSING

    @property
    def to_act(self) -> int | None:
        """The player to act, None on a finished table."""
        pending = self.pending_split
        if pending is not None:
            return self.tiles[pending].split
        if self.is_placing:
            return self.placed % len(self.players)
        if self.feeder is not None:
            return self.feeder
        tile = self.current_tile
        return None if tile is None else self.tiles[tile].pin

    @property
    def is_placing(self) -> bool:
        """Return whether meeples remain to be placed."""
        return self.placed < MEEPLES * len(self.players)

    @property
    def pending_split(self) -> int | None:
        """The tile that has to be split at once, if there is one (A-R14)."""
        for number, tile in enumerate(self.tiles):
            if tile.split is not None and tile.piles is None and not (tile.taken or tile.resolved):
                return number
        return None

    @property
    def current_tile(self) -> int | None:
        """The leftmost tile that is not resolved (A-R16)."""
        return next((n for n, tile in enumerate(self.tiles) if not tile.resolved), None)

    @property
    def feeder(self) -> int | None:
        """The player who has to feed a pig: the left player of the tile before the right one."""
        waiting = [player for player, number in enumerate(self.feed) if number]
        if len(waiting) < 2:
            return waiting[0] if waiting else None
        latest = self.latest_tile
        pin = None if latest is None else self.tiles[latest].pin
        return pin if pin in waiting else waiting[0]

    @property
    def latest_tile(self) -> int | None:
        """The tile from which tokens were last collected."""
        collected = [
            number
            for number, tile in enumerate(self.tiles)
            if tile.meeples and (tile.taken or tile.resolved)
        ]
        return collected[-1] if collected else None

    def open_tiles(self, player: int) -> list[int]:
        """Tiles on which ``player`` may place a meeple."""
        return [number for number, tile in enumerate(self.tiles) if tile.is_open_to(player)]

    def feedable(self, player: int) -> Counts:
        """Mushrooms that a pig of ``player`` may eat (A-Q16)."""
        counts = subtract(self.tokens[player], self.earlier[player])
        return as_counts([*counts[:PIG], 0])

    def ages_differ(self, player: int, colour: int) -> bool:
        """Return whether an old and a new ``colour`` could be discarded, and it matters which.

        A new one that is kept is out of reach of later pigs, an old one is not (A-Q16). That
        matters only if ``player`` may collect a pig from a later tile.
        """
        new = self.fresh[player][colour]
        both = 0 < new < self.feedable(player)[colour]
        return both and any(
            player in tile.meeples and tile.tokens[PIG] and not (tile.resolved or tile.taken)
            for tile in self.tiles
        )


def settle(position: Position) -> Position:
    """Carry out all forced events up to the next decision or the end."""
    if position.pending_split is not None:
        return position
    if position.is_placing:
        if position.open_tiles(position.placed % len(position.players)):
            return position
        # there is no space for this meeple, see `history`
        return settle(replace(position, placed=position.placed + 1))
    position = _end_vain_waits(position)
    while not any(position.feed):
        number = position.current_tile
        if number is None:
            break
        tile = position.tiles[number]
        if tile.taken and tile.split is not None:
            position = collect(position, tile.split, tile.tokens)
        elif tile.meeples and sum(tile.tokens):
            break
        position = with_tile(
            position, number, replace(tile, tokens=NOTHING, piles=None, taken=False, resolved=True)
        )
        position = _end_vain_waits(position)
    return position


def _end_vain_waits(position: Position) -> Position:
    """End the waiting of pigs whose owner has no food (A-Q15)."""
    feed = tuple(
        min(number, mushrooms(position.feedable(player)))
        for player, number in enumerate(position.feed)
    )
    return position if feed == position.feed else replace(position, feed=feed)


def collect(position: Position, player: int, pile: Counts) -> Position:
    """Put ``pile`` in front of ``player``; the pigs in it wait for their food (A-R22, A-Q17)."""
    position = replace(
        position,
        tokens=_with(position.tokens, player, add(position.tokens[player], pile)),
        feed=_with(position.feed, player, position.feed[player] + pile[PIG]),
    )
    if position.rules.pig_scope == "literal":
        earlier = add(position.earlier[player], position.fresh[player])
        new = as_counts([*pile[:PIG], 0])
        position = replace(
            position,
            earlier=_with(position.earlier, player, earlier),
            fresh=_with(position.fresh, player, new),
        )
    return position


def discard(position: Position, player: int, colour: int, old: bool = False) -> Position:
    """Feed one mushroom of ``player`` to a pig.

    ``old``: one of an earlier round; else one from the latest tile if there is any (A-Q16).
    """
    one = as_counts([int(kind == colour) for kind in range(PIG + 1)])
    fresh = position.fresh
    if fresh[player][colour] and not old:
        fresh = _with(fresh, player, subtract(fresh[player], one))
    return replace(
        position,
        tokens=_with(position.tokens, player, subtract(position.tokens[player], one)),
        feed=_with(position.feed, player, position.feed[player] - 1),
        fresh=fresh,
    )


def with_tile(position: Position, number: int, tile: Tile) -> Position:
    """Return the position with another tile ``number``."""
    return replace(position, tiles=_with(position.tiles, number, tile))


def with_world(position: Position, world: World) -> Position:
    """Return the position with every attribute known."""
    return replace(position, known=world)


def _with(items: tuple[Item, ...], number: int, item: Item) -> tuple[Item, ...]:
    return (*items[:number], item, *items[number + 1 :])
