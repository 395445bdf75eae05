"""Marches: columns on roads, halts, and the heads and tails of a step."""
