"""How kernels are compiled, called and saved."""

from __future__ import annotations

import ast
import gc
import importlib
import os
import threading
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from bolets_solver.errors import InternalError
from bolets_solver.jit import bundle_type, kernel, plainly
from bolets_solver.jit.kernels import Entry, Inner, is_compiled
from bolets_solver.jit.signatures import INT, INTS, ROWS, THREE, TRUTH, VOID
from bolets_solver.jit.sources import PACKAGE, sources

Array = Any

compiled = pytest.mark.skipif(not is_compiled(), reason="kernels are plain Python in this process")


class Box(NamedTuple):
    """Two arrays."""

    numbers: Array
    rows: Array


BOX = bundle_type(Box, numbers=INTS, rows=ROWS)


class Crate(NamedTuple):
    """Boxes in a bundle, among arrays."""

    first: Box
    numbers: Array
    second: Box


CRATE = bundle_type(Crate, first=BOX, numbers=INTS, second=BOX)


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


@kernel(INT(CRATE, INT))
def fill_crate(crate: Crate, column: int) -> int:
    crate.numbers[0] = fill(crate.first, column)
    crate.numbers[1] = fill(crate.second, column)
    return crate.second.rows[0, column]


@kernel(INT(INT))
def rises(number: int) -> int:
    return 1 if number == 0 else number * rises(number - 1)


@kernel(THREE(INT, INTS))
def thrice(number: int, numbers: Array) -> tuple[int, int, int]:
    return number, numbers[number], -number


@kernel(TRUTH(INT))
def is_even(number: int) -> bool:
    return number % 2 == 0


@kernel(VOID(INTS, INTS))
def wait_for(flag: Array, seen: Array) -> None:
    while flag[0] == 0:
        seen[0] += 1


@kernel(INT(INT))
def stepped(step: int) -> int:
    total = 0
    for number in range(0, 10, step):
        total += number
    return total


def box() -> Box:
    return Box(np.zeros(3, np.int64), np.arange(12, dtype=np.int64).reshape(4, 3))


def test_a_bundle_is_read_and_its_arrays_are_written() -> None:
    given = box()
    assert fill(given, 1) == 3 * 22
    assert given.numbers.tolist() == [0, 22, 0]


def test_bundles_in_a_bundle_are_read_and_written() -> None:
    """Also when one of them is another, though the rest of the bundle is the same."""
    first, numbers = box(), np.zeros(2, np.int64)
    for change in range(4):
        second = Box(np.zeros(3, np.int64), 10 * change + box().rows)
        assert fill_crate(Crate(first, numbers, second), 2) == 10 * change + 2
        assert numbers.tolist() == [3 * 26, 3 * (40 * change + 26)]
        assert second.numbers.tolist() == [0, 0, 40 * change + 26]


@compiled
def test_a_bundle_in_a_bundle_is_checked() -> None:
    numbers = np.zeros(2, np.int64)
    with pytest.raises(TypeError, match="fill_crate: a Box is needed, not a Crate"):
        wrong: Any = Crate(box(), numbers, box())
        fill_crate(Crate(box(), numbers, wrong), 0)
    with pytest.raises(TypeError, match=r"fill_crate: Box.rows must"):
        fill_crate(Crate(Box(numbers, numbers), numbers, box()), 0)


@compiled
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (Box(np.zeros(3, np.int32), np.zeros((2, 3), np.int64)), "Box.numbers.*of int32"),
        (Box(np.zeros(3, np.dtype(">i8")), np.zeros((2, 3), np.int64)), "Box.numbers.*of >i8"),
        (Box(np.zeros(3, np.int64), np.zeros(6, np.int64)), "Box.rows must.*2 dimensions"),
        (Box(np.zeros(3, np.int64), np.zeros((3, 6), np.int64)[:, ::2]), "Box.rows.*with gaps"),
        (Box(np.zeros(3, np.int64), [[1]]), "Box.rows.*not a list"),
        (Box(np.broadcast_to(np.int64(1), 3), np.zeros((2, 3), np.int64)), "it is read-only"),
        ((np.zeros(3, np.int64), np.zeros((2, 3), np.int64)), "a Box is needed, not a tuple"),
    ],
    ids=["type", "order of bytes", "dimensions", "gaps", "list", "read-only", "tuple"],
)
def test_a_bundle_with_other_arrays_is_refused(wrong: Any, words: str) -> None:
    with pytest.raises(TypeError, match=f"^fill: .*{words}"):
        fill(wrong, 1)


