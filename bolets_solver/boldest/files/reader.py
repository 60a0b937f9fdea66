"""Read a position file (``boldest-position/1``) and report every defect with its line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bolets_solver.boldest.files.acted_reader import read_acted
from bolets_solver.boldest.files.item_names import ItemNames
from bolets_solver.boldest.files.plan_reader import read_hands, read_plans
from bolets_solver.boldest.files.table_check import check_table
from bolets_solver.boldest.game.forest import (
    MAX_EXPERIENCE,
    Forest,
    Space,
    item_name_defect,
    parse_forest,
    parse_space,
)
from bolets_solver.boldest.game.position import Position, expeditions
from bolets_solver.boldest.rules import Rules
from bolets_solver.files.findings import Findings, shown
from bolets_solver.files.reading import Reading
from bolets_solver.files.text_file import read_text
from bolets_solver.files.toml.document import parse_toml

FORMAT = "boldest-position/1"
AMANITE = "amanite-position/1"
"""That of the other companion, which has commands of the same names."""
KEYS = (
    "format",
    "players",
    "flags",
    "expedition",
    "forest",
    "experience",
    "items",
    "hands",
    "plans",
    "acted",
    "second",
    "rules",
    "item_names",
)
ABOVE = "it belongs above the first [table]; below a header it is part of that table"
"""The place of the keys of the whole position."""

MAX_ITEMS = 200
MAX_NAME = 60


def read_position(name: str | Path, *, rules: Sequence[str] = ()) -> Reading[Position]:
    """Read the position file ``name`` (``-``: standard input); see `parse_position`."""
    shown = "standard input" if str(name) == "-" else str(name)
    return parse_position(read_text(name), shown, rules=rules)


def parse_position(
    text: str, name: str = "position", *, rules: Sequence[str] = ()
) -> Reading[Position]:
    """Read a position from TOML text; ``name`` is the file's name for messages.

    ``rules`` are settings such as ``loot_icon=any`` that go before those of the text. Raises
    InputError with every defect found.
    """
    document = parse_toml(text, name)
    data = document.data
    findings = Findings(document, dict.fromkeys(KEYS[1:], ABOVE))
    if data.get("format") != FORMAT:
        found = f"not {shown(data['format'])}" if "format" in data else "and is missing"
        other = "; bolets amanite reads that" if data.get("format") == AMANITE else ""
        findings.fault(("format",), f'format must be "{FORMAT}", {found}{other}')
        findings.raise_defects()
    findings.known_keys(data, (), KEYS, "of a position")
    position = _read(data, findings, rules)
    findings.raise_defects()
    assert position is not None
    return Reading(position, tuple(findings.warnings))


def _read(data: dict[str, Any], findings: Findings, settings: Sequence[str]) -> Position | None:
    """Build the position; None if it cannot be built because of the defects found."""
    names = ItemNames(findings, _item_names(data, findings))
    forest = _forest(data, findings, names)
    players = _players(data, findings)
    rules = Rules.read(findings.table(data, "rules"), findings).with_settings(settings)
    if not players:
        return None
    flags = _flags(data, players, findings)
    expedition = _expedition(data, len(players), findings)
    experience = _experience(data, players, findings)
    items = _items(data, players, findings, names)
    hands = read_hands(_table(data, "hands", players, findings), players, findings, names)
    plans = read_plans(_table(data, "plans", players, findings), players, hands, findings, names)
    acted = read_acted(data, players, flags, plans, expedition, rules, findings)
    second = _second(data, forest, findings)
    names.check(whole=expedition == 1 and not acted and second is None)
    if forest is None or findings.defects:  # a position of faulty parts says no lines
        return None
    position = Position(
        players,
        flags,
        forest,
        expedition,
        experience,
        items,
        hands,
        plans,
        acted,
        second,
        rules,
    )
    check_table(position, findings)
    return position


def _players(data: dict[str, Any], findings: Findings) -> tuple[str, ...]:
    names = data.get("players")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        if ("players",) not in findings.meant:
            findings.fault(("players",), 'players must be a list of names: players = ["Ann", "Bo"]')
        return ()
    good = True
    for name in names:
        if not name.strip() or name != name.strip() or not name.isprintable():
            findings.fault(("players",), f"{shown(name)} is not a player's name")
            good = False
        elif len(name) > MAX_NAME:
            findings.fault(("players",), f"a player's name has {MAX_NAME} characters at most")
            good = False
    if len(set(names)) < len(names):
        findings.fault(("players",), "two players have the same name")
        good = False
    if not 2 <= len(names) <= 5:
        findings.fault(("players",), f"{len(names)} players; The Boldest is for 2 to 5")
        good = False
    return tuple(names) if good else ()


def _flags(data: dict[str, Any], players: tuple[str, ...], findings: Findings) -> tuple[int, ...]:
    names = data.get("flags")
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        if sorted(names) == sorted(players):
            return tuple(players.index(name) for name in names)
        unknown = [at for at, name in enumerate(names) if name not in players]
        for at in unknown:
            findings.member(names[at], ("flags", at), players, "flags")
        if unknown:
            return tuple(range(len(players)))
    if names is None and ("flags",) in findings.meant:
        return tuple(range(len(players)))
    findings.fault(
        ("flags",), "flags must name every player once, closest to the King's Tent first"
    )
    return tuple(range(len(players)))


def _expedition(data: dict[str, Any], count: int, findings: Findings) -> int:
    number = data.get("expedition", 1)
    last = expeditions(count)
    if type(number) is not int or not 1 <= number <= last + 1:
        findings.fault(
            ("expedition",),
            f"expedition must be a number from 1 to {last}, or {last + 1} when the Day is over, "
            f"not {shown(number)}",
        )
        return 1
    return number


def _experience(
    data: dict[str, Any], players: tuple[str, ...], findings: Findings
) -> tuple[int, ...]:
    table = _table(data, "experience", players, findings)
    for name, value in table.items():
        if type(value) is not int or not 0 <= value <= MAX_EXPERIENCE:
            findings.fault(
                ("experience", name),
                f"experience of {name} must be a whole number from 0 to {MAX_EXPERIENCE}, "
                f"not {shown(value)}",
            )
            table[name] = 0
    return tuple(table.get(name, 0) for name in players)


def _items(
    data: dict[str, Any], players: tuple[str, ...], findings: Findings, names: ItemNames
) -> tuple[tuple[str, ...], ...]:
    table = _table(data, "items", players, findings)
    owned: dict[str, tuple[str, ...]] = {}
    for name, value in table.items():
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            findings.fault(("items", name), f"items of {name} must be a list of names")
            continue
        if len(value) > MAX_ITEMS:
            findings.fault(("items", name), f"{name} has {len(value)} Items; {MAX_ITEMS} at most")
            continue
        wrong = [message for message in map(item_name_defect, value) if message is not None]
        for message in wrong:
            findings.fault(("items", name), f"items of {name}: {message}")
        if not wrong:
            owned[name] = names.owned(value, ("items", name), f"items of {name}")
    return tuple(owned.get(name, ()) for name in players)


def _forest(data: dict[str, Any], findings: Findings, names: ItemNames) -> Forest | None:
    text = data.get("forest")
    if text is None and ("forest",) in findings.meant:
        return None
    if not isinstance(text, str):
        findings.fault(
            ("forest",), "forest must be its rows in a text of several lines, top row first"
        )
        return None
    forest, defects = parse_forest(text)
    for at, message in defects:
        findings.fault(("forest",), message, findings.document.lines.row("forest", row=at))
    return None if forest is None else names.forest(forest, text)


def _item_names(data: dict[str, Any], findings: Findings) -> list[str]:
    """Every Item of the box, if they are listed."""
    value = data.get("item_names", [])
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        findings.fault(("item_names",), 'item_names must be a list: ["ArcFist", "Hammer"]')
        return []
    wrong = [message for message in map(item_name_defect, value) if message is not None]
    for message in wrong:
        findings.fault(("item_names",), f"item_names: {message}")
    return [] if wrong else value


def _second(data: dict[str, Any], forest: Forest | None, findings: Findings) -> Space | None:
    if "second" not in data:
        return None
    value = data["second"]
    space = parse_space(value) if isinstance(value, str) else None
    if space is None:
        findings.fault(("second",), f'second must be a space such as "c2r1", not {shown(value)}')
    elif forest is not None and space not in forest.spaces:
        findings.fault(("second",), f"second: there is no space {space} in the forest")
    elif forest is not None and space in forest.cards:
        findings.fault(
            ("second",), f"second: a card still lies on {space}; the first card has gone"
        )
    return space


def _table(
    data: dict[str, Any], key: str, players: tuple[str, ...], findings: Findings
) -> dict[str, Any]:
    """The table ``key`` with an entry for some of the players; others are defects."""
    table = data.get(key, {})
    if not isinstance(table, dict):
        findings.fault((key,), f"{key} must be a table with a line for each player: [{key}]")
        return {}
    for name in table:
        if name not in players:
            findings.member(name, (key, name), players, key)
    return {name: value for name, value in table.items() if name in players}
