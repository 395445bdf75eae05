"""Reactions of the enemy: opportunity charges, answers to a charge, answers to fire."""
