"""A moment of the last Day, complete and unchangeable (T-R1 to T-R11, T-R48, T-R49)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bolets_solver.boldest.game.forest import Forest, Space
from bolets_solver.boldest.game.heroes import Group, HeroClass, group_text
from bolets_solver.boldest.game.position_checks import position_defects
from bolets_solver.boldest.rules import Rules
from bolets_solver.errors import Defect, InputError

Slot = tuple[Group, ...]
"""What lies on one Planning Space: one Group, with two players two."""

Plan = tuple[Slot | None, ...]
"""One entry for every Planning Space; None is a space still face down."""


def expeditions(players: int) -> int:
    """Expeditions of a Day: three, with two players two (T-R12, T-R48)."""
    return 2 if players == 2 else 3


def groups_per_space(players: int) -> int:
    """Groups that one player lays on one space: one, with two players two (T-R48)."""
    return 2 if players == 2 else 1


def slots_per_class(players: int) -> int:
    """Groups of a Class that take part in an Expedition: one, with 4 or 5 players two (T-R16)."""
    return 2 if players >= 4 else 1


@dataclass(frozen=True, slots=True)
class WeightedPlan:
    """A plan that is laid with probability ``weight``."""

    weight: float
    plan: Plan


@dataclass(frozen=True, slots=True)
class Acted:
    """A Group that has been dealt with in the running Expedition.

    ``unable`` is True if it was sent back without acting, False if it acted, None if nobody said.
    """

    player: int
    hero_class: HeroClass
    unable: bool | None = None


@dataclass(frozen=True)
class Position:
    """A position of the last Day; players are numbers from 0 in the order of ``players``.

    ``flags`` lists players, the one closest to the King's Tent first. ``expedition`` counts from 1
    and is one more than the last when the Day is over. ``experience`` leaves owned Items out.
    ``hands`` and ``plans`` hold None for what is unknown; a plan that is simply known is a list of
    one. ``second`` is the space of a first card whose additional card is still to be chosen.

    Raises InputError with all that is wrong if there can be no such moment.
    """

    players: tuple[str, ...]
    flags: tuple[int, ...]
    forest: Forest
    expedition: int = 1
    experience: tuple[int, ...] = ()
    items: tuple[tuple[str, ...], ...] = ()
    hands: tuple[Group | None, ...] = ()
    plans: tuple[tuple[WeightedPlan, ...] | None, ...] = ()
    acted: tuple[Acted, ...] = ()
    second: Space | None = None
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        defaults = {"experience": 0, "items": (), "hands": None, "plans": None}
        for name, value in defaults.items():
            if not getattr(self, name):
                object.__setattr__(self, name, (value,) * len(self.players))
        defects = position_defects(self)
        if defects:
            raise InputError([Defect(message) for message in defects])

    @property
    def count(self) -> int:
        """Number of players."""
        return len(self.players)

    @property
    def expeditions(self) -> int:
        """Number of Expeditions of this Day."""
        return expeditions(self.count)

    @property
    def spaces(self) -> int:
        """Number of Planning Spaces of each player."""
        return expeditions(self.count)

    @property
    def groups_per_space(self) -> int:
        """Number of Groups on each of them."""
        return groups_per_space(self.count)

    @property
    def over(self) -> bool:
        """True once the last Expedition has been resolved."""
        return self.expedition > self.expeditions

    def known_plan(self, player: int) -> Plan | None:
        """The player's plan if one is given for certain, face-down spaces included."""
        plans = self.plans[player]
        return plans[0].plan if plans is not None and len(plans) == 1 else None


def plan_texts(plan: Sequence[Slot | None]) -> list[str | list[str]]:
    """A plan as files and JSON hold it: a text a space, with two players a list of two."""
    texts: list[str | list[str]] = []
    for slot in plan:
        if slot is None:
            texts.append("?")
        elif len(slot) == 1:
            texts.append(group_text(slot[0]))
        else:
            texts.append([group_text(group) for group in slot])
    return texts


def plan_line(plan: Sequence[Slot | None]) -> str:
    """A plan on one line: spaces apart by ``|``, two Groups of a space by ``+``, ``-`` is empty."""
    parts = []
    for text in plan_texts(plan):
        groups = [text] if isinstance(text, str) else text
        parts.append(" + ".join(group or "-" for group in groups))
    return " | ".join(parts)
