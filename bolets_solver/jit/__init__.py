"""Kernels: how they are declared, called, compiled with Numba, and kept.

A process that finds its kernels compiled imports no compiler: see :mod:`bolets_solver.jit.library`.
"""

from bolets_solver.jit.kernels import kernel, load_declared, plainly
from bolets_solver.jit.signatures import bundle_type

__all__ = ["bundle_type", "kernel", "load_declared", "plainly"]
