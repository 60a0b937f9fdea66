"""The solver on positions solved by hand, and properties of every answer."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bolets_solver.amanite.game.expected_scores import outlooks
from bolets_solver.amanite.game.moves import Take, apply, format_move
from bolets_solver.amanite.game.objective import Objective, Sums
from bolets_solver.amanite.game.position import Hints, Position
from bolets_solver.amanite.game.scoring import margins, score_players, win_shares
from bolets_solver.amanite.game.tokens import COLOURS, PIG, Counts, as_counts
from bolets_solver.amanite.game.worlds import possible_worlds
from bolets_solver.amanite.solving import gathering
from bolets_solver.amanite.solving.gathering import Gathering, Values
from bolets_solver.amanite.solving.solver import Analysis, SolveStatus, Value, solve
from bolets_solver.amanite.solving.stations import Arrangement
from bolets_solver.errors import InputError, InternalError
from bolets_solver.work.limits import Limits, Reason, Stopped, Work
from tests.amanite.comparing import assert_agrees, small_case
from tests.amanite.making import play_randomly, start_position
from tests.amanite.tables import COUNTING, COUNTING_KNOWN, EMPTY, position

DONE = 'resolved = true\npin = "Ann"\nsplit = "Bo"'
ROOT = Path(__file__).parents[3]


def values(place: Position, objective: Objective, player: int = 0) -> dict[str, Value]:
    found = {}
    for move in solve(place, objective).moves:
        assert move.values is not None
        value = move.values[player]
        assert value is not None
        found[format_move(place, move.move)] = value
    return found


@pytest.mark.parametrize(
    ("tokens", "pig_and_three", "three_and_one"), [("Ann = { green = 1 }", 6, 3), ("", 3, 4)]
)
def test_a_pig_pays_if_it_can_eat_something_bad(
    tokens: str, pig_and_three: int, three_and_one: int
) -> None:  # A-T5: a change of +7 against +4, or +3 against +4
    tile = 'tokens = { brown = 1, yellow = 1, pig = 1 }\npin = "Ann"'
    place = position(DONE, tile, 'tokens = {}\npin = "Bo"', tokens=tokens)
    found = values(place, Objective.VP)
    assert found["take brown pig"].vp == pig_and_three
    assert found["take yellow brown"].vp == three_and_one


@pytest.mark.parametrize("known", ["all", "some"])
def test_a_new_mushroom_that_is_kept_is_safe_from_the_next_pig(known: str) -> None:  # A-Q16
    """The old one of two goes, so that the second pig finds nothing to eat: 3 + 3 + 3.

    Else he had better take blue, which is worth 0.5 on average if unknown, or a pig.
    """
    tile = 'tokens = { red = 1, pig = 1 }\npin = "Ann"'
    both = (
        'tokens = { pig = 1, blue = 1 }\npin = "Ann"\nsplit = "Bo"\n'
        "piles = [{ pig = 1 }, { blue = 1 }]"
    )
    attributes = ("Poison", "Antidote", "-1", "1", "2", "3")
    rest = {"all": ', blue = "Antidote", green = "-1", yellow = "1", purple = "2"', "some": ""}
    worth = f'{{ red = "3", brown = "Poison"{rest[known]} }}'
    place = position(
        tile, both, 'tokens = {}\npin = "Bo"',
        attributes=attributes, known=worth,
        tokens="Ann = { red = 1 }", rules='pig_scope = "literal"',
    )  # fmt: skip
    assert values(place, Objective.VP)["take red pig"].vp == 9
    place = apply(place, Take(as_counts([1, 0, 0, 0, 0, 0, 1])))
    found = values(place, Objective.VP)
    assert (found["feed old red"].vp, found["feed new red"].vp) == (
        9,
        6.5 if known == "some" else 6,
    )


def test_four_pigs_and_old_and_new_mushrooms_of_every_colour() -> None:
    """A pile with the most ways to feed there can be finds room, and is worth what it should."""
    rest = "blue = 4, green = 4, yellow = 4, purple = 4, brown = 4"
    place = position(
        f'tokens = {{ red = 4, {rest}, pig = 4 }}\npin = "Ann"\nsplit = "Bo"\n'
        f"piles = [{{ red = 1 }}, {{ red = 3, {rest}, pig = 4 }}]",
        'tokens = { red = 1 }\npin = "Ann"', 'tokens = {}\npin = "Bo"',
        tokens=f"Ann = {{ red = 4, {rest} }}", rules='pig_scope = "literal"',
    )  # fmt: skip
    found = values(place, Objective.VP)
    # the worst that four pigs can eat: red is Poison, green -1, yellow 1, and Antidotes abound
    assert found[
        "pile red red red "
        + " ".join(
            f"{name} {name} {name} {name}"
            for name in ("blue", "green", "yellow", "purple", "brown")
        )
        + " pig pig pig pig"
    ].vp == 4 * 3 + 5 * 8 + (-1 * 4 + 1 * 8 + 2 * 8 + 3 * 8)


def test_the_pig_that_saves_from_elimination() -> None:  # A-T6
    tile = (
        'tokens = { green = 2, pig = 1 }\npin = "Ann"\nsplit = "Bo"\n'
        "piles = [{ green = 1 }, { green = 1, pig = 1 }]"
    )
    place = position(
        tile, 'tokens = {}\npin = "Bo"', 'tokens = {}\npin = "Ann"',
        attributes=COUNTING, known=COUNTING_KNOWN, tokens="Ann = { green = 3 }",
    )  # fmt: skip
    found = values(place, Objective.VP)
    assert found["pile green"].vp == -50
    assert found["pile green pig"].vp == 15


def test_the_best_split() -> None:  # A-T7
    tile = 'tokens = { brown = 2, purple = 1, green = 1 }\npin = "Ann"\nsplit = "Bo"'
    analysis = solve(position(tile, EMPTY, EMPTY), Objective.MARGIN)
    best = [format_move(analysis.position, move.move) for move in analysis.moves if move.best]
    assert best == ["split brown | green purple brown"]
    ann, bo = analysis.moves[0].values or ()
    assert ann is not None and bo is not None
    assert (ann.vp, bo.vp, bo.margin) == (4, 3, -1)


def test_the_rulebooks_example_as_a_position() -> None:
    place = position(
        *[DONE] * 3, attributes=("Poison", "Antidote", "Elixir", "1", "2", "3"),
        known='{ blue = "Poison", red = "Antidote", yellow = "Elixir" }',
        tokens="Ann = { blue = 2, red = 1, yellow = 1 }",
    )  # fmt: skip
    analysis = solve(place)
    assert analysis.moves == () and analysis.line == ()
    assert analysis.final == place
    assert outlooks(place, possible_worlds(place, None))[0].vp == 7


# --- what must hold of every answer -----------------------------------------------------------


@pytest.mark.parametrize("seed", range(0, 120, 3))
def test_the_line_is_worth_what_the_best_move_is(seed: int) -> None:
    """World by world, the end of the main line sums up to the value of the best move."""
    place, objective, guaranteed = small_case(seed)
    asker = 0 if place.hints[0] is not None else None
    analysis = solve(place, Objective(objective), asker=asker, guaranteed=guaranteed)
    assert analysis.final is not None
    possible = possible_worlds(place, asker)
    assert analysis.worlds == len(possible)
    for player, value in enumerate(analysis.moves[0].values or ()):
        if value is None:
            continue
        win, margin, vp = 0.0, 0.0, 0.0
        for world in possible:
            scores = score_players(analysis.final.tokens, world, place.attributes, place.rules)
            win += float(win_shares(scores)[player])
            margin += margins(scores)[player]
            vp += scores[player].counted
        total = len(possible)
        assert (value.win, value.margin, value.vp) == pytest.approx(
            (win / total, margin / total, vp / total)
        )


@pytest.mark.parametrize("seed", range(12))
def test_a_move_is_worth_what_the_position_after_it_is(seed: int) -> None:
    """On tables of full size, which the reference cannot solve: two searches must agree."""
    rng = random.Random(f"full {seed}")
    players = 2 + seed % 2
    level = ("all", "some", "hints", "none")[seed // 2 % 4]
    place = start_position(rng, players, level, [6] * (players + 1), 4, held=9)
    objective = rng.choice(list(Objective))
    asker = 0 if place.hints[0] is not None else None
    guaranteed = rng.choice([None, None, 0])
    place = play_randomly(rng, place, {2: rng.randint(0, 3), 3: 5}[players])
    while place.to_act is not None:
        analysis = solve(place, objective, asker=asker, guaranteed=guaranteed)
        tried = [analysis.moves[0], *rng.sample(analysis.moves, min(2, len(analysis.moves)))]
        for move in tried:
            after = apply(place, move.move)
            if after.to_act is not None:
                later = solve(after, objective, asker=asker, guaranteed=guaranteed)
                assert later.moves[0].values == move.values
        place = apply(place, rng.choice(tried).move)


@pytest.mark.parametrize("which", ["win", "margin", "vp"])
@pytest.mark.parametrize("seed", range(2, 20, 3))
def test_the_referee_objects_to_a_wrong_value(
    seed: int, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever figure of whichever player the search gets wrong, no answer is shown."""
    place, objective, guaranteed = small_case(seed)
    result = range(len(place.players)) if guaranteed is None else [guaranteed]
    right = Gathering.values
    for player in result:

        def wrong(self: Gathering, arrangement: Arrangement, at: int = player) -> Values:
            values = right(self, arrangement).copy()
            sums = Sums(**{name: int(name == which) for name in ("win", "margin", "vp")})
            one = self.preference.pack(sums) - self.preference.pack(Sums(0, 0, 0))
            values[..., at] += one
            return values

        monkeypatch.setattr(Gathering, "values", wrong)
        asker = 0 if place.hints[0] is not None else None
        with pytest.raises(InternalError, match=f"for {place.players[player]}, but the search"):
            solve(place, Objective(objective), asker=asker, guaranteed=guaranteed)


