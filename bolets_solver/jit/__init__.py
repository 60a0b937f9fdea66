"""Kernels: declare, call, compile with Numba, and cache them.

If all kernels are cached, no compiler is imported: see :mod:`bolets_solver.jit.library`.
"""

from bolets_solver.jit.kernels import kernel, load_declared, plainly
from bolets_solver.jit.signatures import bundle_type

__all__ = ["bundle_type", "kernel", "load_declared", "plainly"]
