"""The table of ``bolets play``: executes what a player types, and shows the map.

Each line is a command or the input that is due: an entrance, a placement, tokens of a trace. The
referee explains illegal actions; they change nothing.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from bolets_solver.bolets.cards.deal import UNKNOWN, read_order
from bolets_solver.bolets.cards.deck import DEFAULT_DECK
from bolets_solver.bolets.cards.face import ROTATIONS
from bolets_solver.bolets.cards.lattice import Heading
from bolets_solver.bolets.cards.placement import PlacedFace, Placement
from bolets_solver.bolets.play.moves import Moment
from bolets_solver.bolets.play.record_text import parse_tokens, parse_turn
from bolets_solver.bolets.play.tokens import Enter, Slide, TakeYellow, Token, Turn
from bolets_solver.bolets.play.verdict import Violation
from bolets_solver.bolets.reach.tracer import Tracer
from bolets_solver.bolets.rules import WORDS, Rules
from bolets_solver.cli.play.screen import Screen
from bolets_solver.cli.text.game_text import count_text, figures_text, tally_table
from bolets_solver.draw.map.text import LEGEND, face_text, map_text
from bolets_solver.study.games.session import Seen, Session, action_count, action_text

HELP = """\
at the beginning   N             enter by door N of the first card
before a trace     r90 @3,-2     place the wall card: rotated clockwise, its top left at 3,-2
                   list [r90] [all]  its placements, most points first; then: 12
                   card [r90]    show the wall card rotated
on a trace         S4  S1  S     slide four tiles south, one tile, or up to the obstacle
                   *   @x,y      lay a cube on the next tile, or on any visible tile
                   Y             pay a life for a yellow cube
                   >W            enter the wall card's door to the west
                   several at once: S4 E2 * N >W; or a whole line: 5B r90 @3,-2: S4 >W
