"""Building an atlas on a Dask cluster (extra ``cluster``): shards as tasks, results in the folder.

Every worker opens the folder of shards under the same path and writes what it settled there; what
Dask carries is the number of a shard and a few counts. So nothing is lost with a worker's memory,
with the scheduler or this process: the next run reads the folder and continues. Few tasks are in
flight, so that a limit ends the work soon.

Dask runs any code that it is sent. The scheduler started here listens on this machine alone.
"""

from __future__ import annotations

from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from bolets_solver.atlas.build import (
    EFFORTS,
    LOOK_SECONDS,
    BuildProgress,
    counted_again,
    open_shards,
    standing_of,
)
from bolets_solver.atlas.shards import ShardFolder
from bolets_solver.atlas.worker import Done, Failed, Job, Settle, ShardTask, answer
from bolets_solver.errors import InputError, InternalError
from bolets_solver.work.limits import Stopped, Work

IN_FLIGHT = 2
"""Tasks a worker: one at work, one waiting."""

CONNECT_SECONDS = 10

GONE = "the scheduler has gone; what is settled is kept, and the same command continues"

_settles: dict[tuple[str, str], tuple[ShardFolder, Settle]] = {}
"""In a worker: the folder and what settles deals, kept from task to task."""


def settle_task(job: Job, task: ShardTask) -> Done | Failed:
    """Settle one shard; runs in a worker of the cluster."""
    key = (job.folder, repr(job.rules))
    if key not in _settles:
        _settles.clear()
        _settles[key] = (job.open(), job.make(job.deck, job.rules))
    folder, settle = _settles[key]
    return answer(folder, folder.shards[task.shard], settle, task)


def build_on_cluster(
    folder: ShardFolder,
    job: Job,
    work: Work,
    note: Callable[[BuildProgress], None],
    scheduler: str | None,
    processes: int | None,
    efforts: Sequence[int | None] = EFFORTS,
) -> BuildProgress:
    """Settle what is missing in a folder, see :func:`bolets_solver.atlas.build.build`.

    ``scheduler``: the address of a cluster; None: a cluster of ``processes`` is started here.
    Raises InputError if there is no such scheduler, if it goes away, or if the folder cannot be
    written.
    """
    standing = standing_of(folder)
    note(standing)
    with _client(scheduler, processes) as client:
        try:
            for effort in efforts:
                tasks = [ShardTask(shard.number, effort) for shard in open_shards(folder)]
                _run(client, job, tasks, work, standing, note)
        except Stopped as stop:
            standing.reason = stop.reason
        except (InputError, InternalError):
            raise
        except (OSError, RuntimeError, CancelledError):  # what Dask raises when it lost its peer
            raise InputError(GONE) from None
    return counted_again(folder, standing)


def run_on_cluster(job: Job, work: Work, tasks: Sequence[ShardTask], processes: int) -> int:
    """Do some tasks on a cluster started here; return how many deals were settled."""
    standing = BuildProgress(0)
    with _client(None, processes) as client:
        _run(client, job, tasks, work, standing, lambda standing: None)
    return standing.settled


def _run(
    client: Any,
    job: Job,
    tasks: Sequence[ShardTask],
    work: Work,
    standing: BuildProgress,
    note: Callable[[BuildProgress], None],
) -> None:
    from distributed import as_completed

    sent_job = client.scatter(job, broadcast=True)
    waiting, at_work = deque(tasks), as_completed()
    shard_of: dict[str, int] = {}
    while waiting or shard_of:
        work.poll()
        _require_alive(client)
        while waiting and len(shard_of) < IN_FLIGHT * max(1, _workers(client)):
            task = waiting.popleft()
            future = client.submit(settle_task, sent_job, task, pure=False)
            shard_of[future.key] = task.shard
            at_work.add(future)
        for future in _finished(at_work):
            _count(future, shard_of.pop(future.key), standing, note)


def _finished(at_work: Any) -> Iterator[Any]:
    """The futures that are done by now, after a short wait for the first."""
    import time

    end = time.monotonic() + LOOK_SECONDS
    while at_work.queue.empty() and time.monotonic() < end:
        time.sleep(0.02)
    while not at_work.queue.empty():
        yield next(at_work)


def _count(
    future: Any, shard: int, standing: BuildProgress, note: Callable[[BuildProgress], None]
) -> None:
    if future.status in ("cancelled", "lost"):
        raise InputError(GONE)
    if future.status != "finished":  # workers died at it, again and again
        standing.lost.append(f"shard {shard}: {type(future.exception()).__name__}")
        return
    found = future.result()
    if isinstance(found, Failed):
        raise (InternalError if found.internal else InputError)(found.message)
    standing.settled += found.settled
    standing.now += found.settled
    standing.shards_done += found.unsettled == 0
    note(standing)


def _workers(client: Any) -> int:
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _require_alive(client: Any) -> None:
    if client.status not in ("running", "connecting"):
        raise InputError(GONE)


@contextmanager
def _client(scheduler: str | None, processes: int | None) -> Iterator[Any]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError(
            "this needs Dask; install it with: pip install 'bolets-solver[cluster]'"
        ) from None
    if scheduler is not None:
        try:
            client = Client(scheduler, timeout=CONNECT_SECONDS)
        except (OSError, ValueError) as error:
            raise InputError(f"there is no scheduler at {scheduler}: {error}") from None
        with client:
            yield client
        return
    with (
        LocalCluster(
            n_workers=processes,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
        ) as cluster,
        Client(cluster) as client,
        suppress(TimeoutError),
    ):
        yield client
