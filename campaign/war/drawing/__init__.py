"""Drawings of campaign maps as values, for templates that write them as SVG."""
