"""Read a position file (``amanite-position/1``) and report every defect."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath

from bolets_solver.amanite.files.checks import Checker, attribute_name
from bolets_solver.amanite.files.tile_reader import FULL_TILE, read_tiles
from bolets_solver.amanite.game.position import Hints, Position, Tile, settle
from bolets_solver.amanite.game.scoring import ANTIDOTE, ATTRIBUTES, POISON
from bolets_solver.amanite.game.tokens import (
    COLOURS,
    MEEPLES,
    NOTHING,
    PIG,
    PIG_NAME,
    Counts,
    as_counts,
)
from bolets_solver.amanite.game.worlds import consistent_worlds
from bolets_solver.amanite.rules import Rules
from bolets_solver.files.findings import instead, shown
from bolets_solver.files.reading import Reading
from bolets_solver.files.text_file import read_text
from bolets_solver.files.toml.document import Path, parse_toml

FORMAT = "amanite-position/1"
BOLDEST = "boldest-position/1"
"""That of the other companion, which has commands of the same names."""
KEYS = (
    "format",
    "players",
    "mushrooms",
    "attributes",
    "attribute_of",
    "tokens",
    "hints",
    "tiles",
    "feed",
    "rules",
    "earlier",
    "fresh",
)
_AT_THE_TOP = "it belongs to the top of the file, above the first header in brackets"
_ON_A_TILE = "it belongs below the [[tiles]] of its tile"
ELSEWHERE = {
    **dict.fromkeys(("players", "mushrooms", "attributes", "attribute_of", "feed"), _AT_THE_TOP),
    **dict.fromkeys(("pin", "split", "piles", "resolved", "taken"), _ON_A_TILE),
    **{
        key: f"write [{key}] above it: it is a table of its own"
        for key in ("tokens", "hints", "rules", "earlier", "fresh")
    },
    "left": "the player on the left space of a tile is its pin",
    "right": "the player on the right space of a tile is its split",
}
"""The right places of keys that people write elsewhere."""

MOST_NOTEBOOK = 2
"""Largest number of notebook hints of a player in the third round (A-R6, A-R7)."""

MOST_MUSHROOMS, MOST_OF_A_COLOUR, MOST_PIGS = 60, 10, 4
"""What the box holds (A-Q32); that every colour has ten is nowhere stated."""


def read_position(
    name: str | FilePath, *, finished: bool = False, rules: Sequence[str] = ()
) -> Reading[Position]:
    """Read the position file ``name`` (``-``: standard input); see `parse_position`."""
    shown = "standard input" if str(name) == "-" else str(name)
    return parse_position(read_text(name), shown, finished=finished, rules=rules)


def parse_position(
    text: str, name: str | None = None, *, finished: bool = False, rules: Sequence[str] = ()
) -> Reading[Position]:
    """Read a position from TOML text; ``name`` is the file's name for messages.

    With ``finished`` the tiles may be left out: everything has been gathered. ``rules`` are
    settings such as ``pig_scope=literal`` that override those of the text; forced events depend on
    them, so they cannot be changed afterwards. Raises InputError with every defect.
    """
    document = parse_toml(text, name)
    check = Checker(document, ELSEWHERE)
    data = document.data
    check.known_keys(data, (), KEYS, "at the top of a position")
    _read_format(check)
    players = _read_players(check)
    colours = _read_colours(check)
    attributes = _read_attributes(check, finished)
    if not (players and colours and attributes):
        check.raise_defects()
    before = len(check.defects)
    known = _read_known(check, colours, attributes)
    hints = _read_hints(check, players, colours, attributes)
    if len(check.defects) == before and len(attributes) == COLOURS:
        _check_knowledge(check, players, attributes, known, hints)
    played = Rules.read(check.table(data, "rules"), check).with_settings(rules)
    hands = _read_hands(check, "tokens", players, colours)
    _warn_of_empty_hands(check, players)
    feed = _read_feed(check, players)
    tiles: tuple[Tile, ...]
    if finished and "tiles" not in data:
        tiles = (Tile(NOTHING, resolved=True),) * (len(players) + 1)
        placed = MEEPLES * len(players)
    else:
        tiles, placed = read_tiles(check, players, colours, hands, feed)
    earlier = _read_hands(check, "earlier", players, colours)
    fresh = _read_hands(check, "fresh", players, colours)
    _check_totals(check, colours, hands, tiles)
    _check_collected(check, played, players, hands, tiles, earlier, fresh)
    check.raise_defects()
    literal = played.pig_scope == "literal"
    position = Position(
        players=players,
        colours=colours,
        attributes=attributes,
        tokens=hands,
        tiles=tiles,
        known=known,
        hints=hints,
        rules=played,
        placed=placed,
        feed=feed,
        earlier=earlier if literal else (),
        fresh=fresh if literal else (),
    )
    return Reading(settle(position), tuple(check.warnings))


def _read_format(check: Checker) -> None:
    value = check.document.data.get("format")
    if value is None:
        check.fault(("format",), f'format is missing; write format = "{FORMAT}"')
    elif value != FORMAT:
        other = "; bolets boldest reads that" if value == BOLDEST else ""
        check.fault(("format",), f'format must be "{FORMAT}", not {shown(value)}{other}')


def _read_names(check: Checker, key: str, numbers: range, what: str) -> tuple[str, ...]:
    """Read a list of different names; empty after a defect."""
    value = check.items(check.document.data, key)
    if value is None:
        return ()
    before = len(check.defects)
    if len(value) not in numbers:
        wanted = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
        check.fault((key,), f"{key}: {wanted} {what} are needed, there are {len(value)}")
    for name in value:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            check.fault((key,), f"{key}: a name is a text in quotation marks, not {shown(name)}")
        elif value.count(name) > 1:
            check.fault((key,), f'{key}: "{name}" occurs more than once')
            break
    return tuple(value) if len(check.defects) == before else ()


def _read_players(check: Checker) -> tuple[str, ...]:
    return _read_names(check, "players", range(2, 5), "players")


def _read_colours(check: Checker) -> tuple[str, ...]:
    colours = _read_names(check, "mushrooms", range(COLOURS, COLOURS + 1), "colours")
    before = len(check.defects)
    folded = [colour.casefold() for colour in colours]
    for colour in colours:
        if len(colour.split()) != 1 or "|" in colour or "," in colour:
            check.fault(("mushrooms",), f'mushrooms: "{colour}" must be one word without | and ,')
        elif colour.casefold() == PIG_NAME or folded.count(colour.casefold()) > 1:
            check.fault(("mushrooms",), f'mushrooms: "{colour}" would be mistaken in moves')
    return colours if len(check.defects) == before else ()


def _read_attributes(check: Checker, finished: bool) -> tuple[str, ...]:
    """Read the attributes in play.

    For a finished table those of ``attribute_of`` are enough: the list may be left out, or lack
    attributes of colours that no player holds.
    """
    data = check.document.data
    if finished and "attributes" not in data:
        known = {attribute_name(value) for value in check.table(data, "attribute_of").values()}
        found = tuple(name for name in ATTRIBUTES if name in known)
        if not found:
            check.fault(("attributes",), "attributes is missing, and attribute_of names none")
        return found
    value = check.items(data, "attributes")
    if value is None:
        return ()
    before = len(check.defects)
    names = [attribute_name(one) for one in value]
    for one, name in zip(value, names, strict=True):
        if name is None:
            check.fault(
                ("attributes",),
                f"attributes: {shown(one)} is not an attribute; {instead(one, ATTRIBUTES)}",
            )
    if len(value) != COLOURS and not (finished and len(value) < COLOURS):
        check.fault(
            ("attributes",),
            f"attributes: {COLOURS} are in play, one a colour (A-R3); there are {len(value)}",
        )
    for name in dict.fromkeys(names):
        if name is not None and names.count(name) > 1:
            check.fault(("attributes",), f'attributes: "{name}" occurs more than once')
    for name in (POISON, ANTIDOTE):
        if name not in names and None not in names and not finished:
            check.fault(("attributes",), f"attributes: {name} is always in play (A-R3)")
    if len(check.defects) > before:
        return ()
    return tuple(name for name in names if name is not None)


def _read_known(
    check: Checker, colours: Sequence[str], attributes: Sequence[str]
) -> tuple[str | None, ...]:
    facts = _read_facts(check, "attribute_of", (), colours, attributes, check.document.data)
    by_colour = dict(facts)
    return tuple(by_colour.get(colour) for colour in range(COLOURS))


def _read_facts(
    check: Checker,
    key: str,
    path: Path,
    colours: Sequence[str],
    attributes: Sequence[str],
    parent: dict[str, object],
) -> list[tuple[int, str]]:
    """Read a table of colours and their attributes."""
    facts: list[tuple[int, str]] = []
    for name, value in check.table(parent, key, path).items():
        place = (*path, key, name)
        colour = check.member(name, place, colours, key)
        attribute = check.attribute(value, place, attributes, f"{key}, {name}")
        if colour is None or attribute is None:
            continue
        if any(attribute == other for _, other in facts):
            check.fault(place, f"{key}: {attribute} belongs to one colour only (A-R4)")
        facts.append((colour, attribute))
    return facts


def _read_hands(
    check: Checker, key: str, players: Sequence[str], colours: Sequence[str]
) -> tuple[Counts, ...]:
    table = check.table(check.document.data, key)
    for name in table:
        check.member(name, (key, name), players, key)
    return tuple(
        check.counts(table.get(player, {}), (key, player), colours, f"{key} of {player}")
        for player in players
    )


def _warn_of_empty_hands(check: Checker, players: Sequence[str]) -> None:
    """Warn of players without tokens, which is rare in the third round."""
    table = check.document.data.get("tokens", {})
    missing = [name for name in players if isinstance(table, dict) and name not in table]
    if missing:
        check.warn(
            ("tokens",),
            f"tokens: nothing is written for {' and '.join(missing)}, who "
            f"{'holds' if len(missing) == 1 else 'hold'} none then; "
            f"if that is so, write {missing[0]} = {{}}",
        )


def _read_feed(check: Checker, players: Sequence[str]) -> tuple[int, ...]:
    table = check.table(check.document.data, "feed")
    for name in table:
        check.member(name, ("feed", name), players, "feed")
    return tuple(
        check.number(table.get(player, 0), ("feed", player), f"feed, {player}:", MOST_PIGS)
        for player in players
    )


def _read_hints(
    check: Checker,
    players: Sequence[str],
    colours: Sequence[str],
    attributes: Sequence[str],
) -> tuple[Hints | None, ...]:
    table = check.table(check.document.data, "hints")
    found: list[Hints | None] = [None] * len(players)
    for name in table:
        path = ("hints", name)
        player = check.member(name, path, players, "hints")
        own = check.table(table, name, ("hints",))
        check.known_keys(own, path, ("start", "shuffled", "notebook"), "among hints")
        start = [
            check.member(one, (*path, "start"), colours, f"start of {name}")
            for one in _three(check, own, "start", path)
        ]
        shuffled = [
            check.attribute(one, (*path, "shuffled"), attributes, f"shuffled of {name}")
            for one in _three(check, own, "shuffled", path)
        ]
        if shuffled and not start and "start" not in own:
            check.fault(
                (*path, "shuffled"), f"hints of {name}: start, the colours of the card, is missing"
            )
        notebook = _read_facts(check, "notebook", path, colours, attributes, own)
        if len(notebook) > MOST_NOTEBOOK:
            check.fault(
                (*path, "notebook"),
                f"notebook of {name}: {len(notebook)} hints; by the third round a player has taken "
                f"{MOST_NOTEBOOK} (A-R7)",
            )
        if player is not None:
            found[player] = Hints(
                tuple(colour for colour in start if colour is not None),
                tuple(attribute for attribute in shuffled if attribute is not None),
                tuple(notebook),
            )
    return tuple(found)


def _three(check: Checker, table: dict[str, object], key: str, path: Path) -> list[object]:
    """Return the three different entries of a list that may be left out; else nothing."""
    if key not in table:
        return []
    entries = check.items(table, key, path) or []
    if len(entries) == 3 and len({str(entry) for entry in entries}) == 3:
        return entries
    check.fault((*path, key), f"{key} of {path[-1]}: three different entries are needed (A-R5)")
    return []


def _check_totals(
    check: Checker, colours: Sequence[str], hands: Sequence[Counts], tiles: Sequence[Tile]
) -> None:
    """Report more tokens than the box contains (A-Q32)."""
    everywhere = [*hands, *(tile.tokens for tile in tiles)]
    total = as_counts([sum(numbers) for numbers in zip(*everywhere, strict=True)])
    if sum(total[:PIG]) > MOST_MUSHROOMS:
        check.fault(
            ("tokens",), f"{sum(total[:PIG])} mushroom tokens are out; there are {MOST_MUSHROOMS}"
        )
    if total[PIG] > MOST_PIGS:
        check.fault(("tokens",), f"{total[PIG]} pigs are out; there are {MOST_PIGS}")
    for colour, number in zip(colours, total[:PIG], strict=True):
        if number > MOST_OF_A_COLOUR:
            check.warn(("tokens",), f"{number} {colour} tokens are out, more than ten")
    for number, tile in enumerate(tiles):
        size = sum(tile.tokens)
        # with four players the bag may run short of tokens for the last tile (A-Q19, A-Q21)
        short = len(hands) == 4 and number == len(tiles) - 1 and 4 <= size < FULL_TILE
        if size != FULL_TILE and not (tile.resolved or tile.taken or short):
            check.warn(
                ("tiles", number), f"tile {number + 1} holds {size} tokens instead of {FULL_TILE}"
            )


def _check_collected(
    check: Checker,
    rules: Rules,
    players: Sequence[str],
    hands: Sequence[Counts],
    tiles: Sequence[Tile],
    earlier: Sequence[Counts],
    fresh: Sequence[Counts],
) -> None:
    """Report tokens collected this round that are no longer in front of their owner."""
    for player, name in enumerate(players):
        both = [a + b for a, b in zip(earlier[player], fresh[player], strict=True)]
        if any(new > own for new, own in zip(both, hands[player], strict=True)):
            check.fault(
                ("earlier", name), f"earlier and fresh of {name} exceed the player's tokens"
            )
    data = check.document.data
    begun = any(tile.meeples and (tile.resolved or tile.taken) for tile in tiles)
    for key, collected in (("earlier", earlier), ("fresh", fresh)):
        for name, hand in zip(players, collected, strict=True):
            if any(hand) and not any(tile.resolved or tile.taken for tile in tiles):
                check.fault(
                    (key, name),
                    f"{key} of {name}: nothing has been collected this round, no tile is resolved",
                )
    if rules.pig_scope == "literal" and begun and not {"earlier", "fresh"} & data.keys():
        check.warn(
            ("rules", "pig_scope"),
            "pig_scope = literal: without the tables earlier and fresh every token counts as old",
        )


def _check_knowledge(
    check: Checker,
    players: Sequence[str],
    attributes: Sequence[str],
    known: Sequence[str | None],
    hints: Sequence[Hints | None],
) -> None:
    """Report hints that are true in no possible world (A-Q24)."""
    before = len(check.defects)
    for player, own in enumerate(hints):
        if own is not None and not any(consistent_worlds(attributes, known, [own])):
            check.fault(
                ("hints", players[player]),
                f"the hints of {players[player]} contradict each other or attribute_of: "
                "no assignment of attributes to colours agrees with them (A-Q24)",
            )
    if len(check.defects) == before and not any(consistent_worlds(attributes, known, hints)):
        check.fault(("hints",), "the hints of the players contradict each other (A-Q24)")
