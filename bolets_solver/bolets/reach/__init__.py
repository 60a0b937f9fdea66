"""The traces of one overlap, and what traces of a deck cannot reach."""
