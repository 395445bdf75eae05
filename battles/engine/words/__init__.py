"""English that every system and page shares."""
