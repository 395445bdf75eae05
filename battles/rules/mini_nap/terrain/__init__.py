"""Terrain: features, their cost, roads, bridges and landmarks."""
