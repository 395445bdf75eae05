"""Tracked games: games on a real table."""
