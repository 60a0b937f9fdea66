"""Options of one player's own decisions, against every choice that the rules allow."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from bolets_solver.amanite.game.tokens import Counts, picks
from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import options as kernels
from bolets_solver.amanite.kernels.rows import row_of
from tests.amanite.kernels.setting import Case, own_worth

pytestmark = pytest.mark.jit_off

NOTHING = (0,) * 7
After = tuple[Counts, Counts]
"""Tokens after a decision, and those of them that later pigs may not eat."""


class Eater:
    """One player of a case, with programs of his own."""

    def __init__(self, case: Case, player: int):
        self.case, self.player = case, player
        self.rows: list[list[int]] = case.programs

    @property
    def plan(self) -> k.Plan:
        none = np.zeros((0, 0), np.int64)
        return k.Plan(none, none, none, np.zeros(0, np.int64), none, self._table)

    def program(
        self, kind: int, tokens: Counts, pigs: int = 0, final: bool = True, following: int = -1
    ) -> int:
        self.rows.append([kind, self.player, pigs, int(final), following, *tokens])
        self._table = np.array(self.rows, np.int64)
        return len(self.rows) - 1

    def index(self, hand: Counts) -> int:
        return self.case.arena.index(self.player, hand)

    def frozen(self, tokens: Counts) -> int:
        return self.case.arena.step(self.player, tokens)

    def listed(self, slot: int, column: int) -> list[tuple[int, int]]:
        """A list of a slot: indices, and indices of what may not be eaten."""
        start, length = self.case.book.slots[slot, column : column + 2]
        return [tuple(row) for row in self.case.book.pool[start : start + length].tolist()]


def plus(*many: Counts) -> Counts:
    return tuple(map(sum, zip(*many, strict=True)))


def minus(one: Counts, other: Counts) -> Counts:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def mushrooms(counts: Counts) -> Counts:
    return (*counts[:6], 0)


def eaten_in_every_way(food: Counts, number: int) -> set[Counts]:
    """Every multiset of this number of mushrooms; all of them if there are no more (A-Q15)."""
    flat = [kind for kind in range(6) for _ in range(food[kind])]
    number = min(number, len(flat))
    return {tuple(chosen.count(kind) for kind in range(7)) for chosen in combinations(flat, number)}


def within(food: Counts) -> set[Counts]:
    """Every multiset of mushrooms of these."""
    return set(product(*(range(number + 1) for number in food)))


def after_feeding(
    hand: Counts, frozen: Counts, new: Counts, pigs: int, *, literal: bool, final: bool
) -> set[After]:
    """What feeding leads to; ``new`` are the tokens just collected (A-R22, A-R23, A-Q16)."""
    if not literal or final:
        reach = minus(mushrooms(hand), frozen) if literal else mushrooms(hand)
        return {(minus(hand, eaten), NOTHING) for eaten in eaten_in_every_way(reach, pigs)}
    new = mushrooms(new)
    old = minus(minus(mushrooms(hand), frozen), new)
    found = set()
    for one, other in product(within(old), within(new)):
        if sum(one) + sum(other) == min(pigs, sum(old) + sum(new)):
            found.add((minus(minus(hand, one), other), plus(frozen, minus(new, other))))
    return found


def eaters(seeds: range, **rules: str):
    """Players before a tile of a few tokens, with what they hold and what is out of reach."""
    for seed in seeds:
        case = Case(seed, held=4, sizes=(3, 4), pigs=4, **rules)
        for player in range(case.players):
            for station in case.gathering_stations():
                if station.left == player or station.right == player:
                    yield case, Eater(case, player), station.tokens


def listed_by_kernel(
    eater: Eater, program: int, hand: Counts, frozen: Counts, area: int
) -> set[tuple[int, int]]:
    """Indices of what the kernel lists, and of what may not be eaten then."""
    desk = eater.case.desk
    kernels.lay(area, program, eater.index(hand), eater.frozen(frozen), desk)
    number = kernels.candidates(area, eater.case.book, eater.plan, desk)
    rows = desk.found[area, :number]
    return {(int(row[k.C_INDEX]), int(row[k.C_FROZEN])) for row in rows}


@pytest.mark.parametrize("scope", ["any", "literal"])
@pytest.mark.parametrize("final", [False, True])
def test_feeding_after_a_pile_eats_what_the_rules_let_pigs_eat(scope: str, final: bool) -> None:
    cases = 0
    for case, eater, tokens in eaters(range(40), pig_scope=scope):
        pile = tokens
        hand = case.position.tokens[eater.player]
        frozen = tuple(case.rng.randint(0, have) for have in mushrooms(hand))
        frozen = frozen if scope == "literal" else NOTHING
        hand = plus(hand, pile)
        for pigs in range(1, 4):
            new = pile if scope == "literal" else NOTHING
            program = eater.program(k.FEED, new, pigs, final, -1)
            expected = after_feeding(
                hand, frozen, new, pigs, literal=scope == "literal", final=final
            )
            if any(min(minus(after, case.book.low[eater.player])) < 0 for after, _ in expected):
                continue  # more pigs than can come
            found = listed_by_kernel(eater, program, hand, frozen, area=cases % 2)
            assert found == {(eater.index(after), eater.frozen(kept)) for after, kept in expected}
            cases += 1
    assert cases > 40


@pytest.mark.parametrize("scope", ["any", "literal"])
@pytest.mark.parametrize("final", [False, True])
def test_candidates_of_a_lone_meeple_are_two_tokens_and_what_their_pigs_eat(
    scope: str, final: bool
) -> None:
    """Two tokens of the player's choice, or what there is (A-R20, A-Q19)."""
    cases = singles = 0
    for case, eater, tokens in eaters(range(40), pig_scope=scope):
        for tile in (tokens, next(iter(picks(tokens))), (*[0] * 3, 1, 0, 0, 0)):
            hand = case.position.tokens[eater.player]
            frozen = tuple(case.rng.randint(0, have) for have in mushrooms(hand))
            frozen = frozen if scope == "literal" else NOTHING
            program = eater.program(k.PICK, tile, 0, final, -1)
            expected = set()
            for taken in picks(tile) if sum(tile) > 1 else [tile]:
                expected |= after_feeding(
                    plus(hand, taken),
                    frozen,
                    taken,
                    taken[6],
                    literal=scope == "literal",
                    final=final,
                )
            tops = case.book.low[eater.player] + case.book.radix[eater.player]
            if any(
                min(minus(after, case.book.low[eater.player])) < 0
                or min(minus(tuple(tops.tolist()), after)) <= 0
                for after, _ in expected
            ):
                continue
            found = listed_by_kernel(eater, program, hand, frozen, area=cases % 2)
            assert found == {(eater.index(after), eater.frozen(kept)) for after, kept in expected}
            cases, singles = cases + 1, singles + (sum(tile) == 1)
    assert cases > 40 and singles > 5


