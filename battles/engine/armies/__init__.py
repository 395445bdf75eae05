"""What every system and both apps need of an army: its facts, its tree, its numbers, and a system's army group."""
