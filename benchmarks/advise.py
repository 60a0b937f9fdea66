"""How long advice takes: positions of ``pinewood`` after best beginnings, by turn.

    python -m benchmarks.advise [--positions N] [--turns 4 3 2 1] [--deck NAME]

For each turn: how many orders are possible, how many positions were exact within the limit that is
aimed at, the median and the longest time, processor time, and the widest gap that was left.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import replace

from bolets_solver.advise.advisor import Advisor
from bolets_solver.advise.worlds import Preview, Sight
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.optimize.search.solver import solve
from bolets_solver.optimize.tables.table_store import TableStore
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.work.limits import Limits, Work

AIMS = {0: 60.0, 1: 60.0, 2: 30.0, 3: 10.0, 4: 1.0}
"""Seconds aimed at, by turn (0: the entrance); later turns as the fourth."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--turns", type=int, nargs="+", default=[6, 5, 4, 3, 2, 1, 0])
    parser.add_argument("--deck", default="pinewood")
    parser.add_argument("--preview", choices=["top", "none"], default="top")
    asked = parser.parse_args()
    deck, store = load_deck(asked.deck), TableStore()
    records = []
    for seed in range(asked.positions):
        record = solve(random_deal(deck, seed), store=store).record
        if record is not None:
            records.append(record)
    print(f"{asked.deck}, preview {asked.preview}, {len(records)} positions a turn")
    print("turn  orders  aim s  exact  median s  longest s  cpu s  widest gap")
    later = asked.preview == "none"
    for turn in asked.turns:
        aim = AIMS[max(0, min(4, turn - later))]
        times, spent, gaps, worlds = [], [], [], 0
        with Advisor(deck, sight=Sight(Preview(asked.preview)), store=store) as advisor:
            for record in records:
                begun = replace(record, turns=record.turns[: max(0, turn - 1)])
                if turn == 0:
                    begun = replace(begun, entrance=None)
                started, cpu = time.monotonic(), time.process_time()
                with Work(Limits(aim)) as work:
                    advice = advisor.advise(begun, work=work, best=1)
                times.append(time.monotonic() - started)
                spent.append(time.process_time() - cpu)
                gaps.append(float(advice.value.upper - advice.value.lower))
                worlds = advice.worlds
        exact = sum(gap == 0 for gap in gaps)
        print(
            f"{turn:>4}  {worlds:>6}  {aim:>5g}  {exact:>2}/{len(gaps):<2}  "
            f"{statistics.median(times):>8.2f}  {max(times):>9.2f}  {sum(spent):>5.1f}  "
            f"{max(gaps):>10.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
