"""Reading the hands, the plans and the Groups already dealt with from a position file."""

from __future__ import annotations

import math
from typing import Any

from bolets_solver.boldest.files.checks import Findings, Spellings
from bolets_solver.boldest.game.heroes import (
    CLASS_WORDS,
    Group,
    HeroClass,
    group_class,
    lacking,
    parse_heroes,
)
from bolets_solver.boldest.game.position import (
    Acted,
    Plan,
    Slot,
    WeightedPlan,
    expeditions,
    groups_per_space,
    slots_per_class,
)

Plans = tuple[tuple[WeightedPlan, ...] | None, ...]
MAX_WEIGHTED = 1000


def read_hands(
    table: dict[str, Any], players: tuple[str, ...], findings: Findings, spellings: Spellings
) -> tuple[Group | None, ...]:
    """The hand of every player, None where none is given."""
    hands: dict[str, Group] = {}
    for name, text in table.items():
        if not isinstance(text, str):
            findings.defect(f'the hand of {name} must be a text: "W W+3 T P"', "hands", name)
            continue
        heroes, defects = parse_heroes(text)
        for message in defects:
            findings.defect(f"hand of {name}: {message}", "hands", name)
        if not defects:
            hands[name] = spellings.heroes(heroes)
    return tuple(hands.get(name) for name in players)


def read_plans(
    table: dict[str, Any],
    players: tuple[str, ...],
    hands: tuple[Group | None, ...],
    findings: Findings,
    spellings: Spellings,
) -> Plans:
    """The plans of every player, None where none is given; each must lie in the hand."""
    plans: list[tuple[WeightedPlan, ...] | None] = []
    for player, name in enumerate(players):
        if name not in table:
            plans.append(None)
            continue
        plans.append(
            _PlanReader(name, len(players), hands[player], findings, spellings).read(table[name])
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
        spellings: Spellings,
    ):
        self.name = name
        self.spaces = expeditions(count)
        self.groups = groups_per_space(count)
        self.hand = hand
        self.findings = findings
        self.spellings = spellings

    def defect(self, message: str) -> None:
        """Note a defect of this player's plan."""
        self.findings.defect(f"plan of {self.name}: {message}", "plans", self.name)

    def read(self, value: object) -> tuple[WeightedPlan, ...] | None:
        """One plan or a list of weighted ones; None after a defect."""
        if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
            return self._weighted(value)
        plan = self._plan(value)
        return None if plan is None else (WeightedPlan(1.0, plan),)

    def _weighted(self, parts: list[dict[str, Any]]) -> tuple[WeightedPlan, ...] | None:
        if len(parts) > MAX_WEIGHTED:
            self.defect(f"{len(parts)} weighted plans; {MAX_WEIGHTED} at most")
            return None
        plans: list[WeightedPlan] = []
        for part in parts:
            weight = part.get("weight")
            plan = self._plan(part.get("plan"))
            if type(weight) not in (int, float) or not 0 <= float(weight or 0) < math.inf:
                self.defect("weight must be a number, 0 or more")
            elif plan is not None and weight:
                plans.append(WeightedPlan(float(weight), plan))
            for key in part:
                if key not in ("weight", "plan"):
                    self.defect(f"a weighted plan has weight and plan, not {key[:60]!r}")
        total = math.fsum(plan.weight for plan in plans)
        if not plans or total == 0 or math.isinf(total):
            self.defect("the weights must add up to 1")
            return None
        if abs(total - 1) > 1e-6:
            self.findings.warn(
                f"plan of {self.name}: the weights add up to {total:g} and are scaled to 1",
                "plans",
                self.name,
            )
        return tuple(WeightedPlan(plan.weight / total, plan.plan) for plan in plans)

    def _plan(self, value: object) -> Plan | None:
        if not isinstance(value, list):
            self.defect(f"a plan is a list with an entry for each of the {self.spaces} spaces")
            return None
        if len(value) != self.spaces:
            self.defect(f"{len(value)} entries; there are {self.spaces} Planning Spaces")
            return None
        before = len(self.findings.defects)
        plan: Plan = tuple(self._slot(entry, number) for number, entry in enumerate(value, start=1))
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
            groups.append(self.spellings.heroes(heroes))
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


def read_acted(
    data: dict[str, Any],
    players: tuple[str, ...],
    plans: Plans,
    expedition: int,
    findings: Findings,
) -> tuple[Acted, ...]:
    """The Groups already dealt with in the running Expedition, in order."""
    entries = data.get("acted", [])
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        findings.defect('acted must be a list such as ["Bo W", "Ann T"]', "acted")
        return ()
    if entries and expedition > expeditions(len(players)):
        findings.defect("acted: the Day is over, no Group is under way", "acted")
        return ()
    acted: list[Acted] = []
    for entry in entries:
        found = _acted_entry(entry, players)
        if isinstance(found, str):
            findings.defect(f"acted: {found}", "acted")
            continue
        if any((found.player, found.hero_class) == (old.player, old.hero_class) for old in acted):
            findings.defect(f"acted: {entry[:80]!r} stands there twice", "acted")
        elif not _may_have(found, plans, expedition):
            findings.defect(
                f"acted: {players[found.player]} has no {CLASS_WORDS[found.hero_class]} "
                f"on space {expedition}",
                "acted",
            )
        acted.append(found)
    for hero_class in HeroClass:
        done = [
            entry for entry in acted if entry.hero_class is hero_class and entry.unable is False
        ]
        if len(done) > slots_per_class(len(players)):
            findings.defect(
                f"acted: {len(done)} Groups of {CLASS_WORDS[hero_class]} have acted; "
                f"{slots_per_class(len(players))} at most do in an Expedition",
                "acted",
            )
    return tuple(acted)


def _acted_entry(entry: str, players: tuple[str, ...]) -> Acted | str:
    """Read ``Bo W``, with ``unable`` or ``took`` after it if it is known; or say what is wrong."""
    for name in sorted(players, key=len, reverse=True):
        words = entry[len(name) :].split() if entry.startswith(name + " ") else []
        if words and words[0].upper() in ("W", "T", "H", "C") and len(words) <= 2:
            letter = "W" if words[0].upper() == "C" else words[0].upper()
            if words[1:] and words[1] not in ("unable", "took"):
                continue
            unable = {"unable": True, "took": False}[words[1]] if words[1:] else None
            return Acted(players.index(name), HeroClass(letter), unable)
    return f'{entry[:80]!r} is not a player and a Class such as "{players[0]} W"'


def _may_have(found: Acted, plans: Plans, expedition: int) -> bool:
    """Tell whether the player may have a Group of that Class on the space being resolved."""
    weighted = plans[found.player]
    if weighted is None:
        return True
    for each in weighted:
        slot = each.plan[expedition - 1]
        if slot is None or any(group_class(group) is found.hero_class for group in slot):
            return True
    return False
