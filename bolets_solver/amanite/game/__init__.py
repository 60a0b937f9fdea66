"""The third round of Amanite: position, moves, scoring."""
