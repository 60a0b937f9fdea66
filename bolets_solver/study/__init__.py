"""What stands on solving: generated decks and deals, and studies of games and cards."""
