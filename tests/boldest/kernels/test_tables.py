"""What the arrays say of contests and of what follows: cards touched, who acts, most and least."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bolets_solver.boldest.game.expedition import Contender, begin, make_day
from bolets_solver.boldest.game.heroes import ABILITY_CLASSES, Hero, HeroClass
from bolets_solver.boldest.kernels.columns import (
    ACTING,
    CAP,
    CONTEST,
    FIELD,
    HIGH,
    LIVE,
    LOW,
    OWN,
    PLAYER,
    RANK,
    REST,
    SEQUENCE_WIDTH,
    SHIFT,
    TABLE,
    WANTING,
)
from bolets_solver.boldest.kernels.tables import Entry, Tables
from bolets_solver.boldest.solving.search import Search
from tests.boldest.making import small_position

pytestmark = pytest.mark.jit_off

SEEDS = range(12)


def tables_of(seed: int) -> Tables:
    """The tables of a small day, its contests and all that follow each of them."""
    position = small_position(seed)
    day = make_day(position, [position.known_plan(player) for player in range(position.count)])
    search = Search(position)
    search.state(day, begin(position, day)[0])
    return search.tables


def touched(table: list[Entry]) -> set[int]:
    """Bits of the cards that an entry takes, or whose lying there matters to it."""
    cards = 0
    for entry in table:
        cards |= entry.take | entry.clear
        for bar, _ in entry.bars:
            cards |= bar
    return {at for at in range(cards.bit_length()) if cards >> at & 1}


def chain(tables: Tables, number: int) -> list[tuple[tuple[int, int, int], ...]]:
    """The contests of a sequence, as they were entered."""
    arrays, found = tables.arrays(), []
    contests = list(tables.contests)
    while number:
        found.append(contests[int(arrays.sequences[number, CONTEST])])
        number = int(arrays.sequences[number, REST])
    return found


def chain_groups(tables: Tables, number: int) -> Iterator[tuple[int, int, int]]:
    """All Groups of a sequence."""
    for contest in chain(tables, number):
        yield from contest


@pytest.mark.parametrize("seed", SEEDS)
def test_sequences_sum_up_all_contests_still_to_come(seed: int) -> None:
    tables = tables_of(seed)
    arrays = tables.arrays()
    assert arrays.sequences.shape == (len(tables.sequences) + 1, SEQUENCE_WIDTH)
    assert arrays.sequences[0].tolist() == [-1] + [0] * (SEQUENCE_WIDTH - 1)
    for number in range(1, len(arrays.sequences)):
        row, groups = arrays.sequences[number], [*chain_groups(tables, number)]
        own = {player: set() for player in range(5)}
        most, least = [0] * 5, [0] * 5
        for player, _, table in groups:
            entries = tables.entries[table]
            gains = [entry.gain for entry in entries]
            own[player] |= touched(entries)
            most[player] += max(gains, default=0)
            least[player] += min([0, *gains])
        assert row[HIGH : HIGH + 5].tolist() == most
        assert row[LOW : LOW + 5].tolist() == least
        assert row[OWN : OWN + 5].tolist() == [sum(1 << at for at in own[p]) for p in range(5)]
        assert row[LIVE] == sum(1 << at for at in set().union(*own.values()))
        assert row[ACTING] == sum(1 << player for player in {player for player, *_ in groups})


def test_the_cases_have_several_contests_and_gains() -> None:
    found = [tables_of(seed) for seed in SEEDS]
    assert any(len(chain(tables, len(tables.sequences))) > 2 for tables in found)
    rows = [row for tables in found for row in tables.arrays().sequences]
    assert any(max(row[HIGH : HIGH + 5]) > 0 for row in rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_contests_list_their_groups_by_player_with_ranks_and_tables(seed: int) -> None:
    tables = tables_of(seed)
    arrays = tables.arrays()
    for number, contest in enumerate(tables.contests):
        first, last = arrays.firsts[number : number + 2]
        rows = arrays.groups[first:last]
        assert rows[:, [PLAYER, RANK, TABLE]].tolist() == [list(group) for group in contest]
        assert [player for player, *_ in contest] == sorted(player for player, *_ in contest)
        ranks = {rank for _, rank, _ in contest}
        assert ranks == set(range(len(ranks)))
    for number, (contest, _) in enumerate(tables.sequences, 1):
        groups = len(list(tables.contests)[contest])
        assert tables.waiting[number] == (1 << groups) - 1


@pytest.mark.parametrize("seed", SEEDS)
def test_lower_are_the_cards_so_many_places_below_another_of_their_column(seed: int) -> None:
    """Cards are numbered column by column from below: ``lower[s]`` shifts by 2 to the s."""
    tables = tables_of(seed)
    spaces = tables.spaces
    assert spaces == sorted(spaces, key=lambda space: (space.column, space.row))
    lower = tables.arrays().lower
    assert 1 << len(lower) > len(spaces)
    for step, mask in enumerate(lower.tolist()):
        for at, space in enumerate(spaces):
            above = spaces[at + (1 << step)] if at + (1 << step) < len(spaces) else None
            assert bool(mask >> at & 1) == (above is not None and above.column == space.column)


@pytest.mark.parametrize("seed", SEEDS)
def test_items_have_room_for_as_many_as_cards_require_and_a_bit_between(seed: int) -> None:
    tables = tables_of(seed)
    needs = {space: card.needs for space, card in tables.forest.cards.items()}
    used = 0
    for name, row in zip(tables.names, tables.arrays().items, strict=True):
        wanting = {space for space, needed in needs.items() if needed == name}
        assert row[CAP] == len(wanting) > 0
        assert row[CAP] <= row[FIELD] < 2 * row[CAP]
        assert row[SHIFT] >= used
        used = row[SHIFT] + int(row[FIELD]).bit_length() + 1
        assert row[WANTING] == sum(tables.bit[space] for space in wanting)
    assert tables.item_bits == used
    assert set(tables.names) == {needed for needed in needs.values() if needed is not None}


def test_pack_counts_every_item_up_to_its_cap() -> None:
    rng = random.Random("pack")
    for seed in SEEDS:
        tables = tables_of(seed)
        items = tables.arrays().items
        for _ in range(10):
            counts = {name: rng.randint(0, 4) for name in [*tables.names, "of no use"]}
            packed = tables.pack(type(tables.entries[0][0].need)(counts))
            for name, row in zip(tables.names, items, strict=True):
                assert packed >> int(row[SHIFT]) & int(row[FIELD]) == min(counts[name], row[CAP])
        assert tables.pack(type(tables.entries[0][0].need)()) == 0


def test_entries_stand_by_gain_the_most_first() -> None:
    """Whoever finds the last decision takes the first entry that is legal (T-R50)."""
    for seed in SEEDS:
        for table in tables_of(seed).entries:
            gains = [entry.gain for entry in table]
            assert gains == sorted(gains, reverse=True)


def test_leaders_of_all_three_classes_occur() -> None:
    leaders = {key[0] for seed in SEEDS for key in tables_of(seed).leaders}
    assert leaders == set(HeroClass) - {HeroClass.COOK, HeroClass.PET}


def test_cards_touched_are_those_taken_those_that_must_not_lie_and_those_that_bar() -> None:
    """What lies there makes a difference in all three ways, so all belong to the key of a state."""
    none: Counter[str] = Counter()
    one = Entry(0b1, 0b10, none, none, 0, ((0b100, none), (0b1000, none)))
    other = Entry(0b10000, 0, none, none, 0)
    assert Tables._touched([]) == 0
    assert Tables._touched([one]) == 0b1111
    assert Tables._touched([one, other]) == 0b11111


def test_contests_differ_by_the_order_of_strengths_alone() -> None:
    tables = tables_of(0)
    leader = Hero(HeroClass.WARRIOR)

    def contest(*strengths: int) -> int:
        return tables.contest(Contender(n, s, leader) for n, s in enumerate(strengths))

    number = contest(5, 9, 5, 2)
    assert [rank for _, rank, _ in list(tables.contests)[number]] == [1, 2, 1, 0]
    assert contest(3, 4, 3, 1) == number
    others = {contest(5, 9, 6, 2), contest(9, 5, 5, 2), contest(5, 9, 5, 5), contest(5, 5, 5, 5)}
    assert len(others | {number}) == 5
    assert contest() == -1


@pytest.mark.parametrize("seed", SEEDS)
def test_leaders_have_the_entries_that_they_have_by_themselves(seed: int) -> None:
    """Leaders share a table only if they may do the same."""
    shared, forest = tables_of(seed), tables_of(seed).forest
    apart = 0
    for hero in (Hero(letter) for letter in HeroClass if letter is not HeroClass.PET):
        for carried in ((), *((name,) for name in shared.names)):
            leader = replace(hero, carried=carried)
            alone = Tables(forest, shared.rules)
            assert shared.entries[shared.leader(leader)] == alone.entries[alone.leader(leader)]
            apart += shared.leader(leader) != shared.leader(hero)
    for ability, letters in ABILITY_CLASSES.items():
        for letter in letters:
            leader, alone = Hero(HeroClass(letter), ability=ability), Tables(forest, shared.rules)
            assert shared.entries[shared.leader(leader)] == alone.entries[alone.leader(leader)]
    assert apart > 0 or not shared.names
