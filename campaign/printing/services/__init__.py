"""Printing: subjects, packets, jobs, set-ups."""
