"""From a card seen from above to pictures of its tiles."""
