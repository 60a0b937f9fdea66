"""All plans of one player, and what each is worth against given plans of the others.

Plans are rows of choices for the free spaces (see ``muster``). A *case* is one plan for every
rival; against it only a small table of choices has to be played out, and every plan finds its
figures there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolets_solver.boldest.game.expedition import Contender, Moment, advance, begin, make_day
from bolets_solver.boldest.game.position import Plan, Position, Slot, groups_per_space
from bolets_solver.boldest.game.scoring import End
from bolets_solver.boldest.kernels.columns import SEQUENCE, WAITING
from bolets_solver.boldest.kernels.tables import Tables
from bolets_solver.boldest.solving.group_choices import (
    GroupChoice,
    Muster,
    SpaceChoice,
    contender,
    form_groups,
    hand_without,
    muster,
    relation,
    space_choices,
)
from bolets_solver.boldest.solving.resolve import Line, best_line
from bolets_solver.boldest.solving.search import Search, unpack_flags
from bolets_solver.work.limits import Reason, Stopped, Work

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_PLANS = 40_000_000
"""Largest number of distinct plans of one player; more would need too much memory."""


class Plans:
    """Every plan that a player can lay, as far as it can make a difference.

    ``met`` holds the strengths that may be met on each free space by each Class. Rows of ``rows``
    are numbers of choices for three spaces; where fewer are free, the last columns are 0.
    """

    def __init__(
        self,
        position: Position,
        player: int,
        met: Sequence[Sequence[Sequence[int]]],
        work: Work,
    ):
        hand = position.hands[player]
        assert hand is not None
        self.position = position
        self.player = player
        self.fixed = fixed_spaces(position, player)
        self.free = [space for space, slot in enumerate(self.fixed) if slot is None]
        self.tables = Tables(position.forest, position.rules)
        used = [hero for slot in self.fixed if slot is not None for group in slot for hero in group]
        self.mustered: Muster = muster(hand_without(hand, used), self.tables)
        groups = groups_per_space(position.count)
        self.choices: list[list[SpaceChoice]] = [
            space_choices(self.mustered, self.tables, met[space], groups) for space in self.free
        ]
        self.choices += [[()]] * (3 - len(self.choices))
        self.rows = self._list(work)

    def __len__(self) -> int:
        return len(self.rows)

    def spaces(self, row: Sequence[int]) -> list[SpaceChoice]:
        """The choices that a row stands for, one for each free space."""
        return [self.choices[at][int(row[at])] for at in range(len(self.free))]

    def plan(self, row: Sequence[int]) -> Plan:
        """A plan of real Heroes for a row, as weak as its choices allow."""
        formed = form_groups(self.mustered, self.spaces(row))
        assert formed is not None
        per_space = groups_per_space(self.position.count)
        slots: list[Slot] = []
        for groups in formed:
            slots.append((*groups, *[()] * (per_space - len(groups))))
        free = iter(slots)
        return tuple(next(free) if slot is None else slot for slot in self.fixed)

    def _list(self, work: Work) -> NDArray[np.int32]:
        """All rows of choices that the hand can form together."""
        import numpy

        from bolets_solver.boldest.kernels.plans import list_feasible

        arguments = self._arrays()
        begins = arguments[1]
        room = numpy.zeros((len(self.choices[1]) * len(self.choices[2]), 3), dtype=numpy.int64)
        parts: list[NDArray[np.int32]] = []
        total = 0
        for first in range(int(begins[0]), int(begins[1])):
            count = work.run(list_feasible, *arguments[:2], first, *arguments[2:], room, work.flag)
            work.poll()
            total += count
            if total > MAX_PLANS:
                work.stop(Reason.MEMORY)
                raise Stopped(Reason.MEMORY)
            parts.append(room[:count].astype(numpy.int32))
        return numpy.concatenate(parts)

    def _arrays(self) -> list[NDArray[np.int64]]:
        """What :func:`plan_kernel.list_feasible` reads."""
        import numpy

        numbers: dict[tuple[int, int], int] = {}
        counts: list[int] = []
        for hero_class, kinds in enumerate(self.mustered.kinds):
            for kind, leaders in enumerate(kinds):
                numbers[hero_class, kind] = len(counts)
                counts.append(len(leaders.heroes))
        table, begins = [], [0]
        for choices in self.choices:
            for choice in choices:
                groups = []
                for group in choice:
                    own = 1 + self.mustered.kinds[group.hero_class][group.kind].hero.extra
                    number = numbers[group.hero_class, group.kind]
                    groups.append([group.hero_class, number, group.low - own, group.high - own])
                table.append((groups + [[-1, 0, 0, 0]] * 2)[:2])
            begins.append(len(table))
        lists = (
            table,
            begins,
            counts or [0],
            [len(heroes) for heroes in self.mustered.heroes],
            [len(self.mustered.pets), len(self.mustered.buffaloes)],
        )
        return [numpy.array(each, dtype=numpy.int64) for each in lists]


def unknown_resolved(position: Position, player: int) -> bool:
    """Return whether a Group of the player on a space already resolved is not known."""
    plan = position.known_plan(player)
    resolved = position.expedition - 1
    return resolved > 0 and (plan is None or None in plan[:resolved])


def fixed_spaces(position: Position, player: int) -> Plan:
    """What the player's plan says for certain; None for each space that is free to be planned.

    Spaces marked "?" are free, and so are all if no plan is given, or a whole one before the Day
    has begun: then the old plan is not kept. Groups on spaces
    already resolved must be known (see :func:`unknown_resolved`).
    """
    plan = position.known_plan(player)
    if plan is None:
        return (None,) * position.expeditions
    resolved = position.expedition - 1
    if None not in plan[resolved:]:
        return plan[:resolved] + (None,) * (position.expeditions - resolved)
    return plan


class Case:
    """One plan for every rival, and how the Day ends for each of the player's choices against it.

    ``ends`` holds totals and packed flags by reduced choice (see :meth:`codes`), ``win`` and
    ``margin`` what that is for the player; NaN where it has not been played out.
    """

    def __init__(
        self,
        plans: Plans,
        rivals: Sequence[Plan | None],
        objective: str,
        *,
        paranoid: bool = False,
        work: Work | None = None,
        share: int = 1,
    ):
        import numpy

        self.plans = plans
        position, player = plans.position, plans.player
        own: Plan = tuple(() if slot is None else slot for slot in plans.fixed)
        self.rivals = tuple(rivals)
        self.day = make_day(position, self._with_own(own))
        self.moment: Moment = begin(position, self.day)[0]
        self.search = Search(position, objective, player if paranoid else None, work, share)
        self.maps, self.reduced = self._reduce()
        self.shape = tuple(len(reduced) for reduced in self.reduced)
        size = self.shape[0] * self.shape[1] * self.shape[2]
        self.ends = numpy.zeros((size, position.count + 1), dtype=numpy.int64)
        self.win = numpy.full(size, numpy.nan)
        self.margin = numpy.full(size, numpy.nan)

    def codes(self, rows: NDArray[np.int32]) -> NDArray[np.int64]:
        """For each row of choices the number of the reduced choice it comes to."""
        one, two, three = (self.maps[at][rows[:, at]] for at in range(3))
        return (one * self.shape[1] + two) * self.shape[2] + three

    def play_out(self, rows: NDArray[np.int32]) -> bool:
        """Find how the given rows of choices end; False if a limit ended the work before."""
        import numpy

        codes = numpy.unique(self.codes(rows))
        missing = codes[numpy.isnan(self.win[codes])]
        if not len(missing):
            return True
        template = numpy.array(self.search.state(self.day, self.moment), dtype=numpy.int64)
        states = numpy.repeat(template[None, :], len(missing), axis=0)
        states[:, SEQUENCE], states[:, WAITING] = self._sequences(missing)
        results = self.search.evaluate(states)
        known = results[:, -1] >= 0
        self._note(missing[known], results[known])
        return bool(known.all())

    def is_known(self, code: int) -> bool:
        """Return whether a reduced choice has been played out."""
        return bool(self.win[code] == self.win[code])

    def end(self, code: int) -> End:
        """How the Day ends for a reduced choice that has been played out."""
        *totals, flags = self.ends[code].tolist()
        return End(tuple(totals), unpack_flags(flags, len(totals)))

    def line(self, plan: Plan) -> Line | None:
        """Best play when the player lays ``plan``; None if a limit ends the work."""
        day = make_day(self.plans.position, self._with_own(plan))
        moment, happened = advance(day, begin(self.plans.position, day)[0])
        return best_line(self.search, day, moment, happened)

    def stronger(self, space: int, group: GroupChoice) -> int:
        """Groups that a choice of the player would not beat on a space."""
        rivals = self._rivals(space, group.hero_class)
        return sum(contender.strength >= group.low for contender in rivals)

    def _with_own(self, own: Plan) -> list[Plan | None]:
        player = self.plans.player
        return [own if other == player else plan for other, plan in enumerate(self.rivals)]

    def _rivals(self, space: int, hero_class: int) -> tuple[Contender, ...]:
        return self.day.contests[3 * space + hero_class]

    def _reduce(self) -> tuple[list[NDArray[np.int64]], list[list[SpaceChoice]]]:
        """For each space: which choices are equivalent against this case, and one of each."""
        import numpy

        maps, reduced = [], []
        for at, choices in enumerate(self.plans.choices):
            met: list[list[int]] = [[], [], []]
            if at < len(self.plans.free):
                space = self.plans.free[at]
                met = [sorted({c.strength for c in self._rivals(space, k)}) for k in range(3)]
            numbers: dict[tuple[tuple[int, int, int], ...], int] = {}
            kept: list[SpaceChoice] = []
            numbered = []
            for choice in choices:
                key = tuple(
                    (g.hero_class, g.kind, relation(g.low, met[g.hero_class])) for g in choice
                )
                if key not in numbers:
                    numbers[key] = len(kept)
                    kept.append(choice)
                numbered.append(numbers[key])
            maps.append(numpy.array(numbered, dtype=numpy.int64))
            reduced.append(kept)
        return maps, reduced

    def _sequences(self, codes: NDArray[np.int64]) -> tuple[list[int], list[int]]:
        """Sequence of contests for each code, and the bits of the Groups waiting in its first."""
        tables = self.search.tables
        free = self.plans.free
        spaces = range(self.plans.position.expeditions - 1, self.moment.contest // 3 - 1, -1)
        contests = {
            (space, number): self._contests(space, choice)
            for space in spaces
            for number, choice in enumerate(
                self.reduced[free.index(space)] if space in free else [()]
            )
        }
        known: dict[tuple[int, int, int], int] = {}
        sequences = []
        for code in codes.tolist():
            part, third = divmod(code, self.shape[2])
            first, second = divmod(part, self.shape[1])
            sequence = 0
            for space in spaces:
                number = (first, second, third)[free.index(space)] if space in free else 0
                key = (space, number, sequence)
                if key not in known:
                    for contest in reversed(contests[space, number]):
                        if contest >= 0:
                            sequence = tables.sequence_before(contest, sequence)
                    known[key] = sequence
                sequence = known[key]
            sequences.append(sequence)
        return sequences, [tables.waiting[sequence] for sequence in sequences]

    def _contests(self, space: int, choice: SpaceChoice) -> tuple[int, ...]:
        """The three contests of a space with the player's choice among the rivals."""
        own = {group.hero_class: group for group in choice}
        player, mustered = self.plans.player, self.plans.mustered
        numbers = []
        for hero_class in range(3):
            groups = list(self._rivals(space, hero_class))
            if hero_class in own:
                groups.append(contender(mustered, player, own[hero_class]))
            numbers.append(self.search.tables.contest(groups))
        return tuple(numbers)

    def _note(self, codes: NDArray[np.int64], results: NDArray[np.int64]) -> None:
        """Enter the ends and what they mean for the player."""
        import numpy

        player = self.plans.player
        players = results.shape[1] - 1
        totals = results[:, :players]
        rivals = numpy.delete(totals, player, axis=1).max(axis=1)
        margin = totals[:, player] - rivals
        self.ends[codes] = results
        self.margin[codes] = margin
        self.win[codes] = margin > 0
        for code in codes[margin == 0].tolist():
            self.win[code] = self.end(code).ranking()[0] == player
