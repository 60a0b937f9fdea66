"""Turn a Forest, Leaders and contests into the integers for the kernel.

Cards are bits of one number, column by column and bottommost first. What a Leader may take is a
table of entries: cards that must lie there, cards that must not, Items that must be owned. The
Items that some card requires are counted in small fields of one number a player, each with a guard
bit on top; no player needs to be credited with more of a name than there are cards requiring it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import permutations
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from bolets_solver.boldest.game.expedition import Contender
from bolets_solver.boldest.game.forest import Card, Forest, Kind, Space
from bolets_solver.boldest.game.heroes import Hero, HeroClass
from bolets_solver.boldest.game.moves import extra_kinds, may_add, selections
from bolets_solver.boldest.kernels.columns import SEQUENCE_WIDTH
from bolets_solver.boldest.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LeaderKey = tuple[HeroClass, str | None, tuple[str, ...]]
Needs = Counter[str]
ContestKey = tuple[tuple[int, int, int], ...]
"""Player, rank and table of every Group of a contest, by player."""


class Arrays(NamedTuple):
    """What the kernel knows of a Forest, its Leaders and contests.

    Table t has the rows ``starts[t]`` to ``starts[t + 1]`` of ``entries``; contest c has the rows
    ``firsts[c]`` to ``firsts[c + 1]`` of ``groups``. ``lower[i]`` are the cards that lie in
    the same column as the card 2**i bits further on.
    """

    starts: NDArray[np.int64]
    entries: NDArray[np.int64]
    lower: NDArray[np.int64]
    items: NDArray[np.int64]
    firsts: NDArray[np.int64]
    groups: NDArray[np.int64]
    sequences: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a Leader's table; sets of cards as bits, Items by name."""

    take: int
    clear: int
    need: Needs
    change: Needs
    gain: int
    bars: tuple[tuple[int, Needs], ...] = ()


