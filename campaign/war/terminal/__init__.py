"""Campaigns in the terminal."""
