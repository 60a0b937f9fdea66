"""Amanite, the third round: position, scoring, hints, moves, solve."""
