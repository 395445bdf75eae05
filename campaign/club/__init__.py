"""Clubs: members and house rules."""
