"""Tracker of a game on a real table: entries, their events, and its page."""
