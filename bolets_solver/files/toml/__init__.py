"""TOML as people write it: right lines, what a slip probably meant, and writing it."""
