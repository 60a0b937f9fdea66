"""Commands of the atlas: every deal of a deck, proven."""
