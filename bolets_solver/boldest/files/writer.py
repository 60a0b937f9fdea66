"""Writing positions: the same TOML that people type."""

from __future__ import annotations

from collections.abc import Sequence

from bolets_solver.boldest.game.heroes import Group, group_text
from bolets_solver.boldest.game.position import Acted, Position, WeightedPlan, plan_texts
from bolets_solver.files.toml.writer import toml_list, toml_pair, toml_text


def format_position(position: Position) -> str:
    """Return ``position`` as the text of a position file."""
    names = position.players
    lines = [
        'format = "boldest-position/1"',
        f"players = {toml_list(names)}",
        f"flags = {toml_list(names[player] for player in position.flags)}",
        f"expedition = {position.expedition}",
        "# M Monster, A Artifact with Experience, I:Name Item; * crosshair, !Name required Item",
        "forest = '''",
        str(position.forest),
        "'''",
    ]
    if position.acted:
        lines.append(f"acted = {toml_list(_acted(names, entry) for entry in position.acted)}")
    if position.second is not None:
        lines.append(f"second = {toml_text(str(position.second))}")
    lines += _table("experience", names, [str(value) for value in position.experience])
    lines += _table(
        "items", names, [toml_list(items) if items else None for items in position.items]
    )
    lines += _table("hands", names, [_hand(hand) for hand in position.hands])
    lines += _table("plans", names, [_plans(plans) for plans in position.plans])
    changed = position.rules.changed()
    lines += _table("rules", list(changed), [toml_text(word) for word in changed.values()])
    return "\n".join(lines) + "\n"


def _table(header: str, keys: Sequence[str], values: Sequence[str | None]) -> list[str]:
    """A TOML table; entries without a value and tables without entries are left out."""
    entries = [
        toml_pair(key, value) for key, value in zip(keys, values, strict=True) if value is not None
    ]
    return [f"[{header}]", *entries] if entries else []


def _plans(plans: tuple[WeightedPlan, ...] | None) -> str | None:
    if plans is None:
        return None
    if len(plans) == 1:
        return toml_list(plan_texts(plans[0].plan))
    parts = [
        f"    {{ weight = {each.weight!r}, plan = {toml_list(plan_texts(each.plan))} }},"
        for each in plans
    ]
    return "\n".join(["[", *parts, "]"])


def _hand(hand: Group | None) -> str | None:
    return None if hand is None else toml_text(group_text(hand))


def _acted(names: Sequence[str], entry: Acted) -> str:
    word = {True: " unable", False: " took", None: ""}[entry.unable]
    return f"{names[entry.player]} {entry.hero_class}{word}"
