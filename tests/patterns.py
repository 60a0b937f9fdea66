"""Every regular expression of the package, with texts of any length that almost match it.

Run as a program it tries each on each of its near-misses; whoever starts it sets the time limit.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import bolets_solver

PACKAGE = Path(bolets_solver.__file__).parent
FUNCTIONS = ("compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer")
METHODS = ("match", "fullmatch", "finditer")
"""What finds a pattern at the beginning, as the whole, and anywhere."""
LOCAL = {"how": "made"}
"""Values for names in patterns that are put together inside a function."""

PROBES = " 0a-.,;:\"'[](){}#@=+*>NrRcC\t\u00e9"
LENGTH = 50_000
"""What takes time with the square of this does not come to its end within a minute or two."""


@dataclass(frozen=True)
class Pattern:
    """A pattern, where it stands, and by which of METHODS it is looked for."""

    place: str
    text: str
    flags: int
    methods: tuple[str, ...]


def all_patterns() -> Iterator[Pattern]:
    """Yield the patterns of all modules."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "import re\n" not in source:
            continue
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
        for node in ast.walk(ast.parse(source)):
            if _is_call(node):
                yield _pattern(node, source, f"{path.name}:{node.lineno}", vars(module))


def _is_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in FUNCTIONS
    )


def _pattern(node: Any, source: str, place: str, names: dict[str, Any]) -> Pattern:
    names = LOCAL | names

    def value(expression: ast.expr) -> Any:
        return eval(compile(ast.Expression(expression), place, "eval"), names)

    text, flags = value(node.args[0]), 0
    methods = _known([node.func.attr])
    if node.func.attr == "compile":
        compiled = re.compile(text, *(value(more) for more in node.args[1:]))
        text, flags = compiled.pattern, compiled.flags
        named = "|".join(re.escape(key) for key, each in names.items() if each is compiled)
        methods = _known(_used(named or "_", source))
    if isinstance(text, bytes):
        text = text.decode("latin-1")
        flags &= ~re.LOCALE
    return Pattern(place, text, int(flags), methods)


def _used(named: str, source: str) -> list[str]:
    """Return how a module uses a pattern: by its name, or else as what a function is given."""
    direct = re.findall(rf"\b(?:{named})(?: if .*? else \w+)?\)?\.(\w+)\(", source)
    passed = r"(?<!\w)(?!re\.)[a-z]\w*\.(match|fullmatch|search|finditer|findall|sub|split)\("
    return direct or re.findall(passed, source)


def _known(used: list[str]) -> tuple[str, ...]:
    """Return the methods, all of them if it cannot be seen which are used."""
    return tuple({each if each in METHODS else METHODS[-1] for each in used}) or METHODS


def near_misses(pattern: Pattern, length: int = LENGTH) -> Iterator[str]:
    """Yield texts that repeat what a repetition in the pattern takes, and then do not match."""
    for begin, body in _repetitions(parser.parse(pattern.text, pattern.flags)):
        for pump in dict.fromkeys(body):
            text = begin + pump * (length // max(1, len(pump)))
            yield text + "\x01"
            yield text
            yield pump * (length // max(1, len(pump))) + "\x01"
    for probe in PROBES:
        yield probe * length + "\x01"


def _repetitions(tree: Any, begin: str = "") -> Iterator[tuple[str, list[str]]]:
    for operation, argument in tree:
        name = str(operation)
        if "REPEAT" in name:
            _, most, inner = argument
            yield from _repetitions(inner, begin)
            if most > 20:
                yield begin, _samples(inner)
        elif name == "SUBPATTERN":
            yield from _repetitions(argument[-1], begin)
        elif name == "BRANCH":
            for branch in argument[1]:
                yield from _repetitions(branch, begin)
        elif name in ("ASSERT", "ASSERT_NOT"):
            yield from _repetitions(argument[1], begin)
            continue
        begin += _shortest([(operation, argument)])


def _samples(tree: Any) -> list[str]:
    """Return short texts that a tree matches; of a class several, so that they overlap others."""
    items = list(tree)
    if len(items) == 1 and str(items[0][0]) in ("IN", "ANY", "NOT_LITERAL"):
        return _members(items[0]) or ["a"]
    if len(items) == 1 and str(items[0][0]) == "BRANCH":
        return [text for branch in items[0][1][1] for text in _samples(branch)]
    if len(items) == 1 and str(items[0][0]) == "SUBPATTERN":
        return _samples(items[0][1][-1])
    return [_shortest(items), _shortest(items, 2)]


def _members(item: Any) -> list[str]:
    found = []
    for letter in PROBES:
        tree = parser.parse("")
        tree.data = [item]
        if re._compiler.compile(tree).fullmatch(letter):  # type: ignore[attr-defined]
            found.append(letter)
    return found[:8]


def _shortest(tree: Any, more: int = 0) -> str:
    text = ""
    for operation, argument in tree:
        name = str(operation)
        if name == "LITERAL":
            text += chr(argument)
        elif name in ("IN", "ANY", "NOT_LITERAL"):
            text += (_members((operation, argument)) or ["a"])[0]
        elif "REPEAT" in name:
            least, most, inner = argument
            text += _shortest(inner) * min(int(most), max(least, more))
        elif name == "SUBPATTERN":
            text += _shortest(argument[-1], more)
        elif name == "BRANCH":
            text += _shortest(argument[1][0], more)
    return text


def main() -> None:
    """Try all patterns, each named before, so that the last one is the one that hangs."""
    for pattern in all_patterns():
        print(pattern.place, ascii(pattern.text), flush=True)
        compiled = re.compile(pattern.text, pattern.flags)
        for text in dict.fromkeys(near_misses(pattern)):
            for short in (text[:40] + "\x01", text):  # the first: what takes for ever
                for method in pattern.methods:
                    found = getattr(compiled, method)(short)
                    if method == "finditer":
                        deque(found, maxlen=0)
    print("done")


if __name__ == "__main__":
    sys.exit(main())
