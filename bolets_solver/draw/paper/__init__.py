"""Sheets of paper: cards to print, rules, challenges."""
