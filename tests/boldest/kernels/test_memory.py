"""The memory: which states share an entry, and what it returns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest

from bolets_solver.boldest.game.random_days import random_day
from bolets_solver.boldest.kernels import memory as kernels
from bolets_solver.boldest.kernels.arrays import (
    ACTOR,
    BUCKET,
    BUCKETS,
    HASH,
    LAID,
    OUT,
    START,
    STORED,
    WAYS,
    Memory,
    Stack,
    new_memory,
    new_stack,
)
from bolets_solver.boldest.kernels.columns import (
    CARDS,
    FIRST,
    FLAGS,
    LIVE,
    OWN,
    SEQUENCE,
    SEQUENCE_WIDTH,
    SLOTS,
    WAITING,
)
from bolets_solver.boldest.kernels.tables import Arrays, Tables
from bolets_solver.boldest.kernels.zones import BOUNDLESS

pytestmark = pytest.mark.jit_off

DEPTH = 3
SEQUENCES = 6


class Case:
    """A full Forest, sequences that touch some of its cards, and states that are drawn there."""

    def __init__(self, players: int, seed: int):
        self.dice = random.Random(f"memory {players} {seed}")
        self.players = players
        position = random_day(players, seed)
        self.tables = Tables(position.forest, position.rules)
        self.arrays = self._with_sequences(self.tables.arrays())
        self.memory = new_memory((0,) * players, self.tables.item_bits, 64)
        self.all = (1 << len(self.tables.spaces)) - 1

    def _with_sequences(self, arrays: Arrays) -> Arrays:
        sequences = np.zeros((SEQUENCES, SEQUENCE_WIDTH), dtype=np.int64)
        for row in sequences[1:]:
            for player in range(self.players):
                own = self.dice.getrandbits(len(self.tables.spaces))
                own &= self.dice.getrandbits(len(self.tables.spaces))
                row[OWN + player] = own
                row[LIVE] |= own
        return arrays._replace(sequences=sequences)

    def state(self) -> dict[str, object]:
        """What a state at which somebody decides is made of."""
        dice = self.dice
        flags = list(range(self.players))
        dice.shuffle(flags)
        return {
            "sequence": dice.randrange(1, SEQUENCES),
            "waiting": dice.randrange(1, 1 << self.players),
            "slots": dice.randrange(3),
            "rank": dice.randrange(-1, 5),
            "actor": dice.randrange(self.players),
            "flags": tuple(flags),
            "cards": dice.getrandbits(len(self.tables.spaces)) | dice.getrandbits(8),
            "items": tuple(
                tuple(dice.randint(0, cap) for cap in self.tables._cap) for _ in range(self.players)
            ),
        }

    def changes(self, state: dict[str, object]) -> list[dict[str, object]]:
        """States that differ from one in a single part."""
        found = [state]
        for name, most in (("sequence", SEQUENCES), ("waiting", 32), ("slots", 3), ("rank", 5)):
            found += [{**state, name: value} for value in range(most)]
        found += [{**state, "rank": -1}]
        found += [{**state, "actor": player} for player in range(self.players)]
        flags = list(state["flags"])
        for at in range(self.players - 1):
            swapped = [*flags[:at], flags[at + 1], flags[at], *flags[at + 2 :]]
            found.append({**state, "flags": tuple(swapped)})
        for bit in range(len(self.tables.spaces)):
            found.append({**state, "cards": state["cards"] ^ 1 << bit})
        for player in range(self.players):
            for name, cap in enumerate(self.tables._cap):
                for count in range(cap + 1):
                    items = [list(own) for own in state["items"]]
                    items[player][name] = count
                    found.append({**state, "items": tuple(map(tuple, items))})
        return found

    def put(self, state: dict[str, object], stack: Stack) -> None:
        level = stack.level[DEPTH]
        level[SEQUENCE], level[WAITING] = state["sequence"], state["waiting"]
        level[SLOTS], level[CARDS], level[ACTOR] = state["slots"], state["cards"], state["actor"]
        level[FLAGS] = sum(player << 3 * place for place, player in enumerate(state["flags"]))
        level[FIRST] = 7  # the rank that counts is handed over
        for player, items in enumerate(state["items"]):
            stack.owned[DEPTH, player] = sum(
                count << shift for count, shift in zip(items, self.tables._shift, strict=True)
            )

    def key(self, state: dict[str, object]) -> tuple[int, ...]:
        stack = new_stack(self.players, self.tables.item_bits)
        stack.keys[:] = -1  # what stood there before does not matter
        self.put(state, stack)
        kernels.write_key(self.arrays, self.memory, stack, DEPTH, state["rank"])
        return (*stack.keys[DEPTH].tolist(), int(stack.level[DEPTH, HASH]))

    def cards_that_matter(self, state: dict[str, object]) -> set[int]:
        """Cards that lie, and are live or lie below a live one in their column."""
        live = int(self.arrays.sequences[state["sequence"], LIVE])
        spaces = self.tables.spaces
        lying = {at for at in range(len(spaces)) if state["cards"] >> at & 1}
        return {
            at
            for at in lying
            if any(
                live >> other & 1
                and spaces[other].column == spaces[at].column
                and spaces[other].row >= spaces[at].row
                for other in lying
            )
        }

    def items_that_matter(self, state: dict[str, object], player: int) -> tuple[int, ...]:
        """Of each name no more than there are cards that require it and that he may touch."""
        own = int(self.arrays.sequences[state["sequence"], OWN + player])
        mine = [at for at in self.cards_that_matter(state) if own >> at & 1]
        cards = self.tables.forest.cards
        needs = [cards[self.tables.spaces[at]].needs for at in mine]
        counts = state["items"][player]
        return tuple(
            min(count, needs.count(name))
            for count, name in zip(counts, self.tables.names, strict=True)
        )

    def meaning(self, state: dict[str, object]) -> tuple[object, ...]:
        """All that can still make a difference."""
        return (
            state["sequence"],
            state["slots"],
            state["waiting"] if state["slots"] else 0,
            state["rank"],
            state["actor"],
            state["flags"],
            frozenset(self.cards_that_matter(state)),
            tuple(self.items_that_matter(state, player) for player in range(self.players)),
        )


CASES = [(players, seed) for players in (2, 3, 4, 5) for seed in range(3)]


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_cards_that_matter_are_those_at_or_below_what_somebody_may_touch(
    players: int, seed: int
) -> None:
    case = Case(players, seed)
    for _ in range(40):
        state, stack = case.state(), new_stack(players, case.tables.item_bits)
        case.put(state, stack)
        found = kernels._cards_that_matter(case.arrays, stack, DEPTH)
        assert found == sum(1 << at for at in case.cards_that_matter(state))


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_items_that_matter_are_no_more_than_cards_that_require_them(
    players: int, seed: int
) -> None:
    case = Case(players, seed)
    for _ in range(40):
        state, stack = case.state(), new_stack(players, case.tables.item_bits)
        case.put(state, stack)
        for player in range(players):
            own = int(case.arrays.sequences[state["sequence"], OWN + player])
            cards = own & sum(1 << at for at in case.cards_that_matter(state))
            found = kernels._items_that_matter(case.arrays, int(stack.owned[DEPTH, player]), cards)
            wanted = zip(case.items_that_matter(state, player), case.tables._shift, strict=True)
            assert found == sum(count << shift for count, shift in wanted)


def test_items_that_matter_are_counted_up_to_every_card_from_the_first_to_the_last() -> None:
    case = Case(5, 0)
    for cards in (0b1, 0b11, 0b101, 1 << 24, 1 << 24 | 1, 0b111, 0):
        items = np.array([(0, 3, 3, cards), (3, 3, 3, 0b110)], dtype=np.int64)
        arrays = case.arrays._replace(items=items)
        for count in range(4):
            expected = min(count, cards.bit_count())
            assert kernels._items_that_matter(arrays, count, case.all) == expected
            both = kernels._items_that_matter(arrays, count | count << 3, case.all)
            assert both == expected | min(count, 2) << 3


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_write_key_distinguishes_states_by_what_matters_and_nothing_else(
    players: int, seed: int
) -> None:
    case = Case(players, seed)
    differing = alike = 0
    for _ in range(3):
        state = case.state()
        key, meaning = case.key(state), case.meaning(state)
        for other in case.changes(state):
            same = case.meaning(other) == meaning
            found = case.key(other)
            assert (found[:-1] == key[:-1]) == same, (state, other)
            assert (found[-1] == key[-1]) == same, "hashes so alike are no accident"
            differing, alike = differing + (not same), alike + same
    assert differing > 30 and alike > 30


def test_write_key_keeps_five_flags_and_all_sequences_apart() -> None:
    """Five flags take fifteen bits, and nothing else stands in them."""
    case = Case(5, 0)
    stack, keys = new_stack(5, case.tables.item_bits), {}
    sequences = range(len(case.arrays.sequences))
    assert len(sequences) > 2
    for flags in permutations(range(5)):
        packed = sum(player << 3 * place for place, player in enumerate(flags))
        for sequence in sequences:
            stack.level[DEPTH, SEQUENCE], stack.level[DEPTH, FLAGS] = sequence, packed
            kernels.write_key(case.arrays, case.memory, stack, DEPTH, -1)
            keys[tuple(stack.keys[DEPTH].tolist())] = flags, sequence
    assert len(keys) == 120 * len(sequences)


def test_write_key_finds_room_for_items_of_all_players_in_several_words() -> None:
    """Thirty bits a player: two of them in a word."""
    case = Case(5, 0)
    items = np.zeros((10, 4), dtype=np.int64)
    for kind in range(10):
        items[kind] = (3 * kind, 3, 3, 7 << (2 * kind % 20))
    arrays = case.arrays._replace(items=items)
    arrays.sequences[1:, OWN : OWN + 5] = case.all
    arrays.sequences[1:, LIVE] = case.all
    memory = new_memory((0,) * 5, 30, 64)
    keys = set()
    for player in range(5):
        for kind in range(10):
            stack = new_stack(5, 30)
            stack.level[DEPTH, SEQUENCE], stack.level[DEPTH, CARDS] = 1, case.all
            stack.owned[DEPTH, player] = 1 << 3 * kind
            kernels.write_key(arrays, memory, stack, DEPTH, -1)
            keys.add(tuple(stack.keys[DEPTH].tolist()))
            assert stack.keys.shape[1] == 2 + 3
    assert len(keys) == 50


def test_hashes_are_marks_that_are_never_free() -> None:
    case = Case(4, 1)
    for _ in range(50):
        hashed = case.key(case.state())[-1]
        assert hashed > 0 and hashed | kernels.EFFORT != kernels.EFFORT
        assert hashed < 1 << 63


# -- what is stored -------------------------------------------------------------------------------

Found = tuple[list[int], int, list[int]] | None
"""Totals, packed flags, and the zone handed up; None if nothing was found."""


class Shelf:
    """A memory for three players, and one state after another that is stored or asked for."""

    players = 3

    def __init__(self, ends: int = 64):
        self.memory: Memory = new_memory((0,) * self.players, 4, ends)
        self.stack = new_stack(self.players, 4)
        self.stack.slack[:] = BOUNDLESS

    def lead(
        self,
        key: Sequence[int],
        hashed: int,
        totals: Sequence[int] = (0, 0, 0),
        gaps: dict[int, int] | None = None,
    ) -> None:
        """Go to a state."""
        stack = self.stack
        stack.keys[DEPTH] = key
        stack.level[DEPTH, HASH] = hashed | kernels.NO_MARK_IS_ZERO
        stack.totals[DEPTH] = 0
        stack.totals[DEPTH, : self.players] = totals
        stack.gaps[DEPTH] = 0
        for pair, gap in (gaps or {}).items():
            stack.gaps[DEPTH, pair] = gap

    def store(
        self,
        ends: Sequence[int] = (0, 0, 0),
        flags: int = 0,
        rooms: dict[int, int] | None = None,
        nodes: int = 1,
    ) -> None:
        """Finish the state: its end, its zone, how many nodes it took."""
        stack = self.stack
        stack.ends[DEPTH] = 0
        stack.ends[DEPTH, : self.players] = ends
        stack.ends[DEPTH, LAID] = flags
        stack.slack[DEPTH] = BOUNDLESS
        for pair, room in (rooms or {}).items():
            stack.slack[DEPTH, pair] = room
        stack.level[DEPTH, START] = 1000
        kernels.remember(self.memory, stack, DEPTH, 1000 + nodes)
        assert stack.ends[OUT].tolist() == stack.ends[DEPTH].tolist()

    def find(self) -> Found:
        stack = self.stack
        row = kernels.find_end(self.memory, stack, DEPTH)
        if row < 0:
            assert row == -1
            return None
        stack.ends[OUT] = -5
        stack.slack[DEPTH - 1] = BOUNDLESS
        kernels.recall(self.memory, stack, DEPTH, row)
        totals = stack.ends[OUT, : self.players].tolist()
        return totals, int(stack.ends[OUT, LAID]), stack.slack[DEPTH - 1].tolist()


KEY = (5, 6, 7)


def test_recall_gives_back_gains_flags_and_the_zone() -> None:
    shelf = Shelf()
    shelf.lead(KEY, 640, totals=(3, 4, 5))
    shelf.store(ends=(10, 2, 5), flags=0o102, rooms={1: 9, 5: 0, 7: 30})
    shelf.lead(KEY, 640, totals=(20, 30, 40), gaps={1: 4, 5: -3, 7: 30, 2: 8})
    totals, flags, zone = shelf.find()  # type: ignore[misc]
    assert totals == [27, 28, 40] and flags == 0o102
    assert zone[1] == 9 - 4 and zone[5] == 3 and zone[7] == 0
    assert zone[2] == kernels.WIDEST - 8  # no bound is stored as a wide one
    assert zone[0] == zone[31] == kernels.WIDEST


def test_recall_narrows_the_zone_above_and_never_widens_it() -> None:
    shelf = Shelf()
    shelf.lead(KEY, 640)
    shelf.store(rooms={1: 9, 2: 9})
    row = kernels.find_end(shelf.memory, shelf.stack, DEPTH)
    shelf.stack.slack[DEPTH - 1] = [0, 4, 20, *[BOUNDLESS] * 29]
    kernels.recall(shelf.memory, shelf.stack, DEPTH, row)
    assert shelf.stack.slack[DEPTH - 1, :4].tolist() == [0, 4, 9, kernels.WIDEST]


def test_a_bound_is_a_lead_counted_from_the_origin() -> None:
    """Slack is what a lead may still grow by: what is stored adds the lead there is."""
    shelf = Shelf()
    shelf.lead(KEY, 640, gaps={1: 5})
    shelf.store(rooms={1: 2})
    for gap, found in ((7, True), (8, False), (-50, True)):
        shelf.lead(KEY, 640, gaps={1: gap})
        assert (shelf.find() is not None) == found


def test_serves_only_the_same_key_and_leads_within_every_bound() -> None:
    shelf = Shelf()
    rooms = dict.fromkeys(range(32), 3)
    shelf.lead(KEY, 640)
    shelf.store(rooms=rooms)
    assert shelf.find() is not None
    for word in range(3):
        other = list(KEY)
        other[word] ^= 1
        shelf.lead(other, 640)
        assert shelf.find() is None
    shelf.lead(KEY, 640 + 64)
    assert shelf.find() is None
    for pair in range(32):
        shelf.lead(KEY, 640, gaps={pair: 3})
        assert shelf.find() is not None
        shelf.lead(KEY, 640, gaps={pair: 4})
        assert shelf.find() is None


def test_find_end_passes_over_the_same_state_in_another_zone() -> None:
    """One state is stored several times, with zones apart."""
    shelf = Shelf()
    for number in range(WAYS):
        gaps = {1: 10 * number, 3: -10 * number}
        shelf.lead(KEY, 640, gaps=gaps)
        assert shelf.find() is None
        shelf.store(ends=(number, 0, 0), rooms={1: 0, 3: 0})
    for number in range(WAYS):
        shelf.lead(KEY, 640, gaps={1: 10 * number, 3: -10 * number})
        found = shelf.find()
        assert found is not None and found[0] == [number, 0, 0]


def test_find_end_finds_what_is_filed_in_any_place_of_a_bucket() -> None:
    shelf = Shelf()
    hashes = [640 + (number << 40) for number in range(WAYS)]
    for number, hashed in enumerate(hashes):
        shelf.lead((number, 0, 0), hashed)
        shelf.store(ends=(number, 1, 2), nodes=1 << number)
    for number, hashed in enumerate(hashes):
        shelf.lead((number, 0, 0), hashed)
        found = shelf.find()
        assert found is not None and found[0] == [number, 1, 2]
    assert shelf.memory.size[STORED] == WAYS


@pytest.mark.parametrize(
    ("gain", "room", "kept"),
    [
        (127, 0, True),
        (128, 0, False),
        (-127, 0, True),
        (-128, 0, False),
        (0, -127, True),
        (0, -128, False),
        (0, 127, True),
        (0, 5000, True),
    ],
)
def test_remember_leaves_out_what_a_byte_does_not_hold(gain: int, room: int, kept: bool) -> None:
    for player, pair in ((0, 0), (2, 17), (1, 31)):
        shelf = Shelf()
        totals = [7, 7, 7]
        ends = list(totals)
        ends[player] += gain
        shelf.lead(KEY, 640, totals=totals)
        shelf.store(ends=ends, rooms={pair: room})
        assert shelf.memory.size[STORED] == int(kept)
        shelf.lead(KEY, 640, totals=totals, gaps={pair: min(room, 127)})
        found = shelf.find()
        assert (found is not None) == kept
        assert found is None or found[0] == ends
        shelf.lead(KEY, 640, totals=totals, gaps={pair: min(room, 127) + 1})
        assert shelf.find() is None


def test_remember_replaces_the_cheapest_of_a_full_bucket() -> None:
    shelf = Shelf(ends=WAYS)
    efforts = [9, 5, 7, 3, 8, 4, 6, 5]
    for number, effort in enumerate(efforts):
        shelf.lead((number, 0, 0), number << 20)
        shelf.store(nodes=1 << effort)
    shelf.lead((99, 0, 0), 99 << 20)
    shelf.store(nodes=1 << 5)
    assert shelf.memory.size[STORED] == WAYS
    here = []
    for number in (*range(WAYS), 99):
        shelf.lead((number, 0, 0), number << 20)
        if shelf.find() is not None:
            here.append(number)
    assert here == [0, 1, 2, 4, 5, 6, 7, 99]
    assert shelf.memory.size[BUCKETS] == 1  # there is no more room to grow into


@pytest.mark.parametrize("nodes", [0, 1, 2, 3, 4, 7, 8, 1023, 1024, 1 << 40])
def test_effort_is_how_many_bits_a_number_of_nodes_has(nodes: int) -> None:
    assert kernels._effort(nodes) == max(1, nodes.bit_length())
    shelf = Shelf()
    shelf.lead(KEY, 640)
    shelf.store(nodes=nodes)
    bucket = kernels._bucket(shelf.memory, 640)
    assert shelf.memory.words[bucket, 0] & kernels.EFFORT == max(1, nodes.bit_length())


def test_bucket_is_chosen_by_the_bits_above_the_effort() -> None:
    shelf = Shelf(ends=1 << 16)
    buckets = int(shelf.memory.size[BUCKETS])
    assert buckets == 1024
    for hashed, bucket in ((0, 0), (63, 0), (64, 1), (64 * 1023, 1023), (64 * 1024 + 64, 1)):
        assert kernels._bucket(shelf.memory, hashed) == bucket * BUCKET


def test_a_memory_doubles_when_five_eighths_are_in_use_and_forgets_nothing() -> None:
    shelf = Shelf(ends=64)
    shelf.memory.size[BUCKETS] = 1
    dice = random.Random("growing")
    hashes: list[int] = []
    sizes = []
    for number in range(24):
        hashes.append(dice.getrandbits(61))
        shelf.lead((number, hashes[-1], 0), hashes[-1], totals=(1, 2, 3))
        shelf.store(ends=(number, 2, number - 20), flags=number, rooms={1: number}, nodes=number)
        sizes.append((number + 1, int(shelf.memory.size[BUCKETS])))
        assert shelf.memory.size[STORED] == number + 1
    expected, buckets = [], 1
    for stored in range(1, 25):
        if stored > buckets * WAYS * 5 // 8 and buckets < 8:
            buckets *= 2
        expected.append((stored, buckets))
    assert sizes == expected
    assert sizes[-1][1] == 8
    for number, hashed in enumerate(hashes):
        shelf.lead((number, hashed, 0), hashed, totals=(1, 2, 3), gaps={1: number})
        found = shelf.find()
        assert found is not None
        assert found[:2] == ([number, 2, number - 20], number)
        shelf.lead((number, hashed, 0), hashed, gaps={1: number + 1})
        assert shelf.find() is None


def test_grow_moves_rows_whole_and_leaves_what_is_not_there_alone() -> None:
    shelf = Shelf(ends=32)
    shelf.memory.size[BUCKETS] = 2
    memory = shelf.memory
    marks = {(0, 1): 0 << 6, (0, 3): 2 << 6, (1, 0): 3 << 6, (1, 5): 1 << 6}
    for (bucket, way), bits in marks.items():
        memory.words[bucket * BUCKET, way] = bits | 5 | kernels.NO_MARK_IS_ZERO
        memory.words[bucket * BUCKET + 1 + way] = range(way + 1, way + 1 + memory.words.shape[1])
    before = memory.words.copy()
    kernels._grow(memory)
    assert memory.size[BUCKETS] == 4
    for (bucket, way), bits in marks.items():
        new = bits >> 6
        row = before[bucket * BUCKET + 1 + way].tolist()
        assert memory.words[new * BUCKET, way] == before[bucket * BUCKET, way]
        assert memory.words[new * BUCKET + 1 + way].tolist() == row
    used = (memory.words[::BUCKET, :WAYS] != 0).sum()
    assert used == len(marks)


def test_rows_of_a_memory_hold_gains_of_all_players_and_flags_apart() -> None:
    """Six gains, two bytes of flags: none overwrites another."""
    shelf = Shelf()
    shelf.stack = new_stack(5, 4)
    shelf.memory = new_memory((0,) * 5, 4, 64)
    shelf.stack.slack[:] = BOUNDLESS
    shelf.players = 5
    shelf.lead((1,) * shelf.stack.keys.shape[1], 640, totals=(0,) * 5)
    shelf.store(ends=(1, -2, 3, -4, 5), flags=0o43210)
    found = shelf.find()
    assert found is not None and found[:2] == ([1, -2, 3, -4, 5], 0o43210)
