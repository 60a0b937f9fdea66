"""Making puzzles: deals are measured, seed after seed, until each kind has enough.

``bolets puzzle make`` writes them; it made the shipped ones, too. The same deck and seed give the
same puzzles. ``KINDS`` of ``puzzle`` says what is measured of each kind; every figure is proven by
the exact search.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from bolets_solver.atlas.finding import require_atlas
from bolets_solver.atlas.par import par
from bolets_solver.atlas.statistics import hardest
from bolets_solver.atlas.values import Atlas
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import BLOCKED_DOOR, WALL, Border, Face, edge_doors, rim_doors
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import LayAhead, LayAt, Turn
from bolets_solver.bolets.rules import CrowLoss, CrowScope, Difficulty, Rules
from bolets_solver.errors import InputError, InternalError
from bolets_solver.optimize.search.engine import Engines
from bolets_solver.optimize.search.greedy import play_greedily
from bolets_solver.optimize.solution import Solution
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.study.games.puzzle import Puzzle
from bolets_solver.study.random_draws import pick
from bolets_solver.work.limits import Status, Work

REGULAR = Rules()
DIFFICULT = Rules(difficulty=Difficulty.DIFFICULT)
HARSH = Rules(difficulty=Difficulty.DIFFICULT, crow_loss=CrowLoss.EVERY, crow_scope=CrowScope.ALL)
MOST_SEEDS = 2000
"""Largest number of deals examined for one puzzle."""
OBVIOUS = 3
"""Least loss of the obvious line that earns a star."""
MANY_CUBES = 2
LEAN = 1000
"""Number of deals of which at most one has fewer points than a lean one."""


@dataclass(frozen=True)
class FoundGame:
    """A begun game that fits a kind, its best end, and the measured figures."""

    begun: Record
    solution: Solution
    measured: dict[str, int]
    loss: int


class Maker:
    """Measures deals of one deck; tables are kept from deal to deal."""

    def __init__(self, deck: Deck, name: str, work: Work):
        self.deck = deck
        self.name = name
        self.work = work
        self._engines = Engines()

    def best(self, deal: Deal, rules: Rules, entrance: int | None = None) -> Solution:
        """Return the proven best game of a deal."""
        return self._proven(self._engines.of(deal.deck, rules).best(deal, entrance, self.work))

    def best_from(self, deal: Deal, record: Record, rules: Rules) -> Solution:
        """Return the proven best game that begins like ``record``."""
        return self._proven(self._engines.of(deal.deck, rules).best_after(deal, record, self.work))

    def _proven(self, solution: Solution) -> Solution:
        self.work.poll()
        if solution.status not in (Status.OPTIMAL, Status.IMPOSSIBLE):
            raise InternalError("a search without limits ended without a proof")
        return solution

    def new_game(self, deal: Deal, rules: Rules, entrance: int | None = None) -> Record:
        """Return a game without turns."""
        return Record(self.name, deal.order, entrance, (), rules)

    @cached_property
    def atlas(self) -> Atlas:
        """The deck's atlas; raises InputError if there is none, or if it is not complete."""
        found = require_atlas(self.deck, REGULAR)
        if not found.complete:
            raise InputError(f"the atlas of the deck '{self.deck.name}' is not complete")
        return found

    def deal(self, kind: str, number: int, cards: int) -> Deal:
        """Return the deal of a number that may fit a kind.

        Raises InputError if lean deals are wanted and the deck has no complete atlas.
        """
        if kind != "lean":
            return random_deal(self.deck, number, cards)
        ranks = hardest(self.atlas, max(1, self.atlas.ranking.deals // LEAN)).tolist()
        rank = pick(random.Random(f"lean deal {number}"), ranks)
        return Deal(self.deck, self.atlas.ranking.order(rank))

    # Kinds: each returns what fits, or None

    def lean(self, deal: Deal) -> FoundGame | None:
        """Return the deal if hardly any has fewer points."""
        among = par(self.atlas, deal.order)
        if among.points is None or among.less * LEAN > self.atlas.ranking.deals:
            return None
        solution = self.best(deal, REGULAR)
        if solution.points != among.points:
            raise InternalError(f"{deal}: the atlas holds {among.points}, not {solution.points}")
        measured = {"deals": self.atlas.ranking.deals, "less": among.less, "same": among.same}
        loss = among.points - play_greedily(deal, REGULAR, self.work).points
        return FoundGame(self.new_game(deal, REGULAR), solution, measured, loss)

    def greedy(self, deal: Deal) -> FoundGame | None:
        """Return the deal if the greedy player loses points, or the game."""
        solution = self.best(deal, REGULAR)
        if solution.points is None:
            return None
        greedy = play_greedily(deal, REGULAR, self.work).points
        loss = solution.points - greedy
        if loss < OBVIOUS:
            return None
        return FoundGame(self.new_game(deal, REGULAR), solution, {"greedy": greedy}, loss)

    def yellow(self, deal: Deal) -> FoundGame | None:
        """Return the deal if playing without yellow cubes loses points, or the game."""
        return self._needed(deal, lambda: self.best(deal, DIFFICULT), "without_yellow")

    def door(self, deal: Deal) -> FoundGame | None:
        """Return the deal if playing without blocked doors loses points, or the game."""
        closed = [deal.faces[0], *map(without_blocked, deal.faces[1:])]
        faces = {face.name: face for face in closed}
        variant = Deal(replace(self.deck, faces=faces), deal.order)
        return self._needed(deal, lambda: self.best(variant, REGULAR), "without_blocked")

    def _needed(self, deal: Deal, other: Callable[[], Solution], name: str) -> FoundGame | None:
        solution = self.best(deal, REGULAR)
        if solution.points is None:
            return None
        without = other().points or 0
        if without >= solution.points:
            return None
        loss = solution.points - play_greedily(deal, REGULAR, self.work).points
        return FoundGame(self.new_game(deal, REGULAR), solution, {name: without}, loss)

    def narrow(self, deal: Deal) -> FoundGame | None:
        """Return the deal if only one entrance can win, and the greedy player loses."""
        for rules in (REGULAR, HARSH):
            if play_greedily(deal, rules, self.work).points:
                continue
            doors = len(deal.faces[0].doors)
            won: list[Solution] = []
            for door in range(1, doors + 1):
                game = self.best(deal, rules, door)
                won += [game] if game.points is not None else []
                if len(won) > 1:
                    break
            if len(won) == 1:
                measured = {"entrances": doors, "winnable": 1}
                points = won[0].points or 0
                return FoundGame(self.new_game(deal, rules), won[0], measured, points)
        return None

    def placement(self, deal: Deal, to_lay: int) -> FoundGame | None:
        """Return the begun best game if only one placement of the next card keeps its score."""
        solution = self.best(deal, REGULAR)
        if solution.record is None or solution.points is None:
            return None
        turns = solution.record.turns[: len(deal.order) - 1 - to_lay]
        return self.only_placement(deal, replace(solution.record, deck=self.name, turns=turns))

    def only_placement(self, deal: Deal, begun: Record) -> FoundGame | None:
        """Return a begun game if only one placement of the next card keeps the best score."""
        solution = self.best_from(deal, begun, REGULAR)
        if solution.points is None:
            return None
        moment = Moment.of(deal, REGULAR, begun)
        face = moment.next_face()
        assert face is not None
        best, second, ways, keeping = solution.points, 0, 0, 0
        for placement in moment.placements():
            laid = replace(begun, turns=(*begun.turns, Turn(face, placement, ())))
            points = self.best_from(deal, laid, REGULAR).points
            ways += points is not None
            if points == best:
                keeping += 1
                if keeping > 1:
                    return None
            else:
                second = max(second, points or 0)
        if ways < 2:
            return None
        measured = {"placements": ways, "second": second}
        return FoundGame(begun, solution, measured, best - second)


def without_blocked(face: Face) -> Face:
    """Return a face with walls in place of its blocked doors."""
    if face.border is Border.TILES:
        grid = tuple(row.replace(BLOCKED_DOOR, WALL) for row in face.grid)
        return Face(face.name, face.border, grid, rim_doors(grid))
    open_doors = [
        (door.side, (door.x if door.side % 2 == 0 else door.y) + 1, False)
        for door in face.doors
        if not door.blocked
    ]
    return Face(face.name, face.border, face.grid, edge_doors(face.grid, open_doors))


class PuzzleRequest(NamedTuple):
    """A puzzle to make: its kind, the cards of its deal, and how many are still to place."""

    kind: str
    cards: int
    to_lay: int


def plan(kind: str | None = None, cards: int | None = None, count: int = 1) -> list[PuzzleRequest]:
    """Return the puzzles to make, ``count`` of each kind and size.

    ``kind`` and ``cards`` choose among those that are shipped; a size that none of a kind has is
    made as well. Lean deals play every card of the deck.
    """
    chosen = [
        wanted
        for wanted in map(PuzzleRequest._make, _shipped())
        if kind in (None, wanted.kind) and cards in (None, wanted.cards)
    ]
    if not chosen and kind is not None and cards is not None:
        chosen = [PuzzleRequest(kind, cards, 1 if kind == "placement" else cards)]
    return [wanted for wanted in chosen for _ in range(count)]


def _shipped() -> Iterator[tuple[str, int, int]]:
    """Yield what the shipped puzzles are."""
    for cards in (2, 3, 4, 5, 6, 7):
        yield "greedy", cards, cards
    for cards in (2, 3, 4, 5, 7):
        yield "yellow", cards, cards
        yield "door", cards, cards
    for cards in (4, 5, 6, 7):
        yield "narrow", cards, cards
    for _ in range(4):
        yield "lean", 7, 7
    for cards, to_lay in ((4, 1), (5, 1), (5, 2), (6, 2), (7, 2), (7, 3)):
        yield "placement", cards, to_lay


def make(
    deck: Deck, name: str, seed: int, work: Work, puzzles: Sequence[PuzzleRequest]
) -> Iterator[tuple[Puzzle, Solution]]:
    """Make puzzles, one after the other; ``name`` is the deck's in their records.

    Deals come from ``random_deal`` with the numbers from ``seed`` on; no deal serves twice. Raises
    InputError if the deck has not enough of a kind, Stopped once ``work`` must end.
    """
    maker = Maker(deck, name, work)
    used: set[int] = set()
    counts: dict[str, int] = {}
    cards_there = len({face[:-1] for face in deck.faces if face != "C"})
    most = max((wanted.cards for wanted in puzzles if wanted not in plan()), default=0)
    if most > cards_there:
        raise InputError(f"the deck '{deck.name}' has {cards_there} cards, not {most}")
    for kind, cards, to_lay in puzzles:
        for number in range(seed, seed + MOST_SEEDS):
            if number in used:  # shorter deals of a number are beginnings of longer ones
                continue
            deal = maker.deal(kind, number, min(cards, cards_there))
            found = look(maker, kind, deal, to_lay)
            if found is not None:
                break
        else:
            raise InputError(f"no deal of {cards} cards of '{deck.name}' fits the kind '{kind}'")
        used.add(number)
        counts[kind] = counts.get(kind, 0) + 1
        yield _puzzle(f"{kind}-{counts[kind]}", kind, found), found.solution


def look(maker: Maker, kind: str, deal: Deal, to_lay: int) -> FoundGame | None:
    """Return a begun game of a deal that fits a kind, None if there is none."""
    if kind == "placement":
        return maker.placement(deal, to_lay)
    looks: dict[str, Callable[[Deal], FoundGame | None]] = {
        "greedy": maker.greedy,
        "yellow": maker.yellow,
        "door": maker.door,
        "narrow": maker.narrow,
        "lean": maker.lean,
    }
    return looks[kind](deal)


def _puzzle(name: str, kind: str, found: FoundGame) -> Puzzle:
    best = found.solution.record
    assert found.solution.points is not None
    assert best is not None
    return Puzzle(
        name,
        kind,
        stars_of(best, found.begun, found.loss),
        found.solution.points,
        found.begun,
        {"best": found.solution.points, **found.measured, "loss": found.loss},
    )


def stars_of(best: Record, begun: Record, loss: int) -> int:
    """Count the stars of a puzzle, see ``STARS`` of :mod:`bolets_solver.study.games.puzzle`."""
    ahead = best.turns[len(begun.turns) :]
    cubes = sum(isinstance(t, LayAhead | LayAt) for turn in ahead for t in turn.tokens)
    return 1 + (len(ahead) > 2) + (len(ahead) > 4) + (loss >= OBVIOUS) + (cubes >= MANY_CUBES)
