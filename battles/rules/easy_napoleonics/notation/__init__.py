"""Actions, positions and boards as short text."""
