"""Studies of one order of cards that is played repeatedly."""
