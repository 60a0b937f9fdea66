"""Answers of Amanite as text and JSON."""
