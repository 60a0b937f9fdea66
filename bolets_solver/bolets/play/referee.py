"""The referee: replays a game, checks the rules and scores it.

The rules are in bolets/RULES.md; a violation names their numbers. The referee shares no code with
any search. It checks a game step by step and stops at the first broken rule.
"""

from __future__ import annotations

from bolets_solver.bolets.cards.board import Board
from bolets_solver.bolets.cards.deal import Deal
from bolets_solver.bolets.cards.face import COTTAGE, CROW, HEART, POINTS
from bolets_solver.bolets.cards.lattice import Heading, Tile
from bolets_solver.bolets.cards.overlap import Overlap
from bolets_solver.bolets.cards.placement import UPRIGHT, PlacedFace
from bolets_solver.bolets.play import reasons as advice
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.play.tokens import Enter, LayAhead, LayAt, Slide, TakeYellow, Token, Turn
from bolets_solver.bolets.play.tracking import FATAL_CROWS, YELLOW_CUBES, Start, Tracking
from bolets_solver.bolets.play.verdict import Standing, Tally, Verdict, Violation
from bolets_solver.bolets.rules import CrowScope, Difficulty, Rules
from bolets_solver.errors import Defect, InputError

NEW_GAME = Start()


def replay(deal: Deal, record: Record, rules: Rules, start: Start = NEW_GAME) -> Verdict:
    """Replay a game of ``deal`` under ``rules`` and return the verdict.

    Only the entrance and turns of the record are used; deck, order and rules come from the
    arguments. ``start`` is the tracking card at the beginning. Raises InputError if the record
    names a door or a face that is not there.
    """
    _require_names(deal, record)
    game = _Game(deal, rules, start)
    violation = None
    step, token = 0, None
    turn: Turn | None = None
    try:
        if record.entrance is not None:
            game.choose_entrance(record.entrance)
        for following in record.turns:
            if turn is not None:  # the violation belongs to the previous turn
                token = None
                game.require_end_of_trace(turn)
            turn = following
            step, token = step + 1, turn.face
            game.require_turn(turn)
            token = str(turn.placement)
            game.place(turn)
            token = None
            game.meet_entered_tile()
            for part in turn.tokens:
                token = str(part)
                game.play(part)
    except RuleBroken as broken:
        line = None if turn is None else turn.line
        violation = Violation(line, step, token, broken.tile, broken.rule, broken.message)
    return game.verdict(violation)


def _require_names(deal: Deal, record: Record) -> None:
    defects = []
    first = deal.faces[0]
    if record.entrance is not None and not 1 <= record.entrance <= len(first.doors):
        defects.append(
            Defect(
                f"the first card {first.name} has no door {record.entrance}; "
                + (f"its doors are 1 to {len(first.doors)}" if first.doors else "it has none")
            )
        )
    if record.turns and record.entrance is None:
        defects.append(Defect("the game has turns, but no entrance"))
    for turn in record.turns:
        if turn.face not in deal.deck.faces:
            message = f"the deck '{deal.deck.name}' has no face '{turn.face}'"
            defects.append(Defect(message, line=turn.line))
    if defects:
        raise InputError(defects)


def placement_flaw(board: Board, overlap: Overlap) -> RuleBroken | None:
    """Return why the wall card may not lie as it does; None if it may (B-R9 to B-R12)."""
    wall = overlap.wall
    if not overlap.on_last():
        return RuleBroken("B-R9", None, advice.no_door_on_last(overlap))
    for tile in wall.tiles():
        if board.is_rock(tile):
            return RuleBroken("B-R10", tile, advice.covers_rock(wall, tile, board))
    for tile in wall.tiles():
        if tile in board.path:
            return RuleBroken("B-R11", tile, advice.covers_path(wall, tile))
    return None


class RuleBroken(Exception):  # noqa: N818 - a rule of the game is broken, not the program
    """A rule is broken: its number, the tile (if there is one), and the message."""

    def __init__(self, rule: str, tile: Tile | None, message: str):
        self.rule = rule
        self.tile = tile
        self.message = message
        super().__init__(message)


