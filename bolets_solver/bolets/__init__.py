"""The game Bolets: faces, decks, placement, rules and switches, records, the referee."""
