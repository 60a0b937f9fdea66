"""Benchmarks: what the searches cost, each module a command of its own."""
