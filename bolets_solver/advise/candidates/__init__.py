"""The candidates of a turn, and why a game cannot continue."""