@pytest.mark.parametrize("seed", range(1, 120, 3))
def test_every_step_of_the_line_is_as_good_as_the_first(seed: int) -> None:
    place, objective, _ = small_case(seed)
    asker = 0 if place.hints[0] is not None else None
    analysis = solve(place, Objective(objective), asker=asker)
    assert [step.moves[0].values for step in analysis.line] == [analysis.moves[0].values] * len(
        analysis.line
    )
    place = analysis.position
    for step in analysis.line:
        assert step.position == place
        place = apply(place, step.move)
    assert place == analysis.final


def renamed(place: Position, order: list[int]) -> Position:
    """The same position with other names, the colours in another order."""

    def moved(counts: Counts) -> Counts:
        return as_counts([*(counts[old] for old in order), counts[PIG]])

    def moved_hints(hints: Hints | None) -> Hints | None:
        if hints is None:
            return None
        return Hints(
            tuple(order.index(colour) for colour in hints.start),
            hints.shuffled[::-1],
            tuple((order.index(colour), fact) for colour, fact in hints.notebook),
        )

    tiles = []
    for tile in place.tiles:
        piles = None
        if tile.piles is not None:
            one, two = (moved(pile) for pile in tile.piles)
            piles = (two, one)
        tiles.append(replace(tile, tokens=moved(tile.tokens), piles=piles))
    return replace(
        place,
        players=tuple(f"player {name}" for name in reversed(place.players)),
        colours=tuple(f"new-{number}" for number in range(COLOURS)),
        attributes=place.attributes[::-1],
        tokens=tuple(moved(hand) for hand in place.tokens),
        tiles=tuple(tiles),
        known=tuple(place.known[old] for old in order),
        hints=tuple(moved_hints(hints) for hints in place.hints),
        earlier=tuple(moved(hand) for hand in place.earlier),
        fresh=tuple(moved(hand) for hand in place.fresh),
    )