def rows_of(case: Case, player: int, count: int = 25) -> dict[int, Counts]:
    """Rows of some hands of a player."""
    found = {}
    for hand in case.hands(player)[:count]:
        found[row_of(player, case.arena.index(player, hand), case.book)] = hand
    return found


def profile(case: Case, hand: Counts) -> tuple[object, ...]:
    """All that matters of final tokens: their worth in each world, and numbers for majorities."""
    colours = {world.index("Majority") for world in case.worlds if "Majority" in world}
    return (
        tuple(own_worth(hand, world, case) for world in case.worlds),
        tuple(hand[colour] for colour in sorted(colours)),
    )


def is_no_worse(case: Case, one: Counts, other: Counts) -> bool:
    """As good in every world, alike for majorities, and out in the same worlds if there are any."""
    (worths, numbers), (others, other_numbers) = profile(case, one), profile(case, other)
    if numbers != other_numbers:
        return False
    if any(mine < his for mine, his in zip(worths, others, strict=True)):
        return False
    out = [[worth == k.OUT for worth in each] for each in (worths, others)]
    return not numbers or out[0] == out[1]


@pytest.mark.parametrize("seed", range(24))
def test_same_worth_and_dominates_say_what_the_scoring_says(seed: int) -> None:
    attributes = ("Majority",) if seed % 2 else None
    level = ("all", "some", "hints")[seed % 3]
    case = Case(seed, held=5, level=level, attributes=attributes)
    rows = rows_of(case, 0, 25 if len(case.worlds) < 20 else 9)
    for (one, hand), (other, second) in product(rows.items(), repeat=2):
        same = profile(case, hand) == profile(case, second)
        assert kernels.same_worth(one, other, case.book) == same
        assert kernels.dominates(one, other, case.book) == is_no_worse(case, hand, second)


def final_cases(seeds: range):
    """A lone meeple's last decision: case, eater, program, tokens held, what they may become."""
    for seed in seeds:
        level = ("all", "all", "some")[seed % 3]
        case = Case(seed, held=4, sizes=(3, 5), pigs=3, level=level)
        for station in case.gathering_stations():
            eater = Eater(case, station.left)
            hand = case.position.tokens[station.left]
            program = eater.program(k.PICK, station.tokens)
            after = set()
            for taken in picks(station.tokens):
                after |= {
                    tokens
                    for tokens, _ in after_feeding(
                        plus(hand, taken), NOTHING, taken, taken[6], literal=False, final=True
                    )
                }
            low = case.book.low[station.left]
            if all(min(minus(tokens, low)) >= 0 for tokens in after):
                yield case, eater, program, hand, after


