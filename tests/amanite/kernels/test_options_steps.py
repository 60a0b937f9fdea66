"""The steps that list a player's own options, one by one: what they call is put in their place."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import Any, NamedTuple

import numpy as np
import pytest

from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import options as kernels
from tests.optimize.plain import Replace, plain, replacing

pytestmark = pytest.mark.jit_off

LOW = ((1, 0, 2, 0, 1, 0, 0), (0, 3, 0, 1, 0, 0, 2))
RADIX = ((5, 4, 6, 3, 5, 4, 3), (4, 5, 3, 6, 4, 5, 4))
PLAYER = 1
FULL = -1
"""What a step answers when there is no room."""


def strides(radix: Sequence[int]) -> list[int]:
    """The worth of one token of each kind in an index."""
    return [int(np.prod(radix[:kind], dtype=np.int64)) for kind in range(7)]


STRIDE = tuple(map(strides, RADIX))
SPAN = max(int(np.prod(radix)) for radix in RADIX)


def new_book(literal: int = 1, dominance: int = 1, colours: int = 0, worlds: int = 3) -> k.Book:
    """A small book: two players, room for 16 slots."""
    par = np.full(k.PARAMETERS, 7, np.int64)
    par[[k.P_LITERAL, k.P_DOMINANCE, k.P_MAJOR_COLOURS]] = literal, dominance, colours
    par[[k.P_WORLDS, k.P_SPAN]] = worlds, SPAN
    rows = np.zeros((0, 0), np.int64)
    empty: dict[str, Any] = dict.fromkeys(k.Book._fields, rows)
    return k.Book(
        **empty
        | {
            "par": par,
            "state": np.zeros(k.STATES, np.int64),
            "low": np.array(LOW),
            "stride": np.array(STRIDE),
            "radix": np.array(RADIX),
            "worth": np.zeros((20, worlds), np.int16),
            "numbers": np.zeros((20, 6), np.int8),
            "slot_keys": np.full(16, -1, np.int64),
            "slots": np.full((16, k.SLOT_COLUMNS), -5, np.int64),
            "pool": np.full((3 * k.MOST_OPTIONS, 2), -6, np.int64),
        }
    )


def new_desk() -> k.Desk:
    """A desk on which everything is left from another time."""
    rows = np.zeros((0, 0), np.int64)
    empty: dict[str, Any] = dict.fromkeys(k.Desk._fields, rows)
    return k.Desk(
        **empty
        | {
            "found": np.full((2, 60, 3), 91, np.int64),
            "meals": np.full((2, k.MEAL_COLUMNS), 92, np.int64),
            "small": np.full(k.SMALL_NEXT + 6, 93, np.int64),
        }
    )


def new_plan(*programs: Sequence[int]) -> k.Plan:
    none = np.zeros((0, 0), np.int64)
    return k.Plan(none, none, none, np.zeros(0, np.int64), none, np.array(programs, np.int64))


def program(
    kind: int = k.PICK,
    tokens: Sequence[int] = (0,) * 7,
    *,
    pigs: int = 0,
    final: int = 0,
    following: int = -1,
) -> list[int]:
    return [kind, PLAYER, pigs, final, following, *tokens]


OTHER = [k.FEED, 0, 4, 0, 0, *[1] * 7]
"""A program of another player that nobody asks about."""
ASKED, NEXT = 2, 4
"""The program asked about in a table, and the one that follows it."""


class Table(NamedTuple):
    """The arrays of a test."""

    book: k.Book
    plan: k.Plan
    desk: k.Desk


def table(made: list[int] | None = None, **book: int) -> Table:
    return Table(new_book(**book), new_plan(OTHER, OTHER, made or program(), OTHER), new_desk())


def index(tokens: Sequence[int]) -> int:
    """The index of a player's tokens."""
    return sum((n - low) * s for n, low, s in zip(tokens, LOW[PLAYER], STRIDE[PLAYER], strict=True))


def step_of(tokens: Sequence[int]) -> int:
    """What some tokens add to an index."""
    return sum(n * s for n, s in zip(tokens, STRIDE[PLAYER], strict=False))


