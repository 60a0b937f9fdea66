"""The command of puzzles."""
