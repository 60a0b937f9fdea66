"""Reading the hands and the plans from a position file."""

from __future__ import annotations

import math
from typing import Any

from bolets_solver.boldest.files.item_names import ItemNames
from bolets_solver.boldest.game.heroes import (
    CLASS_WORDS,
    Group,
    group_class,
    group_text,
    lacking,
    parse_heroes,
    why_illegal,
)
from bolets_solver.boldest.game.position import (
    Plan,
    Slot,
    WeightedPlan,
    expeditions,
    groups_per_space,
)
from bolets_solver.files.findings import Findings, nearest, shown
from bolets_solver.files.toml.document import Path

Plans = tuple[tuple[WeightedPlan, ...] | None, ...]
MAX_WEIGHTED = 1000


def read_hands(
    table: dict[str, Any], players: tuple[str, ...], findings: Findings, names: ItemNames
) -> tuple[Group | None, ...]:
    """The hand of every player, None where none is given."""
    hands: dict[str, Group] = {}
    for name, text in table.items():
        if not isinstance(text, str):
            findings.fault(("hands", name), f'the hand of {name} must be a text: "W W+3 T P"')
            continue
        heroes, defects = parse_heroes(text)
        for message in defects:
            findings.fault(("hands", name), f"hand of {name}: {message}")
        if not defects:
            hands[name] = names.heroes(heroes, ("hands", name), f"hand of {name}")
    return tuple(hands.get(name) for name in players)


def read_plans(
    table: dict[str, Any],
    players: tuple[str, ...],
    hands: tuple[Group | None, ...],
    findings: Findings,
    names: ItemNames,
) -> Plans:
    """The plans of every player, None where none is given; each must lie in the hand."""
    plans: list[tuple[WeightedPlan, ...] | None] = []
    for player, name in enumerate(players):
        if name not in table:
            plans.append(None)
            continue
        plans.append(
            _PlanReader(name, len(players), hands[player], findings, names).read(table[name])
        )
    return tuple(plans)


class _PlanReader:
    """Reads what a file says of one player's plan."""

    def __init__(
        self,
        name: str,
        count: int,
        hand: Group | None,
        findings: Findings,
        names: ItemNames,
    ):
        self.name = name
        self.spaces = expeditions(count)
        self.groups = groups_per_space(count)
        self.hand = hand
        self.findings = findings
        self.names = names
        self.path: Path = ("plans", name)

    def defect(self, message: str) -> None:
        """Note a defect of what is being read."""
        self.findings.fault(self.path, f"plan of {self.name}: {message}")

    def warn(self, message: str) -> None:
        """Note once what is odd in what is being read."""
        path, text = self.path, f"plan of {self.name}: {message}"
        if not any(warning.endswith(text) for warning in self.findings.warnings):
            self.findings.warn(path, text)

    def read(self, value: object) -> tuple[WeightedPlan, ...] | None:
        """One plan or a list of weighted ones; None after a defect."""
        if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
            return self._weighted(value)
        plan = self._plan(value, self.path)
        return None if plan is None else (WeightedPlan(1.0, plan),)

    def _weighted(self, parts: list[dict[str, Any]]) -> tuple[WeightedPlan, ...] | None:
        sound = len(self.findings.defects)
        if len(parts) > MAX_WEIGHTED:
            self.defect(f"{len(parts)} weighted plans; {MAX_WEIGHTED} at most")
            return None
        plans: list[WeightedPlan] = []
        for number, part in enumerate(parts):
            self.path = ("plans", self.name, number)
            strange = [key for key in part if key not in ("weight", "plan")]
            for key in strange:
                close = nearest(key, ("weight", "plan"))
                meant = f'; did you mean "{close}"?' if close else ""
                self.defect(f"a weighted plan has weight and plan, not {shown(key)}{meant}")
            if strange:
                continue
            weight = part.get("weight")
            plan = self._plan(part.get("plan"), (*self.path, "plan"))
            if type(weight) not in (int, float) or not 0 <= float(weight or 0) < math.inf:
                self.defect("weight must be a number, 0 or more")
            elif plan is not None and weight:
                plans.append(WeightedPlan(float(weight), plan))
        self.path = ("plans", self.name)
        if len(self.findings.defects) > sound:
            return None
        total = math.fsum(plan.weight for plan in plans)
        if not plans or total == 0 or math.isinf(total):
            self.defect("the weights must add up to 1")
            return None
        if abs(total - 1) > 1e-6:
            self.warn(f"the weights add up to {total:g} and are scaled to 1")
        return tuple(WeightedPlan(plan.weight / total, plan.plan) for plan in plans)

    def _plan(self, value: object, path: Path) -> Plan | None:
        if not isinstance(value, list):
            self.defect(f"a plan is a list with an entry for each of the {self.spaces} spaces")
            return None
        if len(value) != self.spaces:
            self.defect(f"{len(value)} entries; there are {self.spaces} Planning Spaces")
            return None
        before = len(self.findings.defects)
        whole = self.path
        slots: list[Slot | None] = []
        for number, entry in enumerate(value, start=1):
            self.path = (*path, number - 1)
            slots.append(self._slot(entry, number))
        self.path = whole
        plan: Plan = tuple(slots)
        self._check_hand(plan)
        return plan if len(self.findings.defects) == before else None

    def _slot(self, entry: object, number: int) -> Slot | None:
        """What lies on one space; None if face down, and after a defect."""
        if entry == "?" or (self.groups == 2 and entry == ["?", "?"]):
            return None
        if self.groups == 2 and entry == "":
            return ((), ())
        texts = [entry] if self.groups == 1 else entry
        if (
            not isinstance(texts, list)
            or len(texts) != self.groups
            or not all(isinstance(text, str) for text in texts)
        ):
            wanted = (
                'a text such as "W W"' if self.groups == 1 else 'two texts such as ["W W", "T"]'
            )
            self.defect(f'space {number} must be {wanted}, "" if empty, "?" if face down')
            return None
        groups: list[Group] = []
        for text in texts:
            heroes, defects = parse_heroes(text)
            for message in defects:
                self.defect(f"space {number}: {message}")
            groups.append(self.names.heroes(heroes, self.path, f"plan of {self.name}"))
            illegal = why_illegal(groups[-1])
            if illegal is not None and not defects:
                self.warn(
                    f"space {number}: {group_text(groups[-1])} is not a legal Group, {illegal}; "
                    "it is sent back like a weaker one (T-R25)"
                )
        classes = [found for found in map(group_class, groups) if found is not None]
        if len(set(classes)) < len(classes):
            self.defect(
                f"space {number}: both Groups are {CLASS_WORDS[classes[0]]}; with two players "
                "the Groups of a space differ in Class, and Cooks are Warriors today (T-R49)"
            )
        return tuple(groups)

    def _check_hand(self, plan: Plan) -> None:
        if self.hand is None:
            return
        wanted = [hero for slot in plan if slot is not None for group in slot for hero in group]
        missing = lacking(wanted, self.hand)
        if missing:
            names = ", ".join(sorted(map(str, missing)))
            self.defect(f"it needs Heroes that the hand lacks: {names}")
