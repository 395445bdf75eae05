"""Create battles: sources, armies, files, seats, the first entry."""
