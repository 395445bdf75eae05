"""Contact: who meets whom, what comes of it, delays, attempts to get away, and how engagements begin."""
