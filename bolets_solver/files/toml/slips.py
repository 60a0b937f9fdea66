"""Explain why a text is not TOML, and what would be right.

The standard reader stops at the first impossible character. The slip is often a little before it: a
quotation mark, a comma, a bracket. Each function here detects one kind of slip.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 1000
"""Longer lines are not searched for slips; headers are shorter."""

_PLACE = re.compile(r" *\(at (?:line (\d+), column (\d+)|end of document)\)")
_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"\s*((?:[\w.-]|\"[^\"]*\"|'[^']*')+)\s*=\s*(.*)")
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)")
_CURLY = re.compile("[\u2018-\u201f\u00ab\u00bb\u2039\u203a]")
_NOT_CLOSED = "a quotation mark is missing: a text that begins on this line is not closed on it"
_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong and where; ``line`` counts from 1, None: unknown."""

    message: str
    line: int | None


@dataclass(frozen=True, slots=True)
class _Stop:
    """Where the standard reader stopped: reason, line, its text, and the text from there."""

    reason: str
    number: int
    row: str
    rest: str


def explained(text: str, error: ValueError) -> Slip:
    """Explain why the standard reader refused ``text`` with ``error``."""
    open_text = unclosed_text(text)
    if open_text is not None:
        number, quotes = open_text
        return Slip(f"the text that begins here is not closed; write {quotes} below it", number)
    stop = _stop(text, error)
    if stop is None:
        return Slip("a number is too long to be read", _longest_number(text))
    literal = _open_literal(text) if stop.reason == 'Expected "\'"' else None
    if literal is not None:
        return Slip(_NOT_CLOSED, literal)
    again = second_time(text)
    if again is not None and ("twice" in stop.reason or "verwrite" in stop.reason):
        return _again(*again)
    for slip in (_curly_quotes, _no_quotes, _open_quotes, _no_comma, _no_equals, _no_brackets):
        message = slip(stop)
        if message is not None:
            return Slip(message, stop.number)
    return Slip(stop.reason, stop.number)


def line_of(error: ValueError, text: str) -> int | None:
    """Return the line on which the standard reader stopped, if it says so."""
    place = _PLACE.search(str(error))
    if place is None:
        return None
    return int(place[1]) if place[1] else text.count("\n") + 1


def _longest_number(text: str) -> int | None:
    """Return the line of the number with most digits."""
    numbers = sorted(re.finditer("[0-9]+", text), key=lambda found: len(found[0]))
    return text.count("\n", 0, numbers[-1].start()) + 1 if numbers else None


def _stop(text: str, error: ValueError) -> _Stop | None:
    place = _PLACE.search(str(error))
    if place is None:  # such as a number with thousands of digits
        return None
    rows = text.split("\n")
    if place[1] is None:
        while len(rows) > 1 and not rows[-1].strip():
            rows.pop()
        number, column = len(rows), len(rows[-1]) + 1
    else:
        number, column = int(place[1]), int(place[2])
    row = rows[number - 1]
    return _Stop(_PLACE.sub("", str(error)).strip(), number, row, row[column - 1 :])


def _curly_quotes(stop: _Stop) -> str | None:
    found = _CURLY.search(stop.row)
    if found is None:
        return None
    return f'{found[0]} is a curly quotation mark; write straight ones: "text"'


def _no_quotes(stop: _Stop) -> str | None:
    word = _WORD.match(stop.rest)
    if stop.reason != "Invalid value" or word is None:
        if stop.reason == "Invalid value" and not stop.rest.strip():
            return "a value is missing after the equals sign"
        return None
    if word[0].casefold() in ("true", "false"):
        return f"write {word[0].lower()} in small letters"
    return f'put a text in quotation marks: "{word[0][:40]}"'


def _open_quotes(stop: _Stop) -> str | None:
    if stop.reason == "Unterminated string" or "Illegal character '\\n'" in stop.reason:
        return _NOT_CLOSED
    return None


def _open_literal(text: str) -> int | None:
    """Return the first line with a single quotation mark that is not closed on it."""
    for number, row in enumerate(text.split("\n"), start=1):
        if re.search(r"[=\[,{]\s*'[^']*$", row[:LONGEST]):
            return number
    return None


