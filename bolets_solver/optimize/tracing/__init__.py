"""Deals as arrays, and kernels that enumerate the traces of one overlap."""
