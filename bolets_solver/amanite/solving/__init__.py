"""The exact solution of a position of Amanite."""
