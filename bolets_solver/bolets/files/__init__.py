"""Files of decks and games, and share codes."""
