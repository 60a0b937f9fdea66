"""The cost of building an atlas: ``python -m benchmarks.atlas [--shards N] [--dask]``.

Some shards of pinewood, drawn by a fixed seed, are settled by one process and by two, and with
``--dask`` by a Dask cluster of two. Each way is measured in deals a second (wall clock: the machine
should be idle) and in processor time a deal. The overhead is the processor time that no search
used; from its share the time on 1,000 cores is projected: it grows with the cores only where one
process serves them all, which is the parent's part.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bolets_solver.atlas.build import BuildProgress, Pool
from bolets_solver.atlas.settling import settle_by_search
from bolets_solver.atlas.shards import ShardFolder
from bolets_solver.atlas.worker import Done, Job, ShardTask
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.work.limits import Work

CORES = 1000


def main() -> None:
    """Settle the shards in every way, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shards", type=int, default=12)
    parser.add_argument("--dask", action="store_true", help="also by a Dask cluster")
    options = parser.parse_args()
    _measure("warming up", 1, 2, _by_pool)
    one = _measure("one process", 1, options.shards, _by_pool)
    two = _measure("two processes", 2, options.shards, _by_pool)
    print(f"two processes are {one / two:.2f} times as fast as one")
    if options.dask:
        dask = _measure("two Dask workers", 2, options.shards, _by_dask)
        print(f"two Dask workers are {one / dask:.2f} times as fast as one process")


Way = Callable[[ShardFolder, Job, Work, Sequence[ShardTask], int], int]


def _measure(name: str, processes: int, shards: int, way: Way) -> float:
    """Settle shards, print a row, and return the seconds."""
    deck, rules = load_deck("pinewood"), Rules()
    with tempfile.TemporaryDirectory() as path, Work() as work:
        folder = ShardFolder.open(Path(path) / "build", deck, rules)
        chosen = random.Random(7).sample(range(len(folder.shards)), shards)
        job = Job(str(folder.path), deck, rules, settle_by_search)
        parent, children, begin = _used(), _used(children=True), time.perf_counter()
        deals = way(folder, job, work, [ShardTask(number, None) for number in chosen], processes)
        seconds = time.perf_counter() - begin
        parent, children = _used() - parent, _used(children=True) - children
    per_deal = 1000 * children / deals
    served = deals / max(1e-9, parent)
    print(
        f"{name:<18} {deals} deals {seconds:7.1f} s {deals / seconds:7.1f} deals/s"
        f" {per_deal:7.2f} ms of workers a deal, {1000 * parent / deals:6.3f} ms of the parent;"
        f" one parent could serve {served * per_deal / 1000:.0f} workers"
    )
    hours = folder.ranking.deals * per_deal / 1000 / 3600
    print(f"{'':<18} all deals: {hours:.1f} core-hours, {3600 * hours / CORES:.0f} s on {CORES}")
    return seconds


def _used(children: bool = False) -> float:
    """Processor time of this process, or of its children that have ended."""
    who = resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def _by_pool(
    folder: ShardFolder, job: Job, work: Work, tasks: Sequence[ShardTask], processes: int
) -> int:
    settled = 0

    def note(done: Done) -> None:
        nonlocal settled
        settled += done.settled

    pool = Pool(job, processes)
    try:
        pool.run(tasks, work, note, BuildProgress(folder.ranking.deals))
    finally:
        pool.close()
    return settled


def _by_dask(
    folder: ShardFolder, job: Job, work: Work, tasks: Sequence[ShardTask], processes: int
) -> int:
    from bolets_solver.atlas.cluster import run_on_cluster

    return run_on_cluster(job, work, tasks, processes)


if __name__ == "__main__":
    main()