class _Game:
    """A game in play: one method for each action of a player, which checks and performs it."""

    def __init__(self, deal: Deal, rules: Rules, start: Start):
        self.deal = deal
        self.faces = deal.faces
        self.rules = rules
        self.board = Board()
        self.track = Tracking(start, rules)
        self.tallies: list[Tally] = []
        self.overlap: Overlap | None = None  # while a card is being traced
        self.here: Tile = (0, 0)
        self.heading = Heading.N
        self.moved = False  # since the card was entered
        self.entered = False  # has the path reached a card: an entrance is chosen
        self.won: bool | None = None
        self.ending: str | None = None
        self.deadly: Tile | None = None
        self.red_before = 0  # red cubes earned before the card being traced
        self.board.place(self.faces[0], UPRIGHT)  # B-R3

    @property
    def last(self) -> PlacedFace:
        """The card on which the path is; not the wall card while a card is traced."""
        return self.board.cards[-1 if self.overlap is None else -2]

    # The entrance

    def choose_entrance(self, number: int) -> None:
        """Any door of the first card, a blocked one too (B-R6)."""
        door = self.board.cards[0].doors[number - 1]
        self.entered = True
        self.stand(door.tile, door.side.opposite)

    def stand(self, tile: Tile, heading: Heading) -> None:
        """Begin a segment; its first tile belongs to the path (B-Q20)."""
        self.here, self.heading, self.moved = tile, heading, False
        self.board.begin_segment(tile)

    # Placement

    def require_end_of_trace(self, turn: Turn) -> None:
        """The trace of a turn has entered a door before the next card is placed (B-R21)."""
        if self.overlap is not None and self.won is not False:
            message = advice.no_end(self.trace(), turn.tokens)
            raise RuleBroken("B-R21", self.here, message)

    def require_turn(self, turn: Turn) -> None:
        """A turn is due, and it is this card's (B-R8)."""
        self.require_alive(None)
        if self.won:
            raise RuleBroken(
                "B-R8", None, f"the game is over, {turn.face} cannot be placed any more"
            )
        due = self.faces[len(self.board.cards)].name
        if turn.face != due:
            raise RuleBroken(
                "B-R8", None, f"{turn.face} is placed, but the next card of the order is {due}"
            )

    def place(self, turn: Turn) -> None:
        """Place the wall card (B-R9 to B-R12)."""
        last = self.last
        face = self.deal.deck.faces[turn.face]
        wall = PlacedFace(face, turn.placement)
        overlap = Overlap(last, wall, self.board.is_rock)
        flaw = placement_flaw(self.board, overlap)
        if flaw is not None:
            raise flaw
        self.board.place(face, turn.placement)
        self.overlap = overlap
        self.tallies.append(Tally(last.face.name))
        self.red_before = self.track.red_earned
        self.note()

    # The trace

    def trace(self) -> advice.Trace:
        """The state of the path, for messages."""
        assert self.overlap is not None
        return advice.Trace(
            self.overlap,
            self.board,
            self.here,
            self.heading,
            self.moved,
            self.track.opens_blocked_doors(),
        )

    def meet_entered_tile(self) -> None:
        """Walk the tile on which the card was entered; with edges it has content (B-Q16)."""
        self.meet(self.here)

    def play(self, token: Token) -> None:
        """Perform one token."""
        if isinstance(token, Slide):
            self.slide(token)
        elif isinstance(token, LayAhead):
            self.require_alive(self.heading.step(self.here))
            self.lay(self.heading.step(self.here))
        elif isinstance(token, LayAt):
            self.require_alive(token.tile)
            self.lay(token.tile)
        elif isinstance(token, TakeYellow):
            self.require_alive(None)
            self.take_yellow()
        elif isinstance(token, Enter):
            self.require_alive(token.heading.step(self.here))
            self.enter(token)

    def require_alive(self, tile: Tile | None) -> None:
        """Refuse actions after a loss (B-R37)."""
        if self.won is False:
            raise RuleBroken("B-R37", tile, f"the game was lost before this: {self.ending}")

    def slide(self, token: Slide) -> None:
        """Go straight on, or turn after a bump (B-R14 to B-R18)."""
        assert self.overlap is not None
        target = token.heading.step(self.here)
        self.require_alive(target)
        if token.heading is not self.heading:
            self.require_turn_allowed(token.heading, target)
        for _ in range(token.length):
            self.step(token.heading)

    def require_turn_allowed(self, heading: Heading, target: Tile) -> None:
        """A turn of 90 degrees, with something to bump into (B-R15, B-R16, B-Q29)."""
        assert self.overlap is not None
        backwards = heading is self.heading.opposite
        bumps = self.overlap.bumps(self.here, self.heading)
        if not self.moved and (backwards or not bumps):
            raise RuleBroken("B-Q29", target, advice.first_heading(self.trace(), heading))
        if backwards:
            raise RuleBroken("B-R16", self.here, advice.reversal(self.trace(), heading))
        if not bumps:
            raise RuleBroken("B-R15", self.here, advice.no_bump(self.trace(), heading))

    def step(self, heading: Heading) -> None:
        """Go one tile in an allowed heading, and meet its content."""
        assert self.overlap is not None
        tile = heading.step(self.here)
        self.require_alive(tile)
        if not self.overlap.on_field(tile):
            raise RuleBroken("B-Q22", tile, advice.off_field(self.trace(), heading))
        if tile in self.board.path:
            raise RuleBroken("B-R17", tile, advice.own_path(self.trace(), tile))
        if self.board.is_rock(tile):
            raise RuleBroken("B-R18", tile, advice.into_rock(self.trace(), tile))
        self.here, self.heading, self.moved = tile, heading, True
        self.board.extend_path(tile)
        self.meet(tile)

    def meet(self, tile: Tile) -> None:
        """Collect or defeat the content of a tile of the path (B-R23 to B-R25, B-Q13)."""
        kind = self.board.printed(tile)
        assert kind is not None
        self.board.met.add(tile)
        tally = self.tallies[-1]
        tally.mushrooms += kind in POINTS
        tally.points += POINTS.get(kind, 0)
        tally.hearts += kind == HEART
        tally.defeated += kind == CROW
        self.track.meet(kind)
        self.note()
        if self.track.lives <= 0:
            self.deadly = tile
            self.lose(f"the crow at {advice.at(tile)} took the last life")

    def take_yellow(self) -> None:
        """Pay a life for a yellow cube, twice a game at most (B-R31, B-R41, B-Q5)."""
        if self.rules.difficulty is Difficulty.DIFFICULT:
            raise RuleBroken("B-R41", None, "a difficult game has no yellow cubes")
        if self.track.yellow_taken >= YELLOW_CUBES:
            raise RuleBroken("B-R31", None, "both yellow cubes of the game are taken already")
        self.track.take_yellow()
        self.tallies[-1].yellow += 1
        self.note()
        if self.track.lives <= 0:
            self.lose("the last life was paid for a yellow cube")

    def lay(self, tile: Tile) -> None:
        """Lay a cube on a visible tile (B-R29, B-R30, B-Q33)."""
        if self.track.cubes == 0:
            raise RuleBroken("B-R28", tile, advice.no_cube(self.track))
        objection = advice.not_a_tile_for_cubes(self.board, tile)
        if objection is not None:
            raise RuleBroken("B-Q33", tile, objection)
        self.board.cubes[tile] = self.track.use_cube()
        self.tallies[-1].laid += 1
        self.note()

    def enter(self, token: Enter) -> None:
        """Enter a door of the wall card, by a free turn if need be (B-R19, B-R21, B-R22)."""
        assert self.overlap is not None
        wall = self.overlap.wall
        target = token.heading.step(self.here)
        door = self.overlap.door_entered(self.here, token.heading)
        if door is None:
            raise RuleBroken("B-R21", target, advice.no_door(self.trace(), token.heading))
        if self.board.is_rock(target):
            raise RuleBroken("B-R18", target, advice.into_rock(self.trace(), target))
        if door.blocked and not self.track.opens_blocked_doors():
            raise RuleBroken("B-R22", target, advice.blocked_door(self.trace(), door, self.track))
        self.overlap = None
        self.stand(target, token.heading)
        self.update(entered=wall)

    # The update

    def update(self, entered: PlacedFace) -> None:
        """Update the tracking card after a trace (B-R33 to B-R39)."""
        counted = len(self.board.cards)
        if self.rules.crow_scope is CrowScope.TRACED:
            counted -= 1  # the wall card just entered does not count (B-Q8)
        visible = len(self.board.visible_crows(counted))
        self.track.update(visible)
        self.note()
        self.tallies[-1].updated = True
        if visible >= FATAL_CROWS:
            self.lose(f"{visible} crows are visible at the update")
        elif self.track.lives <= 0:
            self.lose(f"the update with {visible} visible crows took the last life")
        elif entered.face.name == COTTAGE:
            self.won = True
            self.ending = "the cottage is reached"

    def lose(self, how: str) -> None:
        """Lose the game (B-R36, B-R37, B-R39)."""
        self.won = False
        self.ending = how

    def note(self) -> None:
        """Bring the tally of the card being traced up to date."""
        tally, track = self.tallies[-1], self.track
        tally.lives, tally.crows, tally.total = track.lives, track.crows, track.total_points
        tally.red = track.red_earned - self.red_before
        tally.hand = track.cubes

    def verdict(self, violation: Violation | None) -> Verdict:
        """Return the verdict."""
        return Verdict(
            legal=violation is None,
            finished=self.won is not None,
            won=self.won,
            points=self.track.total_points,
            lives=self.track.lives,
            crows=self.track.crows,
            violation=violation,
            tallies=tuple(self.tallies),
            board=self.board,
            standing=Standing(
                self.deal.order.index(self.last.face.name),
                self.overlap is not None,
                self.here if self.entered else None,
                self.heading if self.entered else None,
                dict(self.track.hand),
            ),
            ending=self.ending,
            deadly=self.deadly,
        )
