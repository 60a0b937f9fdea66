"""Whole figures: faces, decks, maps, game sheets, spectra."""