def all_values(analysis: Analysis) -> list[tuple[float, ...]]:
    found = []
    for move in analysis.moves:
        assert move.values is not None
        found.append(
            tuple(
                number
                for value in move.values
                if value is not None
                for number in (value.win, value.margin, value.vp)
            )
        )
    return sorted(found)


@pytest.mark.parametrize("seed", range(2, 120, 3))
def test_values_do_not_depend_on_names_or_order(seed: int) -> None:
    place, objective, guaranteed = small_case(seed)
    asker = 0 if place.hints[0] is not None else None
    order = random.Random(seed).sample(range(COLOURS), COLOURS)
    one = solve(place, Objective(objective), asker=asker, guaranteed=guaranteed)
    two = solve(renamed(place, order), Objective(objective), asker=asker, guaranteed=guaranteed)
    assert all_values(one) == all_values(two)


def test_certainty_is_the_limit_of_knowledge() -> None:
    """Hints that leave one world give what knowing the attributes gives."""
    rng = random.Random(8)
    place = start_position(rng, 2, "all", [3, 2, 3], 1)
    world = [fact for fact in place.known if fact is not None]
    hints = Hints(notebook=tuple(enumerate(world)))
    unknown = replace(place, known=(None,) * 6, hints=(hints, None))
    assert all_values(solve(place)) == all_values(solve(unknown, asker=0))
    assert all_values(solve(place)) != all_values(solve(unknown))


def test_contradicting_hints_are_refused() -> None:
    place = start_position(random.Random(9), 2, "all", [2, 2, 2], 0)
    wrong = place.known[::-1]
    hints = Hints(notebook=tuple((n, fact) for n, fact in enumerate(wrong) if fact is not None))
    with pytest.raises(InputError, match="contradict"):
        solve(replace(place, hints=(hints, None)), asker=0)


