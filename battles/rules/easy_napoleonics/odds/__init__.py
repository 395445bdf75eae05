"""Odds: exact chances, forecasts of actions, and answers to questions."""