with hidden cards  5B            the card that was turned up
at any time        undo [N]  redo  map  tally  legal  record  help
                   hint [1-3]    1: the door, 2: the placement or next step, 3: the line
                   save FILE     write the record now
                   quit          leave; the same command resumes the game"""

MOST_LISTED = 20
"""Number of placements that ``list`` shows without ``all``."""
LIST_SECONDS = 10.0
"""Time limit of ``list`` in seconds."""

PASTE_SECONDS = 2.0
"""Longest interval between lines of a pasted record."""

_ROTATIONS = {f"r{rotation}" for rotation in ROTATIONS}
_LACKS_AT = re.compile(
    r"((?:\S{1,8}\s+)?[rR]\s*(?:0|90|180|270))\s+([-+\u2212]?[0-9]{1,7}\s*,\s*[-+\u2212]?[0-9]{1,7})\s*(?::.*)?"
)
_PLACEMENT = re.compile(r"[rR]\s*\d+\s*@")
_KEY = re.compile(r"(deck|order|entrance|difficulty|rules)\s*:\s*(.*)", re.IGNORECASE)
_ENTRANCE = re.compile(r"(entrance)\s+([0-9]{1,6})\s*(?:#.*)?", re.IGNORECASE)
"""The colon of an entrance is forgotten where it is typed by hand."""
_TURN_LINE = re.compile(r"([0-9]{1,6}[A-Za-z]|[Cc])\s+[rR][0-9]{1,3}\s+@")
_WORD = re.compile(r">\s*\S|@\s*\S+?\s*,\s*\S+|\S+")


@dataclass
class _Paste:
    """A record that is being pasted: how many actions there were before it, and its head.

    Of a ``whole`` one, which begins with its format, what its head leaves out is the default.
    """

    begun: int
    whole: bool = False
    deck: str | None = None
    order: tuple[str, ...] = ()
    rules: Rules = field(default_factory=Rules)
    refused: bool = False
    last: float = field(default_factory=time.monotonic)
    """The time of its last line."""


@dataclass(frozen=True)
class ListedPlacement:
    """A placement of the wall card: the most points of a trace without cubes, and the doors."""

    placement: Placement
    points: int
    doors: list[str]

    def __str__(self) -> str:
        """The line of the list."""
        points = count_text(self.points, "point")
        return f"{self.placement!s:<12}  {points:<9} to door {', '.join(self.doors)}"


class Table:
    """One game at the table.

    ``show`` prints a text; ``hint`` and ``save`` belong to the command; ``columns``: largest width
    of a map.
    """

    def __init__(
        self,
        session: Session,
        show: Callable[[str], None],
        hint: Callable[[int], str],
        save: Callable[[str], str],
        colour: bool = False,
        columns: int | None = None,
        screen: Screen | None = None,
    ):
        self.session = session
        self.show = show
        self.hint = hint
        self.save = save
        self.colour = colour
        self.columns = columns
        self.screen = screen
        self._paste: _Paste | None = None
        self._broken = False
        """Whether a rule was broken since this was set to false."""
        self.listed: list[Placement] = []
        self.left = False

    @property
    def moment(self) -> Moment:
        """The current state of the game."""
        return self.session.moment

    @property
    def finished(self) -> bool:
        """Whether the game is won or lost."""
        return self.moment.verdict.finished

    def take(self, line: str) -> None:
        """Execute one or several lines; raises ValueError with the problem."""
        for part in line.split("\n"):
            self._take(part)

    def _take(self, line: str) -> None:
        if self._pasted(line.strip()):
            return
        words = line.split()
        if not words:
            return
        command = self._command(words[0].lower())
        if command is not None:
            command(words[1:])
        elif self._play(line.strip()):
            self.look()

    def look(self, note: str = "") -> None:
        """Show the map, the state of the game, and ``note``."""
        self.listed = []
        if self.screen is not None and self.session.awaits != "the first card":
            card = None
            if self.moment.next_face() is not None and self.session.awaits is None:
                card = self._card_text([])
            below = [*self.standing(), *([note] if note else [])]
            self.show(self.screen.compose(self.moment.board, card, below, self.colour))
            return
        if note:
            self.show(note)
        if self.session.awaits == "the first card":
            self.show(f"\n{self._awaited()}")
            return
        self.show(f"\n{map_text(self.moment.board, self.colour, self.columns)}\n")
        if self.moment.next_face() is not None and self.session.awaits is None:
            self._card([])
            self.show("")
        self.show("\n".join(self.standing()))

    def standing(self) -> list[str]:
        """Return the state of the game and what is due."""
        verdict = self.moment.verdict
        order = self.moment.deal.order
        figures = figures_text(verdict.points, verdict.lives, verdict.crows)
        cubes = [
            count_text(count, f"{colour} cube")
            for colour, count in verdict.standing.hand.items()
            if count
        ]
        lines = [", ".join([figures, *cubes])]
        standing = verdict.standing
        if verdict.finished:
            lines.append(f"{'won' if verdict.won else 'lost'}: {verdict.ending}")
        elif self.session.awaits is not None:
            lines.append(self._awaited())
        elif standing.tile is None or standing.heading is None:
            doors = self.moment.board.cards[0].doors
            doors_text = ", ".join(
                f"{d.number} at {d.x},{d.y}{' (blocked, but allowed as entrance)' * d.blocked}"
                for d in doors
            )
            lines.append(f"which door of {order[0]} is the entrance? {doors_text}")
            lines += self._next_cards(1)
        else:
            x, y = standing.tile
            where = f"at {x},{y} heading {standing.heading.word}"
            if standing.tracing:
                wall = order[standing.card + 1]
                lines.append(f"tracing {order[standing.card]} to a door of {wall}, {where}")
                lines.append(self._legal_tokens())
            else:
                lines += self._next_cards(standing.card + 1)
                lines.append(
                    f"how do you place {self.moment.next_face()} on {order[standing.card]}? "
                    f"the path is {where}"
                )
        return lines

    def _awaited(self) -> str:
        return f"which is {self.session.awaits}? type its face, such as 5B"

    def _next_cards(self, wall: int) -> list[str]:
        """Return the next cards if visible: the wall card, the top of the stack."""
        from bolets_solver.study.games.open_session import OpenSession

        if not isinstance(self.session, OpenSession):
            return []
        known = self.session.known
        lines = []
        if self.moment.verdict.standing.tile is None and wall < len(known.seen):
            lines.append(f"the wall card is {known.seen[wall]}")
        if self.session.top is not None:
            lines.append(f"on top of the stack: {self.session.top}")
        return lines

    # A record that is pasted

    def _pasted(self, line: str) -> bool:
        """Take a line of a pasted record; return whether it was one.

        The record is accepted as a whole: if a line fails, the lines before are undone and the rest
        is skipped.
        """
        now = time.monotonic()
        if self._paste is not None and now > self._paste.last + PASTE_SECONDS:
            self._paste = None  # nobody types a turn that fast
        key = _KEY.fullmatch(line) or _ENTRANCE.fullmatch(line)
        begins = line.lower().startswith("bolets-record/")
        if begins:
            self._paste = None  # another one
        if self._paste is None and (begins or key is not None):
            refused = key is None or key[1].lower() != "entrance"
            begun = action_count(self.session.record) > self.session.floor
            self._paste = _Paste(action_count(self.session.record), begins)
            if refused and begun:
                self._refuse("the game has begun already")
        if self._paste is None:
            return False
        turn = _TURN_LINE.match(line)
        if not (begins or key or turn or not line or line.startswith("#")):
            self._paste = None
            return False
        self._paste.last = now
        if begins or not line or line.startswith("#") or self._paste.refused:
            return True
        if key is not None:
            self._take_key(key[1].lower(), key[2].partition("#")[0].strip())
        else:
            self._take_pasted(line.partition("#")[0].strip())
        return True

    def _take_key(self, key: str, value: str) -> None:
        assert self._paste is not None
        if key == "deck":
            self._paste.deck = value
            self._check_deck(value)
        elif key == "order":
            self._paste.order = read_order(value)
            if not self.session.may_be(self._paste.order):
                self._refuse("it is a game of another order")
        elif key == "rules" or key == "difficulty":
            setting = f"difficulty={value}" if key == "difficulty" else value
            words = re.sub(r"\s*=\s*", "=", setting).replace(",", " ").split()
            self._paste.rules = Rules.parse(words, self._paste.rules)
            self._check_rules([word.partition("=")[0].lower() for word in words])
        elif key == "entrance":
            self._check_omitted()
            if not self._paste.refused:
                self._take_pasted(value)

    def _check_omitted(self) -> None:
        """Where a whole record begins to be played, what its head leaves out is the default."""
        assert self._paste is not None
        if not self._paste.whole:
            return
        if self._paste.deck is None:
            self._check_deck(DEFAULT_DECK)
        if not self._paste.refused:
            self._check_rules(list(WORDS))

    def _check_deck(self, named: str) -> None:
        mine = self.session.record.deck, self.moment.deal.deck.name
        if _deck_word(named) not in map(_deck_word, mine):
            self._refuse(f"it is of the deck {named}, not of {mine[0]}")

    def _check_rules(self, names: list[str]) -> None:
        """Refuse the record if one of these settings is another one than that of this game."""
        assert self._paste is not None
        theirs, ours = self._paste.rules.as_json(), self.moment.rules.as_json()
        other = [name for name in names if theirs[name] != ours[name]]
        if other:
            different = ", ".join(f"{name}={theirs[name]}, here {ours[name]}" for name in other)
            self._refuse(f"it is played under other rules ({different})")

    def _take_pasted(self, line: str) -> None:
        """Play a line of a pasted record, after turning up its cards."""
        assert self._paste is not None
        self._broken = False
        try:
            while self.session.awaits is not None and self._paste.order:
                seen = len(self.moment.record.order) - self.moment.record.order.count(UNKNOWN) - 1
                if seen >= len(self._paste.order) or self._paste.order[seen] == UNKNOWN:
                    break
                self.session.do(Seen(self._paste.order[seen]))
            done = self._play(line)
        except ValueError as error:
            self._refuse(str(error))
            return
        if not done or self._broken:
            self._refuse("a line of it is not legal")
        else:
            self.look()

    def _refuse(self, why: str) -> None:
        """Undo the taken lines of a pasted record, and skip the rest."""
        assert self._paste is not None
        while action_count(self.session.record) > self._paste.begun and self.session.undo():
            pass
        self.session.undone.clear()
        self._paste.refused = True
        self.look(f"the pasted record is not accepted: {why}; use --from FILE to continue a record")

    # Commands

    def _command(self, word: str) -> Callable[[list[str]], None] | None:
        return {
            "help": self._help,
            "?": self._help,
            "undo": self._undo,
            "u": self._undo,
            "redo": self._redo,
            "map": self._map,
            "tally": self._tally,
            "legal": self._legal,
            "list": self._list,
            "card": self._card,
            "record": self._record,
            "hint": self._hint,
            "save": self._save,
            "quit": self._quit,
            "q": self._quit,
        }.get(word)

    def _help(self, words: list[str]) -> None:
        self.show(f"{HELP}\n\n{LEGEND}")

    def _undo(self, words: list[str]) -> None:
        undone = [action for _ in range(_number(words, 1)) for action in [self.session.undo()]]
        taken = [action_text(action) for action in undone if action is not None]
        given = " of your own" * (self.session.floor > 0)
        nothing = f"there is nothing{given} to undo"
        if taken:
            self.look(f"undone: {', '.join(taken)}")
        else:
            self.show(nothing)

    def _redo(self, words: list[str]) -> None:
        done = [action for _ in range(_number(words, 1)) for action in [self.session.redo()]]
        again = [action_text(action) for action in done if action is not None]
        if again:
            self.look(f"redone: {', '.join(again)}")
        else:
            self.show("there is nothing to redo")

    def _map(self, words: list[str]) -> None:
        self.look()

    def _tally(self, words: list[str]) -> None:
        tallies = self.moment.verdict.tallies
        lines = tally_table(tallies, self.columns) if tallies else ["nothing is traced yet"]
        self.show("\n".join(lines))

    def _legal(self, words: list[str]) -> None:
        self.show("\n".join(self.standing()))
        if self.moment.next_face() is not None:
            self.show("'list' shows the placements from which a door can be reached")

    def _record(self, words: list[str]) -> None:
        self.show(self.session.record.format().rstrip())

    def _hint(self, words: list[str]) -> None:
        level = _number(words, 1)
        if level not in (1, 2, 3):
            raise ValueError(
                "there are hint 1 (the door), hint 2 (the placement) and hint 3 (the line)"
            )
        over = self.moment.verdict.finished
        self.show("the game is over; 'undo' undoes a step" if over else self.hint(level))

    def _save(self, words: list[str]) -> None:
        if not words:
            raise ValueError("save needs a file name: save game.bolets")
        self.show(self.save(" ".join(words)))

    def _quit(self, words: list[str]) -> None:
        self.left = True

    def _card(self, words: list[str]) -> None:
        self.show(self._card_text(words))

    def _card_text(self, words: list[str]) -> str:
        name = self.moment.next_face() or self.moment.board.cards[-1].face.name
        rotation = words[0].lower().removeprefix("r") if words else "0"
        if f"r{rotation}" not in _ROTATIONS:
            raise ValueError("a rotation is r0, r90, r180 or r270")
        face = self.moment.deal.deck.faces[name]
        return f"{name} r{rotation}\n{face_text(face, int(rotation), self.colour)}"

    def _list(self, words: list[str]) -> None:
        if self.moment.next_face() is None or self.session.awaits is not None:
            raise ValueError("no card is due now; 'legal' lists the legal actions")
        asked = {word.lower() for word in words}
        rotations = [int(word[1:]) for word in asked - {"all"} if word in _ROTATIONS]
        if len(rotations) < len(asked - {"all"}):
            raise ValueError("there are list, list all, and list r90 with one or more rotations")
        most = None if "all" in asked else MOST_LISTED
        ways, complete = self._some_ways(rotations or list(ROTATIONS))
        how = "in this rotation" if rotations else "in any placement"
        self.listed = [way.placement for way in ways[:most]]
        lines = [f"{number:>3}  {way}" for number, way in enumerate(ways[:most], start=1)]
        more = len(ways) - len(lines)
        if more:
            lines.append(f"and {more} more: list {' '.join([*words, 'all'])}")
        if not complete:
            lines.append("and perhaps more: the cards are too large to try all ways")
        elif not lines:
            lines = [f"no door can be reached without a cube, {how}"]
        if self.listed:
            order = "sorted by the points of this card, the most first"
            lines.insert(0, f"{order}; without cubes, and not looking further:")
        self.show("\n".join(lines))

    def _some_ways(self, rotations: list[int]) -> tuple[list[ListedPlacement], bool]:
        """Return placements, most points first, and whether the list is complete."""
        ways = []
        complete = True
        ends = time.monotonic() + LIST_SECONDS
        for way in self._ways(rotations):
            ways.append(way)
            if time.monotonic() > ends:
                complete = False
                break
        return sorted(ways, key=lambda way: -way.points), complete

    def _ways(self, rotations: list[int]) -> Iterable[ListedPlacement]:
        """Yield the placements from which a door can be reached without cubes."""
        face = self.moment.next_face()
        assert face is not None
        for placement in self.moment.placements():
            if placement.rotation not in rotations:
                continue
            laid = self.moment.with_turn(Turn(face, placement, ()))
            standing = laid.verdict.standing
            if not standing.tracing or standing.tile is None or standing.heading is None:
                continue
            tracer = Tracer(laid)
            tracer.go(standing.tile, standing.heading, [], 0)
            wall = PlacedFace(laid.deal.deck.faces[face], placement)
            doors = {}
            points = 0
            for tokens in tracer.found:
                door = wall.door_entered(*_end(standing.tile, tokens))
                if door is not None:
                    doors[door.number] = f"{door.number}{' (blocked)' * door.blocked}"
                    points = max(points, _gathered(laid, tokens))
            if doors:
                yield ListedPlacement(
                    placement, points, [doors[number] for number in sorted(doors)]
                )

    # Playing

    def _play(self, line: str) -> bool:
        """Execute a line of the game; return whether anything changed."""
        moment = self.moment
        if moment.verdict.finished:
            raise ValueError("the game is over; 'undo' undoes a step, 'quit' ends")
        if self.session.awaits is not None:
            return self._turn_up(line)
        if moment.verdict.standing.tile is None:
            return self._enter(line)
        if moment.verdict.standing.tracing:
            return self._trace(line)
        return self._lay(line)

    def _turn_up(self, line: str) -> bool:
        """Take turned-up cards: one, or several in order."""
        words = re.split(r"[\s,;]+", line.strip())
        done = False
        for word in words:
            if not re.fullmatch("[0-9]{1,6}[A-Za-z]", word):
                raise ValueError(f"'{word[:20]}' is not a face: {self._awaited()}")
            if self.session.awaits is None:
                raise ValueError(f"{word} is not due yet")
            self.session.do(Seen(word.upper()))
            done = True
        return done

    def _enter(self, line: str) -> bool:
        doors = len(self.moment.board.cards[0].doors)
        if not re.fullmatch("[0-9]{1,4}", line) or not 1 <= int(line) <= doors:
            raise ValueError(f"type the number of a door, 1 to {doors}; 'help' says more")
        return self._do(int(line))

    def _lay(self, line: str) -> bool:
        name = self.moment.next_face()
        assert name is not None
        if re.fullmatch("[0-9]{1,4}", line):
            if not 1 <= int(line) <= len(self.listed):
                raise ValueError("the list has no such number; 'list' shows the placements")
            return self._do(Turn(name, self.listed[int(line) - 1], ()))
        if (lacking := _LACKS_AT.fullmatch(line)) is not None:
            raise ValueError(f"'@' is missing before the place: {lacking[1]} @{lacking[2]}")
        if "@" not in line:
            raise ValueError(f"place {name} first, such as r90 @3,-2, or type 'list'")
        text = f"{name} {line}" if _PLACEMENT.match(line) else line
        turn = parse_turn(text if ":" in text else f"{text}:")
        if turn.face != name:
            raise ValueError(f"the next card is {name}, not {turn.face}")
        if not self._do(Turn(turn.face, turn.placement, ())):
            return False
        for token in turn.tokens:
            if not self._do(token):
                break
        return True

    def _trace(self, line: str) -> bool:
        done = False
        for word in _WORD.findall(line):
            if not all(map(self._do, self._tokens(word))):
                break
            done = True
        return done

    def _tokens(self, word: str) -> tuple[Token, ...]:
        """Return the tokens of a word; a bare heading slides up to the obstacle."""
        if re.fullmatch("[NESWnesw]", word):
            for slide in self.moment.slides():
                if slide.heading.letter == word.upper():
                    return (slide,)
            return parse_tokens(f"{word}1")  # the referee explains
        return parse_tokens(word)

    def _do(self, action: int | Turn | Token) -> bool:
        violation = self.session.do(action)
        if violation is not None:
            self._broken = True
            self.show(_explained(violation))
        return violation is None

    def _legal_tokens(self) -> str:
        moment = self.moment
        ways = []
        for slide in moment.slides():
            letter = slide.heading.letter
            ways.append(f"{letter}1" if slide.length == 1 else f"{letter}1 to {slide}")
        ways += [f">{heading.letter}" for heading, _ in moment.trace().doors()]
        if sum(moment.verdict.standing.hand.values()):
            ways += ["*", "@x,y"]
        paid = moment.after(TakeYellow()).verdict
        if paid.legal and not paid.finished:
            ways.append("Y")
        return f"legal: {', '.join(ways)}" if ways else "the path is stuck: undo"


def _end(tile: tuple[int, int], tokens: tuple[Token, ...]) -> tuple[tuple[int, int], Heading]:
    """Return the end of a trace without cubes, and the heading of its last step."""
    heading = Heading.N
    for token in tokens:
        if isinstance(token, Slide):
            for _ in range(token.length):
                tile = token.heading.step(tile)
        elif isinstance(token, Enter):
            heading = token.heading
    return tile, heading


def _gathered(laid: Moment, tokens: tuple[Token, ...]) -> int:
    """Return the points of a trace without cubes, 0 if it loses or cannot enter."""
    after = laid.after(*tokens).verdict
    if not after.legal or after.won is False:
        return 0
    return after.tallies[len(laid.verdict.tallies) - 1].points


def _deck_word(deck: str) -> str:
    """Return the name of a deck that is given by name or path."""
    return re.split(r"[/\\]", deck.strip())[-1].lower().removesuffix(".toml")


def _explained(violation: Violation) -> str:
    token = f"'{violation.token}': " if violation.token else ""
    return f"illegal ({violation.rule}): {token}{violation.message}"


def _number(words: list[str], otherwise: int) -> int:
    if not words:
        return otherwise
    if not re.fullmatch("[0-9]{1,4}", words[0]):
        raise ValueError(f"'{words[0][:20]}' is not a number")
    return int(words[0])
