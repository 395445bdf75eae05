"""Campaigns over the API."""
