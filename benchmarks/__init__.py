"""Benchmarks: the cost of the searches; each module is a command."""
