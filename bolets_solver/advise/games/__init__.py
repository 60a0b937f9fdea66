"""Whole games without hindsight: a player, its kept games, reviews."""
