"""A game in progress: records, the tracking card, the referee."""
