"""The exact solution of a last Day."""
