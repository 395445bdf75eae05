"""Sentences about events and actions."""
