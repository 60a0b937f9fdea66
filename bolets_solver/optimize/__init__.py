"""The best map of a deal, proven: kernel, segment tables, bounds, search."""
