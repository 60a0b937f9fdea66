"""A process that settles shards: it is sent a number, and answers when the shard is written."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path

import numpy as np

from bolets_solver.atlas.ranking import Names
from bolets_solver.atlas.shards import Shard, ShardFolder
from bolets_solver.atlas.values import UNSETTLED
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.rules import Rules

Settle = Callable[[Names, int | None], int]
"""From a deal and the most effort of a try (exact states, None: no limit) to its value.

The value is UNSETTLED if that did not suffice.
"""

MakeSettle = Callable[[Deck, Rules], Settle]


@dataclass(frozen=True)
class ShardTask:
    """Settle the deals of a shard, each with at most ``effort`` (None: no limit)."""

    shard: int
    effort: int | None


@dataclass(frozen=True)
class Done:
    """A shard was written: how many deals were settled now, how many are still not."""

    shard: int
    settled: int
    unsettled: int


@dataclass(frozen=True)
class Failed:
    """A shard could not be written, or its search contradicted itself."""

    shard: int
    message: str
    internal: bool


@dataclass(frozen=True)
class Job:
    """What a worker is started with; it can be sent to another process or machine."""

    folder: str
    deck: Deck
    rules: Rules
    make: MakeSettle

    def open(self) -> ShardFolder:
        """Open the folder of shards."""
        return ShardFolder.open(Path(self.folder), self.deck, self.rules)


def settle_shard(
    folder: ShardFolder,
    shard: Shard,
    settle: Settle,
    effort: int | None,
    stopped: Callable[[], bool] = lambda: False,
) -> Done:
    """Settle the deals of a shard that are not settled yet, and write it.

    Ends after the current deal once ``stopped`` says so; what is settled by then is written.
    Raises OSError if the shard cannot be written.
    """
    known = folder.read(shard)
    values = np.full(len(shard.ranks), UNSETTLED, dtype=np.uint8) if known is None else known.copy()
    before = int(np.count_nonzero(values != UNSETTLED))
    for place in np.flatnonzero(values == UNSETTLED):
        if stopped():
            break
        values[place] = settle(folder.ranking.order(shard.ranks[int(place)]), effort)
    after = int(np.count_nonzero(values != UNSETTLED))
    if after > before or known is None:
        folder.write(shard, values)
    return Done(shard.number, after - before, len(values) - after)


def work_at_shards(job: Job, tasks: Connection, stop: Event) -> None:
    """Settle one shard after the other until the other side closes the pipe.

    Ctrl-C goes to all processes of a terminal; the parent alone answers it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    folder = job.open()
    settle = job.make(job.deck, job.rules)
    with suppress(EOFError, BrokenPipeError, ConnectionError):
        while True:
            task: ShardTask = tasks.recv()
            shard = folder.shards[task.shard]
            tasks.send(answer(folder, shard, settle, task, stop.is_set))


def answer(
    folder: ShardFolder,
    shard: Shard,
    settle: Settle,
    task: ShardTask,
    stopped: Callable[[], bool] = lambda: False,
) -> Done | Failed:
    """Settle a shard; what goes wrong is an answer, so that whoever asked can say it."""
    try:
        return settle_shard(folder, shard, settle, task.effort, stopped)
    except OSError as error:
        message = f"{folder.file(shard)}: cannot be written: {error.strerror or error}"
        return Failed(shard.number, message, internal=False)
    except Exception as error:  # what is wrong with one deal must be reported, not end all work
        message = f"shard {shard.number}: {type(error).__name__}: {error}"
        return Failed(shard.number, message, internal=True)
