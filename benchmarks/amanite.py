"""Time, final tables and memory that random third rounds of Amanite take.

    python -m benchmarks.amanite [--seeds N] [--case NAME] [--time-limit SECONDS]

Each round is a real one: 64 tokens, rounds 1 and 2 played at random, attributes drawn from all ten;
the same seed gives the same round. Every position is solved in a process of its own, so that its
peak memory can be measured; loading the kernels is not counted. CPU seconds are those of a machine
that does nothing else.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace

from benchmarks.running import Measured, peak_mebibytes, run
from bolets_solver.amanite.game.moves import apply, legal_moves
from bolets_solver.amanite.game.position import Hints, Position, Tile
from bolets_solver.amanite.game.scoring import ATTRIBUTES
from bolets_solver.amanite.game.tokens import COLOURS, NOTHING, PIG, Counts, as_counts, counts_of

NAMES = ("Ann", "Bo", "Cy", "Di")
COLOUR_NAMES = ("red", "blue", "green", "yellow", "purple", "brown")
OF_A_COLOUR, PIGS = 10, 4
ROUND_SIZES = (4, 5, 6)


@dataclass(frozen=True)
class Case:
    """Positions to solve: players, meeples placed at random, what is known, seconds aimed at."""

    players: int
    placed: int
    knowledge: str
    aim: float | None

    @property
    def name(self) -> str:
        """What the case is, in words."""
        start = "first meeple" if self.placed == 0 else "second meeples"
        return f"{self.players} players, {start}, {self.knowledge}"


CASES = (
    Case(2, 0, "known", 2),
    Case(2, 0, "hints", None),
    Case(2, 0, "unknown", 20),
    Case(3, 3, "known", 30),
    Case(3, 3, "hints", None),
    Case(3, 3, "unknown", None),
    Case(3, 0, "known", 600),
    Case(3, 0, "hints", None),
    Case(4, 4, "known", 300),
    Case(4, 4, "hints", None),
)


def third_round(case: Case, seed: int) -> Position:
    """A third round after two rounds of random play; `case.placed` meeples stand at random."""
    rng = random.Random(f"{case.players} {seed}")
    attributes = ["Poison", "Antidote", *rng.sample(ATTRIBUTES[2:], 4)]
    world = rng.sample(attributes, COLOURS)
    hands: tuple[Counts, ...] = (NOTHING,) * case.players
    place = None
    for size in ROUND_SIZES:
        place = _dealt(rng, case.players, attributes, hands, size)
        if size != ROUND_SIZES[-1]:
            while moves := legal_moves(place):
                place = apply(place, rng.choice(moves))
            hands = (*place.tokens[1:], place.tokens[0])  # the next player begins
    assert place is not None
    place = _known(rng, place, world, case.knowledge)
    for _ in range(case.placed):
        tile = rng.choice(sorted({move.tile for move in legal_moves(place)}))
        place = apply(place, rng.choice([m for m in legal_moves(place) if m.tile == tile]))
    return place


def _dealt(
    rng: random.Random,
    players: int,
    attributes: list[str],
    hands: tuple[Counts, ...],
    size: int,
) -> Position:
    everything = as_counts([OF_A_COLOUR] * COLOURS + [PIGS])
    out = [sum(hand[kind] for hand in hands) for kind in range(PIG + 1)]
    bag = [kind for kind in range(PIG + 1) for _ in range(everything[kind] - out[kind])]
    rng.shuffle(bag)
    tiles = [Tile(counts_of(bag[n * size : (n + 1) * size])) for n in range(players + 1)]
    return Position(
        players=NAMES[:players],
        colours=COLOUR_NAMES,
        attributes=tuple(attributes),
        tokens=hands,
        tiles=tuple(tiles),
    )


def _known(rng: random.Random, place: Position, world: list[str], knowledge: str) -> Position:
    if knowledge == "known":
        return replace(place, known=tuple(world))
    if knowledge == "unknown":
        return place
    start = rng.sample(range(COLOURS), 3)
    notebook = rng.sample(range(COLOURS), 2)
    hints = Hints(
        tuple(start),
        tuple(world[colour] for colour in start),
        tuple((colour, world[colour]) for colour in notebook),
    )
    return replace(place, hints=(hints, *place.hints[1:]))


def solve_one(case: Case, seed: int, limit: float) -> Measured:
    """Solve one position in this process and measure it; counted are final tables."""
    from bolets_solver.amanite.solving.solver import solve
    from bolets_solver.work.limits import Limits, Work

    place = third_round(case, seed)
    asker = 0 if place.hints[0] is not None else None
    begun = time.process_time()
    with Work(Limits(limit, 4096)) as work:
        analysis = solve(place, asker=asker, work=work)
    return Measured(
        status=str(analysis.status),
        seconds=analysis.seconds,
        cpu=time.process_time() - begun,
        count=analysis.leaves,
        mebibytes=peak_mebibytes(),
    )


if __name__ == "__main__":
    run("benchmarks.amanite", __doc__, CASES, solve_one)
