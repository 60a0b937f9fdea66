"""Turns with the tiles they use, and the games they make."""
