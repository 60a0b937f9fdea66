"""Answers of The Boldest as text and JSON."""