@pytest.mark.parametrize("objective", ["win", "margin", "vp"])
def test_scores_below_fifty_need_no_exception(objective: str) -> None:
    """A survivor with -52 points may wish he were out; the shortcuts for survivors stand aside."""
    tile = (
        'tokens = { green = 1, red = 1, yellow = 1, pig = 1 }\npin = "Ann"\nsplit = "Bo"\n'
        "piles = [{ green = 1, yellow = 1 }, { red = 1, pig = 1 }]"
    )
    for tokens in ("Ann = { green = 52 }", "Bo = { green = 50, red = 1, blue = 1 }"):
        place = position(
            tile, 'tokens = { green = 1, blue = 1, yellow = 1 }\npin = "Bo"',
            'tokens = { red = 1, green = 1 }\npin = "Ann"', tokens=tokens,
        )  # fmt: skip
        assert_agrees(place, objective)


# --- limits -----------------------------------------------------------------------------------


class StoppingWork(Work):
    """Work that ends at a given poll, as a limit would end it."""

    def __init__(self, polls: int):
        super().__init__()
        self.polls = polls

    def poll(self) -> None:
        self.polls -= 1
        if self.polls < 0:
            self.stop(Reason.TIME)
        super().poll()


@pytest.mark.parametrize(
    ("objective", "players", "guaranteed"),
    [
        (Objective.WIN, 3, None),
        (Objective.MARGIN, 3, None),
        (Objective.VP, 3, None),
        (Objective.WIN, 2, None),
        (Objective.MARGIN, 2, None),
        (Objective.WIN, 3, 0),
        (Objective.VP, 3, 2),
        (Objective.MARGIN, 3, 1),
    ],
)
def test_bounds_hold_whenever_the_work_is_stopped(
    objective: Objective, players: int, guaranteed: int | None
) -> None:
    rng = random.Random(10)
    start = start_position(rng, players, "some", [3, 2, 2, 3][: players + 1], 1)
    truth = {move.move: move for move in solve(start, objective, guaranteed=guaranteed).moves}
    limited = tightened = 0
    for polls in range(0, 160, 9):
        work = StoppingWork(polls)
        analysis = solve(start, objective, guaranteed=guaranteed, work=work)
        assert len(analysis.moves) == len(truth)
        if analysis.status is SolveStatus.PROVEN:
            continue
        limited += 1
        assert analysis.reason is Reason.TIME and analysis.line == ()
        for move in analysis.moves:
            exact = truth[move.move].values
            assert exact is not None
            if move.values is not None:
                assert move.values == exact
                continue
            assert move.bounds is not None and not move.best
            for value, bounds in zip(exact, move.bounds, strict=True):
                assert (value is None) == (bounds is None)
                if value is None or bounds is None:
                    continue
                for name in ("win", "margin", "vp"):
                    low, high = getattr(bounds, name)
                    assert low - 1e-9 <= getattr(value, name) <= high + 1e-9
                    tightened += name == "win" and (low, high) != (0, 1)
    assert limited >= 3
    if objective is Objective.WIN and players == 3:
        assert tightened > 0


def test_a_kernel_obeys_the_time_limit() -> None:
    place = start_position(random.Random(11), 4, "none", [6] * 5, 3)
    with Work(Limits(seconds=0.5)) as work:
        analysis = solve(place, work=work)
    assert analysis.status is SolveStatus.LIMIT
    assert analysis.reason is Reason.TIME
    assert work.elapsed < 10
    assert all(move.values is None and move.bounds is not None for move in analysis.moves)


def test_arrays_that_would_not_fit_are_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "MOST_COMBINATIONS", 2)
    place = start_position(random.Random(12), 2, "all", [4, 4, 4], 0)
    analysis = solve(place)
    assert analysis.status is SolveStatus.LIMIT
    assert analysis.reason is Reason.MEMORY


def test_a_tile_with_too_many_splits_is_refused() -> None:
    tile = "tokens = { red = 9, blue = 9, green = 9, yellow = 9, purple = 9 }"
    with pytest.raises(InputError, match="tile 1: its 45 tokens can be split"):
        solve(position(tile, EMPTY, EMPTY))


def test_stopped_work_raises_only_inside() -> None:
    work = StoppingWork(0)
    analysis = solve(start_position(random.Random(13), 2, "all", [2, 2, 2], 0), work=work)
    assert analysis.status is SolveStatus.LIMIT
    with pytest.raises(Stopped):
        work.poll()


# --- the kernels as plain Python ----------------------------------------------------------------


def test_kernels_do_the_same_without_compiling() -> None:
    script = (
        "from tests.amanite.comparing import assert_agrees, small_case\n"
        "for seed in (3, 13, 17, 25, 40, 61, 74, 95): assert_agrees(*small_case(seed))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", script],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_taking_from_a_lone_tile_is_a_move_even_if_it_is_the_only_one() -> None:
    place = position(DONE, 'tokens = { red = 2 }\npin = "Ann"', 'tokens = {}\npin = "Bo"')
    analysis = solve(place)
    assert [step.move for step in analysis.line] == [Take((2, 0, 0, 0, 0, 0, 0))]
