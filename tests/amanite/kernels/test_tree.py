"""Steps through the tree of decisions, stage by stage, against moves played by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from bolets_solver.amanite.game.moves import apply, legal_moves
from bolets_solver.amanite.game.position import Position
from bolets_solver.amanite.kernels import arrays as k
from bolets_solver.amanite.kernels import tree as kernels
from bolets_solver.amanite.solving.stations import arrange
from tests.amanite.kernels.setting import Case

pytestmark = pytest.mark.jit_off


class Walk:
    """A case with the plan of its one combination of splits, and a desk at the first stage."""

    def __init__(self, case: Case, position: Position | None = None):
        self.case = case
        self.position = position or case.position
        gathering, arrangement = case.gathering, arrange(self.position)
        stages, splits, axes = gathering._stages(arrangement)
        begin = np.zeros((2, 4), np.int64)
        for player in range(case.players):
            begin[0, player] = case.arena.index(player, arrangement.hands[player])
            begin[1, player] = case.arena.step(player, arrangement.frozen[player])
        steps = np.ones(max(1, len(axes)), np.int64)
        table = gathering._program_table()
        self.plan = k.Plan(stages, splits, axes, steps, begin, table)
        self.desk = case.desk
        self.desk.hands[:] = begin
        self.desk.combination[:] = 0
        self.last = len(stages)

    @property
    def hands(self) -> list[int]:
        return self.desk.hands[0, : self.case.players].tolist()

    def indices(self, position: Position) -> list[int]:
        return [self.case.arena.index(player, hand) for player, hand in enumerate(position.tokens)]


def kind_of(walk: Walk, stage: int) -> int:
    return int(walk.plan.stages[stage, k.T_KIND])


def walks(count: int, **parts: object):
    for seed in range(count):
        case = Case(seed, held=3, pigs=4, sizes=(2, 3), **parts)  # type: ignore[arg-type]
        if arrange(case.position).stations:
            yield Walk(case)


def test_take_of_a_pile_gives_both_players_theirs() -> None:
    """Either pile of every split; what no pig may eat later is noted (A-R17, A-R18, A-Q16)."""
    cases = 0
    for walk in walks(60):
        for stage in range(walk.last):
            if kind_of(walk, stage) != k.CHOOSE:
                continue
            axis = int(walk.plan.stages[stage, k.T_AXIS])
            station = [one for one in arrange(walk.position).stations if one.splits][axis]
            piles = station.splits[0]
            for option in range(2):
                walk.desk.hands[:] = walk.plan.begin
                kernels.take(stage, option, 0, walk.case.book, walk.plan, walk.desk)
                assert walk.desk.chosen[axis] == option
                gained = walk.desk.hands - walk.plan.begin
                for player, pile in (
                    (station.left, piles[option]),
                    (station.right, piles[1 - option]),
                ):
                    assert player is not None
                    assert gained[0, player] == walk.case.arena.step(player, pile)
                    later = any(
                        player in (one.left, one.right)
                        for one in arrange(walk.position).stations
                        if one.tile > station.tile
                    )
                    frozen = walk.case.literal and later and not pile[6]
                    assert gained[1, player] == (
                        walk.case.arena.step(player, pile) if frozen else 0
                    )
                others = set(range(4)) - {station.left, station.right}
                assert all(gained[:, other].tolist() == [0, 0] for other in others)
                cases += 1
    assert cases > 40


def test_take_of_an_own_decision_goes_to_an_entry_of_the_pool() -> None:
    walk = next(walk for walk in walks(60) if kind_of(walk, 0) != k.CHOOSE)
    player = int(walk.plan.stages[0, k.T_PLAYER])
    walk.case.book.pool[40:44] = [[1, 2], [3, 4], [5, 6], [7, 8]]
    before = walk.desk.hands.copy()
    kernels.take(0, 2, 41, walk.case.book, walk.plan, walk.desk)
    assert walk.desk.hands[:, player].tolist() == [7, 8]
    others = [other for other in range(4) if other != player]
    assert (walk.desk.hands[:, others] == before[:, others]).all()


def test_program_of_is_that_of_the_pile_each_player_got() -> None:
    seen = set()
    for walk in walks(80):
        for stage in range(walk.last):
            kind = kind_of(walk, stage)
            if kind == k.CHOOSE:
                continue
            player = int(walk.plan.stages[stage, k.T_PLAYER])
            if kind == k.OWN:
                program = kernels.program_of(stage, walk.plan, walk.desk)
                assert program == walk.plan.stages[stage, k.T_PROGRAM]
                assert walk.plan.programs[program, k.G_PLAYER] == player
                continue
            axis = int(walk.plan.stages[stage, k.T_AXIS])
            station = [one for one in arrange(walk.position).stations if one.splits][axis]
            for option in range(2):
                walk.desk.chosen[axis] = option
                program = kernels.program_of(stage, walk.plan, walk.desk)
                mine = option if kind == k.FEED_LEFT else 1 - option
                pigs = station.splits[0][mine][6]
                assert player == (station.left if kind == k.FEED_LEFT else station.right)
                assert (program >= 0) == (pigs > 0)
                if program >= 0:
                    columns = walk.plan.programs[program]
                    assert columns[k.G_KIND] == k.FEED and columns[k.G_PLAYER] == player
                    assert columns[k.G_WAITING] == pigs
                seen.add((kind, pigs > 0))
    assert len(seen) == 4


def first_lines(position: Position) -> Position:
    """The end that comes of the first move, again and again."""
    while position.to_act is not None:
        position = apply(position, legal_moves(position)[0])
    return position


@pytest.mark.parametrize("seed", range(40))
def test_search_finds_best_play(seed: int) -> None:
    """From the first stage to the last, on one combination of splits."""
    case = Case(seed, held=3, pigs=4, sizes=(2, 3), level=("all", "some")[seed % 4 == 3])
    walk = Walk(case)
    assert kernels.search(0, case.book, walk.plan, walk.desk) == 0
    assert walk.desk.keys[: case.players].tolist() == case.best(case.position)


@pytest.mark.parametrize("seed", range(24))
def test_search_without_dominance_finds_the_same(seed: int) -> None:
    case = Case(seed, held=3, pigs=4, sizes=(2, 3))
    case.book.par[[k.P_DOMINANCE, k.P_PLAIN]] = 0
    walk = Walk(case)
    assert kernels.search(0, case.book, walk.plan, walk.desk) == 0
    assert walk.desk.keys[: case.players].tolist() == case.best(case.position)


@pytest.mark.parametrize("seed", range(12))
def test_search_says_where_there_is_no_room(seed: int) -> None:
    case = Case(seed, held=3, pigs=4, sizes=(2, 3))
    walk = Walk(case)
    case.book.state[k.S_ROWS] = len(case.book.worth)
    assert kernels.search(0, case.book, walk.plan, walk.desk) == -1
    assert case.book.state[k.S_NEED] == k.NEED_ROWS


def test_forward_leaves_a_frame_at_each_decision_with_several_options() -> None:
    """With frames of its own for every choice, and everybody's tokens before it."""
    deep = 0
    for walk in walks(40):
        case, desk = walk.case, walk.desk
        case.book.par[k.P_DOMINANCE] = 0
        desk.frames[:] = -1
        depth = kernels.forward(3, 0, walk.last, case.book, walk.plan, desk)
        assert depth >= 3 and (desk.frames[:3] == -1).all()
        ahead = walk.hands
        stages = desk.frames[3:depth, k.F_STAGE].tolist()
        assert stages == sorted(set(stages))
        for frame in range(3, depth):
            length = int(desk.frames[frame, k.F_LENGTH])
            assert length > 1 and desk.frames[frame, k.F_OPTION] == 0
            stage = int(desk.frames[frame, k.F_STAGE])
            if kind_of(walk, stage) == k.CHOOSE:
                axis = int(walk.plan.stages[stage, k.T_AXIS])
                assert length == 2 and not walk.plan.splits[walk.plan.axes[axis, 0], k.D_SAME]
            kept = desk.kept_hands[frame]
            desk.hands[0], desk.hands[1] = kept[:4], kept[4:]
            start = int(desk.frames[frame, k.F_START])
            kernels.take(stage, 0, start, case.book, walk.plan, desk)
            again = kernels.forward(50 - 20, stage + 1, walk.last, case.book, walk.plan, desk)
            assert walk.hands == ahead and again - 30 == depth - frame - 1
        deep += depth > 5
    assert deep > 10


