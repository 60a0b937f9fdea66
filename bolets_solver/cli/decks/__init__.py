"""Commands for decks."""
