"""Where a search begins: a new game, or a game broken off after any card or within a trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import CROW, POINTS, ROCK
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.referee import replay
from bolets_solver.bolets.play.tokens import Turn
from bolets_solver.bolets.play.verdict import Verdict
from bolets_solver.bolets.rules import CrowLoss, Rules
from bolets_solver.errors import Defect, InputError
from bolets_solver.optimize.tracing.deal_arrays import yellow_supply

START_LIVES = 3


@dataclass(frozen=True)
class Midway:
    """Within a trace: where on the map, the heading, what this card gave so far.

    ``cubes``: those that lie on the wall card.
    """

    tile: Tile
    heading: Heading
    mushrooms: int
    traced: int
    path: tuple[Tile, ...]
    cubes: tuple[Tile, ...]


@dataclass(frozen=True)
class Position:
    """A game that may continue, in map tiles.

    ``card``: index of the last card; ``cards``: all cards placed (one more than that within a
    trace). ``entrance``: index of the door by which the game's first card was entered, -1 if it is
    still to be chosen; ``entered``: likewise of the last card. ``points`` are those recorded.
    ``forbidden``: path, rocks and cubes. ``crows``: visible ones outside the last card. ``cubes``:
    those that lie on the last card. ``peak``: see :func:`peak_of`.

    Raises InputError with all that is wrong if no game can stand there.
    """

    deal: Deal
    rules: Rules
    card: int
    cards: tuple[PlacedFace, ...]
    turns: tuple[Turn, ...]
    entrance: int
    entered: int
    lives: int
    hand: int
    yellow: int
    points: int
    marker: int
    peak: int
    forbidden: tuple[Tile, ...]
    crows: tuple[Tile, ...]
    cubes: tuple[Tile, ...]
    midway: Midway | None = None

    def __post_init__(self) -> None:
        defects = list(self._wrong())
        if defects:
            raise InputError([Defect(message) for message in defects])

    def _wrong(self) -> Iterator[str]:
        placed = self.card + 1 + (self.midway is not None)
        if not 0 <= self.card < len(self.deal.faces) or len(self.cards) != placed:
            yield f"card {self.card} of {len(self.deal.faces)} with {len(self.cards)} cards placed"
            return
        for name, card in (("entrance", self.cards[0]), ("entered", self.cards[self.card])):
            door, doors = getattr(self, name), len(card.face.doors)
            if not -1 <= door < doors:
                yield f"{name}: a door from 0 to {doors - 1} is needed, or -1, not {door}"
        if self.card and -1 in (self.entrance, self.entered):
            yield "entrance, entered: -1 stands for a game that has not begun"
        for name in ("lives", "hand", "yellow", "points", "marker", "peak"):
            if getattr(self, name) < 0:
                yield f"{name}: a number from 0 up is needed, not {getattr(self, name)}"

    @property
    def most_points(self) -> int:
        """Points that no game from here exceeds: all that its cards still to be traced hold."""
        rest = self.deal.faces[self.card : -1]
        return self.points + sum(
            POINTS[kind] * face.count(kind) for face in rest for kind in POINTS
        )


def peak_of(rules: Rules, highest: int) -> int:
    """Return the highest marker of a game as the kernels keep it, see ``crow_losses.PEAKS``."""
    return min(2, max(0, highest - 2)) if rules.crow_loss is CrowLoss.ONCE else 0


def new_game(deal: Deal, rules: Rules) -> Position:
    """Return the position before anything is done: the first card lies there (B-R3, B-R4)."""
    card = PlacedFace(deal.faces[0], UPRIGHT)
    rocks = tuple(tile for tile in card.tiles() if card.kind(tile) == ROCK)
    return Position(
        deal=deal,
        rules=rules,
        card=0,
        cards=(card,),
        turns=(),
        entrance=-1,
        entered=-1,
        lives=START_LIVES,
        hand=0,
        yellow=yellow_supply(rules),
        points=0,
        marker=0,
        peak=0,
        forbidden=rocks,
        crows=(),
        cubes=(),
    )


def broken_off(deal: Deal, rules: Rules, record: Record) -> tuple[Position | None, Verdict]:
    """Return where a game stands that was broken off, and the referee's verdict on it.

    The position is None if the game is over, won or lost. Raises InputError if the record breaks a
    rule.
    """
    verdict = replay(deal, record, rules)
    if verdict.violation is not None:
        raise InputError(f"the game breaks a rule: {verdict.violation.message}")
    if verdict.finished or verdict.won is not None:
        return None, verdict
    if not record.turns:
        position = new_game(deal, rules)
        entered = -1 if record.entrance is None else record.entrance - 1
        return replace(position, entrance=entered, entered=entered), verdict
    return _position(deal, rules, record, verdict), verdict


def _position(deal: Deal, rules: Rules, record: Record, verdict: Verdict) -> Position:
    assert record.entrance is not None
    board, standing = verdict.board, verdict.standing
    k = standing.card
    last = board.cards[k]
    updated = [tally for tally in verdict.tallies if tally.updated]
    current = verdict.tallies[-1] if not verdict.tallies[-1].updated else None
    traced = 0 if current is None else current.points
    first_tile = board.segments[k][0]
    entered = record.entrance - 1 if k == 0 else _door_entered(last, board.segments[k - 1][-1])
    rocks = [tile for tile in board.tops if board.printed(tile) == ROCK]
    midway = None
    if standing.tracing:
        assert standing.tile is not None and standing.heading is not None
        mushrooms = 0 if current is None else current.mushrooms
        path = tuple(board.segments[k])
        ahead = tuple(sorted(tile for tile in board.cubes if board.cards[k + 1].covers(tile)))
        midway = Midway(standing.tile, standing.heading, mushrooms, traced, path, ahead)
    highest = max((tally.crows for tally in updated), default=0)
    return Position(
        deal=deal,
        rules=rules,
        card=k,
        cards=tuple(board.cards),
        turns=record.turns,
        entrance=record.entrance - 1,
        entered=entered,
        lives=verdict.lives,
        hand=sum(standing.hand.values()),
        yellow=yellow_supply(rules) - sum(tally.yellow for tally in verdict.tallies),
        points=verdict.points - traced,
        marker=verdict.crows,
        peak=peak_of(rules, highest),
        forbidden=tuple(sorted({*board.path, *board.cubes, *rocks, first_tile})),
        crows=tuple(sorted(board.visible_crows(k))),
        cubes=tuple(sorted(tile for tile in board.cubes if board.top(tile) == k)),
        midway=midway,
    )


def _door_entered(card: PlacedFace, before: Tile) -> int:
    """Return the index of the door by which ``card`` was entered from the tile ``before``."""
    for heading in Heading:
        door = card.door_entered(before, heading)
        if door is not None and not card.covers(before):
            return door.number - 1
    raise ValueError("the path does not lead into the last card")


def crows_under(card: PlacedFace, cubes: tuple[Tile, ...]) -> list[int]:
    """Return the numbers of a card's crows that lie under these cubes.

    Crows are numbered as in DealArrays: row by row of the printed face.
    """
    face = card.face
    under = {card.placement.to_face(face, tile) for tile in cubes}
    printed = [
        (x, y) for y in range(face.height) for x in range(face.width) if face.grid[y][x] == CROW
    ]
    return [number for number, tile in enumerate(printed) if tile in under]
