"""The traces of one overlap, and what no trace of a deck can do."""
