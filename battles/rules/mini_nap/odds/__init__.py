"""Exact odds: of questions from stated facts and of actions before they are taken."""
