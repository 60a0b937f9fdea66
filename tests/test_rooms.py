"""The rooms: imports go one way, and no room is crowded."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest

import bolets_solver

PACKAGE = Path(bolets_solver.__file__).parent
TESTS = Path(__file__).parent
MOST_MODULES = 13
"""Rooms hold about a dozen modules."""

SHARED = ("files", "work", "jit", "errors", "letters", "lazy_names")
"""Rooms and modules that know no game."""

LAZY = {("bolets_solver.jit.library", "bolets_solver.jit.compiling")}
"""The compiler is imported only where something must be compiled; it reads what kernels are."""


def modules() -> dict[str, Path]:
    """All modules of the package by their dotted names."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ["bolets_solver", *path.relative_to(PACKAGE).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imports(path: Path) -> Iterator[str]:
    """The modules of the package that a module imports anywhere, but for types alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in for_types or not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            if whole in MODULES:
                yield whole
            elif node.module in MODULES:
                yield node.module


def graph() -> nx.DiGraph:
    """An arrow from each module to each that it imports."""
    arrows: nx.DiGraph = nx.DiGraph()
    for name, path in MODULES.items():
        arrows.add_edges_from((name, other) for other in imports(path) if (name, other) not in LAZY)
    return arrows


def room(name: str) -> str:
    """The room of a module: its folder; a module that lies beside rooms is one by itself."""
    folder = MODULES[name].parent
    beside_rooms = any(
        each.is_dir() and (each / "__init__.py").exists() for each in folder.iterdir()
    )
    return name if beside_rooms else folder.relative_to(PACKAGE).as_posix()


def circles(arrows: nx.DiGraph) -> list[list[str]]:
    return [sorted(part) for part in nx.strongly_connected_components(arrows) if len(part) > 1]


def test_modules_import_one_way() -> None:
    assert circles(graph()) == []


def test_rooms_import_one_way() -> None:
    between: nx.DiGraph = nx.DiGraph()
    for one, other in graph().edges:
        if room(one) != room(other):
            between.add_edge(room(one), room(other))
    assert circles(between) == []


def test_a_circle_is_noticed() -> None:
    arrows = graph()
    arrows.add_edge("bolets_solver.errors", "bolets_solver.bolets.play.referee")
    assert circles(arrows)


def test_no_room_is_crowded() -> None:
    sizes = Counter(path.parent for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
    crowded = {
        folder.relative_to(PACKAGE).as_posix(): count
        for folder, count in sizes.items()
        if count > MOST_MODULES
    }
    assert crowded == {}


def test_tests_have_the_rooms_of_what_they_test() -> None:
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    of_rooms = {
        folder for folder in folders if folder.parts and (PACKAGE / folder.parts[0]).is_dir()
    }
    assert len(of_rooms) > 30
    assert {folder for folder in of_rooms if not (PACKAGE / folder).is_dir()} == set()


@pytest.mark.parametrize("game", ["bolets", "amanite", "boldest"])
def test_games_know_nothing_of_what_is_built_on_them(game: str) -> None:
    above = ("cli", "study", "draw", "web", "advise", "atlas", "trace", "scan")
    for name, path in MODULES.items():
        if name.split(".")[1:2] == [game]:
            wrong = [other for other in imports(path) if other.split(".")[1] in above]
            assert wrong == [], name


@pytest.mark.parametrize("game", ["amanite", "boldest"])
def test_companions_know_the_shared_rooms_alone(game: str) -> None:
    shared = {game, *SHARED}
    for name, path in MODULES.items():
        if name.split(".")[1:2] == [game]:
            wrong = [other for other in imports(path) if other.split(".")[1] not in shared]
            assert wrong == [], name


@pytest.mark.parametrize("room", ["optimize", "trace"])
def test_the_search_and_the_readers_of_traces_know_the_game_alone(room: str) -> None:
    below = {room, "bolets", *SHARED}
    for name, path in MODULES.items():
        if name.split(".")[1:2] == [room]:
            wrong = [other for other in imports(path) if other.split(".")[1] not in below]
            assert wrong == [], name


def test_nothing_but_the_command_imports_the_command_line() -> None:
    for name, path in MODULES.items():
        if not name.startswith(("bolets_solver.cli", "bolets_solver.__main__")):
            assert not [o for o in imports(path) if o.startswith("bolets_solver.cli")], name
