"""Ui of the system: clicks, previews, highlights."""
