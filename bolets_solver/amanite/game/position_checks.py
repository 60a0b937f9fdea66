"""The checks of positions: what cannot be a table of the third round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bolets_solver.amanite.game.scoring import ATTRIBUTES
from bolets_solver.amanite.game.tokens import COLOURS, KINDS, MEEPLES, PIG, Counts, add, holds

if TYPE_CHECKING:
    from bolets_solver.amanite.game.position import Hints, Position, Tile


def position_defects(position: Position) -> list[str]:
    """Return what is wrong with a position in itself; nothing if it can be solved.

    Whether legal moves lead to it is asked where a file is read (see `files.tile_reader`).
    """
    wrong = list(_wrong_names(position)) or list(_wrong_lengths(position))
    if wrong:  # the rest counts on them
        return wrong
    return [
        *_wrong_hands(position),
        *_wrong_tiles(position),
        *_wrong_knowledge(position),
    ]


def _wrong_names(position: Position) -> Iterator[str]:
    players, colours = position.players, position.colours
    if not 2 <= len(players) <= 4 or len(set(players)) < len(players):
        yield f"players: 2 to 4 different names are needed, not {list(players)}"
    if len(colours) != COLOURS or len(set(colours)) < COLOURS:
        yield f"colours: {COLOURS} different names are needed, not {list(colours)}"
    in_play = position.attributes
    if not 1 <= len(in_play) <= COLOURS or len(set(in_play)) < len(in_play):
        yield f"attributes: up to {COLOURS} different ones are in play, not {list(in_play)}"
    yield from (f"attributes: there is no {name!r}" for name in in_play if name not in ATTRIBUTES)


def _wrong_lengths(position: Position) -> Iterator[str]:
    count = len(position.players)
    for name in ("tokens", "hints", "feed", "earlier", "fresh"):
        length = len(getattr(position, name))
        if length != count:
            yield f"{name}: one entry for each of {count} players is needed, there are {length}"
    if len(position.tiles) != count + 1:
        yield f"tiles: {count} players have {count + 1}, there are {len(position.tiles)}"
    if len(position.known) != COLOURS:
        yield f"known: one entry for each colour is needed, there are {len(position.known)}"
    if not 0 <= position.placed <= MEEPLES * count:
        yield f"placed: 0 to {MEEPLES * count} turns of placing can be over, not {position.placed}"


def _wrong_hands(position: Position) -> Iterator[str]:
    literal = position.rules.pig_scope == "literal"
    for player, name in enumerate(position.players):
        hand = position.tokens[player]
        new = (position.earlier[player], position.fresh[player])
        if not all(map(_are_counts, (hand, *new))):
            yield f"tokens of {name}: seven numbers from 0 up are needed, not {hand}"
            continue
        if literal and not holds(hand, add(*new)):
            yield f"tokens of {name}: fewer than were collected this round and kept"
        if not 0 <= position.feed[player] <= hand[PIG]:
            yield f"feed of {name}: 0 to {hand[PIG]} pigs can wait, not {position.feed[player]}"


def _wrong_tiles(position: Position) -> Iterator[str]:
    for number, tile in enumerate(position.tiles, start=1):
        wrong = _wrong_tile(tile, len(position.players))
        if wrong is not None:
            yield f"tile {number}: {wrong}"


def _wrong_tile(tile: Tile, players: int) -> str | None:
    if not _are_counts(tile.tokens):
        return f"seven numbers of tokens from 0 up are needed, not {tile.tokens}"
    if any(not 0 <= player < players for player in tile.meeples):
        return f"there is no such player: {tile.meeples}"
    if tile.split is not None and tile.pin in (None, tile.split):
        return "the right space is filled after the left one, by another player"
    if tile.piles is not None:
        if tile.split is None or tile.taken or tile.resolved:
            return "it has piles only from its split until the left player takes one"
        if not all(map(_are_counts, tile.piles)) or add(*tile.piles) != tile.tokens:
            return "its piles are not its tokens"
    if tile.taken and tile.split is None:
        return "a pile can be taken only where the tile was split"
    return None


def _wrong_knowledge(position: Position) -> Iterator[str]:
    facts = [attribute for attribute in position.known if attribute is not None]
    yield from _wrong_attributes("known", facts, position.attributes)
    for name, hints in zip(position.players, position.hints, strict=True):
        if hints is not None:
            yield from _wrong_hints(name, hints, position.attributes)


def _wrong_hints(name: str, hints: Hints, in_play: Sequence[str]) -> Iterator[str]:
    colours = [*hints.start, *(colour for colour, _ in hints.notebook)]
    if any(not 0 <= colour < COLOURS for colour in colours):
        yield f"hints of {name}: colours are numbered from 0 to {COLOURS - 1}"
    yield from _wrong_attributes(f"shuffled of {name}", hints.shuffled, in_play)
    noted = [attribute for _, attribute in hints.notebook]
    yield from _wrong_attributes(f"notebook of {name}", noted, in_play)


def _wrong_attributes(what: str, found: Sequence[str], in_play: Sequence[str]) -> Iterator[str]:
    strange = [attribute for attribute in found if attribute not in in_play]
    if strange:
        yield f"{what}: {strange[0]!r} is not an attribute in play"
    if len(set(found)) < len(found):
        yield f"{what}: an attribute belongs to one colour only"


def _are_counts(counts: Counts) -> bool:
    return len(counts) == KINDS and min(counts) >= 0
