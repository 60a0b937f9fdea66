"""The installed package, and its start."""
