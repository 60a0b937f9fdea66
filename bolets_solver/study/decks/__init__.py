"""Decks and faces: generated, designed, measured."""
