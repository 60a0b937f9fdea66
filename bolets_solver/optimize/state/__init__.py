"""The arrays that a search works on, and what it remembers."""
