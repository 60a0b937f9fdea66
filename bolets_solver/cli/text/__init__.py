"""Texts and tables that several commands print."""
