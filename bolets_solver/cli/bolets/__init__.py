"""Commands that solve, check and show games of Bolets."""
