"""Command: initiative, commanders and their movement."""
