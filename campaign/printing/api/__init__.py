"""Printing over the API."""
