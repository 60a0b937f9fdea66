"""What the page asks about a game, and the answers."""
