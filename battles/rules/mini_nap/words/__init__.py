"""Sentences: events, choices, names."""
