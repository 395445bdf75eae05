"""Scenarios as data: read, write, check."""