def _no_comma(stop: _Stop) -> str | None:
    if stop.reason == "Unclosed array":
        return "a comma between two entries of a list is missing, or the ] at its end"
    if stop.reason == "Unclosed inline table":
        return "a comma between two entries in braces is missing, or the } at their end"
    if stop.reason == "Invalid initial character for a key part":
        if not stop.rest.strip() or stop.rest.lstrip().startswith("#"):
            return "write what is in braces on one line: { red = 1, blue = 2 }"
        if stop.rest.startswith("}"):
            return "there is an extra comma before the }"
        if stop.rest.startswith(","):
            return "there is an extra comma"
    return None


def _no_equals(stop: _Stop) -> str | None:
    if stop.reason != "Expected '=' after a key in a key/value pair":
        return None
    return "write key = value, with an equals sign; a header is in brackets: [tokens]"


def _no_brackets(stop: _Stop) -> str | None:
    if stop.reason.startswith("Expected ']"):
        return "a header ends with as many brackets as it begins with: [table] or [[list]]"
    if stop.reason != "Expected newline or end of document after a statement":
        return None
    if stop.rest.startswith(","):
        return 'put several values in brackets: ["Ann", "Bo"]'
    return "write one key and its value on a line; more follows here"


def _again(number: int, first: int, path: tuple[str, ...], brackets: tuple[int, int]) -> Slip:
    name = ".".join(path)
    if brackets == (0, 0):
        return Slip(f'"{name}" occurs here for the second time, first on line {first}', number)
    if brackets == (1, 1):
        message = f"[{name}] occurs here for the second time, first on line {first}"
        return Slip(f"{message}; if there are several, write [[{name}]] each time", number)
    message = f"[{name}] and [[{name}]] both occur; write [[{name}]] each time"
    return Slip(message, first if brackets[0] == 1 else number)


def unclosed_text(text: str) -> tuple[int, str] | None:
    """Return the first line of a multi-line text that is not closed, and its quotation marks.

    It reaches the end of the document, or a line that looks like a header or a key.
    """
    closing: str | None = None
    opened = 0
    for number, row in enumerate(text.split("\n"), start=1):
        if len(row) > LONGEST:
            continue
        if closing is not None:
            if closing in row:
                closing = None
            elif _HEADER.fullmatch(row) or _KEY.fullmatch(row):
                return opened, closing
            continue
        key = _KEY.fullmatch(row)
        for quotes in ("'''", '"""'):
            if key is not None and key[2].startswith(quotes) and quotes not in key[2][3:]:
                closing, opened = quotes, number
    return None if closing is None else (opened, closing)


def second_time(text: str) -> tuple[int, int, tuple[str, ...], tuple[int, int]] | None:
    """Return the first repeated header or key.

    The result is its line, the line of the first, its path, and the numbers of brackets of both.
    """
    seen: dict[tuple[object, ...], tuple[int, int]] = {}
    table: tuple[object, ...] = ()
    closing: str | None = None
    for number, row in enumerate(text.split("\n"), start=1):
        if closing is not None:
            closing = None if closing in row else closing
            continue
        if len(row) > LONGEST:
            continue
        header, key = _HEADER.fullmatch(row), _KEY.fullmatch(row)
        if header is not None:
            path: tuple[object, ...] = _parts(header[2])
            brackets = len(header[1])
            table = (*path, number) if brackets == 2 else path
        elif key is not None:
            path, brackets = (*table, *_parts(key[1])), 0
            for quotes in ("'''", '"""'):
                if key[2].startswith(quotes) and quotes not in key[2][3:]:
                    closing = quotes
        else:
            continue
        first, before = seen.setdefault(path, (number, brackets))
        if first != number and (before, brackets) != (2, 2):
            words = tuple(word for word in path if isinstance(word, str))
            return number, first, words, (before, brackets)
    return None


def _parts(path: str) -> tuple[str, ...]:
    return tuple(a or b or c for a, b, c in _PART.findall(path))
