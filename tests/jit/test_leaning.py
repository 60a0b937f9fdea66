"""What compiling kernels leans on inside Numba and llvmlite, said in words before anything fails.

Whoever raises the upper bounds of Numba and llvmlite in ``pyproject.toml`` runs these tests first.
"""

from __future__ import annotations

import ctypes
import inspect
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from llvmlite import binding
from numba.core import cgutils, codegen, cpu, itanium_mangler, typed_passes, types, typing
from numba.core import untyped_passes as untyped
from numba.core.compiler import CompilerBase, Flags, compile_extra
from numba.core.compiler_machinery import PassManager
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from bolets_solver.jit import signatures
from bolets_solver.jit.numba_types import numba_type

ROOT = Path(__file__).parents[2]

ARRAYS = [kind for kind in vars(signatures).values() if isinstance(kind, signatures.ArrayType)]


@pytest.mark.parametrize("name", ["numba", "llvmlite"])
def test_versions_have_an_upper_bound_and_this_one_is_below_it(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (line,) = [each for each in project["dependencies"] if each.startswith(name)]
    bound = line.partition(",<")[2]
    assert bound, f"{name} has no upper bound in pyproject.toml: kernels lean on its inside"
    here = [int(part) for part in version(name).split(".")[:2]]
    assert here < [int(part) for part in bound.split(".")], f"{name} {version(name)} is not tried"


def test_a_word_is_a_pointer() -> None:
    assert ctypes.sizeof(ctypes.c_void_p) == 8, "kernels are given words of 8 bytes as pointers"
    assert sys.maxsize == 2**63 - 1


@pytest.mark.parametrize("kind", ARRAYS, ids=str)
def test_an_array_is_the_struct_that_calling_writes(kind: Any) -> None:
    native = numba_type(kind)
    model = cpu_target.target_context.data_model_manager[native]
    fields = ("meminfo", "parent", "nitems", "itemsize", "data", "shape", "strides")
    assert model._fields == fields, f"jit/calling.py writes {fields} for an array"
    value = cpu_target.target_context.get_value_type(native)
    assert cpu_target.target_context.get_abi_sizeof(value) == 8 * kind.words
    assert native.layout == "C"


def test_a_library_of_numba_is_asked_what_ours_answers() -> None:
    asked = {
        name
        for name in ("add_ir_module", "add_linking_library", "finalize", "get_function")
        if callable(getattr(codegen.CodeLibrary, name, None))
    }
    assert len(asked) == 4, "jit/compiling.py takes the place of these methods of CodeLibrary"
    assert codegen.JITCPUCodegen._library_class is codegen.JITCodeLibrary
    assert callable(codegen.JITCPUCodegen.set_env)
    assert callable(codegen.JITCPUCodegen._create_empty_module)
    source = inspect.getsource(cpu.CPUContext.get_executable)
    assert "get_pointer_to_function" in source, "that nothing is run is said by pointers of 0"


def test_contexts_can_be_put_in_the_place_of_the_usual_ones() -> None:
    assert isinstance(cpu_target.typing_context, typing.Context)
    assert isinstance(cpu_target.target_context, cpu.CPUContext)
    for name in ("_toplevel_typing_context", "_toplevel_target_context"):
        assert name in vars(cpu_target), f"jit/compiling.py replaces cpu_target.{name}"
    assert isinstance(rtsys._init, bool), "jit/compiling.py says that the runtime is set up"
    assert "_internal_codegen" in inspect.getsource(cpu.CPUContext.init)
    parameters = inspect.signature(compile_extra).parameters
    assert {"return_type", "flags", "locals", "pipeline_class"} <= set(parameters)


def test_the_steps_of_compiling_are_there() -> None:
    assert callable(PassManager.add_pass)
    assert callable(CompilerBase.define_pipelines)
    steps = ["TranslateByteCode", "FixupArgs", "IRProcessing", "GenericRewrites", "ReconstructSSA"]
    missing = [name for name in steps if not hasattr(untyped, name)]
    steps = ["NopythonTypeInference", "PreLowerStripPhis", "IRLegalization", "NativeLowering"]
    missing += [name for name in [*steps, "NoPythonBackend"] if not hasattr(typed_passes, name)]
    assert not missing, "jit/compiling.py takes these steps from Numba"
    names = {"nogil", "error_model", "boundscheck", "no_cpython_wrapper", "_nrt", "forceinline"}
    flags = Flags()
    cpu_target.options.parse_as_flags(flags, dict.fromkeys(names - {"error_model"}, True))
    assert flags.forceinline
    assert flags.release_gil


def test_functions_are_named_by_their_qualified_name_and_types() -> None:
    symbol = itanium_mangler.mangle("module.function", (types.int64,))
    assert symbol.startswith("_ZN"), "Numba looks for this beginning"
    assert symbol == itanium_mangler.mangle("module.function", (types.int64,))
    parameters = inspect.signature(cpu_target.target_context.mangler).parameters
    assert list(parameters) == ["name", "types", "abi_tags", "uid"] or set(parameters) >= {
        "abi_tags",
        "uid",
    }, "jit/compiling.py gives kernels symbols of their own"


def test_numba_calls_functions_as_we_call_them() -> None:
    convention = cpu_target.target_context.call_conv
    function = convention.get_function_type(types.int64, (types.int64,))
    kinds = [str(kind) for kind in function.args]
    assert len(kinds) == 3, "room for the result, room for an error, then the arguments"
    assert str(function.return_type) == "i32", "a kernel returns a status"
    assert callable(cgutils.get_or_insert_function)


def test_llvmlite_loads_object_code_and_optimises_modules() -> None:
    for name in ("add_object_file", "finalize_object", "get_function_address"):
        assert callable(getattr(binding.ExecutionEngine, name)), "jit/library.py loads code with it"
    for name in ("create_pass_builder", "create_pipeline_tuning_options", "ObjectFileRef"):
        assert hasattr(binding, name), f"jit uses llvmlite.binding.{name}"
    assert callable(binding.TargetMachine.emit_object)
    assert callable(binding.ObjectFileRef.from_data)
