"""How long advice takes: positions of ``pinewood`` after best beginnings, by turn.

    python -m benchmarks.advise [--positions N] [--turns 4 3 2 1] [--deck NAME] [--no-atlas]

For each turn: how many orders are possible, how many positions were exact within the limit that is
aimed at, the median and the longest processor time, and the median and the widest gap that was
left. Seconds are the processor's, those of both threads together, and so are the limits: on two
idle cores the clock shows fewer. The benchmark keeps to them on a busy machine, too.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import replace

from bolets_solver.advise.advisor import Advisor
from bolets_solver.advise.bounds.optima import Optima
from bolets_solver.advise.worlds import Preview, Sight
from bolets_solver.bolets.files.deck_library import load_deck
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--turns", type=int, nargs="+", default=[6, 5, 4, 3, 2, 1, 0])
    parser.add_argument("--deck", default="pinewood")
    parser.add_argument("--preview", choices=["top", "none"], default="top")
    parser.add_argument("--no-atlas", action="store_true", help="as if there were no atlas")
    asked = parser.parse_args()
    deck, store = load_deck(asked.deck), TableStore()
    records = []
    for seed in range(asked.positions):
        record = solve(random_deal(deck, seed), store=store).record
        if record is not None:
            records.append(record)
    print(f"{asked.deck}, preview {asked.preview}, {len(records)} positions a turn")
    print("turn  orders  in atlas  aim s  exact  median s  longest s  median gap  widest gap")
    later = asked.preview == "none"
    sight = Sight(Preview(asked.preview))
    optima = Optima(deck, Rules(), look=not asked.no_atlas)
    for turn in asked.turns:
        aim = AIMS[max(0, min(4, turn - later))]
        spent, gaps, worlds, known = [], [], 0, 0
        with Advisor(deck, sight=sight, store=store, optima=optima) as advisor:
            for record in records:
                begun = replace(record, turns=record.turns[: max(0, turn - 1)])
                if turn == 0:
                    begun = replace(begun, entrance=None)
                with ProcessorWork(aim) as work:
                    advice = advisor.advise(begun, work=work, best=1)
                spent.append(work.elapsed)
                gaps.append(float(advice.value.upper - advice.value.lower))
                worlds, known = advice.worlds, known + advice.from_atlas
        exact = sum(gap == 0 for gap in gaps)
        print(
            f"{turn:>4}  {worlds:>6}  {known / len(records):>8.0f}  {aim:>5g}  "
            f"{exact:>2}/{len(gaps):<2}  {statistics.median(spent):>8.2f}  {max(spent):>9.2f}  "
            f"{statistics.median(gaps):>10.2f}  {max(gaps):>10.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