def test_final_options_are_one_of_each_worth_and_the_filtered_ones_the_front() -> None:
    single = several = 0
    for case, eater, program, hand, after in final_cases(range(45)):
        index = eater.index(hand)
        slot = kernels.final_options(program, index, 0, case.book, eater.plan, case.desk)
        named = {eater.index(tokens): tokens for tokens in after}
        full = [named[one] for one, frozen in eater.listed(slot, k.O_START) if frozen == 0]
        assert len(full) == case.book.slots[slot, k.O_LENGTH]
        profiles = [profile(case, tokens) for tokens in full]
        assert len(set(profiles)) == len(full)
        assert set(profiles) == {profile(case, tokens) for tokens in after}
        best = [named[one] for one, _ in eater.listed(slot, k.O_BEST_START)]
        front = {
            profile(case, one)
            for one in after
            if not any(
                profile(case, other) != profile(case, one) and is_no_worse(case, other, one)
                for other in after
            )
        }
        assert {profile(case, tokens) for tokens in best} == front
        assert len(best) == len(front)
        assert case.book.slots[slot, k.O_SINGLE] == int(len(front) == 1)
        single, several = single + (len(front) == 1), several + (len(front) > 1)
        used = case.book.state[[k.S_POOL, k.S_SLOTS]].tolist()
        again = kernels.final_options(program, index, 0, case.book, eater.plan, case.desk)
        assert again == slot and case.book.state[[k.S_POOL, k.S_SLOTS]].tolist() == used
        case.book.par[k.P_DOMINANCE] = 0
        other = eater.program(k.PICK, tuple(eater.rows[program][k.G_TOKENS :]))
        slot = kernels.options(other, index, 0, case.book, eater.plan, case.desk)
        assert len(eater.listed(slot, k.O_BEST_START)) == len(full)
        assert eater.listed(slot, k.O_START) == eater.listed(slot, k.O_BEST_START)
        case.book.par[k.P_DOMINANCE] = 1
    assert single > 10 and several > 10


def test_final_options_ask_for_room() -> None:
    case, eater, program, hand, _ = next(final_cases(range(45)))
    index = eater.index(hand)
    for counter, full, need in (
        (k.S_POOL, len(case.book.pool), k.NEED_POOL),
        (k.S_ROWS, len(case.book.worth), k.NEED_ROWS),
    ):
        before = case.book.state.copy()
        case.book.state[counter] = full
        for ask in (kernels.final_options, kernels.options):
            assert ask(program, index, 0, case.book, eater.plan, case.desk) == -1
            assert case.book.state[k.S_NEED] == need
        case.book.state[:] = before
    assert kernels.final_options(program, index, 0, case.book, eater.plan, case.desk) >= 0


@pytest.mark.parametrize("dominance", [0, 1])
def test_new_options_are_settled_by_the_next_program_if_that_leaves_one(dominance: int) -> None:
    """Two tiles one after the other: what is kept of the first is what leads to the front."""
    seen = set()
    for case, eater, second, hand, _ in final_cases(range(90)):
        if case.literal:
            continue
        case.book.par[k.P_DOMINANCE] = dominance
        spare = case.book.low[eater.player] + case.book.radix[eater.player] - 1
        room = minus(tuple(spare.tolist()), plus(hand, tuple(eater.rows[second][k.G_TOKENS :])))
        if min(room) < 0 or sum(room[:6]) < 2:
            continue
        tile = tuple(min(2, more) for more in mushrooms(room))
        first = eater.program(k.PICK, tile, 0, False, second)
        ends = {}
        for taken in picks(tile):
            held = plus(hand, taken)
            slot = kernels.options(second, eater.index(held), 0, case.book, eater.plan, case.desk)
            last = eater.listed(slot, k.O_BEST_START)
            ends[eater.index(held)] = [one for one, _ in last]
        slot = kernels.options(first, eater.index(hand), 0, case.book, eater.plan, case.desk)
        full = [one for one, _ in eater.listed(slot, k.O_START)]
        assert sorted(full) == sorted(ends)
        best = [one for one, _ in eater.listed(slot, k.O_BEST_START)]
        settled = dominance and all(len(after) == 1 for after in ends.values())
        if not settled:
            assert best == full and case.book.slots[slot, k.O_SINGLE] == 0
        else:
            rows = {one: row_of(eater.player, after[0], case.book) for one, after in ends.items()}
            for one in ends:
                assert any(kernels.dominates(rows[kept], rows[one], case.book) for kept in best)
            assert not any(
                kernels.dominates(rows[one], rows[other], case.book)
                for one, other in product(best, repeat=2)
                if one != other
            )
            assert case.book.slots[slot, k.O_SINGLE] == int(len(best) == 1)
        seen.add((bool(settled), len(best) < len(full)))
    assert seen >= ({(False, False), (True, True)} if dominance else {(False, False)})
