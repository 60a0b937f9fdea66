"""The kernels of the exact search."""
