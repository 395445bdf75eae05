"""Printing: sheets, packets, jobs and set-ups."""