def test_next_option_goes_through_all_of_a_frame_and_back_to_its_tokens() -> None:
    tried = 0
    for walk in walks(40):
        case, desk = walk.case, walk.desk
        case.book.par[k.P_DOMINANCE] = 0
        depth = kernels.forward(0, 0, walk.last, case.book, walk.plan, desk)
        if depth == 0:
            continue
        frame = depth - 1
        stage, length = (int(desk.frames[frame, column]) for column in (k.F_STAGE, k.F_LENGTH))
        start = int(desk.frames[frame, k.F_START])
        for option in range(1, length):
            desk.hands[0, : case.players] = -7  # whatever came of the option before
            assert kernels.next_option(frame, case.book, walk.plan, desk) == stage + 1
            assert desk.frames[frame, k.F_OPTION] == option
            found = desk.hands[:, : case.players].copy()
            desk.hands[0], desk.hands[1] = desk.kept_hands[frame, :4], desk.kept_hands[frame, 4:]
            kernels.take(stage, option, start, case.book, walk.plan, desk)
            assert (found == desk.hands[:, : case.players]).all()
            tried += 1
        assert kernels.next_option(frame, case.book, walk.plan, desk) == -1
        assert desk.frames[frame, k.F_OPTION] == length - 1
    assert tried > 40


