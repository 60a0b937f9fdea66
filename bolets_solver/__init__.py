"""Exact solver, referee and map optimizer for the solo card game Bolets."""

__version__ = "0.1.0"
