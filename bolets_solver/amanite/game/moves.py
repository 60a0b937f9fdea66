"""Moves: legal moves, their results, and their notation.

Notation: ``place 2`` (tile 2, counted from the left from 1), ``place 2 split red red | blue pig``,
``split red red | blue pig``, ``pile red red``, ``take red pig``, ``feed blue``. Tokens are in the
order of the position's mushrooms, pigs last, the smaller pile first; any order is read. If the age
of a discarded mushroom matters, ``feed old red`` and ``feed new red`` are two moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bolets_solver.amanite.game.position import (
    Phase,
    Position,
    collect,
    discard,
    settle,
    with_tile,
)
from bolets_solver.amanite.game.tokens import (
    COLOURS,
    NOTHING,
    Counts,
    Piles,
    in_order,
    parse_words,
    picks,
    splits,
    subtract,
    words,
)
from bolets_solver.errors import InputError

MAX_LISTED = 12
"""Largest number of legal moves listed in an error message."""


@dataclass(frozen=True, slots=True)
class Place:
    """Put a meeple on a tile; ``piles`` if that is its split space (A-R9 to A-R15)."""

    tile: int
    piles: Piles | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """Make the open split (A-R14, A-R15)."""

    piles: Piles


@dataclass(frozen=True, slots=True)
class Pile:
    """Take one of the two piles; the other goes to the right player (A-R17 to A-R19)."""

    tokens: Counts


@dataclass(frozen=True, slots=True)
class Take:
    """Take two tokens as the only meeple on a tile (A-R20)."""

    tokens: Counts


@dataclass(frozen=True, slots=True)
class Feed:
    """Discard a mushroom for a pig (A-R22, A-R23).

    ``old``: one of an earlier round, although there is one from this tile (A-Q16).
    """

    colour: int
    old: bool = False


Move = Place | Split | Pile | Take | Feed


def legal_moves(position: Position) -> list[Move]:
    """List every legal move of the player to act, in a fixed order; none on a finished table."""
    player = position.to_act
    if player is None:
        return []
    phase = position.phase
    if phase is Phase.PLACING:
        return _placements(position, player)
    if phase is Phase.FEEDING:
        return _feedings(position, player)
    number = position.pending_split if phase is Phase.SPLITTING else position.current_tile
    assert number is not None
    tile = position.tiles[number]
    if phase is Phase.SPLITTING:
        return [Split(piles) for piles in splits(tile.tokens)]
    if phase is Phase.TAKING:
        return [Take(tokens) for tokens in picks(tile.tokens)]
    assert tile.piles is not None
    return [Pile(tokens) for tokens in dict.fromkeys(tile.piles)]


def _placements(position: Position, player: int) -> list[Move]:
    found: list[Move] = []
    for number in position.open_tiles(player):
        tile = position.tiles[number]
        if tile.pin is None:
            found.append(Place(number))
        else:
            found.extend(Place(number, piles) for piles in splits(tile.tokens))
    return found


def _feedings(position: Position, player: int) -> list[Move]:
    food = position.feedable(player)
    found: list[Move] = []
    for colour in range(COLOURS):
        if food[colour]:
            found.append(Feed(colour))
            if position.ages_differ(player, colour):
                found.append(Feed(colour, old=True))
    return found


def apply(position: Position, move: Move) -> Position:
    """Return the position after a legal ``move``, settled up to the next decision.

    The move is not checked; take it from `legal_moves` or `parse_move`.
    """
    player = position.to_act
    assert player is not None
    match move:
        case Place(number, piles):
            tile = position.tiles[number]
            if tile.pin is None:
                tile = replace(tile, pin=player)
            else:
                tile = replace(tile, split=player, piles=piles)
            position = replace(with_tile(position, number, tile), placed=position.placed + 1)
        case Split(piles):
            pending = position.pending_split
            assert pending is not None
            tile = replace(position.tiles[pending], piles=piles)
            position = with_tile(position, pending, tile)
        case Pile(tokens) | Take(tokens):
            current = position.current_tile
            assert current is not None
            tile = position.tiles[current]
            if tile.split is None:  # the other tokens go back into the bag (A-R20)
                tile = replace(tile, tokens=NOTHING, resolved=True)
            else:
                left = subtract(tile.tokens, tokens)
                tile = replace(tile, tokens=left, piles=None, taken=True)
            position = collect(with_tile(position, current, tile), player, tokens)
        case Feed(colour, old):
            position = discard(position, player, colour, old)
    return settle(position)


def format_move(position: Position, move: Move) -> str:
    """Write ``move`` in canonical notation."""
    colours = position.colours
    match move:
        case Place(number, None):
            return f"place {number + 1}"
        case Place(number, (first, second)):
            return f"place {number + 1} split {words(first, colours)} | {words(second, colours)}"
        case Split((first, second)):
            return f"split {words(first, colours)} | {words(second, colours)}"
        case Pile(tokens):
            return f"pile {words(tokens, colours)}"
        case Take(tokens):
            return f"take {words(tokens, colours)}"
        case Feed(colour, old):
            return f"feed {_age(position, colour, old)}{colours[colour]}"
    raise AssertionError(move)


def _age(position: Position, colour: int, old: bool) -> str:
    """Return ``old`` or ``new`` and a blank if a move must distinguish them."""
    player = position.to_act
    if player is None or not position.ages_differ(player, colour):
        return ""
    return "old " if old else "new "


def parse_move(position: Position, text: str) -> Move:
    """Read a move and return it if it is legal here.

    Raises InputError if the notation is wrong or the move is not legal.
    """
    legal = legal_moves(position)
    if not legal:
        raise InputError("the table is finished: there are no more moves")
    move = _read(position, text)
    if move not in legal:
        raise InputError(f'"{text.strip()}" is not legal here; {_what_is_legal(position, legal)}')
    return move


def _what_is_legal(position: Position, legal: list[Move]) -> str:
    actor = position.to_act
    assert actor is not None
    who = position.players[actor]
    if len(legal) <= MAX_LISTED:
        listed = "; ".join(format_move(position, move) for move in legal)
        return f"{who} may: {listed}"
    first = format_move(position, legal[0])
    return f"{who} has {len(legal)} moves, such as: {first}"


def _read(position: Position, text: str) -> Move:
    verb, _, rest = text.strip().partition(" ")
    colours = position.colours
    match verb.casefold():
        case "place":
            found = re.fullmatch(r"\s*(\d{1,3})\s*(?:split\s(.*))?", rest, re.IGNORECASE)
            if found is None:
                raise InputError(
                    f'"{text.strip()}": write place and the number of a tile, '
                    "then split and two piles if it has a meeple: place 2 split red | blue pig"
                )
            piles = None if found[2] is None else _read_piles(found[2], colours)
            return Place(int(found[1]) - 1, piles)
        case "split":
            return Split(_read_piles(rest, colours))
        case "pile":
            return Pile(parse_words(rest, colours))
        case "take":
            return Take(parse_words(rest, colours))
        case "feed":
            return _read_feeding(position, text, rest)
    raise InputError(
        f'"{text.strip()}" is not a move; moves begin with place, split, pile, take or feed'
    )


def _read_feeding(position: Position, text: str, rest: str) -> Feed:
    """Read the fed mushroom: a colour, optionally after ``old`` or ``new``.

    Without a word it is the new one. A word that makes no difference is allowed.
    """
    age, *others = rest.split() or [""]
    if len(others) == 1 and age.casefold() in ("old", "new"):
        rest = others[0]
    else:
        age = ""
    food = parse_words(rest, position.colours)
    if sum(food) != 1 or not any(food[:COLOURS]):
        raise InputError(f'"{text.strip()}": one mushroom is fed at a time: feed red')
    colour = food.index(1)
    player = position.to_act
    if age and player is not None:
        new = position.fresh[player][colour]
        if not (position.feedable(player)[colour] - new if age.casefold() == "old" else new):
            who = position.players[player]
            raise InputError(
                f'"{text.strip()}": {who} has no {age.casefold()} {position.colours[colour]} '
                "that a pig may eat"
            )
    old = age.casefold() == "old" and player is not None and position.ages_differ(player, colour)
    return Feed(colour, old)


def _read_piles(text: str, colours: tuple[str, ...]) -> Piles:
    sides = text.split("|")
    if len(sides) != 2:
        raise InputError(f'"{text.strip()}": separate two piles by one |')
    return in_order(parse_words(sides[0], colours), parse_words(sides[1], colours))
