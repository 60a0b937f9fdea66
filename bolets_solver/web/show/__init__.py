"""What the page shows of a game: pictures, legal moves, words for screen readers."""
