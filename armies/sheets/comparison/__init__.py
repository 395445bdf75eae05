"""The same army under every system, side by side."""
