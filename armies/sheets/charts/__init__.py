"""Organisation charts as PDF and SVG."""
