"""Reading a position file (``boldest-position/1``): every defect at once, each with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bolets_solver.boldest.files.checks import Findings, Spellings
from bolets_solver.boldest.files.plan_reader import read_acted, read_hands, read_plans
from bolets_solver.boldest.files.toml_lines import KeyLines, load_toml
from bolets_solver.boldest.game.forest import (
    MAX_EXPERIENCE,
    Forest,
    Space,
    item_name_defect,
    parse_forest,
    parse_space,
)
from bolets_solver.boldest.game.position import Position, expeditions
from bolets_solver.boldest.rules import Rules, switch_defect
from bolets_solver.errors import InputError
from bolets_solver.files.text_file import read_text

FORMAT = "boldest-position/1"
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
)
MAX_ITEMS = 200
MAX_NAME = 60


def load_position(name: str | Path) -> tuple[Position, list[str]]:
    """Read a position from a file (``-``: standard input); return it and its warnings.

    Raises InputError with all defects of the file.
    """
    shown = "standard input" if str(name) == "-" else str(name)
    return parse_position(read_text(name), shown)


def parse_position(text: str, shown: str = "position") -> tuple[Position, list[str]]:
    """Read a position from a text; ``shown`` is what messages call it.

    Raises InputError with all defects of the text.
    """
    data = load_toml(text, shown)
    findings = Findings(shown, KeyLines(text))
    if data.get("format") != FORMAT:
        found = f"not {data['format']!r}" if "format" in data else "and is missing"
        findings.defect(f'format must be "{FORMAT}", {found}', "format")
        raise InputError(findings.defects)
    for key in data:
        if key not in KEYS:
            findings.warn(f"the key {key!r} is not known and is ignored", key)
    position = _read(data, findings)
    if findings.defects:
        raise InputError(sorted(findings.defects, key=lambda defect: defect.line or 0))
    assert position is not None
    return position, findings.warnings


def _read(data: dict[str, Any], findings: Findings) -> Position | None:
    """Build the position; None if it cannot be built because of the defects found."""
    spellings = Spellings()
    forest = _forest(data, findings, spellings)
    players = _players(data, findings)
    rules = _rules(data, findings)
    if not players:
        return None
    flags = _flags(data, players, findings)
    expedition = _expedition(data, len(players), findings)
    experience = _experience(data, players, findings)
    items = _items(data, players, findings, spellings)
    hands = read_hands(_table(data, "hands", players, findings), players, findings, spellings)
    plans = read_plans(
        _table(data, "plans", players, findings), players, hands, findings, spellings
    )
    acted = read_acted(data, players, plans, expedition, findings)
    second = _second(data, forest, findings)
    if forest is None:
        return None
    return Position(
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


def _players(data: dict[str, Any], findings: Findings) -> tuple[str, ...]:
    names = data.get("players")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        findings.defect('players must be a list of names: players = ["Ann", "Bo"]', "players")
        return ()
    good = True
    for name in names:
        if not name.strip() or name != name.strip() or not name.isprintable():
            findings.defect(f"{name[:60]!r} is no player's name", "players")
            good = False
        elif len(name) > MAX_NAME:
            findings.defect(f"a player's name has {MAX_NAME} characters at most", "players")
            good = False
    if len(set(names)) < len(names):
        findings.defect("two players have the same name", "players")
        good = False
    if not 2 <= len(names) <= 5:
        findings.defect(f"{len(names)} players; The Boldest is for 2 to 5", "players")
        good = False
    return tuple(names) if good else ()


def _flags(data: dict[str, Any], players: tuple[str, ...], findings: Findings) -> tuple[int, ...]:
    names = data.get("flags")
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        if sorted(names) == sorted(players):
            return tuple(players.index(name) for name in names)
        for name in names:
            if name not in players:
                findings.defect(f"flags: there is no player {name[:60]!r}", "flags")
    findings.defect("flags must name every player once, closest to the King's Tent first", "flags")
    return tuple(range(len(players)))


def _expedition(data: dict[str, Any], count: int, findings: Findings) -> int:
    number = data.get("expedition", 1)
    last = expeditions(count)
    if type(number) is not int or not 1 <= number <= last + 1:
        findings.defect(
            f"expedition must be a number from 1 to {last}, or {last + 1} when the Day is over, "
            f"not {_shown(number)}",
            "expedition",
        )
        return 1
    return number


def _experience(
    data: dict[str, Any], players: tuple[str, ...], findings: Findings
) -> tuple[int, ...]:
    table = _table(data, "experience", players, findings)
    for name, value in table.items():
        if type(value) is not int or not 0 <= value <= MAX_EXPERIENCE:
            findings.defect(
                f"experience of {name} must be a whole number from 0 to {MAX_EXPERIENCE}, "
                f"not {_shown(value)}",
                "experience",
                name,
            )
            table[name] = 0
    return tuple(table.get(name, 0) for name in players)


def _items(
    data: dict[str, Any], players: tuple[str, ...], findings: Findings, spellings: Spellings
) -> tuple[tuple[str, ...], ...]:
    table = _table(data, "items", players, findings)
    owned: dict[str, tuple[str, ...]] = {}
    for name, value in table.items():
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            findings.defect(f"items of {name} must be a list of names", "items", name)
            continue
        if len(value) > MAX_ITEMS:
            findings.defect(f"{name} has {len(value)} Items; {MAX_ITEMS} at most", "items", name)
            continue
        wrong = [message for message in map(item_name_defect, value) if message is not None]
        for message in wrong:
            findings.defect(f"items of {name}: {message}", "items", name)
        if not wrong:
            owned[name] = tuple(sorted(map(spellings.name, value), key=str.lower))
    return tuple(owned.get(name, ()) for name in players)


def _forest(data: dict[str, Any], findings: Findings, spellings: Spellings) -> Forest | None:
    text = data.get("forest")
    if not isinstance(text, str):
        findings.defect(
            "forest must be its rows in a text of several lines, top row first", "forest"
        )
        return None
    forest, defects = parse_forest(text)
    start = findings.lines.line("forest")
    for at, message in defects:
        findings.defect(message, line=None if start is None else start + 1 + at)
    return None if forest is None else spellings.forest(forest)


def _second(data: dict[str, Any], forest: Forest | None, findings: Findings) -> Space | None:
    if "second" not in data:
        return None
    value = data["second"]
    space = parse_space(value) if isinstance(value, str) else None
    if space is None:
        findings.defect(f'second must be a space such as "c2r1", not {_shown(value)}', "second")
    elif forest is not None and space not in forest.spaces:
        findings.defect(f"second: there is no space {space} in the forest", "second")
    elif forest is not None and space in forest.cards:
        findings.defect(f"second: a card still lies on {space}; the first card has gone", "second")
    return space


def _rules(data: dict[str, Any], findings: Findings) -> Rules:
    table = data.get("rules", {})
    if not isinstance(table, dict):
        findings.defect("rules must be a table: [rules]", "rules")
        return Rules()
    words: dict[str, str] = {}
    for name, word in table.items():
        wrong = switch_defect(name, word)
        if wrong is not None:
            findings.defect(wrong, "rules", name)
        else:
            words[name] = word
    return Rules(**words)


def _table(
    data: dict[str, Any], key: str, players: tuple[str, ...], findings: Findings
) -> dict[str, Any]:
    """The table ``key`` with an entry for some of the players; others are defects."""
    table = data.get(key, {})
    if not isinstance(table, dict):
        findings.defect(f"{key} must be a table with a line for each player: [{key}]", key)
        return {}
    for name in table:
        if name not in players:
            findings.defect(f"{key}: there is no player {name[:60]!r}", key, name)
    return {name: value for name, value in table.items() if name in players}


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # a whole number of more digits than Python prints
        return "a number too long to print"
    return text if len(text) <= 60 else text[:57] + "..."
