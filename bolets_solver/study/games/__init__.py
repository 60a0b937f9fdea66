"""Single games: sessions, hints, explanations, puzzles, the log."""