@dataclass
class Tables:
    """All tables of one Forest under one set of rules, grown as Leaders and contests turn up."""

    forest: Forest
    rules: Rules
    spaces: list[Space] = field(init=False)
    bit: dict[Space, int] = field(init=False)
    names: list[str] = field(init=False)
    leaders: dict[LeaderKey, int] = field(default_factory=dict)
    entries: list[list[Entry]] = field(default_factory=list)
    contests: dict[ContestKey, int] = field(default_factory=dict)
    sequences: dict[tuple[int, int], int] = field(default_factory=dict)
    waiting: list[int] = field(default_factory=lambda: [0])
    """For each sequence the bits of all Groups of its first contest."""

    def __post_init__(self) -> None:
        self.spaces = sorted(self.forest.cards)
        self.bit = {space: 1 << index for index, space in enumerate(self.spaces)}
        required = Counter(c.needs for c in self.forest.cards.values() if c.needs is not None)
        self.names = sorted(required)
        self._cap = [required[name] for name in self.names]
        self._shift, shift = [], 0
        for cap in self._cap:
            self._shift.append(shift)
            shift += cap.bit_length() + 1
        self.item_bits = shift
        self._sizes: list[int] = []
        self._numbers: dict[tuple[tuple[int, ...], ...], int] = {}
        self._arrays: Arrays | None = None

    def leader(self, hero: Hero) -> int:
        """Number of the table of a Leader; Leaders that may do the same in this Forest share one.

        An ability that finds nothing here, such as an Item carried that no card in reach requires,
        makes no table of its own.
        """
        carried = tuple(name for name in hero.carried if name in self.names)
        key = (hero.acts_as, hero.ability, carried)
        if key not in self.leaders:
            table = sorted(self._table(hero), key=lambda entry: (-entry.gain, entry.take))
            rows = tuple(map(self._entry_row, table))
            if rows not in self._numbers:
                self._numbers[rows] = len(self.entries)
                self.entries.append(table)
                self._arrays = None
            self.leaders[key] = self._numbers[rows]
        return self.leaders[key]

    def contest(self, contenders: Iterable[Contender]) -> int:
        """Number of a contest; only the order of strengths counts. The empty one is -1."""
        groups = sorted(contenders, key=lambda contender: contender.player)
        levels = sorted({contender.strength for contender in groups})
        key = tuple(
            (contender.player, levels.index(contender.strength), self.leader(contender.leader))
            for contender in groups
        )
        if not key:
            return -1
        if key not in self.contests:
            self.contests[key] = len(self.contests)
            self._sizes.append(len(key))
            self._arrays = None
        return self.contests[key]

    def sequence(self, contests: Sequence[int]) -> int:
        """Number of a sequence of contests; empty contests are left out."""
        number = 0
        for contest in reversed(contests):
            if contest >= 0:
                number = self.sequence_before(contest, number)
        return number

    def sequence_before(self, contest: int, rest: int) -> int:
        """Number of the sequence that begins with ``contest`` and continues with ``rest``."""
        key = (contest, rest)
        if key not in self.sequences:
            self.sequences[key] = len(self.sequences) + 1
            self.waiting.append((1 << self._sizes[contest]) - 1)
            self._arrays = None
        return self.sequences[key]

    def pack(self, items: Needs) -> int:
        """Counts of required Items in one number; each at most as often as cards require it."""
        packed = 0
        for name, cap, shift in zip(self.names, self._cap, self._shift, strict=True):
            packed |= min(items[name], cap) << shift
        return packed

    def mask(self, spaces: Iterable[Space]) -> int:
        """Set of cards as bits."""
        return sum(self.bit[space] for space in spaces)

    def arrays(self) -> Arrays:
        """The arrays for the kernel, built again after anything was added."""
        if self._arrays is None:
            self._arrays = Arrays(
                _array(_starts(self.entries)),
                _array([self._entry_row(entry) for table in self.entries for entry in table], 10),
                _array(self._lower()),
                _array(self._item_rows(), 4),
                _array(_starts(list(self.contests))),
                _array([group for contest in self.contests for group in contest], 3),
                _array(self._sequence_rows(), SEQUENCE_WIDTH),
            )
        return self._arrays

    # -- entries of a Leader's table -------------------------------------------------------------

    def _table(self, leader: Hero) -> Iterator[Entry]:
        if leader.acts_as is HeroClass.HUNTER:
            return self._hunts(leader)
        return self._advances(leader)

    def _advances(self, leader: Hero) -> Iterator[Entry]:
        wanted = Kind.MONSTER if leader.acts_as is HeroClass.WARRIOR else Kind.ARTIFACT
        for space, card in self.forest.cards.items():
            if card.kind not in (wanted, Kind.ITEM):
                continue
            below = self.mask(other for other in self.spaces if _below(other, space))
            yield self._entry([space], leader, below)
            if card.kind is not Kind.ITEM and may_add(leader):
                yield from self._with_neighbour(space, leader, below)

    def _with_neighbour(self, first: Space, leader: Hero, below: int) -> Iterator[Entry]:
        above = Space(first.column, first.row + 1)
        sides = [Space(first.column - 1, first.row), Space(first.column + 1, first.row)]
        wanted = Kind.ARTIFACT if leader.ability == "loots" else Kind.MONSTER
        near = [above] if leader.ability == "lance" else [above, *sides]
        cards = self.forest.cards
        near = [space for space in near if space in cards and cards[space].kind is wanted]
        for second in near:
            smaller = [
                other for other in near if cards[other].experience < cards[second].experience
            ]
            clear, bars = below, []
            for other in smaller:
                needs = cards[other].needs
                if self.rules.smallest_affordable == "off" or needs is None:
                    clear |= self.bit[other]
                else:
                    price = self._requirement([cards[first], cards[other]], leader)
                    bars.append((self.bit[other], price))
            yield self._entry([first, second], leader, clear, tuple(bars))

    def _hunts(self, leader: Hero) -> Iterator[Entry]:
        lines = [self.forest.column(number) for number in range(1, self.forest.columns + 1)]
        if leader.ability == "disguise":
            lines += [self.forest.row(number) for number in range(1, self.forest.rows + 1)]
        seen: set[frozenset[Space]] = set()
        for line in lines:
            marked = [(space, card) for space, card in line if card.crosshair]
            for chosen in selections(marked, extra_kinds(leader, self.rules)):
                spaces = frozenset(space for space, _ in chosen)
                if spaces not in seen:
                    seen.add(spaces)
                    yield from self._in_any_order(sorted(spaces), leader)

    def _in_any_order(self, spaces: list[Space], leader: Hero) -> Iterator[Entry]:
        """Entries for cards taken in whatever order: one for each least set of Items needed."""
        cards = [self.forest.cards[space] for space in spaces]
        won = {card.item for card in cards} if self.rules.same_action_item == "on" else set()
        simple = leader.ability != "batteries" and not any(card.needs in won for card in cards)
        orders = [tuple(spaces)] if simple else permutations(spaces)
        least: list[Needs] = []
        for order in orders:
            need = self._requirement([self.forest.cards[space] for space in order], leader)
            if any(other <= need for other in least):
                continue
            least = [other for other in least if not need <= other] + [need]
        for need in least:
            yield self._entry(spaces, leader, 0, need=need)

    def _entry(
        self,
        spaces: Sequence[Space],
        leader: Hero,
        clear: int,
        bars: tuple[tuple[int, Needs], ...] = (),
        need: Needs | None = None,
    ) -> Entry:
        cards = [self.forest.cards[space] for space in spaces]
        if need is None:
            need = self._requirement(cards, leader)
        change: Needs = Counter(card.item for card in cards if card.item is not None)
        for card in cards:
            if _is_paid(card, leader):
                change[card.needs or ""] -= 1
        gain = sum(card.worth for card in cards) - sum(_is_paid(card, leader) for card in cards)
        return Entry(self.mask(spaces), clear, need, change, gain, bars)

    def _requirement(self, cards: Sequence[Card], leader: Hero) -> Needs:
        """Items that must be owned at the start for the cards to be taken in this order."""
        need: Needs = Counter()
        balance: Needs = Counter()
        for card in cards:
            if card.needs is not None and card.needs not in leader.carried:
                need[card.needs] = max(need[card.needs], 1 - balance[card.needs])
                if _is_paid(card, leader):
                    balance[card.needs] -= 1
            if card.item is not None and self.rules.same_action_item == "on":
                balance[card.item] += 1
        return need

    # -- arrays ----------------------------------------------------------------------------------

    def _entry_row(self, entry: Entry) -> tuple[int, ...]:
        (bar1, need1), (bar2, need2) = (*entry.bars, (0, Counter()), (0, Counter()))[:2]
        return (
            entry.take,
            entry.take | entry.clear,
            self.pack(entry.need),
            self.pack(-entry.change),
            entry.gain,
            self.pack(+entry.change),
            bar1,
            self.pack(need1),
            bar2,
            self.pack(need2),
        )

    def _lower(self) -> list[int]:
        columns = [space.column for space in self.spaces]
        return [
            sum(
                1 << at
                for at, column in enumerate(columns[: -(1 << step)])
                if columns[at + (1 << step)] == column
            )
            for step in range(len(self.spaces).bit_length())
        ]

    def _item_rows(self) -> list[tuple[int, ...]]:
        cards = self.forest.cards
        return [
            (
                shift,
                cap,
                (1 << cap.bit_length()) - 1,
                self.mask(space for space in self.spaces if cards[space].needs == name),
            )
            for name, cap, shift in zip(self.names, self._cap, self._shift, strict=True)
        ]

    def _sequence_rows(self) -> list[tuple[int, ...]]:
        contests = [self._contest_row(contest) for contest in self.contests]
        rows: list[tuple[int, ...]] = [(-1,) + (0,) * (SEQUENCE_WIDTH - 1)]
        for head, rest in self.sequences:
            live, acting, *others = contests[head]
            _, _, more_live, more_acting, *more = rows[rest]
            spans = [one + other for one, other in zip(others[:10], more[:10], strict=True)]
            own = [one | other for one, other in zip(others[10:], more[10:], strict=True)]
            rows.append((head, rest, live | more_live, acting | more_acting, *spans, *own))
        return rows

    def _contest_row(self, contest: ContestKey) -> tuple[int, ...]:
        """Cards touched, players acting; for each the most and least he may win, cards touched."""
        acting = 0
        high, low, own = [0] * 5, [0] * 5, [0] * 5
        for player, _, table in contest:
            own[player] |= self._touched(self.entries[table])
            acting |= 1 << player
            gains = [entry.gain for entry in self.entries[table]]
            high[player] = max(gains, default=0)
            low[player] = min(0, min(gains, default=0))
        return (reduce(or_, own), acting, *high, *low, *own)

    @staticmethod
    def _touched(table: list[Entry]) -> int:
        """Cards that a table takes or whose lying there makes a difference to it."""
        cards = 0
        for entry in table:
            cards |= entry.take | entry.clear
            for bar, _ in entry.bars:
                cards |= bar
        return cards


def _array(values: Sequence[int] | Sequence[tuple[int, ...]], width: int = 0) -> NDArray[np.int64]:
    import numpy

    array = numpy.array(values, dtype=numpy.int64)
    return array.reshape(len(values), width) if width else array


def _starts(lists: Sequence[Sequence[object]]) -> list[int]:
    """Where each list begins when they stand in a row, and the end of the last."""
    starts = [0]
    for each in lists:
        starts.append(starts[-1] + len(each))
    return starts


def _below(other: Space, space: Space) -> bool:
    return other.column == space.column and other.row < space.row


def _is_paid(card: Card, leader: Hero) -> bool:
    """Return whether the Group discards the card's required Item (T-R27, T-R38, T-R39)."""
    if card.needs is None or card.needs in leader.carried:
        return False
    return leader.ability != "batteries" or card.kind is not Kind.ARTIFACT
