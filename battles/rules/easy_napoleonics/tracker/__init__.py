"""Tracker of a game on a real table."""
