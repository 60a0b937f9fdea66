"""Read ``acted``: the Groups already done in the current Expedition.

The list must be possible: Classes in their order, the strongest Group first, no more Groups than
slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bolets_solver.boldest.files.plan_reader import Plans
from bolets_solver.boldest.game.heroes import (
    CLASS_ORDER,
    CLASS_WORDS,
    HeroClass,
    group_class,
    strength,
)
from bolets_solver.boldest.game.position import (
    Acted,
    Slot,
    expeditions,
    groups_per_space,
    slots_per_class,
)
from bolets_solver.boldest.rules import Rules
from bolets_solver.files.findings import Findings, shown


def read_acted(
    data: dict[str, Any],
    players: tuple[str, ...],
    flags: Sequence[int],
    plans: Plans,
    expedition: int,
    rules: Rules,
    findings: Findings,
) -> tuple[Acted, ...]:
    """The Groups already dealt with in the running Expedition, in order."""
    entries = data.get("acted", [])
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        findings.fault(("acted",), 'acted must be a list such as ["Bo W", "Ann T"]')
        return ()
    if entries and expedition > expeditions(len(players)):
        findings.fault(("acted",), "acted: the Day is over, no Group is under way")
        return ()
    known_flags = None if "second" in data else flags  # its Group has moved its own by then
    reader = _ActedReader(players, known_flags, plans, expedition, rules, findings)
    before = len(findings.defects)
    for number, entry in enumerate(entries):
        reader.add(entry, number)
    if len(findings.defects) == before:
        reader.check_order()
    return tuple(reader.acted)


class _ActedReader:
    """Reads the entries one by one and checks each against the earlier ones."""

    def __init__(
        self,
        players: tuple[str, ...],
        flags: Sequence[int] | None,
        plans: Plans,
        expedition: int,
        rules: Rules,
        findings: Findings,
    ):
        self.players = players
        self.flags = flags
        self.plans = plans
        self.expedition = expedition
        self.rules = rules
        self.findings = findings
        self.acted: list[Acted] = []
        self.number = 0

    def fault(self, message: str) -> None:
        """Note a defect of the current entry."""
        self.findings.fault(("acted", self.number), f"acted: {message}")

    def add(self, entry: str, number: int) -> None:
        """Read an entry; what is wrong with it is a defect."""
        self.number = number
        found = _parsed(entry, self.players)
        if isinstance(found, str):
            self.fault(found)
            return
        name, words = self.players[found.player], CLASS_WORDS[found.hero_class]
        of_player = [old.hero_class for old in self.acted if old.player == found.player]
        if found.hero_class in of_player:
            self.fault(f"{shown(entry)} occurs twice")
        elif len(of_player) == groups_per_space(len(self.players)):
            self.fault(
                f"{name} has no {words} here beside the {CLASS_WORDS[of_player[0]]}: "
                "a player lays one Group on a space"
            )
        elif not self._may_have(found):
            self.fault(f"{name} has no {words} on space {self.expedition}")
        elif self.acted and _turn(self.acted[-1]) > _turn(found):
            before = CLASS_WORDS[self.acted[-1].hero_class]
            self.fault(f"{name}'s {words} stand after {before}, but act before them (T-R13)")
        else:
            self._check_slots(found, name)
        self.acted.append(found)

    def _check_slots(self, found: Acted, name: str) -> None:
        """No Group is taken up once as many have acted as there is room for (T-R15, T-R16)."""
        slots = slots_per_class(len(self.players))
        took = sum(old.hero_class is found.hero_class and old.unable is False for old in self.acted)
        if took >= slots and found.unable is not None:
            words = CLASS_WORDS[found.hero_class]
            self.fault(
                f"{slots} {'Group' if slots == 1 else 'Groups'} of {words} at most act in an "
                f"Expedition, and {took} had when {name}'s turn came; {name}'s goes back unasked"
            )

    def check_order(self) -> None:
        """In each Class the strongest is dealt with first, of tied ones the leftmost flag."""
        for hero_class in CLASS_ORDER:
            listed = [entry for entry in self.acted if entry.hero_class is hero_class]
            waiting = [
                player
                for player in range(len(self.players))
                if player not in {entry.player for entry in listed}
            ]
            for place, entry in enumerate(listed):
                self.number = self.acted.index(entry)
                later = [after.player for after in listed[place + 1 :]]
                for player in [*later, *waiting]:
                    self._check_pair(entry, player, player in waiting)

    def _check_pair(self, entry: Acted, player: int, waits: bool) -> None:
        """``player``'s Group of the same Class was still there when ``entry`` was dealt with."""
        own, other = (self._strength(who, entry.hero_class) for who in (entry.player, player))
        if own is None or other is None:
            return
        name, rival, words = (
            self.players[entry.player],
            self.players[player],
            CLASS_WORDS[entry.hero_class],
        )
        if other > own:
            where = "and is missing in the list" if waits else "and stands after it"
            self.fault(
                f"{rival}'s {words} (strength {other}) come before {name}'s ({own}), {where}"
            )
        if other == own and waits and self._lies_before(entry, player):
            self.fault(
                f"{name}'s {words} have won a tie against {rival}'s, so {name}'s flag lies behind "
                f"{rival}'s by now (T-R23)"
            )

    def _lies_before(self, entry: Acted, player: int) -> bool:
        """Return whether a flag that went to the end by a tie lies before another all the same."""
        if self.flags is None or (entry.unable and self.rules.flag_unable == "stays"):
            return False
        flags = list(self.flags)
        return flags.index(entry.player) < flags.index(player)

    def _slots(self, player: int) -> list[Slot | None] | None:
        """What may lie on the space being resolved; None: anything."""
        weighted = self.plans[player]
        return None if weighted is None else [each.plan[self.expedition - 1] for each in weighted]

    def _may_have(self, found: Acted) -> bool:
        """Return whether the player may have a Group of that Class on the space being resolved."""
        slots = self._slots(found.player)
        return slots is None or any(
            slot is None or any(group_class(group) is found.hero_class for group in slot)
            for slot in slots
        )

    def _strength(self, player: int, hero_class: HeroClass) -> int | None:
        """Strength of the player's Group of that Class here; None: none, or not known."""
        slots = self._slots(player)
        if slots is None or len(set(slots)) != 1 or slots[0] is None:
            return None
        groups = (group for group in slots[0] if group_class(group) is hero_class)
        return next(map(strength, groups), None)


def _turn(entry: Acted) -> int:
    return CLASS_ORDER.index(entry.hero_class)


def _parsed(entry: str, players: tuple[str, ...]) -> Acted | str:
    """Read ``Bo W``, with ``unable`` or ``took`` after it if it is known; or say what is wrong."""
    for name in sorted(players, key=len, reverse=True):
        words = entry[len(name) :].split() if entry.startswith(name + " ") else []
        if words and words[0].upper() in ("W", "T", "H", "C") and len(words) <= 2:
            letter = "W" if words[0].upper() == "C" else words[0].upper()
            if words[1:] and words[1] not in ("unable", "took"):
                continue
            unable = {"unable": True, "took": False}[words[1]] if words[1:] else None
            return Acted(players.index(name), HeroClass(letter), unable)
    return (
        f'{shown(entry)} is not a player and a Class such as "{players[0]} W", with took or '
        "unable after it"
    )
