"""Faces, decks, deals, and how cards lie on the map."""
