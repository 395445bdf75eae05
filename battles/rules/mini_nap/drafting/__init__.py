"""Scenario editor: brushes, forms, and changes of a draft."""
