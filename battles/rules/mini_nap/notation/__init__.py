"""Short text form of actions."""
