"""How kernels are compiled, what they are given, and where they are kept."""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from bolets_solver.jit import bundle_type, kernel
from bolets_solver.jit.compiling import Inner
from bolets_solver.jit.keeping import KEPT_DAYS, PACKAGE, remove_old, sources
from bolets_solver.jit.signatures import INT, INTS, ROWS

Array = Any


class Box(NamedTuple):
    """Two arrays."""

    numbers: Array
    rows: Array


BOX = bundle_type(Box, numbers=INTS, rows=ROWS)


@kernel()
def twice(number: int) -> int:
    return 2 * number


@kernel()
def add_rows(box: Box, column: int) -> int:
    total = 0
    for row in range(box.rows.shape[0]):
        total += box.rows[row, column]
    box.numbers[column] = total
    return twice(total)


@kernel(INT(BOX, INT))
def fill(box: Box, column: int) -> int:
    return add_rows(box, column) + box.numbers[column]


def box() -> Box:
    return Box(np.zeros(3, np.int64), np.arange(12, dtype=np.int64).reshape(4, 3))


def test_a_bundle_is_read_and_its_arrays_are_written() -> None:
    given = box()
    assert fill(given, 1) == 3 * 22
    assert given.numbers.tolist() == [0, 22, 0]


@pytest.mark.parametrize(
    "wrong",
    [
        Box(np.zeros(3, np.int32), np.zeros((2, 3), np.int64)),
        Box(np.zeros(3, np.int64), np.zeros(6, np.int64)),
        Box(np.zeros(3, np.int64), np.zeros((3, 6), np.int64)[:, ::2]),
        (np.zeros(3, np.int64), np.zeros((2, 3), np.int64)),
    ],
    ids=["type", "dimensions", "layout", "tuple"],
)
def test_a_bundle_with_other_arrays_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="No matching definition"):
        fill(wrong, 1)


def test_the_fields_of_a_bundle_are_told_in_order() -> None:
    with pytest.raises(TypeError, match=r"numbers.*rows"):
        bundle_type(Box, rows=ROWS, numbers=INTS)


def test_a_kernel_for_kernels_cannot_be_called_from_python() -> None:
    with pytest.raises(TypeError, match="twice is called by kernels only"):
        twice(3)


def kernel_modules() -> list[ModuleType]:
    """All modules of the package that declare or import kernels."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if PACKAGE / "jit" / "compiling.py" in sources(path) and path.parent != PACKAGE / "jit":
            name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
            if name.startswith(ROOMS):
                found.append(importlib.import_module(name))
    return found


ROOMS = tuple(f"bolets_solver.{room}" for room in ("optimize", "study", "amanite", "boldest"))


def test_what_python_calls_has_a_door_to_python() -> None:
    seen, lacking = 0, set()
    for module in kernel_modules():
        inner = {name for name, value in vars(module).items() if isinstance(value, Inner)}
        seen += len(inner)
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            if any("kernel" in ast.unparse(decorator) for decorator in function.decorator_list):
                continue
            names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            local = {argument.arg for argument in function.args.args}
            lacking |= {f"{module.__name__}.{name}" for name in (names & inner) - local}
    assert not lacking, "kernels without a signature that are called from Python"
    assert seen > 60 or os.environ.get("NUMBA_DISABLE_JIT") == "1"


# --- where they are kept -------------------------------------------------------------------------

PARTS = {
    "number.py": "NUMBER = 10\n",
    "leaf.py": """from bolets_solver.jit import kernel
from bolets_solver.number import NUMBER

@kernel()
def leaf():
    return NUMBER + 1
""",
    "caller.py": """from bolets_solver.jit import kernel
from bolets_solver.jit.signatures import INT
from bolets_solver.leaf import leaf

@kernel(INT())
def caller():
    return leaf()
""",
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A package with the same way of compiling and three small modules that build on each other."""
    package = tmp_path / "copy" / "bolets_solver"
    shutil.copytree(PACKAGE / "jit", package / "jit", ignore=shutil.ignore_patterns("__pycache__"))
    (package / "__init__.py").touch()
    for name, text in PARTS.items():
        (package / name).write_text(text)
    return package


def answer(package: Path, cache: Path, **environment: str) -> int:
    """Ask the caller in a process of its own, which keeps its kernels in ``cache``."""
    done = subprocess.run(
        [sys.executable, "-c", "from bolets_solver.caller import caller; print(caller())"],
        cwd=package.parent,
        env={
            **os.environ,
            "PYTHONPATH": str(package.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_DISABLE_JIT": "0",
            "NUMBA_CACHE_DIR": str(cache),
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return int(done.stdout)


def kept(cache: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in cache.rglob("*.nbc")}


def test_a_change_in_a_file_below_changes_the_answers_above(copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert answer(copy, cache) == 11
    before = kept(cache)
    assert before, "compiled kernels are kept where NUMBA_CACHE_DIR says"
    assert answer(copy, cache) == 11
    assert kept(cache) == before, "they are loaded the second time"
    (copy / "leaf.py").write_text(PARTS["leaf.py"].replace("+ 1", "+ 2"))
    assert answer(copy, cache) == 12
    (copy / "number.py").write_text("NUMBER = 20\n")
    assert answer(copy, cache) == 22


def test_a_folder_that_cannot_be_written_is_done_without(copy: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    assert answer(copy, file / "cache", TMPDIR=str(temporary), TEMP=str(temporary)) == 11
    assert list(temporary.iterdir()) == [], "nothing is left behind"


def test_damaged_files_are_made_anew(copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert answer(copy, cache) == 11
    for ending in ("*.nbi", "*.nbc"):
        for damage in (b"", b"cut", b"foreign\n"):
            for path in cache.rglob(ending):
                path.write_bytes(path.read_bytes()[:100] if damage == b"cut" else damage)
            assert answer(copy, cache) == 11
    before = kept(cache)
    assert answer(copy, cache) == 11
    assert kept(cache) == before, "what was made anew is loaded the next time"


def test_a_kernel_depends_on_all_that_its_module_imports() -> None:
    names = {
        path.relative_to(PACKAGE).as_posix()
        for path in sources(PACKAGE / "optimize/exact/exact_search.py")
    }
    assert {
        "jit/compiling.py",
        "optimize/exact/exact_search.py",
        "optimize/tracing/rotations.py",
        "optimize/tracing/deal_arrays.py",
        "bolets/cards/face.py",
    } <= names
    assert "optimize/search/solver.py" not in names


def test_folders_that_nobody_uses_any_more_are_removed(tmp_path: Path) -> None:
    old = ("kernels-exact-0123456789abcdef", "kernels-walk-0123456789abcdef", "tables", "kernels-x")
    for name in old:
        (tmp_path / name / "inside").mkdir(parents=True)
        os.utime(tmp_path / name, (0, 0))
    os.utime(tmp_path / old[1])
    remove_old(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*old[1:]}
    assert KEPT_DAYS >= 30
