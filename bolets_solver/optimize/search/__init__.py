"""The exact search of a deal: positions, targets, records of found games."""
