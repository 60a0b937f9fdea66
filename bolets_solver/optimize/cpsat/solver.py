"""The second engine: CP-SAT on the segment tables, as a check of the search.

It shares with the search the enumeration of turns that fills the segment tables (placements,
traces, effects) and nothing else: bounds, resources, crows and the map are its own. The target
starts at the most points of any chain of standings and goes down by one as long as CP-SAT proves
that no game makes it; the first game found is the optimum. Small deals are maximised in one model;
if a limit ends that, CP-SAT's best game and its bound are taken over.

With one worker the answer is the same for the same seed. Every game is replayed by the referee.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from ortools.sat.python import cp_model

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import Difficulty, Rules
from bolets_solver.errors import InputError, InternalError
from bolets_solver.optimize.cpsat.card_state_kernels import (
    HAND,
    LIVES,
    NEVER,
    POINTS,
    YELLOW,
)
from bolets_solver.optimize.cpsat.card_states import Layers, Standings
from bolets_solver.optimize.cpsat.model import ChosenTurn, GameModel
from bolets_solver.optimize.search.solver import Progress
from bolets_solver.optimize.solution import Solution
from bolets_solver.optimize.tables.table_store import cube_caps
from bolets_solver.optimize.tracing.deal_arrays import translate, yellow_supply
from bolets_solver.optimize.tracing.trace_arrays import new_walk
from bolets_solver.optimize.turns.found_games import PlayedTurn, played, record_of
from bolets_solver.optimize.turns.trace_rows import EXIT, WORTH
from bolets_solver.optimize.turns.turn_tables import Purse, Turns
from bolets_solver.work.limits import Reason, Status, Stopped, Work

ENGINE = "cpsat"

WHOLE = 20_000
"""Largest number of steps of deals that are maximised at once."""

LARGEST = 1_000_000
"""Models with more steps are not tried: they would fill the memory."""


def solve_cpsat(
    deal: Deal,
    rules: Rules | None = None,
    entrance: int | None = None,
    work: Work | None = None,
    watch: Callable[[Progress], None] | None = None,
    seed: int = 0,
    workers: int = 1,
) -> Solution:
    """Find the best game of a deal and prove that nothing scores more, with CP-SAT.

    The arguments are those of ``solver.solve``; ``seed`` and ``workers``
    are CP-SAT's. With more than one worker the game found may differ from run to run, the points
    never do. Raises InputError if there is no such entrance.
    """
    rules = rules or Rules()
    doors = len(deal.faces[0].doors)
    if entrance is not None and not 1 <= entrance <= doors:
        raise InputError(
            f"the first card {deal.order[0]} has no door {entrance}; its doors are 1 to {doors}"
        )
    entrances = list(range(doors)) if entrance is None else [entrance - 1]
    solver = _Engine(deal, rules, entrances, work or Work(), watch, seed, workers)
    with suppress(Stopped):
        solver.run()
    return solver.solution()


@dataclass(frozen=True)
class Best:
    """The best game that was found, and what no game exceeds; both None: there is no game."""

    record: Record | None
    bound: int | None


class ScoreModel:
    """Answers whether a deal has a won game with some points, by CP-SAT.

    ``entrances``: doors of the first card, from 0.
    """

    def __init__(
        self,
        deal: Deal,
        rules: Rules,
        entrances: list[int],
        work: Work,
        seed: int = 0,
        workers: int = 1,
    ):
        self.deal = deal
        self.rules = rules
        self.work = work
        self.seed = seed
        self.workers = workers
        arrays = translate(deal, rules)
        self.turns = Turns(arrays, cube_caps(deal, rules), new_walk(arrays), work)
        self.standings = Standings(self.turns, entrances, yellow_supply(rules), work)

    def find(self, layers: Layers) -> Record | None:
        """Return a game along ``layers``, None: there is none. Raises Stopped at a limit."""
        if layers.empty:
            return None
        model = GameModel(self.standings, layers)
        solver = self._solver()
        status = run_solver(solver, model.model, self.work)
        if status == cp_model.INFEASIBLE:
            return None
        _require(status == cp_model.OPTIMAL, solver)
        return self._game(model, solver)

    def best(self, layers: Layers) -> Best:
        """Find a game along ``layers`` with most points.

        At a limit the best game so far and its bound are returned, or Stopped is raised if CP-SAT
        has found no game.
        """
        if layers.empty:
            return Best(None, None)
        model = GameModel(self.standings, layers)
        model.maximise()
        solver = self._solver()
        try:
            status = run_solver(solver, model.model, self.work)
        except Stopped:
            if solver.response_proto.status not in (cp_model.FEASIBLE, cp_model.OPTIMAL):
                raise
            status = int(cp_model.FEASIBLE)
            self.turns.work = Work()  # decoding a found game takes an instant
        if status == cp_model.INFEASIBLE:
            return Best(None, None)
        _require(status in (cp_model.FEASIBLE, cp_model.OPTIMAL), solver)
        return Best(self._game(model, solver), math.floor(solver.best_objective_bound + 1e-6))

    def _solver(self) -> cp_model.CpSolver:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.workers
        solver.parameters.random_seed = self.seed
        # Measured: the model is clauses nearly all through, so that propagation closes it. What
        # presolve simplifies is not worth its time, which was most of the whole.
        solver.parameters.linearization_level = 0
        solver.parameters.cp_model_presolve = False
        solver.parameters.symmetry_level = 0
        return solver

    def _game(self, model: GameModel, solver: cp_model.CpSolver) -> Record:
        chosen = model.read(solver)
        game = [self._traced(turn) for turn in chosen]
        return record_of(self.deal, self.rules, chosen[0].situation.entrance, game)

    def _traced(self, chosen: ChosenTurn) -> PlayedTurn:
        """Find a trace that makes the chosen turn: the same door, points, effect and footprint."""
        table = self.turns.table(chosen.situation)
        place, door, points, effect, _ = table.turns[chosen.turn].tolist()
        row = chosen.standing
        purse = Purse(
            int(row[POINTS]),
            int(row[LIVES]),
            int(row[HAND]),
            int(row[YELLOW]),
            chosen.situation.card > 0,
        )
        traces = self.turns.traces(chosen.situation, table.placements[place : place + 1], purse)
        footprint = table.footprints[chosen.turn]
        for index, trace in enumerate(traces.rows):
            if (
                trace[EXIT] == door
                and trace[WORTH] == points
                and np.array_equal(traces.footprints[index], footprint)
                and self.turns.book.number(traces.events(index)) == effect
            ):
                return played(chosen.situation, traces, index, purse, chosen.covers)
        raise InternalError("no trace makes the turn that CP-SAT has chosen")


def _require(expected: bool, solver: cp_model.CpSolver) -> None:
    """Raise InternalError unless CP-SAT ended as expected: it may find a model invalid."""
    if not expected:
        raise InternalError(f"CP-SAT ended with the status {solver.status_name()}")


def run_solver(solver: cp_model.CpSolver, model: cp_model.CpModel, work: Work) -> int:
    """Run CP-SAT in a thread; raise Stopped once the work must end."""
    # The work hears Ctrl-C. CP-SAT's own handler belongs to its thread; the signal comes in the
    # main thread, where that handler aborts the process.
    solver.parameters.catch_sigint_signal = False
    outcome: list[int] = []
    failure: list[BaseException] = []

    def target() -> None:
        try:
            outcome.append(int(solver.solve(model)))
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=target, name="cp-sat", daemon=True)
    thread.start()
    wait = 0.001
    while thread.is_alive():
        thread.join(wait)
        wait = min(2 * wait, 0.02)
        try:
            work.poll()
        except Stopped:
            solver.stop_search()
            thread.join()
            raise
    if failure:
        raise failure[0]
    return outcome[0]


class _Engine:
    """One run of the engine, and what is known so far."""

    def __init__(
        self,
        deal: Deal,
        rules: Rules,
        entrances: list[int],
        work: Work,
        watch: Callable[[Progress], None] | None,
        seed: int,
        workers: int,
    ):
        self.deal = deal
        self.rules = rules
        self.entrances = entrances
        self.work = work
        self.watch = watch
        self.seed = seed
        self.workers = workers
        self.progress = Progress()
        self.record: Record | None = None
        self.verdict: Verdict | None = None
        self.impossible = False
        self.stuck: str | None = None
        self.steps = 0
        self.models = 0

    def run(self) -> None:
        """Solve until a proof; raises Stopped at a limit."""
        self._note("tables")
        model = self._model(self.deal, self.entrances)
        most = model.standings.most
        whole = None if most == NEVER else model.standings.layers(0, most, WHOLE)
        if most == NEVER:
            self._prove_impossible()
            return
        self.progress.bound = most
        self._note("targets")
        if whole is not None:
            self._count(whole)
            best = model.best(whole)
            self._keep(best.record)
            if best.bound is not None:
                self.progress.bound = min(most, best.bound)
        else:
            self._descend(model)
        if self.verdict is None:
            self._prove_impossible()

    def _descend(self, model: ScoreModel) -> None:
        """Try target after target from the bound down, until a game is found."""
        assert self.progress.bound is not None
        while self.progress.bound >= 0 and self.verdict is None:
            layers = model.standings.layers(self.progress.bound, np.iinfo(np.int16).max, LARGEST)
            if layers is None:
                self.work.stop(Reason.MEMORY)
                self.work.poll()
                return
            self._keep(self._find(model, layers))
            if self.verdict is None:
                self.progress.bound -= 1
            self._note()

    def _find(self, model: ScoreModel, layers: Layers) -> Record | None:
        self._count(layers)
        return model.find(layers)

    def _count(self, layers: Layers) -> None:
        self.steps += layers.size
        self.models += 1
        self.progress.states = self.steps

    def _model(self, deal: Deal, entrances: list[int]) -> ScoreModel:
        return ScoreModel(deal, self.rules, entrances, self.work, self.seed, self.workers)

    def _keep(self, record: Record | None) -> None:
        """Have the referee replay a found game, and keep it."""
        if record is None:
            return
        verdict = replay(self.deal, record, self.rules)
        if not verdict.legal or not verdict.won:
            found = verdict.violation or verdict.ending
            raise InternalError(f"the referee objects to a found game: {found}\n{record}")
        self.record, self.verdict = record, verdict
        self.progress.best = verdict.points

    def _prove_impossible(self) -> None:
        """Nothing can be won: find the furthest card that can be entered."""
        self.impossible = True
        self.progress.bound = None
        self._note("impossible")
        for last in range(len(self.deal.order) - 2, 0, -1):
            shorter = Deal(self.deal.deck, self.deal.order[: last + 1])
            model = self._model(shorter, self.entrances)
            if model.standings.most == NEVER:
                continue
            for least in range(model.standings.most, -1, -1):
                layers = model.standings.layers(least, np.iinfo(np.int16).max, LARGEST)
                if layers is None:
                    self.work.stop(Reason.MEMORY)
                    self.work.poll()
                    return
                if self._find(model, layers) is not None:
                    self.stuck = self.deal.order[last]
                    return
        self.stuck = self.deal.order[0]

    def solution(self) -> Solution:
        """Return the answer as far as it is known."""
        verdict = self.verdict
        status = Status.UNKNOWN
        if self.impossible:
            status = Status.IMPOSSIBLE
        elif verdict is not None:
            proven = verdict.points == self.progress.bound
            status = Status.OPTIMAL if proven else Status.FEASIBLE
        easy = self.rules.difficulty is Difficulty.EASY
        return Solution(
            deal=self.deal,
            rules=self.rules,
            status=status,
            points=None if verdict is None else verdict.points,
            bound=None if self.impossible else self.progress.bound,
            lives=None if verdict is None else verdict.lives,
            crows=None if verdict is None else verdict.crows,
            record=self.record,
            engine=ENGINE,
            seconds=self.work.elapsed,
            stuck=self.stuck,
            reason=None if status in (Status.OPTIMAL, Status.IMPOSSIBLE) else self.work.reason,
            counts={"steps": self.steps, "models": self.models},
            warnings=tuple(self.deal.rock_warnings()) if easy else (),
        )

    def _note(self, phase: str | None = None) -> None:
        if phase is not None:
            self.progress.phase = phase
        if self.watch is not None:
            self.watch(self.progress)
