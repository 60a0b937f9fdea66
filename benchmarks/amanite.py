"""Time, final tables and memory that random third rounds of Amanite take.

    python benchmarks/amanite.py [--seeds N] [--case NAME] [--time-limit SECONDS]

Each round is a real one: 64 tokens, rounds 1 and 2 played at random, attributes drawn from all ten;
the same seed gives the same round. Every position is solved in a process of its own, so that its
peak memory can be told; loading the kernels is not counted. CPU seconds are what a machine takes
that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, replace

from bolets_solver.amanite.moves import apply, legal_moves
from bolets_solver.amanite.position import Hints, Position, Tile
from bolets_solver.amanite.scoring import ATTRIBUTES
from bolets_solver.amanite.tokens import COLOURS, NOTHING, PIG, Counts, as_counts, counts_of

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


def solve_one(case: Case, seed: int, limit: float) -> dict[str, object]:
    """Solve one position in this process and measure it."""
    from bolets_solver.amanite.solving import solve
    from bolets_solver.work import Limits, Work

    place = third_round(case, seed)
    asker = 0 if place.hints[0] is not None else None
    begun = time.process_time()
    with Work(Limits(limit, 4096)) as work:
        analysis = solve(place, asker=asker, work=work)
    return {
        "seconds": analysis.seconds,
        "cpu": time.process_time() - begun,
        "leaves": analysis.leaves,
        "mebibytes": peak_mebibytes(),
        "status": str(analysis.status),
        "worlds": analysis.worlds,
    }


def peak_mebibytes() -> float:
    """Most memory this process has held."""
    try:
        import resource
    except ImportError:  # no such thing on Windows: what it holds now
        from bolets_solver.work import resident_mebibytes

        return resident_mebibytes()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def measure(case: Case, seeds: int, limit: float) -> str:
    """Solve positions one after the other and return a row of the table."""
    found = []
    for seed in range(seeds):
        command = [sys.executable, __file__, "--run", str(CASES.index(case)), str(seed)]
        done = subprocess.run(
            [*command, "--time-limit", str(limit)], capture_output=True, text=True, check=True
        )
        found.append(json.loads(done.stdout))
        print(f"  {case.name}, seed {seed}: {found[-1]}", file=sys.stderr)
    seconds = [one["seconds"] for one in found]
    proven = sum(one["status"] == "proven" for one in found)
    aim = "-" if case.aim is None else f"{case.aim:g} s"
    return (
        f"{case.name:<36} {aim:>6} {proven:>3}/{len(found):<3}"
        f" {statistics.median(seconds):>8.2f} s {max(seconds):>8.2f} s"
        f" {max(one['cpu'] for one in found):>8.2f} s"
        f" {max(one['leaves'] for one in found):>8.2g}"
        f" {max(one['mebibytes'] for one in found):>6.0f} MiB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5, metavar="N")
    parser.add_argument("--case", metavar="TEXT", help="only cases whose name contains this")
    parser.add_argument("--time-limit", type=float, default=600.0, metavar="SECONDS")
    parser.add_argument("--run", nargs=2, type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run is not None:
        case, seed = CASES[options.run[0]], options.run[1]
        print(json.dumps(solve_one(case, seed, options.time_limit)))
        return
    rows = [
        measure(case, options.seeds, options.time_limit)
        for case in CASES
        if options.case is None or options.case in case.name
    ]
    head = (
        f"{'':<36} {'aim':>6} {'proven':>7} {'median':>10} {'max':>10} {'max CPU':>10}"
        f" {'tables':>8} {'memory':>10}"
    )
    print("\n".join([head, *rows]))


if __name__ == "__main__":
    main()
