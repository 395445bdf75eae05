"""Campaigns: a war on a map of roads, with one set of books."""
