"""Uses of the solver: generated decks and deals, and studies of games and orders."""
