"""Writing positions: the same TOML that people type."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from bolets_solver.boldest.game.heroes import Group, group_text
from bolets_solver.boldest.game.position import Acted, Position, WeightedPlan, plan_texts


def position_text(position: Position) -> str:
    """A position as a file holds it; reading it again gives the same position."""
    names = position.players
    lines = [
        'format = "boldest-position/1"',
        f"players = {_text(list(names))}",
        f"flags = {_text([names[player] for player in position.flags])}",
        f"expedition = {position.expedition}",
        "# M Monster, A Artifact with Experience, I:Name Item; * crosshair, !Name required Item",
        "forest = '''",
        str(position.forest),
        "'''",
    ]
    if position.acted:
        lines.append(f"acted = {_text([_acted(names, entry) for entry in position.acted])}")
    if position.second is not None:
        lines.append(f"second = {_text(str(position.second))}")
    lines += _table("experience", names, [str(value) for value in position.experience])
    lines += _table(
        "items", names, [_text(list(items)) if items else None for items in position.items]
    )
    lines += _table("hands", names, [_hand(hand) for hand in position.hands])
    lines += _table("plans", names, [_plans(plans) for plans in position.plans])
    changed = position.rules.changed()
    lines += _table("rules", list(changed), [_text(word) for word in changed.values()])
    return "\n".join(lines) + "\n"


def _table(header: str, keys: Sequence[str], values: Sequence[str | None]) -> list[str]:
    """A TOML table; entries without a value and tables without entries are left out."""
    entries = [
        f"{_key(key)} = {value}"
        for key, value in zip(keys, values, strict=True)
        if value is not None
    ]
    return [f"[{header}]", *entries] if entries else []


def _plans(plans: tuple[WeightedPlan, ...] | None) -> str | None:
    if plans is None:
        return None
    if len(plans) == 1:
        return _text(plan_texts(plans[0].plan))
    parts = [
        f"    {{ weight = {each.weight!r}, plan = {_text(plan_texts(each.plan))} }},"
        for each in plans
    ]
    return "\n".join(["[", *parts, "]"])


def _hand(hand: Group | None) -> str | None:
    return None if hand is None else _text(group_text(hand))


def _acted(names: Sequence[str], entry: Acted) -> str:
    word = {True: " unable", False: " took", None: ""}[entry.unable]
    return f"{names[entry.player]} {entry.hero_class}{word}"


def _text(value: object) -> str:
    """A string or a list of strings; TOML writes them as JSON does."""
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)
