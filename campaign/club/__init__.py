"""Clubs: their people, invitations, house rules and record."""
