"""The atlas: the proven optimum of every deal of a deck."""
