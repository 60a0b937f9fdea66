"""Building an atlas with some processes on this machine; each settles whole shards.

A process that dies takes only its shard with it, which another one takes up; a shard at which two
processes died is left alone and listed. Shards are settled with little effort first; what is left
unsettled then is taken up again with more, and at last without a limit.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event

from bolets_solver.atlas.shards import Shard, ShardFolder
from bolets_solver.atlas.values import UNSETTLED
from bolets_solver.atlas.worker import Done, Failed, Job, ShardTask, work_at_shards
from bolets_solver.errors import InputError, InternalError
from bolets_solver.work.limits import Reason, Stopped, Work

EFFORTS: tuple[int | None, ...] = (50_000, 1_000_000, None)
"""The most effort of a try, in exact states: in the first round, in the second, in the last."""

MOST_DEATHS = 2
"""A shard is skipped after this number of processes died at it."""

LOOK_SECONDS = 0.2


@dataclass
class BuildProgress:
    """How far a build is. ``settled``: deals; ``now``: of these, how many in this run."""

    deals: int
    settled: int = 0
    now: int = 0
    shards: int = 0
    shards_done: int = 0
    lost: list[str] = field(default_factory=list)
    reason: Reason | None = None


class Pool:
    """Processes that settle shards, one at a time each."""

    def __init__(self, job: Job, processes: int):
        self._context = multiprocessing.get_context("spawn")
        self._job = job
        self._stop: Event = self._context.Event()
        self._workers: dict[Connection, SpawnProcess] = {}
        self._at: dict[Connection, ShardTask] = {}
        self._processes = processes

    def run(
        self,
        tasks: Sequence[ShardTask],
        work: Work,
        note: Callable[[Done], None],
        standing: BuildProgress,
    ) -> None:
        """Do all tasks; raises Stopped at a limit, InputError if shards cannot be written."""
        waiting = deque(tasks)
        deaths: dict[int, int] = {}
        while waiting or self._at:
            work.poll()
            while waiting and len(self._at) < self._processes:
                self._give(waiting.popleft())
            for pipe in wait(list(self._at), LOOK_SECONDS):
                assert isinstance(pipe, Connection)
                task = self._at.pop(pipe)
                answer = self._receive(pipe)
                if answer is None:
                    deaths[task.shard] = deaths.get(task.shard, 0) + 1
                    if deaths[task.shard] < MOST_DEATHS:
                        waiting.appendleft(task)
                    else:
                        standing.lost.append(f"shard {task.shard}: its process died twice")
                elif isinstance(answer, Failed):
                    raise (InternalError if answer.internal else InputError)(answer.message)
                else:
                    note(answer)

    def finish(self, note: Callable[[Done], None]) -> None:
        """Let every process write what it has settled, and end it."""
        self._stop.set()
        for pipe in list(self._at):
            answer = self._receive(pipe)
            if isinstance(answer, Done):
                note(answer)
        self.close()

    def close(self) -> None:
        """End all processes."""
        for pipe, process in self._workers.items():
            pipe.close()
            process.terminate()
        for process in self._workers.values():
            process.join()
        self._workers.clear()
        self._at.clear()

    def _give(self, task: ShardTask) -> None:
        idle = [pipe for pipe in self._workers if pipe not in self._at]
        pipe = idle[0] if idle else self._start()
        try:
            pipe.send(task)
        except OSError:  # it died while it had nothing to do
            self._workers.pop(pipe).join()
            pipe = self._start()
            pipe.send(task)
        self._at[pipe] = task

    def _start(self) -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=work_at_shards, args=(self._job, theirs, self._stop), daemon=True
        )
        process.start()
        theirs.close()
        self._workers[ours] = process
        return ours

    def _receive(self, pipe: Connection) -> Done | Failed | None:
        try:
            answer: Done | Failed = pipe.recv()
        except (EOFError, OSError):
            self._workers.pop(pipe).join()
            return None
        return answer


def build(
    folder: ShardFolder,
    job: Job,
    work: Work,
    processes: int,
    note: Callable[[BuildProgress], None] = lambda standing: None,
    efforts: Sequence[int | None] = EFFORTS,
) -> BuildProgress:
    """Settle what is missing in a folder of shards; say how far it came.

    ``note`` is called after every shard. At a limit, or on Ctrl-C, what is settled is kept and
    ``reason`` of the standing is set. Raises InputError if the folder cannot be written.
    """
    standing = standing_of(folder)
    note(standing)

    def count(done: Done) -> None:
        standing.settled += done.settled
        standing.now += done.settled
        standing.shards_done += done.unsettled == 0
        note(standing)

    pool = Pool(job, processes)
    try:
        for effort in efforts:
            tasks = [ShardTask(shard.number, effort) for shard in open_shards(folder)]
            pool.run(tasks, work, count, standing)
    except Stopped as stop:
        standing.reason = stop.reason
        pool.finish(count)
    except (InputError, InternalError):
        pool.finish(count)
        raise
    finally:
        pool.close()
    return counted_again(folder, standing)


def counted_again(folder: ShardFolder, standing: BuildProgress) -> BuildProgress:
    """Return a standing with the counts of the folder itself.

    A process that died after it wrote a shard may not have reported it.
    """
    found = standing_of(folder)
    before = standing.settled - standing.now
    return replace(
        standing,
        settled=found.settled,
        now=found.settled - before,
        shards_done=found.shards_done,
    )


def open_shards(folder: ShardFolder) -> list[Shard]:
    """The shards with something to settle: those that are missing, then those begun."""
    return [*folder.missing(), *(shard for shard, _ in folder.unsettled())]


def standing_of(folder: ShardFolder) -> BuildProgress:
    """Count what is settled in a folder."""
    standing = BuildProgress(folder.ranking.deals, shards=len(folder.shards))
    for shard in folder.shards:
        values = folder.read(shard)
        if values is not None:
            unsettled = int((values == UNSETTLED).sum())
            standing.settled += len(values) - unsettled
            standing.shards_done += unsettled == 0
    return standing
