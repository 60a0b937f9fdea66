"""Read the tiles of a position file: tokens, meeples, piles, and the progress of gathering."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bolets_solver.amanite.files.checks import Checker
from bolets_solver.amanite.game.history import turns_of_placing
from bolets_solver.amanite.game.position import Tile
from bolets_solver.amanite.game.tokens import (
    MEEPLES,
    NOTHING,
    PIG,
    Counts,
    add,
    in_order,
    mushrooms,
    subtract,
    words,
)

TILE_KEYS = ("tokens", "pin", "split", "piles", "resolved", "taken")
FULL_TILE = 6
"""Tokens that round 3 puts on a tile (A-R8)."""


@dataclass(frozen=True, slots=True)
class _Raw:
    """A tile as written; each part is valid by itself."""

    tokens: Counts
    pin: int | None
    split: int | None
    piles: tuple[Counts, ...] | None
    resolved: bool
    taken: int | None
    doubtful: bool
    """Some part could not be read; consequences are not reported."""


@dataclass(frozen=True, slots=True)
class _Names:
    players: Sequence[str]
    colours: Sequence[str]


def read_tiles(
    check: Checker,
    players: Sequence[str],
    colours: Sequence[str],
    hands: Sequence[Counts],
    feed: Sequence[int],
) -> tuple[tuple[Tile, ...], int]:
    """Return the tiles and the number of placing turns that are over.

    Defects are noted in ``check``; the result is valid only without defects.
    """
    names = _Names(players, colours)
    if ("tiles",) in check.meant:
        return (), 0
    listed = _listed_tiles(check)
    if listed is None:
        return (), 0
    if len(listed) != len(players) + 1:
        check.fault(
            ("tiles",),
            f"there are {len(listed)} tiles; {len(players)} players have {len(players) + 1}",
        )
    before = len(check.defects)
    raw = [_read_tile(check, names, number, value) for number, value in enumerate(listed)]
    _check_order(check, names, raw)
    readable = len(check.defects) == before and len(raw) == len(players) + 1
    if not any(tile.doubtful for tile in raw):
        _check_feed(check, names, raw, hands, feed)
    tiles = tuple(
        _settled_tile(check, names, number, tile, hands, feed) for number, tile in enumerate(raw)
    )
    # consequences of an unreadable name are not reported
    return tiles, _check_meeples(check, names, raw, tiles) if readable else 0


def _listed_tiles(check: Checker) -> list[Any] | None:
    """Return the tiles as written; None with a defect if they are missing or not a list."""
    value = check.document.data.get("tiles")
    if isinstance(value, list):
        return value
    if value is None:
        message = "tiles is missing: write [[tiles]] above each tile, from left to right"
        finished = "when all is gathered nothing is left to solve, and bolets amanite score counts"
        check.fault((), f"{message}; {finished}")
    else:
        check.fault(("tiles",), "write [[tiles]] in double brackets above each tile, from the left")
    return None


def _read_tile(check: Checker, names: _Names, number: int, value: Any) -> _Raw:
    path = ("tiles", number)
    what = f"tile {number + 1}"
    before = len(check.defects)
    if not isinstance(value, dict):
        check.fault(path, f"{what} must be a table")
        value = {}
    check.known_keys(value, path, TILE_KEYS, f"of {what}")
    resolved = check.truth(value.get("resolved", False), (*path, "resolved"), f"{what}, resolved")
    tokens = NOTHING
    if "tokens" in value:
        tokens = check.counts(value["tokens"], (*path, "tokens"), names.colours, f"{what}, tokens")
    elif (*path, "tokens") not in check.meant and not (
        resolved or ("taken" in value and "piles" in value)
    ):
        check.fault(path, f"{what}: tokens is missing; an empty tile has tokens = {{}}")
    people = {
        key: check.member(value[key], (*path, key), names.players, f"{what}, {key}")
        for key in ("pin", "split", "taken")
        if key in value
    }
    piles = None
    if "piles" in value:
        piles = _read_piles(check, names, number, value["piles"])
    return _Raw(
        tokens,
        people.get("pin"),
        people.get("split"),
        piles,
        resolved,
        people.get("taken"),
        doubtful=len(check.defects) > before,
    )


def _read_piles(check: Checker, names: _Names, number: int, value: Any) -> tuple[Counts, ...]:
    path = ("tiles", number, "piles")
    what = f"tile {number + 1}, piles"
    if not isinstance(value, list):
        check.fault(path, f"{what}: write a list of two piles: [{{ red = 2 }}, {{ blue = 1 }}]")
        return ()
    before = len(check.defects)
    piles = tuple(check.counts(pile, path, names.colours, what) for pile in value)
    if len(check.defects) == before and any(not sum(pile) for pile in piles):
        check.fault(path, f"{what}: a pile is empty; each holds at least one token (A-R15)")
    return piles


def _check_order(check: Checker, names: _Names, raw: Sequence[_Raw]) -> None:
    """Report tiles that are not gathered from left to right (A-R16)."""
    first_open = next((n for n, tile in enumerate(raw) if _is_waiting(tile)), len(raw))
    for number, tile in enumerate(raw):
        path = ("tiles", number)
        what = f"tile {number + 1}"
        if tile.resolved and number > first_open:
            check.fault(
                (*path, "resolved"),
                f"{what} is resolved although tile {first_open + 1} to its left is not (A-R16)",
            )
        if tile.taken is not None and number > first_open:
            check.fault(
                (*path, "taken"),
                f"{what} is being gathered although tile {first_open + 1} comes first (A-R16)",
            )
        if tile.doubtful:
            continue
        if tile.taken is not None and tile.taken != tile.pin:
            check.fault(
                (*path, "taken"), f"{what}, taken: the player on its left space (pin) takes first"
            )
        if tile.split is not None and tile.pin is None:
            check.fault(
                (*path, "split"),
                f"{what}: the first meeple stands on the left space: pin is missing (A-R10)",
            )
        if tile.split is not None and tile.split == tile.pin:
            check.fault(
                (*path, "split"),
                f"{what}: {names.players[tile.split]} has both meeples on it (A-R13)",
            )


def _is_waiting(tile: _Raw) -> bool:
    """Return whether a player still has to collect from this tile."""
    return not tile.resolved and (tile.pin is not None or tile.split is not None)


def _check_feed(
    check: Checker,
    names: _Names,
    raw: Sequence[_Raw],
    hands: Sequence[Counts],
    feed: Sequence[int],
) -> None:
    """Report pigs that wait elsewhere than on the latest tile (A-R22)."""
    collected = [n for n, tile in enumerate(raw) if tile.resolved or tile.taken is not None]
    with_meeples = [n for n in collected if raw[n].pin is not None]
    latest = raw[with_meeples[-1]] if with_meeples else None
    for player, number in enumerate(feed):
        if not number:
            continue
        path = ("feed", names.players[player])
        who = names.players[player]
        if latest is None and collected:
            continue  # finished tiles are written without their meeples
        if latest is None or player not in (latest.pin, latest.split):
            check.fault(
                path,
                f"feed: {who} has collected nothing from the latest tile; mark that tile "
                f'resolved = true, or taken = "NAME" if only its left player has taken a pile',
            )
        elif number > hands[player][PIG]:
            check.fault(
                path, f"feed: {number} pigs of {who} wait, but {who} holds {hands[player][PIG]}"
            )
        elif player == latest.pin and latest.split is not None:
            right = latest.split
            if latest.resolved or feed[right]:
                check.fault(
                    path,
                    f"feed: the pigs of {who} eat before {names.players[right]} collects (A-Q17); "
                    f'the tile is not resolved then, but taken = "{who}"',
                )


def _settled_tile(
    check: Checker,
    names: _Names,
    number: int,
    raw: _Raw,
    hands: Sequence[Counts],
    feed: Sequence[int],
) -> Tile:
    tile = Tile(raw.tokens, raw.pin, raw.split)
    done = replace(tile, tokens=NOTHING, resolved=True)
    if raw.resolved:
        return done
    if raw.taken is not None and raw.pin is not None:
        if raw.split is None or feed[raw.split]:
            return done  # all have collected; a pig may still wait
        left = _what_is_left(check, names, number, raw, hands[raw.pin], feed[raw.pin])
        return replace(tile, tokens=left, taken=True)
    if raw.piles is None:
        return tile
    if raw.doubtful:
        return replace(tile, piles=(NOTHING, NOTHING))
    path = ("tiles", number, "piles")
    what = f"tile {number + 1}, piles"
    if raw.split is None:
        check.fault(path, f"{what}: no meeple is on the split space; split is missing (A-R14)")
    elif len(raw.piles) != 2:
        check.fault(path, f"{what}: there are {len(raw.piles)} piles; exactly two are made (A-R15)")
    elif add(raw.piles[0], raw.piles[1]) != raw.tokens:
        both = words(add(raw.piles[0], raw.piles[1]), names.colours)
        check.fault(
            path,
            f"{what} do not add up: together they are [{both}], "
            f"on the tile lie [{words(raw.tokens, names.colours)}]",
        )
    else:
        return replace(tile, piles=in_order(raw.piles[0], raw.piles[1]))
    return replace(tile, piles=(NOTHING, NOTHING))  # split, though wrongly


def _what_is_left(
    check: Checker, names: _Names, number: int, raw: _Raw, hand: Counts, waiting: int
) -> Counts:
    """Return the pile that the right player is about to collect.

    It is the only listed pile, or the tile's tokens if none is listed. Of two piles it is the one
    that the left player cannot have taken, given his tokens and his waiting pigs.
    """
    if not raw.piles:
        return raw.tokens
    if len(raw.piles) == 1:
        return raw.piles[0]
    if len(raw.piles) == 2:
        first, second = raw.piles
        if first == second or raw.tokens == second:
            return second
        if raw.tokens == first:
            return first
        could = [_could_have_taken(pile, hand, waiting) for pile in raw.piles]
        if could.count(True) == 1:
            return second if could[0] else first
    who = names.players[raw.pin] if raw.pin is not None else "the left player"
    check.fault(
        ("tiles", number, "piles"),
        f"tile {number + 1}, piles: leave only the pile that {who} has not taken",
    )
    return NOTHING


def _could_have_taken(pile: Counts, hand: Counts, waiting: int) -> bool:
    """Return whether ``hand`` may contain ``pile``, with ``waiting`` pigs unfed."""
    fed = pile[PIG] - waiting
    missing = mushrooms(_without_debts(subtract(pile, hand)))
    return fed >= 0 and hand[PIG] >= pile[PIG] and missing <= fed


def _without_debts(counts: Counts) -> Counts:
    """Return the counts with negative numbers as 0."""
    a, b, c, d, e, f, pigs = (max(0, number) for number in counts)
    return (a, b, c, d, e, f, pigs)


def _check_meeples(
    check: Checker, names: _Names, raw: Sequence[_Raw], tiles: Sequence[Tile]
) -> int:
    """Return the number of finished placing turns; report meeples that were not placed legally."""
    players = len(names.players)
    if all(tile.resolved for tile in tiles):
        return MEEPLES * players
    standing = Counter(player for tile in raw for player in (tile.pin, tile.split))
    numbers = [standing[player] for player in range(players)]
    too_many = [names.players[p] for p, number in enumerate(numbers) if number > MEEPLES]
    for who in too_many:
        check.fault(("tiles",), f"{who} has more than {MEEPLES} meeples on the tiles (A-R2)")
    small = [n for n, tile in enumerate(raw) if tile.split is not None and _is_too_small(tile)]
    for number in small:
        check.fault(
            ("tiles", number, "split"),
            f"tile {number + 1} has fewer than two tokens and cannot be split (A-Q20)",
        )
    pending = [
        number
        for number, tile in enumerate(tiles)
        if tile.split is not None and tile.piles is None and not (tile.taken or tile.resolved)
    ]
    for number in pending[1:]:
        check.fault(
            ("tiles", number),
            f"tile {number + 1}: piles is missing; only the last split can still be open (A-R14)",
        )
    if too_many or small or pending[1:]:
        return 0
    turns = turns_of_placing(tiles, players, pending[0] if pending else None)
    gathering = any(tile.resolved or tile.taken for tile in tiles)
    if turns is None:
        place = ("tiles", pending[0]) if pending else ("tiles",)
        check.fault(place, _why_no_history(names, numbers, pending))
        return 0
    if gathering and pending:
        check.fault(
            ("tiles", pending[0]),
            f"tile {pending[0] + 1}: piles is missing; gathering has begun, so it has been split",
        )
    elif gathering and turns < MEEPLES * players:
        check.fault(
            ("tiles",),
            "gathering has begun although meeples remain to be placed; "
            "a resolved tile keeps its pin and split",
        )
    return turns


def _is_too_small(tile: _Raw) -> bool:
    return not tile.resolved and tile.taken is None and sum(tile.tokens) < 2


def _why_no_history(names: _Names, numbers: list[int], pending: list[int]) -> str:
    players = len(names.players)
    turns, extra = divmod(sum(numbers), players)
    fair = [turns + (player < extra) for player in range(players)]
    if numbers != fair:
        return (
            f"{_listed(names, numbers)} meeples are on the tiles; in turn order from "
            f"{names.players[0]} it would be {_listed(names, fair)} (A-R9)"
        )
    if pending:
        return (
            f"tile {pending[0] + 1}: piles is missing; it could wait for its split only if its "
            "right meeple were the last placed, which it cannot be (A-R9, A-R14)"
        )
    return (
        f"these meeples cannot have been placed in turn order from {names.players[0]} with the "
        "left space of every tile before its right one (A-R9 to A-R11)"
    )


def _listed(names: _Names, numbers: Sequence[int]) -> str:
    return ", ".join(f"{who} {number}" for who, number in zip(names.players, numbers, strict=True))
