"""Planted errors: how many one-line errors in the kernels the tests near them catch.

``python -m tests.mutation`` changes one thing in one function at a time (a comparison, a constant,
the order of two arguments …) and runs the tests of that module, uncompiled, until one fails. See
benchmarks/README.md for how to call it and for the score.
"""
