"""Commands for playing: games, puzzles, codes, the log, printed sheets."""
