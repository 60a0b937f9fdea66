"""Tests of cards from photographs."""
