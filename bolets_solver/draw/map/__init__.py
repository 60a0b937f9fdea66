"""Maps: tiles, path, stages of a game."""