def some_tokens(rng: random.Random) -> list[int]:
    ranges = zip(LOW[PLAYER], RADIX[PLAYER], strict=True)
    return [rng.randrange(low, low + radix) for low, radix in ranges]


@pytest.fixture
def replace(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Let other functions stand for those that the steps call."""
    return replacing(kernels.move_slots, monkeypatch)


def step(name: str) -> Any:
    return plain(getattr(kernels, name))


def never(*_: Any) -> Any:
    raise AssertionError("not asked for")


# --- meals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("area", (0, 1))
def test_lay_clears_one_table(area: int) -> None:
    desk = new_desk()
    step("lay")(area, 4, 55, 66, desk)
    columns = [k.M_PROGRAM, k.M_INDEX, k.M_FROZEN, k.M_NUMBER]
    assert desk.meals[area, columns].tolist() == [4, 55, 66, 0]
    assert (desk.meals[1 - area] == 92).all()


def test_kinds_of_food_are_twelve_where_a_later_pig_may_not_eat_what_is_new() -> None:
    for literal, final in product((0, 1), repeat=2):
        made = table(program(final=final), literal=literal)
        kinds = step("kinds_of_food")(ASKED, made.book, made.plan)
        assert kinds == (12 if literal and not final else 6)


@pytest.mark.parametrize("literal", (0, 1))
@pytest.mark.parametrize("final", (0, 1))
def test_food_of_is_what_is_there_less_what_is_safe_the_new_apart(literal: int, final: int) -> None:
    rng = random.Random(f"food {literal} {final}")
    for area in (0, 1) * 10:
        made = table(program(final=final), literal=literal)
        tokens = some_tokens(rng)
        safe = [rng.randint(0, n - low) for n, low in zip(tokens, LOW[PLAYER][:6], strict=False)]
        new = [rng.randint(0, n - s) for n, s in zip(tokens, safe, strict=False)]
        made.desk.meals[area, [k.M_PROGRAM, k.M_INDEX, k.M_FROZEN]] = (
            ASKED,
            index(tokens),
            step_of(safe),
        )
        made.desk.small[k.SMALL_NEW : k.SMALL_NEW + 6] = new
        reach = [n - s * literal for n, s in zip(tokens, safe, strict=False)]
        apart = literal and not final
        old = [n - m for n, m in zip(reach, new, strict=True)] if apart else reach
        assert step("food_of")(area, *made) == sum(reach)
        food = made.desk.small[k.SMALL_FOOD : k.SMALL_FOOD + 12].tolist()
        assert food == [*old, *(new if apart else [93] * 6)]
        assert made.desk.small[k.SMALL_EATEN : k.SMALL_EATEN + 12].tolist() == [0] * 12
        assert made.desk.small[k.SMALL_NEW : k.SMALL_NEW + 6].tolist() == new
        assert (made.desk.small[k.SMALL_CHOSEN :] == 93).all()


@pytest.mark.parametrize("literal", (0, 1))
@pytest.mark.parametrize("final", (0, 1))
@pytest.mark.parametrize("area", (0, 1))
def test_add_fed_takes_away_what_is_eaten_and_keeps_the_rest_of_the_new_safe(
    literal: int, final: int, area: int
) -> None:
    rng = random.Random(f"fed {literal} {final}")
    for number in range(6):
        made = table(program(final=final), literal=literal)
        tokens = [low + 3 for low in LOW[PLAYER]]
        old, new, more = ([rng.randint(0, 1) for _ in range(6)] for _ in range(3))
        fresh = [n + m for n, m in zip(new, more, strict=True)]
        made.desk.meals[area] = 0
        columns = [k.M_PROGRAM, k.M_INDEX, k.M_FROZEN, k.M_NUMBER]
        made.desk.meals[area, columns] = ASKED, index(tokens), 17, number
        small = made.desk.small
        small[k.SMALL_EATEN : k.SMALL_EATEN + 12] = [*old, *new]
        small[k.SMALL_NEW : k.SMALL_NEW + 6] = fresh
        step("add_fed")(area, *made)
        left = index(tokens) - step_of(old) - step_of(new)
        kept = 17 + step_of(more) if literal and not final else 0
        assert made.desk.found[area, number].tolist() == [left, kept, 91]
        made.desk.found[area, number] = 91
        assert (made.desk.found == 91).all()
        assert made.desk.meals[area, columns].tolist() == [ASKED, index(tokens), 17, number + 1]
        assert (made.desk.meals[1 - area] == 92).all()


@pytest.mark.parametrize("kinds", (6, 12))
@pytest.mark.parametrize("area", (0, 1))
def test_feedings_adds_every_way_to_eat_once(replace: Replace, kinds: int, area: int) -> None:
    """Of all kinds with food, or of the first six; pigs without food eat nothing."""
    rng = random.Random(f"feedings {kinds}")
    for pigs in (0, 1, 2, 3, 4) * 4:
        made, found = table(), []
        food = [rng.choice((0, 0, 1, 2, 3)) for _ in range(12)]
        made.desk.meals[[area, 1 - area], k.M_PROGRAM] = ASKED, 0

        def food_of(given: int, *parts: Any, own: Any = (area, food, made)) -> int:
            assert (given, parts) == (own[0], own[2])
            small = own[2].desk.small
            small[k.SMALL_FOOD : k.SMALL_FOOD + 12] = own[1]
            small[k.SMALL_EATEN : k.SMALL_EATEN + 12] = 0
            return sum(own[1][:kinds])

        def kinds_of_food(number: int, *parts: Any, own: Table = made) -> int:
            assert (number, parts) == (ASKED, own[:2])
            return kinds

        def add_fed(given: int, *parts: Any, own: Any = (area, made, found)) -> None:
            assert (given, parts) == own[:2]
            small = own[1].desk.small
            own[2].append(tuple(small[k.SMALL_EATEN : k.SMALL_EATEN + 12].tolist()))

        replace(food_of=food_of, kinds_of_food=kinds_of_food, add_fed=add_fed)
        step("feedings")(area, pigs, *made)
        flat = [kind for kind in range(kinds) for _ in range(food[kind])]
        ways = set(combinations(flat, min(pigs, len(flat))))
        assert sorted(found) == sorted(tuple(way.count(kind) for kind in range(12)) for way in ways)


# --- candidates ----------------------------------------------------------------------------------


@pytest.mark.parametrize("area", (0, 1))
def test_pick_adds_the_tokens_while_their_pigs_are_fed(replace: Replace, area: int) -> None:
    """Mushrooms are new food; a pig of the tile eats, too. The hand is as before afterwards."""
    for first, second in [(4, -1), (6, -1), *combinations_with_replacement(range(7), 2)]:
        made, fed = table(), []
        made.desk.meals[area, [k.M_PROGRAM, k.M_INDEX]] = ASKED, 500

        def feedings(given: int, pigs: int, *parts: Any, own: Any = (area, made, fed)) -> None:
            assert (given, parts) == own[:2]
            small = own[1].desk.small[k.SMALL_NEW : k.SMALL_NEW + 6].tolist()
            own[2].append((pigs, int(own[1].desk.meals[own[0], k.M_INDEX]), small))

        replace(feedings=feedings)
        step("pick")(area, first, second, *made)
        taken = [(first == kind) + (second == kind) for kind in range(7)]
        assert fed == [(taken[6], 500 + step_of(taken), taken[:6])]
        assert made.desk.meals[area, k.M_INDEX] == 500
        assert (made.desk.meals[1 - area] == 92).all()


@pytest.mark.parametrize("area", (0, 1))
def test_candidates_takes_two_tokens_or_the_only_one(replace: Replace, area: int) -> None:
    rng = random.Random("candidates")
    several = [sorted(rng.choices(range(7), k=total)) for total in (2, 3, 3, 4, 5)]
    for flat in ([], [0], [3], [6], [0, 0], [6, 6], [5, 6], *several):
        total = len(flat)
        tokens = [flat.count(kind) for kind in range(7)]
        made, picked = table(program(k.PICK, tokens)), []
        made.desk.meals[area, [k.M_PROGRAM, k.M_NUMBER]] = ASKED, 0

        def pick(
            given: int, first: int, second: int, *parts: Any, own: Any = (made, picked)
        ) -> None:
            assert (given, parts) == (area, own[0])
            own[1].append((first, second))
            own[0].desk.meals[area, k.M_NUMBER] += 3

        replace(pick=pick, feedings=never)
        assert step("candidates")(area, *made) == 3 * len(picked)
        ways = {(flat[0], -1)} if total == 1 else set(combinations(flat, 2))
        assert sorted(picked) == sorted(ways)


def test_candidates_after_a_pile_feeds_the_pigs_that_wait(replace: Replace) -> None:
    made, fed = table(program(k.FEED, (1, 2, 3, 4, 5, 6, 7), pigs=3)), []
    made.desk.meals[0, [k.M_PROGRAM, k.M_NUMBER]] = ASKED, 0

    def feedings(area: int, pigs: int, *parts: Any) -> None:
        assert parts == made
        fed.append((area, pigs, made.desk.small[k.SMALL_NEW : k.SMALL_NEW + 6].tolist()))
        made.desk.meals[0, k.M_NUMBER] = 8

    replace(pick=never, feedings=feedings)
    assert step("candidates")(0, *made) == 8
    assert fed == [(0, 3, [1, 2, 3, 4, 5, 6])]


# --- what dominates what -------------------------------------------------------------------------


def made_rows(worths: Sequence[tuple[Sequence[int], Sequence[int]]], colours: int) -> k.Book:
    """Rows with these worths in each world and these numbers of each colour."""
    book = new_book(colours=colours, worlds=len(worths[0][0]) + 1)
    book.par[k.P_WORLDS] -= 1  # what stands behind is of another time
    for row, (own, held) in enumerate(worths):
        book.worth[row, :-1], book.worth[row, -1] = own, row * row
        book.numbers[row] = held
    return book


def test_dominates_changes_its_answer_when_any_one_part_gets_worse() -> None:
    """Each world, each colour of a majority, being out: one at a time, for better and for worse."""
    base = [5, 64, 300]
    dominates, same_worth = step("dominates"), step("same_worth")
    for world in range(3):
        better, worse = list(base), list(base)
        better[world] += 1
        worse[world] -= 1
        book = made_rows([(base, [1] * 6), (better, [1] * 6), (worse, [1] * 6)], 0)
        assert dominates(0, 0, book) and same_worth(0, 0, book)
        assert not dominates(0, 1, book) and dominates(1, 0, book)
        assert dominates(0, 2, book) and not dominates(2, 0, book)
        assert not same_worth(0, 1, book) and not same_worth(0, 2, book)
    for colour in range(6):
        for change in (-1, 1):
            held = [1] * 6
            held[colour] += change
            for colours in (0, 1 << colour, 63 ^ 1 << colour):
                book = made_rows([(base, [1] * 6), (base, held)], colours)
                alike = not colours >> colour & 1
                assert dominates(0, 1, book) == dominates(1, 0, book) == alike
                assert same_worth(0, 1, book) == alike


def test_dominates_keeps_who_is_out_where_there_is_a_majority() -> None:
    """Being out changes others' prizes, so OUT is no better and no worse than another worth."""
    dominates = step("dominates")
    for world in range(3):
        out = [5, 64, 300]
        out[world] = k.OUT
        rows = [([5, 64, 300], [1] * 6), (out, [1] * 6)]
        alone, major = made_rows(rows, 0), made_rows(rows, 1)
        assert dominates(0, 1, alone) and not dominates(1, 0, alone)
        assert not dominates(0, 1, major) and not dominates(1, 0, major)
        assert dominates(1, 1, major)


def found_with(rows: Sequence[int]) -> np.ndarray:
    found = np.zeros((60, 3), np.int64)
    for place, row in enumerate(rows):
        found[place] = 100 + place, 200 + place, row
    return found


def test_copy_copies_a_candidate_whole() -> None:
    found = found_with([4, 5, 6])
    step("copy")(2, 0, found)
    assert found[0].tolist() == found[2].tolist() == [102, 202, 6]
    assert found[1].tolist() == [101, 201, 5]


@pytest.mark.parametrize("seed", range(20))
def test_keep_undominated_keeps_the_front_and_one_of_equals(seed: int) -> None:
    rng = random.Random(f"front {seed}")
    worths = [[rng.randint(0, 3) for _ in range(3)] for _ in range(12)]
    book = made_rows([(worth, [0] * 6) for worth in worths], 0)
    found = found_with(range(12))
    kept = step("keep_undominated")(12, found, book)
    front = {
        tuple(one)
        for one in worths
        if not any(
            other != one and all(a >= b for a, b in zip(other, one, strict=True))
            for other in worths
        )
    }
    rows = found[:kept, k.C_ROW].tolist()
    assert sorted(tuple(worths[row]) for row in rows) == sorted(front)
    for place, frozen, row in found[:kept].tolist():
        assert (place, frozen) == (100 + row, 200 + row)


# --- slots ---------------------------------------------------------------------------------------


def test_find_slot_and_move_slots_lose_no_key() -> None:
    rng = random.Random("slots")
    find_slot = step("find_slot")
    keys, slots = np.full(64, -1, np.int64), np.zeros((64, k.SLOT_COLUMNS), np.int64)
    given = [0, *(rng.randrange(1 << rng.choice((5, 20, 45, 62))) for _ in range(50))]
    for number, key in enumerate(given):
        slot = find_slot(key, keys)
        assert keys[slot] in (-1, key)
        keys[slot], slots[slot] = key, range(number, number + k.SLOT_COLUMNS)
    larger, more = np.full(128, -1, np.int64), np.zeros((128, k.SLOT_COLUMNS), np.int64)
    step("move_slots")(keys, slots, larger, more)
    assert (larger >= 0).sum() == (keys >= 0).sum() == len(set(given))
    for key in given:
        old, new = find_slot(key, keys), find_slot(key, larger)
        assert keys[old] == larger[new] == key
        assert slots[old].tolist() == more[new].tolist()


def test_find_slot_goes_on_at_the_front_of_the_table() -> None:
    """Seven keys in eight slots: whoever finds the last ones taken looks at the first ones."""
    find_slot, around = step("find_slot"), 0
    for seed in range(12):
        keys = np.full(8, -1, np.int64)
        for key in random.Random(f"around {seed}").sample(range(1 << 30), 7):
            first = find_slot(key, np.full(8, -1, np.int64))
            slot = find_slot(key, keys)
            assert keys[slot] == -1
            assert (keys[first : slot if slot >= first else 8] >= 0).all()
            around += slot < first
            keys[slot] = key
    assert around > 5


def test_find_slot_spreads_what_strides_make() -> None:
    """Multiples of a power of two, as indices often are, end in many different places."""
    keys = np.full(1 << 12, -1, np.int64)
    first = {step("find_slot")(number << 14, keys) for number in range(500)}
    assert len(first) > 400


@pytest.mark.parametrize("column", (k.O_START, k.O_BEST_START))
def test_store_appends_to_the_pool(column: int) -> None:
    book, found = new_book(), found_with([7, 8, 9])
    book.state[k.S_POOL] = 10
    step("store")(3, column, 2, found, book)
    assert book.pool[10:12].tolist() == [[100, 200], [101, 201]]
    assert (book.pool[:10] == -6).all() and (book.pool[12:] == -6).all()
    expected = np.full((16, k.SLOT_COLUMNS), -5)
    expected[3, [column, column + 1]] = 10, 2
    assert book.slots.tolist() == expected.tolist()
    assert book.state[k.S_POOL] == 12


def test_is_full_before_a_list_may_find_no_room() -> None:
    """Two lists of the most options that there can be; half of the slots in use at most."""
    room = k.MOST_OPTIONS
    for pool, used, need in (
        (0, 0, 0),
        (room, 8, 0),
        (room + 1, 8, k.NEED_POOL),
        (room, 9, k.NEED_SLOTS),
    ):
        book = new_book()
        book.state[[k.S_POOL, k.S_SLOTS, k.S_NEED]] = pool, used, 0
        assert step("is_full")(book) == (need != 0)
        assert book.state[k.S_NEED] == need


@pytest.mark.parametrize("literal", (0, 1))
def test_key_of_differs_in_every_part_that_matters(literal: int) -> None:
    """What pigs may not eat matters where ``pig_scope`` is literal."""
    book = new_book(literal)
    some = [0, 1, SPAN - 2, SPAN - 1]
    keys: dict[int, tuple[int, ...]] = {}
    for number, place, frozen in product(range(3), some, some):
        key = step("key_of")(number, place, frozen, book)
        meaning = (number, place, frozen) if literal else (number, place)
        assert key >= 0 and keys.setdefault(key, meaning) == meaning
    assert len(keys) == 3 * 4 ** (2 if literal else 1)


# --- lists of options ----------------------------------------------------------------------------


class Lists:
    """A program whose candidates, and the rows to which they lead, are given by the test.

    ``worths``: the worth of every row; ``rows``: the row of each index, FULL if there is no room.
    """

    def __init__(self, replace: Replace, made: Table, area: int, given: Sequence[tuple[int, int]]):
        self.made, self.area, self.given, self.asked = made, area, given, 0
        self.key = step("key_of")(ASKED, 41, 52, made.book)
        self.slot = step("find_slot")(self.key, made.book.slot_keys)
        replace(candidates=self.candidates)

    def candidates(self, area: int, *parts: Any) -> int:
        assert (area, parts) == (self.area, self.made)
        laid = self.made.desk.meals[area, [k.M_PROGRAM, k.M_INDEX, k.M_FROZEN, k.M_NUMBER]]
        assert laid.tolist() == [ASKED, 41, 52, 0]
        self.asked += 1
        self.made.desk.found[area, : len(self.given), :2] = self.given
        return len(self.given)

    def ask(self, name: str) -> int:
        return int(step(name)(ASKED, 41, 52, *self.made))

    def listed(self, column: int) -> list[tuple[int, int]]:
        start, length = self.made.book.slots[self.slot, column : column + 2]
        return [tuple(row) for row in self.made.book.pool[start : start + length].tolist()]

    @property
    def single(self) -> int:
        return int(self.made.book.slots[self.slot, k.O_SINGLE])


def rows_by(replace: Replace, made: Table, rows: dict[int, int]) -> None:
    """Let indices lead to these rows."""

    def row_of(player: int, place: int, book: k.Book) -> int:
        assert (player, book is made.book) == (PLAYER, True)
        return rows[place]

    replace(row_of=row_of)


def put_worths(book: k.Book, worths: Sequence[Sequence[int]]) -> None:
    book.worth[: len(worths)] = worths


def test_final_options_are_one_of_each_worth_then_the_front(replace: Replace) -> None:
    """Rows 3 and 5 are worth the same; 4 is below 12. No pig comes after."""
    for dominance, best in ((1, [(10, 0), (14, 0)]), (0, [(10, 0), (12, 0), (14, 0)])):
        made = table(program(final=1), dominance=dominance)
        given = [(10, 7), (11, 7), (12, 7), (13, 7), (14, 7)]
        lists = Lists(replace, made, k.LAST_PROGRAM, given)
        rows_by(replace, made, {10: 3, 11: 5, 12: 4, 13: 3, 14: 12})
        put_worths(made.book, [[0] * 3] * 3 + [[9, 1, 1], [1, 5, 1], [9, 1, 1]])
        made.book.worth[12] = 1, 5, 2
        made.book.state[[k.S_POOL, k.S_SLOTS]] = 4, 2
        assert lists.ask("final_options") == lists.slot
        assert lists.listed(k.O_START) == [(10, 0), (12, 0), (14, 0)]
        assert lists.listed(k.O_BEST_START) == best
        assert lists.single == 0
        assert made.book.slot_keys[lists.slot] == lists.key
        assert (np.delete(made.book.slot_keys, lists.slot) == -1).all()
        assert made.book.state[[k.S_POOL, k.S_SLOTS]].tolist() == [4 + 3 + len(best), 3]
        assert lists.ask("final_options") == lists.ask("options") == lists.slot
        assert lists.asked == 1, "they are kept"
        assert made.book.state[[k.S_POOL, k.S_SLOTS]].tolist() == [4 + 3 + len(best), 3]


def test_final_options_are_single_if_one_is_left(replace: Replace) -> None:
    for dominance in (0, 1):
        made = table(program(final=1), dominance=dominance)
        lists = Lists(replace, made, k.LAST_PROGRAM, [(10, 7), (11, 7)])
        rows_by(replace, made, {10: 0, 11: 1})
        put_worths(made.book, [[1, 1, 1], [1, 2, 1]])
        assert lists.ask("options") == lists.slot
        assert lists.listed(k.O_START) == [(10, 0), (11, 0)]
        assert lists.listed(k.O_BEST_START) == ([(11, 0)] if dominance else [(10, 0), (11, 0)])
        assert lists.single == dominance


@pytest.mark.parametrize(("final", "name"), [(1, "final_options"), (0, "new_options")])
def test_options_of_key_0_are_kept_too(replace: Replace, final: int, name: str) -> None:
    made = Table(new_book(), new_plan(program(final=final)), new_desk())
    asked = []
    replace(candidates=lambda *_: asked.append(1) or 0)
    slot = step(name)(0, 0, 0, *made)
    assert made.book.slot_keys[slot] == 0
    assert step("options")(0, 0, 0, *made) == slot
    if final:
        assert step(name)(0, 0, 0, *made) == slot
    assert len(asked) == 1


def test_final_options_ask_for_room_and_keep_nothing(replace: Replace) -> None:
    for rows, full in (({10: 0, 11: FULL}, False), ({10: 0, 11: 1}, True)):
        made = table(program(final=1))
        lists = Lists(replace, made, k.LAST_PROGRAM, [(10, 7), (11, 7)])
        rows_by(replace, made, rows)
        replace(is_full=lambda book, full=full: full)
        assert lists.ask("final_options") == lists.ask("options") == FULL
        assert (made.book.slot_keys == -1).all()
        assert made.book.state[[k.S_POOL, k.S_SLOTS]].tolist() == [0, 0]


class Following:
    """The options of the next program: by index whether single, and what is left."""

    def __init__(self, replace: Replace, made: Table, ends: dict[int, int]):
        """``ends``: the index left by each index, 0 if there are several, FULL if no room."""
        self.made, self.ends, self.asked = made, ends, []
        replace(final_options=self.final_options)

    def final_options(self, number: int, place: int, frozen: int, *parts: Any) -> int:
        assert (number, frozen, parts) == (NEXT, place + 50, self.made)
        self.asked.append(place)
        if self.ends[place] == FULL:
            return FULL
        slot = len(self.asked) - 1
        book = self.made.book
        book.slots[slot, [k.O_SINGLE, k.O_START, k.O_BEST_START]] = self.ends[place] != 0, 900, 30
        book.pool[30] = self.ends[place], 8
        return slot


def two_programs(**book: int) -> Table:
    plan = new_plan(OTHER, OTHER, program(following=NEXT), OTHER, program(final=1))
    return Table(new_book(**book), plan, new_desk())


def test_settle_next_gives_each_candidate_the_row_to_which_the_next_program_leads(
    replace: Replace,
) -> None:
    for ends, answer, asked in (
        ({10: 21, 11: 22, 12: 23}, 1, 3),
        ({10: 21, 11: 0, 12: 23}, 0, 2),
        ({10: 21, 11: 22, 12: 0}, 0, 3),
        ({10: 21, 11: FULL, 12: 0}, FULL, 2),
        ({10: 0, 11: FULL, 12: 0}, 0, 1),
    ):
        made = two_programs()
        following = Following(replace, made, ends)
        rows_by(replace, made, {21: 6, 22: 7, 23: 8})
        made.desk.found[k.EARLIER_PROGRAM, :4, :2] = [[10, 60], [11, 61], [12, 62], [13, 63]]
        assert step("settle_next")(ASKED, 3, *made) == answer
        assert len(following.asked) == asked
        if answer == 1:
            assert made.desk.found[k.EARLIER_PROGRAM, :4, k.C_ROW].tolist() == [6, 7, 8, 91]
            assert made.desk.found[k.EARLIER_PROGRAM, :3, k.C_INDEX].tolist() == [10, 11, 12]
            assert (made.desk.found[k.LAST_PROGRAM] == 91).all()


def test_settle_next_not_without_a_next_program_nor_without_dominance(replace: Replace) -> None:
    replace(final_options=never)
    assert step("settle_next")(ASKED, 3, *table()) == 0
    assert step("settle_next")(ASKED, 3, *two_programs(dominance=0)) == 0
    made = Table(new_book(), new_plan(program(final=1), OTHER, program(following=0)), new_desk())
    replace(final_options=lambda number, *_: [FULL][number])  # the next program may be the first
    assert step("settle_next")(ASKED, 3, *made) == FULL


def test_new_options_are_each_index_once_with_what_is_safe(replace: Replace) -> None:
    """Two with one index and other safe tokens are two; settled, the front alone is filtered."""
    given = [(10, 7), (10, 7), (11, 7), (10, 8), (10, 7), (11, 7)]
    kept = [(10, 7), (11, 7), (10, 8)]
    for settled, rows, best in (
        (0, (0, 0, 0), kept),
        (1, (0, 1, 2), kept[:1]),
        (1, (0, 2, 1), kept[:1]),
        (1, (0, 3, 2), kept[:2]),
        (1, (3, 3, 3), kept[:1]),
    ):
        made = table()
        lists = Lists(replace, made, k.EARLIER_PROGRAM, given)
        put_worths(made.book, [[5, 5, 5], [1, 1, 1], [2, 2, 2], [9, 1, 1]])

        def settle(number: int, count: int, *parts: Any, own: Any = (made, settled, rows)) -> int:
            assert (number, count, parts) == (ASKED, 3, own[0])
            own[0].desk.found[k.EARLIER_PROGRAM, :3, k.C_ROW] = own[2]
            return int(own[1])

        replace(settle_next=settle, final_options=never)
        made.book.state[[k.S_POOL, k.S_SLOTS]] = 4, 2
        assert lists.ask("new_options") == lists.slot
        assert lists.listed(k.O_START) == kept
        assert lists.listed(k.O_BEST_START) == best
        assert lists.single == int(settled and len(best) == 1)
        assert made.book.slot_keys[lists.slot] == lists.key
        assert made.book.state[[k.S_POOL, k.S_SLOTS]].tolist() == [4 + 3 + len(best), 3]
        assert lists.ask("options") == lists.slot and lists.asked == 1


def test_new_options_of_a_lone_candidate_are_single_only_if_settled(replace: Replace) -> None:
    for settled in (0, 1):
        lists = Lists(replace, table(), k.EARLIER_PROGRAM, [(10, 7)])
        replace(settle_next=lambda *_, settled=settled: settled)
        assert lists.ask("options") == lists.slot
        assert lists.single == settled


def test_new_options_take_a_slot_that_the_next_programs_left_free(replace: Replace) -> None:
    made = two_programs()
    lists = Lists(replace, made, k.EARLIER_PROGRAM, [(10, 7)])

    def settle(*_: Any) -> int:
        made.book.slot_keys[lists.slot] = lists.key + 1  # taken meanwhile
        return 0

    replace(settle_next=settle)
    slot = lists.ask("new_options")
    assert slot == (lists.slot + 1) % 16
    assert made.book.slot_keys[slot] == lists.key


def test_new_options_ask_for_room_and_keep_nothing(replace: Replace) -> None:
    for settled, full in ((FULL, False), (0, True), (1, True)):
        made = table()
        lists = Lists(replace, made, k.EARLIER_PROGRAM, [(10, 7)])
        replace(settle_next=lambda *_, settled=settled: settled, is_full=lambda _, full=full: full)
        assert lists.ask("new_options") == lists.ask("options") == FULL
        assert (made.book.slot_keys == -1).all()
        assert made.book.state[[k.S_POOL, k.S_SLOTS]].tolist() == [0, 0]


def test_new_options_of_a_last_program_are_its_final_options(replace: Replace) -> None:
    made = table(program(final=1))
    replace(
        final_options=lambda *facts: 77 if facts == (ASKED, 41, 52, *made) else never(),
        candidates=never,
    )
    assert step("new_options")(ASKED, 41, 52, *made) == 77
