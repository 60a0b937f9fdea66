"""Games with an unknown order: their stack, in requests and links.

A link of such a game begins with the deck, its mark and the seed that it is dealt from, then come
switches, the cards that were seen, and the turns as in other links:
``open-pinewood-WG0RE;s7;c2B,6A,3A;e1;5B_r90_@3,-2:S4_IW``. Without a seed the player types the
cards. Hidden cards are neither in a link nor in an answer: the server deals again from the seed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from bolets_solver.advise.worlds import FirstLook, Preview, Sight
from bolets_solver.bolets.cards.deal import UNKNOWN
from bolets_solver.bolets.cards.deck import Deck
from bolets_solver.bolets.cards.face import COTTAGE
from bolets_solver.bolets.files.share_code import deck_mark
from bolets_solver.bolets.play.record import Record
from bolets_solver.bolets.rules import Rules
from bolets_solver.errors import InputError
from bolets_solver.study.decks.generate import random_deal
from bolets_solver.study.games.open_session import OpenSession, kept_name
from bolets_solver.web.game.link import played_parts, read_played

MOST_SEED = 10**15
"""Seeds are whole numbers up to this: a page counts no further."""

_LINK = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*://\S*#|#)?open-([a-z0-9-]+)-([A-Z0-9]+)(;\S*)?")
_NAME = re.compile("open-(-?[0-9]{1,16})?-[0-9a-f]{16}(?:-[0-9]+)?")


@dataclass(frozen=True)
class Stack:
    """The stack of cards of a game with an unknown order.

    ``seed``: the seed of the deal; None: the player types the cards. ``sight``: the visible part of
    the stack.
    """

    seed: int | None = None
    sight: Sight = field(default_factory=Sight)

    def session(self, record: Record, deck: Deck) -> OpenSession:
        """Return a session at the beginning of a record's game."""
        dealt = None if self.seed is None else _dealt(deck, self.seed)
        cards = max(0, len(record.order) - 1)
        return OpenSession(deck, record.rules, record.deck, self.sight, dealt, cards)

    def begun(self, name: str, deck: Deck, rules: Rules) -> Record:
        """Return the record of a game of which nothing is seen yet."""
        cards = len({face[:-1] for face in deck.faces if face != COTTAGE})
        return Record(name, (*[UNKNOWN] * cards, COTTAGE), None, (), rules)

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON for requests."""
        sight = self.sight
        return {
            "seed": self.seed,
            "preview": str(sight.preview),
            "firstLook": str(sight.first_look),
        }


@lru_cache(maxsize=64)
def _dealt(deck: Deck, seed: int) -> tuple[str, ...]:
    return random_deal(deck, seed).order[:-1]


def read_stack(value: Any) -> Stack | None:
    """Read the stack of a request, None if the order is known; raises InputError."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise InputError("'stack' holds a seed, and the visible part of the stack")
    seed = value.get("seed")
    if seed is not None and (type(seed) is not int or abs(seed) > MOST_SEED):
        raise InputError(f"a seed is a whole number up to {MOST_SEED}")
    return Stack(seed, _sight(value.get("preview", "top"), value.get("firstLook", "wall")))


def _sight(preview: Any, first_look: Any) -> Sight:
    try:
        return Sight(Preview(preview), FirstLook(first_look))
    except ValueError:
        raise InputError("the visible part of the stack is top or none, wall or none") from None


def stack_of_name(name: str, deck: str, rules: Rules) -> Stack | None:
    """Return the stack of a game saved under a name, None if its order is known."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    seed = None if match[1] is None else int(match[1])
    for preview in Preview:
        for look in FirstLook:
            sight = Sight(preview, look)
            if name.startswith(kept_name(deck, rules, sight, seed)):
                return Stack(seed, sight)
    return None


# Links


def stack_link(stack: Stack, deck: Deck, record: Record, whole: bool = True) -> str:
    """Return the link of a game; raises InputError if the deck's name cannot be part of one.

    ``whole`` false: as it began, before anything was seen or done.
    """
    if not re.fullmatch("[a-z0-9-]+", record.deck):
        raise InputError("the deck's name cannot be part of a link")
    parts = [f"open-{record.deck}-{deck_mark(deck)}"]
    if stack.seed is not None:
        parts.append(f"s{stack.seed}")
    if stack.sight.preview is Preview.NONE:
        parts.append("vnone")
    if stack.sight.first_look is FirstLook.NONE:
        parts.append("lnone")
    parts += [f"r{name}:{word}" for name, word in record.rules.switched().items()]
    seen = [name for name in record.order if name not in (UNKNOWN, COTTAGE)]
    if whole and seen:
        parts.append(f"c{','.join(seen)}")
    return ";".join([*parts, *(played_parts(record) if whole else [])])


def is_stack_link(text: str) -> bool:
    """Whether a text is meant as the link of a game whose order is not known."""
    return _LINK.fullmatch(unquote(text.strip())) is not None


@dataclass(frozen=True)
class StackLink:
    """The content of a link of a game with an unknown order, except its turns."""

    deck: str
    mark: str
    stack: Stack
    rules: Rules
    seen: tuple[str, ...]
    rest: str

    def record(self, deck: Deck) -> Record:
        """Return the game; raises InputError if it cannot be one of this deck."""
        if deck_mark(deck) != self.mark:
            raise InputError(
                f"the link is of another deck '{self.deck}': its mark is {self.mark}, that of "
                f"yours is {deck_mark(deck)}"
            )
        bare = self.stack.begun(self.deck, deck, self.rules)
        hidden = len(bare.order) - 1 - len(self.seen)
        if hidden < 0:
            raise InputError("the link has more cards than the deck")
        entrance, turns = read_played(self.rest, None)
        order = (*self.seen, *[UNKNOWN] * hidden, COTTAGE)
        return Record(self.deck, order, entrance, turns, self.rules)


def read_stack_link(text: str) -> StackLink:
    """Read a link of a game whose order is not known; raises InputError."""
    match = _LINK.fullmatch(unquote(text.strip()))
    if match is None:
        raise InputError("this is not a link of a game")
    seed, sight, settings, seen = None, {"v": "top", "l": "wall"}, list[tuple[str, str]](), ""
    played = []
    for part in filter(None, (match[3] or "").split(";")):
        setting = re.fullmatch("r([a-z_]+):([a-z-]+)", part)
        if re.fullmatch("s-?[0-9]{1,16}", part):
            seed = int(part[1:])
        elif re.fullmatch("[vl](top|wall|none)", part):
            sight[part[0]] = part[1:]
        elif setting is not None:
            settings.append((setting[1], setting[2]))
        elif re.fullmatch("c[0-9A-Za-z,]+", part):
            seen = part[1:].upper()
        else:
            played.append(part)
    stack = read_stack({"seed": seed, "preview": sight["v"], "firstLook": sight["l"]})
    assert stack is not None
    rules = Rules().with_settings(settings)
    names = tuple(filter(None, seen.split(",")))
    return StackLink(match[1], match[2], stack, rules, names, ";".join(played))
