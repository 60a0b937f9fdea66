"""The questions of the page about a game, and the answers."""
