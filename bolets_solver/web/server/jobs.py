"""Long work for the page: one job at a time, with progress events, ended when the reader leaves.

The kernels are loaded in the background from the start. A job runs in its own thread and sends
server-sent events: ``progress`` regularly, and at the end one ``result`` or ``error``.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from bolets_solver.errors import InputError
from bolets_solver.work.limits import Limits, Reason, Work

if TYPE_CHECKING:
    from bolets_solver.advise.advisor import Advisor
    from bolets_solver.advise.worlds import Sight
    from bolets_solver.bolets.cards.deck import Deck
    from bolets_solver.bolets.files.share_code import SharedDeal
    from bolets_solver.bolets.rules import Rules
    from bolets_solver.optimize.search.engine import Engine
    from bolets_solver.optimize.search.solver import Progress
    from bolets_solver.study.games.coach import Coach

SECONDS = 60.0
"""How long one answer may take."""
MOST_COACHES = 8
"""Number of deals whose proven results are cached."""
MOST_ADVISORS = 2
"""Number of decks, with their rules, whose advice is cached."""
WAIT_SECONDS = 0.1

Event = tuple[str, dict[str, Any]]
Job = Callable[["Running"], dict[str, Any]]


class KernelLoading:
    """The solver's kernels, loaded in the background."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.trouble: str | None = None

    def load(self) -> None:
        """Begin to load them; returns at once."""
        threading.Thread(target=self._load, name="kernels", daemon=True).start()

    def _load(self) -> None:
        try:
            import bolets_solver.jit as jit
            from bolets_solver.advise import advisor
            from bolets_solver.optimize.search import engine
            from bolets_solver.study.games import coach

            assert advisor
            assert engine
            assert coach
            jit.load_declared()
        except Exception as error:  # the board works without them; hints report the reason
            self.trouble = f"the solver cannot be loaded: {error}"
        self.ready.set()

    def as_json(self) -> dict[str, Any]:
        """Return how far that is."""
        return {"ready": self.ready.is_set(), "trouble": self.trouble}


class Running:
    """A running job: its limits, and the receiver of its events."""

    def __init__(self, work: Work, send: Callable[[Event], None]):
        self.work = work
        self._send = send
        self._what = ""
        self._known: dict[str, Any] = {}
        work.report = self._report

    def note(self, what: str) -> None:
        """Say what is being done now."""
        self._what, self._known = what, {}
        self._report(self.work.elapsed)

    def know(self, **known: Any) -> None:
        """Take note of what is known by now."""
        self._known = known

    def watch(self, progress: Progress) -> None:
        """Take note of how far a search has come."""
        self._known = {
            "phase": progress.phase,
            "best": progress.best,
            "bound": progress.bound,
            "states": progress.states,
        }

    def _report(self, elapsed: float) -> None:
        value = {"what": self._what, "seconds": round(elapsed, 1), **self._known}
        self._send(("progress", value))


class Jobs:
    """Runs jobs, and remembers what was proven of the deals played last."""

    def __init__(self, kernels: KernelLoading):
        self.kernels = kernels
        self._turn = threading.Lock()
        self._coaches: OrderedDict[tuple[Any, ...], Coach] = OrderedDict()
        self._advisors: OrderedDict[tuple[Any, ...], Advisor] = OrderedDict()
        self._running: set[Work] = set()

    def coach(self, asked: SharedDeal) -> Coach:
        """Return who knows the best games of a deal; only within a job."""
        from bolets_solver.study.games.coach import Coach

        key = (asked.deck, asked.deal.order, asked.rules, asked.deal.faces)
        coach = self._coaches.pop(key, None)
        if coach is None:
            coach = Coach(asked.deal, asked.rules)
        self._coaches[key] = coach
        while len(self._coaches) > MOST_COACHES:
            self._coaches.popitem(last=False)
        return coach

    def advisor(self, deck: Deck, rules: Rules, sight: Sight) -> Advisor:
        """Return who advises on games of a deck; only within a job."""
        from bolets_solver.advise.advisor import Advisor

        key = (deck.name, tuple(deck.faces.values()), rules, sight)
        advisor = self._advisors.pop(key, None)
        if advisor is None:
            advisor = Advisor(deck, rules, sight)
        self._advisors[key] = advisor
        while len(self._advisors) > MOST_ADVISORS:
            self._advisors.popitem(last=False)[1].close()
        return advisor

    def engine(self, asked: SharedDeal) -> Engine:
        """Return an engine for a deal's deck and rules; only within a job."""
        from bolets_solver.optimize.search.engine import Engine

        return Engine(asked.deal.deck, asked.rules)

    def close(self) -> None:
        """End all that runs."""
        for work in list(self._running):
            work.stop(Reason.INTERRUPT)
        for advisor in list(self._advisors.values()):
            advisor.close()

    async def events(self, job: Job, seconds: float = SECONDS) -> AsyncIterator[str]:
        """Run a job and yield its events as they are sent; when the reader leaves, the job ends."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Event] = asyncio.Queue()
        work = Work(Limits(seconds))
        self._running.add(work)

        def send(event: Event) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(queue.put_nowait, event)

        threading.Thread(target=self._run, args=(job, work, send), name="job", daemon=True).start()
        try:
            while True:
                name, value = await queue.get()
                yield f"event: {name}\ndata: {json.dumps(value, allow_nan=False)}\n\n"
                if name != "progress":
                    return
        finally:
            work.stop(Reason.INTERRUPT)

    def _run(self, job: Job, work: Work, send: Callable[[Event], None]) -> None:
        try:
            if not self._wait(work, send):
                return
            try:
                send(self._result(job, work, send))
            finally:
                self._turn.release()
        finally:
            self._running.discard(work)

    def _wait(self, work: Work, send: Callable[[Event], None]) -> bool:
        """Wait for the kernels, then until no other job runs; return whether it is this one's turn.

        The time for that does not count.
        """
        while not self.kernels.ready.wait(WAIT_SECONDS):
            send(("progress", {"what": "loading the solver", "seconds": round(work.elapsed, 1)}))
            if work.reason is not None:
                return False
        if self.kernels.trouble is not None:
            send(("error", {"error": [self.kernels.trouble]}))
            return False
        while not self._turn.acquire(timeout=WAIT_SECONDS):
            send(("progress", {"what": "another search", "seconds": round(work.elapsed, 1)}))
            if work.reason is not None:
                return False
        work.started = time.monotonic()
        return True

    def _result(self, job: Job, work: Work, send: Callable[[Event], None]) -> Event:
        try:
            return "result", job(Running(work, send))
        except InputError as error:
            return "error", {"error": [str(defect) for defect in error.defects]}
        except Exception as error:  # it ends the job, not the board
            return "error", {"error": [f"internal error: {type(error).__name__}: {error}"]}
