"""Commands to play: games, puzzles, codes, the log, sheets to print."""
