"""Advice as it is given: figures, JSON and words."""
