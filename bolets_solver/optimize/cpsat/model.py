"""The CP-SAT model of all games with wanted points: one turn a card, and a map that holds them.

Variables: which standing (see ``standings``) holds before each card, which step leads to the next,
which turn (see ``turns``) makes the step, whether a cube covers a crow at an update, and the map of
``map_model``. Constraints: steps join standings as a flow does, which carries doors, lives, cubes,
points and the marker; a turn's footprint and printed rocks are not covered by cards laid later
(B-R10, B-R11); every crow is followed through all updates, exactly, since the marker and its lives
depend on how many are visible, and a game with fewer is not always better; a crow under a cube is
a rock.

Geometry is modelled, not learnt from objections: standings and steps that no chain to the wanted
points uses are left out beforehand, and what remains is small, while a cut that forbids one
placement of seven at a time would be one of thousands. So a solution is a game, and none is left
out: turns that are dropped as dominated could be replaced by those that are kept.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ortools.sat.python import cp_model

from bolets_solver.optimize.cpsat.card_state_kernels import (
    COVERS,
    FROM,
    KIND,
    OLDER,
    POINTS,
    SITUATION,
    TO,
)
from bolets_solver.optimize.cpsat.card_states import Layers, Standings
from bolets_solver.optimize.cpsat.map_model import MapModel
from bolets_solver.optimize.cpsat.placed import Placed
from bolets_solver.optimize.tracing.deal_arrays import Ints
from bolets_solver.optimize.turns.turn_tables import Situation, TurnTable

Literal = cp_model.IntVar
POLL_EVERY = 2048
"""Steps between two looks at the limits while a model is built."""


@dataclass(frozen=True)
class ChosenTurn:
    """What a solution does on one card.

    ``standing``: the row that holds before it; ``turn``: a turn of its table; ``covers``: crows
    (card, number) on which cubes are laid before the update, those of the next card included.
    """

    situation: Situation
    standing: Ints
    turn: int
    covers: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class _Entry:
    """A turn that can be chosen."""

    situation: int
    turn: int
    literal: Literal


class GameModel:
    """A CP-SAT model whose solutions are the won games along ``layers``."""

    def __init__(self, standings: Standings, layers: Layers):
        self.standings = standings
        self.turns = standings.turns
        self.arrays = standings.arrays
        self.layers = layers
        self.last = standings.last
        self.model = cp_model.CpModel()
        self.nodes = [
            [self.model.new_bool_var("") for _ in range(len(rows))] for rows in layers.standings
        ]
        for literals in self.nodes:
            self.model.add_exactly_one(literals)
        self.covers: list[list[tuple[int, int, Literal]]] = [[] for _ in range(self.last)]
        self._flows = [self._add_steps(k) for k in range(self.last)]
        self.entries = [self._add_entries(k) for k in range(self.last)]
        self.map = MapModel(
            self.model, self.arrays, [self._placements(k) for k in range(self.last)]
        )
        for k in range(self.last):
            self._keep_rocks(k)
            self._keep_footprints(k)
        self._follow_crows()

    def maximise(self) -> None:
        """Ask for the most points instead of any game."""
        points = [int(row[POINTS]) for row in self.layers.standings[self.last]]
        self.model.maximize(cp_model.LinearExpr.weighted_sum(self.nodes[self.last], points))

    def read(self, solver: cp_model.CpSolver) -> list[ChosenTurn]:
        """Return the game of the solver's solution."""
        game = []
        for k in range(self.last):
            row = self.layers.standings[k][self._true(solver, self.nodes[k])]
            following = self.layers.standings[k + 1][self._true(solver, self.nodes[k + 1])]
            entry = next(e for e in self.entries[k] if solver.boolean_value(e.literal))
            masked = self.standings.cards[k + 1].situations[following[SITUATION]].masked
            laid = [(card, crow) for card, crow, cube in self.covers[k] if solver.value(cube)]
            laid += [(k + 1, crow) for crow in masked]
            situation = self.standings.cards[k].situations[entry.situation]
            game.append(ChosenTurn(situation, row, entry.turn, tuple(laid)))
        return game

    @staticmethod
    def _true(solver: cp_model.CpSolver, literals: list[Literal]) -> int:
        return next(i for i, literal in enumerate(literals) if solver.boolean_value(literal))

    def _table(self, k: int, situation: int) -> TurnTable:
        return self.turns.table(self.standings.cards[k].situations[situation])

    def _add_steps(self, k: int) -> dict[int, dict[int, list[Literal]]]:
        """Choose one step between two layers; return its literals by column and value."""
        flows: dict[int, dict[int, list[Literal]]] = {
            column: defaultdict(list) for column in (FROM, KIND, COVERS, OLDER, TO)
        }
        literals = []
        for number, row in enumerate(self.layers.steps[k].tolist()):
            if number % POLL_EVERY == 0:
                self.standings.work.poll()
            literal = self.model.new_bool_var("")
            literals.append(literal)
            for column, values in flows.items():
                values[row[column]].append(literal)
        self.model.add_exactly_one(literals)
        for column, nodes in ((FROM, self.nodes[k]), (TO, self.nodes[k + 1])):
            for number, node in enumerate(nodes):
                self._tie(node, flows[column][number])
        return flows

    def _add_entries(self, k: int) -> list[_Entry]:
        """Choose one turn of the kind that the step wants."""
        card = self.standings.cards[k]
        situation_of = {
            kind: situation
            for situation in range(len(card.situations))
            for kind in range(card.kind_at[situation], card.kind_at[situation + 1])
        }
        entries = []
        for kind, steps in sorted(self._flows[k][KIND].items()):
            turns = card.members[kind].tolist()
            literals = [self.model.new_bool_var("") for _ in turns]
            self._tie(self._any(steps), literals)
            situation = situation_of[kind]
            entries += [
                _Entry(situation, turn, literal)
                for turn, literal in zip(turns, literals, strict=True)
            ]
        self.model.add_exactly_one([entry.literal for entry in entries])
        return entries

    def _placements(self, k: int) -> dict[Placed, Literal]:
        """Return for each placement of the next card whether it is chosen."""
        literals: dict[Placed, list[Literal]] = defaultdict(list)
        for entry in self.entries[k]:
            table = self._table(k, entry.situation)
            turns, left, top = table.placements[table.turns[entry.turn, 0]].tolist()
            literals[turns, left, top].append(entry.literal)
        return {placed: self._any(group) for placed, group in sorted(literals.items())}

    def _any(self, literals: list[Literal]) -> Literal:
        """Return a literal that is true just if one of some is."""
        if len(literals) == 1:
            return literals[0]
        literal = self.model.new_bool_var("")
        self._tie(literal, literals)
        return literal

    def _tie(self, whole: Literal, parts: list[Literal]) -> None:
        """Let ``whole`` be true just if one of ``parts`` is.

        Measured: clauses conclude sooner than a sum does, for a sum of which all but one are false
        does not know that one is true.
        """
        self.model.add_bool_and([~part for part in parts]).only_enforce_if(~whole)
        self.model.add_bool_or([*parts, ~whole])

    def _keep_rocks(self, k: int) -> None:
        """No card covers a printed rock (B-R10)."""
        rocks = self.arrays.rocks[self.arrays.rock_at[k] : self.arrays.rock_at[k + 1]]
        for x, y in rocks.tolist():
            for later in range(k + 2, self.last + 1):
                self.model.add_bool_and([self.map.uncovered(k, x, y, later)])

    def _keep_footprints(self, k: int) -> None:
        """No card covers a tile of the path or a cube laid while tracing (B-R10, B-R11, B-Q19)."""
        if k + 2 > self.last:
            return
        using: dict[int, list[Literal]] = defaultdict(list)
        for entry in self.entries[k]:
            for cell in self._table(k, entry.situation).cells(entry.turn):
                using[cell].append(entry.literal)
        stride = int(self.arrays.width[k]) + 2
        for cell, literals in sorted(using.items()):
            used = self._any(literals)
            for later in range(k + 2, self.last + 1):
                free = self.map.uncovered(k, cell % stride - 1, cell // stride - 1, later)
                self.model.add_implication(used, free)

    def _follow_crows(self) -> None:
        """Count the crows of older cards visible, and the cubes on crows, as the steps say."""
        older: list[list[Literal]] = [[] for _ in range(self.last)]
        for k in range(self.last):
            for crow in range(self.turns.crow_count(k)):
                self._follow(k, crow, older)
        for k in range(self.last):
            for column, shown in ((OLDER, older[k]), (COVERS, [c for *_, c in self.covers[k]])):
                values = sorted(self._flows[k][column])
                chosen = [self._any(self._flows[k][column][value]) for value in values]
                self.model.add_exactly_one(chosen)
                self.model.add(
                    cp_model.LinearExpr.sum(shown)
                    == cp_model.LinearExpr.weighted_sum(chosen, values)
                )

    def _follow(self, k: int, crow: int, older: list[list[Literal]]) -> None:
        """Follow one crow of card ``k`` from update to update (B-R25 to B-R27, B-Q7, B-Q35)."""
        seen = self._left_by(k, crow)
        if seen is None:
            return
        x, y = self.arrays.crows[self.arrays.crow_at[k] + crow].tolist()
        cubes: list[Literal] = []
        for update in range(k, self.last):
            if update > k:
                free = self.map.exactly_uncovered(k, x, y, update + 1)
                for cube in cubes:  # a crow under a cube is a rock (B-Q42)
                    self.model.add_implication(cube, free)
                seen = self._both(seen, free)
                older[update].append(seen)
            cube = self.model.new_bool_var("")
            self.model.add_implication(cube, seen)
            cubes.append(cube)
            self.covers[update].append((k, crow, cube))
            seen = self._both(seen, cube.negated())

    def _left_by(self, k: int, crow: int) -> Literal | None:
        """Return whether the chosen turn leaves a crow visible; None if no turn does."""
        leaving = [
            entry.literal
            for entry in self.entries[k]
            if self._table(k, entry.situation).crows[entry.turn, crow]
        ]
        return self._any(leaving) if leaving else None

    def _both(self, one: cp_model.LiteralT, other: cp_model.LiteralT) -> Literal:
        literal = self.model.new_bool_var("")
        self.model.add_bool_and([one, other]).only_enforce_if(literal)
        self.model.add_bool_or([literal, ~one, ~other])
        return literal
