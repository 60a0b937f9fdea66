"""Kernels that can be read: none is long, deeply nested, or takes many arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "bolets_solver"

MOST_LINES, MOST_DEPTH, MOST_ARGUMENTS = 80, 4, 8


@dataclass(frozen=True)
class Measure:
    """How large a kernel is."""

    lines: int
    depth: int
    arguments: int

    @property
    def fits(self) -> bool:
        """Whether it can be read."""
        return (
            self.lines <= MOST_LINES
            and self.depth <= MOST_DEPTH
            and self.arguments <= MOST_ARGUMENTS
        )


def kernels(text: str) -> Iterator[tuple[str, Measure]]:
    """Yield the name and the measure of every kernel of a module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and any(map(is_kernel, node.decorator_list)):
            lines = (node.end_lineno or 0) - node.lineno + 1
            arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            yield node.name, Measure(lines, depth(node), len(arguments))


def is_kernel(decorator: ast.expr) -> bool:
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(name, ast.Name) and name.id == "kernel"


def depth(node: ast.AST) -> int:
    """How many statements stand in each other; ``elif`` goes no deeper than ``if``."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        inside = isinstance(child, ast.For | ast.While | ast.If | ast.With | ast.Try)
        if isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]:
            inside = False
        deepest = max(deepest, depth(child) + inside)
    return deepest


def all_kernels() -> dict[str, Measure]:
    return {
        f"{path.relative_to(PACKAGE).with_suffix('').as_posix()}.{name}": measure
        for path in sorted(PACKAGE.rglob("*.py"))
        for name, measure in kernels(path.read_text(encoding="utf-8"))
    }


def test_every_kernel_can_be_read() -> None:
    measures = all_kernels()
    assert len(measures) > 100
    large = {name: measure for name, measure in measures.items() if not measure.fits}
    assert not large, large


def lines_of(count: int) -> str:
    return "\n".join(["    x = 1"] * count)


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        (f"@kernel()\ndef f(a, b):\n{lines_of(79)}", Measure(80, 0, 2)),
        ("@kernel(INT(INT), inline=True)\ndef f(a, *, b):\n    return 1", Measure(2, 0, 2)),
        ("@kernel()\ndef f():\n for a in b:\n  while c:\n   if d:\n    x = 1", Measure(5, 3, 0)),
        (
            "@kernel()\ndef f():\n if a:\n  x = 1\n elif b:\n  x = 2\n elif c:\n  for d in e:\n"
            "   x = 3\n else:\n  x = 4",
            Measure(10, 2, 0),
        ),
        (
            "@kernel()\ndef f():\n if a:\n  x = 1\n else:\n  if b:\n   x = 2\n  y = 1",
            Measure(7, 2, 0),
        ),
    ],
)
def test_kernels_are_measured(text: str, measure: Measure) -> None:
    assert list(kernels(text)) == [("f", measure)]


def test_what_is_no_kernel_is_not_measured() -> None:
    assert not list(kernels("@cache\ndef f():\n    return 1\n\n\ndef g():\n    return 2"))
