"""Bounds of a decision: by hindsight, by an atlas, by ways to play, by exact recursion."""
