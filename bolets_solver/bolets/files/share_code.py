"""Share codes: a deal as one word that reproduces it exactly, without a server.

``B1-pinewood-WG0RE-3S3GS2`` is the version, the name of the deck, the mark of the deck's content,
and the deal with a check character at its end. A code holds the order card by card, the rules that
differ from the default, and a fixed entrance; never a random seed.

Mark, deal and check character are written with the 32 characters of ``ALPHABET``, which leaves out
I, L, O and U. Upper and lower case are read, O as 0, I and L as 1. The check character is a sum
over the field of 32 elements. Neighbouring places have different weights, so it detects any single
wrong character and any exchange of two neighbours.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bolets_solver.bolets.cards.deal import Deal, read_order
from bolets_solver.bolets.cards.deck import DEFAULT_DECK, Deck
from bolets_solver.bolets.cards.face import COTTAGE
from bolets_solver.bolets.files.deck_library import asked_deck, deck_names, find_deck, load_deck
from bolets_solver.bolets.rules import WORDS, Rules
from bolets_solver.errors import InputError
from bolets_solver.files.text_file import read_text

VERSION = 1
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MARK_LENGTH = 5
MOST_CHARACTERS = 2000
"""Longer words are not codes: even an order of 1000 cards is shorter."""

_CODE = re.compile(r"[Bb]([0-9]{1,6})-([A-Za-z0-9-]+)-([A-Za-z0-9]+)-([A-Za-z0-9]+)")
_LOOKS = re.compile(r"\s*[Bb][0-9]+-")
_LOOKALIKES = str.maketrans("OIL", "011")


@dataclass(frozen=True)
class SharedDeal:
    """The deal of a code, or of an order on the command line.

    ``deck`` is the deck as given (a name or a path). ``entrance`` is the number of a
    door of the first card, None if it is free.
    """

    deal: Deal
    rules: Rules
    entrance: int | None
    deck: str


def is_code(text: str) -> bool:
    """Whether a word looks like a code; no face name does."""
    return _LOOKS.match(text) is not None


def deck_mark(deck: Deck) -> str:
    """Return the mark of a deck: five characters that depend on its border and faces.

    Name and title of the deck do not count.
    """
    lines = [f"border {deck.border}"]
    for name, face in deck.faces.items():
        doors = (f"{door.side.letter}{door.x},{door.y}{'x' * door.blocked}" for door in face.doors)
        lines += [f"face {name} {' '.join(doors)}", *face.grid]
    digest = hashlib.sha256("\n".join(lines).encode()).digest()
    return _letters(int.from_bytes(digest[:4], "big") >> (32 - 5 * MARK_LENGTH)).zfill(MARK_LENGTH)


def write_code(deal: Deal, rules: Rules | None = None, entrance: int | None = None) -> str:
    """Return the code of a deal.

    Raises InputError if the entrance is not a door of the first card, or if the deck's name cannot
    be part of a code.
    """
    doors = len(deal.faces[0].doors)
    if entrance is not None and not 1 <= entrance <= doors:
        raise InputError(
            f"the first card {deal.order[0]} has no door {entrance}; its doors are 1 to {doors}"
        )
    if not re.fullmatch("[a-z0-9-]+", deal.deck.name):
        raise InputError(f"the deck's name {ascii(deal.deck.name)[:60]} cannot be part of a code")
    mark = deck_mark(deal.deck)
    content = _letters(_pack(_digits(deal, rules or Rules(), entrance)))
    check = _check(f"{VERSION}{mark}{content}")
    return f"B{VERSION}-{deal.deck.name}-{mark}-{content}{check}"


def read_code(text: str, deck: str | None = None) -> SharedDeal:
    """Read a code; ``deck`` (a name or a path) says where to find its deck.

    By default the deck is looked up by the name in the code, which is the name inside the deck
    file; the file may have another name. Raises InputError. Its message distinguishes a mistyped
    code, a missing deck, a different deck, and a code of a newer version.
    """
    code = text.strip()
    match = None if len(code) > MOST_CHARACTERS else _CODE.fullmatch(code)
    if match is None:
        raise InputError(
            f"{_shown(code)} is not a code; a code looks like B1-{DEFAULT_DECK}-7KQ2Z-9ZT3MX"
        )
    version, name = int(match[1]), match[2].lower()
    if version > VERSION:
        raise InputError(
            f"{_shown(code)} is a code of version {version}, and this program reads up to version "
            f"{VERSION}: a newer program is needed, or its first characters are mistyped"
        )
    mark, content = (part.upper().translate(_LOOKALIKES) for part in match.groups()[2:])
    foreign = [mark_ for mark_ in mark + content if mark_ not in ALPHABET]
    if (
        version < 1
        or foreign
        or len(mark) != MARK_LENGTH
        or len(content) < 2
        or _check(f"{version}{mark}{content[:-1]}") != content[-1]
    ):
        reason = f"no code has the letter {foreign[0]}" if foreign else "its check fails"
        raise InputError(f"the code {_shown(code)} is mistyped: {reason}")
    called, loaded = _deck(name, mark, deck)
    found = _unpack(loaded, _value(content[:-1]))
    if found is None:
        raise InputError(f"the code {_shown(code)} is mistyped: it is not a deal of its deck")
    order, rules, entrance = found
    return SharedDeal(Deal.of(loaded, order), rules, entrance, called)


def read_order_or_code(
    words: Sequence[str], deck: str | None = None, settings: Iterable[str] = ()
) -> SharedDeal:
    """Read an order given to a command: face names, or one code instead.

    ``deck`` and ``settings`` are those of the command line; settings override those of a code.
    Raises InputError with all defects.
    """
    codes = [word for word in words if is_code(word)]
    if not codes:
        named = asked_deck(deck)
        rules = Rules.parse(settings)
        return SharedDeal(Deal.of(load_deck(named), words), rules, None, named)
    if len(words) > 1:
        more = "is another word" if len(words) == 2 else f"are {len(words) - 1} more words"
        raise InputError(
            f"a code stands alone, in place of an order; beside {_shown(codes[0])} there {more}"
        )
    shared = read_code(codes[0], deck)
    rules = Rules.parse(settings, shared.rules)
    return SharedDeal(shared.deal, rules, shared.entrance, shared.deck)


def _deck(name: str, mark: str, instead: str | None) -> tuple[str, Deck]:
    """Return the deck of a code, and the name or path by which it is found."""
    try:
        loaded = load_deck(instead or name)
    except InputError as error:
        if instead is not None:
            raise
        failure = (
            f"the code is of the deck '{name}', which cannot be used here "
            f"({'; '.join(d.message for d in error.defects)}); give its file with --deck, or check "
            "the spelling"
        )
    else:
        found = deck_mark(loaded)
        if found == mark:
            return instead or name, loaded
        which = f"the deck '{name}' here" if instead is None else f"the deck '{instead}'"
        failure = (
            f"the code is of another deck: its cards have the mark {mark}, {which} has {found}; a "
            "changed deck, or another edition of it; give the right one with --deck"
        )
    renamed = _renamed(name, mark) if instead is None else None
    if renamed is None:
        raise InputError(failure)
    return renamed


def _renamed(name: str, mark: str) -> tuple[str, Deck] | None:
    """Return the deck with this name inside its file, whatever the file is called."""
    for stem in deck_names():
        try:
            if name not in read_text(find_deck(stem)):
                continue  # skip most files without parsing them
            deck = load_deck(stem)
        except InputError:
            continue  # not a deck, and not the one wanted
        if deck.name == name and deck_mark(deck) == mark:
            return stem, deck
    return None


def _digits(deal: Deal, rules: Rules, entrance: int | None) -> list[tuple[int, int]]:
    """Return the content of a code as digits, each with its radix; :func:`_unpack` reads it."""
    left = [name for name in deal.deck.faces if name != COTTAGE]
    digits = [(len(deal.order) - 2, len(_numbers(left)))]
    for name in deal.order[:-1]:
        digits.append((left.index(name), len(left)))
        left = _without(left, name)
    switched = bool(rules.switched())
    digits.append((int(switched), 2))
    if switched:
        for setting, words in WORDS.items():
            digits.append((list(words).index(getattr(rules, setting)), len(words)))
    digits.append((int(entrance is not None), 2))
    if entrance is not None:
        digits.append((entrance - 1, len(deal.faces[0].doors)))
    return digits


def _unpack(deck: Deck, value: int) -> tuple[tuple[str, ...], Rules, int | None] | None:
    """Return order, rules and entrance of a packed deal; None if the value is not a deal."""
    left = [name for name in deck.faces if name != COTTAGE]
    if not left:
        return None

    def digit(radix: int) -> int:
        nonlocal value
        value, found = divmod(value, radix)
        return found

    names: list[str] = []
    for _ in range(digit(len(_numbers(left))) + 1):
        names.append(left[digit(len(left))])
        left = _without(left, names[-1])
    rules = Rules()
    if digit(2):
        words = {name: list(words)[digit(len(words))] for name, words in WORDS.items()}
        rules = rules.with_settings(words.items())
    entrance = None
    if digit(2):
        doors = len(deck.faces[names[0]].doors)
        entrance = digit(doors) + 1 if doors else 0
    if value or entrance == 0:
        return None
    return read_order(names), rules, entrance


def _numbers(names: Iterable[str]) -> set[str]:
    return {name[:-1] for name in names}


def _without(names: list[str], name: str) -> list[str]:
    """Return the faces left after one side of a card is dealt."""
    return [other for other in names if other[:-1] != name[:-1]]


def _pack(digits: Sequence[tuple[int, int]]) -> int:
    value = 0
    for digit, radix in reversed(digits):
        value = value * radix + digit
    return value


def _letters(value: int) -> str:
    """Write a number with the alphabet, the most significant character first."""
    letters = ""
    while value or not letters:
        value, rest = divmod(value, 32)
        letters = ALPHABET[rest] + letters
    return letters


def _value(letters: str) -> int:
    value = 0
    for letter in letters:
        value = value * 32 + ALPHABET.index(letter)
    return value


def _check(letters: str) -> str:
    """Return the check character: a weighted sum over GF(32), generated by x^5 + x^2 + 1."""
    total = 0
    for letter in letters:
        total ^= ALPHABET.index(letter)
        total = (total << 1) ^ (0b100101 if total & 0b10000 else 0)
    return ALPHABET[total]


def _shown(text: str) -> str:
    return f"'{ascii(text)[1:-1][:60]}'"
