"""Letters that deceive: those that cannot be seen, and those that only look like others.

A message shows what was typed; where that looks right and is not, only the code point shows why.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

MOST_NAMED = 3
"""Most letters that one message names."""

_UNSEEN_CATEGORIES = {"Cf", "Zs", "Zl", "Zp", "Cc"}
_UNSEEN = "\u115f\u1160\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10)))
"""Fillers, blanks and selectors that are counted among letters, signs and marks."""
_SEEN = " \n\t"


def composed(text: str) -> str:
    """Return a text with each letter and its accent as one character, as most keyboards do."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def deceptive(text: str) -> list[str]:
    """Name the letters of a text that cannot be seen or look like others, each once."""
    return list(dict.fromkeys(_named(text)))


def with_names(message: str) -> str:
    """Return a message; if letters in it deceive it ends with their code points and names."""
    if message.isascii():
        return message
    names = deceptive(message)
    if not names:
        return message
    more = " and others" if len(names) > MOST_NAMED else ""
    return f"{message} (note: {', '.join(names[:MOST_NAMED])}{more})"


def _named(text: str) -> Iterator[str]:
    for letter in text:
        if not letter.isascii() and _is_unseen(letter):
            yield f"it contains {_code(letter)}, which is invisible"
    for word in re.findall(r"\w+", text):
        if len(word) > 1 and not any(map(str.isascii, word)):
            continue  # a word of another script
        for letter in word:
            if not letter.isascii() and _is_foreign(letter):
                yield f"{letter} is {_code(letter)}"


def _is_unseen(letter: str) -> bool:
    if letter in _UNSEEN:
        return True
    return unicodedata.category(letter) in _UNSEEN_CATEGORIES and letter not in _SEEN


def _is_foreign(letter: str) -> bool:
    return letter.isalnum() and not unicodedata.name(letter, "LATIN").startswith("LATIN")


def _code(letter: str) -> str:
    name = unicodedata.name(letter, "")
    return f"U+{ord(letter):04X}{f' {name}' if name else ''}"
