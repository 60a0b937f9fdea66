"""The game Bolets, pure: faces and decks, placement, rules and switches, records, the referee."""
