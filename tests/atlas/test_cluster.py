"""On a Dask cluster: whichever process dies, no settled deal is lost or counted twice."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bolets_solver.atlas.build import BuildProgress
from bolets_solver.atlas.cluster import build_on_cluster
from bolets_solver.atlas.shards import ShardFolder
from bolets_solver.atlas.worker import Job, MakeSettle
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.files.deck_library import load_deck
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.work.limits import Limits, Reason, Work
from tests.atlas import fakes

pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")

RULES = Rules()
ROOT = Path(__file__).parents[2]


@pytest.fixture
def deck() -> Deck:
    """Three cards of the shipped deck: 48 deals."""
    pinewood = load_deck("pinewood")
    names = ["1A", "1B", "2A", "2B", "3A", "3B", "C"]
    return Deck("three", "Three", pinewood.border, {name: pinewood.faces[name] for name in names})


def run(
    path: Path,
    deck: Deck,
    make: MakeSettle,
    seconds: float | None = None,
    scheduler: str | None = None,
    processes: int | None = 2,
) -> tuple[ShardFolder, BuildProgress]:
    folder = ShardFolder.open(path, deck, RULES, deals=8)
    job = Job(str(path), deck, RULES, make)
    with Work(Limits(seconds=seconds)) as work:
        standing = build_on_cluster(folder, job, work, lambda standing: None, scheduler, processes)
    return folder, standing


def require_right(folder: ShardFolder) -> None:
    atlas = folder.atlas()
    assert atlas.values.tolist() == [fakes.value_of(order) for order in atlas.ranking.orders()]


def test_two_processes_settle_all_and_a_killed_one_loses_nothing(
    tmp_path: Path, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOLETS_TEST_MARK", str(tmp_path / "mark"))
    folder, standing = run(tmp_path / "a", deck, fakes.killed_once)
    assert (tmp_path / "mark").exists()
    assert (standing.settled, standing.now, standing.lost) == (48, 48, [])
    require_right(folder)


def test_a_limit_keeps_what_is_settled(tmp_path: Path, deck: Deck) -> None:
    folder, first = run(tmp_path, deck, fakes.slow, seconds=8, processes=1)
    assert first.reason is Reason.TIME
    assert folder.atlas().settled == first.settled < 48


@pytest.fixture
def scheduler() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A scheduler as a process of its own, with one worker; its address."""
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    begun = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"],
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert begun.stderr is not None
    address = next(
        line.split("Scheduler at:")[1].strip() for line in begun.stderr if "Scheduler at:" in line
    )
    drain = threading.Thread(target=begun.stderr.read, daemon=True)
    drain.start()
    worker = subprocess.Popen(
        [
            *[sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1"],
            *["--no-dashboard", "--no-nanny", "--host", "127.0.0.1", "--death-timeout", "5"],
        ],
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
    )
    yield begun, address
    for process in (worker, begun):
        process.kill()
        process.wait()


def test_a_scheduler_that_goes_is_reported_and_the_next_run_goes_on(
    tmp_path: Path, deck: Deck, scheduler: tuple[subprocess.Popen[str], str]
) -> None:
    process, address = scheduler
    killer = threading.Thread(target=_kill_once_begun, args=(process, tmp_path), daemon=True)
    killer.start()
    with pytest.raises(InputError, match="scheduler has gone"):
        run(tmp_path, deck, fakes.slow, scheduler=address, processes=None)
    folder = ShardFolder.open(tmp_path, deck, RULES)
    kept = folder.atlas().settled
    assert 0 < kept < 48
    folder, standing = run(tmp_path, deck, fakes.quick, processes=1)
    assert (standing.settled, standing.now) == (48, 48 - kept)
    require_right(folder)


def _kill_once_begun(process: subprocess.Popen[str], folder: Path) -> None:
    while not list(folder.glob("*.shard")):
        time.sleep(0.01)
    process.kill()


def test_a_scheduler_that_is_not_there_is_reported(tmp_path: Path, deck: Deck) -> None:
    with pytest.raises(InputError, match="there is no scheduler at"):
        run(tmp_path, deck, fakes.quick, scheduler="not an address")
