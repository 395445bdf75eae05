"""Charges and hand-to-hand combat: contact, dice, melee, losses, break-through."""
