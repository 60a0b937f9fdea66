"""Segment tables: all that a turn can bring, for each pair of neighbouring cards."""