def test_at_the_end_counts_a_table_and_scores_it() -> None:
    for walk in walks(12, level="some"):
        case = walk.case
        for cached in (0, 1):
            case.book.par[k.P_CACHE] = cached
            before = case.book.state[k.S_LEAVES]
            assert kernels.at_the_end(case.book, walk.desk) == 0
            assert case.book.state[k.S_LEAVES] == before + 1
            expected = case.keys(arrange(walk.position).hands)
            assert walk.desk.keys[: case.players].tolist() == expected
        case.book.rows[:] = -1
        case.book.state[k.S_ROWS] = len(case.book.worth)
        assert kernels.at_the_end(case.book, walk.desk) == -1


def test_may_filter_only_where_nobody_decides_by_it_any_more() -> None:
    """Not before a later choice of a pile, nor without dominance, nor if another has options."""
    seen = set()
    for walk in walks(120, pig_scope="any"):
        case, plan, desk = walk.case, walk.plan, walk.desk
        for stage in range(walk.last):
            if kind_of(walk, stage) != k.OWN:
                continue
            case.book.par[[k.P_DOMINANCE, k.P_PLAIN]] = 1, 0
            mover = int(plan.stages[stage, k.T_PLAYER])
            piles_later = any(kind_of(walk, later) == k.CHOOSE for later in range(stage, walk.last))
            desk.hands[:] = plan.begin
            found = kernels.may_filter(stage, case.book, plan, desk)
            if piles_later:
                assert found == 0
                continue
            open_later = set()
            asked = {mover}
            for later in range(stage + 1, walk.last):
                other = int(plan.stages[later, k.T_PLAYER])
                program = kernels.program_of(later, plan, desk)
                if other in asked or program < 0:
                    continue
                asked.add(other)
                slot = kernels.options(
                    program, desk.hands[0, other], desk.hands[1, other], case.book, plan, desk
                )
                if not case.book.slots[slot, k.O_SINGLE]:
                    open_later.add(other)
            assert found == int(not open_later)
            seen.add(found)
            case.book.par[k.P_PLAIN] = 1
            assert kernels.may_filter(stage, case.book, plan, desk) == 1
            case.book.par[k.P_DOMINANCE] = 0
            assert kernels.may_filter(stage, case.book, plan, desk) == 0
    assert seen == {0, 1}
