"""The turn: its sequence, and the legal actions in it."""
