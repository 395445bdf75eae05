"""Rosters and casualty reports on paper."""
