"""The processor that kernels are compiled for: the one of this machine."""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import binding


@cache
def processor() -> tuple[str, str, str]:
    """Return the system and the name and the features of the processor, as LLVM writes them."""
    features = binding.get_host_cpu_features()
    return binding.get_process_triple(), binding.get_host_cpu_name(), features.flatten()


@cache
def _initialised() -> None:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()


def target_machine() -> Any:
    """Return a new machine to make or load code with; code is made for this processor only."""
    _initialised()
    triple, name, features = processor()
    target = binding.Target.from_triple(triple)
    # as Numba has it for code that is loaded where it was made
    relocation = "static" if target.name.startswith("x86") else "default"
    if target.name.startswith("ppc"):
        relocation = "pic"
    return target.create_target_machine(
        cpu=name, features=features, opt=3, reloc=relocation, codemodel="jitdefault", jit=True
    )
