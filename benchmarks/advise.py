"""How long advice takes: positions of ``pinewood`` after best beginnings, by turn.

    python -m benchmarks.advise [--positions N] [--turns 4 3 2 1 0] [--deck NAME]
                                [--preview none] [--no-atlas] [--each]

For each turn (0: the entrance): how many orders are possible; of how many an atlas has the best
game; how many positions were exact within the seconds that are aimed at; seconds, the median and
the most; and the gap between the bounds that was left. The limit of each position is the aim, in
seconds of the processor, those of all threads together: so a busy machine gives the same bounds. On
idle cores the clock shows fewer seconds. With ``--preview none`` one card less is known, and the
aims hold one turn later. ``--each`` prints a line for each position. The positions are those of the
best games of the deals of seeds 0, 1, 2 and so on.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bolets_solver.advise.advisor import Advisor
from bolets_solver.advise.answer.report import Advice
from bolets_solver.advise.bounds.optima import Optima
from bolets_solver.advise.worlds import Preview, Sight
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.work.limits import Limits, Work


class ProcessorWork(Work):
    """Work whose seconds are the processor's, not the clock's."""

    @property
    def elapsed(self) -> float:
        """Seconds since the work was created."""
        return time.process_time() - self.begun

    def __init__(self, seconds: float):
        self.begun = time.process_time()
        super().__init__(Limits(seconds))


AIMS = {0: 60.0, 1: 60.0, 2: 30.0, 3: 10.0, 4: 1.0}
"""Seconds aimed at, by turn (0: the entrance); later turns as the fourth."""

COLUMNS = (
    "turn  orders  in atlas  aim s  exact  median s  most s  clock median  clock most  "
    "median gap  widest gap"
)


@dataclass(frozen=True)
class Measured:
    """One position: its advice, and the seconds of the processor and of the clock."""

    advice: Advice
    processor: float
    clock: float

    @property
    def gap(self) -> float:
        """The points between the two bounds."""
        return float(self.advice.value.upper - self.advice.value.lower)

    def __str__(self) -> str:
        """The line of ``--each``."""
        value = self.advice.value
        return (
            f"      {self.advice.status}: {float(value.lower):.4f} to {float(value.upper):.4f}, "
            f"{self.processor:.2f} s, {self.clock:.2f} s on the clock"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--turns", type=int, nargs="+", default=[6, 5, 4, 3, 2, 1, 0])
    parser.add_argument("--deck", default="pinewood")
    parser.add_argument("--preview", choices=["top", "none"], default="top")
    parser.add_argument("--no-atlas", action="store_true", help="as if there were no atlas")
    parser.add_argument("--each", action="store_true", help="print a line for each position")
    asked = parser.parse_args()
    deck, store = load_deck(asked.deck), TableStore()
    records = list(best_games(deck, asked.positions, store))
    print(f"{asked.deck}, preview {asked.preview}, {len(records)} positions a turn")
    print(COLUMNS)
    sight = Sight(Preview(asked.preview))
    optima = Optima(deck, Rules(), look=not asked.no_atlas)
    for turn in asked.turns:
        aim = AIMS[max(0, min(4, turn - (sight.preview is Preview.NONE)))]
        found = []
        with Advisor(deck, sight=sight, store=store, optima=optima) as advisor:
            for record in records:
                found.append(measure(advisor, before(record, turn), aim))
                if asked.each:
                    print(found[-1], flush=True)
        print(row(turn, aim, found), flush=True)


def best_games(deck: Deck, count: int, store: TableStore) -> Iterator[Record]:
    """Yield a best game of each of the first deals, without those that cannot be won."""
    for seed in range(count):
        record = solve(random_deal(deck, seed), store=store).record
        if record is not None:
            yield record


def before(record: Record, turn: int) -> Record:
    """Return the game up to a turn, or up to its entrance (0)."""
    if turn == 0:
        return replace(record, entrance=None, turns=())
    return replace(record, turns=record.turns[: turn - 1])


def measure(advisor: Advisor, record: Record, aim: float) -> Measured:
    """Ask for the best decision where a game breaks off, within ``aim`` seconds."""
    clock = time.monotonic()
    with ProcessorWork(aim) as work:
        advice = advisor.advise(record, work=work, best=1)
    return Measured(advice, work.elapsed, time.monotonic() - clock)


def row(turn: int, aim: float, found: list[Measured]) -> str:
    """Return the line of the table for one turn."""
    gaps = [one.gap for one in found]
    spent = [one.processor for one in found]
    clock = [one.clock for one in found]
    in_atlas = sum(one.advice.from_atlas for one in found) / len(found)
    return (
        f"{turn:>4}  {found[0].advice.worlds:>6}  {in_atlas:>8.0f}  {aim:>5g}  "
        f"{gaps.count(0):>2}/{len(gaps):<2}  {statistics.median(spent):>8.2f}  {max(spent):>6.2f}  "
        f"{statistics.median(clock):>12.2f}  {max(clock):>10.2f}  "
        f"{statistics.median(gaps):>10.2f}  {max(gaps):>10.2f}"
    )


if __name__ == "__main__":
    main()
