"""The processor for which kernels are compiled: that of this machine."""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import binding


@cache
def processor() -> tuple[str, str, str]:
    """Return system, processor name and processor features in LLVM's notation."""
    features = binding.get_host_cpu_features()
    return binding.get_process_triple(), binding.get_host_cpu_name(), features.flatten()


@cache
def _initialised() -> None:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()


def target_machine() -> Any:
    """Return a new LLVM target machine for this processor."""
    _initialised()
    triple, name, features = processor()
    target = binding.Target.from_triple(triple)
    # as Numba does for code loaded on the machine that compiled it
    relocation = "static" if target.name.startswith("x86") else "default"
    if target.name.startswith("ppc"):
        relocation = "pic"
    return target.create_target_machine(
        cpu=name, features=features, opt=3, reloc=relocation, codemodel="jitdefault", jit=True
    )
