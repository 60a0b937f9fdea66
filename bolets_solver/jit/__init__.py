"""Kernels compiled with Numba: how they are compiled, where they are kept, what they are given."""

from bolets_solver.jit.bundle import bundle_type
from bolets_solver.jit.compiling import kernel, load_compiler

__all__ = ["bundle_type", "kernel", "load_compiler"]
