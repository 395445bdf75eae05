"""Scenario files: format, reading, writing, checks."""
