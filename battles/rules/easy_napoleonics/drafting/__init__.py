"""Scenario editor."""
