"""The kernels of Amanite."""
