"""One order of cards, played again and again."""