@compiled
def test_arguments_are_counted_and_numbers_are_integers() -> None:
    with pytest.raises(TypeError, match="fill takes 2 arguments, not 1"):
        fill(box())
    with pytest.raises(TypeError, match=r"fill: an integer is needed, not 1\.5"):
        fill(box(), 1.5)
    for number in (1 << 63, -(1 << 63) - 1):
        with pytest.raises(TypeError, match="too large for a kernel"):
            is_even(number)
    assert is_even(-(1 << 63))
    assert rises(np.int8(3)) == rises(3) == 6
    assert rises(True) == rises(np.True_) == 1


def test_what_kernels_return() -> None:
    assert thrice(1, np.arange(4)) == (1, 1, -1)
    assert [is_even(number) for number in (3, 4)] == [False, True]
    assert is_even(4) is True
    assert rises(10) == 3_628_800
    assert stepped(3) == 18


def test_arrays_that_come_and_go_are_not_mistaken_for_each_other() -> None:
    """Where one was, another of another length may be made."""
    for size in range(1, 200):
        numbers = np.full(size, size, dtype=np.int64)
        rows = np.full((size, 2), size, dtype=np.int64)
        assert fill(Box(numbers, rows), 0) == 3 * size * size
        del numbers, rows
        gc.collect(0)


@compiled
def test_nothing_is_kept_of_arrays_that_are_gone() -> None:
    assert isinstance(fill, Entry)
    given = box()
    fill(given, 1)
    structs = fill._packers[0].__self__._kept  # type: ignore[attr-defined]
    assert structs
    del given
    gc.collect()
    assert not structs


@compiled
def test_a_kernel_lets_other_threads_work_and_sees_what_they_write() -> None:
    flag, seen = np.zeros(1, np.int64), np.zeros(1, np.int64)
    is_even(2)  # loads the kernels
    thread = threading.Thread(target=wait_for, args=(flag, seen), daemon=True)
    thread.start()
    thread.join(0.2)
    assert thread.is_alive()
    flag[0] = 1
    thread.join(60)
    assert not thread.is_alive()


@compiled
def test_a_kernel_that_fails_is_an_error_of_the_program() -> None:
    with pytest.raises(InternalError, match=r"stepped raised an error"):
        stepped(0)


def test_the_fields_of_a_bundle_are_reported_in_order() -> None:
    with pytest.raises(TypeError, match=r"numbers.*rows"):
        bundle_type(Box, rows=ROWS, numbers=INTS)


@compiled
def test_a_kernel_for_kernels_cannot_be_called_from_python() -> None:
    with pytest.raises(TypeError, match="twice is called by kernels only"):
        twice(3)


def test_all_kernels_can_be_run_as_plain_python() -> None:
    with plainly():
        assert twice(3) == 6
        assert add_rows(box(), 1) == fill(box(), 1) - 22


def kernel_modules() -> list[ModuleType]:
    """All modules of the package that declare or import kernels."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if PACKAGE / "jit" / "kernels.py" in sources(path) and path.parent != PACKAGE / "jit":
            name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
            if name.startswith(ROOMS):
                found.append(importlib.import_module(name))
    return found


ROOMS = tuple(f"bolets_solver.{room}" for room in ("optimize", "study", "amanite", "boldest"))


def test_what_python_calls_has_a_door_to_python() -> None:
    seen, lacking = 0, set()
    for module in kernel_modules():
        inner = {name for name, value in vars(module).items() if type(value) is Inner}
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


def test_a_library_depends_on_all_that_its_modules_import() -> None:
    module = PACKAGE / "optimize/exact/exact_search.py"
    names = {path.relative_to(PACKAGE).as_posix() for path in sources(module)}
    assert {
        "jit/compiling.py",
        "optimize/exact/exact_search.py",
        "optimize/tracing/rotations.py",
        "optimize/tracing/deal_arrays.py",
        "bolets/cards/face.py",
    } <= names
    assert "optimize/search/solver.py" not in names
