"""The kernels of The Boldest."""
